//! The symmetries of the grid: relabelling of digits, permutations of rows in a band, of columns
//! in a stack, of bands and of stacks, and transposition. They turn a puzzle into an isomorph,
//! which has the same number of solutions.

use super::{Cell, Digit, PerCell, Puzzle};

/// A symmetry of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The cell to which each cell's content goes.
    cells: PerCell<Cell>,
    /// What each digit becomes.
    digits: [Digit; Digit::COUNT],
}

impl Symmetry {
    /// The symmetry that leaves everything as it is.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            cells: PerCell(std::array::from_fn(Cell::new)),
            digits: std::array::from_fn(Digit::from_index),
        }
    }

    /// A random symmetry: one of the 9! x 2 x 6^8, each as likely as `choose` makes it, which is
    /// to return one of 0..n.
    pub fn random(mut choose: impl FnMut(u32) -> u32) -> Self {
        let digits = shuffled(&mut choose);
        let rows = shuffled_lines(&mut choose);
        let columns = shuffled_lines(&mut choose);
        let is_transposed = choose(2) == 1;
        let cells = std::array::from_fn(|index| {
            let (row, column) = (rows[index / 9], columns[index % 9]);
            if is_transposed { Cell::at(column, row) } else { Cell::at(row, column) }
        });
        Self { cells: PerCell(cells), digits: digits.map(Digit::from_index) }
    }

    /// Where a digit in a cell goes, and what it becomes.
    #[must_use]
    pub fn image(&self, cell: Cell, digit: Digit) -> (Cell, Digit) {
        (self.cells[cell], self.digits[digit.index()])
    }

    /// The isomorph of a puzzle.
    #[must_use]
    pub fn apply(&self, puzzle: &Puzzle) -> Puzzle {
        let mut isomorph = Puzzle::EMPTY;
        for (cell, digit) in puzzle.clues() {
            let (cell, digit) = self.image(cell, digit);
            isomorph.set(cell, Some(digit));
        }
        isomorph
    }
}

/// 0..N in random order (Fisher & Yates).
fn shuffled<const N: usize>(choose: &mut impl FnMut(u32) -> u32) -> [usize; N] {
    let mut order = std::array::from_fn(|i| i);
    for last in (1..N).rev() {
        order.swap(last, choose(last as u32 + 1) as usize);
    }
    order
}

/// Where the nine lines of one direction go: chutes in random order, and the lines of each.
fn shuffled_lines(choose: &mut impl FnMut(u32) -> u32) -> [usize; 9] {
    let chutes: [usize; 3] = shuffled(choose);
    let lines: [[usize; 3]; 3] = std::array::from_fn(|_| shuffled(choose));
    std::array::from_fn(|line| 3 * chutes[line / 3] + lines[line / 3][line % 3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Unit;

    #[test]
    fn symmetries_map_units_to_units() {
        let mut state = 1u64;
        let mut choose = |n: u32| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) as u32 % n
        };
        let mut seen = std::collections::HashSet::new();
        for _ in 0..200 {
            let symmetry = Symmetry::random(&mut choose);
            for unit in Unit::all() {
                let image: crate::grid::CellSet =
                    unit.cells().into_iter().map(|cell| symmetry.cells[cell]).collect();
                assert!(Unit::all().any(|unit| unit.cell_set() == image));
            }
            let digits: crate::grid::DigitSet = symmetry.digits.into_iter().collect();
            assert_eq!(digits.len(), 9);
            let _ = seen.insert(symmetry.cells.0.map(Cell::index));
        }
        assert!(seen.len() > 190, "{} different symmetries", seen.len());
    }

    #[test]
    fn the_identity_leaves_a_puzzle_as_it_is() {
        let puzzle: Puzzle = format!("123{}9", ".".repeat(77)).parse().expect("a puzzle");
        assert_eq!(Symmetry::identity().apply(&puzzle), puzzle);
    }
}
