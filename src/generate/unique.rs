//! `unique`: one solution, optionally with a number of clues and a symmetry of their pattern.
//!
//! The generator removes the orbits of the symmetry from a full grid in random order, while the solution
//! stays unique and the number of clues is not below the given number. If too many clues are left, it
//! tries another grid. Without a number it removes every redundant orbit.

use super::full;
use super::{ClueOptions, Kind, Oracle, Pattern, Random};
use crate::grid::Puzzle;
use crate::solve::WrongAnswer;

pub(super) const KIND: Kind = Kind {
    name: "unique",
    about: "one solution; --clues and --symmetry say more",
    takes_clue_options: true,
    make,
};

fn make(
    oracle: &mut Oracle,
    random: &mut Random,
    clue_options: &ClueOptions,
) -> Result<Puzzle, WrongAnswer> {
    loop {
        let mut puzzle = full::make(oracle, random, clue_options)?;
        let mut orbits =
            clue_options.symmetry.map_or_else(|| Pattern::NONE.orbits(), Pattern::orbits);
        random.shuffle(&mut orbits);
        let least = clue_options.clues.unwrap_or(0);
        let mut clues = puzzle.clue_count();
        for orbit in &orbits {
            if clues - orbit.len() < least {
                continue;
            }
            let before = puzzle;
            orbit.iter().for_each(|&cell| puzzle.set(cell, None));
            if oracle.is_unique(&puzzle)? {
                clues -= orbit.len();
            } else {
                puzzle = before;
            }
        }
        if clue_options.clues.is_none_or(|wanted| wanted == clues) {
            return Ok(puzzle);
        }
    }
}
