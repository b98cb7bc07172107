//! The clock, its cost, and the time limit.

use crate::engine::Interrupt;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The cost of one reading of the clock: the median of batches. Every reported time includes it; the
/// clock is read once between two puzzles.
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

/// A clock that ticks more coarsely than this cannot time puzzles.
const COARSE: Duration = Duration::from_micros(10);

/// What the clock ticks in, if it is coarse.
pub(super) fn coarse_tick() -> Option<Duration> {
    let start = Instant::now();
    Some(tick_of(|| start.elapsed())).filter(|&tick| tick >= COARSE)
}

/// The least step between two readings of a clock, of a few.
fn tick_of(mut clock: impl FnMut() -> Duration) -> Duration {
    const STEPS: usize = 5;
    let mut least = Duration::MAX;
    let mut before = clock();
    for _ in 0..STEPS {
        let mut now = clock();
        while now == before {
            now = clock();
        }
        least = least.min(now.saturating_sub(before));
        before = now;
    }
    least
}

/// The warning of a coarse clock.
pub(super) fn tick_warning(tick: Duration) -> String {
    format!("the clock ticks in {tick:?}: puzzles are not timed, and times get no verdict")
}

/// The time since the first reading. The harness passes this clock to engines.
pub(super) fn reading() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The minimum time per puzzle, in multiples of the clock's cost. Below it only blocks are reported.
const COSTS_PER_PUZZLE: u32 = 20;

/// Whether the clock may be read at every puzzle of an engine with this time per puzzle.
pub(super) fn resolves(mean: Duration, clock_cost: Duration) -> bool {
    mean >= COSTS_PER_PUZZLE * clock_cost
}

/// A running time limit: due after the time has passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    /// The deadline a given time after a moment; a limit beyond the clock's range is no limit.
    pub(super) fn after(moment: Instant, limit: Duration) -> Self {
        Self(moment.checked_add(limit))
    }

    /// No deadline.
    pub(super) const NEVER: Self = Self(None);

    /// The earlier of two deadlines.
    pub(super) fn or(self, other: Option<Self>) -> Self {
        let moments = [self.0, other.and_then(|other| other.0)];
        Self(moments.into_iter().flatten().min())
    }

    /// The time that is left; none if there is no deadline.
    pub(super) fn left(&self) -> Option<Duration> {
        self.0.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The deadline as an interrupt, if there is one.
    pub(super) fn as_interrupt(&self) -> Option<&dyn Interrupt> {
        self.0.is_some().then_some(self)
    }
}

impl Interrupt for Deadline {
    fn is_due(&self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn the_tick_of_a_coarse_clock_is_noticed() {
        let readings = Cell::new(0u64);
        let milliseconds = || {
            readings.set(readings.get() + 1);
            Duration::from_millis(readings.get() / 300)
        };
        let tick = tick_of(milliseconds);
        assert_eq!(tick, Duration::from_millis(1));
        assert!(tick >= COARSE && !resolves(Duration::from_millis(19), tick));
        assert!(tick_warning(tick).contains("ticks in 1ms"));
    }
}
