//! The words of three digits in a vector, and the operations on them that only this engine needs.

#[cfg(target_arch = "x86_64")]
use crate::engine::simd::Avx2;
use crate::engine::simd::{Portable, WordVector};

/// The words of three digits.
pub(super) trait Row: WordVector {
    /// The row of these words.
    fn from_three(words: [u64; 3]) -> Self;

    /// The words.
    fn three(self) -> [u64; 3];

    /// The words rotated to the next digit.
    fn next_digit(self) -> Self;

    /// The words rotated to the previous digit.
    fn last_digit(self) -> Self;
}

impl Row for Portable<3> {
    #[inline(always)]
    fn from_three(words: [u64; 3]) -> Self {
        Self::from_words(words)
    }

    #[inline(always)]
    fn three(self) -> [u64; 3] {
        self.words()
    }

    #[inline(always)]
    fn next_digit(self) -> Self {
        let [a, b, c] = self.words();
        Self::from_words([b, c, a])
    }

    #[inline(always)]
    fn last_digit(self) -> Self {
        let [a, b, c] = self.words();
        Self::from_words([c, a, b])
    }
}

/// The fourth word is arbitrary.
#[cfg(target_arch = "x86_64")]
impl Row for Avx2 {
    #[inline(always)]
    fn from_three([a, b, c]: [u64; 3]) -> Self {
        Self::from_words([a, b, c, 0])
    }

    #[inline(always)]
    fn three(self) -> [u64; 3] {
        let [a, b, c, _] = self.words();
        [a, b, c]
    }

    #[inline(always)]
    fn next_digit(self) -> Self {
        self.permute_words::<0b11_00_10_01>()
    }

    #[inline(always)]
    fn last_digit(self) -> Self {
        self.permute_words::<0b11_01_00_10>()
    }
}
