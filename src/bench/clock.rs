//! The clock, what it costs, and the time limit.

use crate::engine::Interrupt;
use std::time::{Duration, Instant};

/// What reading the clock twice costs: the median of many empty measurements.
#[must_use]
pub fn clock_cost() -> Duration {
    const SAMPLES: usize = 2001;
    let mut costs: Vec<Duration> = (0..SAMPLES).map(|_| Instant::now().elapsed()).collect();
    costs.sort_unstable();
    // One reading resolves the clock's tick at best; the mean of a batch sees below it.
    let start = Instant::now();
    for _ in 0..SAMPLES {
        let _ = std::hint::black_box(Instant::now());
    }
    costs[SAMPLES / 2].max(start.elapsed() / SAMPLES as u32)
}

/// A time limit at work: due once the time has passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    /// So much time from now; a limit beyond the clock's range is none.
    pub(super) fn after(limit: Duration) -> Self {
        Self(Instant::now().checked_add(limit))
    }
}

impl Interrupt for Deadline {
    fn is_due(&self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
