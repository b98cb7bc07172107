//! `locked`: `singles`, and locked candidates. Pointing: if a digit is possible in only one line of a
//! box, it is struck from the rest of that line. Claiming: if a digit is possible in only one box of a
//! line, it is struck from the rest of that box.
//!
//! Both together are generalised arc consistency of the 3x3 matrix "which triads of a chute contain
//! the digit" ([`triad_words`](super::triad_words)). tdoku and the bit-sliced solvers formulate them
//! this way.

use super::triad_words::{COLUMNS, ROWS, column_cells, columns, matchings, row_cells, rows};
use super::{HiddenSingles, Level, NakedSingles, Rule, RuleLevel, Strength};
use crate::state::{Candidates, Conflict};

/// The level `locked`.
#[derive(Clone, Copy, Debug)]
pub struct Locked;

impl Level for Locked {
    const NAME: &'static str = "locked";
    const FORMULA: &'static str = "singles, and pointing and claiming";
    const SOURCE: &'static str = "locked candidates (intersections); both forms of each";
    const STRENGTH: Strength = Strength::Units;
}

impl RuleLevel for Locked {
    type Rules = (NakedSingles, (HiddenSingles, (LockedCandidates, ())));
}

/// Pointing and claiming.
#[derive(Clone, Copy, Debug)]
pub struct LockedCandidates;

impl Rule for LockedCandidates {
    const NAME: &'static str = "locked_candidates";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let [a, b, c] = state.bands();
        let mut kept = [[0; 16]; 3];
        for d in 0..16 {
            let bands = unlocked([a[d], b[d], c[d]]);
            for band in 0..3 {
                kept[band][d] = bands[band];
            }
        }
        Ok(state.keep(&kept))
    }
}

/// The places of one digit after pointing and claiming, first among rows, then columns.
#[inline(always)]
fn unlocked(mut bands: [u32; 3]) -> [u32; 3] {
    let kept = row_cells(matchings::<ROWS>(rows(bands)));
    for (band, kept) in bands.iter_mut().zip(kept) {
        *band &= kept;
    }
    let kept = column_cells(matchings::<COLUMNS>(columns(bands)));
    for (band, kept) in bands.iter_mut().zip(kept) {
        *band &= kept;
    }
    bands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellSet, Digit};

    /// Strikes a digit from cells.
    fn strike(state: &mut Candidates, digit: usize, cells: impl Iterator<Item = Cell>) {
        for cell in cells {
            state.strike(cell, Digit::from_index(digit));
        }
    }

    #[test]
    fn pointing_and_claiming_strike_what_their_names_say() {
        let mut state = Candidates::FULL;
        // In the first box digit 1 is possible in the first row only.
        strike(&mut state, 0, [9, 10, 11, 18, 19, 20].into_iter().map(Cell::new));
        // In the last column digit 2 is possible in the last box only.
        strike(&mut state, 1, (0..6).map(|row| Cell::at(row, 8)));
        assert_eq!(LockedCandidates::apply(&mut state), Ok(true));
        let row: CellSet = (3..9).map(Cell::new).collect();
        assert!((state.cells_with(Digit::from_index(0)) & row).is_empty());
        let rest_of_box: CellSet = [(6, 6), (7, 6), (8, 6), (6, 7), (7, 7), (8, 7)]
            .map(|(r, c)| Cell::at(r, c))
            .into_iter()
            .collect();
        assert!((state.cells_with(Digit::from_index(1)) & rest_of_box).is_empty());
        assert_eq!(LockedCandidates::apply(&mut state), Ok(false));
        assert_eq!(state.cells_with(Digit::from_index(2)), CellSet::ALL);
    }
}
