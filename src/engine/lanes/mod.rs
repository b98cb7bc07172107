//! The engine `lanes`: the fastest on a batch of puzzles, one in each bit of 256-bit vectors
//! ([`batch`](super::batch)).
//!
//! Its rules are those of Tom Dillon's solver tdoku ("Tdoku: a fast sudoku solver for single and
//! batch use", 2019: triads, configurations of bands), which applies them to one puzzle at a time:
//! [`chutes`](super::batch::chutes) with the first of the triad rules. A node has two children
//! ([`branch`]) or none.

mod branch;
mod choice;

use super::batch::chutes::{ChuteSweep, TriadRules};
use super::batch::frame::Frame;
use super::batch::frames::Frames;
use super::batch::layout::Candidates;
use super::batch::rules::{self, Choice, Verdict};
use super::batch::vector::Vector;
use super::batch::{BatchWorker, Refill, Rules};
use super::binary_tally::BinaryTally;
use super::simd;
use super::{
    Ended, Engine, Identity, Job, NamedEngine, StartError, Timing, UnsupportedGoal, Worker,
};
use crate::counters::Counts;
use crate::isa::Isa;
use branch::Branch;
use choice::{Survey, choose};
use std::num::NonZeroU64;
use std::sync::Arc;

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
                return Ok(worker::<simd::Avx512Vl>(isa, stop_at, self.refill));
            }
            if isa.has_avx2() {
                return Ok(worker::<simd::Avx2>(isa, stop_at, self.refill));
            }
        }
        Ok(worker::<simd::Portable<4>>(isa, stop_at, self.refill))
    }
}

fn worker<V: Vector>(isa: Isa, stop_at: NonZeroU64, refill: Refill) -> Box<dyn Worker> {
    Box::new(BatchWorker::<V, _>::new(isa, stop_at, refill, LanesRules::<V>::new()))
}

/// The rules of the engine.
struct LanesRules<V> {
    sweep: ChuteSweep<V>,
    survey: Survey<V>,
}

impl<V: Vector> LanesRules<V> {
    fn new() -> Self {
        Self { sweep: ChuteSweep::new(), survey: Survey::new() }
    }
}

/// Three digits fill a triad.
struct Fill;

impl TriadRules for Fill {
    const FILL: bool = true;
    const CLOSE: bool = false;
}

impl<V: Vector> Rules<V> for LanesRules<V> {
    /// The second child.
    type Open = Frame;
    type Tally = BinaryTally;

    #[inline(always)]
    fn sweep(&mut self, candidates: &mut Candidates<V>) -> Verdict<V> {
        self.sweep.sweep::<Fill>(candidates)
    }

    #[inline(always)]
    fn choose(&mut self, candidates: &Candidates<V>) -> Choice<V> {
        choose(candidates, &mut self.survey)
    }

    #[inline(always)]
    fn branch(&mut self, lane: usize, frames: &mut Frames, tally: &mut BinaryTally) -> Frame {
        let mut second = frames.frame(lane);
        let branch = Branch::of(&second);
        for (word, struck) in branch.struck_by_taking() {
            frames.strike(lane, word, struck);
        }
        branch.bar(&mut second);
        tally.guesses += 1;
        tally.branches += 1;
        second
    }

    #[inline(always)]
    fn take_next(
        &mut self,
        lane: usize,
        second: &mut Frame,
        frames: &mut Frames,
        tally: &mut BinaryTally,
    ) -> bool {
        frames.put(lane, second);
        tally.branches += 1;
        true
    }
}

impl rules::Tally for BinaryTally {
    #[inline(always)]
    fn branches(&self) -> u64 {
        self.branches
    }

    #[inline(always)]
    fn failed(&mut self) {
        self.fails += 1;
    }

    #[inline(always)]
    fn add(&mut self, part: &Self) {
        self.branches += part.branches;
        self.guesses += part.guesses;
        self.fails += part.fails;
    }

    #[inline(always)]
    fn counts(&self, ended: Ended) -> Counts {
        Self::counts(*self, ended)
    }
}
