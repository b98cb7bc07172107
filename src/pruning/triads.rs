//! `triads`: `locked`, and two rules on triads, the three cells of a line in a box. If three digits
//! have no other triad in its line or in its box, all other digits are struck from the triad. If only
//! three digits are possible in a triad, they are struck from the rest of its line and box. This is
//! the inference of tdoku (T. Dillon, "Tdoku: A fast Sudoku solver", 2019).
//!
//! A triad that four digits must take, or with fewer than three possible digits, is a conflict. The
//! rules are monotone only with this definition.

use super::triad_words::{
    COLUMNS, ROWS, column_cells, columns, others_of_box, others_of_line, row_cells, rows,
};
use super::{HiddenSingles, Level, LockedCandidates, NakedSingles, Rule, RuleLevel, Strength};
use crate::grid::Digit;
use crate::state::{Candidates, Conflict, Lanes};

/// The level `triads`.
#[derive(Clone, Copy, Debug)]
pub struct Triads;

impl Level for Triads {
    const NAME: &'static str = "triads";
    const FORMULA: &'static str = "locked, and three digits without another triad in its line or \
                                   box bar all others from a triad, and if only three digits are \
                                   possible in it they leave the rest of its line and box";
    const SOURCE: &'static str = "tdoku; Dillon 2019";
    const STRENGTH: Strength = Strength::Units;
}

impl RuleLevel for Triads {
    type Rules = (NakedSingles, (HiddenSingles, (LockedCandidates, (TriadSets, ()))));
}

/// Both rules on triads.
#[derive(Clone, Copy, Debug)]
pub struct TriadSets;

impl Rule for TriadSets {
    const NAME: &'static str = "triad_sets";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let has_changed = apply_to::<ROWS>(state, rows, row_cells)?;
        Ok(apply_to::<COLUMNS>(state, columns, column_cells)? || has_changed)
    }
}

/// Applies the rules to the triads of one direction.
#[inline(always)]
fn apply_to<const STRIDE: u32>(
    state: &mut Candidates,
    word_of: impl Fn([u32; 3]) -> u32,
    cells_of: impl Fn(u32) -> [u32; 3],
) -> Result<bool, Conflict> {
    let [a, b, c] = state.bands();
    let mut possible: Lanes = [0; 16];
    let mut definite: Lanes = [0; 16];
    for d in 0..16 {
        let word = word_of([a[d], b[d], c[d]]);
        possible[d] = word;
        definite[d] = word & !(others_of_line::<STRIDE>(word) & others_of_box(word));
    }
    let [.., three_definite, four_definite] = at_least(&definite);
    let [one_possible, two_possible, three_possible, four_possible] = at_least(&possible);
    if four_definite != 0 || one_possible & two_possible & three_possible != (1 << 27) - 1 {
        return Err(Conflict);
    }
    let closed = !four_possible;
    let mut kept = [[0; 16]; 3];
    for d in 0..16 {
        let word = possible[d];
        let barred = three_definite & !definite[d];
        let taken = word & closed;
        let left = word & !barred & !others_of_line::<STRIDE>(taken) & !others_of_box(taken);
        for (kept, cells) in kept.iter_mut().zip(cells_of(left)) {
            kept[d] = cells;
        }
    }
    Ok(state.keep(&kept))
}

/// The bit positions set in at least one, two, three and four of the digits' words.
#[inline(always)]
fn at_least(words: &Lanes) -> [u32; 4] {
    words[..Digit::COUNT].iter().fold([0; 4], |[one, two, three, four], word| {
        [one | word, two | (one & word), three | (two & word), four | (three & word)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, CellSet};

    #[test]
    fn three_digits_of_a_triad_bar_the_others_and_leave_the_rest() {
        let triad: CellSet = (0..3).map(Cell::new).collect();
        let around: CellSet = CellSet::from_bits(0o777 << 3)
            | [9, 10, 11, 18, 19, 20].map(Cell::new).into_iter().collect();
        let mut barred = Candidates::FULL;
        let mut closed = Candidates::FULL;
        for d in 0..9 {
            for cell in (if d < 3 { CellSet::from_bits(0o770) } else { triad }) & CellSet::ALL {
                if d < 3 { &mut barred } else { &mut closed }.strike(cell, Digit::from_index(d));
            }
        }
        // 1, 2, 3 are not possible in any other triad of the row, so the triad has no other digit.
        assert_eq!(TriadSets::apply(&mut barred), Ok(true));
        // Only 1, 2, 3 are possible in the triad, so they are struck from the rest of its row and box.
        assert_eq!(TriadSets::apply(&mut closed), Ok(true));
        for d in Digit::all() {
            let is_first = d.index() < 3;
            assert_eq!((barred.cells_with(d) & triad).is_empty(), !is_first, "{d:?}");
            assert_eq!((closed.cells_with(d) & around).is_empty(), is_first, "{d:?}");
        }
    }
}
