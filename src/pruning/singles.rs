//! `singles`: `naked`, and hidden singles: a digit with one place in a unit takes it. A digit
//! without a place is a conflict. Norvig's solver has this level ("Solving Every Sudoku Puzzle", 2006).

use super::{Level, NakedSingles, Rule, RuleLevel, Strength};
use crate::grid::Digit;
use crate::state::{Candidates, Conflict};

/// The level `singles`.
#[derive(Clone, Copy, Debug)]
pub struct Singles;

impl Level for Singles {
    const NAME: &'static str = "singles";
    const FORMULA: &'static str = "naked, and a digit with one place in a unit takes it; a digit \
                                   without a place fails";
    const SOURCE: &'static str = "naked and hidden singles; Norvig 2006";
    const STRENGTH: Strength = Strength::Units;
}

impl RuleLevel for Singles {
    type Rules = (NakedSingles, (HiddenSingles, ()));
}

/// A digit with one place in a unit takes it; a digit with none is a conflict.
#[derive(Clone, Copy, Debug)]
pub struct HiddenSingles;

impl Rule for HiddenSingles {
    const NAME: &'static str = "hidden_singles";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let [a, b, c] = state.bands();
        let blanks = *state.blank_bands();
        let mut found = [[0; 16]; 3];
        let mut missing = [0; 16];
        for d in 0..16 {
            let (hidden, lacks) = hidden_singles([a[d], b[d], c[d]]);
            for band in 0..3 {
                found[band][d] = hidden[band] & blanks[band];
            }
            missing[d] = lacks;
        }
        if missing[..Digit::COUNT].iter().fold(0, |any, lacks| any | lacks) != 0 {
            return Err(Conflict);
        }
        if found.iter().flatten().fold(0, |any, places| any | places) == 0 {
            return Ok(false);
        }
        state.fill_all(&found)?;
        Ok(true)
    }
}

/// The first bit of each group of three, in a row of nine bits.
const FIRSTS: u32 = 0o111;
const ROW: u32 = 0x1ff;

/// "At least one" and "at least two" of three words, in every bit position.
#[inline(always)]
const fn one_and_two(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a | b | c, (a & b) | (c & (a | b)))
}

/// The same for three words that are already pairs of "at least one" and "at least two".
#[inline(always)]
const fn fold((a, aa): (u32, u32), (b, bb): (u32, u32), (c, cc): (u32, u32)) -> (u32, u32) {
    let (one, two) = one_and_two(a, b, c);
    (one, two | aa | bb | cc)
}

/// For one digit, given its places by band: the places that are the only ones in a unit, and a word
/// that is non-zero if a unit has no place.
///
/// Straight-line code, so that the loop over the digits compiles to SIMD code.
#[inline(always)]
fn hidden_singles(bands: [u32; 3]) -> ([u32; 3], u32) {
    let mut hidden = [0; 3];
    let mut missing = 0;
    // By column, "one" and "two" within each band.
    let mut columns = [(0, 0); 3];
    for (b, &word) in bands.iter().enumerate() {
        let rows = [word & ROW, word >> 9 & ROW, word >> 18];
        for (r, row) in rows.into_iter().enumerate() {
            missing |= (row == 0) as u32;
            // A row with one bit is zero without its lowest bit.
            let alone = if row & row.wrapping_sub(1) == 0 { row } else { 0 };
            hidden[b] |= alone << (9 * r);
        }
        columns[b] = one_and_two(rows[0], rows[1], rows[2]);
        // By box: combines the three columns of the box at the first one.
        let (one, two) = columns[b];
        let side = |shift: u32| (one >> shift & FIRSTS, two >> shift & FIRSTS);
        let (one, two) = fold(side(0), side(1), side(2));
        missing |= one ^ FIRSTS;
        hidden[b] |= word & repeat_rows((one & !two) * 7);
    }
    let (one, two) = fold(columns[0], columns[1], columns[2]);
    missing |= one ^ ROW;
    let alone = repeat_rows(one & !two);
    for (b, word) in bands.into_iter().enumerate() {
        hidden[b] |= word & alone;
    }
    (hidden, missing)
}

/// The same nine bits in each of the three rows of a band.
#[inline(always)]
const fn repeat_rows(row: u32) -> u32 {
    row | row << 9 | row << 18
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellSet, Unit};

    /// The definition, cell by cell.
    fn plain(places: CellSet) -> (CellSet, bool) {
        let mut hidden = CellSet::EMPTY;
        let mut is_missing = false;
        for unit in Unit::all() {
            let inside = places & unit.cell_set();
            is_missing |= inside.is_empty();
            if inside.len() == 1 {
                hidden |= inside;
            }
        }
        (hidden, is_missing)
    }

    #[test]
    fn places_alone_in_a_unit_are_those_of_a_plain_scan() {
        let mut random = 1u128;
        for round in 0..2_000 {
            // Random sets of all densities, with a single row, column or box thinned out.
            random = random.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(round);
            let mut places = CellSet::from_bits(random.rotate_left(40) | random.rotate_left(77));
            let unit = Unit::new(round as usize % Unit::COUNT);
            places &= !unit.cell_set();
            if round % 5 != 0 {
                places |= CellSet::of(unit.cells()[round as usize % 9]);
            }
            let bands = [0, 1, 2].map(|b| places.band(b));
            let (hidden, missing) = hidden_singles(bands);
            let (expected, is_missing) = plain(places);
            assert_eq!(CellSet::from_bands(hidden), expected, "{places:?}");
            assert_eq!(missing != 0, is_missing, "{places:?}");
        }
    }

    #[test]
    fn a_digit_with_one_place_takes_it() {
        let mut state = Candidates::FULL;
        // Digit 1 in the other two rows and columns of the middle box's neighbours.
        for (row, column) in [(0, 3), (6, 5), (3, 0), (5, 8)] {
            state.fill(Cell::at(row, column), Digit::from_index(0)).expect("no conflict");
        }
        assert_eq!(HiddenSingles::apply(&mut state), Ok(true));
        assert!(!state.blank_bands().iter().eq([&0; 3]));
        assert_eq!(state.candidates_of(Cell::at(4, 4)).bits(), 1);
    }
}
