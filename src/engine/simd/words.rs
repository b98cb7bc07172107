//! The operations on the words of a vector.

use super::bits::Bits;

/// A vector of words of 64 bits.
pub(in crate::engine) trait WordVector: Bits {
    /// An array of its words.
    type Words;

    /// The vector of these words.
    fn from_words(words: Self::Words) -> Self;

    /// The words of the vector.
    fn words(self) -> Self::Words;

    /// The vector with the same word everywhere.
    fn splat(word: u64) -> Self;

    /// The sum of each pair of words, modulo 2^64.
    fn add(self, b: Self) -> Self;

    /// The difference of each pair of words, modulo 2^64.
    fn subtract(self, b: Self) -> Self;

    /// Every word shifted up by N bits.
    fn shift_up<const N: i32>(self) -> Self;

    /// Every word shifted down by N bits.
    fn shift_down<const N: i32>(self) -> Self;

    /// No bit.
    #[inline(always)]
    fn zero() -> Self {
        Self::splat(0)
    }

    /// Every bit.
    #[inline(always)]
    fn ones() -> Self {
        Self::splat(u64::MAX)
    }

    /// `!a`
    #[inline(always)]
    fn not(self) -> Self {
        Self::ones().and_not(self)
    }
}
