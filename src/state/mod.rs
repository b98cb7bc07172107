//! What a node of the search knows.
//!
//! A state is `Copy` and a child is a copy with one more digit, so there is no code that undoes
//! anything. There are two: [`UnitMasks`] knows the digits used in each unit, which is all that
//! the level `none` needs; [`Candidates`] knows the candidates of each cell, for the levels above.

mod candidates;
mod unit_masks;

pub use candidates::{Candidates, Lanes};
pub use unit_masks::UnitMasks;

use crate::grid::{Cell, CellSet, Digit, DigitSet, Puzzle, Solution, Unit};

/// A node's placement led to a contradiction: a result of pruning, not an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// What orderings may ask of a node.
pub trait State: Copy + Send + 'static {
    /// Whether inference fills cells too; if not, only the search does.
    const IS_PRUNED: bool;

    /// The cells without a digit.
    fn blanks(&self) -> CellSet;

    /// The candidates of a blank cell.
    fn domain(&self, cell: Cell) -> DigitSet;

    /// The candidates of a blank cell of `child`, which is this state with one more digit: the
    /// child's [`State::domain`].
    ///
    /// A state that tells as much without the child need not wait until that is written.
    #[inline(always)]
    fn child_domain(&self, child: &Self, placed: (Cell, Digit), cell: Cell) -> DigitSet {
        let _ = placed;
        child.domain(cell)
    }

    /// The blank cells whose domain holds the digit.
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

    /// The digits without a cell in the unit yet.
    fn unplaced(&self, unit: Unit) -> DigitSet;

    /// The candidates of all cells, if the state keeps them.
    fn candidates(&self) -> Option<&Candidates>;

    /// Whether every cell has its digit.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.blanks().is_empty()
    }

    /// The full grid of a state without blanks; `placed` are the digits that the search placed on
    /// the way from the root.
    fn solution(&self, puzzle: &Puzzle, placed: impl Iterator<Item = (Cell, Digit)>) -> Solution;
}
