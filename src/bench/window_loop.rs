//! The middle of the pipeline: windows of puzzles come from the feed, and go solved to the writer.

use super::budget::Budget;
use super::clock::Deadline;
use super::error::BenchError;
use super::execution::{Ending, Execution};
use super::feed::{Batch, Fed, FeedControl};
use super::solver_threads::SolverThreads;
use super::window_size::WindowSize;
use super::writer::{Pending, SolvedWindow};
use crate::corpus::Source;
use crate::engine::Interrupt as _;
use crate::grid::Puzzle;
use crate::run_files::checkpoint::Checkpoint;
use crate::run_files::meta::Meta;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// The middle of the pipeline.
pub(super) struct WindowLoop<'a, 't> {
    pub(super) execution: &'a Execution<'a>,
    pub(super) threads: &'a SolverThreads<'t>,
    pub(super) control: &'a FeedControl,
    pub(super) pending: &'a Pending,
    pub(super) sizes: WindowSize,
    pub(super) budget: Budget,
}

/// How often a solver that waits for a slow pipe looks whether it is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

impl WindowLoop<'_, '_> {
    /// Solves window by window until the puzzles, the time or the patience of the user end.
    pub(super) fn solve_all(
        &self,
        fed: &Receiver<Fed>,
        windows: SyncSender<SolvedWindow>,
        from: Checkpoint,
        meta: &mut Meta,
    ) -> Result<Ending, BenchError> {
        let mut clocked = from.clocked_of(meta.corpora.len());
        let mut window = from.windows;
        let mut ahead = from.window_size;
        let mut is_cut = false;
        let mut is_inflation_known = meta.plan.passes == 0 || meta.inflation.is_some();
        // Only what came out of a pipe cannot be read again by a run that resumes.
        let is_pipe: Vec<bool> = self.execution.sources.iter().map(Source::is_pipe).collect();
        loop {
            let batch = match self.next(fed)? {
                ControlFlow::Continue(batch) => batch,
                ControlFlow::Break(Ending::Complete) if is_cut => return Ok(Ending::BudgetSpent),
                ControlFlow::Break(ending) => return Ok(ending),
            };
            let progress = batch.progress;
            let is_kept = is_pipe[progress.corpus] && !self.is_failed();
            if self.is_stopped() && !is_kept {
                return Ok(Ending::Interrupted);
            }
            let end = self.budget.end_of(progress.corpus);
            if !is_inflation_known && !batch.puzzles.is_empty() && !end.is_due() {
                self.check_inflation(&batch.puzzles, end, meta);
                is_inflation_known = true;
            }
            let start = Instant::now();
            let known = clocked[progress.corpus].clone();
            let wait = || self.pending.wait();
            let results = match end.is_due() {
                true => None,
                false => self.threads.solve(&batch.puzzles, window, known, end, wait),
            };
            let Some(results) = results else {
                if self.budget.end().is_due() {
                    return Ok(Ending::BudgetSpent);
                }
                // The corpus's share of the budget is spent.
                is_cut = true;
                self.control.open_from.store(progress.corpus + 1, Ordering::Relaxed);
                continue;
            };
            clocked[progress.corpus].clone_from(&results.clocked);
            let done = (batch.window.len(), start.elapsed());
            let size = match end.left() {
                None => self.sizes.next(done.0, done.1),
                Some(left) => self.sizes.next_within(done, ahead, left),
            };
            if !batch.window.is_empty() {
                ahead = self.control.window_size.swap(size, Ordering::Relaxed);
            }
            self.execution.observer.progress(progress.corpus, progress.puzzles, batch.bytes);
            self.pending.add();
            let solved = SolvedWindow { window, batch, results, window_size: size };
            windows.send(solved).expect("the writer takes all that comes");
            window += 1;
            if self.is_stopped() && !is_kept {
                return Ok(Ending::Interrupted);
            }
        }
    }

    /// Waits for the next window, or for a reason to end.
    fn next(&self, fed: &Receiver<Fed>) -> Result<ControlFlow<Ending, Batch>, BenchError> {
        loop {
            let is_stopped = self.is_stopped();
            if is_stopped {
                self.control.ends_pipe.store(true, Ordering::Relaxed);
            }
            match fed.recv_timeout(PATIENCE) {
                Ok(fed) => {
                    return Ok(match fed? {
                        Some(batch) => ControlFlow::Continue(batch),
                        None if self.is_stopped() => ControlFlow::Break(Ending::Interrupted),
                        None => ControlFlow::Break(Ending::Complete),
                    });
                }
                Err(RecvTimeoutError::Disconnected) => unreachable!("the feed says when it ends"),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let reads_pipe = self.control.reads_pipe.load(Ordering::Relaxed);
            if is_stopped && (!reads_pipe || self.is_failed()) {
                return Ok(ControlFlow::Break(Ending::Interrupted));
            }
            if !is_stopped && self.budget.end().is_due() {
                return Ok(ControlFlow::Break(Ending::BudgetSpent));
            }
        }
    }

    /// Whether the user or a failed writer has asked to stop.
    fn is_stopped(&self) -> bool {
        self.execution.stop.load(Ordering::Relaxed) || self.is_failed()
    }

    /// Whether the writer has failed.
    fn is_failed(&self) -> bool {
        self.control.stop.load(Ordering::Relaxed)
    }

    fn check_inflation(&self, puzzles: &[Puzzle], end: Deadline, meta: &mut Meta) {
        let is_much = |inflation: f64| inflation > MOST_INFLATION;
        let mut inflation = self.threads.inflation(puzzles);
        for _ in 1..CHECKS {
            let may_pause = end.left().is_none_or(|left| left >= 20 * PAUSE);
            if let Some(before) = inflation.filter(|&before| is_much(before) && may_pause) {
                std::thread::sleep(PAUSE);
                inflation = self.threads.inflation(puzzles).map(|again| again.min(before));
            }
        }
        meta.inflation = inflation;
        if let Some(inflation) = inflation.filter(|&inflation| is_much(inflation)) {
            meta.warnings.push(format!(
                "times are {:.0} % longer when all threads work: use --timing-threads 1",
                100.0 * (inflation - 1.0)
            ));
        }
    }
}

/// A check that finds much inflation is made so often, and the least counts: a neighbour on the
/// machine may have come by, but never takes inflation away.
const CHECKS: usize = 3;
/// Before it is made again, the neighbour has so long to leave.
const PAUSE: Duration = Duration::from_secs(1);

/// More than this is a warning.
const MOST_INFLATION: f64 = 1.05;
