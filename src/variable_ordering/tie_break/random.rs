//! `random`: a uniform choice among the equal cells.

use super::{Tie, TieBreak};
use crate::grid::{Cell, CellSet, Puzzle};
use crate::random::{Choices, Chooser};
use crate::state::State;

/// The tie-break `random`.
#[derive(Clone, Debug)]
pub struct Random {
    choices: Choices,
}

impl Tie for Random {
    const NAME: &'static str = "random";
    const FORMULA: &'static str = "uniform over the equals (SplitMix64, --seed)";
    const SOURCE: &'static str = "control";
    const IS_RANDOM: bool = true;

    fn build<S: State>(seed: u64) -> impl TieBreak<S> {
        Self { choices: Choices::new(seed, Chooser::Tie) }
    }
}

impl<S: State> TieBreak<S> for Random {
    fn start(&mut self, puzzle: &Puzzle) {
        self.choices.start(puzzle);
    }

    fn pick(&mut self, _: &S, ties: CellSet) -> Cell {
        ties.nth(self.choices.choose(ties.len())).expect("there is a cell to pick")
    }
}
