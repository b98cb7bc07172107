//! The candidates of one puzzle outside its lane. Stacks hold frames, and scalar code reads and writes
//! them.

use super::choice::BITS;
use super::layout::Chute;
use super::vector::{HIGH_CELLS, LOW_CELLS, Vector};
use crate::grid::{Digit, Puzzle, Solution};

/// The words of a frame.
pub(super) const WORDS: usize = 12;

/// The bits of three digits' high cells. The bits above them can hold a choice.
pub(super) const HIGH_BITS: usize = 3 * HIGH_CELLS;

/// The candidates of a puzzle.
///
/// ```text
/// word 0 .. 8    digit 1 .. 9: cells 0 to 63, cell c is bit c
/// word 9         digits 1, 2, 3: cells 64 to 80 are bits 0 to 16, 17 to 33, 34 to 50;
///                bits 51 to 61: the choice of the puzzle
/// word 10, 11    digits 4, 5, 6 and 7, 8, 9, likewise
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame(pub(super) [u64; WORDS]);

/// The word and the first bit of a digit's high cells.
const fn high(digit: usize) -> (usize, usize) {
    (Digit::COUNT + digit / 3, HIGH_CELLS * (digit % 3))
}

/// A choice: a digit is in a triad of a chute, or it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    digit: usize,
    /// The cells of the triad, and the cells of the other two of its line.
    cells: &'static [u128; 2],
}

/// For each chute and triad, its cells, and those of the other two of its line.
static CELLS: [[[u128; 2]; 16]; 8] = {
    let mut table = [[[0; 2]; 16]; 8];
    let mut number = 0;
    while number < Chute::COUNT {
        let chute = Chute::new(number);
        let mut triad = 0;
        while triad < 9 {
            let mut at = 0;
            while at < 9 {
                let cell = chute.cell(triad % 3, at / 3, at % 3);
                let is_other = at / 3 != triad / 3;
                table[number][triad][is_other as usize] |= 1 << cell;
                at += 1;
            }
            triad += 1;
        }
        number += 1;
    }
    table
};

impl Branch {
    /// The candidates struck if the digit is in the triad: the digit's other triads of the line. Each word
    /// with its bits.
    #[inline(always)]
    pub(super) fn struck_by_taking(self) -> [(usize, u64); 2] {
        self.struck(self.cells[1])
    }

    #[inline(always)]
    fn struck(self, cells: u128) -> [(usize, u64); 2] {
        let (word, bit) = high(self.digit);
        [(self.digit, cells as u64), (word, ((cells >> LOW_CELLS) as u64) << bit)]
    }
}

impl Frame {
    /// No candidates.
    pub(super) const NONE: Self = Self([0; WORDS]);

    /// The candidates of a puzzle before any rule: a clue is the only candidate of its cell, blanks have all.
    #[inline(always)]
    pub(super) fn of<V: Vector>(puzzle: &Puzzle) -> Self {
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

    /// The choice.
    #[inline(always)]
    pub(super) fn branch(&self) -> Branch {
        let choice = (self.0[Digit::COUNT] >> HIGH_BITS) as usize & ((1 << BITS) - 1);
        Branch { digit: choice >> 3 & 15, cells: &CELLS[choice & 7][choice >> 7] }
    }

    /// The child in which the digit is not in the triad.
    #[inline(always)]
    pub(super) fn bar(&mut self, branch: Branch) {
        for (word, struck) in branch.struck(branch.cells[0]) {
            self.0[word] &= !struck;
        }
    }

    /// The grid of a frame that has one candidate in every cell.
    #[inline(always)]
    pub(super) fn solution<V: Vector>(&self) -> Solution {
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

    #[test]
    fn children_share_nothing_in_their_line() {
        let parent = Frame::of::<Portable<4>>(&Puzzle::EMPTY);
        for (chute, digit, triad) in
            (0..6).flat_map(|c| (0..9).flat_map(move |d| (0..9).map(move |t| (c, d, t))))
        {
            let mut chosen = parent;
            chosen.0[9] |= (chute | digit << 3 | triad << 7) << HIGH_BITS;
            let branch = chosen.branch();
            let (mut taken, mut barred) = (parent, parent);
            for (word, struck) in branch.struck_by_taking() {
                taken.0[word] &= !struck;
            }
            barred.bar(branch);
            let lost = |frame: &Frame| -> u32 {
                parent.0.iter().zip(frame.0).map(|(a, b)| (a ^ b).count_ones()).sum()
            };
            assert_eq!((lost(&taken), lost(&barred)), (6, 3));
            let all = taken.0.iter().zip(barred.0).map(|(a, b)| (a | b).count_ones());
            assert_eq!(all.sum::<u32>(), 729);
        }
    }
}
