//! `ddeg`: the cell with the most blank peers (largest dynamic degree). `min_ddeg` is its control: the
//! fewest blank peers. `first_fail:ddeg` is Brelaz's rule (CACM 22(4), 1979, 251-256).

use super::{Tie, TieBreak, first_largest};
use crate::grid::{Cell, CellSet};
use crate::state::State;
use crate::variable_ordering::blank_peers;
use std::cmp::Reverse;

/// The tie-break `ddeg`.
#[derive(Clone, Copy, Debug)]
pub struct Ddeg;

impl Tie for Ddeg {
    const NAME: &'static str = "ddeg";
    const FORMULA: &'static str = "max U, then lowest";
    const SOURCE: &'static str = "dynamic degree; Brelaz 1979";

    fn build<S: State>(_: u64) -> impl TieBreak<S> {
        Self
    }
}

impl<S: State> TieBreak<S> for Ddeg {
    #[inline(always)]
    fn pick(&mut self, state: &S, ties: CellSet) -> Cell {
        let blanks = state.blanks();
        first_largest(ties, |cell| blank_peers(blanks, cell))
    }
}

/// The tie-break `min_ddeg`.
#[derive(Clone, Copy, Debug)]
pub struct MinDdeg;

impl Tie for MinDdeg {
    const NAME: &'static str = "min_ddeg";
    const FORMULA: &'static str = "min U, then lowest";
    const SOURCE: &'static str = "control of ddeg";

    fn build<S: State>(_: u64) -> impl TieBreak<S> {
        Self
    }
}

impl<S: State> TieBreak<S> for MinDdeg {
    #[inline(always)]
    fn pick(&mut self, state: &S, ties: CellSet) -> Cell {
        let blanks = state.blanks();
        first_largest(ties, |cell| Reverse(blank_peers(blanks, cell)))
    }
}
