//! The children of a node: a digit is in a triad of a chute, or it is not.

use crate::engine::batch::frame::{Frame, high};
use crate::engine::batch::layout::Chute;
use crate::engine::batch::vector::LOW_CELLS;

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
    /// The choice of a frame.
    #[inline(always)]
    pub(super) fn of(frame: &Frame) -> Self {
        let choice = frame.choice();
        Self { digit: choice >> 3 & 15, cells: &CELLS[choice & 7][choice >> 7] }
    }

    /// Strikes the digit from the triad.
    #[inline(always)]
    pub(super) fn bar(self, frame: &mut Frame) {
        for (word, struck) in self.struck(self.cells[0]) {
            frame.0[word] &= !struck;
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::batch::frame::HIGH_BITS;
    use crate::engine::simd::Portable;
    use crate::grid::Puzzle;

    #[test]
    fn children_share_nothing_in_their_line() {
        let parent = Frame::of::<Portable<4>>(&Puzzle::EMPTY);
        for (chute, digit, triad) in
            (0..6).flat_map(|c| (0..9).flat_map(move |d| (0..9).map(move |t| (c, d, t))))
        {
            let mut chosen = parent;
            chosen.0[9] |= (chute | digit << 3 | triad << 7) << HIGH_BITS;
            let branch = Branch::of(&chosen);
            let (mut taken, mut barred) = (parent, parent);
            for (word, struck) in branch.struck_by_taking() {
                taken.0[word] &= !struck;
            }
            branch.bar(&mut barred);
            let lost = |frame: &Frame| -> u32 {
                parent.0.iter().zip(frame.0).map(|(a, b)| (a ^ b).count_ones()).sum()
            };
            assert_eq!((lost(&taken), lost(&barred)), (6, 3));
            let all = taken.0.iter().zip(barred.0).map(|(a, b)| (a | b).count_ones());
            assert_eq!(all.sum::<u32>(), 729);
        }
    }
}
