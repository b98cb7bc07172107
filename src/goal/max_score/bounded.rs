//! `max_score` by branch and bound (Land & Doig, Econometrica 28(3), 1960, 497-520).
//!
//! A node is cut if an upper bound of the scores below it is no higher than the best score found
//! so far. Nothing better is below it, so the best score is that of the enumeration. Nor does the
//! solution change that comes with it, the first in search order of those that have the best
//! score: when the search comes to it, the best so far is lower still, and no node above it is
//! cut. (Orderings that learn from failures or draw random numbers see other nodes, so their
//! search order is another.)
//!
//! To the search the bound is one more constraint, to score more than the best so far: a node that
//! is cut has failed.

use super::relaxation::{POINT, Relaxation, share};
use super::score;
use crate::goal::{Found, Objective};
use crate::grid::{Cell, CellSet, Digit, Puzzle, Solution};
use crate::state::{Conflict, State};
use std::ops::ControlFlow;

/// The cells filled in a node of the path.
#[derive(Clone, Copy, Debug)]
struct Filled {
    blanks: CellSet,
    /// What is certain of the bound: the shares of the cells filled at the root, all prices, and
    /// the profits of the cells filled since.
    certain: i32,
}

/// Keeps the first solution that has the best score, and cuts what cannot be better.
#[derive(Clone, Debug)]
pub struct BoundedMaxScore {
    found: Found,
    /// A bound that is lower, in parts of a point, cannot beat the best score.
    to_beat: i32,
    clues: Puzzle,
    relaxation: Relaxation,
    /// By depth: the root, and a node for each of at most 81 placements.
    path: [Filled; Cell::COUNT + 1],
}

impl Default for BoundedMaxScore {
    fn default() -> Self {
        Self {
            found: Found::default(),
            to_beat: i32::MIN,
            clues: Puzzle::EMPTY,
            relaxation: Relaxation::FREE,
            path: [Filled { blanks: CellSet::EMPTY, certain: 0 }; Cell::COUNT + 1],
        }
    }
}

impl Objective for BoundedMaxScore {
    fn start(&mut self, puzzle: &Puzzle) {
        self.found = Found::default();
        self.to_beat = i32::MIN;
        self.clues = *puzzle;
    }

    #[inline(always)]
    fn admit<S: State>(
        &mut self,
        state: &S,
        depth: usize,
        placed: Option<(Cell, Digit)>,
    ) -> Result<(), Conflict> {
        let Some(placed) = placed else {
            self.path[depth] = self.root(state);
            return Ok(());
        };
        let parent = self.path[depth - 1];
        let blanks = state.blanks();
        let digit = |cell| digit_of(cell, (cell == placed.0).then_some(placed.1), state);
        let certain = (parent.blanks & !blanks)
            .into_iter()
            .fold(parent.certain, |sum, cell| sum + self.relaxation.profit(cell, digit(cell)));
        self.path[depth] = Filled { blanks, certain };
        if self.found.score.is_some()
            && certain + self.relaxation.largest_profits(state) < self.to_beat
        {
            return Err(Conflict);
        }
        Ok(())
    }

    #[inline(always)]
    fn solution(&mut self, grid: impl FnOnce() -> Solution) -> ControlFlow<()> {
        let grid = grid();
        let score = score(&grid);
        // Prices are whole parts of a point, so the bound of a full grid is its score: it is
        // better than the best so far, or it would have been cut.
        self.found =
            Found { solutions: self.found.solutions + 1, solution: Some(grid), score: Some(score) };
        self.to_beat = POINT * (score as i32 + 1);
        ControlFlow::Continue(())
    }

    /// What was found; the solutions are those that were better than all before.
    fn found(&self) -> Found {
        self.found
    }
}

impl BoundedMaxScore {
    /// What it adds to a config's formula.
    pub const FORMULA: &'static str = "; a node also fails if no score below it can beat the best \
                                       so far, by a Lagrangian bound";

    fn root<S: State>(&mut self, state: &S) -> Filled {
        let blanks = state.blanks();
        let shares: i32 = (!blanks)
            .into_iter()
            .map(|cell| share(cell, digit_of(cell, self.clues.clue(cell), state)))
            .sum();
        Filled { blanks, certain: shares + self.relaxation.tighten(state) }
    }
}

/// The digit of a filled cell: the known one or, where inference filled the cell, the candidate
/// that is left.
#[inline(always)]
fn digit_of<S: State>(cell: Cell, known: Option<Digit>, state: &S) -> Digit {
    known
        .or_else(|| state.domain(cell).lowest())
        .expect("a cell is filled by a clue, by the search, or by inference that keeps its digit")
}
