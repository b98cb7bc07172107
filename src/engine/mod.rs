//! Engines: complete puzzle solvers. All follow one contract: a [`Job`] starts a [`Worker`]; a block
//! of puzzles goes in; for each puzzle an [`Outcome`] comes out.
//!
//! Engines never see files, clocks or threads. A worker serves one job in one thread, with one
//! virtual call for each block of puzzles. A worker may fail to start ([`StartError`]) and may fail
//! on single puzzles ([`Ended::Failed`]).

mod batch;
mod binary_tally;
mod bitboard;
mod dlx;
mod job;
mod kernel;
mod lanes;
mod outcome;
mod search;
mod simd;
mod sliced;
mod start_error;

pub use batch::Refill;
pub use bitboard::Bitboard;
pub use dlx::Dlx;
pub use job::Job;
pub use kernel::Kernel;
pub use lanes::Lanes;
pub use outcome::Outcome;
pub use search::{
    SearchEngine, WorkerFactory, bounded_worker as bounded_search_worker, worker as search_worker,
};
pub use sliced::{
    BySize, ByTie, LiftedOrderings, Sliced, SlicedChoice, SlicedLevel, SlicedOrder, SlicedValues,
};
pub use start_error::{StartError, UnsupportedGoal};

use crate::counters::RuleCost;
use crate::grid::Puzzle;
pub use crate::identity::{EngineName, Identity};
pub use crate::pruning::Clock;
pub use crate::search::{Ended, Interrupt, Limits};
use std::fmt;
use std::sync::Arc;

/// How an engine's work can be timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// One puzzle after another: a block of one puzzle costs no more than its share of a block.
    PerPuzzle,
    /// Many puzzles at once: only a whole block has a time.
    PerBlock,
}

/// A solver of complete puzzles.
pub trait Engine: Send + Sync + fmt::Debug {
    /// The engine's names in files.
    fn identity(&self) -> &Identity;

    /// How its work can be timed.
    fn timing(&self) -> Timing;

    /// Starts a worker for a job.
    ///
    /// # Errors
    /// [`StartError`] if the engine cannot pursue the goal, or the worker cannot be started.
    fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError>;

    /// Whether it has pruning rules, whose costs a worker measures if its job has a clock.
    fn has_rules(&self) -> bool {
        false
    }

    /// Whether its workers solve outside this process. The harness then starts one worker for each
    /// thread, and gives it no puzzle twice to warm the caches.
    fn is_external(&self) -> bool {
        false
    }
}

/// An engine other than the search, as the catalogue lists it.
pub trait NamedEngine {
    /// The name on the command line and in files.
    const NAME: &'static str;
    /// How it solves, in a line.
    const FORMULA: &'static str;
    /// Synonyms and source.
    const SOURCE: &'static str;
    /// Whether it is run where no config and no engine is named.
    const IS_DEFAULT: bool = true;

    /// The engine; one for each form if it has several.
    fn build() -> Vec<Arc<dyn Engine>>;
}

/// An engine at work on one job in one thread.
pub trait Worker: Send {
    /// Solves a block: writes the outcome of `puzzles[i]` to `outcomes[i]`. The clues of no puzzle
    /// contradict each other. A time limit that ends the call leaves every undecided puzzle of the
    /// block censored. A puzzle on which the worker fails ends as [`Ended::Failed`].
    ///
    /// The caller sets all outcomes to [`Ended::NotRun`] before each call
    /// ([`Outcome::reset_all`]), so that a missing answer is recognised.
    ///
    /// # Panics
    /// If there are fewer outcomes than puzzles.
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]);

    /// The reasons of all outcomes that ended as [`Ended::Failed`] since the last call, in the
    /// order of solving.
    fn take_failures(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// The cost of each pruning rule since the last call, in the order in which the rules are
    /// tried; empty unless the job has a clock and the engine [has rules](Engine::has_rules).
    fn take_rule_costs(&mut self) -> Vec<RuleCost> {
        Vec::new()
    }

    /// The job is done: no further puzzle comes. A worker that is dropped without this call, after
    /// a panic, must release its resources too.
    fn stop(&mut self) {}
}
