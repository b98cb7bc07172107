//! The operations of the sweep on a vector of 256 bits, one bit per lane.
//!
//! A rule is written once, for any [`Vector`]. Each instruction set has its own vector type. The functions
//! of three operands are one instruction with AVX-512 and two to five elsewhere.

use super::LANES;
use crate::engine::bits::Bits;
use crate::grid::{Cell, Digit};

/// The words of a vector: lane l is bit l % 64 of word l / 64.
pub(super) type Words = [u64; LANES / 64];

/// The number of cells with one word per digit. Three digits share a word for the other 17 cells.
pub(super) const LOW_CELLS: usize = 64;

/// The other cells.
pub(super) const HIGH_CELLS: usize = Cell::COUNT - LOW_CELLS;

/// 256 lanes of one bit.
pub(super) trait Vector: Bits {
    /// The vector of these words.
    fn from_words(words: Words) -> Self;

    /// The words of the vector.
    fn words(self) -> Words;

    /// Every word shifted up by N bits.
    fn shift_up<const N: i32>(self) -> Self;

    /// Every word shifted down by N bits.
    fn shift_down<const N: i32>(self) -> Self;

    /// The mask of the bytes equal to `byte`, among 32 bytes below 128: bit i is byte i.
    #[inline(always)]
    fn equal_bytes(bytes: &[u8; 32], byte: u8) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut mask = 0;
        for (i, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
            let differs = u64::from_le_bytes(*eight) ^ (ONES * u64::from(byte));
            // Bytes below 128 do not carry: the top bit is clear where they are equal.
            let equal = !(differs + ONES * 127) >> 7 & ONES;
            // The product gathers the eight bits in its top byte.
            mask |= (equal.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
        }
        mask as u32
    }

    /// The low and the high cells with a given number, below 128.
    #[inline(always)]
    fn cells_with(numbers: &[u8; Cell::COUNT], number: u8) -> (u64, u32) {
        let cells = |first: usize| numbers[first..].first_chunk().expect("32 cells of 81");
        let (first, second) =
            (Self::equal_bytes(cells(0), number), Self::equal_bytes(cells(32), number));
        let last = Self::equal_bytes(cells(Cell::COUNT - 32), number);
        (u64::from(first) | u64::from(second) << 32, last >> (32 - HIGH_CELLS))
    }

    /// The numbers of the digits in the cells, given the low and the high cells of each; 0 for cells without
    /// a digit.
    #[inline(always)]
    fn numbers(low: &[u64; Digit::COUNT], high: &[u32; Digit::COUNT]) -> [u8; Cell::COUNT] {
        // The numbers in binary: four planes of bits.
        let (mut first, mut second, mut last) = ([0; 4], [0; 4], [0; 4]);
        for digit in 0..Digit::COUNT {
            for plane in 0..4 {
                if (digit + 1) >> plane & 1 == 1 {
                    first[plane] |= low[digit] as u32;
                    second[plane] |= (low[digit] >> 32) as u32;
                    last[plane] |= high[digit];
                }
            }
        }
        let mut numbers = [0; Cell::COUNT];
        numbers[..32].copy_from_slice(&Self::spread(first));
        numbers[32..LOW_CELLS].copy_from_slice(&Self::spread(second));
        numbers[LOW_CELLS..].copy_from_slice(&Self::spread(last)[..HIGH_CELLS]);
        numbers
    }

    /// 32 numbers below 16, from their bits: bit i of plane p is bit p of number i.
    #[inline(always)]
    fn spread(planes: [u32; 4]) -> [u8; 32] {
        let mut numbers = [0; 32];
        for (i, eight) in numbers.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let [a, b, c, d] = planes;
            let spread = |plane: u32| SPREAD[(plane >> (8 * i)) as usize & 0xff];
            *eight = (spread(a) | spread(b) << 1 | spread(c) << 2 | spread(d) << 3).to_le_bytes();
        }
        numbers
    }

    /// Hints that a value will soon be read or written.
    #[inline(always)]
    fn prefetch<T>(_value: &T) {}

    /// No lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::from_words([0; LANES / 64])
    }

    /// Every lane.
    #[inline(always)]
    fn ones() -> Self {
        Self::from_words([u64::MAX; LANES / 64])
    }

    /// `!a`
    #[inline(always)]
    fn not(self) -> Self {
        Self::ones().and_not(self)
    }

    /// `a & b & c`
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }

    /// `a & (b | c)`
    #[inline(always)]
    fn and_any(self, b: Self, c: Self) -> Self {
        self.and(b.or(c))
    }

    /// `a & !(b | c)`
    #[inline(always)]
    fn and_none(self, b: Self, c: Self) -> Self {
        self.and_not(b.or(c))
    }

    /// `a | (b & c)`
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }

    /// `a & !(b & c)`
    #[inline(always)]
    fn and_not_both(self, b: Self, c: Self) -> Self {
        self.and_not(b.and(c))
    }

    /// `a | (b & !c)`
    #[inline(always)]
    fn or_unless(self, b: Self, c: Self) -> Self {
        self.or(b.and_not(c))
    }

    /// Where `mask` is set `a`, elsewhere `b`; `mask` is self.
    #[inline(always)]
    fn select(self, a: Self, b: Self) -> Self {
        b.xor(self.and(a.xor(b)))
    }

    /// The borrow bit of `a - b - borrow`; `a` is self.
    #[inline(always)]
    fn borrow(self, b: Self, borrow: Self) -> Self {
        b.and(borrow).or(b.or(borrow).and_not(self))
    }
}

/// The bits of a byte as eight bytes 0 or 1, the lowest first.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Four words: any machine.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Portable(Words);

impl Portable {
    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        let [a, b, c, d] = self.0;
        Self([f(a), f(b), f(c), f(d)])
    }

    #[inline(always)]
    fn zip(self, b: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let (a, b) = (self.0, b.0);
        Self([f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])])
    }
}

impl Bits for Portable {
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

impl Vector for Portable {
    #[inline(always)]
    fn from_words(words: Words) -> Self {
        Self(words)
    }

    #[inline(always)]
    fn words(self) -> Words {
        self.0
    }

    #[inline(always)]
    fn shift_up<const N: i32>(self) -> Self {
        self.map(|a| a << N)
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self) -> Self {
        self.map(|a| a >> N)
    }
}
