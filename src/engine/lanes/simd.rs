//! Vectors of 256 bits in a register: AVX2, and AVX-512 with its functions of three operands.
//!
//! Only workers with an [`Isa`] that has the instructions create values of these types, inside
//! [`Bits::run`].
#![allow(unsafe_code, reason = "vector intrinsics")]

use super::vector::{HIGH_CELLS, LOW_CELLS, Vector, Words};
use crate::engine::bits::{Bits, truth_table};
use crate::grid::{Cell, Digit};
use crate::isa::Isa;
use std::arch::x86_64::{
    __m256i, _MM_HINT_T0, _mm_prefetch, _mm256_add_epi8, _mm256_and_si256, _mm256_andnot_si256,
    _mm256_cmpeq_epi8, _mm256_cmpeq_epi8_mask, _mm256_loadu_si256, _mm256_mask_mov_epi8,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi64,
    _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_ternarylogic_epi64,
    _mm256_xor_si256, _mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_mask_mov_epi8,
    _mm512_set1_epi8, _mm512_setzero_si512, _mm512_storeu_si512,
};

/// A register of a CPU with AVX2.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// A register of a CPU with AVX-512 for 256 bits.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m256i);

/// The functions of two operands, which both sets have.
macro_rules! two_operands {
    () => {
        #[inline(always)]
        fn and(self, b: Self) -> Self {
            // SAFETY: the CPU has AVX2 (module docs).
            Self(unsafe { _mm256_and_si256(self.0, b.0) })
        }

        #[inline(always)]
        fn or(self, b: Self) -> Self {
            // SAFETY: the CPU has AVX2 (module docs).
            Self(unsafe { _mm256_or_si256(self.0, b.0) })
        }

        #[inline(always)]
        fn xor(self, b: Self) -> Self {
            // SAFETY: the CPU has AVX2 (module docs).
            Self(unsafe { _mm256_xor_si256(self.0, b.0) })
        }

        #[inline(always)]
        fn and_not(self, b: Self) -> Self {
            // SAFETY: the CPU has AVX2 (module docs).
            Self(unsafe { _mm256_andnot_si256(b.0, self.0) })
        }
    };
}

/// The other operations that both sets have.
macro_rules! moves {
    () => {
        #[inline(always)]
        fn from_words(words: Words) -> Self {
            // SAFETY: the CPU has AVX2 (module docs); the words are 32 bytes, aligned or not.
            Self(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })
        }

        #[inline(always)]
        fn words(self) -> Words {
            let mut words = Words::default();
            // SAFETY: as above.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), self.0) };
            words
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
        fn equal_bytes(bytes: &[u8; 32], byte: u8) -> u32 {
            // SAFETY: the CPU has AVX2 (module docs); there are 32 bytes, aligned or not.
            unsafe {
                let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
                let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(byte.cast_signed()));
                _mm256_movemask_epi8(equal).cast_unsigned()
            }
        }

        #[inline(always)]
        fn spread(planes: [u32; 4]) -> [u8; 32] {
            let mut numbers = [0; 32];
            // SAFETY: the CPU has AVX2 (module docs); there are 32 bytes, aligned or not.
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
    };
}

impl Bits for Avx2 {
    #[inline(always)]
    fn run<R>(at_hand: Isa, f: impl FnOnce() -> R) -> R {
        at_hand.run_avx2(f)
    }

    two_operands!();
}

impl Vector for Avx2 {
    moves!();
}

/// Methods of three operands, each from its formula on bits.
macro_rules! three_operands {
    ($($name:ident($a:ident, $b:ident, $c:ident) = $formula:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self, c: Self) -> Self {
            const TABLE: i32 = truth_table!($a, $b, $c => $formula);
            // SAFETY: the CPU has AVX-512 for 256 bits (module docs).
            Self(unsafe { _mm256_ternarylogic_epi64::<TABLE>(self.0, b.0, c.0) })
        }
    )*};
}

impl Bits for Avx512 {
    #[inline(always)]
    fn run<R>(at_hand: Isa, f: impl FnOnce() -> R) -> R {
        at_hand.run_avx512(f)
    }

    two_operands!();

    three_operands! {
        or3(a, b, c) = a | b | c;
        xor3(a, b, c) = a ^ b ^ c;
        majority(a, b, c) = a & b | c & (a | b);
        or_differs(a, b, c) = a | (b ^ c);
    }
}

impl Vector for Avx512 {
    moves!();

    #[inline(always)]
    fn cells_with(numbers: &[u8; Cell::COUNT], number: u8) -> (u64, u32) {
        let last: &[u8; 32] = numbers.last_chunk().expect("32 cells of 81");
        // SAFETY: the CPU has AVX-512 (module docs); there are 64 and 32 bytes, aligned or not.
        unsafe {
            let (low, last) = (
                _mm512_loadu_si512(numbers.as_ptr().cast()),
                _mm256_loadu_si256(last.as_ptr().cast()),
            );
            let low = _mm512_cmpeq_epi8_mask(low, _mm512_set1_epi8(number.cast_signed()));
            let last = _mm256_cmpeq_epi8_mask(last, _mm256_set1_epi8(number.cast_signed()));
            (low, last >> (32 - HIGH_CELLS))
        }
    }

    #[inline(always)]
    fn numbers(low: &[u64; Digit::COUNT], high: &[u32; Digit::COUNT]) -> [u8; Cell::COUNT] {
        let mut numbers = [0; Cell::COUNT];
        // SAFETY: the CPU has AVX-512 (module docs); there are 64 bytes and 17, as many as the mask
        // has bits.
        unsafe {
            let (mut first, mut last) = (_mm512_setzero_si512(), _mm256_setzero_si256());
            for digit in 0..Digit::COUNT {
                let number = digit as i8 + 1;
                first = _mm512_mask_mov_epi8(first, low[digit], _mm512_set1_epi8(number));
                last = _mm256_mask_mov_epi8(last, high[digit], _mm256_set1_epi8(number));
            }
            _mm512_storeu_si512(numbers.as_mut_ptr().cast(), first);
            let mut rest = [0; 32];
            _mm256_storeu_si256(rest.as_mut_ptr().cast(), last);
            numbers[LOW_CELLS..].copy_from_slice(&rest[..HIGH_CELLS]);
        }
        numbers
    }

    three_operands! {
        and3(a, b, c) = a & b & c;
        and_any(a, b, c) = a & (b | c);
        and_none(a, b, c) = a & !(b | c);
        or_both(a, b, c) = a | b & c;
        and_not_both(a, b, c) = a & !(b & c);
        or_unless(a, b, c) = a | b & !c;
        select(mask, a, b) = mask & a | !mask & b;
        borrow(a, b, borrow) = !a & (b | borrow) | b & borrow;
    }
}
