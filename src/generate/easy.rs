//! `easy`: one solution, which naked and hidden singles find.
//!
//! The generator removes clues from a full grid in random order while singles still solve the puzzle,
//! until 34 are left.

use super::full::{self, shuffled_cells};
use super::{ClueOptions, Kind, Oracle, Random};
use crate::grid::Puzzle;
use crate::solve::WrongAnswer;

const CLUES: usize = 34;

pub(super) const KIND: Kind = Kind {
    name: "easy",
    about: "one solution, found by singles, 34 clues",
    takes_clue_options: false,
    make,
};

fn make(
    oracle: &mut Oracle,
    random: &mut Random,
    clue_options: &ClueOptions,
) -> Result<Puzzle, WrongAnswer> {
    let mut puzzle = full::make(oracle, random, clue_options)?;
    let mut clues = puzzle.clue_count();
    for cell in shuffled_cells(random) {
        if clues == CLUES {
            break;
        }
        let clue = puzzle.clue(cell);
        puzzle.set(cell, None);
        if oracle.is_search_free(&puzzle)? {
            clues -= 1;
        } else {
            puzzle.set(cell, clue);
        }
    }
    Ok(puzzle)
}
