//! The clock, what it costs, and the time limit.

use crate::engine::Interrupt;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// What one reading of the clock costs: the median of batches. It is part of every time that is
/// reported; the clock is read once between two puzzles.
#[must_use]
pub fn clock_cost() -> Duration {
    const BATCHES: usize = 31;
    const READINGS: u32 = 500;
    let mut costs = [Duration::ZERO; BATCHES];
    for cost in &mut costs {
        let start = Instant::now();
        for _ in 1..READINGS {
            let _ = std::hint::black_box(Instant::now());
        }
        *cost = start.elapsed() / READINGS;
    }
    costs.sort_unstable();
    costs[BATCHES / 2]
}

/// The time since the first reading: the clock that engines are lent.
pub(super) fn reading() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Below so many times the clock's cost per puzzle, only blocks are reported.
const COSTS_PER_PUZZLE: u32 = 20;

/// Whether the clock may be read at every puzzle of an engine that takes so long for one.
pub(super) fn resolves(mean: Duration, clock_cost: Duration) -> bool {
    mean >= COSTS_PER_PUZZLE * clock_cost
}

/// A time limit at work: due once the time has passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    /// So much time after a moment; a limit beyond the clock's range is none.
    pub(super) fn after(moment: Instant, limit: Duration) -> Self {
        Self(moment.checked_add(limit))
    }
}

impl Interrupt for Deadline {
    fn is_due(&self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
