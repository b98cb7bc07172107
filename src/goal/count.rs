//! `first`, `unique` and `count:K`: count solutions up to a maximum.

use super::{Found, Objective};
use crate::grid::{Puzzle, Solution};
use std::num::NonZeroU64;
use std::ops::ControlFlow;

/// Stops at the `stop_at`-th solution and keeps the first.
#[derive(Clone, Copy, Debug)]
pub struct CountTo {
    stop_at: NonZeroU64,
    found: Found,
}

impl CountTo {
    /// Counts to `stop_at`.
    #[must_use]
    pub fn new(stop_at: NonZeroU64) -> Self {
        Self { stop_at, found: Found::default() }
    }

    /// Whether the count has reached `stop_at`.
    #[must_use]
    pub const fn is_reached(&self) -> bool {
        self.found.solutions >= self.stop_at.get()
    }
}

impl Objective for CountTo {
    fn start(&mut self, _: &Puzzle) {
        self.found = Found::default();
    }

    #[inline(always)]
    fn solution(&mut self, grid: impl FnOnce() -> Solution) -> ControlFlow<()> {
        let found = &mut self.found;
        if found.solution.is_none() {
            found.solution = Some(grid());
        }
        found.solutions += 1;
        if self.is_reached() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn found(&self) -> Found {
        self.found
    }
}
