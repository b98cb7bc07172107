//! One word per digit; its bits are the units that contain the digit. The words are one AVX-512 register.
//! One instruction marks a digit in three units, and one instruction tests for all digits whether any of
//! three units contains them.
//!
//! ```text
//! used | digit 1 | .. | digit 9 | 7 spare |                                       16 x 32 bits
//!        bits 0 to 8: its rows; 9 to 17: its columns; 18 to 26: its boxes; 27: behind the last cell
//! ```
//!
//! Values of the type are made only inside [`UsedDigits::run`], on a CPU with the instructions.
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::{DIGITS, UsedDigits};
use crate::grid::{Cell, Unit};
use crate::isa::Isa;
use std::arch::x86_64::{
    __m512i, _mm512_mask_or_epi32, _mm512_maskz_set1_epi32, _mm512_set1_epi32,
    _mm512_testn_epi32_mask,
};

/// The units of each digit.
#[derive(Clone, Copy)]
pub(in crate::engine::kernel) struct ByDigit(__m512i);

/// The unit of the cell after the last: it has all digits but 9.
const BEHIND: u32 = 1 << 27;

impl UsedDigits for ByDigit {
    /// The units of the cell.
    type Place = u32;

    const BEHIND: u32 = BEHIND;

    #[inline(always)]
    fn run<R>(isa: Isa, f: impl FnOnce() -> R) -> R {
        isa.run_avx512(f)
    }

    fn place(cell: Cell) -> u32 {
        Unit::of(cell).iter().map(|unit| 1 << unit.index()).sum()
    }

    #[inline(always)]
    fn none() -> Self {
        // SAFETY: see the module's documentation.
        Self(unsafe { _mm512_maskz_set1_epi32((DIGITS >> 1) as u16, BEHIND as i32) })
    }

    #[inline(always)]
    fn with(self, units: u32, digit: u32) -> Self {
        // SAFETY: see the module's documentation.
        Self(unsafe {
            _mm512_mask_or_epi32(self.0, digit as u16, self.0, _mm512_set1_epi32(units as i32))
        })
    }

    #[inline(always)]
    fn free(self, units: u32) -> u32 {
        // SAFETY: see the module's documentation.
        let free = unsafe { _mm512_testn_epi32_mask(self.0, _mm512_set1_epi32(units as i32)) };
        u32::from(free) & DIGITS
    }
}
