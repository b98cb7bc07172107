//! Branching items: the digits of a cell or, under orderings such as `exact_cover_s`, the places of
//! a digit in a unit.

use crate::grid::{Cell, Digit, DigitSet, Unit};
use crate::state::State;
use crate::value_ordering::ValueOrdering;

/// A branching item: up to nine alternatives, each a digit in a cell.
///
/// This is a trait, so that an ordering that selects only cells has no overhead for places.
pub trait Item: Copy + Into<CellOrPlace> + Send + 'static {
    /// A placeholder before the first selection.
    const ANY: Self;

    /// The alternatives, as nine bits.
    fn alternatives<S: State>(self, state: &S) -> DigitSet;

    /// The same for an item of a state that is `parent` with one more digit.
    #[inline(always)]
    fn child_alternatives<S: State>(
        self,
        parent: &S,
        placed: (Cell, Digit),
        state: &S,
    ) -> DigitSet {
        let _ = (parent, placed);
        self.alternatives(state)
    }

    /// Removes and returns the next of the remaining alternatives (at least one).
    fn take_next<S: State>(
        self,
        remaining: &mut DigitSet,
        state: &S,
        values: &mut impl ValueOrdering<S>,
    ) -> (Cell, Digit);

    /// The cell, if the item is a cell.
    fn cell(self) -> Option<Cell>;
}

/// The alternatives of a cell are its candidates, in the order of the value ordering.
impl Item for Cell {
    const ANY: Self = Self::new(0);

    #[inline(always)]
    fn alternatives<S: State>(self, state: &S) -> DigitSet {
        state.domain(self)
    }

    #[inline(always)]
    fn child_alternatives<S: State>(
        self,
        parent: &S,
        placed: (Cell, Digit),
        state: &S,
    ) -> DigitSet {
        parent.child_domain(state, placed, self)
    }

    #[inline(always)]
    fn take_next<S: State>(
        self,
        remaining: &mut DigitSet,
        state: &S,
        values: &mut impl ValueOrdering<S>,
    ) -> (Cell, Digit) {
        (self, values.take(state, self, remaining))
    }

    #[inline(always)]
    fn cell(self) -> Option<Cell> {
        Some(self)
    }
}

/// A cell, or a digit in a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrPlace {
    /// The digits of a cell.
    Cell(Cell),
    /// The cells of a unit for a digit. The nine bits of its alternatives are the cells of
    /// the unit, taken in ascending order.
    Place(Unit, Digit),
}

impl From<Cell> for CellOrPlace {
    #[inline(always)]
    fn from(cell: Cell) -> Self {
        Self::Cell(cell)
    }
}

impl Item for CellOrPlace {
    const ANY: Self = Self::Cell(Cell::ANY);

    #[inline(always)]
    fn alternatives<S: State>(self, state: &S) -> DigitSet {
        match self {
            Self::Cell(cell) => cell.alternatives(state),
            Self::Place(unit, digit) => {
                let holders = state.holders(digit);
                let cells = unit.cells().into_iter().enumerate();
                DigitSet::from_bits(
                    cells
                        .fold(0, |bits, (at, cell)| bits | u16::from(holders.contains(cell)) << at),
                )
            }
        }
    }

    #[inline(always)]
    fn take_next<S: State>(
        self,
        remaining: &mut DigitSet,
        state: &S,
        values: &mut impl ValueOrdering<S>,
    ) -> (Cell, Digit) {
        match self {
            Self::Cell(cell) => cell.take_next(remaining, state, values),
            Self::Place(unit, digit) => {
                let at = remaining.pop_lowest();
                (unit.cells()[at.index()], digit)
            }
        }
    }

    #[inline(always)]
    fn cell(self) -> Option<Cell> {
        match self {
            Self::Cell(cell) => Some(cell),
            Self::Place(..) => None,
        }
    }
}
