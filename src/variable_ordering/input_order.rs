//! `input_order`: the first blank in row-major order, as in the POJ 2676 solver.

use super::{FixedOrder, NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, Puzzle};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// Keeps the blanks in row-major order.
pub(crate) const fn by_index(_: &Puzzle, _: &mut [Cell]) {}

/// The ordering `input_order`.
#[derive(Debug)]
pub struct InputOrder;

impl NamedOrdering for InputOrder {
    const NAME: &'static str = "input_order";
    const FORMULA: &'static str = "first blank in row-major order";
    const SOURCE: &'static str = "MiniZinc input_order; the POJ 2676 solver";
    const TAKES_TIE: bool = false;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        FixedOrder::new(by_index)
    }
}
