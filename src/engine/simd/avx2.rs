//! Vectors of 256 bits in a register of a CPU with AVX2.
//!
//! Values exist only on a CPU with AVX2 ([`super`]).
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::bits::Bits;
use super::bytes::ByteSets;
use super::words::WordVector;
use crate::isa::Isa;
use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_prefetch, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi32,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi64, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_sub_epi64,
    _mm256_xor_si256,
};

/// Four words in a register.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Avx2(pub(super) __m256i);

impl Avx2 {
    /// The words in another order: word i is the old word of the number in bits 2i and 2i + 1 of
    /// ORDER.
    #[inline(always)]
    pub(in crate::engine) fn permute_words<const ORDER: i32>(self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_permute4x64_epi64::<ORDER>(self.0) })
    }
}

impl Bits for Avx2 {
    #[inline(always)]
    fn run<R>(at_hand: Isa, f: impl FnOnce() -> R) -> R {
        at_hand.run_avx2(f)
    }

    #[inline(always)]
    fn prefetch<T>(value: &T) {
        let first = std::ptr::from_ref(value).cast::<i8>();
        for line in 0..size_of::<T>().div_ceil(64) {
            // SAFETY: a hint may name any address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64 * line)) };
        }
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_and_si256(self.0, b.0) })
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_or_si256(self.0, b.0) })
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_xor_si256(self.0, b.0) })
    }

    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_andnot_si256(b.0, self.0) })
    }
}

impl WordVector for Avx2 {
    type Words = [u64; 4];

    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        // SAFETY: the CPU has AVX2; the words are 32 bytes, aligned or not.
        Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 4] {
        let mut words = [0; 4];
        // SAFETY: the CPU has AVX2; the words are 32 bytes, aligned or not.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        words
    }

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_add_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn subtract(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_sub_epi64(self.0, b.0) })
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_slli_epi64::<N>(self.0) })
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self(unsafe { _mm256_srli_epi64::<N>(self.0) })
    }
}

impl ByteSets for Avx2 {
    #[inline(always)]
    fn equal_of_32(bytes: &[u8; 32], byte: u8) -> u32 {
        // SAFETY: the CPU has AVX2; there are 32 bytes, aligned or not.
        unsafe {
            let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
            let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte.cast_signed()));
            _mm256_movemask_epi8(equal).cast_unsigned()
        }
    }

    #[inline(always)]
    fn from_planes(planes: [u32; 4]) -> [u8; 32] {
        let mut numbers = [0; 32];
        // SAFETY: the CPU has AVX2; there are 32 bytes, aligned or not.
        unsafe {
            // Byte i gets the byte of the plane that has bit i, and keeps this bit alone.
            let byte = _mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            let mut sum = _mm256_setzero_si256();
            for plane in planes.into_iter().rev() {
                let bytes = _mm256_set1_epi32(plane.cast_signed());
                let bits = _mm256_and_si256(_mm256_shuffle_epi8(bytes, byte), bit);
                // A comparison that holds is -1.
                sum = _mm256_sub_epi8(_mm256_add_epi8(sum, sum), _mm256_cmpeq_epi8(bits, bit));
            }
            _mm256_storeu_si256(numbers.as_mut_ptr().cast(), sum);
        }
        numbers
    }
}
