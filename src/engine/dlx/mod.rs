//! The engine `dlx`: dancing links, the textbook exact cover search (Knuth, "Dancing Links", in
//! "Millennial Perspectives in Computer Science", 2000, 187-214; TAOCP 7.2.2.1, algorithm X).
//!
//! A puzzle is a matrix of 729 options (a digit in a cell) and 324 items (81 cells, and 9 digits
//! in 27 units); a solution is a set of options that has every item once. The search takes the
//! item with the fewest options (Knuth's S heuristic), tries its options one after another, and
//! covers their items: an option that lost one of its items is unlinked from the lists of the
//! others, and linked in again, in reverse order, when the search comes back.
//!
//! Among equal items it takes the first: cells, then digits in rows, columns and boxes. The tree
//! therefore equals that of the config `exact_cover_s:lowest/indomain_min/none` of the engine `search`, node
//! by node, with all counters.
//!
//! Two differences from the textbook: the four nodes of an option are adjacent in memory, so they need no
//! links among themselves, and the uncovered items are not a list ([`Matrix::smallest_item`]).

mod matrix;

use super::{
    Ended, Engine, Identity, Job, Limits, NamedEngine, Outcome, StartError, Timing,
    UnsupportedGoal, Worker,
};
use crate::counters::Counters;
use crate::goal::{CountTo, Objective};
use crate::grid::{Cell, Puzzle, Solution};
use crate::isa::Isa;
use crate::search::Horizon;
use matrix::{Item, Matrix, Node};
use std::sync::Arc;

/// The engine `dlx`.
#[derive(Debug)]
pub struct Dlx {
    identity: Identity,
}

impl NamedEngine for Dlx {
    const NAME: &'static str = "dlx";
    const FORMULA: &'static str = "dancing links over 324 items and 729 options; the item with \
                                   fewest options, of equals the first: cells, then digits in \
                                   rows, columns and boxes";
    const SOURCE: &'static str = "exact cover, algorithm X; Knuth, Dancing Links, 2000";

    fn build() -> Vec<Arc<dyn Engine>> {
        vec![Arc::new(Self { identity: Identity::whole(Self::NAME, Self::FORMULA) })]
    }
}

impl Engine for Dlx {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        Timing::PerPuzzle
    }

    fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError> {
        let stop_at = UnsupportedGoal::unless_counting(Self::NAME, job.goal)?;
        let (search, objective) = (Search::new(), CountTo::new(stop_at));
        Ok(Box::new(DlxWorker { search, objective, isa: job.isa }))
    }
}

struct DlxWorker {
    search: Box<Search>,
    objective: CountTo,
    isa: Isa,
}

impl Worker for DlxWorker {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let Self { search, objective, isa } = self;
        for (puzzle, outcome) in puzzles.iter().zip(&mut outcomes[..puzzles.len()]) {
            let (ended, counters) = isa.run(
                #[inline(always)]
                || search.run(puzzle, objective, limits),
            );
            *outcome = Outcome {
                ended,
                found: objective.found(),
                counts: counters.counts(ended.is_censored()),
            };
        }
    }
}

/// An item that the search branches on.
#[derive(Clone, Copy)]
struct Level {
    item: Item,
    /// The option tried last; the item's head before the first.
    tried: Node,
    is_choice: bool,
    /// The number of branches on the path to the options.
    branches: u8,
}

/// The number of nodes between two checks of the time limit. A node costs up to a microsecond.
const NODES_PER_POLL: u64 = 64;

/// The matrix and the path from the root to the current node.
struct Search {
    matrix: Matrix,
    path: [Level; Cell::COUNT],
}

impl Search {
    fn new() -> Box<Self> {
        let item = Matrix::full().smallest_item().expect("the full matrix has items").0;
        let level = Level { item, tried: item.head(), is_choice: false, branches: 0 };
        Box::new(Self { matrix: Matrix::full().clone(), path: [level; Cell::COUNT] })
    }

    /// Searches a puzzle whose clues do not contradict each other.
    #[inline(always)]
    fn run(
        &mut self,
        puzzle: &Puzzle,
        objective: &mut CountTo,
        limits: &Limits<'_>,
    ) -> (Ended, Counters) {
        objective.start(puzzle);
        self.matrix.clone_from(Matrix::full());
        for (cell, digit) in puzzle.clues() {
            self.matrix.cover_clue(cell, digit);
        }
        let mut horizon = Horizon::new(limits, NODES_PER_POLL);
        let mut counters = Counters { nodes: 1, ..Counters::default() };
        let mut depth = 0;
        loop {
            match self.matrix.smallest_item() {
                None => {
                    let path = &self.path[..depth];
                    if objective.solution(|| solution(puzzle, path)).is_break() {
                        return (Ended::AtGoal, counters);
                    }
                }
                Some((_, 0)) => counters.fails += 1,
                Some((item, size)) => {
                    let is_choice = size > 1;
                    let above = self.path[..depth].last().map_or(0, |level| level.branches);
                    counters.choices += u64::from(is_choice);
                    self.matrix.cover(item);
                    self.path[depth] = Level {
                        item,
                        tried: item.head(),
                        is_choice,
                        branches: above + u8::from(is_choice),
                    };
                    depth += 1;
                }
            }
            let Some(next) = self.back_to_open_item(&mut depth) else {
                return (Ended::Exhausted, counters);
            };
            if counters.nodes >= horizon.nodes
                && let Some(ended) = horizon.reached(counters.nodes)
            {
                return (ended, counters);
            }
            let level = &mut self.path[depth - 1];
            level.tried = next;
            counters.nodes += 1;
            counters.branches += u64::from(level.is_choice);
            counters.guesses += u64::from(self.matrix.below(next) != level.item.head());
            counters.max_depth = counters.max_depth.max(u64::from(level.branches));
            self.matrix.cover_others(next);
        }
    }

    /// Returns to the last item of the path with an untried option; returns the next option.
    #[inline(always)]
    fn back_to_open_item(&mut self, depth: &mut usize) -> Option<Node> {
        loop {
            let level = self.path[..*depth].last()?;
            let head = level.item.head();
            if level.tried != head {
                self.matrix.uncover_others(level.tried);
            }
            let next = self.matrix.below(level.tried);
            if next != head {
                return Some(next);
            }
            self.matrix.uncover(level.item);
            *depth -= 1;
        }
    }
}

/// The clues and the options of the path.
fn solution(puzzle: &Puzzle, path: &[Level]) -> Solution {
    let mut grid = *puzzle;
    for (cell, digit) in path.iter().map(|level| level.tried.option()) {
        grid.set(cell, Some(digit));
    }
    Solution::from_numbers(*grid.numbers()).expect("a path that covers all cells fills the grid")
}
