//! The engine `sliced`: the tree of a config of [`search`](super::SearchEngine), for a batch of puzzles, one in each
//! bit of 256-bit vectors ([`batch`](super::batch)).
//!
//! A pruning level is monotone and runs to its fixpoint. A sweep that applies the level's rules
//! until a lane stands still therefore prunes as `search` does, in whatever order it applies them
//! ([`Level`], one file for each set of rules). If the lane then chooses as the config does
//! ([`choice`], [`lifted`]) and branches on the digits of a cell ([`tree`]), its tree is that of
//! `search`, node for node. All counters are equal.
//!
//! ```text
//!   naked        singles strike their peers                          naked
//!   singles      and hidden singles take their cells                 singles
//!   locked       matchings of triads, singles of boxes               batch/chutes
//!   triads       and both triad rules                                batch/chutes
//!   pairs        locked, and rarely: naked and hidden pairs          deferred, pairs
//!   gac          locked, and rarely: matchings of each unit          deferred, matchings
//!   all_different    singles, and rarely: matchings of each unit     deferred, matchings
//! ```
//!
//! Levels and choices are trait objects. A call costs nothing beside a sweep of some microseconds,
//! and the machine is compiled once for each kind of vector.

#![expect(clippy::needless_range_loop, reason = "rules name cells, digits and units by number")]

mod choice;
mod chute_levels;
mod counting;
mod deferred;
mod level;
mod levels;
mod lifted;
mod matchings;
mod naked;
mod pairs;
mod singles;
mod tree;

pub use choice::{BySize, ByTie, SlicedOrder, SlicedValues};
pub use levels::SlicedLevel;
pub use lifted::LiftedOrderings;

use super::batch::vector::Vector;
use super::batch::{BatchWorker, Refill};
use super::simd;
use super::{Engine, EngineName, Identity, Job, StartError, Timing, UnsupportedGoal, Worker};
use crate::isa::Isa;
use std::fmt;
use std::num::NonZeroU64;
use tree::{Chooser, SlicedRules};

/// How a config chooses the next cell and its digits.
pub enum SlicedChoice {
    /// A rule on sizes and degrees, for all lanes at once.
    AtOnce(SlicedOrder, SlicedValues),
    /// Any orderings without memory, lane by lane.
    Lifted(LiftedOrderings),
}

/// The engine `sliced` for a config.
pub struct Sliced {
    identity: Identity,
    level: SlicedLevel,
    choice: SlicedChoice,
    refill: Refill,
}

impl Sliced {
    /// What it does, in a line.
    pub const FORMULA: &'static str =
        "the tree of a config, for a batch of puzzles, one per bit of a vector";

    /// The engine of a config with this level and choice. The identity is that of the config's
    /// search.
    #[must_use]
    pub fn new(identity: Identity, level: SlicedLevel, choice: SlicedChoice) -> Self {
        let identity = Identity { engine: EngineName::SLICED, ..identity };
        Self { identity, level, choice, refill: Refill::BEST }
    }

    /// The engine with another time of refilling settled lanes, for tests and measurements.
    #[must_use]
    pub fn with_refill(self, refill: Refill) -> Self {
        Self { refill, ..self }
    }

    fn worker<V: Vector>(&self, job: &Job, stop_at: NonZeroU64) -> Box<dyn Worker> {
        let isa: Isa = job.isa;
        let chooser: Box<dyn Chooser<V>> = match &self.choice {
            SlicedChoice::AtOnce(order, values) => choice::chooser(*order, *values),
            SlicedChoice::Lifted(orderings) => lifted::chooser(orderings, job),
        };
        let rules = SlicedRules::new(isa, self.level.build::<V>(), chooser);
        Box::new(BatchWorker::<V, _>::new(isa, stop_at, self.refill, rules))
    }
}

impl fmt::Debug for Sliced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sliced").field("identity", &self.identity).finish_non_exhaustive()
    }
}

impl Engine for Sliced {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        Timing::PerBlock
    }

    fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError> {
        let stop_at = UnsupportedGoal::unless_counting(EngineName::SLICED.as_str(), job.goal)?;
        #[cfg(target_arch = "x86_64")]
        {
            if job.isa.has_avx512() {
                return Ok(self.worker::<simd::Avx512Vl>(job, stop_at));
            }
            if job.isa.has_avx2() {
                return Ok(self.worker::<simd::Avx2>(job, stop_at));
            }
        }
        Ok(self.worker::<simd::Portable<4>>(job, stop_at))
    }
}
