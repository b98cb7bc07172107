//! The layout of a puzzle's candidates, and the vector operations of the rules.
//!
//! A field of 16 bits is a box, for one digit:
//!
//! ```text
//! bit       14     10  9  8         5  4  3  2  1  0
//! cells      1   | line 2  |      | line 1 | line 0 |      the cells that the digit may take
//! triads         | rows    |      | columns|               the rows and columns of the box that it
//!                  2  1  0          2  1  0                may take: their triads
//! ```
//!
//! Bit 14 and the gap allow a table look-up of each byte: seven bits encode which byte it is and
//! its content. As triads, the low byte looks down the stack and the high byte along the band.
//!
//! A vector has the nine boxes of three digits, field 9 i + box for the digit of index 3 i + j; j is
//! the number of the vector, 0 to 2. A count over the nine digits of a cell is therefore
//! a count over three vectors, then over three [turns](Boxes::turned) of one.

use crate::engine::simd::Bits;
use crate::grid::{Cell, Digit};

/// The bits of cells.
pub(super) const CELLS: u16 = 0x073f;

/// The bit that is always set where fields are cells.
pub(super) const MARK: u16 = 0x4000;

/// Every cell.
pub(super) const ALL: u16 = CELLS | MARK;

/// The bits of triads.
pub(super) const TRIADS: u16 = COLUMNS | ROWS;
pub(super) const COLUMNS: u16 = 0x0038;
pub(super) const ROWS: u16 = 0x0700;

/// The three vectors of a puzzle.
pub(super) type Grid<B> = [B; 3];

/// The fields of a vector: 27, filled up to whole registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct Fields(pub(super) [u16; FIELDS_FILLED]);

/// The number of fields.
pub(super) const FIELDS: usize = 27;

/// The same, padded to whole registers.
pub(super) const FIELDS_FILLED: usize = 32;

/// The vector of a digit, and its first field there.
pub(super) const fn place(digit: Digit) -> (usize, usize) {
    (digit.index() % 3, 9 * (digit.index() / 3))
}

/// The digit of a vector's field.
pub(super) const fn digit_at(vector: usize, field: usize) -> Digit {
    Digit::from_index(3 * (field / 9) + vector)
}

/// The nine boxes of three digits.
pub(super) trait Boxes: Bits {
    /// The vector of these fields.
    fn from_fields(fields: &Fields) -> Self;

    /// The 27 fields, and any others.
    fn fields(self) -> Fields;

    /// The cells that have each digit, of 81 numbers, row by row, 0 for a blank.
    fn clues(numbers: &[u8; Cell::COUNT]) -> Grid<Self>;

    /// The numbers of cells that have one digit each, row by row.
    fn numbers(grid: &Grid<Self>) -> [u8; Cell::COUNT];

    /// The same in every field.
    fn all(field: u16) -> Self;

    /// The sums of bytes that are small enough.
    fn add(self, b: Self) -> Self;

    /// The boxes with the digits rotated by one and by two.
    fn turned(self) -> (Self, Self);

    /// Cells: the common cells with the other boxes if there are any, otherwise all cells.
    fn prefer(self, others: Self) -> Self;

    /// The triads of cells.
    fn triads(self) -> Self;

    /// The triads left by the chute rule: a triad stays if the other two boxes of its
    /// chute have two triads in the other two lines.
    fn chute_rule(self) -> Self;

    /// The triads that are the only rows or columns of their boxes.
    fn alone(self) -> Self;

    /// The cells that are in one row and one column of the triads.
    fn cells(self) -> Self;

    /// The cell of each box that has one row and one column; no cell of other boxes.
    #[inline(always)]
    fn settled_cells(self) -> Self {
        self.alone().cells()
    }

    /// The number of triads in the whole chute, in each byte.
    fn count_in_chutes(self) -> Self;

    /// Whether a field has one of these bits.
    fn has_any(self, bits: u16) -> bool;

    /// Cells: whether a box of the three vectors has none.
    fn is_any_empty(grid: &Grid<Self>) -> bool;

    /// The vector with only these cells of one box.
    fn keep_in_box(self, field: usize, cells: u16) -> Self;
}

/// The triads of a box, by definition.
pub(super) const fn triads_of(cells: u16) -> u16 {
    let (a, b, c) = (cells & 7, cells >> 3 & 7, cells >> 8 & 7);
    let rows = (a != 0) as u16 | ((b != 0) as u16) << 1 | ((c != 0) as u16) << 2;
    (a | b | c) << 3 | rows << 8
}

/// The cells of a box's triads, by definition.
pub(super) const fn cells_of(triads: u16) -> u16 {
    let (columns, rows) = (triads >> 3 & 7, triads >> 8);
    let [a, b, c] = [columns * (rows & 1), columns * (rows >> 1 & 1), columns * (rows >> 2 & 1)];
    a | b << 3 | c << 8 | MARK
}

/// The lines of a box's triads after the chute rule, given those of the other two boxes, by
/// definition.
pub(super) const fn lines_left(others: [u16; 2]) -> u16 {
    let [a, b] = others;
    let mut left = 0;
    let mut line = 0;
    while line < 3 {
        let (next, last) = ((line + 1) % 3, (line + 2) % 3);
        let is_left = (a >> next & b >> last | a >> last & b >> next) & 1;
        left |= is_left << line;
        line += 1;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::super::wide::Wide;
    use super::*;
    use crate::engine::simd::Portable;
    use crate::isa::Isa;
    use crate::random::{Choices, Chooser};

    /// Each operation on vectors, given the fields of three.
    fn results<B: Boxes>(vectors: &[Fields; 3]) -> Vec<[u16; FIELDS]> {
        let grid = [0, 1, 2].map(|j| B::from_fields(&vectors[j]));
        let [a, b, c] = grid;
        let triads = a.triads();
        let truth = |is_so: bool| B::all(u16::from(is_so));
        let results = [
            a.or3(b, c),
            a.xor3(b, c),
            a.majority(b, c),
            a.or_differs(b, c),
            a.and_unless(b, c),
            a.turned().0,
            a.turned().1,
            a.prefer(b),
            triads,
            triads.chute_rule(),
            triads.alone(),
            triads.cells(),
            triads.settled_cells(),
            triads.count_in_chutes(),
            a.keep_in_box(26, 0x0412),
            truth(a.has_any(CELLS)),
            truth(B::is_any_empty(&grid)),
        ];
        results.map(|boxes| *boxes.fields().0.first_chunk().expect("27 of 32")).to_vec()
    }

    /// Fields of every density, sometimes without a cell.
    fn random_fields(choices: &mut Choices) -> Fields {
        let density = 1 + choices.choose(7);
        Fields(std::array::from_fn(|_| {
            let bits =
                (0..16).fold(0, |bits, bit| bits | u16::from(choices.choose(8) < density) << bit);
            bits & CELLS | MARK
        }))
    }

    #[test]
    fn every_instruction_set_computes_the_same() {
        let mut choices = Choices::new(1, Chooser::Variable);
        for _ in 0..2_000 {
            let vectors = [0; 3].map(|_| random_fields(&mut choices));
            let expected = results::<Wide<Portable<3>>>(&vectors);
            #[cfg(target_arch = "x86_64")]
            {
                use crate::engine::simd::{Avx2, Avx512};
                if Isa::best().has_avx2() {
                    assert_eq!(results::<Wide<Avx2>>(&vectors), expected);
                }
                if Isa::best().has_avx512() {
                    assert_eq!(results::<Avx512>(&vectors), expected);
                }
            }
        }
    }

    #[test]
    fn what_is_computed_is_what_is_defined() {
        let mut choices = Choices::new(2, Chooser::Variable);
        for _ in 0..2_000 {
            let cells = random_fields(&mut choices);
            let boxes = Wide::<Portable<3>>::from_fields(&cells);
            let triads = boxes.triads().fields().0;
            let left = boxes.triads().chute_rule().fields().0;
            let found = boxes.triads().cells().fields().0;
            for field in 0..FIELDS {
                assert_eq!(triads[field], triads_of(cells.0[field]));
                assert_eq!(found[field], cells_of(triads[field]));
                let (first, band, stack) = (field / 9 * 9, field / 3 % 3, field % 3);
                let of = |band: usize, stack: usize| triads[first + 3 * (band % 3) + stack % 3];
                let columns = lines_left([1, 2].map(|by| of(band + by, stack) >> 3 & 7)) << 3;
                let rows = lines_left([1, 2].map(|by| of(band, stack + by) >> 8)) << 8;
                assert_eq!(left[field], triads[field] & (columns | rows));
            }
        }
    }
}
