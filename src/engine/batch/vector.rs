//! The vectors of the sweep: 256 bits, one per lane. A rule is written once, for any [`Vector`].

use super::LANES;
use crate::engine::simd::{ByteSets, WordVector};
use crate::grid::{Cell, Digit};

/// The words of a vector: lane l is bit l % 64 of word l / 64.
pub(in crate::engine) type Words = [u64; LANES / 64];

/// The number of cells with one word per digit. Three digits share a word for the other 17 cells.
pub(in crate::engine) const LOW_CELLS: usize = 64;

/// The other cells.
pub(in crate::engine) const HIGH_CELLS: usize = Cell::COUNT - LOW_CELLS;

/// 256 lanes of one bit.
pub(in crate::engine) trait Vector: WordVector<Words = Words> + ByteSets {
    /// The low and the high cells with a given number, below 128.
    #[inline(always)]
    fn cells_with(numbers: &[u8; Cell::COUNT], number: u8) -> (u64, u32) {
        let low = numbers.first_chunk().expect("64 cells of 81");
        let last = numbers.last_chunk().expect("32 cells of 81");
        (Self::equal_of_64(low, number), Self::equal_of_32(last, number) >> (32 - HIGH_CELLS))
    }

    /// The numbers of the digits in the cells, given the low and the high cells of each; 0 for cells without
    /// a digit.
    #[inline(always)]
    fn numbers(low: &[u64; Digit::COUNT], high: &[u32; Digit::COUNT]) -> [u8; Cell::COUNT] {
        let mut numbers = [0; Cell::COUNT];
        numbers[..LOW_CELLS].copy_from_slice(&Self::numbers_of_64(low));
        numbers[LOW_CELLS..].copy_from_slice(&Self::numbers_of_32(high)[..HIGH_CELLS]);
        numbers
    }
}

impl<V: WordVector<Words = Words> + ByteSets> Vector for V {}
