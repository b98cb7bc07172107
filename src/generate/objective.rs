//! The objective of a climb: puzzles that are hard for a config, or that separate two configs.

use crate::catalogue;
use crate::catalogue::Config;
use crate::engine::{Job, Limits};
use crate::goal::Goal;
use crate::grid::Puzzle;
use crate::solve::{Solver, WrongAnswer};
use std::fmt;
use std::num::NonZeroU64;

/// The counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Branches that were not the last alternative of their cell.
    Guesses,
    /// Digits placed by the search, and the root.
    Nodes,
}

impl Effort {
    /// The name of the counter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guesses => "guesses",
            Self::Nodes => "nodes",
        }
    }
}

/// The quantity that a climb maximises, under the goal `unique`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// The count of a config.
    HardFor(Config),
    /// The count of the second config over that of the first, each plus 1.
    Separate(Config, Config),
}

/// An aim and its measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The maximised quantity.
    pub aim: Aim,
    /// The counter.
    pub effort: Effort,
    /// The node limit of a search; the count at the limit is then the result.
    pub node_limit: NonZeroU64,
}

impl Objective {
    /// Whether isomorphs are also searched.
    pub(super) const fn searches_isomorphs(&self) -> bool {
        matches!(self.aim, Aim::Separate(..))
    }
}

impl fmt::Display for Objective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let effort = self.effort.name();
        match self.aim {
            Aim::HardFor(config) => write!(f, "many {effort} under {config}"),
            Aim::Separate(easy, hard) => write!(f, "few {effort} under {easy}, many under {hard}"),
        }
    }
}

/// The score of a puzzle for an aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// The compared value: a count, or a thousand times a ratio.
    pub value: u64,
    /// The counts: of the config, or of the easy and the hard config.
    pub counts: [u64; 2],
}

/// The searches that score puzzles, in one thread.
pub(super) struct Scorer {
    solvers: Vec<Solver>,
    objective: Objective,
}

impl Scorer {
    pub(super) fn new(objective: Objective) -> Self {
        let configs = match objective.aim {
            Aim::HardFor(config) => vec![config],
            Aim::Separate(easy, hard) => vec![easy, hard],
        };
        let solver = |config: &Config| {
            let started = Solver::start(&*catalogue::search(config), Job::new(Goal::Unique));
            started.expect("a search starts and pursues any goal")
        };
        Self { solvers: configs.iter().map(solver).collect(), objective }
    }

    /// The score of a puzzle with one solution.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a search gives one.
    pub(super) fn score(&mut self, puzzle: &Puzzle) -> Result<Score, WrongAnswer> {
        let limits = Limits { nodes: Some(self.objective.node_limit), interrupt: None };
        let mut counts = [0; 2];
        for (solver, count) in self.solvers.iter_mut().zip(&mut counts) {
            let outcome = solver.solve_one(puzzle, &limits)?;
            let found = match self.objective.effort {
                Effort::Guesses => outcome.counts.guesses,
                Effort::Nodes => outcome.counts.nodes,
            };
            *count = found.expect("a search counts");
        }
        let value = match self.objective.aim {
            Aim::HardFor(_) => counts[0],
            Aim::Separate(..) => 1000 * (counts[1] + 1) / (counts[0] + 1),
        };
        Ok(Score { value, counts })
    }
}
