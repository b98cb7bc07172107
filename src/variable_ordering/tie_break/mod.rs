//! Tie-breaks: which of the cells that an ordering holds equal.
//!
//! Tie-breaking changes node counts by as much as a pruning level does, so it is an axis of its
//! own. Whatever a tie-break leaves equal, the lowest cell index decides.

mod ddeg;
mod highest;
mod lowest;
mod random;

pub use ddeg::{Ddeg, MinDdeg};
pub use highest::Highest;
pub use lowest::Lowest;
pub use random::Random;

use crate::grid::{Cell, CellSet, Puzzle};
use crate::state::State;

/// A tie-break at work on one puzzle after another.
pub trait TieBreak<S: State>: Send + 'static {
    /// Begins a puzzle.
    fn start(&mut self, _puzzle: &Puzzle) {}

    /// Whether it is [`Lowest`], so that an ordering may stop at the first of equals.
    #[inline(always)]
    fn is_lowest(&self) -> bool {
        false
    }

    /// One of the cells that are equal for the ordering, of which there is at least one.
    fn pick(&mut self, state: &S, ties: CellSet) -> Cell;
}

impl<S: State> TieBreak<S> for Box<dyn TieBreak<S>> {
    fn start(&mut self, puzzle: &Puzzle) {
        (**self).start(puzzle);
    }
    fn is_lowest(&self) -> bool {
        (**self).is_lowest()
    }
    fn pick(&mut self, state: &S, ties: CellSet) -> Cell {
        (**self).pick(state, ties)
    }
}

/// A tie-break as the registry knows it.
pub trait Tie: 'static {
    /// The name in configs and files.
    const NAME: &'static str;
    /// The rule in a line; U = number of blank peers.
    const FORMULA: &'static str;
    /// Synonyms and source.
    const SOURCE: &'static str;

    /// The tie-break for a kind of state; `seed` is that of random choices.
    fn build<S: State>(seed: u64) -> impl TieBreak<S>;
}

/// The first cell of those whose `key` is largest.
#[inline(always)]
fn first_largest<K: Ord>(ties: CellSet, key: impl Fn(Cell) -> K) -> Cell {
    ties.into_iter()
        .reduce(|best, cell| if key(cell) > key(best) { cell } else { best })
        .expect("there is a cell to pick")
}
