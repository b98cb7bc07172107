//! Who watches a run.

use super::gauge::Gauge;
use super::pilot::Estimate;
use std::sync::Arc;

/// Who watches a run.
pub trait Observer: Sync {
    /// A window is done: the puzzles and stored bytes of a corpus that were read so far.
    fn progress(&self, corpus: usize, puzzles: u64, bytes: u64);

    /// Whether someone sees the estimate: it costs a reading of the corpora and a pilot.
    fn is_seen(&self) -> bool {
        false
    }

    /// The solver threads have started: the gauge says what they do.
    fn watch(&self, _: &Arc<Gauge>) {}

    /// The number of puzzles of each corpus, if it is known, and what the pilot says of the time.
    fn estimate(&self, _: &Estimate) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&self, _: usize, _: u64, _: u64) {}
}
