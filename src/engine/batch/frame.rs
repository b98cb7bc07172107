//! The candidates of one puzzle outside its lane. Stacks hold frames, and scalar code reads and writes
//! them.

use super::vector::{HIGH_CELLS, LOW_CELLS, Vector};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Puzzle, Solution};

/// The words of a frame.
pub(in crate::engine) const WORDS: usize = 12;

/// The bits of three digits' high cells. The bits above them can hold a choice.
pub(in crate::engine) const HIGH_BITS: usize = 3 * HIGH_CELLS;

/// The most bits of a choice.
pub(in crate::engine) const CHOICE_BITS: usize = 11;

/// The word and the bit of a digit in a cell.
#[inline(always)]
const fn place(digit: usize, cell: Cell) -> (usize, usize) {
    if cell.index() < LOW_CELLS {
        return (digit, cell.index());
    }
    let (word, bit) = high(digit);
    (word, bit + cell.index() - LOW_CELLS)
}

/// The candidates of a puzzle.
///
/// ```text
/// word 0 .. 8    digit 1 .. 9: cells 0 to 63, cell c is bit c
/// word 9         digits 1, 2, 3: cells 64 to 80 are bits 0 to 16, 17 to 33, 34 to 50;
///                bits 51 to 61: the choice of the puzzle
/// word 10, 11    digits 4, 5, 6 and 7, 8, 9, likewise
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Frame(pub(in crate::engine) [u64; WORDS]);

/// The word and the first bit of a digit's high cells.
pub(in crate::engine) const fn high(digit: usize) -> (usize, usize) {
    (Digit::COUNT + digit / 3, HIGH_CELLS * (digit % 3))
}

impl Frame {
    /// No candidates.
    pub(in crate::engine) const NONE: Self = Self([0; WORDS]);

    /// The candidates of a puzzle before any rule: a clue is the only candidate of its cell, blanks have all.
    #[inline(always)]
    pub(in crate::engine) fn of<V: Vector>(puzzle: &Puzzle) -> Self {
        let blanks = V::cells_with(puzzle.numbers(), 0);
        let mut frame = Self::NONE;
        for digit in 0..Digit::COUNT {
            let clues = V::cells_with(puzzle.numbers(), digit as u8 + 1);
            let (word, bit) = high(digit);
            frame.0[digit] = blanks.0 | clues.0;
            frame.0[word] |= u64::from(blanks.1 | clues.1) << bit;
        }
        frame
    }

    /// The number that the choice of the engine's rules has for the puzzle.
    #[inline(always)]
    pub(in crate::engine) const fn choice(&self) -> usize {
        (self.0[Digit::COUNT] >> HIGH_BITS) as usize & ((1 << CHOICE_BITS) - 1)
    }

    /// The cells in which a digit is possible.
    #[inline(always)]
    pub(in crate::engine) fn places(&self, digit: Digit) -> CellSet {
        let (word, bit) = high(digit.index());
        let high_cells = self.0[word] >> bit & ((1 << HIGH_CELLS) - 1);
        CellSet::from_bits(u128::from(high_cells) << LOW_CELLS | u128::from(self.0[digit.index()]))
    }

    /// The candidates of a cell.
    #[inline(always)]
    pub(in crate::engine) fn domain(&self, cell: Cell) -> DigitSet {
        let mut bits = 0;
        for digit in 0..Digit::COUNT {
            let (word, bit) = place(digit, cell);
            bits |= ((self.0[word] >> bit & 1) as u16) << digit;
        }
        DigitSet::from_bits(bits)
    }

    /// Strikes all candidates of a cell but one.
    #[inline(always)]
    pub(in crate::engine) fn place(&mut self, cell: Cell, kept: Digit) {
        for digit in 0..Digit::COUNT {
            let (word, bit) = place(digit, cell);
            self.0[word] &= !(u64::from(digit != kept.index()) << bit);
        }
    }

    /// The grid of a frame that has one candidate in every cell.
    #[inline(always)]
    pub(in crate::engine) fn solution<V: Vector>(&self) -> Solution {
        let mut high_cells = [0; Digit::COUNT];
        for digit in 0..Digit::COUNT {
            let (word, bit) = high(digit);
            high_cells[digit] = (self.0[word] >> bit) as u32 & ((1 << HIGH_CELLS) - 1);
        }
        let low_cells = self.0.first_chunk().expect("a word for each digit");
        let numbers = V::numbers(low_cells, &high_cells);
        Solution::from_numbers(numbers).expect("every cell has a candidate")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::simd::Portable;

    #[test]
    fn a_full_grid_is_read_back() {
        let grid = Solution::from_digits(|cell| {
            let shift = 3 * (cell.row() % 3) + cell.row() / 3;
            Digit::from_index((cell.column() + shift) % 9)
        });
        let puzzle = Puzzle::from_numbers(*grid.numbers()).expect("digits are numbers");
        assert_eq!(Frame::of::<Portable<4>>(&puzzle).solution::<Portable<4>>(), grid);
        let all = Frame::of::<Portable<4>>(&Puzzle::EMPTY);
        assert_eq!(all.0[..9], [u64::MAX; 9]);
        assert_eq!(all.0[9..], [(1 << HIGH_BITS) - 1; 3]);
    }
}
