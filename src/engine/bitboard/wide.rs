//! The 27 boxes of three digits in words of 64 bits, four fields each, computed with shifts and
//! masks.
//!
//! ```text
//!           field 0   1   2   3
//! word      stack 0   1   2   -       of one digit and band
//! ```
//!
//! A [`Row`] has the words of three digits. A vector has three rows, one per band. The next
//! band is the next row, the next digit is the next word, and only the next stack needs a shift. The
//! content of the spare field is arbitrary.

use super::boxes::{ALL, Boxes, CELLS, COLUMNS, FIELDS, FIELDS_FILLED, Fields, Grid, MARK, ROWS};
use super::grid::{cells_of_numbers, numbers_of_cells};
use super::rows::Row;
use crate::engine::simd::Bits;
use crate::grid::Cell;
use crate::isa::Isa;

/// The lowest bit of each field.
const ONES: u64 = 0x0001_0001_0001_0001;

/// The fields that are boxes.
const BOXES: u64 = 0x0000_ffff_ffff_ffff;

/// Nine boxes of three digits.
#[derive(Clone, Copy)]
pub(super) struct Wide<R>([R; 3]);

/// Applies a method to each row of a vector, or of two. This is a macro, because closures are not always
/// inlined.
macro_rules! each_row {
    ($vector:ident.$method:ident $(::<$n:ident>)?()) => {{
        let [a, b, c] = $vector.0;
        Self([a.$method $(::<$n>)?(), b.$method $(::<$n>)?(), c.$method $(::<$n>)?()])
    }};
    ($vector:ident.$method:ident($other:ident)) => {{
        let ([a, b, c], [d, e, f]) = ($vector.0, $other.0);
        Self([a.$method(d), b.$method(e), c.$method(f)])
    }};
}

impl<R: Row> Wide<R> {
    #[inline(always)]
    fn shift_up<const N: i32>(self) -> Self {
        each_row!(self.shift_up::<N>())
    }

    #[inline(always)]
    fn shift_down<const N: i32>(self) -> Self {
        each_row!(self.shift_down::<N>())
    }

    /// The bits of each field that are in a mask.
    #[inline(always)]
    fn masked(self, mask: u16) -> Self {
        self.and(Self::all(mask))
    }

    /// Bit 15 of the fields that have a cell.
    #[inline(always)]
    fn has_cells(self) -> Self {
        self.masked(CELLS).add(Self::all(0x7fff)).masked(0x8000)
    }

    /// The other two boxes of each chute: low bytes are those of the stack, high bytes those of the
    /// band.
    #[inline(always)]
    fn other_boxes(self) -> (Self, Self) {
        let [a, b, c] = self.0;
        let (next_band, last_band) = (Self([b, c, a]), Self([c, a, b]));
        let row = R::splat(BOXES);
        let boxes = self.and(Self([row; 3]));
        let next_stack = boxes.shift_down::<16>().or(boxes.shift_up::<32>());
        let last_stack = boxes.shift_up::<16>().or(boxes.shift_down::<32>());
        (
            next_band.masked(0x00ff).or(next_stack.masked(0xff00)),
            last_band.masked(0x00ff).or(last_stack.masked(0xff00)),
        )
    }

    /// Triads rotated to the next and to the previous line; other bits are arbitrary.
    #[inline(always)]
    fn other_lines(self) -> (Self, Self) {
        (
            self.shift_down::<1>().or(self.shift_up::<2>()),
            self.shift_up::<1>().or(self.shift_down::<2>()),
        )
    }
}

impl<R: Row> Bits for Wide<R> {
    #[inline(always)]
    fn run<T>(at_hand: Isa, f: impl FnOnce() -> T) -> T {
        R::run(at_hand, f)
    }

    #[inline(always)]
    fn and(self, b: Self) -> Self {
        each_row!(self.and(b))
    }

    #[inline(always)]
    fn or(self, b: Self) -> Self {
        each_row!(self.or(b))
    }

    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        each_row!(self.xor(b))
    }

    #[inline(always)]
    fn and_not(self, b: Self) -> Self {
        each_row!(self.and_not(b))
    }
}

impl<R: Row> Boxes for Wide<R> {
    #[inline(always)]
    fn from_fields(fields: &Fields) -> Self {
        let mut words = [[0; 3]; 3];
        for field in 0..FIELDS {
            let (digit, band, stack) = (field / 9, field / 3 % 3, field % 3);
            words[band][digit] |= u64::from(fields.0[field]) << (16 * stack);
        }
        let [a, b, c] = words;
        Self([R::from_three(a), R::from_three(b), R::from_three(c)])
    }

    #[inline(always)]
    fn fields(self) -> Fields {
        let mut fields = Fields([0; FIELDS_FILLED]);
        for band in 0..3 {
            let words = self.0[band].three();
            for digit in 0..3 {
                for stack in 0..3 {
                    fields.0[9 * digit + 3 * band + stack] = (words[digit] >> (16 * stack)) as u16;
                }
            }
        }
        fields
    }

    #[inline(always)]
    fn clues(numbers: &[u8; Cell::COUNT]) -> Grid<Self> {
        cells_of_numbers(numbers)
    }

    #[inline(always)]
    fn numbers(grid: &Grid<Self>) -> [u8; Cell::COUNT] {
        numbers_of_cells(grid)
    }

    #[inline(always)]
    fn all(field: u16) -> Self {
        let row = R::splat(u64::from(field) * ONES);
        Self([row, row, row])
    }

    #[inline(always)]
    fn add(self, b: Self) -> Self {
        each_row!(self.add(b))
    }

    #[inline(always)]
    fn turned(self) -> (Self, Self) {
        (each_row!(self.next_digit()), each_row!(self.last_digit()))
    }

    #[inline(always)]
    fn prefer(self, others: Self) -> Self {
        let both = self.and(others).masked(CELLS);
        // All bits of the fields with a cell.
        let shared = both.has_cells();
        let (up, down) = (shared.shift_up::<1>(), shared.shift_down::<15>());
        let barred = each_row!(up.subtract(down));
        self.and_not(barred.masked(CELLS)).or(both)
    }

    #[inline(always)]
    fn triads(self) -> Self {
        let columns = self.or3(self.shift_up::<3>(), self.shift_down::<5>()).masked(COLUMNS);
        // Bits 0, 3 and 8: the lines.
        let lines = self.or3(self.shift_down::<1>(), self.shift_down::<2>());
        let first = lines.shift_up::<8>().masked(0x0100);
        let second = lines.shift_up::<6>().masked(0x0200);
        let third = lines.shift_up::<2>().masked(0x0400);
        columns.or(first.or3(second, third))
    }

    #[inline(always)]
    fn chute_rule(self) -> Self {
        let (next, last) = self.other_boxes();
        let ((a, b), (c, d)) = (next.other_lines(), last.other_lines());
        self.and(a.and(d).or(b.and(c)))
    }

    #[inline(always)]
    fn alone(self) -> Self {
        let (next, last) = self.other_lines();
        self.and_not(next.or(last))
    }

    #[inline(always)]
    fn cells(self) -> Self {
        let columns = self.masked(COLUMNS);
        let columns = columns.or3(columns.shift_down::<3>(), columns.shift_up::<5>());
        let first = self.shift_down::<8>().masked(0x0001);
        let second = self.shift_down::<6>().masked(0x0008);
        let third = self.shift_down::<2>().masked(0x0100);
        let rows = first.or3(second, third);
        let rows = rows.or3(rows.shift_up::<1>(), rows.shift_up::<2>());
        columns.and(rows).or(Self::all(MARK))
    }

    #[inline(always)]
    fn count_in_chutes(self) -> Self {
        let (columns, rows) = (self.masked(COLUMNS).shift_down::<3>(), self.masked(ROWS));
        let lines = columns.or(rows);
        let (first, second, third) = (lines, lines.shift_down::<1>(), lines.shift_down::<2>());
        let counts = first.masked(0x0101).add(second.masked(0x0101)).add(third.masked(0x0101));
        let (next, last) = counts.other_boxes();
        counts.add(next).add(last)
    }

    #[inline(always)]
    fn has_any(self, bits: u16) -> bool {
        let [a, b, c] = self.0;
        let [a, b, c] = a.or(b).or(c).three();
        (a | b | c) & (u64::from(bits) * ONES) & BOXES != 0
    }

    #[inline(always)]
    fn is_any_empty([a, b, c]: &Grid<Self>) -> bool {
        let some = a.has_cells().and(b.has_cells()).and(c.has_cells());
        Self::all(0x8000).and_not(some).has_any(0x8000)
    }

    #[inline(always)]
    fn keep_in_box(self, field: usize, cells: u16) -> Self {
        let mut struck = Fields([0; FIELDS_FILLED]);
        struck.0[field % FIELDS] = ALL & !(cells | MARK);
        self.and_not(Self::from_fields(&struck))
    }
}
