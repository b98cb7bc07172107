//! What a run is doing at the moment, for a progress bar to read.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a run is doing at the moment. Solver threads add to it, and a progress bar reads it.
#[derive(Debug, Default)]
pub struct Gauge {
    windows: AtomicU64,
    puzzles: AtomicU64,
    tasks: AtomicU64,
    done: AtomicU64,
    untimed: AtomicU64,
}

/// The state of the window in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WindowState {
    /// Its number in this process, from 1; 0 before the first.
    pub number: u64,
    /// Its puzzles.
    pub puzzles: u64,
    /// The share of its tasks that are done, from 0 to 1.
    pub share: f64,
    /// Whether its untimed pass is not done.
    pub is_untimed: bool,
}

impl Gauge {
    /// A window of some puzzles begins: the number of its tasks, and of those that are not timed.
    pub(super) fn begin(&self, puzzles: usize, tasks: usize, untimed: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.puzzles.store(puzzles as u64, Ordering::Relaxed);
        self.tasks.store(tasks as u64, Ordering::Relaxed);
        self.untimed.store(untimed as u64, Ordering::Relaxed);
        let _ = self.windows.fetch_add(1, Ordering::Relaxed);
    }

    /// A task is done.
    pub(super) fn add(&self) {
        let _ = self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// The state of the window in hand.
    #[must_use]
    pub fn window(&self) -> WindowState {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        WindowState {
            number: of(&self.windows),
            puzzles: of(&self.puzzles),
            share: (of(&self.done) as f64 / of(&self.tasks).max(1) as f64).min(1.0),
            is_untimed: of(&self.done) < of(&self.untimed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_untimed_first_and_then_done_step_by_step() {
        let gauge = Gauge::default();
        assert_eq!(gauge.window().number, 0);
        gauge.begin(256, 4, 2);
        gauge.add();
        let state = WindowState { number: 1, puzzles: 256, share: 0.25, is_untimed: true };
        assert_eq!(gauge.window(), state);
        gauge.add();
        assert!(!gauge.window().is_untimed);
    }
}
