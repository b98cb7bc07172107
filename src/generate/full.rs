//! `full`: a full grid.
//!
//! The three boxes of the diagonal share no units, so they are filled at random. Then the generator
//! visits the blank cells in random order. Each takes the first digit, in random order, with which
//! the grid can still be completed.

use super::{ClueOptions, Kind, Oracle, Random};
use crate::grid::{Cell, Digit, Puzzle};
use crate::solve::WrongAnswer;

pub(super) const KIND: Kind =
    Kind { name: "full", about: "full grids", takes_clue_options: false, make };

pub(super) fn make(
    oracle: &mut Oracle,
    random: &mut Random,
    _: &ClueOptions,
) -> Result<Puzzle, WrongAnswer> {
    let mut grid = Puzzle::EMPTY;
    for corner in [0, 3, 6] {
        for (offset, digit) in shuffled_digits(random).into_iter().enumerate() {
            let cell = Cell::at(corner + offset / 3, corner + offset % 3);
            grid.set(cell, Some(digit));
        }
    }
    let mut blanks: Vec<_> = grid.blanks().into_iter().collect();
    random.shuffle(&mut blanks);
    for cell in blanks {
        for digit in shuffled_digits(random) {
            grid.set(cell, Some(digit));
            if oracle.is_solvable(&grid)? {
                break;
            }
        }
    }
    Ok(grid)
}

fn shuffled_digits(random: &mut Random) -> [Digit; 9] {
    let mut digits = std::array::from_fn(Digit::from_index);
    random.shuffle(&mut digits);
    digits
}

/// All cells in random order.
pub(super) fn shuffled_cells(random: &mut Random) -> [Cell; Cell::COUNT] {
    let mut cells = std::array::from_fn(Cell::new);
    random.shuffle(&mut cells);
    cells
}
