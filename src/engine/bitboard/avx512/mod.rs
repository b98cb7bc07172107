//! The 27 boxes of three digits in one register. The rules look up box functions in tables.
//!
//! `vpermb` reads 64 bytes of a table at 64 indices, `vpermi2b` reads from two tables. The low byte of
//! a field has six bits, the high byte has three bits and the mark, bit 6. Both are thus indices of a table
//! of 128 bytes. Its first half is for low bytes, the second for high bytes.

mod numbers;

use super::boxes::{
    Boxes, CELLS, COLUMNS, FIELDS, FIELDS_FILLED, Fields, Grid, MARK, ROWS, TRIADS, cells_of,
    lines_left, triads_of,
};
use crate::engine::simd::{Avx512, Bits};
use crate::grid::Cell;

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

/// The lookups of the rules.
trait LookUp: Sized {
    /// Looks up each byte, below 64, in a table.
    fn look_up(self, table: &Bytes) -> Self;

    /// Looks up each byte, below 128, in a table of two halves.
    fn look_up_2(self, halves: &[Bytes; 2]) -> Self;

    /// The bytes in another order.
    fn reorder(self, order: &Bytes) -> Self;

    /// The fields with their bytes swapped.
    fn swapped(self) -> Self;

    /// Columns and rows in both bytes, with the mark: indices of tables of 128 bytes.
    fn triads_in_bytes(self) -> Self;
}

impl LookUp for Avx512 {
    #[inline(always)]
    fn look_up(self, table: &Bytes) -> Self {
        Self::from_bytes(&table.0).permute_bytes(self)
    }

    #[inline(always)]
    fn look_up_2(self, [low, high]: &[Bytes; 2]) -> Self {
        Self::from_bytes(&low.0).permute_bytes_of_two(Self::from_bytes(&high.0), self)
    }

    #[inline(always)]
    fn reorder(self, order: &Bytes) -> Self {
        self.permute_bytes(Self::from_bytes(&order.0))
    }

    #[inline(always)]
    fn swapped(self) -> Self {
        self.permute_bytes_in_groups(Self::from_bytes(&SWAPPED.0))
    }

    #[inline(always)]
    fn triads_in_bytes(self) -> Self {
        self.or3(self.swapped(), Self::all(MARK))
    }
}

impl Boxes for Avx512 {
    #[inline(always)]
    fn from_fields(fields: &Fields) -> Self {
        Self::from_fields(&fields.0)
    }

    #[inline(always)]
    fn fields(self) -> Fields {
        let mut fields = Fields([0; FIELDS_FILLED]);
        self.write_fields(&mut fields.0);
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
        Self::splat_field(field)
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        self.add_bytes(b)
    }

    #[inline(always)]
    fn turned(self) -> (Self, Self) {
        let by = |order: &Words| self.permute_fields(Self::from_fields(&order.0));
        (by(&NEXT_DIGIT), by(&LAST_DIGIT))
    }

    #[inline(always)]
    fn prefer(self, others: Self) -> Self {
        let both = self.and(others).or(Self::all(MARK));
        let shared = self.intersecting_fields(others.and(Self::all(CELLS)));
        self.replace_fields(shared, both)
    }

    #[inline(always)]
    fn triads(self) -> Self {
        let halves = self.look_up_2(&TRIADS_OF);
        Self::all(TRIADS).and_any(halves, halves.swapped())
    }

    #[inline(always)]
    fn chute_rule(self) -> Self {
        let exchanged = self.bytes_from_bit(Self::from_bytes(&OTHER_HALF.0));
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
        let counts = self.count_ones_in_bytes();
        counts.add(counts.reorder(&NEXT_BOX)).add(counts.reorder(&LAST_BOX))
    }

    #[inline(always)]
    fn has_any(self, bits: u16) -> bool {
        self.intersecting_fields(Self::all(bits)) & BOXES != 0
    }

    #[inline(always)]
    fn is_any_empty([a, b, c]: &Grid<Self>) -> bool {
        let least = a.min_of_fields(*b).min_of_fields(*c);
        least.equal_fields(Self::all(MARK)) & BOXES != 0
    }

    #[inline(always)]
    fn keep_in_box(self, field: usize, cells: u16) -> Self {
        let kept = self.and(Self::all(cells | MARK));
        self.replace_fields(1 << (field % FIELDS_FILLED), kept)
    }
}
