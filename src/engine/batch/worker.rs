//! The loop: sweep all lanes until enough of them are settled, then refill the settled lanes.
//!
//! A lane is settled when it is dead, or when a sweep has changed nothing in it. It is then solved,
//! or it must branch. Further sweeps do not change a settled lane, so
//! the tree of a puzzle depends only on the puzzle, not on the time of refilling.
//!
//! Refilling costs as much as one or two sweeps for any number of lanes, and idle lanes cost
//! their share of every sweep. [`Refill`] balances the two.

use super::LANES;
use super::block::Block;
use super::rules::{Choice, Rules, Tally as _, Verdict};
use super::state::BatchState;
use super::vector::{Vector, Words};
use crate::engine::{Ended, Limits, Outcome, Worker};
use crate::grid::Puzzle;
use crate::isa::Isa;
use std::num::NonZeroU64;

/// When settled lanes are refilled. It changes only times, no answers and no counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refill {
    /// After every sweep that leaves a lane settled.
    EverySweep,
    /// After settled lanes have idled through this number of lane-sweeps in total, in hundredths per
    /// busy lane.
    AfterIdling(u32),
    /// When every lane is settled.
    AllSettled,
}

impl Refill {
    /// The fastest setting on most corpora.
    pub const BEST: Self = Self::AfterIdling(100);

    /// Whether to refill lanes after this number of idle lane-sweeps since the last refill.
    #[inline(always)]
    fn is_due(self, settled: u32, occupied: u32, idled: u32) -> bool {
        match self {
            Self::EverySweep => settled > 0,
            Self::AfterIdling(hundredths) => {
                settled == occupied || 100 * idled >= hundredths * occupied
            }
            Self::AllSettled => settled == occupied,
        }
    }
}

/// The number of sweeps between two checks of the time limit. A sweep costs a microsecond or
/// two, ten without vectors.
const SWEEPS_PER_POLL: u32 = 4;

/// A worker with vectors of type V.
pub(in crate::engine) struct BatchWorker<V: Vector, R: Rules<V>> {
    isa: Isa,
    stop_at: NonZeroU64,
    refill: Refill,
    state: Box<BatchState<V, R>>,
}

impl<V: Vector, R: Rules<V>> BatchWorker<V, R> {
    pub(in crate::engine) fn new(isa: Isa, stop_at: NonZeroU64, refill: Refill, rules: R) -> Self {
        Self { isa, stop_at, refill, state: Box::new(BatchState::new(rules)) }
    }
}

impl<V: Vector, R: Rules<V>> Worker for BatchWorker<V, R> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let outcomes = &mut outcomes[..puzzles.len()];
        let Self { isa, stop_at, refill, state } = self;
        let node_limit = limits.nodes.map_or(u64::MAX, NonZeroU64::get);
        let mut block = Block::new(puzzles, outcomes, stop_at.get(), node_limit);
        V::run(
            *isa,
            #[inline(always)]
            || state.solve(&mut block, limits, *refill),
        );
    }
}

impl<V: Vector, R: Rules<V>> BatchState<V, R> {
    #[inline(always)]
    fn solve(&mut self, block: &mut Block<'_>, limits: &Limits<'_>, refill: Refill) {
        self.occupied = Words::default();
        for lane in 0..LANES {
            self.refill(lane, block);
        }
        self.frames.lower(&mut self.candidates);
        self.rules.exchanged([u64::MAX; LANES / 64]);
        let (mut idled, mut sweeps) = (0, 0);
        while self.occupied != Words::default() {
            let verdict = self.rules.sweep(&mut self.candidates);
            let at_work = verdict.alive.and(verdict.changed).words();
            let settled: Words = std::array::from_fn(
                #[inline(always)]
                |q| self.occupied[q] & !at_work[q],
            );
            idled += size(settled);
            if refill.is_due(size(settled), size(self.occupied), idled) {
                let idle = self.occupied.map(|lanes| !lanes);
                self.see_to(settled, &verdict, block);
                if block.is_shareable() && self.rules.is_shareable() {
                    self.share(block);
                }
                self.frames.lower(&mut self.candidates);
                self.rules.exchanged(std::array::from_fn(
                    #[inline(always)]
                    |q| settled[q] | idle[q],
                ));
                idled = 0;
            }
            sweeps += 1;
            if sweeps % SWEEPS_PER_POLL == 0
                && limits.interrupt.is_some_and(|interrupt| interrupt.is_due())
            {
                return self.stop(block);
            }
        }
    }

    /// Moves every settled lane to a child, to an untried child further up, or to the next puzzle.
    #[inline(always)]
    fn see_to(&mut self, settled: Words, verdict: &Verdict<V>, block: &mut Block<'_>) {
        let Choice { is_open, number } = self.rules.choose(&self.candidates);
        let (alive, open) = (verdict.alive.words(), is_open.words());
        self.frames.lift(&self.candidates, &number);
        for q in 0..settled.len() {
            let mut branching = settled[q] & alive[q] & open[q];
            while let Some(i) = take_lowest(&mut branching) {
                self.branch(64 * q + i, block);
            }
            let mut solved = settled[q] & alive[q] & !open[q];
            while let Some(i) = take_lowest(&mut solved) {
                self.note_solution(64 * q + i, block);
            }
            let mut dead = settled[q] & !alive[q];
            while let Some(i) = take_lowest(&mut dead) {
                self.lanes[64 * q + i].search.tally.failed();
                self.go_back(64 * q + i, block);
            }
        }
    }

    /// Moves a lane to the first child of its node, and keeps the others for later.
    #[inline(always)]
    fn branch(&mut self, at: usize, block: &mut Block<'_>) {
        let lane = &mut self.lanes[at];
        lane.search.tally.chose();
        if block.is_at_limit(&lane.search) {
            return self.end(at, Ended::AtNodeLimit, block);
        }
        lane.stack.push(self.rules.branch(at, &mut self.frames, &mut lane.search.tally));
    }

    #[inline(always)]
    fn note_solution(&mut self, at: usize, block: &mut Block<'_>) {
        let search = &mut self.lanes[at].search;
        search.solutions += 1;
        if search.solutions == 1 {
            let solution = self.frames.frame(at).solution::<V>();
            block.found(search).solution = Some(solution);
        }
        if block.is_at_goal(search) {
            self.end(at, Ended::AtGoal, block);
        } else {
            self.go_back(at, block);
        }
    }

    /// Moves a lane to the deepest untried child.
    #[inline(always)]
    fn go_back(&mut self, at: usize, block: &mut Block<'_>) {
        let lane = &mut self.lanes[at];
        let Some(open) = lane.stack.last_mut() else {
            return self.end(at, Ended::Exhausted, block);
        };
        if block.is_at_limit(&lane.search) {
            return self.end(at, Ended::AtNodeLimit, block);
        }
        if self.rules.take_next(at, open, &mut self.frames, &mut lane.search.tally) {
            let _ = lane.stack.pop();
        }
    }

    /// Ends a lane's search and gives it the next puzzle.
    #[inline(always)]
    fn end(&mut self, at: usize, ended: Ended, block: &mut Block<'_>) {
        let lane = &mut self.lanes[at];
        lane.stack.clear();
        if lane.is_shared {
            return self.end_part(at, ended, block);
        }
        block.end(&lane.search, ended);
        self.refill(at, block);
    }

    /// Gives a lane the next puzzle; without one, the lane becomes idle.
    #[inline(always)]
    fn refill(&mut self, at: usize, block: &mut Block<'_>) {
        self.lanes[at].is_whole = false;
        match block.begin::<V>(&mut self.lanes[at].search) {
            Some(puzzle) => self.begin(at, puzzle),
            None => self.leave(at),
        }
    }

    /// Censors every undecided puzzle when time is up.
    #[cold]
    fn stop(&mut self, block: &mut Block<'_>) {
        for at in 0..LANES {
            if self.is_occupied(at) {
                let search = self.known(at);
                block.end(&search, Ended::AtTimeLimit);
                self.lanes[at].stack.clear();
                self.lanes[at].is_shared = false;
            }
        }
        self.occupied = Words::default();
        let search = &mut self.lanes[0].search;
        while block.begin::<V>(search).is_some() {
            block.end(search, Ended::AtTimeLimit);
        }
    }
}

/// Removes and returns the lowest set bit of a word.
#[inline(always)]
fn take_lowest(word: &mut u64) -> Option<usize> {
    if *word == 0 {
        return None;
    }
    let bit = word.trailing_zeros() as usize;
    *word &= *word - 1;
    Some(bit)
}

/// The number of set lanes.
#[inline(always)]
fn size(lanes: Words) -> u32 {
    lanes.iter().map(|word| word.count_ones()).sum()
}
