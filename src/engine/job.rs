//! What a worker is started for.

use super::{Clock, Interrupt, Limits};
use crate::goal::Goal;
use crate::isa::Isa;
use std::num::NonZeroU64;
use std::time::Duration;

/// What a worker is started for: the goal, and everything that holds for all its puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The goal of every search.
    pub goal: Goal,
    /// Whether `max_score` cuts by an upper bound. The number of solutions met is then not that of
    /// the puzzle.
    pub bound: bool,
    /// The instruction set.
    pub isa: Isa,
    /// The most nodes of a search; a single call may allow fewer ([`Limits::nodes`]).
    pub node_limit: Option<NonZeroU64>,
    /// The time for one puzzle. The harness sets it as [`Limits::interrupt`] of each call; a worker
    /// that cannot ask the interrupt uses this value.
    pub time_limit: Option<Duration>,
    /// The seed of random choices.
    pub seed: u64,
    /// The clock by which the worker measures its pruning rules; without one it does not.
    pub clock: Option<Clock>,
}

impl Job {
    /// A job with a goal, the best instruction set, no limits, no bound, seed 0 and no clock.
    #[must_use]
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            bound: false,
            isa: Isa::best(),
            node_limit: None,
            time_limit: None,
            seed: 0,
            clock: None,
        }
    }

    /// Whether the number of solutions of an outcome is that of the puzzle, up to where the goal
    /// stops; if not, it only tells whether there is one.
    #[must_use]
    pub const fn counts_solutions(&self) -> bool {
        !self.bound
    }

    /// The limits of a call under this job.
    #[must_use]
    pub const fn limits<'a>(&self, interrupt: Option<&'a dyn Interrupt>) -> Limits<'a> {
        Limits { nodes: self.node_limit, interrupt }
    }
}
