//! The number of puzzles of a window: about ten seconds of work, within bounds of number and memory.

use super::record::Record;
use crate::grid::Puzzle;
use crate::run_files::checkpoint::MOST_PUZZLES;
use crate::run_files::plan::Plan;
use std::num::NonZeroU64;
use std::time::Duration;

/// The minimum number of puzzles of a window, unless memory forbids it.
pub(super) const FEWEST: usize = 256;
/// The maximum number of puzzles of a window.
const MOST: usize = MOST_PUZZLES;
/// The target duration of a window.
const TARGET: Duration = Duration::from_secs(10);
/// The maximum growth factor of a window, because the first puzzles may be the easy ones.
const GROWTH: usize = 8;
/// The memory of a window. Up to four exist at once: read, solved, waiting, written.
const MOST_BYTES: usize = 32 << 20;

/// The number of puzzles of the first window within a budget: that window is the pilot. The next
/// windows grow.
const FIRST_WITHIN: usize = 1;

/// How many puzzles fit into a time, after some took `elapsed`.
fn fitting(puzzles: usize, elapsed: Duration, time: Duration) -> usize {
    (puzzles as f64 * time.as_secs_f64() / elapsed.as_secs_f64().max(1e-9)) as usize
}

/// Sizes windows for a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct WindowSize {
    fewest: usize,
    most: usize,
}

impl WindowSize {
    /// Sizes windows for a plan with this number of contestants.
    pub(super) fn new(plan: &Plan, contestants: usize) -> Self {
        let versions = plan.isomorph_numbers().len();
        let solution = if plan.solutions { size_of::<Puzzle>() + 1 } else { 0 };
        let run = size_of::<Record>() + size_of::<u64>() * plan.passes as usize + solution;
        let per_puzzle = 2 * size_of::<Puzzle>()
            + versions.saturating_mul(size_of::<Puzzle>() + contestants.saturating_mul(run));
        let most = (MOST_BYTES / per_puzzle).clamp(1, MOST);
        // A block of each thread fits into a window, as far as memory allows.
        let block = plan.block.map_or(0, NonZeroU64::get);
        let of_blocks = block.saturating_mul(plan.threads as u64);
        let fewest = usize::try_from(of_blocks).unwrap_or(usize::MAX).max(FEWEST).min(most);
        Self { fewest, most }
    }

    /// The size of the first window, if nothing is known.
    pub(super) fn first(self) -> usize {
        self.fewest
    }

    /// The size of the next window, after one of `puzzles` that took `elapsed`.
    pub(super) fn next(self, puzzles: usize, elapsed: Duration) -> usize {
        let ideal = fitting(puzzles, elapsed, TARGET);
        ideal.min(GROWTH * puzzles.max(FEWEST)).max(self.fewest).min(self.most)
    }

    /// The same if a window of `ahead` puzzles comes first, and then the budget of the corpus ends
    /// after the time that is `left`. A window takes at most half of it: if it is cut, the half
    /// before it is kept.
    pub(super) fn next_within(
        self,
        (puzzles, elapsed): (usize, Duration),
        ahead: usize,
        left: Duration,
    ) -> usize {
        let affordable = fitting(puzzles, elapsed, left).saturating_sub(ahead) / 2;
        let growing = GROWTH * puzzles.max(1);
        self.next(puzzles, elapsed).min(growing).min(affordable).max(1)
    }

    /// The size of the first window within a budget.
    pub(super) fn first_within(self) -> usize {
        FIRST_WITHIN.min(self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_take_ten_seconds_within_bounds() {
        let size = WindowSize { fewest: FEWEST, most: MOST };
        assert_eq!(size.first(), 256);
        assert_eq!(size.next(1000, Duration::from_secs(5)), 2000);
        assert_eq!(size.next(1000, Duration::from_secs(100)), 256);
        assert_eq!(size.next(60_000, Duration::from_millis(1)), 65_536);
        assert_eq!(size.next(256, Duration::ZERO), 2048);
        let second = Duration::from_secs(1);
        assert_eq!(size.next_within((8, second), 8, 10 * second), 36);
        assert_eq!(size.next_within((8, second), 8, second), 1);
        assert_eq!(size.next_within((8, Duration::from_millis(1)), 8, 10 * second), 64);
        let size = WindowSize { fewest: 4, most: 4 };
        assert_eq!((size.first(), size.next(4, Duration::from_secs(10))), (4, 4));
        let plan = Plan { block: NonZeroU64::new(4_000), ..Plan::default() }.with_threads(2);
        let size = WindowSize::new(&plan, 1);
        assert_eq!((size.first(), size.next(8_000, 100 * second)), (8_000, 8_000));
        let plan = Plan { block: Some(NonZeroU64::MAX), ..plan };
        let size = WindowSize::new(&plan, 1);
        assert_eq!(size.first(), size.most);
    }
}
