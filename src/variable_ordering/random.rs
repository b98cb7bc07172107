//! `random`: a uniform choice among the blanks. A control.

use super::{NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, Puzzle};
use crate::random::{Choices, Chooser};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `random`.
#[derive(Debug)]
pub struct Random;

impl NamedOrdering for Random {
    const NAME: &'static str = "random";
    const FORMULA: &'static str = "uniform over the blanks (SplitMix64, --seed)";
    const SOURCE: &'static str = "control";
    const TAKES_TIE: bool = false;
    const HAS_MEMORY: bool = true;

    fn build<S: State, T: TieBreak<S>>(setup: &Setup, _: T) -> impl VariableOrdering<S> + 'static {
        RandomBlank { choices: Choices::new(setup.seed, Chooser::Variable) }
    }
}

struct RandomBlank {
    choices: Choices,
}

impl<S: State> VariableOrdering<S> for RandomBlank {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        self.choices.start(puzzle);
    }

    fn select(&mut self, state: &S, _: usize) -> Cell {
        let blanks = state.blanks();
        blanks.nth(self.choices.choose(blanks.len())).expect("a cell is blank")
    }
}
