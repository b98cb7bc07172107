//! The digits used in each unit, with the two operations of a search in a fixed order: place a digit in
//! a cell, and find the free digits of a cell. Sets of digits are bits 0 to 8 of a number.

#[cfg(target_arch = "x86_64")]
mod by_digit;
mod by_unit;

#[cfg(target_arch = "x86_64")]
pub(super) use by_digit::ByDigit;
pub(super) use by_unit::ByUnit;

use crate::grid::{Cell, Puzzle};
use crate::isa::Isa;

/// The bits of the nine digits.
pub(super) const DIGITS: u32 = 0x1ff;

/// The digits used in each of the 27 units.
///
/// Every method is `#[inline(always)]`: only code inlined into a function that is compiled for
/// an instruction set may use that set.
pub(super) trait UsedDigits: Copy + Send + 'static {
    /// The representation of a cell for look-ups.
    type Place: Copy + Send;

    /// The pseudo cell after the last: exactly one digit is always free for it.
    const BEHIND: Self::Place;

    /// Runs `f`, compiled for an instruction set that this type supports.
    fn run<R>(isa: Isa, f: impl FnOnce() -> R) -> R;

    /// A cell of the grid.
    fn place(cell: Cell) -> Self::Place;

    /// No digit used.
    fn none() -> Self;

    /// One more digit, in a cell.
    fn with(self, place: Self::Place, digit: u32) -> Self;

    /// The digits used in none of the three units of a cell.
    fn free(self, place: Self::Place) -> u32;

    /// The digits used by the clues.
    #[inline(always)]
    fn of(puzzle: &Puzzle) -> Self {
        let mut used = Self::none();
        for (cell, digit) in puzzle.clues() {
            used = used.with(Self::place(cell), 1 << digit.index());
        }
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{DigitSet, PEERS};

    /// Checks the free digits while filling a grid.
    fn check<U: UsedDigits>(isa: Isa) {
        U::run(isa, || {
            let line = ".6..5.4.3.1...9..85.7.8.....4..6..8....3.2....9..7..2.....4.1.678..2...4.3.7.1..6.";
            let puzzle = Puzzle::try_from(&line.as_bytes()[..81]).expect("81 symbols");
            let used = U::of(&puzzle);
            for cell in Cell::all() {
                let struck: DigitSet =
                    PEERS[cell].into_iter().filter_map(|peer| puzzle.clue(peer)).collect();
                let own = puzzle.clue(cell).map_or(0, |digit| 1 << digit.index());
                let free = DIGITS & !u32::from(struck.bits()) & !own;
                assert_eq!(used.free(U::place(cell)), free, "{cell:?}");
                assert!(used.free(U::BEHIND).is_power_of_two());
            }
        });
    }

    #[test]
    fn free_digits_are_those_that_no_clue_in_sight_has() {
        for &isa in Isa::available() {
            check::<ByUnit>(isa);
            #[cfg(target_arch = "x86_64")]
            if isa.has_avx512() {
                check::<ByDigit>(isa);
            }
        }
    }
}
