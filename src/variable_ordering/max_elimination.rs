//! `max_elimination`: the smallest domain; among these, the cell whose candidates would strike the most
//! candidates from its blank peers. In the spirit of Cox, Lucci & Pay ("Effects of dynamic variable - value
//! ordering heuristics on the search space of Sudoku modeled as a constraint satisfaction
//! problem", Inteligencia Artificial 22(63), 2019, 1-15).

use super::{NamedOrdering, Setup, VariableOrdering};
use crate::grid::{Cell, CellSet, Digit, PEERS, Puzzle};
use crate::state::State;
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `max_elimination`.
#[derive(Debug)]
pub struct MaxElimination;

impl NamedOrdering for MaxElimination {
    const NAME: &'static str = "max_elimination";
    const FORMULA: &'static str = "min D, then the largest sum, over the digits of the domain, of \
                                   the blank peers (each of the 20 once) that hold the digit";
    const SOURCE: &'static str = "in the spirit of Cox, Lucci & Pay 2019";
    const TAKES_TIE: bool = true;

    fn build<S: State, T: TieBreak<S>>(_: &Setup, tie: T) -> impl VariableOrdering<S> + 'static {
        LargestStrike { tie }
    }
}

struct LargestStrike<T> {
    tie: T,
}

impl<S: State, T: TieBreak<S>> VariableOrdering<S> for LargestStrike<T> {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        self.tie.start(puzzle);
    }

    fn select(&mut self, state: &S, _: usize) -> Cell {
        let holders: [CellSet; Digit::COUNT] =
            std::array::from_fn(|d| state.holders(Digit::from_index(d)));
        let strikes = |cell: Cell| -> u32 {
            let digits = state.domain(cell).into_iter();
            digits.map(|digit| (holders[digit.index()] & PEERS[cell]).len()).sum()
        };
        let (mut most, mut ties) = (0, CellSet::EMPTY);
        for cell in state.smallest_domains() {
            let strikes = strikes(cell);
            if ties.is_empty() || strikes > most {
                (most, ties) = (strikes, CellSet::of(cell));
            } else if strikes == most {
                ties = ties.with(cell);
            }
        }
        self.tie.pick(state, ties)
    }
}
