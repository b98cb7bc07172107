//! `row_fewest_blanks`: rows sorted once, from the clues alone, by number of blanks ascending
//! (stable), left to right inside a row. This is the order of the Luogu P1074 solver.
//! `row_most_blanks` is the descending order, which that solver's text describes.

use super::{FixedOrder, NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, Puzzle, Unit};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;
use std::cmp::Reverse;

fn blanks_of_row(puzzle: &Puzzle, cell: Cell) -> u32 {
    (puzzle.blanks() & Unit::of(cell)[0].cell_set()).len()
}

/// Sorts blanks by the number of blanks in their rows.
pub(crate) fn by_fewest_blanks(puzzle: &Puzzle, cells: &mut [Cell]) {
    cells.sort_by_key(|&cell| (blanks_of_row(puzzle, cell), cell.row()));
}

/// The ordering `row_fewest_blanks`.
#[derive(Debug)]
pub struct RowFewestBlanks;

impl NamedOrdering for RowFewestBlanks {
    const NAME: &'static str = "row_fewest_blanks";
    const FORMULA: &'static str = "rows sorted once, from the clues alone, by number of blanks \
                                   ascending (stable), left to right inside";
    const SOURCE: &'static str = "the Luogu P1074 solver";
    const TAKES_TIE: bool = false;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        FixedOrder::new(by_fewest_blanks)
    }
}

/// The ordering `row_most_blanks`.
#[derive(Debug)]
pub struct RowMostBlanks;

impl NamedOrdering for RowMostBlanks {
    const NAME: &'static str = "row_most_blanks";
    const FORMULA: &'static str = "rows sorted once, from the clues alone, by number of blanks \
                                   descending (stable), left to right inside";
    const SOURCE: &'static str = "control; the Luogu P1074 solver as its text describes it";
    const TAKES_TIE: bool = false;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        FixedOrder::new(|puzzle, cells| {
            cells.sort_by_key(|&cell| (Reverse(blanks_of_row(puzzle, cell)), cell.row()));
        })
    }
}
