//! The counters, for any limit, compared with a recursion that counts by the
//! definitions.

use crate::support::{mixed_puzzles, solve};
use dokubench::counters::Counters;
use dokubench::goal::Goal;
use dokubench::grid::{Cell, Digit, PEERS, Puzzle};

/// `input_order/indomain_min/none` as a recursion on the grid.
struct Recursion {
    grid: Puzzle,
    limit: u64,
    counters: Counters,
    solutions: u64,
    is_cut: bool,
}

impl Recursion {
    /// Searches for a second solution.
    fn of(puzzle: &Puzzle, limit: u64) -> Self {
        let counters = Counters { nodes: 1, ..Counters::default() };
        let mut recursion = Self { grid: *puzzle, limit, counters, solutions: 0, is_cut: false };
        recursion.search(0);
        recursion
    }

    fn has_ended(&self) -> bool {
        self.is_cut || self.solutions == 2
    }

    /// A node with this number of branches above it.
    fn search(&mut self, branches: u64) {
        self.counters.max_depth = self.counters.max_depth.max(branches);
        let Some(cell) = self.grid.blanks().first() else {
            self.solutions += 1;
            return;
        };
        let used = |digit| PEERS[cell].into_iter().any(|peer| self.grid.clue(peer) == Some(digit));
        let alternatives: Vec<Digit> = Digit::all().filter(|&digit| !used(digit)).collect();
        let is_choice = alternatives.len() > 1;
        self.counters.choices += u64::from(is_choice);
        self.counters.fails += u64::from(alternatives.is_empty());
        for (tried, &digit) in alternatives.iter().enumerate() {
            if self.counters.nodes == self.limit {
                self.is_cut = true;
                return;
            }
            self.counters.nodes += 1;
            self.counters.branches += u64::from(is_choice);
            self.counters.guesses += u64::from(tried + 1 < alternatives.len());
            self.grid.set(cell, Some(digit));
            self.search(branches + u64::from(is_choice));
            self.grid.set(cell, None);
            if self.has_ended() {
                return;
            }
        }
    }
}

#[test]
fn a_search_counts_like_a_plain_recursion_wherever_it_is_cut() {
    let puzzles = mixed_puzzles(3);
    assert!(puzzles.iter().any(|puzzle| puzzle.clue(Cell::new(0)).is_none()));
    for limit in (1..400).chain([1_000, 10_000, 100_000]) {
        let outcomes = solve("input_order/indomain_min/none", Goal::Unique, &puzzles, Some(limit));
        for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
            let expected = Recursion::of(puzzle, limit);
            assert_eq!(
                outcome.counts,
                expected.counters.counts(expected.is_cut),
                "{puzzle} up to node {limit}"
            );
            assert_eq!(outcome.ended.is_censored(), expected.is_cut, "{puzzle} up to node {limit}");
        }
    }
}
