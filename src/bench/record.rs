//! What the harness remembers of one puzzle under one contestant while its window is in hand.

use crate::counters::Counts;
use crate::goal::Status;
use crate::grid::Solution;

/// The verified outcome of pass 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What became of the puzzle.
    pub status: Status,
    /// Solutions counted; none for censored and failed runs.
    pub solutions: Option<u64>,
    /// The best score, for `max_score`.
    pub score: Option<u32>,
    /// The counters that the engine gave.
    pub counts: Counts,
    /// What went wrong, if anything did.
    pub error: Option<Box<str>>,
    /// The solution, where it is kept.
    pub solution: Option<Box<Solution>>,
}

impl Record {
    /// A run that was not searched or that failed.
    #[must_use]
    pub fn without_outcome(status: Status, error: Option<&str>) -> Self {
        Self {
            status,
            solutions: None,
            score: None,
            counts: Counts::default(),
            error: error.map(Box::from),
            solution: None,
        }
    }

    /// Notes that a later pass was cut by the time limit: so is the run.
    pub(super) fn cut_by_time(&mut self) {
        if self.status.is_decided() {
            self.status = Status::TimeLimit;
            (self.solutions, self.score, self.solution) = (None, None, None);
            self.counts.search_free = self.counts.search_free.map(|_| false);
        }
    }

    /// Notes that a later pass differed.
    pub(super) fn differs(&mut self, error: &str) {
        self.status = Status::Error;
        let _ = self.error.get_or_insert_with(|| error.into());
    }

    /// How a later outcome differs from this one, if it does.
    pub(super) fn difference(&self, later: &Self) -> Option<String> {
        let fields = |record: &Self| {
            let Counts { nodes, choices, branches, guesses, fails, max_depth, .. } = record.counts;
            [
                ("solutions", record.solutions),
                ("score", record.score.map(u64::from)),
                ("nodes", nodes),
                ("choices", choices),
                ("branches", branches),
                ("guesses", guesses),
                ("fails", fails),
                ("max_depth", max_depth),
            ]
        };
        if self.status != later.status {
            return Some(format!("status {}, was {}", later.status, self.status));
        }
        let text = |value: Option<u64>| value.map_or("nothing".to_owned(), |v| v.to_string());
        let pairs = fields(self).into_iter().zip(fields(later));
        let mut differing = pairs.filter(|(a, b)| a.1 != b.1);
        differing.next().map(|((name, a), (_, b))| format!("{name} {}, was {}", text(b), text(a)))
    }
}
