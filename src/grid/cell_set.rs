//! Sets of cells.

use super::Cell;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of cells: bit i is cell i.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet(u128);

const ALL: u128 = (1 << Cell::COUNT) - 1;
/// The bit of each cell. A lookup takes two loads; a shift of 128 bits takes eight instructions.
static BITS: [u128; Cell::COUNT] = {
    let mut bits = [0; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        bits[index] = 1 << index;
        index += 1;
    }
    bits
};

/// The 27 bits of one band in a word: three rows of nine.
const BAND: u32 = (1 << 27) - 1;

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All 81 cells.
    pub const ALL: Self = Self(ALL);

    /// The set of these 81 bits; higher bits are dropped.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & ALL)
    }

    /// The bits of the set (bit i is cell i).
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of three band words: bit `p` of word `b` is cell `27 b + p`.
    #[inline(always)]
    #[must_use]
    pub const fn from_bands(bands: [u32; 3]) -> Self {
        Self(bands[0] as u128 | (bands[1] as u128) << 27 | (bands[2] as u128) << 54)
    }

    /// One band of the set as a word of 27 bits.
    #[inline(always)]
    #[must_use]
    pub const fn band(self, band: usize) -> u32 {
        (self.0 >> (27 * band)) as u32 & BAND
    }

    /// The set of one cell.
    #[inline(always)]
    #[must_use]
    pub const fn of(cell: Cell) -> Self {
        Self(BITS[cell.index()])
    }

    /// The number of cells in the set.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & BITS[cell.index()] != 0
    }

    /// The set with the cell.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | BITS[cell.index()])
    }

    /// The set without the cell.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !BITS[cell.index()])
    }

    /// The lowest cell of the set.
    #[inline(always)]
    #[must_use]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::new(self.0.trailing_zeros() as usize)) }
    }

    /// The highest cell of the set.
    #[inline(always)]
    #[must_use]
    pub const fn last(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(Cell::new(127 - self.0.leading_zeros() as usize)) }
    }

    /// The `n`-th cell of the set, ascending, counted from 0.
    #[must_use]
    pub fn nth(self, n: u32) -> Option<Cell> {
        self.into_iter().nth(n as usize)
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for CellSet {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAndAssign for CellSet {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for CellSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl Not for CellSet {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0 & ALL)
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = CellSetIter;

    #[inline(always)]
    fn into_iter(self) -> CellSetIter {
        CellSetIter(self.0 as u64, (self.0 >> 64) as u32)
    }
}

/// The cells of a set, ascending. The first 64 cells are in one word, the rest in another,
/// because a step on a word is half the work of a step on a `u128`.
#[derive(Clone, Debug)]
pub struct CellSetIter(u64, u32);

impl Iterator for CellSetIter {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        if self.0 != 0 {
            let index = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            Some(Cell::new(index as usize))
        } else if self.1 != 0 {
            let index = 64 + self.1.trailing_zeros();
            self.1 &= self.1 - 1;
            Some(Cell::new(index as usize))
        } else {
            None
        }
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}
