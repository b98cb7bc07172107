//! The loop: sweep all lanes until enough of them are settled, then see to these.
//!
//! A lane is settled when it is dead, or when a sweep has changed nothing in it: then it is solved,
//! or it has to branch. A settled lane stays as it is through any number of further sweeps, so
//! what a puzzle's tree looks like depends on the puzzle alone, not on when its lane is seen to.
//!
//! Seeing to lanes costs as much as one or two sweeps, however few they are, and idle lanes cost
//! their share of every sweep: hence [`Refill`].

use super::LANES;
use super::choice::{Choice, Survey, choose};
use super::desk::Desk;
use super::frame::Frame;
use super::layout::Candidates;
use super::sweep::{Left, Verdict, sweep};
use super::vector::{Vector, Words};
use crate::engine::begun::{Begun, Finisher, Tally};
use crate::engine::bitboard::finisher;
use crate::engine::{Ended, Limits, Outcome, Worker};
use crate::goal::Found;
use crate::grid::{Digit, Puzzle};
use crate::isa::Isa;
use std::num::NonZeroU64;

/// When settled lanes are seen to. It changes times only: no answer and no counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refill {
    /// After every sweep that leaves a lane settled.
    EverySweep,
    /// Once settled lanes have idled through so many sweeps, in hundredths per lane at work, all
    /// together.
    AfterIdling(u32),
    /// When every lane is settled.
    AllSettled,
}

impl Refill {
    /// What is fastest on most corpora.
    pub const BEST: Self = Self::AfterIdling(100);

    /// Whether lanes are to be seen to, after so many lane-sweeps of idling since the last time.
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

/// After how many sweeps the worker looks whether its time is up. A sweep costs a microsecond or
/// two, ten without vectors.
const SWEEPS_PER_POLL: u32 = 4;

/// A puzzle and its outcome are fetched from memory when the one so many before it begins: seeing
/// to lanes is nothing but such reads and writes, and would wait for each.
const AHEAD: usize = 16;

/// So many puzzles are solved faster one after another.
const FEW: u32 = 48;

/// The puzzle in a lane, and what was counted of it.
#[derive(Clone, Debug, Default)]
struct Lane {
    /// Its place in the block.
    puzzle: usize,
    tally: Tally,
    solutions: u64,
    /// The second children that were not tried yet, the deepest last.
    stack: Vec<Frame>,
}

/// A worker whose vectors are V.
pub(super) struct LanesWorker<V> {
    isa: Isa,
    stop_at: NonZeroU64,
    refill: Refill,
    room: Box<Room<V>>,
    /// Finishes the last puzzles of a block.
    finisher: Box<dyn Finisher>,
}

/// All that the loop works on.
struct Room<V> {
    candidates: Candidates<V>,
    left: Left<V>,
    survey: Survey<V>,
    desk: Desk,
    lanes: [Lane; LANES],
    /// The lanes that hold a puzzle.
    occupied: Words,
}

impl<V: Vector> LanesWorker<V> {
    pub(super) fn new(isa: Isa, stop_at: NonZeroU64, refill: Refill) -> Self {
        let room = Room {
            candidates: Candidates::none(),
            left: [[[V::zero(); 3]; 3]; Digit::COUNT],
            survey: Survey::new(),
            desk: Desk::EMPTY,
            lanes: std::array::from_fn(|_| Lane::default()),
            occupied: Words::default(),
        };
        Self { isa, stop_at, refill, room: Box::new(room), finisher: finisher(stop_at, isa) }
    }
}

impl<V: Vector> Worker for LanesWorker<V> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let outcomes = &mut outcomes[..puzzles.len()];
        let Self { isa, stop_at, refill, room, finisher } = self;
        let node_limit = limits.nodes.map_or(u64::MAX, NonZeroU64::get);
        let mut block = Block { puzzles, outcomes, next: 0, stop_at: stop_at.get(), node_limit };
        V::run(
            *isa,
            #[inline(always)]
            || room.solve(&mut block, limits, *refill),
        );
        room.finish(&mut block, limits, &mut **finisher);
    }
}

/// The puzzles of a call, and what becomes of them.
struct Block<'a> {
    puzzles: &'a [Puzzle],
    outcomes: &'a mut [Outcome],
    /// The first puzzle that no lane has had yet.
    next: usize,
    stop_at: u64,
    node_limit: u64,
}

impl<'a> Block<'a> {
    /// Notes how the puzzle of a lane ended.
    #[inline(always)]
    fn end(&mut self, lane: &mut Lane, ended: Ended) {
        let Lane { puzzle, tally, solutions, .. } = *lane;
        let outcome = &mut self.outcomes[puzzle];
        outcome.ended = ended;
        outcome.found.solutions = solutions;
        outcome.counts = tally.counts(ended);
        lane.stack.clear();
    }

    /// The next puzzle, for a lane.
    #[inline(always)]
    fn next<V: Vector>(&mut self, lane: &mut Lane) -> Option<&'a Puzzle> {
        if let Some(puzzle) = self.puzzles.get(self.next + AHEAD) {
            V::prefetch(puzzle);
            V::prefetch(&self.outcomes[self.next + AHEAD]);
        }
        let puzzle = self.puzzles.get(self.next)?;
        lane.puzzle = self.next;
        (lane.tally, lane.solutions) = (Tally::default(), 0);
        self.outcomes[self.next].found = Found::default();
        self.next += 1;
        Some(puzzle)
    }

    /// Whether so few puzzles are left that sweeps of all lanes do not pay.
    #[inline(always)]
    fn is_ending(&self, occupied: u32) -> bool {
        self.next == self.puzzles.len() && occupied <= FEW
    }

    /// Whether the node limit forbids another branch.
    #[inline(always)]
    fn is_at_limit(&self, lane: &Lane) -> bool {
        // The root is a node, and so is every branch.
        lane.tally.branches + 1 >= self.node_limit
    }
}

impl<V: Vector> Room<V> {
    #[inline(always)]
    fn solve(&mut self, block: &mut Block<'_>, limits: &Limits<'_>, refill: Refill) {
        self.occupied = Words::default();
        for lane in 0..LANES {
            self.refill(lane, block);
        }
        if block.is_ending(size(self.occupied)) {
            return;
        }
        self.desk.lower(&mut self.candidates);
        let (mut idled, mut sweeps) = (0, 0);
        loop {
            let verdict = sweep(&mut self.candidates, &mut self.left);
            let at_work = verdict.alive.and(verdict.changed).words();
            let settled: Words = std::array::from_fn(
                #[inline(always)]
                |q| self.occupied[q] & !at_work[q],
            );
            idled += size(settled);
            if refill.is_due(size(settled), size(self.occupied), idled) {
                self.see_to(settled, &verdict, block);
                if block.is_ending(size(self.occupied)) {
                    return;
                }
                self.desk.lower(&mut self.candidates);
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

    /// Moves every settled lane on: to a child, back to an untried one, or to the next puzzle.
    #[inline(always)]
    fn see_to(&mut self, settled: Words, verdict: &Verdict<V>, block: &mut Block<'_>) {
        let Choice { is_open, branch } = choose(&self.candidates, &mut self.survey);
        let (alive, open) = (verdict.alive.words(), is_open.words());
        self.desk.lift(&self.candidates, &branch);
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
                self.lanes[64 * q + i].tally.fails += 1;
                self.go_back(64 * q + i, block);
            }
        }
    }

    /// Moves a lane to the first child of its node, and keeps the second for later.
    #[inline(always)]
    fn branch(&mut self, at: usize, block: &mut Block<'_>) {
        let lane = &mut self.lanes[at];
        if block.is_at_limit(lane) {
            return self.end(at, Ended::AtNodeLimit, block);
        }
        let parent = self.desk.frame(at);
        let branch = parent.branch();
        self.desk.take(at, branch);
        lane.stack.push(parent);
        if let Some(second) = lane.stack.last_mut() {
            second.bar(branch);
        }
        lane.tally.guesses += 1;
        lane.tally.branches += 1;
    }

    #[inline(always)]
    fn note_solution(&mut self, at: usize, block: &mut Block<'_>) {
        let lane = &mut self.lanes[at];
        lane.solutions += 1;
        if lane.solutions == 1 {
            let solution = self.desk.frame(at).solution::<V>();
            block.outcomes[lane.puzzle].found.solution = Some(solution);
        }
        if lane.solutions >= block.stop_at {
            self.end(at, Ended::AtGoal, block);
        } else {
            self.go_back(at, block);
        }
    }

    /// Moves a lane to the deepest child that was not tried yet.
    #[inline(always)]
    fn go_back(&mut self, at: usize, block: &mut Block<'_>) {
        let lane = &mut self.lanes[at];
        let Some(untried) = lane.stack.last() else {
            return self.end(at, Ended::Exhausted, block);
        };
        if block.is_at_limit(lane) {
            return self.end(at, Ended::AtNodeLimit, block);
        }
        self.desk.put(at, untried);
        lane.tally.branches += 1;
        let _ = lane.stack.pop();
    }

    /// Ends a lane's puzzle and gives it the next.
    #[inline(always)]
    fn end(&mut self, at: usize, ended: Ended, block: &mut Block<'_>) {
        block.end(&mut self.lanes[at], ended);
        self.refill(at, block);
    }

    /// Gives a lane the next puzzle; if there is none, the lane is out of work.
    #[inline(always)]
    fn refill(&mut self, at: usize, block: &mut Block<'_>) {
        let (word, bit) = (&mut self.occupied[at / 64], 1 << (at % 64));
        match block.next::<V>(&mut self.lanes[at]) {
            Some(puzzle) => {
                *word |= bit;
                self.desk.put(at, &Frame::of::<V>(puzzle));
            }
            // What it holds is swept, and never looked at.
            None => *word &= !bit,
        }
    }

    /// Finishes the puzzles in lanes one after another, whose frames are on the desk.
    fn finish(&mut self, block: &mut Block<'_>, limits: &Limits<'_>, finisher: &mut dyn Finisher) {
        for at in 0..LANES {
            if self.occupied[at / 64] >> (at % 64) & 1 == 1 {
                let lane = &mut self.lanes[at];
                let outcome = &mut block.outcomes[lane.puzzle];
                let untried = lane.stack.iter().map(Frame::places);
                let begun = Begun {
                    nodes: untried.chain([self.desk.frame(at).places()]).collect(),
                    found: Found { solutions: lane.solutions, ..outcome.found },
                    tally: lane.tally,
                };
                *outcome = finisher.finish(&begun, limits);
                lane.stack.clear();
            }
        }
    }

    /// Time is up: leaves every undecided puzzle censored.
    #[cold]
    fn stop(&mut self, block: &mut Block<'_>) {
        for (at, lane) in self.lanes.iter_mut().enumerate() {
            if self.occupied[at / 64] >> (at % 64) & 1 == 1 {
                block.end(lane, Ended::AtTimeLimit);
            }
        }
        self.occupied = Words::default();
        let lane = &mut self.lanes[0];
        while block.next::<V>(lane).is_some() {
            block.end(lane, Ended::AtTimeLimit);
        }
    }
}

/// Takes the lowest bit that is set out of a word.
#[inline(always)]
fn take_lowest(word: &mut u64) -> Option<usize> {
    if *word == 0 {
        return None;
    }
    let bit = word.trailing_zeros() as usize;
    *word &= *word - 1;
    Some(bit)
}

/// How many lanes are set.
#[inline(always)]
fn size(lanes: Words) -> u32 {
    lanes.iter().map(|word| word.count_ones()).sum()
}
