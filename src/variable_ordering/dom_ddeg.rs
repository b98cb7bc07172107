//! `dom_ddeg`: the smallest ratio of domain size to number of blank peers (Bessiere & Regin, CP
//! 1996, 61-75, where the degree is that of the constraint graph's future part).
//!
//! The ratio D / max(1, U) is compared exactly, by cross-multiplying.

use super::{NamedOrdering, Setup, VariableOrdering, blank_peers, smallest_ratios};
use crate::grid::{Cell, Puzzle};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `dom_ddeg`.
#[derive(Debug)]
pub struct DomDdeg;

impl NamedOrdering for DomDdeg {
    const NAME: &'static str = "dom_ddeg";
    const FORMULA: &'static str = "min D / max(1, U), compared exactly";
    const SOURCE: &'static str = "Bessiere & Regin 1996";
    const TAKES_TIE: bool = true;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, tie: T) -> impl VariableOrdering<S> + 'static {
        DomainByDegree { tie }
    }
}

struct DomainByDegree<T> {
    tie: T,
}

impl<S: State, T: TieBreak<S>> VariableOrdering<S> for DomainByDegree<T> {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        self.tie.start(puzzle);
    }

    fn select(&mut self, state: &S, _: usize) -> Cell {
        let blanks = state.blanks();
        let ties = smallest_ratios(blanks, |cell| {
            (state.domain(cell).len(), blank_peers(blanks, cell).max(1))
        });
        self.tie.pick(state, ties)
    }
}
