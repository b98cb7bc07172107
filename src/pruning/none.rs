//! `none`: the search tries a digit only if no filled peer has it. An empty domain fails when its
//! cell is selected. Also: simple backtracking (Golomb & Baumert, JACM 12(4), 1965, 516-524).
//!
//! It runs on [`UnitMasks`] and only places the digit.

use super::{Level, Pruning, Strength};
use crate::grid::{Cell, Digit, Puzzle};
use crate::state::{Conflict, UnitMasks};

/// The level `none`.
#[derive(Clone, Copy, Debug)]
pub struct NoPruning;

impl Level for NoPruning {
    const NAME: &'static str = "none";
    const FORMULA: &'static str = "a digit is tried only if no assigned peer has it; an empty \
                                   domain is noticed when its cell is selected";
    const SOURCE: &'static str = "simple backtracking; Golomb & Baumert 1965";
    const STRENGTH: Strength = Strength::None;
}

impl Pruning<UnitMasks> for NoPruning {
    fn root(&mut self, puzzle: &Puzzle, root: &mut UnitMasks) -> Result<(), Conflict> {
        *root = UnitMasks::of(puzzle);
        Ok(())
    }

    #[inline(always)]
    fn child(
        &mut self,
        parent: &UnitMasks,
        cell: Cell,
        digit: Digit,
        child: &mut UnitMasks,
    ) -> Result<(), Conflict> {
        *child = parent.with(cell, digit);
        Ok(())
    }

    #[inline(always)]
    fn nodes_per_poll(&self) -> u64 {
        // At 10 to 60 ns per node: 10 to 60 microseconds.
        1024
    }
}
