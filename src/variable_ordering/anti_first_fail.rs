//! `anti_first_fail`: the cell with the largest domain. A control for
//! [`first_fail`](super::FirstFail). Also: MiniZinc `anti_first_fail`.

use super::{NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, Puzzle};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `anti_first_fail`.
#[derive(Debug)]
pub struct AntiFirstFail;

impl NamedOrdering for AntiFirstFail {
    const NAME: &'static str = "anti_first_fail";
    const FORMULA: &'static str = "max D";
    const SOURCE: &'static str = "control; MiniZinc anti_first_fail";
    const TAKES_TIE: bool = true;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, tie: T) -> impl VariableOrdering<S> + 'static {
        LargestDomain { tie }
    }
}

struct LargestDomain<T> {
    tie: T,
}

impl<S: State, T: TieBreak<S>> VariableOrdering<S> for LargestDomain<T> {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        self.tie.start(puzzle);
    }

    #[inline(always)]
    fn select(&mut self, state: &S, _: usize) -> Cell {
        self.tie.pick(state, state.largest_domains())
    }
}
