//! `fish`: `gac`, and the same consistency for each digit between rows and columns, with the rows as
//! variables and the columns as values: X-wing, swordfish, jellyfish. (Columns as variables give the
//! same matching and the same eliminations.)
#![expect(clippy::needless_range_loop, reason = "rows and digits are named by number")]

use super::hall::strike_hall_sets;
use super::{
    HallSets, HiddenSingles, Level, LockedCandidates, NakedSingles, Rule, RuleLevel, Strength,
};
use crate::grid::Digit;
use crate::state::{Candidates, Conflict};

/// The level `fish`.
#[derive(Clone, Copy, Debug)]
pub struct Fish;

impl Level for Fish {
    const NAME: &'static str = "fish";
    const FORMULA: &'static str = "gac, and for each digit generalised arc consistency between \
                                   rows and columns, rows as variables, columns as values";
    const SOURCE: &'static str = "X-wing, swordfish, jellyfish (unfinned)";
    const STRENGTH: Strength = Strength::Units;
}

impl RuleLevel for Fish {
    type Rules =
        (NakedSingles, (HiddenSingles, (LockedCandidates, (HallSets, (RowsToColumns, ())))));
}

/// A Hall set of the rows of a digit takes its columns from the other rows.
#[derive(Clone, Copy, Debug)]
pub struct RowsToColumns;

impl Rule for RowsToColumns {
    const NAME: &'static str = "rows_to_columns";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        // The columns of each digit, by row. A spare digit has one place in each row.
        let mut columns = [[0; 16]; 9];
        for row in 0..9 {
            let words = &state.bands()[row / 3];
            for d in 0..16 {
                let spare = if d < Digit::COUNT { 0 } else { 1 << row };
                columns[row][d] = (words[d] >> (9 * (row % 3)) & 0x1ff) as u16 | spare;
            }
        }
        let struck = strike_hall_sets(&mut columns)?;
        if struck == [0; 16] {
            return Ok(false);
        }
        let mut kept = [[0; 16]; 3];
        for row in 0..9 {
            for d in 0..16 {
                kept[row / 3][d] |= u32::from(columns[row][d]) << (9 * (row % 3));
            }
        }
        let _ = state.keep(&kept);
        Ok(true)
    }
}
