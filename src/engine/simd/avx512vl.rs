//! Vectors of 256 bits on a CPU with AVX-512 and its vector length extensions (VL). The operations
//! of one and two operands are those of AVX2.
//!
//! Values exist only on a CPU with AVX-512 ([`super`]).
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::avx2::Avx2;
use super::bits::Bits;
use super::bytes::ByteSets;
use super::ternary::bits_of_three_operands;
use super::words::WordVector;
use crate::isa::Isa;
use std::arch::x86_64::{
    _mm256_cmpeq_epi8_mask, _mm256_loadu_si256, _mm256_mask_mov_epi8, _mm256_set1_epi8,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm256_ternarylogic_epi64, _mm512_cmpeq_epi8_mask,
    _mm512_loadu_si512, _mm512_mask_mov_epi8, _mm512_set1_epi8, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

/// Four words in a register.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Avx512Vl(Avx2);

impl Avx512Vl {
    /// The function of three operands with this truth table.
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        let (Self(Avx2(a)), Self(Avx2(b)), Self(Avx2(c))) = (self, b, c);
        // SAFETY: the CPU has AVX-512.
        Self(Avx2(unsafe { _mm256_ternarylogic_epi64::<TABLE>(a, b, c) }))
    }
}

impl Bits for Avx512Vl {
    #[inline(always)]
    fn run<R>(at_hand: Isa, f: impl FnOnce() -> R) -> R {
        at_hand.run_avx512(f)
    }

    #[inline(always)]
    fn prefetch<T>(value: &T) {
        Avx2::prefetch(value);
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0.and(b.0))
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        Self(self.0.or(b.0))
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0.xor(b.0))
    }

    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        Self(self.0.and_not(b.0))
    }

    bits_of_three_operands!();
}

impl WordVector for Avx512Vl {
    type Words = [u64; 4];

    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        Self(Avx2::from_words(words))
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        self.0.words()
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self(Avx2::splat(word))
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(self.0.add(b.0))
    }

    #[inline(always)]
    fn subtract(self, b: Self) -> Self {
        Self(self.0.subtract(b.0))
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self) -> Self {
        Self(self.0.shift_up::<N>())
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self) -> Self {
        Self(self.0.shift_down::<N>())
    }
}

impl ByteSets for Avx512Vl {
    #[inline(always)]
    fn equal_of_32(bytes: &[u8; 32], byte: u8) -> u32 {
        // SAFETY: the CPU has AVX-512; there are 32 bytes, aligned or not.
        unsafe {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            _mm256_cmpeq_epi8_mask(bytes, _mm256_set1_epi8(byte.cast_signed()))
        }
    }

    #[inline(always)]
    fn equal_of_64(bytes: &[u8; 64], byte: u8) -> u64 {
        // SAFETY: the CPU has AVX-512; there are 64 bytes, aligned or not.
        unsafe {
            let bytes = _mm512_loadu_si512(bytes.as_ptr().cast());
            _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte.cast_signed()))
        }
    }

    #[inline(always)]
    fn numbers_of_32<const N: usize>(sets: &[u32; N]) -> [u8; 32] {
        let mut numbers = [0; 32];
        // SAFETY: the CPU has AVX-512; there are 32 bytes, aligned or not.
        unsafe {
            let mut all = _mm256_setzero_si256();
            for (i, &set) in sets.iter().enumerate() {
                all = _mm256_mask_mov_epi8(all, set, _mm256_set1_epi8(i as i8 + 1));
            }
            _mm256_storeu_si256(numbers.as_mut_ptr().cast(), all);
        }
        numbers
    }

    #[inline(always)]
    fn numbers_of_64<const N: usize>(sets: &[u64; N]) -> [u8; 64] {
        let mut numbers = [0; 64];
        // SAFETY: the CPU has AVX-512; there are 64 bytes, aligned or not.
        unsafe {
            let mut all = _mm512_setzero_si512();
            for (i, &set) in sets.iter().enumerate() {
                all = _mm512_mask_mov_epi8(all, set, _mm512_set1_epi8(i as i8 + 1));
            }
            _mm512_storeu_si512(numbers.as_mut_ptr().cast(), all);
        }
        numbers
    }
}
