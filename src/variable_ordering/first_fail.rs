//! `first_fail`: the cell with the smallest domain. Also: MRV (minimum remaining values),
//! smallest domain, dom (Haralick & Elliott, Artificial Intelligence 14, 1980, 263-313). With the
//! tie-break `ddeg` it is Brelaz's rule (CACM 22(4), 1979, 251-256).

use super::{NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, Puzzle};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `first_fail`.
#[derive(Debug)]
pub struct FirstFail;

impl NamedOrdering for FirstFail {
    const NAME: &'static str = "first_fail";
    const FORMULA: &'static str = "min D";
    const SOURCE: &'static str =
        "MRV, smallest domain; Haralick & Elliott 1980; the AcWing 166 and POJ 3074 solvers";
    const TAKES_TIE: bool = true;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, tie: T) -> impl VariableOrdering<S> + 'static {
        SmallestDomain { tie }
    }
}

struct SmallestDomain<T> {
    tie: T,
}

impl<S: State, T: TieBreak<S>> VariableOrdering<S> for SmallestDomain<T> {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        self.tie.start(puzzle);
    }

    #[inline(always)]
    fn select(&mut self, state: &S, _: usize) -> Cell {
        if self.tie.is_lowest() {
            state.first_smallest_domain()
        } else {
            self.tie.pick(state, state.smallest_domains())
        }
    }
}
