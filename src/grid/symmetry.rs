//! The symmetries of the grid: relabelling of digits, permutations of rows in a band, of columns
//! in a stack, of bands and of stacks, and transposition. A symmetry maps a puzzle to an isomorph,
//! which has the same number of solutions.

use super::{Cell, Digit, PerCell, Puzzle};

/// A symmetry of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each cell.
    cells: PerCell<Cell>,
    /// The image of each digit.
    digits: [Digit; Digit::COUNT],
}

impl Symmetry {
    /// The identity.
    #[must_use]
    pub fn identity() -> Self {
        Self {
            cells: PerCell(std::array::from_fn(Cell::new)),
            digits: std::array::from_fn(Digit::from_index),
        }
    }

    /// A random symmetry, one of the 9! x 2 x 6^8. `choose(n)` returns a number in 0..n; its
    /// distribution determines the distribution of the symmetries.
    pub fn random(mut choose: impl FnMut(u32) -> u32) -> Self {
        let digits = shuffled(&mut choose);
        let rows = shuffled_lines(&mut choose);
        let columns = shuffled_lines(&mut choose);
        Self::of(digits, rows, columns, choose(2) == 1)
    }

    /// A random elementary symmetry: an exchange of two rows of a band, two columns of a stack,
    /// two bands, two stacks or two digits, or a transposition. `choose` is as in [`Symmetry::random`].
    pub fn exchange(mut choose: impl FnMut(u32) -> u32) -> Self {
        let [mut digits, mut rows, mut columns]: [[usize; 9]; 3] = [std::array::from_fn(|i| i); 3];
        let kind = choose(6);
        match kind {
            0 | 1 => {
                let lines = if kind == 0 { &mut rows } else { &mut columns };
                let [a, b] = two_of(3, &mut choose);
                let chute = 3 * choose(3) as usize;
                lines.swap(chute + a, chute + b);
            }
            2 | 3 => {
                let lines = if kind == 2 { &mut rows } else { &mut columns };
                let [a, b] = two_of(3, &mut choose);
                (0..3).for_each(|line| lines.swap(3 * a + line, 3 * b + line));
            }
            4 => {
                let [a, b] = two_of(9, &mut choose);
                digits.swap(a, b);
            }
            _ => {}
        }
        Self::of(digits, rows, columns, kind == 5)
    }

    fn of(digits: [usize; 9], rows: [usize; 9], columns: [usize; 9], is_transposed: bool) -> Self {
        let cells = std::array::from_fn(|index| {
            let (row, column) = (rows[index / 9], columns[index % 9]);
            if is_transposed { Cell::at(column, row) } else { Cell::at(row, column) }
        });
        Self { cells: PerCell(cells), digits: digits.map(Digit::from_index) }
    }

    /// The images of a cell and of its digit.
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

/// Two different numbers below `count`.
fn two_of(count: u32, choose: &mut impl FnMut(u32) -> u32) -> [usize; 2] {
    let one = choose(count);
    [one, (one + 1 + choose(count - 1)) % count].map(|number| number as usize)
}

/// The images of the nine lines of one direction: chutes in random order, and the lines of each
/// chute in random order.
fn shuffled_lines(choose: &mut impl FnMut(u32) -> u32) -> [usize; 9] {
    let chutes: [usize; 3] = shuffled(choose);
    let lines: [[usize; 3]; 3] = std::array::from_fn(|_| shuffled(choose));
    std::array::from_fn(|line| 3 * chutes[line / 3] + lines[line / 3][line % 3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Unit;

    fn chooser() -> impl FnMut(u32) -> u32 {
        let mut state = 1u64;
        move |n| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) as u32 % n
        }
    }

    fn assert_units_go_to_units(symmetry: &Symmetry) {
        for unit in Unit::all() {
            let image: crate::grid::CellSet =
                unit.cells().into_iter().map(|cell| symmetry.cells[cell]).collect();
            assert!(Unit::all().any(|unit| unit.cell_set() == image));
        }
        let digits: crate::grid::DigitSet = symmetry.digits.into_iter().collect();
        assert_eq!(digits.len(), 9);
    }

    #[test]
    fn symmetries_map_units_to_units() {
        let mut choose = chooser();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..200 {
            let symmetry = Symmetry::random(&mut choose);
            assert_units_go_to_units(&symmetry);
            let _ = seen.insert(symmetry.cells.0.map(Cell::index));
        }
        assert!(seen.len() > 190, "{} different symmetries", seen.len());
    }

    #[test]
    fn every_exchange_is_made_and_undone_by_another_time() {
        let mut choose = chooser();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..5000 {
            let exchange = Symmetry::exchange(&mut choose);
            assert_units_go_to_units(&exchange);
            for cell in Cell::all() {
                assert_eq!(exchange.cells[exchange.cells[cell]], cell);
            }
            let digits = exchange.digits.map(Digit::index);
            let _ = seen.insert((exchange.cells.0.map(Cell::index), digits));
        }
        // 9 pairs of rows, 9 of columns, 3 of bands, 3 of stacks, 36 of digits, and the transposition.
        assert_eq!(seen.len(), 9 + 9 + 3 + 3 + 36 + 1);
    }

    #[test]
    fn the_identity_leaves_a_puzzle_as_it_is() {
        let puzzle: Puzzle = format!("123{}9", ".".repeat(77)).parse().expect("a puzzle");
        assert_eq!(Symmetry::identity().apply(&puzzle), puzzle);
    }
}
