//! The threads that solve a window, pass by pass.

use super::block_results::{BlockResults, TimedBlock};
use super::clock::{self, Deadline, resolves};
use super::contestant::Contestant;
use super::error::BenchError;
use super::gauge::Gauge;
use super::hidden_copy::{CopyTimes, HiddenCopy};
use super::tasks::{self, Queue, Task};
use super::thread_workers::{PLACES, ThreadWorkers};
use super::{inflation, pinning};
use crate::counters::RuleCost;
use crate::engine::{Interrupt as _, Job, Timing};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::run_files::plan::Plan;
use rayon::ThreadPool;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// Threads with a worker of each contestant.
pub(super) struct SolverThreads<'a> {
    contestants: &'a [Contestant],
    job: Job,
    keeps_solutions: bool,
    threads: usize,
    timing_threads: usize,
    passes: u32,
    /// The most puzzles in a block of an engine that is timed by blocks.
    block: Option<NonZeroUsize>,
    has_rule_pass: bool,
    seed: u64,
    clock_cost: Duration,
    pool: ThreadPool,
    /// By thread.
    workers: Vec<Mutex<ThreadWorkers<'a>>>,
    /// The hidden copy that measures noise, if there is one; chosen before the first timed pass.
    copy: OnceLock<Option<HiddenCopy>>,
    copy_times: Mutex<CopyTimes>,
    /// Runs that a time limit cut in a timed pass and that kept their answer.
    dropped: AtomicUsize,
    /// What is done of the window in hand.
    pub(super) gauge: Arc<Gauge>,
    /// By timing thread, those that measure rules; empty unless the plan asks for it.
    rule_workers: Vec<Mutex<ThreadWorkers<'a>>>,
}

/// The results of a window, by contestant and block, while threads fill them.
type OpenResults = Vec<Vec<Mutex<BlockResults>>>;

/// The results of a window.
#[derive(Debug)]
pub(super) struct WindowResults {
    /// By contestant, then block.
    pub(super) blocks: Vec<Vec<BlockResults>>,
    /// By contestant: whether the clock is read at every puzzle; decided at a corpus's first
    /// puzzles, for all of it.
    pub(super) clocked: Option<Vec<bool>>,
    /// By contestant: the cost of each of its pruning rules; empty unless the plan asks for it.
    pub(super) rule_costs: Vec<Vec<RuleCost>>,
}

impl<'a> SolverThreads<'a> {
    /// Starts the threads and workers of a plan.
    ///
    /// # Errors
    /// [`BenchError::Start`] if a contestant cannot pursue the plan's goal, or a worker cannot be
    /// started; [`BenchError::Threads`] if the system does not start the threads.
    pub(super) fn start(
        plan: &Plan,
        contestants: &'a [Contestant],
        isa: Isa,
        clock_cost: Duration,
    ) -> Result<Self, BenchError> {
        let job = Job {
            goal: plan.goal,
            bound: plan.bound,
            isa,
            node_limit: plan.node_limit,
            time_limit: plan.time_limit,
            seed: plan.seed,
            clock: None,
        };
        // Where nothing is timed, a worker's memory address does not matter.
        let places = if plan.passes > 0 { PLACES } else { 1 };
        let workers = |_| ThreadWorkers::start(contestants, job, places).map(Mutex::new);
        let rule_job = Job { clock: Some(clock::reading), ..job };
        let rule_workers = |_| ThreadWorkers::start(contestants, rule_job, 1).map(Mutex::new);
        let rule_threads = if plan.rule_costs { plan.timing_threads } else { 0 };
        Ok(Self {
            contestants,
            job,
            keeps_solutions: plan.solutions,
            threads: plan.threads,
            timing_threads: plan.timing_threads,
            passes: plan.passes,
            block: plan.block.and_then(|most| NonZeroUsize::try_from(most).ok()),
            has_rule_pass: plan.rule_costs,
            seed: plan.seed,
            clock_cost,
            gauge: Arc::default(),
            copy: OnceLock::new(),
            copy_times: Mutex::default(),
            dropped: AtomicUsize::new(0),
            workers: (0..plan.threads).map(workers).collect::<Result<_, _>>()?,
            rule_workers: (0..rule_threads).map(rule_workers).collect::<Result<_, _>>()?,
            pool: pinning::pool(plan.threads).map_err(BenchError::threads)?,
        })
    }

    /// The job of all workers.
    pub(super) const fn job(&self) -> Job {
        self.job
    }

    /// Solves the puzzles of a window, whose clues do not contradict each other. Before the timed
    /// passes it calls `quiet`, which waits until nothing else works. Returns nothing if the
    /// deadline cut the window.
    pub(super) fn solve(
        &self,
        puzzles: &[Puzzle],
        window: u64,
        clocked: Option<Vec<bool>>,
        end: Deadline,
        quiet: impl FnOnce(),
    ) -> Option<WindowResults> {
        for workers in self.workers.iter().chain(&self.rule_workers) {
            locked(workers).end = end;
        }
        let blocks = self.blocks(puzzles.len());
        let open = |block: &Range<usize>| Mutex::new(BlockResults::new(block.clone()));
        let results: OpenResults =
            blocks.iter().map(|blocks| blocks.iter().map(open).collect()).collect();
        let untimed: usize = blocks.iter().map(Vec::len).sum();
        self.gauge.begin(puzzles.len(), untimed * (1 + self.passes as usize), untimed);
        let elapsed = self.untimed_pass(puzzles, &blocks, &results);
        if end.is_due() {
            return None;
        }
        let mut clocked = clocked;
        if !puzzles.is_empty() && (self.passes > 0 || self.has_rule_pass) {
            quiet();
        }
        if self.passes > 0 && !puzzles.is_empty() {
            let clocked = &*clocked.get_or_insert_with(|| self.decide_clocked(&elapsed, puzzles));
            let copy = *self.copy.get_or_init(|| self.start_copy(&elapsed, clocked));
            self.timed_passes(puzzles, (&blocks, copy), &results, clocked, window);
        }
        let rule_costs = match self.has_rule_pass {
            true => self.rule_pass(puzzles, &blocks, &results),
            false => Vec::new(),
        };
        if end.is_due() {
            return None;
        }
        let finished = |results: Mutex<BlockResults>| {
            let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
            results.finish();
            let _ = self.dropped.fetch_add(results.dropped(), Ordering::Relaxed);
            results
        };
        let blocks = results.into_iter().map(|blocks| blocks.into_iter().map(finished).collect());
        Some(WindowResults { blocks: blocks.collect(), clocked, rule_costs })
    }

    fn blocks(&self, puzzles: usize) -> Vec<Vec<Range<usize>>> {
        let of = |contestant: &Contestant| {
            let timing = contestant.engine.timing();
            let threads = match timing {
                Timing::PerBlock if self.passes > 0 => self.timing_threads,
                _ => self.threads,
            };
            tasks::blocks(puzzles, timing, threads, self.block)
        };
        self.contestants.iter().map(of).collect()
    }

    /// Pass 0: every answer is verified. Returns each contestant's time, summed over threads.
    fn untimed_pass(
        &self,
        puzzles: &[Puzzle],
        blocks: &[Vec<Range<usize>>],
        results: &OpenResults,
    ) -> Vec<Duration> {
        let elapsed: Vec<_> = self.contestants.iter().map(|_| AtomicU64::new(0)).collect();
        let tasks = tasks::pass(0, blocks).collect();
        self.work(&self.workers, self.threads, tasks, |task, _, workers| {
            let block = &puzzles[task.puzzles()];
            let time = workers.solve(task.contestant, block, false);
            let _ = elapsed[task.contestant].fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
            let mut results = locked(&results[task.contestant][task.block]);
            results.take_first(block, workers, &self.job, self.keeps_solutions);
        });
        elapsed.into_iter().map(|time| Duration::from_nanos(time.into_inner())).collect()
    }

    /// Starts a hidden copy of a cheap contestant; none if there is none that can be copied.
    fn start_copy(&self, elapsed: &[Duration], clocked: &[bool]) -> Option<HiddenCopy> {
        let may_be = |at: usize| clocked[at] && !self.contestants[at].engine.is_external();
        let copy = HiddenCopy::choose(elapsed, may_be)?;
        for workers in &self.workers[..self.timing_threads] {
            locked(workers).start_copy(copy.of).ok()?;
        }
        Some(copy)
    }

    /// How many runs a time limit cut in a timed pass that kept the answer of pass 0.
    pub(super) fn dropped(&self) -> usize {
        self.dropped.load(Ordering::Relaxed)
    }

    /// The share by which times of identical contestants differ, if it was measured.
    pub(super) fn noise_floor(&self) -> Option<f64> {
        locked(&self.copy_times).noise_floor()
    }

    fn timed_passes(
        &self,
        puzzles: &[Puzzle],
        (blocks, copy): (&[Vec<Range<usize>>], Option<HiddenCopy>),
        results: &OpenResults,
        clocked: &[bool],
        window: u64,
    ) {
        let threads = self.timing_threads;
        let mut blocks = blocks.to_vec();
        blocks.extend(copy.map(|copy| blocks[copy.of].clone()));
        let is_copy = |task: &Task| task.contestant == self.contestants.len();
        let is_timed_twice = |task: &Task| copy.is_some_and(|copy| copy.has(task.block, threads));
        let mut all = Vec::new();
        for pass in 1..=self.passes {
            let seed = self.seed ^ (window << 16 | u64::from(pass));
            all.extend(tasks::timed_pass(pass, &blocks, threads, seed));
        }
        all.retain(|task| !is_copy(task) || is_timed_twice(task));
        self.work(&self.workers, threads, all, |task, thread, workers| {
            let block = &puzzles[task.puzzles()];
            workers.warm_up(task.contestant, block);
            let original = copy.filter(|_| is_copy(task)).map_or(task.contestant, |copy| copy.of);
            let elapsed = workers.solve(task.contestant, block, clocked[original]);
            if workers.end.is_due() {
                return;
            }
            if copy.is_some_and(|copy| copy.of == original) && is_timed_twice(task) {
                let worker = thread * PLACES + workers.place(task.contestant);
                let key = (window, task.pass, task.block);
                locked(&self.copy_times).add(key, is_copy(task), worker as u32, elapsed);
            }
            if is_copy(task) {
                return;
            }
            let timed = TimedBlock { pass: task.pass, thread, elapsed };
            let mut results = locked(&results[task.contestant][task.block]);
            results.take_timed(block, workers, &self.job, task, (timed, self.passes));
        });
    }

    /// The pass that measures rules, of the contestants that have any. Returns the cost of each
    /// rule, by contestant.
    fn rule_pass(
        &self,
        puzzles: &[Puzzle],
        blocks: &[Vec<Range<usize>>],
        results: &OpenResults,
    ) -> Vec<Vec<RuleCost>> {
        let mut blocks = blocks.to_vec();
        for (contestant, blocks) in self.contestants.iter().zip(&mut blocks) {
            if !contestant.engine.has_rules() {
                blocks.clear();
            }
        }
        let costs: Vec<_> = self.contestants.iter().map(|_| Mutex::new(Vec::new())).collect();
        let tasks = tasks::pass(0, &blocks).collect();
        self.work(&self.rule_workers, self.timing_threads, tasks, |task, _, workers| {
            let block = &puzzles[task.puzzles()];
            let _ = workers.solve(task.contestant, block, false);
            let more = workers.take_rule_costs(task.contestant);
            RuleCost::add_all(&mut locked(&costs[task.contestant]), &more);
            let mut results = locked(&results[task.contestant][task.block]);
            results.take_metered(block, workers, &self.job);
        });
        let costs = costs.into_iter().map(Mutex::into_inner);
        costs.map(|costs| costs.unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// Whether the clock resolves the puzzles of each contestant. Two names of one engine are
    /// treated alike.
    fn decide_clocked(&self, elapsed: &[Duration], puzzles: &[Puzzle]) -> Vec<bool> {
        let same = |a: &Contestant, b: &Contestant| Arc::ptr_eq(&a.engine, &b.engine);
        let clocked = |contestant: &Contestant| {
            let alike = self.contestants.iter().zip(elapsed);
            let alike = alike.filter(|(other, _)| same(contestant, other));
            let fastest = alike.map(|(_, &elapsed)| elapsed).min().unwrap_or_default();
            let mean = fastest / puzzles.len().try_into().unwrap_or(u32::MAX);
            contestant.engine.timing() == Timing::PerPuzzle && resolves(mean, self.clock_cost)
        };
        self.contestants.iter().map(clocked).collect()
    }

    /// Lets threads do tasks until none is left or the budget is spent.
    fn work(
        &self,
        workers: &[Mutex<ThreadWorkers<'_>>],
        threads: usize,
        tasks: Vec<Task>,
        work: impl Fn(&Task, usize, &mut ThreadWorkers<'_>) + Sync,
    ) {
        let queue = Queue::new(tasks, threads);
        let _ = self.pool.broadcast(|thread| {
            if thread.index() >= threads {
                return;
            }
            let mut workers = locked(&workers[thread.index()]);
            let mut last = None;
            while let Some(task) = queue.next(thread.index(), last.as_ref()) {
                if workers.end.is_due() {
                    return;
                }
                work(&task, thread.index(), &mut workers);
                self.gauge.add();
                last = Some(task);
            }
        });
    }

    /// How much longer puzzles take when all timing threads work than when one does; none if one
    /// is all there is.
    pub(super) fn inflation(&self, puzzles: &[Puzzle]) -> Option<f64> {
        if self.timing_threads == 1 || puzzles.is_empty() {
            return None;
        }
        let is_measured = |contestant: &&Contestant| {
            contestant.engine.timing() == Timing::PerPuzzle && !contestant.engine.is_external()
        };
        let contestant = self.contestants.iter().find(is_measured)?;
        inflation::measure(&self.pool, self.timing_threads, contestant, &self.job, puzzles)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
