//! `fish`: `gac`, and the same consistency for each digit between rows and columns, with the rows as
//! variables and the columns as values: X-wing, swordfish, jellyfish. (Columns as variables give the
//! same matching and the same eliminations.)

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
        let mut has_struck = false;
        let mut kept = *state.bands();
        for digit in Digit::all() {
            let d = digit.index();
            let (mut rows, mut own, mut open) = ([0; 9], [0u16; 9], 0);
            for row in 0..9 {
                let columns = (kept[row / 3][d] >> (9 * (row % 3)) & 0x1ff) as u16;
                rows[open] = row;
                own[open] = columns;
                open += usize::from(columns & columns.wrapping_sub(1) != 0);
            }
            if open < 4 || !strike_hall_sets(&mut own[..open])? {
                continue;
            }
            has_struck = true;
            for (row, own) in rows.into_iter().zip(own).take(open) {
                let shift = 9 * (row % 3);
                let word = &mut kept[row / 3][d];
                *word = *word & !(0x1ff << shift) | u32::from(own) << shift;
            }
        }
        if has_struck {
            let _ = state.keep(&kept);
        }
        Ok(has_struck)
    }
}
