//! Tie-breaks: the choice among cells that are equal for an ordering.
//!
//! Tie-breaking changes node counts by as much as a pruning level does, so it is a separate part
//! of a config. Cells that are also equal for the tie-break are ordered by cell index, lowest first.

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

/// A tie-break that works on one puzzle after another.
pub trait TieBreak<S: State>: Send + 'static {
    /// Starts a puzzle.
    fn start(&mut self, _puzzle: &Puzzle) {}

    /// Whether it is [`Lowest`]. If so, an ordering may stop at the first of equal cells.
    #[inline(always)]
    fn is_lowest(&self) -> bool {
        false
    }

    /// One of the cells (at least one) that are equal for the ordering.
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

/// The catalogue entry of a tie-break.
pub trait Tie: 'static {
    /// The name in configs and files.
    const NAME: &'static str;
    /// The rule in one line; U = number of blank peers.
    const FORMULA: &'static str;
    /// Synonyms and source.
    const SOURCE: &'static str;
    /// Whether it draws random numbers.
    const IS_RANDOM: bool = false;

    /// The tie-break for a kind of state; `seed` seeds random choices.
    fn build<S: State>(seed: u64) -> impl TieBreak<S>;
}

/// The lowest cell with the largest `key`.
#[inline(always)]
fn first_largest<K: Ord>(ties: CellSet, key: impl Fn(Cell) -> K) -> Cell {
    ties.into_iter()
        .reduce(|best, cell| if key(cell) > key(best) { cell } else { best })
        .expect("there is a cell to pick")
}
