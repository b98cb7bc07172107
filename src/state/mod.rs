//! The state of a search node.
//!
//! A state is `Copy` and a child is a copy with one more digit, so no code undoes
//! placements. There are two states. [`UnitMasks`] holds the digits used in each unit, for the
//! level `none`. [`Candidates`] holds the candidates of each cell, for all other levels.

mod candidates;
mod unit_masks;

pub use candidates::{Candidates, Lanes};
pub use unit_masks::UnitMasks;

use crate::grid::{Cell, CellSet, Digit, DigitSet, Puzzle, Solution, Unit};

/// The placement of a node led to a contradiction. This is a result of pruning, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// The queries of orderings on a node.
pub trait State: Copy + Send + 'static {
    /// Whether inference also fills cells; if not, only the search does.
    const IS_PRUNED: bool;

    /// The cells without a digit.
    fn blanks(&self) -> CellSet;

    /// The candidates of a blank cell.
    fn domain(&self, cell: Cell) -> DigitSet;

    /// The candidates of a blank cell of `child`, which is this state with one more digit: the
    /// child's [`State::domain`].
    ///
    /// A state that can compute them without `child` does not wait until `child` is written.
    #[inline(always)]
    fn child_domain(&self, child: &Self, placed: (Cell, Digit), cell: Cell) -> DigitSet {
        let _ = placed;
        child.domain(cell)
    }

    /// The blank cells whose domain contains the digit.
    fn holders(&self, digit: Digit) -> CellSet;

    /// The blank cells whose domain is smallest.
    fn smallest_domains(&self) -> CellSet;

    /// The blank cells whose domain is largest.
    fn largest_domains(&self) -> CellSet;

    /// The first blank cell, by index, whose domain is smallest.
    ///
    /// # Panics
    /// If no cell is blank.
    #[inline(always)]
    fn first_smallest_domain(&self) -> Cell {
        self.smallest_domains().first().expect("a cell is blank")
    }

    /// The digits not yet placed in the unit.
    fn unplaced(&self, unit: Unit) -> DigitSet;

    /// The candidates of all cells, if the state keeps them.
    fn candidates(&self) -> Option<&Candidates>;

    /// Whether every cell has a digit.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.blanks().is_empty()
    }

    /// The full grid of a state without blanks; `placed` holds the digits that the search placed
    /// on the path from the root.
    fn solution(&self, puzzle: &Puzzle, placed: impl Iterator<Item = (Cell, Digit)>) -> Solution;
}
