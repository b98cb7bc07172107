//! The weights of all alternatives of a state.
//!
//! A placement of digit d in cell c strikes d from the peers of c in its row, its column and its box.
//! The sum over these peers falls apart into a part that depends on the row and the stack of c, and a
//! part that depends on its band and column. The sum over the other candidates of c is the sum over
//! all its candidates, which does not depend on d, less that of d itself. So the weight of an
//! alternative is the sum of three numbers,
//!
//! ```text
//! w(c, d) = stacks[row of the band, stack] [band, d] + columns[column] [band, d] + candidates[c]
//! ```
//!
//! and a state has 9 + 9 vectors of them by band and digit, besides one number for each cell.

use super::numbers::{DigitSums, Numbers, Slots};
use crate::grid::Cell;
use crate::state::Lanes;

/// The weights, and the numbers of places of digits in units.
pub(super) struct Weights<V> {
    /// By row of the band (3) and stack.
    stacks: [Slots; 9],
    columns: [Slots; 9],
    /// By row of the band (9) and column: the worth of the units of all candidates.
    candidates: [DigitSums; 27],
    /// The places in each row, by row of the band.
    pub(super) in_rows: [V; 3],
    /// The places in each column, the same in every band.
    pub(super) in_columns: [V; 9],
    /// The places in each box, by stack.
    pub(super) in_boxes: [V; 3],
}

/// Where the terms of the weights of a cell begin.
#[derive(Clone, Copy)]
struct Position {
    stack: u16,
    column: u16,
    candidates: u16,
}

/// What every peer counts that loses the digit.
const STRIKE: u16 = 8;

impl<V: Numbers> Weights<V> {
    const POSITIONS: [Position; Cell::COUNT] = {
        let mut positions = [Position { stack: 0, column: 0, candidates: 0 }; Cell::COUNT];
        let mut index = 0;
        while index < Cell::COUNT {
            let (band, row, column) = (index / 27, index / 9 % 3, index % 9);
            positions[index] = Position {
                stack: (48 * (3 * row + column / 3) + V::STRIDE * band) as u16,
                column: (48 * column + V::STRIDE * band) as u16,
                candidates: (8 * (9 * row + column) + 2 * band) as u16,
            };
            index += 1;
        }
        positions
    };

    /// The weights of a state, from the blank cells that hold each digit.
    #[inline(always)]
    pub(super) fn of(holders: &[Lanes; 3]) -> Self {
        let zero = V::splat(0);
        let halves = V::halves(holders);
        let held: [[V; 9]; 3] = std::array::from_fn(|row| {
            std::array::from_fn(|column| {
                let at = 9 * row + column;
                halves[at / 16].spread(at % 16)
            })
        });
        // Places: of a row in a box, of a column in a band, and of whole units.
        let mut in_row_of_box = [[zero; 3]; 3];
        let mut in_column_of_band = [zero; 9];
        for row in 0..3 {
            for column in 0..9 {
                let held = held[row][column];
                let stack = column / 3;
                in_row_of_box[row][stack] = in_row_of_box[row][stack].minus(held);
                in_column_of_band[column] = in_column_of_band[column].minus(held);
            }
        }
        let in_rows = in_row_of_box.map(|[a, b, c]| a.plus(b).plus(c));
        let [a, b, c] = in_row_of_box;
        let in_boxes = std::array::from_fn(|stack| a[stack].plus(b[stack]).plus(c[stack]));
        let in_columns = in_column_of_band.map(V::sum_of_bands);
        let of_rows = in_rows.map(V::worth);
        let of_columns = in_columns.map(V::worth);
        let of_boxes = in_boxes.map(V::worth);

        // A peer in the row counts its column and, outside the box, its box. A peer in the column
        // counts its row and, outside the box, its box. Any other peer in the box counts its row and
        // its column.
        let strike = V::splat(STRIKE);
        let row_strikes = of_rows.map(|worth| worth.plus(strike));
        let mut by_column = [[zero; 3]; 3];
        let mut by_row = [zero; 9];
        for row in 0..3 {
            for column in 0..9 {
                let held = held[row][column];
                let sum = &mut by_column[row][column / 3];
                *sum = sum.plus(held.and(of_columns[column]));
                by_row[column] = by_row[column].plus(held.and(row_strikes[row]));
            }
        }
        let mut columns = [[0; 48]; 9];
        for (column, slots) in columns.iter_mut().enumerate() {
            let places = in_column_of_band[column];
            let boxes = places.times(of_boxes[column / 3]);
            let (peers, worth) = (by_row[column].plus(boxes), of_columns[column]);
            let in_box = by_row[column].plus(places.times(worth));
            peers.sum_of_bands().minus(boxes).minus(in_box).minus(worth).store(slots);
        }
        let row_boxes: [[V; 3]; 3] = std::array::from_fn(|row| {
            std::array::from_fn(|stack| in_row_of_box[row][stack].times(of_boxes[stack]))
        });
        let in_box: [[V; 3]; 3] = std::array::from_fn(|row| {
            std::array::from_fn(|stack| {
                in_row_of_box[row][stack].times(row_strikes[row]).plus(by_column[row][stack])
            })
        });
        let whole_box: [V; 3] =
            std::array::from_fn(|stack| (0..3).fold(zero, |sum, row| sum.plus(in_box[row][stack])));
        let mut stacks = [[0; 48]; 9];
        let mut candidates = [[0; 8]; 27];
        for row in 0..3 {
            let strikes = in_rows[row].times(strike);
            let whole_row = (0..3).fold(strikes, |sum, stack| {
                sum.plus(by_column[row][stack]).plus(row_boxes[row][stack])
            });
            for stack in 0..3 {
                let worth = of_rows[row].plus(of_boxes[stack]);
                let others = whole_box[stack].minus(in_box[row][stack]);
                let row_peers = whole_row.minus(row_boxes[row][stack]);
                row_peers
                    .plus(others)
                    .minus(worth)
                    .minus(strike)
                    .store(&mut stacks[3 * row + stack]);
                for column in 3 * stack..3 * stack + 3 {
                    let worth = held[row][column].and(worth.plus(of_columns[column]));
                    worth.store_digit_sums(&mut candidates[9 * row + column]);
                }
            }
        }
        Self { stacks, columns, candidates, in_rows, in_columns, in_boxes }
    }

    /// The weight of a candidate of a cell; bit d of the state's domains is digit d+1.
    #[inline(always)]
    pub(super) fn weight(&self, cell: usize, digit: usize) -> u16 {
        let Position { stack, column, candidates } = const { &Self::POSITIONS }[cell];
        let stack = self.stacks.as_flattened()[usize::from(stack) + digit];
        let column = self.columns.as_flattened()[usize::from(column) + digit];
        let candidates = self.candidates.as_flattened()[usize::from(candidates)];
        stack.wrapping_add(column).wrapping_add(candidates as u16)
    }
}
