//! The engine `bitboard`: one puzzle at a time, all its candidates in three vectors.
//!
//! ```text
//!             digits 1, 4, 7           2, 5, 8           3, 6, 9
//!   boxes   ┌─────────────────┐   ┌─────────────────┐   ┌─────────────────┐
//!   0 .. 8  │ 27 x (9 of 16)  │   │ 27 x (9 of 16)  │   │ 27 x (9 of 16)  │     cells by digit and box
//!           └─────────────────┘   └─────────────────┘   └─────────────────┘
//! ```
//!
//! A *sweep* ([`sweep`]) applies every rule to the whole puzzle, in some hundred instructions without a
//! branch. It has no queue and does not track changes by position. Sweeps follow each
//! other until one changes nothing. The puzzle is then solved or branches ([`choice`]), depth first, with
//! the second child on a stack ([`worker`]).
//!
//! With AVX-512 ([`avx512`]) the function of a rule on a box, or on the three boxes of a band or stack, is
//! looked up in tables of 64 bytes in registers, for all boxes at once. Otherwise ([`wide`]) it
//! is computed in words of four boxes. [`boxes`] defines the operations of a vector and draws its
//! layout.
//!
//! The rules are those of tdoku (T. Dillon, "Tdoku: a fast sudoku solver for single and batch use",
//! 2019), without one half of its triad rule. tdoku updates one band at a time; this engine updates all
//! six chutes at once.
#![expect(clippy::needless_range_loop, reason = "fields and vectors are named by number")]

#[cfg(target_arch = "x86_64")]
mod avx512;
mod boxes;
mod choice;
mod grid;
mod rows;
mod sweep;
mod wide;
mod worker;

use super::simd;
use super::{Engine, Identity, Job, NamedEngine, StartError, Timing, UnsupportedGoal, Worker};
use std::sync::Arc;
use wide::Wide;
use worker::BitboardWorker;

/// The engine `bitboard`.
#[derive(Debug)]
pub struct Bitboard {
    identity: Identity,
}

impl Bitboard {
    /// The engine.
    #[must_use]
    pub fn new() -> Self {
        Self { identity: Identity::whole(Self::NAME, Self::FORMULA) }
    }
}

impl Default for Bitboard {
    fn default() -> Self {
        Self::new()
    }
}

impl NamedEngine for Bitboard {
    const NAME: &'static str = "bitboard";
    const FORMULA: &'static str = "one puzzle in three vectors: singles of boxes, configurations \
                                   and full triads of bands and stacks; branches on a triad of the \
                                   band or stack with the fewest triads left";
    const SOURCE: &'static str = "the rules after tdoku, on all bands and stacks at once";

    fn build() -> Vec<Arc<dyn Engine>> {
        vec![Arc::new(Self::new())]
    }
}

impl Engine for Bitboard {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        Timing::PerPuzzle
    }

    fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError> {
        let (stop_at, isa) = (UnsupportedGoal::unless_counting(Self::NAME, job.goal)?, job.isa);
        #[cfg(target_arch = "x86_64")]
        {
            if isa.has_avx512() {
                return Ok(Box::new(BitboardWorker::<simd::Avx512>::new(isa, stop_at)));
            }
            if isa.has_avx2() {
                return Ok(Box::new(BitboardWorker::<Wide<simd::Avx2>>::new(isa, stop_at)));
            }
        }
        Ok(Box::new(BitboardWorker::<Wide<simd::Portable<3>>>::new(isa, stop_at)))
    }
}
