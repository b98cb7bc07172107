//! `last_conflict`: the cell of the last placement that made a failing node, while it is blank.
//! A placement in it without conflict clears it. Otherwise `first_fail:ddeg`. (Lecoutre, Sais,
//! Tabary & Vidal, Artificial Intelligence 173, 2009, 1592-1614.)
//!
//! The paper branches two ways. Under `two_way` this is its ordering: the last positive decision
//! (x = v) that failed names the cell. Under `d_way` counts differ from the paper's.

use super::{Failure, NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, Puzzle};
use crate::state::State;
use crate::variable_ordering::tie_break::{Ddeg, TieBreak};

/// The ordering `last_conflict`.
#[derive(Debug)]
pub struct LastConflict;

impl NamedOrdering for LastConflict {
    const NAME: &'static str = "last_conflict";
    const FORMULA: &'static str = "the cell of the last placement that made a failing node, while \
                                   it is blank (placing a digit in it without conflict clears \
                                   it); else as first_fail:ddeg";
    const SOURCE: &'static str = "Lecoutre et al. 2009, who branch two ways";
    const TAKES_TIE: bool = false;
    const HAS_MEMORY: bool = true;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        Conflicting { last: None }
    }
}

struct Conflicting {
    last: Option<Cell>,
}

impl<S: State> VariableOrdering<S> for Conflicting {
    type Item = Cell;

    fn start(&mut self, _: &Puzzle) {
        self.last = None;
    }

    fn select(&mut self, state: &S, _: usize) -> Cell {
        match self.last {
            Some(cell) if state.blanks().contains(cell) => cell,
            _ => Ddeg.pick(state, state.smallest_domains()),
        }
    }

    fn placed(&mut self, cell: Cell) {
        if self.last == Some(cell) {
            self.last = None;
        }
    }

    fn failed(&mut self, failure: &Failure<'_, S>) {
        if let Some(decision) = failure.decision.as_ref().filter(|made| made.is_placement) {
            self.last = Some(decision.cell);
        }
    }
}
