//! Verification: no answer is recorded that was not checked against rules and clues.

use super::record::Record;
use crate::engine::Outcome;
use crate::goal::{self, Goal, Status};
use crate::grid::Puzzle;

/// The record of an outcome, verified.
#[must_use]
pub fn outcome_record(
    puzzle: &Puzzle,
    outcome: &Outcome,
    goal: Goal,
    keeps_solution: bool,
) -> Record {
    let status = outcome.status(goal);
    let found = &outcome.found;
    if let Some(error) = fault(puzzle, outcome, goal) {
        return Record {
            counts: outcome.counts,
            ..Record::without_outcome(Status::Wrong, Some(&error))
        };
    }
    let is_known = !status.is_censored();
    Record {
        status,
        solutions: is_known.then_some(found.solutions),
        score: found.score.filter(|_| is_known),
        counts: outcome.counts,
        error: None,
        solution: found.solution.filter(|_| is_known && keeps_solution).map(Box::new),
    }
}

/// What is wrong with an answer, if anything is.
fn fault(puzzle: &Puzzle, outcome: &Outcome, goal: Goal) -> Option<String> {
    let found = &outcome.found;
    match &found.solution {
        Some(solution) if !solution.solves(puzzle) => {
            return Some(format!("{solution} breaks the rules or the clues"));
        }
        Some(solution) if found.score.is_some_and(|score| score != goal::score(solution)) => {
            return Some(format!("the score is {}", goal::score(solution)));
        }
        None if found.solutions > 0 => return Some("no solution given".to_owned()),
        Some(_) if found.solutions == 0 => return Some("a solution, but none counted".to_owned()),
        _ => {}
    }
    match goal.stop_at() {
        Some(k) if found.solutions > k.get() => Some(format!("more solutions than {k}")),
        _ => None,
    }
}
