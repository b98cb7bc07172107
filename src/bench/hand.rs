//! One thread of the crew: its workers, and how it solves a block under the clock.
//!
//! Where a worker happens to lie in memory may cost it up to one percent (T. Mytkowicz and others,
//! Producing Wrong Data Without Doing Anything Obviously Wrong!, ASPLOS 2009). So a thread has
//! several of each contestant, which take turns, block by block.

use super::clock::Deadline;
use super::contestant::Contestant;
use super::panics::caught;
use crate::counters::RuleCost;
use crate::engine::{Interrupt, Limits, Outcome, Timing, UnsupportedGoal, Worker};
use crate::goal::Goal;
use crate::grid::Puzzle;
use crate::isa::Isa;
use std::cell::Cell;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// What every call of an engine is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) goal: Goal,
    pub(super) isa: Isa,
    pub(super) node_limit: Option<NonZeroU64>,
    pub(super) time_limit: Option<Duration>,
}

/// How many workers of a contestant take turns where they are timed.
pub(super) const PLACES: usize = 8;

/// How many nodes a puzzle may take that is solved off the clock.
const WARM_NODES: NonZeroU64 = NonZeroU64::new(200).unwrap();

/// A thread's workers, by contestant, and what they answered for the last block.
pub(super) struct Hand<'a> {
    contestants: &'a [Contestant],
    terms: Terms,
    /// By contestant; the first of several is the one whose turn it is.
    workers: Vec<Vec<Box<dyn Worker>>>,
    /// By puzzle.
    pub(super) outcomes: Vec<Outcome>,
    /// By puzzle, in nanoseconds; empty if only the block was timed.
    pub(super) times: Vec<u64>,
    /// Puzzles at which the engine panicked, ascending, and what it said.
    pub(super) panics: Vec<(usize, String)>,
}

impl<'a> Hand<'a> {
    /// A hand with so many workers of each contestant; of an engine that solves many puzzles at once
    /// with one.
    ///
    /// # Errors
    /// [`UnsupportedGoal`] if a contestant cannot pursue the goal.
    pub(super) fn new(
        contestants: &'a [Contestant],
        terms: Terms,
        places: usize,
    ) -> Result<Self, UnsupportedGoal> {
        let workers = |contestant: &Contestant| {
            let count = match contestant.engine.timing() {
                Timing::PerPuzzle => places,
                Timing::PerBlock => 1,
            };
            (0..count).map(|_| contestant.engine.worker(terms.goal, terms.isa)).collect()
        };
        Ok(Self {
            contestants,
            terms,
            workers: contestants.iter().map(workers).collect::<Result<_, _>>()?,
            outcomes: Vec::new(),
            times: Vec::new(),
            panics: Vec::new(),
        })
    }

    /// Solves a block, and returns how long it took. With `each`, the clock is read between
    /// puzzles, and their times are kept.
    pub(super) fn solve(&mut self, contestant: usize, block: &[Puzzle], each: bool) -> Duration {
        self.workers[contestant].rotate_left(1);
        self.times.clear();
        self.panics.clear();
        if self.outcomes.len() < block.len() {
            self.outcomes.resize(block.len(), Outcome::NONE);
        }
        match self.contestants[contestant].engine.timing() {
            // A time limit is the puzzle's own: its clock starts with it.
            Timing::PerPuzzle if each || self.terms.time_limit.is_some() => {
                let elapsed = self.solve_each(contestant, block);
                if !each {
                    self.times.clear();
                }
                elapsed
            }
            _ => self.solve_whole(contestant, block),
        }
    }

    /// Lets the worker whose turn comes solve the last puzzle of a block, off the clock and not for
    /// long: then the first puzzle finds in the cache what all others find there.
    pub(super) fn warm_up(&mut self, contestant: usize, block: &[Puzzle]) {
        let [_, .., last] = block else { return };
        if self.contestants[contestant].engine.timing() == Timing::PerBlock {
            return;
        }
        let nodes = self.terms.node_limit.map_or(WARM_NODES, |limit| limit.min(WARM_NODES));
        let limits = Limits { nodes: Some(nodes), interrupt: None };
        let mut outcome = [Outcome::NONE];
        let workers = &mut self.workers[contestant];
        let next = 1 % workers.len();
        let worker = &mut workers[next];
        if caught(|| worker.solve(std::slice::from_ref(last), &limits, &mut outcome)).is_err() {
            self.renew(contestant, next);
        }
    }

    /// Solves puzzle by puzzle, with one reading of the clock between two.
    fn solve_each(&mut self, contestant: usize, block: &[Puzzle]) -> Duration {
        let terms = self.terms;
        let (mut total, mut done) = (Duration::ZERO, 0);
        while done < block.len() {
            let Self { workers, outcomes, times, .. } = self;
            let worker = &mut workers[contestant][0];
            let solved = Cell::new(done);
            let start = Instant::now();
            let mut before = start;
            let result = caught(|| {
                for (puzzle, outcome) in block[done..].iter().zip(&mut outcomes[done..]) {
                    let deadline = terms.time_limit.map(|limit| Deadline::after(before, limit));
                    let limits = terms.limits(deadline.as_ref());
                    let puzzle = std::slice::from_ref(puzzle);
                    worker.solve(puzzle, &limits, std::slice::from_mut(outcome));
                    let now = Instant::now();
                    times.push((now - before).as_nanos() as u64);
                    before = now;
                    solved.set(solved.get() + 1);
                }
            });
            total += before - start;
            done = solved.get();
            if let Err(panic) = result {
                self.times.push(0);
                self.note_panic(contestant, done, panic);
                done += 1;
            }
        }
        total
    }

    /// Solves all puzzles in one call; the time limit is that of all of them.
    fn solve_whole(&mut self, contestant: usize, block: &[Puzzle]) -> Duration {
        let terms = self.terms;
        let count = block.len().try_into().unwrap_or(u32::MAX);
        let start = Instant::now();
        let deadline =
            terms.time_limit.map(|limit| Deadline::after(start, limit.saturating_mul(count)));
        let limits = terms.limits(deadline.as_ref());
        let Self { workers, outcomes, .. } = self;
        let result = caught(|| workers[contestant][0].solve(block, &limits, outcomes));
        let elapsed = start.elapsed();
        if let Err(panic) = result {
            if block.len() == 1 {
                self.note_panic(contestant, 0, panic);
            } else {
                // One by one, to tell the puzzle at which it panics from the others.
                self.renew(contestant, 0);
                let _ = self.solve_each(contestant, block);
                self.times.clear();
            }
        }
        elapsed
    }

    /// What each pruning rule of a contestant cost since the last time this was asked.
    pub(super) fn take_rule_costs(&mut self, contestant: usize) -> Vec<RuleCost> {
        self.workers[contestant][0].take_rule_costs()
    }

    fn note_panic(&mut self, contestant: usize, at: usize, panic: String) {
        self.panics.push((at, panic));
        self.renew(contestant, 0);
    }

    /// Replaces a worker that may have been left in any state.
    fn renew(&mut self, contestant: usize, place: usize) {
        let engine = &self.contestants[contestant].engine;
        if let Ok(worker) = engine.worker(self.terms.goal, self.terms.isa) {
            self.workers[contestant][place] = worker;
        }
    }
}

impl Terms {
    pub(super) fn limits<'l>(&self, deadline: Option<&'l Deadline>) -> Limits<'l> {
        let interrupt = deadline.map(|deadline| deadline as &dyn Interrupt);
        Limits { nodes: self.node_limit, interrupt }
    }
}
