//! `unsolvable`: no solution, although no two clues contradict each other and singles find no conflict.
//!
//! The generator adds a clue to a puzzle with several solutions: the first, in random order, that no
//! solution has and that only a search refutes. If there is none (rare), it tries another puzzle.

use super::full::shuffled_cells;
use super::{ClueOptions, Kind, Oracle, Random, several};
use crate::grid::{Digit, Puzzle};
use crate::solve::WrongAnswer;

pub(super) const KIND: Kind = Kind {
    name: "unsolvable",
    about: "no solution, which singles alone do not show",
    takes_clue_options: false,
    make,
};

fn make(
    oracle: &mut Oracle,
    random: &mut Random,
    clue_options: &ClueOptions,
) -> Result<Puzzle, WrongAnswer> {
    loop {
        let puzzle = several::make(oracle, random, clue_options)?;
        for cell in shuffled_cells(random) {
            if puzzle.clue(cell).is_some() {
                continue;
            }
            let first = random.below(9);
            for turn in 0..9 {
                let mut refuted = puzzle;
                refuted.set(cell, Some(Digit::from_index((first + turn) % 9)));
                if refuted.is_consistent()
                    && !oracle.is_search_free(&refuted)?
                    && !oracle.is_solvable(&refuted)?
                {
                    return Ok(refuted);
                }
            }
        }
    }
}
