//! Which puzzles have been seen before, in 16 bytes each.
//!
//! A puzzle is known by the first 128 bits of the SHA-256 of its 81 numbers. No two texts with the
//! same are known; among a thousand million puzzles the odds of any two are below 10^-20.

use crate::grid::Puzzle;
use fnv::FnvHashSet;
use sha2::{Digest, Sha256};

/// The fingerprint of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 16]);

impl Fingerprint {
    /// The fingerprint of a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        let mut fingerprint = [0; 16];
        fingerprint.copy_from_slice(&Sha256::digest(puzzle.numbers())[..16]);
        Self(fingerprint)
    }
}

/// The puzzles seen so far.
#[derive(Clone, Debug, Default)]
pub struct Seen(FnvHashSet<Fingerprint>);

impl Seen {
    /// Notes a puzzle; returns whether it is new.
    pub fn add(&mut self, fingerprint: Fingerprint) -> bool {
        self.0.insert(fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_new_once() {
        let puzzle = |text: &str| format!("{text}{}", ".".repeat(80)).parse().expect("a puzzle");
        let mut seen = Seen::default();
        let news = ["1", "2", "1", ".", "2"].map(|text| seen.add(Fingerprint::of(&puzzle(text))));
        assert_eq!(news, [true, true, false, true, false]);
    }
}
