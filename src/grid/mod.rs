//! The board: cells, digits, units, puzzles and solutions.
//!
//! ```text
//!            columns (stacks of three)
//!            0 1 2   3 4 5   6 7 8
//!          +-------+-------+-------+
//!        0 |  0  1  2| ...           cells are numbered row by row, 0..=80
//!  rows  1 |  9 10 11|                row = cell / 9, column = cell % 9
//! (bands 2 | 18 19 20|                box = 3 * (row / 3) + column / 3
//!  of      +-------+-------+-------+
//!  three)  ...
//! ```
//!
//! Everything is 9x9; the numbers 9, 27, 81 and 729 are constants of the project.

mod canonical;
mod cell;
mod cell_set;
mod digit;
mod puzzle;
mod symmetry;
mod unit;

pub use canonical::Canonizer;
pub use cell::{Cell, PerCell};
pub use cell_set::CellSet;
pub use digit::{Digit, DigitSet};
pub use puzzle::{ParsePuzzleError, Puzzle, Solution, symbol_digit};
pub use symmetry::Symmetry;
pub use unit::{PEERS, UNIT_CELLS, Unit};
