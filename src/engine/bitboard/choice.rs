//! The branching rule.
//!
//! It chooses the chute with the fewest remaining triads, among those with more than one triad for some
//! digit and line. In this chute it chooses the first digit with two remaining configurations or, if there
//! is none, the first with more. Of its boxes it chooses the first with two or more triads, and of these the
//! first triad. The first child has the digit in that triad, the second does not. The engine `lanes` makes
//! the same choice.

use super::boxes::{Boxes, COLUMNS, FIELDS_FILLED, Grid, MARK, ROWS, cells_of, place};
use crate::grid::Digit;

/// A digit is in a triad, or it is not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// The vector.
    vector: usize,
    /// The box of a digit.
    field: usize,
    /// The cells of the triad.
    cells: u16,
}

/// The number of triads of a digit that is settled in a chute.
const SETTLED: u8 = 3;

/// The field and the byte of each chute's counts: bands, then stacks.
const CHUTES: [(usize, u32); 6] = [(0, 8), (3, 8), (6, 8), (0, 0), (1, 0), (2, 0)];

impl Branch {
    /// The choice for an unsolved puzzle with these remaining triads of each digit.
    #[inline(always)]
    pub(super) fn choose<B: Boxes>(left: &Grid<B>) -> Self {
        let mut counts = *left;
        for j in 0..3 {
            counts[j] = left[j].count_in_chutes();
        }
        let sum = counts[0].add(counts[1]).add(counts[2]);
        let (second, third) = sum.turned();
        let sums = sum.add(second).add(third).fields().0;
        let chute =
            first_of_least(CHUTES.map(|(field, shift)| {
                ((sums[field] >> shift) as u8).wrapping_sub(9 * SETTLED + 1)
            }));
        let (field, shift) = CHUTES[chute];
        let counts = [counts[0].fields().0, counts[1].fields().0, counts[2].fields().0];
        let mut triads = [0; Digit::COUNT];
        for i in 0..3 {
            for j in 0..3 {
                let count = (counts[j][9 * i + field] >> shift) as u8;
                triads[3 * i + j] = if count < 5 { 2 } else { u8::from(count > 6) };
            }
        }
        Self::of_digit(Digit::from_index(first_of_least(triads)), chute, left)
    }

    /// The choice for a digit that is not settled in a chute.
    #[inline(always)]
    fn of_digit<B: Boxes>(digit: Digit, chute: usize, left: &Grid<B>) -> Self {
        let (vector, first) = place(digit);
        let triads = [left[0].fields().0, left[1].fields().0, left[2].fields().0][vector];
        let (first_box, step, shift) =
            if chute < 3 { (3 * chute, 1, 8) } else { (chute - 3, 3, 3) };
        let (mut field, mut lines) = (0, 0);
        for box_ in (0..3).rev() {
            let here = first + first_box + step * box_;
            let lines_here = triads[here % FIELDS_FILLED] >> shift & 7;
            if !lines_here.is_power_of_two() {
                (field, lines) = (here, lines_here);
            }
        }
        let line = lines & lines.wrapping_neg();
        let all = if chute < 3 { COLUMNS } else { ROWS };
        Self { vector, field, cells: cells_of(line << shift | all) }
    }

    /// Changes the grid to the first child and returns the second.
    #[inline(always)]
    pub(super) fn divide<B: Boxes>(self, grid: &mut Grid<B>) -> Grid<B> {
        let mut second = *grid;
        for j in 0..3 {
            if j == self.vector {
                second[j] = grid[j].keep_in_box(self.field, !self.cells | MARK);
                grid[j] = grid[j].keep_in_box(self.field, self.cells);
            }
        }
        second
    }
}

/// The index of the first minimum.
#[inline(always)]
fn first_of_least<const N: usize>(values: [u8; N]) -> usize {
    let mut least = u16::MAX;
    for at in 0..N {
        least = least.min(u16::from(values[at]) << 8 | at as u16);
    }
    usize::from(least & 0xff)
}
