//! `lowest`: the cell with the lowest index. The default.

use super::{Tie, TieBreak};
use crate::grid::{Cell, CellSet};
use crate::state::State;

/// The tie-break `lowest`.
#[derive(Clone, Copy, Debug)]
pub struct Lowest;

impl Tie for Lowest {
    const NAME: &'static str = "lowest";
    const FORMULA: &'static str = "lowest cell index, row by row";
    const SOURCE: &'static str = "what a scan that keeps the first minimum does";

    fn build<S: State>(_: u64) -> impl TieBreak<S> {
        Self
    }
}

impl<S: State> TieBreak<S> for Lowest {
    #[inline(always)]
    fn is_lowest(&self) -> bool {
        true
    }

    #[inline(always)]
    fn pick(&mut self, _: &S, ties: CellSet) -> Cell {
        ties.first().expect("there is a cell to pick")
    }
}
