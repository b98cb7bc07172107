//! One word per unit; its bits are the digits used in the unit. For every instruction set.
//!
//! ```text
//! used | row 0 .. row 8 | column 0 .. column 8 | box 0 .. box 8 | behind | spare |  32 x 16 bits
//! ```

use super::{DIGITS, UsedDigits};
use crate::grid::{Cell, Unit};
use crate::isa::Isa;

/// 27 units and the word of the cell after the last, padded to whole vectors.
const WORDS: usize = 32;

/// The word of the cell after the last: all digits but 9 are used.
const BEHIND: usize = 27;

/// The digits used in each unit.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(in crate::engine::kernel) struct ByUnit([u16; WORDS]);

/// A cell: its units, and the index of its pattern.
#[derive(Clone, Copy)]
pub(in crate::engine::kernel) struct Place {
    units: [u8; 3],
    pattern: u8,
}

/// For each cell all bits of the words of its units; no bits for other indices. Padded to 256 so that a
/// byte is always in range.
static PATTERNS: [ByUnit; 256] = {
    let mut patterns = [ByUnit([0; WORDS]); 256];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let units = Unit::of(Cell::new(cell));
        let mut i = 0;
        while i < 3 {
            patterns[cell].0[units[i].index()] = DIGITS as u16;
            i += 1;
        }
        cell += 1;
    }
    patterns
};

impl UsedDigits for ByUnit {
    type Place = Place;

    const BEHIND: Place = Place { units: [BEHIND as u8; 3], pattern: u8::MAX };

    /// Vectors of 256 bits are faster here than wider ones, because words are read soon after they are written.
    #[inline(always)]
    fn run<R>(isa: Isa, f: impl FnOnce() -> R) -> R {
        isa.run_narrow(f)
    }

    fn place(cell: Cell) -> Place {
        let [row, column, box_] = Unit::of(cell);
        let units = [row.index() as u8, column.index() as u8, box_.index() as u8];
        Place { units, pattern: cell.index() as u8 }
    }

    #[inline(always)]
    fn none() -> Self {
        let mut used = [0; WORDS];
        used[BEHIND] = (DIGITS >> 1) as u16;
        Self(used)
    }

    #[inline(always)]
    fn with(self, place: Place, digit: u32) -> Self {
        let pattern = &PATTERNS[place.pattern as usize].0;
        let mut used = [0; WORDS];
        for word in 0..WORDS {
            used[word] = self.0[word] | pattern[word] & digit as u16;
        }
        Self(used)
    }

    #[inline(always)]
    fn free(self, place: Place) -> u32 {
        let [row, column, box_] = place.units;
        let used = |unit: u8| self.0[unit as usize % WORDS];
        !u32::from(used(row) | used(column) | used(box_)) & DIGITS
    }
}
