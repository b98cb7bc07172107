//! `digit_scarce`: first the digit that is a candidate of the fewest blank cells of the whole grid.
//! Ties ascending.

use super::{ValueOrdering, Values, take_first_smallest};
use crate::grid::{Cell, Digit, DigitSet};
use crate::state::State;

/// The value ordering `digit_scarce`.
#[derive(Clone, Copy, Debug)]
pub struct DigitScarce;

impl Values for DigitScarce {
    const NAME: &'static str = "digit_scarce";
    const FORMULA: &'static str = "fewest blank cells in the whole grid hold the digit";
    const SOURCE: &'static str = "the scarcest value first";

    fn build<S: State>(_: u64) -> impl ValueOrdering<S> {
        Self
    }
}

impl<S: State> ValueOrdering<S> for DigitScarce {
    fn take(&mut self, state: &S, _: Cell, remaining: &mut DigitSet) -> Digit {
        take_first_smallest(remaining, |digit| state.holders(digit).len())
    }
}
