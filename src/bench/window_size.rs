//! How many puzzles make a window: about ten seconds of work, within bounds of number and memory.

use std::time::Duration;

/// The fewest puzzles of a window, unless memory forbids.
const FEWEST: usize = 256;
/// The most.
const MOST: usize = 65_536;
/// How long a window should take.
const TARGET: Duration = Duration::from_secs(10);
/// The most runs (puzzle x isomorph x contestant x passes kept) of a window: some 100 bytes each.
const MOST_RUNS: usize = 400_000;

/// The size of the next window, after one of `puzzles` that took `elapsed`.
///
/// It grows at most fourfold, because the first puzzles may be the easy ones.
pub(super) fn next(puzzles: usize, elapsed: Duration, runs_per_puzzle: usize) -> usize {
    let seconds = elapsed.as_secs_f64().max(1e-9);
    let ideal = puzzles as f64 * TARGET.as_secs_f64() / seconds;
    bounded((ideal as usize).min(4 * puzzles.max(FEWEST)), runs_per_puzzle)
}

/// The size of the first window.
pub(super) fn first(runs_per_puzzle: usize) -> usize {
    bounded(4 * FEWEST, runs_per_puzzle)
}

fn bounded(puzzles: usize, runs_per_puzzle: usize) -> usize {
    puzzles.clamp(FEWEST, MOST).min((MOST_RUNS / runs_per_puzzle.max(1)).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_take_ten_seconds_within_bounds() {
        assert_eq!(next(1000, Duration::from_secs(5), 1), 2000);
        assert_eq!(next(1000, Duration::from_secs(100), 1), 256);
        assert_eq!(next(60_000, Duration::from_millis(1), 1), 65_536);
        assert_eq!(next(256, Duration::ZERO, 1), 1024);
        assert_eq!(next(1000, Duration::from_secs(10), 100_000), 4);
        assert_eq!(first(1_000_000), 1);
    }
}
