//! `highest`: the cell with the highest index.

use super::{Tie, TieBreak};
use crate::grid::{Cell, CellSet};
use crate::state::State;

/// The tie-break `highest`.
#[derive(Clone, Copy, Debug)]
pub struct Highest;

impl Tie for Highest {
    const NAME: &'static str = "highest";
    const FORMULA: &'static str = "highest cell index, row by row";
    const SOURCE: &'static str = "what a scan that keeps the last minimum does";

    fn build<S: State>(_: u64) -> impl TieBreak<S> {
        Self
    }
}

impl<S: State> TieBreak<S> for Highest {
    #[inline(always)]
    fn pick(&mut self, _: &S, ties: CellSet) -> Cell {
        ties.last().expect("there is a cell to pick")
    }
}
