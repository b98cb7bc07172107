//! The result of one puzzle under one contestant: eight bytes for each counter and 16 more, because
//! a window has a million of them.

use crate::counters::{self, COUNTERS, Counts, SEARCH_FREE};
use crate::engine::{Job, Outcome};
use crate::goal::Status;
use crate::grid::Puzzle;
use crate::run_files::runs::Run;
use crate::solve::{Fault, verify};

/// A number that may not be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known(u64);

impl Known {
    const NOT: Self = Self(u64::MAX);

    #[inline(always)]
    fn of(number: Option<u64>) -> Self {
        Self(number.unwrap_or(u64::MAX))
    }

    #[inline(always)]
    fn number(self) -> Option<u64> {
        (self != Self::NOT).then_some(self.0)
    }
}

/// The verified outcome of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// In the order of [`COUNTERS`].
    counters: [Known; counters::COUNT],
    /// Solutions counted; none for censored and failed runs.
    solutions: Known,
    score: Option<u16>,
    search_free: Option<bool>,
    /// The status of the puzzle.
    pub(super) status: Status,
}

impl Record {
    /// A run that was not searched, or of which nothing is known.
    pub(super) const fn bare(status: Status) -> Self {
        Self {
            counters: [Known::NOT; counters::COUNT],
            solutions: Known::NOT,
            score: None,
            search_free: None,
            status,
        }
    }

    /// The record of an outcome, verified, and its fault, if it has one.
    #[inline]
    pub(super) fn verified(puzzle: &Puzzle, outcome: &Outcome, job: &Job) -> (Self, Option<Fault>) {
        match verify(puzzle, outcome, job.goal) {
            Ok(status) => (Self::new(outcome, status, job.counts_solutions()), None),
            Err(fault @ (Fault::NotRun | Fault::Failed)) => {
                (Self::bare(fault.status()), Some(fault))
            }
            Err(fault) => (Self::new(outcome, fault.status(), job.counts_solutions()), Some(fault)),
        }
    }

    /// The outcome of a run. Censored and failed runs have no solutions and no score.
    #[inline]
    fn new(outcome: &Outcome, status: Status, counts_solutions: bool) -> Self {
        let is_decided = status.is_decided();
        let is_counted = is_decided && counts_solutions;
        Self {
            counters: outcome.counts.values().map(Known::of),
            solutions: Known::of(is_counted.then_some(outcome.found.solutions)),
            // 81 nines of weight 10 are less than 2^16.
            score: outcome.found.score.filter(|_| is_decided).map(|score| score as u16),
            search_free: outcome.counts.search_free,
            status,
        }
    }

    /// The solutions counted, if the run was decided.
    pub(super) fn solutions(&self) -> Option<u64> {
        self.solutions.number()
    }

    /// The best score, if the run was decided.
    pub(super) fn score(&self) -> Option<u16> {
        self.score
    }

    /// Notes that a limit or a failure takes the answer away.
    pub(super) fn revoke(&mut self, status: Status) {
        self.status = status;
        self.solutions = Known::NOT;
        self.score = None;
        if status.is_censored() {
            self.search_free = self.search_free.map(|_| false);
        }
    }

    /// How a later outcome differs from this one, if it does.
    pub(super) fn difference(&self, later: &Self) -> Option<String> {
        if self == later {
            return None;
        }
        if self.status != later.status {
            return Some(format!("status {}, was {}", later.status, self.status));
        }
        let fields = |record: &Self| {
            let found = [("solutions", record.solutions()), ("score", record.score.map(u64::from))];
            let counters = COUNTERS.iter().zip(record.counters);
            let counters: Vec<_> =
                counters.map(|(counter, value)| (counter.name, value.number())).collect();
            let search_free = (SEARCH_FREE.0, record.search_free.map(u64::from));
            found.into_iter().chain(counters).chain([search_free])
        };
        let text = |value: Option<u64>| value.map_or("nothing".to_owned(), |v| v.to_string());
        let mut pairs = fields(self).zip(fields(later));
        let ((name, was), (_, is)) = pairs.find(|(was, is)| was.1 != is.1)?;
        Some(format!("{name} {}, was {}", text(is), text(was)))
    }

    /// The record as a row of `runs.csv`.
    #[inline]
    pub(super) fn run(&self, passes: u32, time_ns_min: Option<u64>, median: Option<u64>) -> Run {
        Run {
            status: self.status,
            solutions: self.solutions.number(),
            score: self.score.map(u32::from),
            counts: Counts::new(self.counters.map(Known::number), self.search_free),
            passes,
            time_ns_min,
            time_ns_median: median,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Ended;
    use crate::goal::Found;

    fn outcome(nodes: u64) -> Outcome {
        let mut outcome = Outcome::NOT_RUN;
        outcome.ended = Ended::AtGoal;
        outcome.found = Found { solutions: 1, score: Some(2829), ..Found::default() };
        outcome.counts = Counts { nodes: Some(nodes), search_free: Some(true), ..outcome.counts };
        outcome
    }

    #[test]
    fn a_record_is_small_and_keeps_all() {
        assert_eq!(size_of::<Record>(), 8 * counters::COUNT + 16);
        let run = Record::new(&outcome(7), Status::Best, true).run(2, Some(1), Some(2));
        assert_eq!((run.solutions, run.score, run.counts.nodes), (Some(1), Some(2829), Some(7)));
        assert_eq!((run.counts.fails, run.counts.search_free), (None, Some(true)));
    }

    #[test]
    fn differences_are_told() {
        let record = Record::new(&outcome(7), Status::Best, true);
        assert_eq!(record.difference(&record), None);
        let later = Record::new(&outcome(8), Status::Best, true);
        assert_eq!(record.difference(&later), Some("nodes 8, was 7".to_owned()));
        let later = Record::bare(Status::Error);
        assert_eq!(record.difference(&later), Some("status error, was best".to_owned()));
    }

    #[test]
    fn a_revoked_answer_is_gone() {
        let mut record = Record::new(&outcome(1), Status::Best, true);
        record.revoke(Status::TimeLimit);
        let run = record.run(0, None, None);
        assert_eq!((run.solutions, run.score, run.counts.nodes), (None, None, Some(1)));
        assert_eq!(run.counts.search_free, Some(false));
    }
}
