//! The loop: sweep a puzzle until nothing changes, branch, continue with the first child, and return to
//! the second child after the tree below the first is done.

use super::boxes::{Boxes, Grid};
use super::choice::Branch;
use super::grid::{grid_of, solution_of};
use super::sweep::{Settled, settle};
use crate::engine::binary_tally::BinaryTally;
use crate::engine::{Ended, Limits, Outcome, Worker};
use crate::goal::{CountTo, Objective};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::search::Horizon;
use std::num::NonZeroU64;

/// The number of nodes, of a quarter of a microsecond each, between two checks of the time limit.
const NODES_PER_POLL: u64 = 64;

/// A worker with vectors of type B.
pub(super) struct BitboardWorker<B> {
    isa: Isa,
    objective: CountTo,
    /// The untried second children, the deepest last.
    stack: Vec<Grid<B>>,
}

impl<B: Boxes> BitboardWorker<B> {
    pub(super) fn new(isa: Isa, stop_at: NonZeroU64) -> Self {
        Self { isa, objective: CountTo::new(stop_at), stack: Vec::with_capacity(64) }
    }
}

impl<B: Boxes> Worker for BitboardWorker<B> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let outcomes = &mut outcomes[..puzzles.len()];
        let Self { isa, objective, stack } = self;
        B::run(
            *isa,
            #[inline(always)]
            || {
                for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
                    objective.start(puzzle);
                    let (ended, tally) = search(puzzle, objective, stack, limits);
                    let counts = tally.counts(ended);
                    *outcome = Outcome { ended, found: objective.found(), counts };
                }
            },
        );
    }
}

/// Searches a puzzle whose clues do not contradict each other.
#[inline(always)]
fn search<B: Boxes>(
    puzzle: &Puzzle,
    objective: &mut CountTo,
    stack: &mut Vec<Grid<B>>,
    limits: &Limits<'_>,
) -> (Ended, BinaryTally) {
    stack.clear();
    let mut grid = grid_of::<B>(puzzle);
    let mut horizon = Horizon::new(limits, NODES_PER_POLL);
    let (mut guesses, mut fails, mut nodes) = (0, 0, 1);
    let ended = loop {
        let settled = settle(&mut grid);
        match settled {
            Settled::Open(_) => {}
            Settled::Dead => fails += 1,
            Settled::Solved => {
                if objective
                    .solution(
                        #[inline(always)]
                        || solution_of(&grid),
                    )
                    .is_break()
                {
                    break Ended::AtGoal;
                }
            }
        }
        let is_open = matches!(settled, Settled::Open(_));
        if !is_open && stack.is_empty() {
            break Ended::Exhausted;
        }
        if nodes >= horizon.nodes
            && let Some(ended) = horizon.reached(nodes)
        {
            break ended;
        }
        nodes += 1;
        if let Settled::Open(left) = settled {
            guesses += 1;
            let second = Branch::choose(&left).divide(&mut grid);
            stack.push(second);
        } else if let Some(untried) = stack.pop() {
            grid = untried;
        }
    };
    (ended, BinaryTally { branches: nodes - 1, guesses, fails })
}
