//! The numbers of weights in registers of a CPU with AVX2, one for each band.
//!
//! Values exist only on a CPU with AVX2 ([`super::numbers`]).
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::numbers::{DigitSums, Numbers, Slots, WORTH};
use crate::state::Lanes;
use std::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm_storeu_si128, _mm256_add_epi16,
    _mm256_add_epi64, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_ps,
    _mm256_castsi256_si128, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_movemask_ps, _mm256_mullo_epi16, _mm256_packs_epi16, _mm256_packus_epi16,
    _mm256_packus_epi32, _mm256_permute4x64_epi64, _mm256_sad_epu8, _mm256_set1_epi16,
    _mm256_set1_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_shuffle_epi32,
    _mm256_sll_epi32, _mm256_srli_epi32, _mm256_storeu_si256, _mm256_sub_epi16,
};

/// The numbers of each band: sixteen fields, of which nine are digits.
#[derive(Clone, Copy)]
pub(super) struct Avx2([__m256i; 3]);

/// The order of words that undoes the interleaving of 128-bit halves by a pack instruction.
const PACKED: i32 = 0b11_01_10_00;
/// The order of 32-bit fields that swaps the 64-bit words of each 128-bit half.
const SWAPPED: i32 = 0b01_00_11_10;

/// The two registers of the words of a band.
#[inline(always)]
fn registers(words: &Lanes) -> [__m256i; 2] {
    let [low, high] = [0, 8].map(|first| words[first..].as_ptr());
    // SAFETY: the CPU has AVX2; eight words follow each address, aligned or not.
    unsafe { [_mm256_loadu_si256(low.cast()), _mm256_loadu_si256(high.cast())] }
}

impl Numbers for Avx2 {
    const STRIDE: usize = 16;

    #[inline(always)]
    fn splat(number: u16) -> Self {
        // SAFETY: the CPU has AVX2.
        Self([unsafe { _mm256_set1_epi16(number.cast_signed()) }; 3])
    }

    #[inline(always)]
    fn halves(bands: &[Lanes; 3]) -> [Self; 2] {
        let words = [&bands[0], &bands[1], &bands[2]].map(registers);
        // SAFETY: the CPU has AVX2.
        unsafe {
            let low = _mm256_set1_epi32(0xffff);
            let low = words.map(|[a, b]| {
                let (a, b) = (_mm256_and_si256(a, low), _mm256_and_si256(b, low));
                _mm256_permute4x64_epi64::<PACKED>(_mm256_packus_epi32(a, b))
            });
            let high = words.map(|[a, b]| {
                let (a, b) = (_mm256_srli_epi32::<16>(a), _mm256_srli_epi32::<16>(b));
                _mm256_permute4x64_epi64::<PACKED>(_mm256_packus_epi32(a, b))
            });
            [Self(low), Self(high)]
        }
    }

    #[inline(always)]
    fn spread(self, at: usize) -> Self {
        // SAFETY: the CPU has AVX2.
        unsafe {
            let bit = _mm256_set1_epi16((1_u16 << at).cast_signed());
            Self(self.0.map(|a| _mm256_cmpeq_epi16(_mm256_and_si256(a, bit), bit)))
        }
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self([0, 1, 2].map(|i| unsafe { _mm256_and_si256(self.0[i], b.0[i]) }))
    }

    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self([0, 1, 2].map(|i| unsafe { _mm256_add_epi16(self.0[i], b.0[i]) }))
    }

    #[inline(always)]
    fn minus(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self([0, 1, 2].map(|i| unsafe { _mm256_sub_epi16(self.0[i], b.0[i]) }))
    }

    #[inline(always)]
    fn times(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX2.
        Self([0, 1, 2].map(|i| unsafe { _mm256_mullo_epi16(self.0[i], b.0[i]) }))
    }

    #[inline(always)]
    fn worth(self) -> Self {
        // SAFETY: the CPU has AVX2; the table is 16 bytes, aligned or not. The high byte of a number
        // is 0, and so is the worth of 0.
        unsafe {
            let worth = _mm256_broadcastsi128_si256(_mm_loadu_si128(WORTH.as_ptr().cast()));
            Self(self.0.map(|a| _mm256_shuffle_epi8(worth, a)))
        }
    }

    #[inline(always)]
    fn sum_of_bands(self) -> Self {
        let [a, b, c] = self.0;
        // SAFETY: the CPU has AVX2.
        Self([unsafe { _mm256_add_epi16(_mm256_add_epi16(a, b), c) }; 3])
    }

    #[inline(always)]
    fn slots_equal(self, number: u16) -> u64 {
        // SAFETY: the CPU has AVX2.
        unsafe {
            let number = _mm256_set1_epi16(number.cast_signed());
            let [a, b, c] = self.0.map(|a| _mm256_cmpeq_epi16(a, number));
            let [low, high] = [_mm256_packs_epi16(a, b), _mm256_packs_epi16(c, c)].map(|packed| {
                _mm256_movemask_epi8(_mm256_permute4x64_epi64::<PACKED>(packed)).cast_unsigned()
            });
            u64::from(low) | u64::from(high & 0xffff) << 32
        }
    }

    #[inline(always)]
    fn store(self, slots: &mut Slots) {
        for (fields, band) in slots.as_chunks_mut::<16>().0.iter_mut().zip(self.0) {
            // SAFETY: the CPU has AVX2; there are 16 fields, aligned or not.
            unsafe { _mm256_storeu_si256(fields.as_mut_ptr().cast(), band) };
        }
    }

    #[inline(always)]
    fn store_digit_sums(self, sums: &mut DigitSums) {
        let [a, b, c] = self.0;
        let (low, high) = sums.split_at_mut(4);
        // SAFETY: the CPU has AVX2; there are four words each, aligned or not.
        unsafe {
            let zero = _mm256_setzero_si256();
            let [ab, c] = [_mm256_packus_epi16(a, b), _mm256_packus_epi16(c, c)].map(|packed| {
                // Two words for each band: its first eight fields and the others.
                let sums = _mm256_permute4x64_epi64::<PACKED>(_mm256_sad_epu8(packed, zero));
                _mm256_add_epi64(sums, _mm256_shuffle_epi32::<SWAPPED>(sums))
            });
            _mm256_storeu_si256(low.as_mut_ptr().cast(), ab);
            _mm_storeu_si128(high.as_mut_ptr().cast(), _mm256_castsi256_si128(c));
        }
    }

    #[inline(always)]
    fn digits_at(words: &Lanes, at: usize) -> u16 {
        // SAFETY: the CPU has AVX2.
        let digits = registers(words).map(|words| unsafe {
            let up = _mm_cvtsi32_si128(31 - at as i32);
            _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_sll_epi32(words, up)))
        });
        (digits[0] | digits[1] << 8) as u16
    }
}
