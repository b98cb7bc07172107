//! The engine `kernel`: configs that have a search made for them alone, by hand. The same tree as
//! that of the engine `search`, node by node, and so the same counters.
//!
//! A kernel shows what a config can reach; its times compare with nothing but other kernels.

mod first_fail;

use super::{
    Engine, Identity, Limits, NamedEngine, Outcome, Settings, Timing, UnsupportedGoal, Worker,
};
use crate::goal::Goal;
use crate::grid::Puzzle;
use crate::isa::Isa;
use first_fail::{Lane, Next, Stack};
use std::num::NonZeroU64;
use std::sync::Arc;

/// The engine `kernel` for `first_fail:lowest/indomain_min/none`.
#[derive(Debug)]
pub struct Kernel {
    identity: Identity,
    lanes: usize,
}

impl Kernel {
    /// The kernel that searches so many puzzles in turn, a node of each at a time
    /// (`benches/kernel.rs` compares their number).
    ///
    /// # Panics
    /// If there is no lane.
    #[must_use]
    pub fn with_lanes(lanes: usize) -> Self {
        assert!(lanes > 0, "a search needs a lane");
        let text = |text: &str| text.to_owned();
        let identity = Identity {
            config: text("first_fail:lowest/indomain_min/none"),
            engine: text(Self::NAME),
            var_order: text("first_fail"),
            tie_break: text("lowest"),
            val_order: text("indomain_min"),
            pruning: text("none"),
            formula: text(Self::FORMULA),
        };
        Self { identity, lanes }
    }

    /// How many puzzles are searched in turn: a node waits for the one before it, and the core
    /// fills the time with nodes of the others.
    pub const LANES: usize = 4;
}

impl NamedEngine for Kernel {
    const NAME: &'static str = "kernel";
    const FORMULA: &'static str = "first_fail:lowest/indomain_min/none on 81 words of struck \
                                   digits in vectors, four puzzles in turn";
    const SOURCE: &'static str = "the searches of the AcWing 166 and POJ 3074 solvers";
    /// Its times would stand beside those of the same config in the loop.
    const IS_DEFAULT: bool = false;

    fn build(_: &Settings) -> Vec<Arc<dyn Engine>> {
        vec![Arc::new(Self::with_lanes(Self::LANES))]
    }
}

impl Engine for Kernel {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        if self.lanes == 1 { Timing::PerPuzzle } else { Timing::PerBlock }
    }

    fn worker(&self, goal: Goal, isa: Isa) -> Result<Box<dyn Worker>, UnsupportedGoal> {
        let stop_at = UnsupportedGoal::unless_counting(Self::NAME, goal)?;
        let stacks = vec![Stack::EMPTY; self.lanes];
        Ok(Box::new(KernelWorker { stacks, stop_at, isa }))
    }
}

struct KernelWorker {
    /// One for each puzzle that is searched at the same time.
    stacks: Vec<Stack>,
    stop_at: NonZeroU64,
    isa: Isa,
}

impl Worker for KernelWorker {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let Self { stacks, stop_at, isa } = self;
        let lanes = stacks.iter_mut().map(|stack| Lane::new(stack, *stop_at, limits));
        let mut lanes: Vec<Lane<'_>> = lanes.collect();
        isa.run(
            #[inline(always)]
            || solve_in_turn(&mut lanes, puzzles, &mut outcomes[..puzzles.len()]),
        );
    }
}

/// Takes a step in each lane in turn; a lane whose puzzle is done begins the next.
#[inline(always)]
fn solve_in_turn(lanes: &mut [Lane<'_>], puzzles: &[Puzzle], outcomes: &mut [Outcome]) {
    let mut fresh = puzzles.iter().enumerate();
    let mut begin = |lane: &mut Lane<'_>| {
        fresh.next().map(|(index, puzzle)| lane.begin(index, puzzle)).is_some()
    };
    let mut busy = 0;
    while busy < lanes.len() && begin(&mut lanes[busy]) {
        busy += 1;
    }
    while busy > 0 {
        let mut at = 0;
        while at < busy {
            let lane = &mut lanes[at];
            let next = lane.step();
            if next != Next::Node
                && let Some((index, outcome)) = lane.attend(next)
            {
                outcomes[index] = outcome;
                if !begin(lane) {
                    busy -= 1;
                    lanes.swap(at, busy);
                    continue;
                }
            }
            at += 1;
        }
    }
}
