//! The counters, for any limit, compared with a recursion that counts by the
//! definitions.

use crate::support::{mixed_puzzles, solve};
use dokubench::counters::Counters;
use dokubench::goal::Goal;
use dokubench::grid::{Cell, Digit, PEERS, Puzzle};
use dokubench::pruning::{Naked, RuleLevel as _};
use dokubench::state::{Candidates, Conflict, State as _};

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

/// Two-way branching at the level `naked` as a recursion: x = v, then x != v.
struct TwoWayRecursion {
    limit: u64,
    counters: Counters,
    solutions: u64,
    is_cut: bool,
    /// For `last_conflict` (Lecoutre et al. 2009): the cell of the last positive decision that
    /// failed, until it is assigned without conflict.
    last: Option<Cell>,
    has_last_conflict: bool,
}

impl TwoWayRecursion {
    /// Searches for a second solution.
    fn of(puzzle: &Puzzle, limit: u64, has_last_conflict: bool) -> Self {
        let counters = Counters { nodes: 1, ..Counters::default() };
        let (solutions, is_cut, last) = (0, false, None);
        let mut recursion = Self { limit, counters, solutions, is_cut, last, has_last_conflict };
        let mut root = Candidates::FULL;
        let placed = puzzle.clues().try_for_each(|(cell, digit)| root.fill(cell, digit));
        match placed.and_then(|()| Naked::close(&mut root)) {
            Ok(()) => recursion.search(root, 0),
            Err(Conflict) => recursion.counters.fails = 1,
        }
        recursion
    }

    fn has_ended(&self) -> bool {
        self.is_cut || self.solutions == 2
    }

    fn select(&self, state: &Candidates) -> Cell {
        let blanks = state.blanks();
        if let Some(last) =
            self.last.filter(|&last| self.has_last_conflict && blanks.contains(last))
        {
            return last;
        }
        let blank_peers = |cell| (blanks & PEERS[cell]).len();
        let key = |&cell: &Cell| {
            let most_peers = if self.has_last_conflict { 20 - blank_peers(cell) } else { 0 };
            (state.candidates_of(cell).len(), most_peers, cell.index())
        };
        blanks.into_iter().min_by_key(key).expect("a blank cell")
    }

    /// A node with a number of branches above it.
    fn search(&mut self, state: Candidates, branches: u64) {
        if state.is_full() {
            self.solutions += 1;
            return;
        }
        let cell = self.select(&state);
        let digit = state.candidates_of(cell).lowest().expect("a candidate");
        self.counters.choices += 1;
        for is_placement in [true, false] {
            if self.counters.nodes == self.limit {
                self.is_cut = true;
                return;
            }
            self.counters.nodes += 1;
            self.counters.branches += 1;
            self.counters.guesses += u64::from(is_placement);
            self.counters.max_depth = self.counters.max_depth.max(branches + 1);
            let mut child = state;
            let made = if is_placement {
                child.fill(cell, digit)
            } else {
                child.strike(cell, digit);
                Ok(())
            };
            let made = made.and_then(|()| Naked::close(&mut child));
            if is_placement {
                match made {
                    Ok(()) => self.last = self.last.filter(|&last| last != cell),
                    Err(Conflict) => self.last = Some(cell),
                }
            }
            match made {
                Ok(()) => self.search(child, branches + 1),
                Err(Conflict) => self.counters.fails += 1,
            }
            if self.has_ended() {
                return;
            }
        }
    }
}

#[test]
fn two_way_branching_counts_like_a_plain_recursion_wherever_it_is_cut() {
    let puzzles = mixed_puzzles(6);
    let mut longest = 0;
    for (ordering, has_last_conflict) in [("first_fail", false), ("last_conflict", true)] {
        let config = format!("{ordering}/indomain_min/naked/two_way");
        for limit in (1..60).chain([1_000, 100_000]) {
            let outcomes = solve(&config, Goal::Unique, &puzzles, Some(limit));
            for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
                let expected = TwoWayRecursion::of(puzzle, limit, has_last_conflict);
                assert_eq!(
                    outcome.counts,
                    expected.counters.counts(expected.is_cut),
                    "{config}: {puzzle} up to node {limit}"
                );
                assert_eq!(outcome.found.solutions, expected.solutions, "{config}: {puzzle}");
                longest = longest.max(expected.counters.nodes);
            }
        }
    }
    assert!(longest > 100, "{longest} nodes");
}
