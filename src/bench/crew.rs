//! The crew: threads that solve a window, each with its own workers.

use super::clock::Deadline;
use super::plan::{Contestant, Plan};
use super::record::Record;
use super::tasks::{self, Queue, Task};
use super::verify::outcome_record;
use crate::engine::{Interrupt, Limits, Outcome, Timing, UnsupportedGoal, Worker};
use crate::goal::{Goal, Status};
use crate::grid::Puzzle;
use crate::isa::Isa;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroU64;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Threads with a worker of each contestant.
pub(super) struct Crew<'a> {
    contestants: &'a [Contestant],
    timings: Vec<Timing>,
    goal: Goal,
    node_limit: Option<NonZeroU64>,
    time_limit: Option<Duration>,
    keeps_solutions: bool,
    threads: usize,
    timing_threads: usize,
    passes: u32,
    seed: u64,
    clock_cost: Duration,
    pool: ThreadPool,
    /// For each thread, its workers by contestant.
    workers: Vec<Mutex<Vec<Box<dyn Worker>>>>,
}

/// One timed block.
#[derive(Clone, Debug)]
pub(super) struct TimedBlock {
    pub(super) task: Task,
    pub(super) thread: usize,
    pub(super) elapsed: Duration,
}

/// What became of a window.
#[derive(Debug, Default)]
pub(super) struct Solved {
    /// By contestant, then puzzle.
    pub(super) records: Vec<Vec<Record>>,
    /// By contestant, then puzzle: the times of the timed passes, ascending, in nanoseconds.
    /// Empty for contestants of which only blocks are timed.
    pub(super) times: Vec<Vec<Vec<u64>>>,
    /// The timed blocks, by contestant, pass and block.
    pub(super) blocks: Vec<TimedBlock>,
}

/// A timed task when it is done.
struct Done {
    block: TimedBlock,
    times: Vec<u64>,
    /// Puzzles whose outcome was not that of pass 0.
    differences: Vec<(usize, Difference)>,
}

enum Difference {
    TimeLimit,
    Error(String),
}

impl<'a> Crew<'a> {
    /// A crew for a plan.
    ///
    /// # Errors
    /// [`UnsupportedGoal`] if a contestant cannot pursue the plan's goal.
    pub(super) fn new(
        plan: &Plan,
        contestants: &'a [Contestant],
        isa: Isa,
        clock_cost: Duration,
    ) -> Result<Self, UnsupportedGoal> {
        let goal = plan.goal();
        let workers = (0..plan.threads)
            .map(|_| {
                let workers = contestants.iter().map(|c| c.engine.worker(goal, isa));
                Ok(Mutex::new(workers.collect::<Result<_, _>>()?))
            })
            .collect::<Result<_, UnsupportedGoal>>()?;
        Ok(Self {
            contestants,
            timings: contestants.iter().map(|c| c.engine.timing()).collect(),
            goal,
            node_limit: plan.node_limit.and_then(NonZeroU64::new),
            time_limit: plan.time_limit(),
            keeps_solutions: plan.solutions,
            threads: plan.threads,
            timing_threads: plan.timing_threads,
            passes: plan.passes,
            seed: plan.seed,
            clock_cost,
            pool: pinned_pool(plan.threads),
            workers,
        })
    }

    /// Solves the puzzles of a window, whose clues do not contradict each other. Before the timed
    /// passes it calls `quiet`, which waits until nothing else works.
    pub(super) fn solve(&self, puzzles: &[Puzzle], window: u64, quiet: impl FnOnce()) -> Solved {
        let (mut records, mean_times) = self.untimed_pass(puzzles);
        let mut solved =
            Solved { times: vec![Vec::new(); self.contestants.len()], ..Solved::default() };
        if self.passes > 0 && !puzzles.is_empty() {
            quiet();
            // Below 20 times the clock's cost a puzzle's own time says too little.
            let is_fine = |mean: &Duration| *mean >= 20 * self.clock_cost;
            let times_puzzles: Vec<bool> = self
                .timings
                .iter()
                .zip(&mean_times)
                .map(|(&timing, mean)| timing == Timing::PerPuzzle && is_fine(mean))
                .collect();
            for (times, _) in solved.times.iter_mut().zip(&times_puzzles).filter(|(_, fine)| **fine)
            {
                *times = vec![Vec::with_capacity(self.passes as usize); puzzles.len()];
            }
            for done in self.timed_passes(puzzles, &records, &times_puzzles, window) {
                merge(done, &mut records, &mut solved);
            }
            let key =
                |block: &TimedBlock| (block.task.contestant, block.task.pass, block.task.block);
            solved.blocks.sort_by_key(key);
            solved.times.iter_mut().flatten().for_each(|times| times.sort_unstable());
        }
        solved.records = records;
        solved
    }

    /// Pass 0: every answer is verified. Also the mean time per puzzle of each contestant.
    fn untimed_pass(&self, puzzles: &[Puzzle]) -> (Vec<Vec<Record>>, Vec<Duration>) {
        let tasks = tasks::pass(0, puzzles.len(), &self.timings, self.threads);
        let mut done = self.work(self.threads, tasks, |task, worker| {
            let block = &puzzles[task.puzzles.clone()];
            let (outcomes, elapsed) = self.solve_block(worker, block);
            let records: Vec<Record> = match outcomes {
                Ok(outcomes) => block
                    .iter()
                    .zip(&outcomes)
                    .map(|(p, o)| self.record(task.contestant, p, o, self.keeps_solutions))
                    .collect(),
                Err(error) => {
                    vec![Record::without_outcome(Status::Error, Some(&error)); block.len()]
                }
            };
            (records, elapsed)
        });
        done.sort_by_key(|(task, ..)| (task.contestant, task.block));
        let mut records = vec![Vec::with_capacity(puzzles.len()); self.contestants.len()];
        let mut totals = vec![Duration::ZERO; self.contestants.len()];
        for (task, _, (block, elapsed)) in done {
            records[task.contestant].extend(block);
            totals[task.contestant] += elapsed;
        }
        let puzzles = puzzles.len().max(1) as u32;
        (records, totals.into_iter().map(|total| total / puzzles).collect())
    }

    fn timed_passes(
        &self,
        puzzles: &[Puzzle],
        records: &[Vec<Record>],
        times_puzzles: &[bool],
        window: u64,
    ) -> Vec<Done> {
        let mut all = Vec::new();
        for pass in 1..=self.passes {
            let mut tasks = tasks::pass(pass, puzzles.len(), &self.timings, self.timing_threads);
            let seed = self.seed ^ (window << 16 | u64::from(pass));
            tasks::shuffle(&mut tasks, seed);
            all.extend(tasks);
        }
        let done = self.work(self.timing_threads, all, |task, worker| {
            let block = &puzzles[task.puzzles.clone()];
            if times_puzzles[task.contestant] {
                self.time_puzzles(worker, block)
            } else {
                let (outcomes, elapsed) = self.solve_block(worker, block);
                (outcomes, elapsed, Vec::new())
            }
        });
        let check = |(task, thread, (outcomes, elapsed, times)): (Task, usize, _)| {
            let outcomes: Result<Vec<Outcome>, String> = outcomes;
            let expected = &records[task.contestant][task.puzzles.clone()];
            let differences =
                self.differences(&task, &puzzles[task.puzzles.clone()], expected, outcomes);
            Done { block: TimedBlock { task, thread, elapsed }, times, differences }
        };
        done.into_iter().map(check).collect()
    }

    /// Solves a block under one clock.
    fn solve_block(
        &self,
        worker: &mut dyn Worker,
        block: &[Puzzle],
    ) -> (Result<Vec<Outcome>, String>, Duration) {
        let mut outcomes = vec![Outcome::NONE; block.len()];
        let deadline = self.time_limit.map(|limit| {
            Deadline::after(limit.saturating_mul(block.len().try_into().unwrap_or(u32::MAX)))
        });
        let limits = self.limits(deadline.as_ref());
        let start = Instant::now();
        let solved = guarded(|| worker.solve(block, &limits, &mut outcomes));
        let elapsed = start.elapsed();
        (solved.map(|()| outcomes), elapsed)
    }

    /// Solves the puzzles of a block, each under the clock.
    fn time_puzzles(
        &self,
        worker: &mut dyn Worker,
        block: &[Puzzle],
    ) -> (Result<Vec<Outcome>, String>, Duration, Vec<u64>) {
        let mut outcomes = vec![Outcome::NONE; block.len()];
        let mut times = Vec::with_capacity(block.len());
        let mut total = Duration::ZERO;
        for (puzzle, outcome) in block.iter().zip(&mut outcomes) {
            let deadline = self.time_limit.map(Deadline::after);
            let limits = self.limits(deadline.as_ref());
            let (puzzle, outcome) = (std::slice::from_ref(puzzle), std::slice::from_mut(outcome));
            let start = Instant::now();
            let solved = guarded(|| worker.solve(puzzle, &limits, outcome));
            let elapsed = start.elapsed();
            if let Err(error) = solved {
                return (Err(error), total, Vec::new());
            }
            total += elapsed;
            times.push(elapsed.as_nanos().try_into().unwrap_or(u64::MAX));
        }
        (Ok(outcomes), total, times)
    }

    /// The record of what a contestant answered, verified.
    fn record(
        &self,
        contestant: usize,
        puzzle: &Puzzle,
        outcome: &Outcome,
        keeps_solution: bool,
    ) -> Record {
        let record = outcome_record(puzzle, outcome, self.goal, keeps_solution);
        let counts_solutions = self.contestants[contestant].engine.counts_solutions();
        Record { solutions: record.solutions.filter(|_| counts_solutions), ..record }
    }

    fn limits<'l>(&self, deadline: Option<&'l Deadline>) -> Limits<'l> {
        let interrupt = deadline.map(|deadline| deadline as &dyn Interrupt);
        Limits { nodes: self.node_limit, interrupt }
    }

    fn differences(
        &self,
        task: &Task,
        block: &[Puzzle],
        expected: &[Record],
        outcomes: Result<Vec<Outcome>, String>,
    ) -> Vec<(usize, Difference)> {
        let pass = task.pass;
        let numbered = task.puzzles.clone().zip(expected);
        match outcomes {
            Err(error) => numbered
                .map(|(at, _)| (at, Difference::Error(format!("pass {pass}: {error}"))))
                .collect(),
            Ok(outcomes) => numbered
                .zip(block.iter().zip(&outcomes))
                .filter_map(|((at, expected), (puzzle, outcome))| {
                    let later = self.record(task.contestant, puzzle, outcome, false);
                    let is_cut = |record: &Record| record.status == Status::TimeLimit;
                    if is_cut(expected) || is_cut(&later) {
                        return is_cut(&later).then_some((at, Difference::TimeLimit));
                    }
                    let difference = expected.difference(&later)?;
                    Some((at, Difference::Error(format!("pass {pass}: {difference}"))))
                })
                .collect(),
        }
    }

    /// Lets threads do tasks until none is left.
    fn work<T: Send>(
        &self,
        threads: usize,
        tasks: Vec<Task>,
        work: impl Fn(&Task, &mut dyn Worker) -> T + Sync,
    ) -> Vec<(Task, usize, T)> {
        let queue = Queue::new(tasks);
        let done = self.pool.broadcast(|thread| {
            let mut done = Vec::new();
            if thread.index() >= threads {
                return done;
            }
            let mut workers =
                self.workers[thread.index()].lock().unwrap_or_else(PoisonError::into_inner);
            let mut last = None;
            while let Some(task) = queue.next(last.as_ref()) {
                let result = work(&task, &mut *workers[task.contestant]);
                last = Some(task.clone());
                done.push((task, thread.index(), result));
            }
            done
        });
        done.into_iter().flatten().collect()
    }

    /// How much slower puzzles are when all threads work than when one does: the median, over
    /// alternating rounds, of the ratio of times of the same work.
    pub(super) fn inflation(&self, puzzles: &[Puzzle]) -> Option<f64> {
        if self.threads == 1 || puzzles.is_empty() {
            return None;
        }
        let time = |threads: usize| -> Duration {
            let elapsed = self.pool.broadcast(|thread| {
                if thread.index() >= threads {
                    return None;
                }
                let mut workers =
                    self.workers[thread.index()].lock().unwrap_or_else(PoisonError::into_inner);
                let (_, elapsed) = self.solve_block(&mut *workers[0], puzzles);
                Some(elapsed)
            });
            let times: Vec<_> = elapsed.into_iter().flatten().collect();
            times.iter().sum::<Duration>() / times.len().max(1) as u32
        };
        let _ = time(self.threads);
        let mut ratios: Vec<f64> = (0..INFLATION_ROUNDS)
            .map(|_| {
                let alone = time(1).as_secs_f64().max(1e-9);
                time(self.threads).as_secs_f64() / alone
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        Some(ratios[INFLATION_ROUNDS / 2])
    }
}

const INFLATION_ROUNDS: usize = 7;

fn merge(done: Done, records: &mut [Vec<Record>], solved: &mut Solved) {
    let task = &done.block.task;
    let times = &mut solved.times[task.contestant];
    for (at, time) in task.puzzles.clone().zip(done.times) {
        times[at].push(time);
    }
    for (at, difference) in done.differences {
        let record = &mut records[task.contestant][at];
        match difference {
            Difference::TimeLimit => record.cut_by_time(),
            Difference::Error(error) => record.differs(&error),
        }
    }
    solved.blocks.push(done.block);
}

/// Threads of this run's own, each on a core of its own where the system allows it.
fn pinned_pool(threads: usize) -> ThreadPool {
    let cores = core_affinity::get_core_ids().filter(|cores| cores.len() >= threads);
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("solver-{index}"))
        .start_handler(move |index| {
            if let Some(cores) = &cores {
                let _ = core_affinity::set_for_current(cores[index]);
            }
        })
        .build()
        .expect("the system has threads")
}

/// Makes an error of a panic.
fn guarded(solve: impl FnOnce()) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(solve)).map_err(|panic| {
        let message = panic.downcast_ref::<&str>().copied();
        let message = message.or(panic.downcast_ref::<String>().map(String::as_str));
        format!("the engine panicked: {}", message.unwrap_or("no message"))
    })
}
