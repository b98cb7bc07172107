//! Plain implementations of the four original searches, written from their descriptions: masks of
//! used digits in global arrays, recursion, explicit undoing.

use dokubench::grid::Puzzle;

/// Masks of used digits, and the grid being filled.
pub(crate) struct Plain {
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    grid: [u8; 81],
    /// The number of calls of `dfs`, and its limit.
    pub(crate) nodes: u64,
    limit: u64,
}

const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

impl Plain {
    pub(crate) fn new(puzzle: &Puzzle, limit: u64) -> Self {
        let mut plain =
            Self { rows: [0; 9], columns: [0; 9], boxes: [0; 9], grid: [0; 81], nodes: 0, limit };
        for (cell, &number) in puzzle.numbers().iter().enumerate().filter(|(_, n)| **n > 0) {
            plain.toggle(cell, 1 << (number - 1));
            plain.grid[cell] = number;
        }
        plain
    }

    fn toggle(&mut self, cell: usize, bit: u16) {
        self.rows[cell / 9] ^= bit;
        self.columns[cell % 9] ^= bit;
        self.boxes[box_of(cell)] ^= bit;
    }

    fn free(&self, cell: usize) -> u16 {
        !(self.rows[cell / 9] | self.columns[cell % 9] | self.boxes[box_of(cell)]) & 0x1ff
    }

    /// AcWing 166, POJ 3074: the first cell with the fewest digits, by scanning all 81.
    pub(crate) fn fewest_digits(&mut self, blanks: usize) -> bool {
        if self.nodes == self.limit {
            return true;
        }
        self.nodes += 1;
        if blanks == 0 {
            return true;
        }
        let (mut best, mut fewest) = (0, 10);
        for cell in 0..81 {
            if self.grid[cell] == 0 {
                let digits = self.free(cell).count_ones();
                if digits < fewest {
                    (best, fewest) = (cell, digits);
                }
            }
        }
        let mut free = self.free(best);
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free &= free - 1;
            self.toggle(best, bit);
            self.grid[best] = bit.trailing_zeros() as u8 + 1;
            if self.fewest_digits(blanks - 1) {
                return true;
            }
            self.grid[best] = 0;
            self.toggle(best, bit);
        }
        false
    }

    /// POJ 2676: the collected blanks in their order.
    pub(crate) fn in_order(&mut self, blanks: &[usize]) -> bool {
        if self.nodes == self.limit {
            return true;
        }
        self.nodes += 1;
        let Some((&cell, rest)) = blanks.split_first() else { return true };
        for number in 1..=9 {
            let bit = 1 << (number - 1);
            if self.free(cell) & bit == 0 {
                continue;
            }
            self.toggle(cell, bit);
            if self.in_order(rest) {
                return true;
            }
            self.toggle(cell, bit);
        }
        false
    }

    /// Luogu P1074: the same, over all solutions, keeping the best weighted sum.
    pub(crate) fn best_sum(&mut self, blanks: &[(usize, u32)], sum: u32, best: &mut u32) {
        if self.nodes == self.limit {
            return;
        }
        self.nodes += 1;
        let Some((&(cell, weight), rest)) = blanks.split_first() else {
            *best = sum.max(*best);
            return;
        };
        for number in 1..=9u32 {
            let bit = 1 << (number - 1);
            if self.free(cell) & bit != 0 {
                self.toggle(cell, bit);
                self.best_sum(rest, sum + number * weight, best);
                self.toggle(cell, bit);
            }
        }
    }
}
