//! `indomain_random`: digits drawn without replacement. The name is MiniZinc's.

use super::{ValueOrdering, Values};
use crate::grid::{Cell, Digit, DigitSet, Puzzle};
use crate::random::{Choices, Chooser};
use crate::state::State;

/// The value ordering `indomain_random`.
#[derive(Clone, Debug)]
pub struct IndomainRandom {
    choices: Choices,
}

impl Values for IndomainRandom {
    const NAME: &'static str = "indomain_random";
    const FORMULA: &'static str = "uniform without replacement (SplitMix64, --seed)";
    const SOURCE: &'static str = "MiniZinc indomain_random; control";
    const IS_RANDOM: bool = true;

    fn build<S: State>(seed: u64) -> impl ValueOrdering<S> {
        Self { choices: Choices::new(seed, Chooser::Value) }
    }
}

impl<S: State> ValueOrdering<S> for IndomainRandom {
    fn start(&mut self, puzzle: &Puzzle) {
        self.choices.start(puzzle);
    }

    fn take(&mut self, _: &S, _: Cell, remaining: &mut DigitSet) -> Digit {
        let digit = remaining.nth(self.choices.choose(remaining.len())).expect("a digit remains");
        *remaining = remaining.without(digit);
        digit
    }
}
