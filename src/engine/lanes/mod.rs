//! The engine `lanes`: a batch of puzzles, one in each bit of 256-bit vectors.
//!
//! Other engines store a puzzle in vectors; this engine stores a vector for each candidate. 729 vectors
//! hold which of 256 puzzles may have a digit in a cell ([`layout`]). A rule of sudoku is then a
//! formula of and, or, xor on whole vectors, without shifts, masks or unused bits, and one *sweep*
//! ([`sweep`]) applies all rules to all puzzles:
//!
//! ```text
//!    puzzles      256 lanes        sweep until      settled      choose, lift        exchange
//!   ─────────► ┌───────────┐ ◄──────────────────┐  ─────────►  ┌───────────────┐  ─────────────┐
//!              │ 729 x 256 │ ────────────────────┘  lanes      │ 256 x 12 words│   frames      │
//!              └───────────┘      enough lanes are settled     └───────────────┘               │
//!                    ▲                                                                         │
//!                    └───────── lower: children, untried children, fresh puzzles ◄─────────────┘
//! ```
//!
//! A lane whose sweep changed nothing is solved or must branch. A lane with a contradiction is dead.
//! When enough lanes are settled, the engine computes the choices of all lanes at once ([`choice`]) and
//! transposes bit matrices ([`transpose`](super::simd::transpose)), so that a lane becomes a
//! frame of 12 words ([`frame`], [`frames`]). Each settled lane then gets another frame: the first
//! child of its node, with the second pushed on the lane's own stack; the top of that stack; or the
//! next puzzle ([`worker`]). Every puzzle thus has its own depth-first search and its own counters,
//! independent of the other lanes.
//!
//! A sweep costs the same for any number of busy lanes. When no puzzle is left to start, idle lanes
//! therefore visit nodes of other lanes' searches ([`sharing`]).
//!
//! The rules are those of Tom Dillon's solver tdoku ("Tdoku: a fast sudoku solver for single and
//! batch use", 2019: triads, configurations of bands), which applies them to one puzzle at a time.
//! One puzzle per bit is "bit slicing" (Biham, "A fast new DES implementation in software", 1997).
//!
//! All instruction sets share one source of the rules ([`vector`]).
#![expect(clippy::needless_range_loop, reason = "rules name lines, boxes and digits by number")]

mod block;
mod choice;
mod frame;
mod frames;
mod layout;
mod sharing;
mod state;
mod sweep;
mod vector;
mod worker;

pub use worker::Refill;

use super::simd;
use super::{Engine, Identity, Job, NamedEngine, StartError, Timing, UnsupportedGoal, Worker};
use std::sync::Arc;
use worker::LanesWorker;

/// The number of puzzles solved at once.
const LANES: usize = 256;

/// The engine `lanes`.
#[derive(Debug)]
pub struct Lanes {
    identity: Identity,
    refill: Refill,
}

impl Lanes {
    /// The engine with another time of refilling settled lanes, for tests and measurements.
    #[must_use]
    pub fn with_refill(refill: Refill) -> Self {
        Self { identity: Identity::whole(Self::NAME, Self::FORMULA), refill }
    }
}

impl NamedEngine for Lanes {
    const NAME: &'static str = "lanes";
    const FORMULA: &'static str = "a batch of puzzles, one per bit of a vector: singles of boxes, \
                                   configurations and full triads of bands and stacks; branches on \
                                   a triad of the band or stack with the fewest triads left";
    const SOURCE: &'static str = "bit-sliced, the rules after tdoku";

    fn build() -> Vec<Arc<dyn Engine>> {
        vec![Arc::new(Self::with_refill(Refill::BEST))]
    }
}

impl Engine for Lanes {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        Timing::PerBlock
    }

    fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError> {
        let (stop_at, isa) = (UnsupportedGoal::unless_counting(Self::NAME, job.goal)?, job.isa);
        #[cfg(target_arch = "x86_64")]
        {
            if isa.has_avx512() {
                return Ok(Box::new(LanesWorker::<simd::Avx512Vl>::new(isa, stop_at, self.refill)));
            }
            if isa.has_avx2() {
                return Ok(Box::new(LanesWorker::<simd::Avx2>::new(isa, stop_at, self.refill)));
            }
        }
        Ok(Box::new(LanesWorker::<simd::Portable<4>>::new(isa, stop_at, self.refill)))
    }
}
