//! The 27 boxes of three digits in one register. The rules look up box functions in tables.
//!
//! `vpermb` reads 64 bytes of a table at 64 indices, `vpermi2b` reads from two tables. The low byte of
//! a field has six bits, the high byte has three bits and the mark, bit 6. Both are thus indices of a table
//! of 128 bytes. Its first half is for low bytes, the second for high bytes.
//!
//! Only workers with an [`Isa`] that has the instructions create values of the type, inside
//! [`Bits::run`].
#![allow(unsafe_code, reason = "vector intrinsics")]

mod numbers;

use super::boxes::{
    Boxes, CELLS, COLUMNS, FIELDS, FIELDS_FILLED, Fields, Grid, MARK, ROWS, TRIADS, cells_of,
    lines_left, triads_of,
};
use crate::engine::bits::{Bits, truth_table};
use crate::grid::Cell;
use crate::isa::Isa;
use std::arch::x86_64::{
    __m512i, _mm512_add_epi8, _mm512_and_si512, _mm512_andnot_si512, _mm512_loadu_si512,
    _mm512_mask_cmpeq_epi16_mask, _mm512_mask_mov_epi16, _mm512_mask_test_epi16_mask,
    _mm512_min_epu16, _mm512_multishift_epi64_epi8, _mm512_or_si512, _mm512_permutex2var_epi8,
    _mm512_permutexvar_epi8, _mm512_permutexvar_epi16, _mm512_popcnt_epi8, _mm512_set1_epi16,
    _mm512_shuffle_epi8, _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_test_epi16_mask,
    _mm512_xor_si512,
};

/// A register.
#[derive(Clone, Copy)]
pub(super) struct Avx512(__m512i);

/// The fields that are boxes.
const BOXES: u32 = (1 << FIELDS) - 1;

/// A table, or the order of bytes.
#[repr(align(64))]
struct Bytes([u8; 64]);

/// The order of fields.
#[repr(align(64))]
struct Words([u16; FIELDS_FILLED]);

/// The field whose only contents are this byte.
const fn field_of(byte: usize, is_high: bool) -> u16 {
    if is_high { (byte as u16) << 8 } else { byte as u16 }
}

/// The table from bytes of cells to their triads, columns and rows in one byte.
static TRIADS_OF: [Bytes; 2] = {
    let mut table = [Bytes([0; 64]), Bytes([0; 64])];
    let mut byte = 0;
    while byte < 64 {
        let low = triads_of(field_of(byte, false));
        let high = triads_of(field_of(byte & 7, true));
        table[0].0[byte] = (low | low >> 8) as u8;
        table[1].0[byte] = (high | high >> 8) as u8;
        byte += 1;
    }
    table
};

/// The triads whose columns and rows are in one byte.
const fn triads_in(byte: usize) -> u16 {
    let both = byte as u16;
    (both & COLUMNS) | (both << 8 & ROWS)
}

/// The table from triads in one byte to the low and the high byte of their cells.
static CELLS_OF: [Bytes; 2] = {
    let mut table = [Bytes([0; 64]), Bytes([0; 64])];
    let mut byte = 0;
    while byte < 64 {
        let cells = cells_of(triads_in(byte));
        [table[0].0[byte], table[1].0[byte]] = cells.to_le_bytes();
        byte += 1;
    }
    table
};

/// The same if there is one row and one column; otherwise no cell.
static SETTLED_CELL_OF: [Bytes; 2] = {
    let mut table = [Bytes([0; 64]), Bytes([0; 64])];
    let mut byte = 0;
    while byte < 64 {
        let cells = cells_of(triads_in(byte));
        let cell = if (cells & CELLS).is_power_of_two() { cells } else { MARK };
        [table[0].0[byte], table[1].0[byte]] = cell.to_le_bytes();
        byte += 1;
    }
    table
};

/// The table from the lines of two boxes, three bits each, to the lines left in the third box.
/// The result is stored twice, at the columns' position and at the rows'.
static LINES_LEFT: Bytes = {
    let mut table = Bytes([0; 64]);
    let mut byte = 0;
    while byte < 64 {
        let left = lines_left([byte as u16 & 7, byte as u16 >> 3]) as u8;
        table.0[byte] = left | left << 3;
        byte += 1;
    }
    table
};

/// The table from columns or rows to the same if there is exactly one, otherwise to nothing.
static ALONE: Bytes = {
    let mut table = Bytes([0; 64]);
    let mut bit = 0;
    while bit < 6 {
        table.0[1 << bit] = 1 << bit;
        bit += 1;
    }
    table
};

/// The other boxes of a chute: the low bytes of the stack's and the high bytes of the band's, so
/// many further on.
const fn next_boxes(by: usize) -> Bytes {
    let mut order = Bytes([0; 64]);
    let mut at = 0;
    while at < FIELDS_FILLED {
        let (mut low, mut high) = (at, at);
        if at < FIELDS {
            let (digit, band, stack) = (at / 9, at / 3 % 3, at % 3);
            low = 9 * digit + (band + by) % 3 * 3 + stack;
            high = 9 * digit + 3 * band + (stack + by) % 3;
        }
        order.0[2 * at] = 2 * low as u8;
        order.0[2 * at + 1] = 2 * high as u8 + 1;
        at += 1;
    }
    order
}

static NEXT_BOX: Bytes = next_boxes(1);
static LAST_BOX: Bytes = next_boxes(2);

/// The boxes with the digits rotated.
const fn next_digits(by: usize) -> Words {
    let mut order = Words([0; FIELDS_FILLED]);
    let mut at = 0;
    while at < FIELDS_FILLED {
        order.0[at] = if at < FIELDS { (at + 9 * by) % FIELDS } else { at } as u16;
        at += 1;
    }
    order
}

static NEXT_DIGIT: Words = next_digits(1);
static LAST_DIGIT: Words = next_digits(2);

/// The bytes of each field, swapped.
static SWAPPED: Bytes = {
    let mut order = Bytes([0; 64]);
    let mut at = 0;
    while at < 64 {
        order.0[at] = ((at % 16) ^ 1) as u8;
        at += 1;
    }
    order
};

/// For each byte, the bit offset in eight bytes at which to read it: the columns three bits down, the
/// rows three bits up.
static OTHER_HALF: Bytes = {
    let mut shifts = Bytes([0; 64]);
    let mut at = 0;
    while at < 64 {
        let first = 16 * (at % 8 / 2);
        shifts.0[at] = (first + if at % 2 == 0 { 3 } else { 5 }) as u8;
        at += 1;
    }
    shifts
};

/// The columns and rows of fields with exchanged halves.
const OTHER_TRIADS: u16 = 0x3807;

/// Methods of three operands, each from its formula on bits.
macro_rules! three_operands {
    ($($name:ident($a:ident, $b:ident, $c:ident) = $formula:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, b: Self, c: Self) -> Self {
            const TABLE: i32 = truth_table!($a, $b, $c => $formula);
            // SAFETY: the CPU has AVX-512 (module docs).
            Self(unsafe { _mm512_ternarylogic_epi64::<TABLE>(self.0, b.0, c.0) })
        }
    )*};
}

impl Avx512 {
    #[inline(always)]
    fn load<T>(aligned: &T) -> Self {
        const { assert!(size_of::<T>() == 64) };
        // SAFETY: the CPU has AVX-512 (module docs); there are 64 bytes.
        Self(unsafe { _mm512_loadu_si512(std::ptr::from_ref(aligned).cast()) })
    }

    /// Looks up each byte in a table of 64 bytes.
    #[inline(always)]
    fn look_up(self, table: &Bytes) -> Self {
        // SAFETY: the CPU has AVX-512 with VBMI (module docs).
        Self(unsafe { _mm512_permutexvar_epi8(self.0, Self::load(table).0) })
    }

    /// The same for two tables.
    #[inline(always)]
    fn look_up_2(self, [low, high]: &[Bytes; 2]) -> Self {
        let (low, high) = (Self::load(low), Self::load(high));
        // SAFETY: the CPU has AVX-512 with VBMI (module docs).
        Self(unsafe { _mm512_permutex2var_epi8(low.0, self.0, high.0) })
    }

    /// The bytes in another order.
    #[inline(always)]
    fn reorder(self, order: &Bytes) -> Self {
        // SAFETY: the CPU has AVX-512 with VBMI (module docs).
        Self(unsafe { _mm512_permutexvar_epi8(Self::load(order).0, self.0) })
    }

    /// The fields in another order.
    #[inline(always)]
    fn reorder_fields(self, order: &Words) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_permutexvar_epi16(Self::load(order).0, self.0) })
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_shuffle_epi8(self.0, Self::load(&SWAPPED).0) })
    }

    three_operands! {
        or_and(a, b, c) = (a | b) & c;
        or_both(a, b, c) = a | b & c;
    }

    /// Columns and rows in both bytes, with the mark: indices of tables of 128 bytes.
    #[inline(always)]
    fn triads_in_bytes(self) -> Self {
        self.or3(self.swapped(), Self::all(MARK))
    }
}

impl Bits for Avx512 {
    #[inline(always)]
    fn run<R>(at_hand: Isa, f: impl FnOnce() -> R) -> R {
        at_hand.run_avx512(f)
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_and_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_or_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_xor_si512(self.0, b.0) })
    }

    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_andnot_si512(b.0, self.0) })
    }

    three_operands! {
        or3(a, b, c) = a | b | c;
        xor3(a, b, c) = a ^ b ^ c;
        majority(a, b, c) = a & b | c & (a | b);
        or_differs(a, b, c) = a | (b ^ c);
    }
}

impl Boxes for Avx512 {
    #[inline(always)]
    fn from_fields(fields: &Fields) -> Self {
        Self::load(fields)
    }

    #[inline(always)]
    fn fields(self) -> Fields {
        let mut fields = Fields([0; FIELDS_FILLED]);
        // SAFETY: the CPU has AVX-512 (module docs); the fields are 64 bytes.
        unsafe { _mm512_storeu_si512(fields.0.as_mut_ptr().cast(), self.0) };
        fields
    }

    #[inline(always)]
    fn clues(numbers: &[u8; Cell::COUNT]) -> Grid<Self> {
        numbers::clues(numbers)
    }

    #[inline(always)]
    fn numbers(grid: &Grid<Self>) -> [u8; Cell::COUNT] {
        numbers::numbers(grid)
    }

    #[inline(always)]
    fn all(field: u16) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_set1_epi16(field.cast_signed()) })
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_add_epi8(self.0, b.0) })
    }

    three_operands! {
        and_unless(a, b, c) = a & (c | !b);
    }

    #[inline(always)]
    fn turned(self) -> (Self, Self) {
        (self.reorder_fields(&NEXT_DIGIT), self.reorder_fields(&LAST_DIGIT))
    }

    #[inline(always)]
    fn prefer(self, others: Self) -> Self {
        let both = self.and(others).or(Self::all(MARK));
        // SAFETY: the CPU has AVX-512 (module docs).
        unsafe {
            let shared = _mm512_test_epi16_mask(self.0, others.and(Self::all(CELLS)).0);
            Self(_mm512_mask_mov_epi16(self.0, shared, both.0))
        }
    }

    #[inline(always)]
    fn triads(self) -> Self {
        let halves = self.look_up_2(&TRIADS_OF);
        halves.or_and(halves.swapped(), Self::all(TRIADS))
    }

    #[inline(always)]
    fn chute_rule(self) -> Self {
        // SAFETY: the CPU has AVX-512 with VBMI (module docs).
        let exchanged =
            unsafe { Self(_mm512_multishift_epi64_epi8(Self::load(&OTHER_HALF).0, self.0)) };
        let (next, last) = (self.reorder(&NEXT_BOX), exchanged.reorder(&LAST_BOX));
        self.and(next.or_both(last, Self::all(OTHER_TRIADS)).look_up(&LINES_LEFT))
    }

    #[inline(always)]
    fn alone(self) -> Self {
        self.look_up(&ALONE)
    }

    #[inline(always)]
    fn cells(self) -> Self {
        self.triads_in_bytes().look_up_2(&CELLS_OF)
    }

    #[inline(always)]
    fn settled_cells(self) -> Self {
        self.triads_in_bytes().look_up_2(&SETTLED_CELL_OF)
    }

    #[inline(always)]
    fn count_in_chutes(self) -> Self {
        // SAFETY: the CPU has AVX-512 with BITALG (module docs).
        let counts = Self(unsafe { _mm512_popcnt_epi8(self.0) });
        counts.add(counts.reorder(&NEXT_BOX)).add(counts.reorder(&LAST_BOX))
    }

    #[inline(always)]
    fn has_any(self, bits: u16) -> bool {
        // SAFETY: the CPU has AVX-512 (module docs).
        unsafe { _mm512_mask_test_epi16_mask(BOXES, self.0, Self::all(bits).0) != 0 }
    }

    #[inline(always)]
    fn is_any_empty([a, b, c]: &Grid<Self>) -> bool {
        // SAFETY: the CPU has AVX-512 (module docs).
        unsafe {
            let least = _mm512_min_epu16(_mm512_min_epu16(a.0, b.0), c.0);
            _mm512_mask_cmpeq_epi16_mask(BOXES, least, Self::all(MARK).0) != 0
        }
    }

    #[inline(always)]
    fn keep_in_box(self, field: usize, cells: u16) -> Self {
        let kept = self.and(Self::all(cells | MARK));
        // SAFETY: the CPU has AVX-512 (module docs).
        Self(unsafe { _mm512_mask_mov_epi16(self.0, 1 << (field % FIELDS_FILLED), kept.0) })
    }
}
