//! Searches in turn: a step of one puzzle, then of the next, and so on round. A node waits for the
//! one before it in its puzzle; the core fills the time with nodes of the others.

use crate::engine::Outcome;
use crate::grid::Puzzle;

/// A search of one puzzle after another, a step at a time.
pub(super) trait Lane {
    /// Begins a puzzle, whose clues do not contradict each other.
    fn begin(&mut self, puzzle: &Puzzle);

    /// Takes a step, unless there is something to attend to: then it says false.
    fn step(&mut self) -> bool;

    /// Attends to a solution, a limit or the end of the tree; if the search is over, its outcome.
    fn attend(&mut self) -> Option<Outcome>;
}

/// Takes a step in each lane in turn; a lane whose puzzle is done begins the next.
#[inline(always)]
pub(super) fn solve_in_turn(lanes: &mut [impl Lane], puzzles: &[Puzzle], outcomes: &mut [Outcome]) {
    let mut fresh = puzzles.iter().zip(outcomes);
    let mut searched = Vec::with_capacity(lanes.len());
    for (lane, (puzzle, outcome)) in lanes.iter_mut().zip(&mut fresh) {
        lane.begin(puzzle);
        searched.push(outcome);
    }
    while !searched.is_empty() {
        // One at most is attended to in a round; others say so again in the next.
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
