//! Vectors in general-purpose registers, or in those that the compiler chooses: any machine.

use super::bits::Bits;
use super::bytes::ByteSets;
use super::words::WordVector;

/// N words.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Portable<const N: usize>([u64; N]);

impl<const N: usize> Portable<N> {
    /// A function of each word.
    #[inline(always)]
    fn map(mut self, f: impl Fn(u64) -> u64) -> Self {
        for word in &mut self.0 {
            *word = f(*word);
        }
        self
    }

    /// A function of each pair of words.
    #[inline(always)]
    fn zip(mut self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i], b.0[i]);
        }
        self
    }
}

impl<const N: usize> Bits for Portable<N> {
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        self.zip(b, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        self.zip(b, |a, b| a ^ b)
    }

    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        self.zip(b, |a, b| a & !b)
    }
}

impl<const N: usize> WordVector for Portable<N> {
    type Words = [u64; N];

    #[inline(always)]
    fn from_words(words: [u64; N]) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> [u64; N] {
        self.0
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; N])
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        self.zip(b, u64::wrapping_add)
    }

    #[inline(always)]
    fn subtract(self, b: Self) -> Self {
        self.zip(b, u64::wrapping_sub)
    }

    #[inline(always)]
    fn shift_up<const M: i32>(self) -> Self {
        self.map(|word| word << M)
    }

    #[inline(always)]
    fn shift_down<const M: i32>(self) -> Self {
        self.map(|word| word >> M)
    }
}

impl<const N: usize> ByteSets for Portable<N> {}
