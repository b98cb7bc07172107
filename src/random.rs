//! Reproducible random choices: SplitMix64 streams (Steele, Lea & Flood, OOPSLA 2014), seeded by the
//! run's seed and the puzzle. Each part of a config that makes random choices has one stream.
//!
//! A stream's seed is the run's seed xor the FNV-1a-64 hash of the 81 characters of the puzzle as
//! solved (blank `.`), plus 1 for the variable ordering, 2 for the tie-break, 3 for the value
//! ordering, 4 for isomorphs. The choices for a puzzle therefore do not depend on any other puzzle.

use crate::grid::Puzzle;
use fnv::FnvHasher;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::hash::Hasher;

/// The part of a config that makes random choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// The variable ordering.
    Variable = 1,
    /// The tie-break.
    Tie = 2,
    /// The value ordering.
    Value = 3,
    /// The isomorphs of a puzzle, one after another.
    Isomorph = 4,
}

/// A stream of choices.
#[derive(Clone, Debug)]
pub struct Choices {
    seed: u64,
    chooser: Chooser,
    stream: SplitMix64,
}

impl Choices {
    /// The stream of a part of a config, for the run's seed.
    #[must_use]
    pub fn new(seed: u64, chooser: Chooser) -> Self {
        Self { seed, chooser, stream: SplitMix64::seed_from_u64(seed) }
    }

    /// Starts a puzzle.
    pub fn start(&mut self, puzzle: &Puzzle) {
        let mut hash = FnvHasher::default();
        hash.write(&puzzle.to_line());
        let seed = (self.seed ^ hash.finish()).wrapping_add(self.chooser as u64);
        self.stream = SplitMix64::from_seed(seed.to_le_bytes());
    }

    /// One of `n` choices, 0..n: the next number modulo n. For `n` = 1 it draws no number.
    pub fn choose(&mut self, n: u32) -> u32 {
        if n < 2 { 0 } else { (self.stream.next_u64() % u64::from(n)) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, written out: SplitMix64 as published, and FNV-1a with its constants.
    fn plain(seed: u64, text: &[u8], plus: u64, moduli: &[u32]) -> Vec<u32> {
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
        let mut state = (seed ^ hash).wrapping_add(plus);
        let next = |&n: &u32| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = state;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((z ^ (z >> 31)) % u64::from(n)) as u32
        };
        moduli.iter().map(next).collect()
    }

    #[test]
    fn streams_are_those_of_the_definition() {
        let text = format!("1{}9", ".".repeat(79));
        let puzzle = text.replace('.', "0").parse().expect("a puzzle");
        let moduli = [2, 3, 9, 81, 60, 7];
        for (chooser, plus) in [(Chooser::Variable, 1), (Chooser::Tie, 2), (Chooser::Value, 3)] {
            let mut choices = Choices::new(0x1234_5678_9abc_def0, chooser);
            for _ in 0..2 {
                choices.start(&puzzle);
                assert_eq!(choices.choose(1), 0, "nothing to choose, nothing drawn");
                let drawn: Vec<_> = moduli.iter().map(|&n| choices.choose(n)).collect();
                assert_eq!(drawn, plain(0x1234_5678_9abc_def0, text.as_bytes(), plus, &moduli));
            }
        }
    }
}
