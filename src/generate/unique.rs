//! `unique`: one solution, with so many clues and in a pattern of such a symmetry.
//!
//! From a full grid, the orbits of the symmetry in random order are removed as long as the solution
//! stays the only one and there are no fewer clues than asked; if more are left, another grid is
//! tried. Without a number, clues are removed until no orbit can be spared.

use super::full;
use super::{Kind, Oracle, Pattern, Random, Wish};
use crate::grid::Puzzle;

pub(super) const KIND: Kind = Kind {
    name: "unique",
    about: "one solution; --clues and --symmetry say more",
    takes_wish: true,
    make,
};

fn make(oracle: &mut Oracle, random: &mut Random, wish: &Wish) -> Puzzle {
    loop {
        let mut puzzle = full::make(oracle, random, wish);
        let mut orbits = wish.symmetry.map_or_else(|| Pattern::NONE.orbits(), Pattern::orbits);
        random.shuffle(&mut orbits);
        let least = wish.clues.unwrap_or(0);
        let mut clues = puzzle.clue_count();
        for orbit in &orbits {
            if clues - orbit.len() < least {
                continue;
            }
            let before = puzzle;
            orbit.iter().for_each(|&cell| puzzle.set(cell, None));
            if oracle.is_unique(&puzzle) {
                clues -= orbit.len();
            } else {
                puzzle = before;
            }
        }
        if wish.clues.is_none_or(|wanted| wanted == clues) {
            return puzzle;
        }
    }
}
