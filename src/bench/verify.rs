//! Verification: no answer is recorded that was not checked against rules and clues.

use super::record::Record;
use crate::engine::Outcome;
use crate::goal::{self, Goal, Status};
use crate::grid::Puzzle;

/// What an engine was asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub(super) goal: Goal,
    /// Whether the number of solutions is part of the answer.
    pub(super) counts_solutions: bool,
}

/// The record of an outcome, verified, and what is wrong with it, if anything is.
#[inline]
pub(super) fn verified(
    puzzle: &Puzzle,
    outcome: &Outcome,
    question: Question,
) -> (Record, Option<String>) {
    let (status, fault) = match fault(puzzle, outcome, question.goal) {
        None => (outcome.status(question.goal), None),
        fault => (Status::Wrong, fault),
    };
    (Record::new(outcome, status, question.counts_solutions), fault)
}

/// What is wrong with an answer, if anything is.
#[inline]
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
        Some(_) if goal == Goal::MaxScore && found.score.is_none() => {
            return Some("a solution without score".to_owned());
        }
        _ => {}
    }
    match goal.stop_at() {
        Some(k) if found.solutions > k.get() => Some(format!("more solutions than {k}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Ended;
    use crate::goal::Found;
    use crate::grid::{Digit, Solution};

    fn grid() -> Solution {
        Solution::from_digits(|cell| {
            let shift = 3 * (cell.row() % 3) + cell.row() / 3;
            Digit::from_index((cell.column() + shift) % 9)
        })
    }

    fn status(goal: Goal, found: Found) -> Status {
        let outcome = Outcome { ended: Ended::AtGoal, found, counts: Outcome::NONE.counts };
        verified(&Puzzle::EMPTY, &outcome, Question { goal, counts_solutions: true }).0.status
    }

    #[test]
    fn wrong_answers_are_told_from_right_ones() {
        let broken = Some(Solution::from_digits(|_| Digit::from_index(0)));
        let (right, score) = (Some(grid()), Some(goal::score(&grid())));
        let found = |solutions, solution, score| Found { solutions, solution, score };
        for (goal, found, expected) in [
            (Goal::First, found(1, right, None), Status::Found),
            (Goal::First, found(0, None, None), Status::Unsolvable),
            (Goal::First, found(1, broken, None), Status::Wrong),
            (Goal::First, found(1, None, None), Status::Wrong),
            (Goal::First, found(2, right, None), Status::Wrong),
            (Goal::Unique, found(0, right, None), Status::Wrong),
            (Goal::MaxScore, found(9, right, score), Status::Best),
            (Goal::MaxScore, found(9, right, Some(1)), Status::Wrong),
            (Goal::MaxScore, found(9, right, None), Status::Wrong),
        ] {
            assert_eq!(status(goal, found), expected, "{goal} {found:?}");
        }
    }
}
