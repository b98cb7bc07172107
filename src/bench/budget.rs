//! The budget of a run: how long it may take, shared by its corpora.

use super::clock::Deadline;
use crate::corpus::Source;
use crate::run_files::checkpoint::Progress;
use std::time::{Duration, Instant};

/// When the windows of each corpus end, by corpus.
#[derive(Debug)]
pub(super) struct Budget(Vec<Deadline>);

impl Budget {
    /// Shares the budget of a run that began at a moment. Corpora that are not done share it by
    /// their stored bytes, or equally if the size of one is not known. What a corpus leaves over
    /// belongs to those behind it.
    pub(super) fn new(
        budget: Option<Duration>,
        began: Instant,
        sources: &[Source],
        from: &[Progress],
    ) -> Self {
        let Some(budget) = budget else {
            return Self(vec![Deadline::NEVER; from.len()]);
        };
        let sizes: Option<Vec<u64>> = sources.iter().map(|source| source.size()).collect();
        let sizes = sizes.unwrap_or_else(|| vec![1; from.len()]);
        let of = |start: &Progress| if start.is_whole { 0 } else { sizes[start.corpus].max(1) };
        let total: u64 = from.iter().map(of).sum();
        let mut used = 0;
        let end = |start: &Progress| {
            used += of(start);
            Deadline::after(began, budget.mul_f64(used as f64 / total.max(1) as f64))
        };
        Self(from.iter().map(end).collect())
    }

    /// The end of a corpus's share.
    pub(super) fn end_of(&self, corpus: usize) -> Deadline {
        self.0[corpus]
    }

    /// The end of the whole budget.
    pub(super) fn end(&self) -> Deadline {
        self.0.last().copied().unwrap_or(Deadline::NEVER)
    }
}
