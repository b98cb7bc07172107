//! The crew: threads that solve a window, pass by pass.

use super::clock::{self, resolves};
use super::contestant::Contestant;
use super::hand::{Hand, PLACES, Terms};
use super::part::{Part, TimedBlock};
use super::tasks::{self, Queue, Task};
use super::verify::Question;
use super::{inflation, pinning};
use crate::counters::RuleCost;
use crate::engine::{Timing, UnsupportedGoal};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::run_files::plan::Plan;
use rayon::ThreadPool;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Threads with a worker of each contestant.
pub(super) struct Crew<'a> {
    contestants: &'a [Contestant],
    terms: Terms,
    keeps_solutions: bool,
    threads: usize,
    timing_threads: usize,
    passes: u32,
    has_rule_pass: bool,
    seed: u64,
    clock_cost: Duration,
    pool: ThreadPool,
    /// By thread.
    hands: Vec<Mutex<Hand<'a>>>,
}

/// The parts of a window, by contestant and block, while threads fill them.
type Parts = Vec<Vec<Mutex<Part>>>;

/// What became of a window.
#[derive(Debug)]
pub(super) struct Solved {
    /// By contestant, then block.
    pub(super) parts: Vec<Vec<Part>>,
    /// By contestant: whether the clock is read at every puzzle; decided at a corpus's first
    /// puzzles, for all of it.
    pub(super) clocked: Option<Vec<bool>>,
    /// By contestant: what each of its pruning rules cost; nothing unless that was asked.
    pub(super) rule_costs: Vec<Vec<RuleCost>>,
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
        let terms = Terms {
            goal: plan.goal,
            isa,
            node_limit: plan.node_limit,
            time_limit: plan.time_limit,
        };
        // Where nothing is timed, it does not matter where workers lie.
        let places = if plan.passes > 0 { PLACES } else { 1 };
        let hand = |_| Hand::new(contestants, terms, places).map(Mutex::new);
        Ok(Self {
            contestants,
            terms,
            keeps_solutions: plan.solutions,
            threads: plan.threads,
            timing_threads: plan.timing_threads,
            passes: plan.passes,
            has_rule_pass: plan.rule_costs,
            seed: plan.seed,
            clock_cost,
            hands: (0..plan.threads).map(hand).collect::<Result<_, _>>()?,
            pool: pinning::pool(plan.threads),
        })
    }

    /// What every call of an engine is given.
    pub(super) const fn terms(&self) -> Terms {
        self.terms
    }

    /// Solves the puzzles of a window, whose clues do not contradict each other. Before the timed
    /// passes it calls `quiet`, which waits until nothing else works.
    pub(super) fn solve(
        &self,
        puzzles: &[Puzzle],
        window: u64,
        clocked: Option<Vec<bool>>,
        quiet: impl FnOnce(),
    ) -> Solved {
        let blocks = self.blocks(puzzles.len());
        let part = |block: &Range<usize>| Mutex::new(Part::new(block.clone()));
        let parts: Parts = blocks.iter().map(|blocks| blocks.iter().map(part).collect()).collect();
        let elapsed = self.untimed_pass(puzzles, &blocks, &parts);
        let mut clocked = clocked;
        if !puzzles.is_empty() && (self.passes > 0 || self.has_rule_pass) {
            quiet();
        }
        if self.passes > 0 && !puzzles.is_empty() {
            let clocked = &*clocked.get_or_insert_with(|| self.decide_clocked(&elapsed, puzzles));
            self.timed_passes(puzzles, &blocks, &parts, clocked, window);
        }
        let rule_costs = match self.has_rule_pass {
            true => self.rule_pass(puzzles, &blocks, &parts),
            false => Vec::new(),
        };
        let finished = |part: Mutex<Part>| {
            let mut part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
            part.finish();
            part
        };
        let parts = parts.into_iter().map(|parts| parts.into_iter().map(finished).collect());
        Solved { parts: parts.collect(), clocked, rule_costs }
    }

    fn blocks(&self, puzzles: usize) -> Vec<Vec<Range<usize>>> {
        let of = |contestant: &Contestant| {
            let timing = contestant.engine.timing();
            let threads = match timing {
                Timing::PerBlock if self.passes > 0 => self.timing_threads,
                _ => self.threads,
            };
            tasks::blocks(puzzles, timing, threads)
        };
        self.contestants.iter().map(of).collect()
    }

    /// Pass 0: every answer is verified. Returns each contestant's time, summed over threads.
    fn untimed_pass(
        &self,
        puzzles: &[Puzzle],
        blocks: &[Vec<Range<usize>>],
        parts: &Parts,
    ) -> Vec<Duration> {
        let elapsed: Vec<_> = self.contestants.iter().map(|_| AtomicU64::new(0)).collect();
        self.work(&self.hands, self.threads, tasks::pass(0, blocks).collect(), |task, _, hand| {
            let block = &puzzles[task.puzzles()];
            let time = hand.solve(task.contestant, block, false);
            let _ = elapsed[task.contestant].fetch_add(time.as_nanos() as u64, Ordering::Relaxed);
            let mut part = locked(&parts[task.contestant][task.block]);
            part.take_first(block, hand, self.question(task), self.keeps_solutions);
        });
        elapsed.into_iter().map(|time| Duration::from_nanos(time.into_inner())).collect()
    }

    fn timed_passes(
        &self,
        puzzles: &[Puzzle],
        blocks: &[Vec<Range<usize>>],
        parts: &Parts,
        clocked: &[bool],
        window: u64,
    ) {
        let mut all = Vec::new();
        for pass in 1..=self.passes {
            let seed = self.seed ^ (window << 16 | u64::from(pass));
            all.extend(tasks::timed_pass(pass, blocks, self.timing_threads, seed));
        }
        self.work(&self.hands, self.timing_threads, all, |task, thread, hand| {
            let block = &puzzles[task.puzzles()];
            hand.warm_up(task.contestant, block);
            let elapsed = hand.solve(task.contestant, block, clocked[task.contestant]);
            let timed = TimedBlock { pass: task.pass, thread, elapsed };
            let mut part = locked(&parts[task.contestant][task.block]);
            part.take_timed(block, hand, self.question(task), task, (timed, self.passes));
        });
    }

    /// The pass that measures rules, of those contestants that have any. Returns what each rule of
    /// each contestant cost.
    fn rule_pass(
        &self,
        puzzles: &[Puzzle],
        blocks: &[Vec<Range<usize>>],
        parts: &Parts,
    ) -> Vec<Vec<RuleCost>> {
        let (mut contestants, mut blocks) = (self.contestants.to_vec(), blocks.to_vec());
        for (contestant, blocks) in contestants.iter_mut().zip(&mut blocks) {
            match contestant.engine.metered(clock::reading) {
                Some(metered) => contestant.engine = metered,
                None => blocks.clear(),
            }
        }
        let costs: Vec<_> = contestants.iter().map(|_| Mutex::new(Vec::new())).collect();
        let hand =
            |_| Hand::new(&contestants, self.terms, 1).expect("goals do not depend on a meter");
        let hands: Vec<_> = (0..self.timing_threads).map(hand).map(Mutex::new).collect();
        let tasks = tasks::pass(0, &blocks).collect();
        self.work(&hands, self.timing_threads, tasks, |task, _, hand| {
            let block = &puzzles[task.puzzles()];
            let _ = hand.solve(task.contestant, block, false);
            let more = hand.take_rule_costs(task.contestant);
            RuleCost::add_all(&mut locked(&costs[task.contestant]), &more);
            let mut part = locked(&parts[task.contestant][task.block]);
            part.take_metered(block, hand, self.question(task));
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

    fn question(&self, task: &Task) -> Question {
        let counts_solutions = self.contestants[task.contestant].engine.counts_solutions();
        Question { goal: self.terms.goal, counts_solutions }
    }

    /// Lets threads do tasks until none is left.
    fn work(
        &self,
        hands: &[Mutex<Hand<'_>>],
        threads: usize,
        tasks: Vec<Task>,
        work: impl Fn(&Task, usize, &mut Hand<'_>) + Sync,
    ) {
        let queue = Queue::new(tasks, threads);
        let _ = self.pool.broadcast(|thread| {
            if thread.index() >= threads {
                return;
            }
            let mut hand = locked(&hands[thread.index()]);
            let mut last = None;
            while let Some(task) = queue.next(thread.index(), last.as_ref()) {
                work(&task, thread.index(), &mut hand);
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
        let of = |contestant: &Contestant| contestant.engine.timing() == Timing::PerPuzzle;
        let contestant = self.contestants.iter().find(|contestant| of(contestant))?;
        inflation::measure(&self.pool, self.timing_threads, contestant, &self.terms, puzzles)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
