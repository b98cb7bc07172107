//! The random numbers of one puzzle.

use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

/// A stream of random numbers, xoshiro256++.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of the puzzle `index` of a seed.
    pub(super) fn of(seed: u64, index: u64) -> Self {
        // The seed is hashed first, so that the streams of neighbouring seeds are unrelated.
        let scattered = SplitMix64::seed_from_u64(seed).next_u64();
        Self(Xoshiro256PlusPlus::seed_from_u64(scattered ^ index))
    }

    /// A number below `bound`: the high half of a product (Lemire 2019, without the rejection; the
    /// bias is below 2^-50).
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let product = u128::from(self.0.next_u64()) * bound as u128;
        (product >> 64) as usize
    }

    /// Shuffles the items (Fisher & Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SplitMix64 and xoshiro256++ as published: no version of the crates may change them.
    #[test]
    fn numbers_are_those_of_the_published_generators() {
        let numbers = |index| {
            let mut random = Random::of(0, index);
            std::array::from_fn(|_| random.below(1000))
        };
        assert_eq!(numbers(0), [519, 781, 679, 913, 677, 996, 492, 320]);
        assert_ne!(numbers(1), numbers(0));
    }
}
