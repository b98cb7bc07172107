//! The fastest engine for a goal.

use super::search::search;
use crate::engine::{Bitboard, Engine, Lanes, Refill};
use crate::goal::Goal;
use std::sync::Arc;

/// From about this number of puzzles at once, `lanes` is faster than `bitboard`
/// (`results/engines/`).
const BATCH: usize = 256;

/// The fastest engine for a goal and a number of puzzles at once; for `max_score` it is fastest in a
/// job with a bound. The number does not change which solution is found first: `lanes` and
/// `bitboard` have the same tree.
#[must_use]
pub fn fastest(goal: Goal, puzzles: usize) -> Arc<dyn Engine> {
    if goal == Goal::MaxScore {
        let config = "first_fail:ddeg/indomain_max/locked".parse().expect("a known config");
        return search(&config);
    }
    if puzzles >= BATCH {
        return Arc::new(Lanes::with_refill(Refill::BEST));
    }
    Arc::new(Bitboard::new())
}
