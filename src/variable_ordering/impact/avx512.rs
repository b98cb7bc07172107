//! The numbers of weights in a register of a CPU with AVX-512, those of the three bands side by side.
//!
//! Values exist only on a CPU with AVX-512 and its extensions BW and VBMI ([`super::numbers`]).
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::numbers::{DigitSums, Numbers, Slots, WORTH};
use crate::grid::Digit;
use crate::state::Lanes;
use std::arch::x86_64::{
    __m512i, _mm_loadu_si128, _mm512_add_epi16, _mm512_add_epi64, _mm512_and_si512,
    _mm512_broadcast_i32x4, _mm512_cmpeq_epi16_mask, _mm512_loadu_si512,
    _mm512_mask_permutexvar_epi16, _mm512_maskz_permutex2var_epi16, _mm512_maskz_permutexvar_epi8,
    _mm512_movm_epi16, _mm512_mullo_epi16, _mm512_permutexvar_epi16, _mm512_sad_epu8,
    _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_shuffle_epi8,
    _mm512_shuffle_epi32, _mm512_storeu_si512, _mm512_sub_epi16, _mm512_test_epi16_mask,
    _mm512_test_epi32_mask,
};

/// 32 fields: nine digits for each of the three bands, and five that are 0.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

const STRIDE: usize = Digit::COUNT;
/// The fields of the first two bands, and those of the third.
const TWO_BANDS: u32 = (1 << (2 * STRIDE)) - 1;
const THIRD_BAND: u32 = (0x1ff) << (2 * STRIDE);
/// The order of 32-bit fields that swaps the 64-bit words of each 128-bit group.
const SWAPPED: i32 = 0b01_00_11_10;

/// For each field, which half of a word it takes: of 64 in two registers of 16 words, the low ones.
const HALVES: [[u16; 32]; 2] = {
    let mut halves = [[0; 32]; 2];
    let mut slot = 0;
    while slot < 3 * STRIDE {
        let (band, digit) = (slot / STRIDE, slot % STRIDE);
        let low = (32 * (band % 2) + 2 * digit) as u16;
        halves[0][slot] = low;
        halves[1][slot] = low + 1;
        slot += 1;
    }
    halves
};

/// For each field, that of the same digit one and two bands further on, in a circle. The others stay.
const ROTATED: [[u16; 32]; 2] = {
    let mut rotated = [[31; 32]; 2];
    let mut slot = 0;
    while slot < 3 * STRIDE {
        rotated[0][slot] = ((slot + STRIDE) % (3 * STRIDE)) as u16;
        rotated[1][slot] = ((slot + 2 * STRIDE) % (3 * STRIDE)) as u16;
        slot += 1;
    }
    rotated
};

/// For each byte, the byte that it takes, if any: group b of 16 bytes takes the low bytes of band b.
const GROUPED: ([u8; 64], u64) = {
    let (mut from, mut taken) = ([0; 64], 0);
    let mut slot = 0;
    while slot < 3 * STRIDE {
        let at = 16 * (slot / STRIDE) + slot % STRIDE;
        from[at] = 2 * slot as u8;
        taken |= 1 << at;
        slot += 1;
    }
    (from, taken)
};

#[inline(always)]
fn fields(fields: &[u16; 32]) -> __m512i {
    // SAFETY: the CPU has AVX-512; there are 32 fields, aligned or not.
    unsafe { _mm512_loadu_si512(fields.as_ptr().cast()) }
}

#[inline(always)]
fn words(words: &Lanes) -> __m512i {
    // SAFETY: the CPU has AVX-512; there are 16 words, aligned or not.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

impl Numbers for Avx512 {
    const STRIDE: usize = STRIDE;

    #[inline(always)]
    fn splat(number: u16) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi16(number.cast_signed()) })
    }

    #[inline(always)]
    fn halves(bands: &[Lanes; 3]) -> [Self; 2] {
        let [a, b, c] = [&bands[0], &bands[1], &bands[2]].map(words);
        [&HALVES[0], &HALVES[1]].map(|half| {
            let half = fields(half);
            // SAFETY: the CPU has AVX-512 with BW.
            Self(unsafe {
                let two = _mm512_maskz_permutex2var_epi16(TWO_BANDS, a, half, b);
                _mm512_mask_permutexvar_epi16(two, THIRD_BAND, half, c)
            })
        })
    }

    #[inline(always)]
    fn spread(self, at: usize) -> Self {
        // SAFETY: the CPU has AVX-512 with BW.
        unsafe {
            let bit = _mm512_set1_epi16((1_u16 << at).cast_signed());
            Self(_mm512_movm_epi16(_mm512_test_epi16_mask(self.0, bit)))
        }
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512.
        Self(unsafe { _mm512_and_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 with BW.
        Self(unsafe { _mm512_add_epi16(self.0, b.0) })
    }

    #[inline(always)]
    fn minus(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 with BW.
        Self(unsafe { _mm512_sub_epi16(self.0, b.0) })
    }

    #[inline(always)]
    fn times(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 with BW.
        Self(unsafe { _mm512_mullo_epi16(self.0, b.0) })
    }

    #[inline(always)]
    fn worth(self) -> Self {
        // SAFETY: the CPU has AVX-512 with BW; the table is 16 bytes, aligned or not. The high byte
        // of a number is 0, and so is the worth of 0.
        unsafe {
            let worth = _mm512_broadcast_i32x4(_mm_loadu_si128(WORTH.as_ptr().cast()));
            Self(_mm512_shuffle_epi8(worth, self.0))
        }
    }

    #[inline(always)]
    fn sum_of_bands(self) -> Self {
        let [next, last] = [&ROTATED[0], &ROTATED[1]].map(|from| {
            // SAFETY: the CPU has AVX-512 with BW.
            Self(unsafe { _mm512_permutexvar_epi16(fields(from), self.0) })
        });
        self.plus(next).plus(last)
    }

    #[inline(always)]
    fn slots_equal(self, number: u16) -> u64 {
        // SAFETY: the CPU has AVX-512 with BW.
        unsafe {
            let number = _mm512_set1_epi16(number.cast_signed());
            _mm512_cmpeq_epi16_mask(self.0, number).into()
        }
    }

    #[inline(always)]
    fn store(self, slots: &mut Slots) {
        // SAFETY: the CPU has AVX-512; there are 32 fields and more, aligned or not.
        unsafe { _mm512_storeu_si512(slots.as_mut_ptr().cast(), self.0) };
    }

    #[inline(always)]
    fn store_digit_sums(self, sums: &mut DigitSums) {
        let (from, taken) = GROUPED;
        // SAFETY: the CPU has AVX-512 with BW and VBMI; all that is read and written is 64 bytes,
        // aligned or not.
        unsafe {
            let from = _mm512_loadu_si512(from.as_ptr().cast());
            let bytes = _mm512_maskz_permutexvar_epi8(taken, from, self.0);
            // Two words for each band: its first eight bytes and the ninth.
            let parts = _mm512_sad_epu8(bytes, _mm512_setzero_si512());
            let whole = _mm512_add_epi64(parts, _mm512_shuffle_epi32::<SWAPPED>(parts));
            _mm512_storeu_si512(sums.as_mut_ptr().cast(), whole);
        }
    }

    #[inline(always)]
    fn digits_at(lanes: &Lanes, at: usize) -> u16 {
        // SAFETY: the CPU has AVX-512.
        unsafe { _mm512_test_epi32_mask(words(lanes), _mm512_set1_epi32(1 << at)) }
    }
}
