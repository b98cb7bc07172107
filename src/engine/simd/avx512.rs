//! Vectors of 512 bits in a register of a CPU with AVX-512, as 64 bytes or 32 fields of 16 bits.
//!
//! Values exist only on a CPU with AVX-512 and its extensions BW, VBMI and BITALG ([`super`]).
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::bits::Bits;
use super::ternary::bits_of_three_operands;
use crate::isa::Isa;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi8_mask,
    _mm512_cmpeq_epi16_mask, _mm512_loadu_si512, _mm512_mask_mov_epi8, _mm512_mask_mov_epi16,
    _mm512_min_epu16, _mm512_multishift_epi64_epi8, _mm512_or_si512, _mm512_permutex2var_epi8,
    _mm512_permutexvar_epi8, _mm512_permutexvar_epi16, _mm512_popcnt_epi8, _mm512_set1_epi8,
    _mm512_set1_epi16, _mm512_setzero_si512, _mm512_shuffle_epi8, _mm512_storeu_si512,
    _mm512_ternarylogic_epi64, _mm512_test_epi16_mask, _mm512_xor_si512,
};

/// Eight words in a register.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Avx512(__m512i);

/// Methods of a vector and other vectors, each one instruction.
macro_rules! instructions {
    ($($(#[$doc:meta])* $name:ident($a:ident $(, $b:ident)*) = $instruction:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(in crate::engine) fn $name(self $(, $b: Self)*) -> Self {
            let Self($a) = self;
            $(let Self($b) = $b;)*
            // SAFETY: the CPU has AVX-512 with VBMI and BITALG.
            Self(unsafe { $instruction })
        }
    )*};
}

impl Avx512 {
    /// No bit.
    #[inline(always)]
    pub(in crate::engine) fn zero() -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_setzero_si512() })
    }

    /// The vector of these bytes.
    #[inline(always)]
    pub(in crate::engine) fn from_bytes(bytes: &[u8; 64]) -> Self {
        // SAFETY: the CPU has AVX-512; there are 64 bytes, aligned or not.
        Self(unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) })
    }

    /// The vector of these fields.
    #[inline(always)]
    pub(in crate::engine) fn from_fields(fields: &[u16; 32]) -> Self {
        // SAFETY: the CPU has AVX-512; the fields are 64 bytes, aligned or not.
        Self(unsafe { _mm512_loadu_si512(fields.as_ptr().cast()) })
    }

    /// The same byte 64 times.
    #[inline(always)]
    pub(in crate::engine) fn splat_byte(byte: u8) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi8(byte.cast_signed()) })
    }

    /// The same field 32 times.
    #[inline(always)]
    pub(in crate::engine) fn splat_field(field: u16) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi16(field.cast_signed()) })
    }

    /// Writes the bytes.
    #[inline(always)]
    pub(in crate::engine) fn write_bytes(self, bytes: &mut [u8; 64]) {
        // SAFETY: the CPU has AVX-512; there are 64 bytes, aligned or not.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), self.0) };
    }

    /// Writes the fields.
    #[inline(always)]
    pub(in crate::engine) fn write_fields(self, fields: &mut [u16; 32]) {
        // SAFETY: the CPU has AVX-512; the fields are 64 bytes, aligned or not.
        unsafe { _mm512_storeu_si512(fields.as_mut_ptr().cast(), self.0) };
    }

    instructions! {
        /// The sum of each pair of bytes, modulo 256.
        add_bytes(a, b) = _mm512_add_epi8(a, b);
        /// The number of set bits in each byte.
        count_ones_in_bytes(a) = _mm512_popcnt_epi8(a);
        /// The smaller of each pair of fields.
        min_of_fields(a, b) = _mm512_min_epu16(a, b);
        /// Byte i is byte `at[i] % 64` of the vector.
        permute_bytes(a, at) = _mm512_permutexvar_epi8(at, a);
        /// Byte i is byte `at[i] % 128` of two vectors, self and then `high`.
        permute_bytes_of_two(a, high, at) = _mm512_permutex2var_epi8(a, at, high);
        /// Field i is field `at[i] % 32` of the vector.
        permute_fields(a, at) = _mm512_permutexvar_epi16(at, a);
        /// In each group of 16 bytes, byte i is byte `at[i] % 16` of the group; indices are below 128.
        permute_bytes_in_groups(a, at) = _mm512_shuffle_epi8(a, at);
        /// In each word, byte i is the eight bits from bit `first[i] % 64` on, rotating.
        bytes_from_bit(a, first) = _mm512_multishift_epi64_epi8(first, a);
    }

    /// The bytes of the set from `b`, the others as they are. Bit i of the set is byte i.
    #[inline(always)]
    pub(in crate::engine) fn replace_bytes(self, set: u64, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_mask_mov_epi8(self.0, set, b.0) })
    }

    /// The fields of the set from `b`, the others as they are. Bit i of the set is field i.
    #[inline(always)]
    pub(in crate::engine) fn replace_fields(self, set: u32, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_mask_mov_epi16(self.0, set, b.0) })
    }

    /// The set of equal bytes.
    #[inline(always)]
    pub(in crate::engine) fn equal_bytes(self, b: Self) -> u64 {
        // SAFETY: the CPU has AVX-512.
        unsafe { _mm512_cmpeq_epi8_mask(self.0, b.0) }
    }

    /// The set of equal fields.
    #[inline(always)]
    pub(in crate::engine) fn equal_fields(self, b: Self) -> u32 {
        // SAFETY: the CPU has AVX-512.
        unsafe { _mm512_cmpeq_epi16_mask(self.0, b.0) }
    }

    /// The set of fields that have a common bit.
    #[inline(always)]
    pub(in crate::engine) fn intersecting_fields(self, b: Self) -> u32 {
        // SAFETY: the CPU has AVX-512.
        unsafe { _mm512_test_epi16_mask(self.0, b.0) }
    }

    /// The function of three operands with this truth table.
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_ternarylogic_epi64::<TABLE>(self.0, b.0, c.0) })
    }
}

impl Bits for Avx512 {
    #[inline(always)]
    fn run<R>(at_hand: Isa, f: impl FnOnce() -> R) -> R {
        at_hand.run_avx512(f)
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_and_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_or_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_xor_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }

    bits_of_three_operands!();
}
