//! `target`: several solutions, for the goal `max_score`: 28 random cells of a full grid.
//!
//! Puzzles with one solution are left out because they have nothing to optimise.

use super::full::{self, shuffled_cells};
use super::{ClueOptions, Kind, Oracle, Random};
use crate::grid::Puzzle;
use crate::solve::WrongAnswer;

const CLUES: usize = 28;

pub(super) const KIND: Kind = Kind {
    name: "target",
    about: "target sudoku: several solutions, 28 cells of a full grid",
    takes_clue_options: false,
    make,
};

fn make(
    oracle: &mut Oracle,
    random: &mut Random,
    clue_options: &ClueOptions,
) -> Result<Puzzle, WrongAnswer> {
    loop {
        let mut puzzle = full::make(oracle, random, clue_options)?;
        for &cell in &shuffled_cells(random)[CLUES..] {
            puzzle.set(cell, None);
        }
        if !oracle.is_unique(&puzzle)? {
            return Ok(puzzle);
        }
    }
}
