//! What the generators ask of the solver: whether a puzzle has solutions, and how many.
//!
//! No answer depends on which solution is found first, so neither does any puzzle made.

use crate::catalogue;
use crate::catalogue::Config;
use crate::engine::{Job, Limits, Outcome, Worker};
use crate::goal::Goal;
use crate::grid::{Puzzle, Solution};
use std::num::NonZeroU64;

/// The config that answers: few nodes on puzzles of all kinds.
const CONFIG: &str = "first_fail:ddeg/indomain_min/singles";

/// The same tree, its alternatives tried the other way round.
const REVERSED: &str = "first_fail:ddeg/indomain_max/singles";

/// A solver at work for a generator.
pub(super) struct Oracle {
    first: Box<dyn Worker>,
    last: Box<dyn Worker>,
    unique: Box<dyn Worker>,
}

impl Oracle {
    pub(super) fn new() -> Self {
        let worker = |config: &str, goal| {
            let config: Config = config.parse().expect("the registry knows its own names");
            let engine = catalogue::search(&config);
            engine.start(&Job::new(goal)).expect("a search pursues any goal")
        };
        Self {
            first: worker(CONFIG, Goal::First),
            last: worker(REVERSED, Goal::First),
            unique: worker(CONFIG, Goal::Unique),
        }
    }

    /// Whether the puzzle has a solution.
    pub(super) fn is_solvable(&mut self, puzzle: &Puzzle) -> bool {
        puzzle.is_consistent() && solve(&mut self.first, puzzle, None).found.solutions > 0
    }

    /// Whether the puzzle has exactly one solution.
    pub(super) fn is_unique(&mut self, puzzle: &Puzzle) -> bool {
        solve(&mut self.unique, puzzle, None).found.solutions == 1
    }

    /// The first and the last solution of the search's tree, which are one if there is only one;
    /// none if there is no solution.
    pub(super) fn extremes(&mut self, puzzle: &Puzzle) -> Option<[Solution; 2]> {
        let first = solve(&mut self.first, puzzle, None).found.solution?;
        Some([first, solve(&mut self.last, puzzle, None).found.solution?])
    }

    /// Whether naked and hidden singles decide the puzzle, be it solvable or not.
    pub(super) fn is_search_free(&mut self, puzzle: &Puzzle) -> bool {
        !solve(&mut self.unique, puzzle, Some(NonZeroU64::MIN)).ended.is_censored()
    }
}

fn solve(worker: &mut Box<dyn Worker>, puzzle: &Puzzle, nodes: Option<NonZeroU64>) -> Outcome {
    let mut outcomes = [Outcome::NOT_RUN];
    worker.solve(&[*puzzle], &Limits { nodes, interrupt: None }, &mut outcomes);
    let [outcome] = outcomes;
    outcome
}
