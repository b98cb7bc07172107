//! Value ordering: the order of the digits of the selected cell.

mod digit_scarce;
mod indomain;
mod lcv;
mod random;

pub use digit_scarce::DigitScarce;
pub use indomain::{IndomainMax, IndomainMin};
pub use lcv::{Lcv, Mcv};
pub use random::IndomainRandom;

use crate::grid::{Cell, Digit, DigitSet, Puzzle};
use crate::state::State;

/// A value ordering that works on one puzzle after another.
pub trait ValueOrdering<S: State>: Send + 'static {
    /// Starts a puzzle.
    fn start(&mut self, _puzzle: &Puzzle) {}

    /// Removes the next digit to try in a cell from the remaining digits (at least one) and returns
    /// it. `state` is the node in which the cell was selected.
    fn take(&mut self, state: &S, cell: Cell, remaining: &mut DigitSet) -> Digit;
}

impl<S: State> ValueOrdering<S> for Box<dyn ValueOrdering<S>> {
    fn start(&mut self, puzzle: &Puzzle) {
        (**self).start(puzzle);
    }
    fn take(&mut self, state: &S, cell: Cell, remaining: &mut DigitSet) -> Digit {
        (**self).take(state, cell, remaining)
    }
}

/// The catalogue entry of a value ordering.
pub trait Values: 'static {
    /// The name in configs and files.
    const NAME: &'static str;
    /// The rule in one line.
    const FORMULA: &'static str;
    /// Synonyms and source.
    const SOURCE: &'static str;
    /// Whether it draws random numbers.
    const IS_RANDOM: bool = false;

    /// The value ordering for a kind of state; `seed` seeds random choices.
    fn build<S: State>(seed: u64) -> impl ValueOrdering<S>;
}

/// Removes and returns the lowest digit with the smallest `key`.
fn take_first_smallest<K: Ord>(remaining: &mut DigitSet, key: impl Fn(Digit) -> K) -> Digit {
    let digit = remaining.into_iter().min_by_key(|&digit| key(digit)).expect("a digit remains");
    *remaining = remaining.without(digit);
    digit
}
