//! `minimal`: one solution, and none of the clues can be spared.
//!
//! From a full grid, each clue in random order is removed if the solution stays the only one. One
//! pass is enough: a clue that could not be spared cannot be spared with fewer clues either.

use super::full::{self, shuffled_cells};
use super::{Kind, Oracle, Random, Wish};
use crate::grid::Puzzle;

pub(super) const KIND: Kind =
    Kind { name: "minimal", about: "one solution, no clue to spare", takes_wish: false, make };

pub(super) fn make(oracle: &mut Oracle, random: &mut Random, wish: &Wish) -> Puzzle {
    let mut puzzle = full::make(oracle, random, wish);
    minimise(&mut puzzle, oracle, random);
    puzzle
}

/// Removes clues, in random order, until none can be spared from a puzzle with one solution.
pub(super) fn minimise(puzzle: &mut Puzzle, oracle: &mut Oracle, random: &mut Random) {
    for cell in shuffled_cells(random) {
        let clue = puzzle.clue(cell);
        if clue.is_none() {
            continue;
        }
        puzzle.set(cell, None);
        if !oracle.is_unique(puzzle) {
            puzzle.set(cell, clue);
        }
    }
}
