//! `lcv`: first the digit that is a candidate of the fewest blank peers before it is placed (least
//! constraining value; Haralick & Elliott, Artificial Intelligence 14, 1980, 263-313). `mcv` is its
//! control: the most blank peers. A peer counts once, even if it shares several units. Ties ascending.

use super::{ValueOrdering, Values, take_first_smallest};
use crate::grid::{Cell, Digit, DigitSet, PEERS};
use crate::state::State;
use std::cmp::Reverse;

/// The value ordering `lcv`.
#[derive(Clone, Copy, Debug)]
pub struct Lcv;

impl Values for Lcv {
    const NAME: &'static str = "lcv";
    const FORMULA: &'static str =
        "fewest blank peers (each of the 20 once) hold the digit before it is placed";
    const SOURCE: &'static str = "least constraining value; Haralick & Elliott 1980";

    fn build<S: State>(_: u64) -> impl ValueOrdering<S> {
        Self
    }
}

fn peers_with<S: State>(state: &S, cell: Cell, digit: Digit) -> u32 {
    (state.holders(digit) & PEERS[cell]).len()
}

impl<S: State> ValueOrdering<S> for Lcv {
    fn take(&mut self, state: &S, cell: Cell, remaining: &mut DigitSet) -> Digit {
        take_first_smallest(remaining, |digit| peers_with(state, cell, digit))
    }
}

/// The value ordering `mcv`.
#[derive(Clone, Copy, Debug)]
pub struct Mcv;

impl Values for Mcv {
    const NAME: &'static str = "mcv";
    const FORMULA: &'static str =
        "most blank peers (each of the 20 once) hold the digit before it is placed";
    const SOURCE: &'static str = "control of lcv";

    fn build<S: State>(_: u64) -> impl ValueOrdering<S> {
        Self
    }
}

impl<S: State> ValueOrdering<S> for Mcv {
    fn take(&mut self, state: &S, cell: Cell, remaining: &mut DigitSet) -> Digit {
        take_first_smallest(remaining, |digit| Reverse(peers_with(state, cell, digit)))
    }
}
