//! `max_score` by branch and bound (Land & Doig, Econometrica 28(3), 1960, 497-520).
//!
//! A node is cut if an upper bound of the scores below it is not above the best score found
//! so far. No better solution is below a cut node, so the best score equals that of the enumeration.
//! The reported solution is also the same: the first in search order among those with the best
//! score. Before the search reaches it, the best score so far is lower, so no node above it is
//! cut. (Orderings that learn from failures or draw random numbers see other nodes, so their
//! search order differs.)
//!
//! For the search the bound is one more constraint: the score must exceed the best so far. A cut
//! node is a failed node.

use super::relaxation::{POINT, Relaxation, share};
use super::score;
use crate::goal::{Found, Made, Objective};
use crate::grid::{Cell, CellSet, Digit, Puzzle, Solution};
use crate::state::{Conflict, State};
use std::ops::ControlFlow;

/// The filled cells of a node of the path.
#[derive(Clone, Copy, Debug)]
struct Filled {
    blanks: CellSet,
    /// The fixed part of the bound: the shares of the cells filled at the root, all prices, and
    /// the profits of the cells filled later.
    certain: i32,
}

/// Keeps the first solution with the best score, and cuts nodes that cannot improve on it.
#[derive(Clone, Debug)]
pub struct BoundedMaxScore {
    found: Found,
    /// A bound below this value, in parts of a point, cannot beat the best score.
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
    fn admit<S: State>(&mut self, state: &S, made: Made) -> Result<(), Conflict> {
        let (depth, parent, placed) = match made {
            Made::Root => {
                self.path[0] = self.root(state);
                return Ok(());
            }
            Made::Placing { depth, cell, digit } => (depth, depth - 1, Some((cell, digit))),
            Made::Excluding { depth } => (depth, depth, None),
        };
        let parent = self.path[parent];
        let blanks = state.blanks();
        let known = |cell| placed.filter(|&(placed, _)| placed == cell).map(|(_, digit)| digit);
        let digit = |cell| digit_of(cell, known(cell), state);
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
        // Prices are whole parts of a point, so the bound of a full grid is its score. The score
        // is better than the best so far, otherwise the node would have been cut.
        self.found =
            Found { solutions: self.found.solutions + 1, solution: Some(grid), score: Some(score) };
        self.to_beat = POINT * (score as i32 + 1);
        ControlFlow::Continue(())
    }

    /// The findings. The solutions are those that were better than all earlier ones.
    fn found(&self) -> Found {
        self.found
    }
}

impl BoundedMaxScore {
    /// The addition to a config's formula.
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

/// The digit of a filled cell: the known digit or, where inference filled the cell, its only
/// candidate.
#[inline(always)]
fn digit_of<S: State>(cell: Cell, known: Option<Digit>, state: &S) -> Digit {
    known
        .or_else(|| state.domain(cell).lowest())
        .expect("a cell is filled by a clue, by the search, or by inference that keeps its digit")
}
