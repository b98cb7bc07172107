//! `several`: more than one solution. A minimal puzzle without one to three of its clues.

use super::{ClueOptions, Kind, Oracle, Random, minimal};
use crate::grid::Puzzle;
use crate::solve::WrongAnswer;

pub(super) const KIND: Kind = Kind {
    name: "several",
    about: "several solutions: minimal less one to three clues",
    takes_clue_options: false,
    make,
};

pub(super) fn make(
    oracle: &mut Oracle,
    random: &mut Random,
    clue_options: &ClueOptions,
) -> Result<Puzzle, WrongAnswer> {
    let mut puzzle = minimal::make(oracle, random, clue_options)?;
    let mut clues: Vec<_> = puzzle.clues().map(|(cell, _)| cell).collect();
    random.shuffle(&mut clues);
    for &cell in &clues[..1 + random.below(3)] {
        puzzle.set(cell, None);
    }
    Ok(puzzle)
}
