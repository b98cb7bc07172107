//! `static_first_fail`: blanks sorted once, from the clues alone, by domain size ascending
//! (stable). `static_anti_first_fail` is the descending order. The option of the POJ 2676 solver does
//! this as printed: it sorts by the number of used digits ascending.

use super::{FixedOrder, NamedOrdering, Setup, VariableOrdering, domain_by_clues};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;
use std::cmp::Reverse;

/// The ordering `static_first_fail`.
#[derive(Debug)]
pub struct StaticFirstFail;

impl NamedOrdering for StaticFirstFail {
    const NAME: &'static str = "static_first_fail";
    const FORMULA: &'static str =
        "blanks sorted once, from the clues alone, by D ascending (stable)";
    const SOURCE: &'static str = "the POJ 2676 solver, its option as described";
    const TAKES_TIE: bool = false;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        FixedOrder::new(|puzzle, cells| cells.sort_by_key(|&cell| domain_by_clues(puzzle, cell)))
    }
}

/// The ordering `static_anti_first_fail`.
#[derive(Debug)]
pub struct StaticAntiFirstFail;

impl NamedOrdering for StaticAntiFirstFail {
    const NAME: &'static str = "static_anti_first_fail";
    const FORMULA: &'static str =
        "blanks sorted once, from the clues alone, by D descending (stable)";
    const SOURCE: &'static str = "control; the POJ 2676 solver, its option as printed";
    const TAKES_TIE: bool = false;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        FixedOrder::new(|puzzle, cells| {
            cells.sort_by_key(|&cell| Reverse(domain_by_clues(puzzle, cell)));
        })
    }
}
