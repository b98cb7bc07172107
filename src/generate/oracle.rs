//! What the generators ask of the solver: whether a puzzle has solutions, and how many. Every answer
//! is verified.
//!
//! No answer depends on which solution is found first, so no generated puzzle does.

use crate::catalogue;
use crate::catalogue::Config;
use crate::engine::{Engine, Job, Limits, Outcome};
use crate::goal::Goal;
use crate::grid::{Puzzle, Solution};
use crate::solve::{Solver, WrongAnswer};
use std::num::NonZeroU64;
use std::sync::Arc;

/// The config that answers: few nodes on puzzles of all kinds.
const CONFIG: &str = "first_fail:ddeg/indomain_min/singles";

/// The same tree with its alternatives in reverse order.
const REVERSED: &str = "first_fail:ddeg/indomain_max/singles";

/// The solvers of a generator in one thread.
pub(super) struct Oracle {
    first: Solver,
    last: Solver,
    unique: Solver,
}

impl Oracle {
    pub(super) fn new() -> Self {
        Self::with(|config| {
            let config: Config = config.parse().expect("the catalogue knows its own names");
            catalogue::search(&config)
        })
    }

    /// An oracle of the engines that a function makes of configs.
    fn with(engine: impl Fn(&str) -> Arc<dyn Engine>) -> Self {
        let solver = |config: &str, goal| {
            let started = Solver::start(&*engine(config), Job::new(goal));
            started.expect("a search starts and pursues any goal")
        };
        Self {
            first: solver(CONFIG, Goal::First),
            last: solver(REVERSED, Goal::First),
            unique: solver(CONFIG, Goal::Unique),
        }
    }

    /// Whether the puzzle has a solution.
    ///
    /// # Errors
    /// [`WrongAnswer`] of the solver, as in the other methods.
    pub(super) fn is_solvable(&mut self, puzzle: &Puzzle) -> Result<bool, WrongAnswer> {
        Ok(puzzle.is_consistent() && solve(&mut self.first, puzzle, None)?.found.solutions > 0)
    }

    /// Whether the puzzle has exactly one solution.
    pub(super) fn is_unique(&mut self, puzzle: &Puzzle) -> Result<bool, WrongAnswer> {
        Ok(solve(&mut self.unique, puzzle, None)?.found.solutions == 1)
    }

    /// The first and the last solution of the search's tree; both are the same if there is only
    /// one. None if there is no solution.
    pub(super) fn extremes(
        &mut self,
        puzzle: &Puzzle,
    ) -> Result<Option<[Solution; 2]>, WrongAnswer> {
        let first = solve(&mut self.first, puzzle, None)?.found.solution;
        let last = solve(&mut self.last, puzzle, None)?.found.solution;
        Ok(first.zip(last).map(|(first, last)| [first, last]))
    }

    /// Whether naked and hidden singles decide the puzzle, solvable or not.
    pub(super) fn is_search_free(&mut self, puzzle: &Puzzle) -> Result<bool, WrongAnswer> {
        let outcome = solve(&mut self.unique, puzzle, Some(NonZeroU64::MIN))?;
        Ok(!outcome.ended.is_censored())
    }
}

fn solve<'a>(
    solver: &'a mut Solver,
    puzzle: &Puzzle,
    nodes: Option<NonZeroU64>,
) -> Result<&'a Outcome, WrongAnswer> {
    solver.solve_one(puzzle, &Limits { nodes, interrupt: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Ended, Identity, StartError, Timing, Worker};
    use crate::goal::Found;
    use crate::grid::Digit;

    /// Gives every puzzle a grid that breaks the rules.
    #[derive(Debug)]
    struct Liar(Identity);

    impl Engine for Liar {
        fn identity(&self) -> &Identity {
            &self.0
        }

        fn timing(&self) -> Timing {
            Timing::PerPuzzle
        }

        fn start(&self, _: &Job) -> Result<Box<dyn Worker>, StartError> {
            Ok(Box::new(LyingWorker))
        }
    }

    struct LyingWorker;

    impl Worker for LyingWorker {
        fn solve(&mut self, puzzles: &[Puzzle], _: &Limits<'_>, outcomes: &mut [Outcome]) {
            let solution = Some(Solution::from_digits(|_| Digit::from_index(0)));
            let found = Found { solutions: 1, solution, score: None };
            let outcome = Outcome { ended: Ended::Exhausted, found, ..Outcome::NOT_RUN };
            outcomes[..puzzles.len()].fill(outcome);
        }
    }

    #[test]
    fn wrong_answers_are_reported() {
        let mut oracle = Oracle::with(|_| Arc::new(Liar(Identity::whole("liar", ""))));
        let puzzle = Puzzle::EMPTY;
        let error = oracle.is_solvable(&puzzle).expect_err("a wrong answer");
        assert!(error.to_string().starts_with("liar gave a wrong answer to "), "{error}");
        assert!(oracle.is_unique(&puzzle).is_err());
        assert!(oracle.extremes(&puzzle).is_err());
        assert!(oracle.is_search_free(&puzzle).is_err());
    }
}
