//! The words of three digits in a register of a CPU with AVX2; the fourth word is arbitrary.
//!
//! Only workers with an [`Isa`] that has the instructions create values of the type, inside
//! [`Bits::run`].
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::wide::Row;
use crate::engine::bits::Bits;
use crate::isa::Isa;
use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_or_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_slli_epi64,
    _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi64, _mm256_xor_si256,
};

/// A register.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Methods of two operands, each one instruction.
macro_rules! two_operands {
    ($($name:ident($a:ident, $b:ident) = $instruction:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($a, $b) = (self.0, other.0);
            // SAFETY: the CPU has AVX2 (module docs).
            Self(unsafe { $instruction })
        }
    )*};
}

impl Bits for Avx2 {
    #[inline(always)]
    fn run<R>(at_hand: Isa, f: impl FnOnce() -> R) -> R {
        at_hand.run_avx2(f)
    }

    two_operands! {
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        xor(a, b) = _mm256_xor_si256(a, b);
        and_not(a, b) = _mm256_andnot_si256(b, a);
    }
}

impl Row for Avx2 {
    #[inline(always)]
    fn from_words([a, b, c]: [u64; 3]) -> Self {
        let (a, b, c) = (a.cast_signed(), b.cast_signed(), c.cast_signed());
        // SAFETY: the CPU has AVX2 (module docs).
        Self(unsafe { _mm256_setr_epi64x(a, b, c, 0) })
    }

    #[inline(always)]
    fn words(self) -> [u64; 3] {
        let mut words = [0; 4];
        // SAFETY: the CPU has AVX2 (module docs); the words are 32 bytes.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
        let [a, b, c, _] = words;
        [a, b, c]
    }

    #[inline(always)]
    fn all(word: u64) -> Self {
        // SAFETY: the CPU has AVX2 (module docs).
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    two_operands! {
        add(a, b) = _mm256_add_epi64(a, b);
        subtract(a, b) = _mm256_sub_epi64(a, b);
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self) -> Self {
        // SAFETY: the CPU has AVX2 (module docs).
        Self(unsafe { _mm256_slli_epi64::<N>(self.0) })
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self) -> Self {
        // SAFETY: the CPU has AVX2 (module docs).
        Self(unsafe { _mm256_srli_epi64::<N>(self.0) })
    }

    #[inline(always)]
    fn next_digit(self) -> Self {
        // SAFETY: the CPU has AVX2 (module docs). Word i is word 1, 2, 0 of the digits, then 3.
        Self(unsafe { _mm256_permute4x64_epi64::<0b11_00_10_01>(self.0) })
    }

    #[inline(always)]
    fn last_digit(self) -> Self {
        // SAFETY: the CPU has AVX2 (module docs).
        Self(unsafe { _mm256_permute4x64_epi64::<0b11_01_00_10>(self.0) })
    }
}
