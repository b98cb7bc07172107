//! `exact_cover_s`: the item with the fewest options. Items are the blank cells and the
//! unfilled places of a digit in a unit. This is the S heuristic of Knuth's Dancing Links (in
//! "Millennial Perspectives in Computer Science", 2000, 187-214) on the exact cover form of the puzzle.
//!
//! Ties: cells before places; among cells the tie-break; among places the lowest unit (rows,
//! columns, boxes), then the lowest digit. The options of a place are its cells, tried in ascending
//! order.

use super::{CellOrPlace, NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Digit, Puzzle, Unit};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `exact_cover_s`.
#[derive(Debug)]
pub struct ExactCoverS;

impl NamedOrdering for ExactCoverS {
    const NAME: &'static str = "exact_cover_s";
    const FORMULA: &'static str = "the item with fewest options: blank cells and unfilled (unit, \
                                   digit) places; equal: cells (by tie-break) before places \
                                   (lowest unit, then lowest digit)";
    const SOURCE: &'static str = "Knuth, Dancing Links, 2000";
    const TAKES_TIE: bool = true;
    const SELECTS_PLACES: bool = true;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, tie: T) -> impl VariableOrdering<S> + 'static {
        FewestOptions { tie }
    }
}

struct FewestOptions<T> {
    tie: T,
}

impl<S: State, T: TieBreak<S>> VariableOrdering<S> for FewestOptions<T> {
    type Item = CellOrPlace;

    fn start(&mut self, puzzle: &Puzzle) {
        self.tie.start(puzzle);
    }

    fn select(&mut self, state: &S, _: usize) -> CellOrPlace {
        let cells = state.smallest_domains();
        let first = cells.first().expect("a cell is blank");
        let mut fewest = state.domain(first).len();
        let mut place = None;
        let holders: [_; Digit::COUNT] =
            std::array::from_fn(|d| state.holders(Digit::from_index(d)));
        for unit in Unit::all() {
            for digit in state.unplaced(unit) {
                let options = (holders[digit.index()] & unit.cell_set()).len();
                if options < fewest {
                    fewest = options;
                    place = Some(CellOrPlace::Place(unit, digit));
                }
            }
        }
        place.unwrap_or_else(|| self.tie.pick(state, cells).into())
    }
}
