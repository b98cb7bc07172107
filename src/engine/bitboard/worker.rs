//! The loop: sweep a puzzle until nothing changes, branch, go on with the first child; come back to
//! the second when there is nothing left below the first.

use super::boxes::{Boxes, Grid};
use super::choice::Branch;
use super::grid::{grid_of, grid_of_places, solution_of};
use super::sweep::{Settled, settle};
use crate::engine::begun::{Begun, Finisher, Tally};
use crate::engine::{Ended, Limits, Outcome, Worker};
use crate::goal::{CountTo, Objective};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::search::Horizon;
use std::num::NonZeroU64;

/// After how many nodes, of a quarter of a microsecond each, the search looks whether its time is
/// up.
const NODES_PER_POLL: u64 = 64;

/// A worker whose vectors are B.
pub(super) struct BitboardWorker<B> {
    isa: Isa,
    objective: CountTo,
    /// The second children that were not tried yet, the deepest last.
    stack: Vec<Grid<B>>,
}

impl<B: Boxes> BitboardWorker<B> {
    pub(super) fn new(isa: Isa, stop_at: NonZeroU64) -> Self {
        Self { isa, objective: CountTo::new(stop_at), stack: Vec::with_capacity(64) }
    }
}

impl<B: Boxes> Worker for BitboardWorker<B> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        for (puzzle, outcome) in puzzles.iter().zip(&mut outcomes[..puzzles.len()]) {
            *outcome = self.search(&Start::Puzzle(puzzle), limits);
        }
    }
}

impl<B: Boxes> Finisher for BitboardWorker<B> {
    fn finish(&mut self, begun: &Begun, limits: &Limits<'_>) -> Outcome {
        self.search(&Start::Midway(begun), limits)
    }
}

/// Where a search begins.
enum Start<'a> {
    /// At the root of a puzzle whose clues do not contradict each other.
    Puzzle(&'a Puzzle),
    Midway(&'a Begun),
}

impl<B: Boxes> BitboardWorker<B> {
    /// One search; compiled once, wherever it begins.
    #[inline(never)]
    fn search(&mut self, start: &Start<'_>, limits: &Limits<'_>) -> Outcome {
        let Self { isa, objective, stack } = self;
        B::run(
            *isa,
            #[inline(always)]
            || {
                let (mut grid, mut tally) = begin(start, objective, stack);
                let ended = search(&mut grid, stack, &mut tally, objective, limits);
                Outcome { ended, found: objective.found(), counts: tally.counts(ended) }
            },
        )
    }
}

/// The node that a search begins with, and what was counted before; the others are on the stack.
#[inline(always)]
fn begin<B: Boxes>(
    start: &Start<'_>,
    objective: &mut CountTo,
    stack: &mut Vec<Grid<B>>,
) -> (Grid<B>, Tally) {
    stack.clear();
    match start {
        Start::Puzzle(puzzle) => {
            objective.start(puzzle);
            (grid_of::<B>(puzzle), Tally::default())
        }
        Start::Midway(begun) => {
            objective.go_on(begun.found);
            for places in &begun.nodes {
                stack.push(grid_of_places(places));
            }
            (stack.pop().expect("a search that has not ended has a node"), begun.tally)
        }
    }
}

/// Searches below a node and, after it, below those on the stack.
#[inline(always)]
fn search<B: Boxes>(
    grid: &mut Grid<B>,
    stack: &mut Vec<Grid<B>>,
    tally: &mut Tally,
    objective: &mut CountTo,
    limits: &Limits<'_>,
) -> Ended {
    let mut horizon = Horizon::new(limits, NODES_PER_POLL);
    let Tally { branches, mut guesses, mut fails } = *tally;
    // The root is a node, and so is every branch.
    let mut nodes = branches + 1;
    let ended = loop {
        let settled = settle(grid);
        match settled {
            Settled::Open(_) => {}
            Settled::Dead => fails += 1,
            Settled::Solved => {
                if objective
                    .solution(
                        #[inline(always)]
                        || solution_of(grid),
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
            let second = Branch::choose(&left).divide(grid);
            stack.push(second);
        } else if let Some(untried) = stack.pop() {
            *grid = untried;
        }
    };
    *tally = Tally { branches: nodes - 1, guesses, fails };
    ended
}
