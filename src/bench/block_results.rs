//! The results of one block of one contestant, through all passes.

use super::record::Record;
use super::tasks::Task;
use super::thread_workers::ThreadWorkers;
use crate::engine::Job;
use crate::goal::Status;
use crate::grid::{Puzzle, Solution};
use crate::solve::Fault;
use std::fmt;
use std::ops::Range;
use std::time::Duration;

/// A block under the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimedBlock {
    pub(super) pass: u32,
    pub(super) thread: usize,
    pub(super) elapsed: Duration,
}

/// The results of the puzzles of a block.
#[derive(Debug)]
pub(super) struct BlockResults {
    /// Their places in the window.
    pub(super) puzzles: Range<usize>,
    /// By puzzle.
    pub(super) records: Vec<Record>,
    /// What went wrong, by place in the block, ascending.
    errors: Vec<(usize, String)>,
    /// By puzzle, if they are kept.
    solutions: Vec<Option<Solution>>,
    /// By puzzle, then pass; empty if only blocks are timed.
    times: Vec<u64>,
    passes: u32,
    /// The places in the block whose run a time limit cut in a timed pass, with the pass.
    cuts: Vec<(usize, u32)>,
    pub(super) blocks: Vec<TimedBlock>,
}

/// A verified answer with all that its row contains.
pub(super) struct PuzzleResult<'a> {
    pub(super) record: Record,
    pub(super) error: &'a str,
    pub(super) solution: Option<&'a Solution>,
    pub(super) time_ns_min: Option<u64>,
    pub(super) time_ns_median: Option<u64>,
    pub(super) passes: u32,
}

impl PuzzleResult<'_> {
    /// A record without times and passes.
    pub(super) const fn of(record: Record) -> Self {
        Self {
            record,
            error: "",
            solution: None,
            time_ns_min: None,
            time_ns_median: None,
            passes: 0,
        }
    }
}

impl BlockResults {
    pub(super) fn new(puzzles: Range<usize>) -> Self {
        Self {
            puzzles,
            records: Vec::new(),
            errors: Vec::new(),
            solutions: Vec::new(),
            times: Vec::new(),
            passes: 0,
            cuts: Vec::new(),
            blocks: Vec::new(),
        }
    }

    /// Takes the answers of pass 0 from the workers that solved the block.
    pub(super) fn take_first(
        &mut self,
        block: &[Puzzle],
        workers: &mut ThreadWorkers<'_>,
        job: &Job,
        keeps_solutions: bool,
    ) {
        self.records.reserve_exact(block.len());
        for (at, (puzzle, outcome)) in block.iter().zip(workers.outcomes(block.len())).enumerate() {
            let (record, fault) = Record::verified(puzzle, outcome, job);
            self.records.push(record);
            // The worker has the reason of a failure.
            let fault = fault.filter(|fault| *fault != Fault::Failed);
            self.errors.extend(fault.map(|fault| (at, fault.to_string())));
            if keeps_solutions {
                let is_answer = record.status.is_decided();
                self.solutions.push(outcome.found.solution.filter(|_| is_answer));
            }
        }
        for (at, reason) in workers.failures.drain(..) {
            self.note(at, reason);
        }
    }

    /// Takes times from the workers that solved the block again, and compares their answers with
    /// those of pass 0.
    pub(super) fn take_timed(
        &mut self,
        block: &[Puzzle],
        workers: &mut ThreadWorkers<'_>,
        job: &Job,
        task: &Task,
        timed: (TimedBlock, u32),
    ) {
        let (timed_block, passes) = timed;
        self.passes = passes;
        self.blocks.push(timed_block);
        if !workers.times.is_empty() {
            self.times.resize(block.len() * passes as usize, 0);
            let column = task.pass as usize - 1;
            let cells = self.times[column..].iter_mut().step_by(passes as usize);
            cells.zip(&workers.times).for_each(|(cell, &time)| *cell = time);
        }
        let pass = format_args!("pass {}", task.pass);
        let mut cuts = std::mem::take(&mut self.cuts);
        self.take_again(block, workers, job, &pass, |at| cuts.push((at, task.pass)));
        self.cuts = cuts;
    }

    /// Compares the answers of a pass that measures rules with those of pass 0. A run that a time
    /// limit cuts there says nothing, because measuring takes time.
    pub(super) fn take_metered(
        &mut self,
        block: &[Puzzle],
        workers: &mut ThreadWorkers<'_>,
        job: &Job,
    ) {
        self.take_again(block, workers, job, &"rule costs", |_| ());
    }

    /// Compares the answers of a later pass with those of pass 0. Calls `cut` for each place in the
    /// block whose run a time limit cut in the later pass only.
    fn take_again(
        &mut self,
        block: &[Puzzle],
        workers: &mut ThreadWorkers<'_>,
        job: &Job,
        pass: &dyn fmt::Display,
        mut cut: impl FnMut(usize),
    ) {
        for (at, reason) in workers.failures.drain(..) {
            self.fail(at, Status::Error, format!("{pass}: {reason}"));
        }
        let is_cut = |record: &Record| record.status == Status::TimeLimit;
        for (at, (puzzle, outcome)) in block.iter().zip(workers.outcomes(block.len())).enumerate() {
            let (later, fault) = Record::verified(puzzle, outcome, job);
            let record = &mut self.records[at];
            if *record == later || is_cut(record) || record.status == Status::Error {
                continue;
            }
            if is_cut(&later) {
                cut(at);
            } else if let Some(fault) = fault {
                self.fail(at, Status::Error, format!("{pass}: {fault}"));
            } else if let Some(difference) = record.difference(&later) {
                self.fail(at, Status::Error, format!("{pass}: {difference}"));
            }
        }
    }

    /// Takes an answer away, for a reason.
    pub(super) fn fail(&mut self, at: usize, status: Status, error: String) {
        self.records[at].revoke(status);
        self.note(at, error);
    }

    /// Notes what went wrong with a puzzle; the first reason is kept.
    fn note(&mut self, at: usize, error: String) {
        if let Err(place) = self.errors.binary_search_by_key(&at, |&(at, _)| at) {
            self.errors.insert(place, (at, error));
        }
    }

    /// Sorts blocks and times, which threads add in any order, and drops the times of passes that a
    /// time limit cut: a process that is stopped for a while takes no answer away. A puzzle that was
    /// cut in most passes, pass 0 among them, has no answer within the limit.
    pub(super) fn finish(&mut self) {
        self.blocks.sort_unstable_by_key(|block| block.pass);
        self.cuts.sort_unstable();
        for cuts in self.cuts.chunk_by(|a, b| a.0 == b.0) {
            let record = &mut self.records[cuts[0].0];
            match record.status {
                Status::Error | Status::Wrong | Status::NodeLimit => {}
                _ if 2 * cuts.len() > self.passes as usize + 1 => record.revoke(Status::TimeLimit),
                _ if self.times.is_empty() => {}
                _ => {
                    for &(at, pass) in cuts {
                        self.times[at * self.passes as usize + pass as usize - 1] = DROPPED;
                    }
                }
            }
        }
        if self.passes > 0 {
            self.times.chunks_exact_mut(self.passes as usize).for_each(<[u64]>::sort_unstable);
        }
    }

    /// The result of the puzzle at a place in the block, once all passes are done.
    #[inline]
    pub(super) fn result(&self, at: usize) -> PuzzleResult<'_> {
        let record = self.records[at];
        let error = if self.errors.is_empty() {
            ""
        } else {
            self.errors
                .binary_search_by_key(&at, |&(at, _)| at)
                .map_or("", |place| &*self.errors[place].1)
        };
        let passes = self.passes as usize;
        let is_timed = record.status != Status::Error && !self.times.is_empty();
        let times = if is_timed { &self.times[at * passes..][..passes] } else { &[] };
        let kept = times.partition_point(|&time| time != DROPPED);
        let times = &times[..kept];
        let solution = if record.status.is_decided() { self.solutions.get(at) } else { None };
        PuzzleResult {
            record,
            error,
            solution: solution.and_then(Option::as_ref),
            time_ns_min: times.first().copied(),
            time_ns_median: median(times),
            passes: if is_timed { kept as u32 } else { self.passes },
        }
    }

    /// How many runs were cut in a timed pass and kept their answer.
    pub(super) fn dropped(&self) -> usize {
        let is_kept = |cut: &&(usize, u32)| self.records[cut.0].status != Status::TimeLimit;
        self.cuts.iter().filter(is_kept).count()
    }
}

/// The time of a pass that does not count. It is behind all others.
const DROPPED: u64 = u64::MAX;

/// The middle of ascending times; of two in the middle, their mean.
fn median(times: &[u64]) -> Option<u64> {
    let middle = times.len() / 2;
    match times.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(times[middle]),
        _ => Some(times[middle - 1].midpoint(times[middle])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of one puzzle with the answer of pass 0, times of the passes, and cut passes.
    fn finished(times: &[u64], cut: &[u32]) -> BlockResults {
        let mut results = BlockResults::new(0..1);
        results.records.push(Record::bare(Status::Unique));
        results.passes = times.len() as u32;
        results.times = times.to_vec();
        results.cuts = cut.iter().map(|&pass| (0, pass)).collect();
        results.finish();
        results
    }

    #[test]
    fn a_pass_that_was_stopped_takes_no_answer_away() {
        let results = finished(&[5, 2_000_000, 7, 6, 4], &[2]);
        let result = results.result(0);
        assert_eq!((result.record.status, results.dropped()), (Status::Unique, 1));
        assert_eq!((result.time_ns_min, result.time_ns_median), (Some(4), Some(5)));
        assert_eq!(result.passes, 4);
        let only = finished(&[2_000_000], &[1]);
        assert_eq!(only.result(0).record.status, Status::Unique);
        assert_eq!(only.result(0).time_ns_median, None);
    }

    #[test]
    fn a_puzzle_that_is_cut_in_most_passes_has_no_answer() {
        let results = finished(&[9, 9, 9, 9, 8], &[1, 2, 3, 4]);
        assert_eq!((results.result(0).record.status, results.dropped()), (Status::TimeLimit, 0));
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[5]), Some(5));
        assert_eq!(median(&[1, 4]), Some(2));
        assert_eq!(median(&[1, 2, 9]), Some(2));
    }
}
