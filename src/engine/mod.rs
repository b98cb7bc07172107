//! Engines: whatever solves whole puzzles. All answer one contract: a block of puzzles in; for
//! each puzzle what was found, and the counters that the engine can give.
//!
//! Engines never see files, clocks or threads. A [`Worker`] is one engine at work on one goal in
//! one thread; there is one virtual call for each block of puzzles, and whatever is inside is the
//! engine's own business.

mod bitboard;
mod bits;
mod dlx;
mod kernel;
mod lanes;
mod search;
mod tally;

pub use bitboard::Bitboard;
pub use dlx::Dlx;
pub use kernel::Kernel;
pub use lanes::{Lanes, Refill};
pub use search::{
    MeteredFactory, SearchEngine, WorkerFactory, bounded_worker as bounded_search_worker,
    worker as search_worker,
};

use crate::counters::{Counts, RuleCost};
use crate::goal::{Found, Goal, Status};
use crate::grid::Puzzle;
pub use crate::identity::{EngineName, Identity};
use crate::isa::Isa;
pub use crate::pruning::Clock;
pub use crate::search::{Ended, Interrupt, Limits};
use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

/// How an engine's work can be timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// One puzzle after another: a block of one puzzle costs no more than its share of a block.
    PerPuzzle,
    /// Many puzzles at once: only a whole block has a time.
    PerBlock,
}

/// A solver of whole puzzles.
pub trait Engine: Send + Sync + fmt::Debug {
    /// What the engine is called in files.
    fn identity(&self) -> &Identity;

    /// How its work can be timed.
    fn timing(&self) -> Timing;

    /// Whether the number of solutions in its outcomes is that of the puzzle, up to where the goal
    /// stops; if not, it only says whether there is one.
    fn counts_solutions(&self) -> bool {
        true
    }

    /// A worker for a goal.
    ///
    /// # Errors
    /// [`UnsupportedGoal`] if the engine cannot pursue the goal.
    fn worker(&self, goal: Goal, isa: Isa) -> Result<Box<dyn Worker>, UnsupportedGoal>;

    /// The same engine, whose workers also tell what each of their pruning rules costs, by the
    /// clock that it is lent; none if it has no rules.
    fn metered(&self, _clock: Clock) -> Option<Arc<dyn Engine>> {
        None
    }
}

/// What an engine may depend on besides its name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The seed of random choices.
    pub seed: u64,
    /// Whether `max_score` cuts by an upper bound.
    pub bound: bool,
}

/// An engine other than the search, as the registry knows it.
pub trait NamedEngine {
    /// The name on the command line and in files.
    const NAME: &'static str;
    /// How it solves, in a line.
    const FORMULA: &'static str;
    /// Synonyms and source.
    const SOURCE: &'static str;
    /// Whether it is run where no config and no engine is named.
    const IS_DEFAULT: bool = true;

    /// The engine; where it comes in several forms, one for each.
    fn build(settings: &Settings) -> Vec<Arc<dyn Engine>>;
}

/// An engine at work in one thread.
pub trait Worker: Send {
    /// Solves a block: makes `outcomes[i]` the outcome of `puzzles[i]`, whose clues do not
    /// contradict each other. A time limit that ends the call leaves every undecided puzzle of the
    /// block censored.
    ///
    /// # Panics
    /// If there are fewer outcomes than puzzles.
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]);

    /// What each pruning rule cost since the last time this was asked, in the order in which they
    /// are tried; nothing unless the engine is [metered](Engine::metered).
    fn take_rule_costs(&mut self) -> Vec<RuleCost> {
        Vec::new()
    }
}

/// What an engine answers for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the run ended.
    pub ended: Ended,
    /// What it found.
    pub found: Found,
    /// What it counted.
    pub counts: Counts,
}

impl Outcome {
    /// No outcome yet.
    pub const NONE: Self = Self {
        ended: Ended::Exhausted,
        found: Found { solutions: 0, solution: None, score: None },
        counts: Counts::UNKNOWN,
    };

    /// The status for the goal that was pursued.
    #[must_use]
    pub const fn status(&self, goal: Goal) -> Status {
        match self.ended {
            Ended::AtNodeLimit => Status::NodeLimit,
            Ended::AtTimeLimit => Status::TimeLimit,
            Ended::Exhausted | Ended::AtGoal => goal.status(self.found.solutions),
        }
    }
}

/// An engine cannot pursue a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedGoal {
    /// The engine or config.
    pub engine: String,
    /// The goal.
    pub goal: Goal,
    /// The goals it can pursue.
    pub supported: Cow<'static, str>,
}

impl UnsupportedGoal {
    /// At how many solutions an engine stops that can do nothing but count them.
    pub(crate) fn unless_counting(engine: &str, goal: Goal) -> Result<NonZeroU64, Self> {
        goal.stop_at().ok_or_else(|| Self {
            engine: engine.to_owned(),
            goal,
            supported: "pursue first, unique and count:K".into(),
        })
    }
}

impl fmt::Display for UnsupportedGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, goal, supported } = self;
        write!(f, "{engine} cannot pursue the goal {goal}: it can {supported}")
    }
}

impl std::error::Error for UnsupportedGoal {}
