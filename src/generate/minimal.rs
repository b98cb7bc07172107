//! `minimal`: one solution, and no clue is redundant.
//!
//! The generator visits the clues of a full grid in random order and removes each one if the solution
//! stays unique. One pass is enough: a clue that is needed is also needed with fewer other clues.

use super::full::{self, shuffled_cells};
use super::{ClueOptions, Kind, Oracle, Random};
use crate::grid::Puzzle;
use crate::solve::WrongAnswer;

pub(super) const KIND: Kind = Kind {
    name: "minimal",
    about: "one solution, no clue to spare",
    takes_clue_options: false,
    make,
};

pub(super) fn make(
    oracle: &mut Oracle,
    random: &mut Random,
    clue_options: &ClueOptions,
) -> Result<Puzzle, WrongAnswer> {
    let mut puzzle = full::make(oracle, random, clue_options)?;
    minimise(&mut puzzle, oracle, random)?;
    Ok(puzzle)
}

/// Removes redundant clues, in random order, from a puzzle with one solution until none is left.
pub(super) fn minimise(
    puzzle: &mut Puzzle,
    oracle: &mut Oracle,
    random: &mut Random,
) -> Result<(), WrongAnswer> {
    for cell in shuffled_cells(random) {
        let clue = puzzle.clue(cell);
        if clue.is_none() {
            continue;
        }
        puzzle.set(cell, None);
        if !oracle.is_unique(puzzle)? {
            puzzle.set(cell, clue);
        }
    }
    Ok(())
}
