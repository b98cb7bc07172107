//! Searches in turn: one step of each puzzle, round by round. A node depends on the previous node of its
//! puzzle; the core fills the waiting time with nodes of the other puzzles.

use crate::engine::Outcome;
use crate::grid::Puzzle;

/// A search of one puzzle after another, a step at a time.
pub(super) trait Lane {
    /// Starts a puzzle with consistent clues.
    fn begin(&mut self, puzzle: &Puzzle);

    /// Takes a step. Returns false without a step if a solution, a limit or the end must be handled.
    fn step(&mut self) -> bool;

    /// Handles a solution, a limit or the end of the tree. Returns the outcome if the search is over.
    fn attend(&mut self) -> Option<Outcome>;
}

/// Takes a step in each lane in turn; a lane whose puzzle is done starts the next puzzle.
#[inline(always)]
pub(super) fn solve_in_turn(lanes: &mut [impl Lane], puzzles: &[Puzzle], outcomes: &mut [Outcome]) {
    let mut fresh = puzzles.iter().zip(outcomes);
    let mut searched = Vec::with_capacity(lanes.len());
    for (lane, (puzzle, outcome)) in lanes.iter_mut().zip(&mut fresh) {
        lane.begin(puzzle);
        searched.push(outcome);
    }
    while !searched.is_empty() {
        // A round handles at most one lane; others return false again in the next round.
        let mut waiting = None;
        for (at, lane) in lanes[..searched.len()].iter_mut().enumerate() {
            if !lane.step() {
                waiting = Some(at);
            }
        }
        let Some(at) = waiting else { continue };
        let lane = &mut lanes[at];
        let Some(outcome) = lane.attend() else { continue };
        *searched[at] = outcome;
        if let Some((puzzle, outcome)) = fresh.next() {
            lane.begin(puzzle);
            searched[at] = outcome;
        } else {
            let _ = searched.swap_remove(at);
            lanes.swap(at, searched.len());
        }
    }
}
