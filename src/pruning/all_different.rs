//! `all_different`: generalised arc consistency of the 27 all-different constraints (Regin, AAAI 1994,
//! 362-367), and nothing else: every naked and hidden set of every size.
//!
//! Singles are Hall sets of one cell, and of all blank cells but one. They are found first because
//! that is cheaper; the fixpoint is the same. Gecode's `IPL_DOM` prunes the same.

use super::hall::{Nine, strike_hall_sets};
use super::{HiddenSingles, Level, NakedSingles, Rule, RuleLevel, Strength};
use crate::state::{Candidates, Conflict, Lanes};

/// The level `all_different`.
#[derive(Clone, Copy, Debug)]
pub struct AllDifferent;

impl Level for AllDifferent {
    const NAME: &'static str = "all_different";
    const FORMULA: &'static str =
        "generalised arc consistency of all 27 all-different constraints, to the fixpoint";
    const SOURCE: &'static str = "all naked and hidden sets; Regin 1994; Gecode's IPL_DOM";
    const STRENGTH: Strength = Strength::Units;
    const IS_DEFAULT: bool = false;
}

impl RuleLevel for AllDifferent {
    type Rules = (NakedSingles, (HiddenSingles, (HallSets, ())));
}

/// A Hall set of a unit takes its places from the other digits.
///
/// Digits are the variables and their places in the unit the values; with cells as variables and
/// digits as values, the same candidates are struck.
#[derive(Clone, Copy, Debug)]
pub struct HallSets;

/// The number of units, padded to whole SIMD registers.
const UNITS: usize = 32;

impl Rule for HallSets {
    const NAME: &'static str = "all_different";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let mut places = places_by_unit(state.bands());
        let struck = strike_hall_sets(&mut places)?;
        if struck == [0; UNITS] {
            return Ok(false);
        }
        let mut kept = [[!0; 16]; 3];
        for unit in (0..UNITS).filter(|&unit| struck[unit] != 0) {
            for (digit, places) in places.iter().enumerate() {
                let lost = cells_of(unit, !places[unit]);
                for band in 0..3 {
                    kept[band][digit] &= !lost[band];
                }
            }
        }
        let _ = state.keep(&kept);
        Ok(true)
    }
}

/// A row of a band or of a box.
const ROW: u32 = 0x1ff;
const THREE: u32 = 7;

/// For each digit its places in each unit: rows, columns, boxes, each place by place. A spare unit has
/// one place for each digit.
#[inline(always)]
fn places_by_unit(bands: &[Lanes; 3]) -> Nine<UNITS> {
    let mut places = [[0; UNITS]; 9];
    for (digit, places) in places.iter_mut().enumerate() {
        let words = [bands[0][digit], bands[1][digit], bands[2][digit]];
        let mut units = [1 << digit; UNITS];
        for (i, row) in units[..9].iter_mut().enumerate() {
            *row = words[i / 3] >> (9 * (i % 3)) & ROW;
        }
        // A whole register of columns; those from 9 on are none.
        let mut columns = [0; 16];
        for (i, column) in columns.iter_mut().enumerate() {
            let (a, b, c) = (words[0] >> i, words[1] >> i, words[2] >> i);
            *column = spaced(a) | spaced(b) << 3 | spaced(c) << 6;
        }
        units[9..18].copy_from_slice(&columns[..9]);
        for (i, in_box) in units[18..27].iter_mut().enumerate() {
            let word = words[i / 3] >> (3 * (i % 3));
            *in_box = word & THREE | word >> 6 & THREE << 3 | word >> 12 & THREE << 6;
        }
        for u in 0..UNITS {
            places[u] = units[u] as u16;
        }
    }
    places
}

/// The bits 0, 9 and 18: a cell in each row of a band.
#[inline(always)]
const fn spaced(word: u32) -> u32 {
    word & 1 | word >> 8 & 2 | word >> 16 & 4
}

/// The cells of some places of a unit, by band.
#[inline(always)]
fn cells_of(unit: usize, places: u16) -> [u32; 3] {
    let places = u32::from(places) & ROW;
    let (i, mut bands) = (unit % 9, [0; 3]);
    match unit / 9 {
        0 => bands[i / 3] = places << (9 * (i % 3)),
        1 => {
            for (band, word) in bands.iter_mut().enumerate() {
                let three = places >> (3 * band) & THREE;
                *word = (three & 1 | (three & 2) << 8 | (three & 4) << 16) << i;
            }
        }
        _ => {
            let rows = places & THREE | (places & THREE << 3) << 6 | (places & THREE << 6) << 12;
            bands[i / 3] = rows << (3 * (i % 3));
        }
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellSet, Digit, Unit};

    #[test]
    fn places_of_units_are_their_cells() {
        let units: Vec<Unit> = Unit::all().collect();
        let mut random = 5u64;
        for round in 0..200 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
            let mut state = Candidates::FULL;
            let digit = Digit::from_index(round % 9);
            let struck: Vec<Cell> =
                Cell::all().filter(|c| random >> (c.index() % 61) & 1 == 1).collect();
            struck.iter().for_each(|&cell| state.strike(cell, digit));
            let places = places_by_unit(state.bands())[digit.index()];
            for (unit, places) in units.iter().zip(places) {
                let expected = state.cells_with(digit) & unit.cell_set();
                assert_eq!(CellSet::from_bands(cells_of(unit.index(), places)), expected);
            }
        }
    }
}
