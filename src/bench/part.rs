//! A part of a window's results: one block of one contestant, through all passes.

use super::hand::Hand;
use super::record::Record;
use super::tasks::Task;
use super::verify::{Question, verified};
use crate::goal::Status;
use crate::grid::{Puzzle, Solution};
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

/// What became of the puzzles of a block.
#[derive(Debug)]
pub(super) struct Part {
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
    pub(super) blocks: Vec<TimedBlock>,
}

/// A verified answer as a row wants it.
pub(super) struct Result<'a> {
    pub(super) record: Record,
    pub(super) error: &'a str,
    pub(super) solution: Option<&'a Solution>,
    pub(super) time_ns_min: Option<u64>,
    pub(super) time_ns_median: Option<u64>,
    pub(super) passes: u32,
}

impl Result<'_> {
    /// A record that is all there is.
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

impl Part {
    pub(super) fn new(puzzles: Range<usize>) -> Self {
        Self {
            puzzles,
            records: Vec::new(),
            errors: Vec::new(),
            solutions: Vec::new(),
            times: Vec::new(),
            passes: 0,
            blocks: Vec::new(),
        }
    }

    /// Takes the answers of pass 0 from the hand that solved the block.
    pub(super) fn take_first(
        &mut self,
        block: &[Puzzle],
        hand: &mut Hand<'_>,
        question: Question,
        keeps_solutions: bool,
    ) {
        self.records.reserve_exact(block.len());
        for (at, (puzzle, outcome)) in block.iter().zip(&hand.outcomes).enumerate() {
            let (record, fault) = verified(puzzle, outcome, question);
            self.records.push(record);
            self.errors.extend(fault.map(|fault| (at, fault)));
            if keeps_solutions {
                let is_answer = record.status.is_decided();
                self.solutions.push(outcome.found.solution.filter(|_| is_answer));
            }
        }
        for (at, panic) in hand.panics.drain(..) {
            self.records[at] = Record::bare(Status::Error);
            self.note(at, panic);
        }
    }

    /// Takes times from the hand that solved the block again, and compares its answers with those
    /// of pass 0.
    pub(super) fn take_timed(
        &mut self,
        block: &[Puzzle],
        hand: &mut Hand<'_>,
        question: Question,
        task: &Task,
        timed: (TimedBlock, u32),
    ) {
        let (timed_block, passes) = timed;
        self.passes = passes;
        self.blocks.push(timed_block);
        if !hand.times.is_empty() {
            self.times.resize(block.len() * passes as usize, 0);
            let column = task.pass as usize - 1;
            let cells = self.times[column..].iter_mut().step_by(passes as usize);
            cells.zip(&hand.times).for_each(|(cell, &time)| *cell = time);
        }
        let pass = format_args!("pass {}", task.pass);
        self.take_again(block, hand, question, &pass, |record| match record.status {
            Status::Error | Status::Wrong | Status::NodeLimit => {}
            _ => record.revoke(Status::TimeLimit),
        });
    }

    /// Compares the answers of a pass that measures rules with those of pass 0. It is slower: that
    /// a time limit cuts it says nothing.
    pub(super) fn take_metered(
        &mut self,
        block: &[Puzzle],
        hand: &mut Hand<'_>,
        question: Question,
    ) {
        self.take_again(block, hand, question, &"rule costs", |_| ());
    }

    /// Compares the answers of a later pass with those of pass 0. `cut` is told of those that a
    /// time limit cut in the later pass only.
    fn take_again(
        &mut self,
        block: &[Puzzle],
        hand: &mut Hand<'_>,
        question: Question,
        pass: &dyn fmt::Display,
        cut: impl Fn(&mut Record),
    ) {
        for (at, panic) in hand.panics.drain(..) {
            hand.outcomes[at] = crate::engine::Outcome::NONE;
            self.fail(at, Status::Error, format!("{pass}: {panic}"));
        }
        let is_cut = |record: &Record| record.status == Status::TimeLimit;
        for (at, (puzzle, outcome)) in block.iter().zip(&hand.outcomes).enumerate() {
            let (later, _) = verified(puzzle, outcome, question);
            let record = &mut self.records[at];
            if *record == later || is_cut(record) || record.status == Status::Error {
                continue;
            }
            if is_cut(&later) {
                cut(record);
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

    /// Notes what went wrong with a puzzle; the first reason stands.
    fn note(&mut self, at: usize, error: String) {
        if let Err(place) = self.errors.binary_search_by_key(&at, |&(at, _)| at) {
            self.errors.insert(place, (at, error));
        }
    }

    /// Sorts what threads brought in any order.
    pub(super) fn finish(&mut self) {
        self.blocks.sort_unstable_by_key(|block| block.pass);
        if self.passes > 0 {
            self.times.chunks_exact_mut(self.passes as usize).for_each(<[u64]>::sort_unstable);
        }
    }

    /// What became of the puzzle at a place in the block, once all passes are done.
    #[inline]
    pub(super) fn result(&self, at: usize) -> Result<'_> {
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
        let solution = if record.status.is_decided() { self.solutions.get(at) } else { None };
        Result {
            record,
            error,
            solution: solution.and_then(Option::as_ref),
            time_ns_min: times.first().copied(),
            time_ns_median: median(times),
            passes: self.passes,
        }
    }
}

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

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[5]), Some(5));
        assert_eq!(median(&[1, 4]), Some(2));
        assert_eq!(median(&[1, 2, 9]), Some(2));
    }
}
