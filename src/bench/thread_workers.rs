//! The workers of one thread, and how a block is solved under the clock.
//!
//! A worker's memory address alone changes its time by up to 1 % (T. Mytkowicz and others,
//! Producing Wrong Data Without Doing Anything Obviously Wrong!, ASPLOS 2009). So a thread has
//! several workers of each contestant, which take turns, block by block.

use super::clock::Deadline;
use super::contestant::Contestant;
use super::panics::caught;
use crate::counters::RuleCost;
use crate::engine::{Ended, Job, Limits, Outcome, StartError, Timing, Worker};
use crate::grid::Puzzle;
use std::cell::Cell;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// How many workers of a contestant take turns where they are timed.
pub(super) const PLACES: usize = 8;

/// The most nodes of a puzzle that is solved off the clock.
const WARM_NODES: NonZeroU64 = NonZeroU64::new(200).unwrap();

/// A thread's workers, by contestant, and their answers to the last block.
pub(super) struct ThreadWorkers<'a> {
    contestants: &'a [Contestant],
    job: Job,
    /// By contestant; the first of several is the one whose turn it is. A hidden copy is the last.
    workers: Vec<Vec<Box<dyn Worker>>>,
    /// When all searches end, because the budget is spent.
    pub(super) end: Deadline,
    /// The contestant of which there is a hidden copy.
    copied: Option<usize>,
    /// By contestant: how many blocks its workers have solved.
    turns: Vec<usize>,
    /// By puzzle; there may be more, left from a longer block.
    outcomes: Vec<Outcome>,
    /// By puzzle, in nanoseconds; empty if only the block was timed.
    pub(super) times: Vec<u64>,
    /// The puzzles on which the worker failed or panicked, ascending, and why.
    pub(super) failures: Vec<(usize, String)>,
}

impl<'a> ThreadWorkers<'a> {
    /// Starts the workers of each contestant: `places` of them, but one if the engine solves many
    /// puzzles at once or outside this process. If the job has a clock, contestants without rules
    /// have no worker.
    ///
    /// # Errors
    /// [`StartError`] of the first worker that cannot be started; those started before are stopped.
    pub(super) fn start(
        contestants: &'a [Contestant],
        job: Job,
        places: usize,
    ) -> Result<Self, StartError> {
        let mut started = Self {
            contestants,
            job,
            workers: Vec::with_capacity(contestants.len()),
            end: Deadline::NEVER,
            copied: None,
            turns: vec![0; contestants.len()],
            outcomes: Vec::new(),
            times: Vec::new(),
            failures: Vec::new(),
        };
        for contestant in contestants {
            let engine = &contestant.engine;
            let count = match engine.timing() {
                _ if job.clock.is_some() && !engine.has_rules() => 0,
                Timing::PerPuzzle if !engine.is_external() => places,
                _ => 1,
            };
            started.workers.push(Vec::with_capacity(count));
            for _ in 0..count {
                let worker = engine.start(&job)?;
                started.workers.last_mut().expect("pushed above").push(worker);
            }
        }
        Ok(started)
    }

    /// Starts the workers of a hidden copy of a contestant. It is the contestant behind the last.
    ///
    /// # Errors
    /// [`StartError`] of the first worker that cannot be started.
    pub(super) fn start_copy(&mut self, of: usize) -> Result<(), StartError> {
        let engine = &self.contestants[of].engine;
        let workers = (0..self.workers[of].len()).map(|_| engine.start(&self.job));
        self.workers.push(workers.collect::<Result<_, _>>()?);
        self.copied = Some(of);
        self.turns.push(0);
        Ok(())
    }

    /// The contestant of a number; the number behind the last is that of the hidden copy.
    fn contestant(&self, number: usize) -> &'a Contestant {
        let original = || self.copied.expect("a number behind the last is that of a copy");
        self.contestants.get(number).unwrap_or_else(|| &self.contestants[original()])
    }

    /// The number of the worker that solved the contestant's last block, from 0.
    pub(super) fn place(&self, contestant: usize) -> usize {
        self.turns[contestant] % self.workers[contestant].len()
    }

    /// The outcomes of the last block, which had this number of puzzles.
    pub(super) fn outcomes(&self, puzzles: usize) -> &[Outcome] {
        &self.outcomes[..puzzles]
    }

    /// Solves a block, and returns how long it took. With `each`, the clock is read between
    /// puzzles, and their times are kept.
    pub(super) fn solve(&mut self, contestant: usize, block: &[Puzzle], each: bool) -> Duration {
        self.workers[contestant].rotate_left(1);
        self.turns[contestant] += 1;
        self.times.clear();
        self.failures.clear();
        if self.outcomes.len() < block.len() {
            self.outcomes.resize(block.len(), Outcome::NOT_RUN);
        }
        let elapsed = match self.contestant(contestant).engine.timing() {
            // A time limit is the puzzle's own: its clock starts with it.
            Timing::PerPuzzle if each || self.job.time_limit.is_some() => {
                let elapsed = self.solve_each(contestant, block);
                if !each {
                    self.times.clear();
                }
                elapsed
            }
            _ => self.solve_whole(contestant, block),
        };
        self.take_failures(contestant, block.len());
        elapsed
    }

    /// Lets the worker whose turn comes next solve the last puzzle of a block, off the clock and
    /// within [`WARM_NODES`]: then the first puzzle finds the caches as all others do.
    pub(super) fn warm_up(&mut self, contestant: usize, block: &[Puzzle]) {
        let [_, .., last] = block else { return };
        let engine = &self.contestant(contestant).engine;
        if engine.timing() == Timing::PerBlock || engine.is_external() {
            return;
        }
        let nodes = self.job.node_limit.map_or(WARM_NODES, |limit| limit.min(WARM_NODES));
        let limits = Limits { nodes: Some(nodes), interrupt: None };
        let mut outcome = [Outcome::NOT_RUN];
        let workers = &mut self.workers[contestant];
        let next = 1 % workers.len();
        let worker = &mut workers[next];
        let solve = || {
            worker.solve(std::slice::from_ref(last), &limits, &mut outcome);
            // The reasons are those of puzzles off the clock.
            drop(worker.take_failures());
        };
        if caught(solve).is_err() {
            self.restart(contestant, next);
        }
    }

    /// Solves puzzle by puzzle, with one reading of the clock between two.
    fn solve_each(&mut self, contestant: usize, block: &[Puzzle]) -> Duration {
        let (job, end) = (self.job, self.end);
        let (mut total, mut done) = (Duration::ZERO, 0);
        Outcome::reset_all(&mut self.outcomes[..block.len()]);
        while done < block.len() {
            let Self { workers, outcomes, times, .. } = self;
            let worker = &mut workers[contestant][0];
            let solved = Cell::new(done);
            let start = Instant::now();
            let mut before = start;
            let result = caught(|| {
                for (puzzle, outcome) in block[done..].iter().zip(&mut outcomes[done..]) {
                    let own = job.time_limit.map(|limit| Deadline::after(before, limit));
                    let deadline = end.or(own);
                    let limits = job.limits(deadline.as_interrupt());
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
        let (job, end) = (self.job, self.end);
        let count = block.len().try_into().unwrap_or(u32::MAX);
        let Self { workers, outcomes, .. } = self;
        let outcomes = &mut outcomes[..block.len()];
        Outcome::reset_all(outcomes);
        let start = Instant::now();
        let own = job.time_limit.map(|limit| Deadline::after(start, limit.saturating_mul(count)));
        let deadline = end.or(own);
        let limits = job.limits(deadline.as_interrupt());
        let result = caught(|| workers[contestant][0].solve(block, &limits, outcomes));
        let elapsed = start.elapsed();
        if let Err(panic) = result {
            if block.len() == 1 {
                self.note_panic(contestant, 0, panic);
            } else {
                // One by one, to separate the puzzle at which it panics from the others.
                self.restart(contestant, 0);
                let _ = self.solve_each(contestant, block);
                self.times.clear();
            }
        }
        elapsed
    }

    /// Takes the cost of each pruning rule of a contestant since the last call.
    pub(super) fn take_rule_costs(&mut self, contestant: usize) -> Vec<RuleCost> {
        self.workers[contestant][0].take_rule_costs()
    }

    /// Takes the worker's reasons for the puzzles of the last block on which it failed.
    fn take_failures(&mut self, contestant: usize, puzzles: usize) {
        let Self { outcomes, failures, .. } = self;
        let is_known = |at: usize| failures.binary_search_by_key(&at, |&(at, _)| at).is_ok();
        let failed = (0..puzzles).filter(|&at| outcomes[at].ended == Ended::Failed);
        let failed: Vec<usize> = failed.filter(|&at| !is_known(at)).collect();
        if failed.is_empty() {
            return;
        }
        let worker = &mut self.workers[contestant][0];
        let mut reasons = Vec::new();
        let taken = caught(|| reasons = worker.take_failures());
        let mut reasons = reasons.into_iter();
        for at in failed {
            let reason = reasons.next().unwrap_or_else(|| "the engine gave no reason".to_owned());
            self.failures.push((at, reason));
        }
        self.failures.sort_by_key(|&(at, _)| at);
        if taken.is_err() {
            self.restart(contestant, 0);
        }
    }

    /// Notes that the worker panicked at a puzzle, and replaces it.
    fn note_panic(&mut self, contestant: usize, at: usize, panic: String) {
        // The reasons that the worker still keeps belong to puzzles before this one.
        self.take_failures(contestant, at);
        self.outcomes[at] = Outcome::FAILED;
        self.failures.push((at, panic));
        self.restart(contestant, 0);
    }

    /// Replaces a worker that a panic left in an unknown state.
    fn restart(&mut self, contestant: usize, place: usize) {
        let restarted = self.contestant(contestant).engine.start(&self.job);
        self.workers[contestant][place] =
            restarted.unwrap_or_else(|error| Box::new(NotRestarted { error, failed: 0 }));
    }
}

impl Drop for ThreadWorkers<'_> {
    /// Tells all workers that no further puzzle comes.
    fn drop(&mut self) {
        for worker in self.workers.iter_mut().flatten() {
            // A worker that fails to stop leaves nothing to report: its answers are complete.
            let _ = caught(|| worker.stop());
        }
    }
}

/// The place of a worker that could not be started again: it fails on every puzzle.
struct NotRestarted {
    error: StartError,
    /// Puzzles since the reasons were taken.
    failed: usize,
}

impl Worker for NotRestarted {
    fn solve(&mut self, puzzles: &[Puzzle], _: &Limits<'_>, outcomes: &mut [Outcome]) {
        outcomes[..puzzles.len()].fill(Outcome::FAILED);
        self.failed += puzzles.len();
    }

    fn take_failures(&mut self) -> Vec<String> {
        vec![self.error.to_string(); std::mem::take(&mut self.failed)]
    }
}
