//! The verifier: every answer is checked against clues, rules and the goal before it is used.
//!
//! | checked | fault |
//! |---|---|
//! | the engine answered, and did not fail | [`Fault::NotRun`], [`Fault::Failed`] |
//! | the solution keeps rules and clues | [`Fault::Broken`] |
//! | there is a solution exactly where solutions are claimed | [`Fault::NoSolution`], [`Fault::NotCounted`] |
//! | the number of solutions is not above that at which the goal stops, and equals it if the search stopped at the goal | [`Fault::TooMany`], [`Fault::TooFew`] |
//! | under `max_score` the score is that of the solution | [`Fault::Score`], [`Fault::NoScore`] |
//!
//! With a bound the number of solutions only tells whether there is one; the checks are the same.
//! Whether a puzzle without solution has one, or a unique one has a second, needs another solver
//! (`bench` compares contestants).

use crate::engine::{Ended, Outcome};
use crate::goal::{Goal, Status, score};
use crate::grid::{Puzzle, Solution};

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The engine left the puzzle out.
    #[error("the engine gave no answer")]
    NotRun,
    /// The engine failed on the puzzle.
    #[error("the engine failed")]
    Failed,
    /// The solution breaks the rules or the clues.
    #[error("{0} breaks the rules or the clues")]
    Broken(Box<Solution>),
    /// Solutions are claimed, and none is given.
    #[error("no solution given")]
    NoSolution,
    /// A solution is given, and none is claimed.
    #[error("a solution, but none counted")]
    NotCounted,
    /// More solutions are claimed than the goal asks.
    #[error("more solutions than {0}")]
    TooMany(u64),
    /// The search claims to have reached the goal with fewer solutions than the goal asks.
    #[error("{found} of {goal} solutions, but the search stopped")]
    TooFew {
        /// The solutions claimed.
        found: u64,
        /// The number at which the goal stops.
        goal: u64,
    },
    /// The score is not that of the solution, which is given here.
    #[error("the score is {0}")]
    Score(u32),
    /// A solution without score under `max_score`.
    #[error("a solution without score")]
    NoScore,
}

impl Fault {
    /// The status of a puzzle with this fault: `error` if there is no answer, else `wrong`.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self {
            Self::NotRun | Self::Failed => Status::Error,
            _ => Status::Wrong,
        }
    }
}

/// The status of an outcome for a puzzle under a goal.
///
/// # Errors
/// [`Fault`] if the outcome is no answer or a wrong one.
#[inline]
pub fn verify(puzzle: &Puzzle, outcome: &Outcome, goal: Goal) -> Result<Status, Fault> {
    match outcome.ended {
        Ended::NotRun => return Err(Fault::NotRun),
        Ended::Failed => return Err(Fault::Failed),
        Ended::Exhausted | Ended::AtGoal | Ended::AtNodeLimit | Ended::AtTimeLimit => {}
    }
    let found = &outcome.found;
    match &found.solution {
        Some(solution) if !solution.solves(puzzle) => {
            return Err(Fault::Broken(Box::new(*solution)));
        }
        Some(_) if found.solutions == 0 => return Err(Fault::NotCounted),
        Some(solution) => match found.score {
            Some(claimed) if claimed != score(solution) => {
                return Err(Fault::Score(score(solution)));
            }
            None if matches!(goal, Goal::MaxScore) => return Err(Fault::NoScore),
            _ => {}
        },
        None if found.solutions > 0 => return Err(Fault::NoSolution),
        None if found.score.is_some() => return Err(Fault::NoSolution),
        None => {}
    }
    if let Some(stop_at) = goal.stop_at() {
        let (found, goal) = (found.solutions, stop_at.get());
        if found > goal {
            return Err(Fault::TooMany(goal));
        }
        if found < goal && matches!(outcome.ended, Ended::AtGoal) {
            return Err(Fault::TooFew { found, goal });
        }
    }
    Ok(outcome.status(goal))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Found;
    use crate::grid::Digit;

    fn grid() -> Solution {
        Solution::from_digits(|cell| {
            let shift = 3 * (cell.row() % 3) + cell.row() / 3;
            Digit::from_index((cell.column() + shift) % 9)
        })
    }

    fn result(goal: Goal, ended: Ended, found: Found) -> Result<Status, Fault> {
        verify(&Puzzle::EMPTY, &Outcome { ended, found, ..Outcome::NOT_RUN }, goal)
    }

    #[test]
    fn wrong_answers_are_told_from_right_ones() {
        use Ended::{AtGoal, AtNodeLimit, AtTimeLimit, Exhausted};
        let broken = Solution::from_digits(|_| Digit::from_index(0));
        let is_broken = Err(Fault::Broken(Box::new(broken)));
        let (broken, right, none) = (Some(broken), Some(grid()), None);
        let (best_score, score) = (score(&grid()), Some(score(&grid())));
        let too_few = |found, goal| Err(Fault::TooFew { found, goal });
        let count = Goal::Count(5.try_into().expect("not 0"));
        let (first, unique, best) = (Goal::First, Goal::Unique, Goal::MaxScore);
        for (goal, ended, solutions, solution, score, expected) in [
            (first, AtGoal, 1, right, None, Ok(Status::Found)),
            (first, Exhausted, 0, none, None, Ok(Status::Unsolvable)),
            (first, AtGoal, 0, none, None, too_few(0, 1)),
            (first, AtGoal, 1, broken, None, is_broken.clone()),
            (first, AtNodeLimit, 1, broken, None, is_broken),
            (first, AtGoal, 1, none, None, Err(Fault::NoSolution)),
            (first, AtGoal, 2, right, None, Err(Fault::TooMany(1))),
            (unique, Exhausted, 1, right, None, Ok(Status::Unique)),
            (unique, AtGoal, 2, right, None, Ok(Status::Multiple)),
            (unique, AtGoal, 1, right, None, too_few(1, 2)),
            (unique, AtGoal, 3, right, None, Err(Fault::TooMany(2))),
            (unique, Exhausted, 0, right, None, Err(Fault::NotCounted)),
            (unique, AtNodeLimit, 1, right, None, Ok(Status::NodeLimit)),
            (unique, AtTimeLimit, 0, none, None, Ok(Status::TimeLimit)),
            (unique, Ended::NotRun, 1, right, None, Err(Fault::NotRun)),
            (unique, Ended::Failed, 1, right, None, Err(Fault::Failed)),
            (count, Exhausted, 4, right, None, Ok(Status::Counted)),
            (count, AtGoal, 5, right, None, Ok(Status::Counted)),
            (count, AtGoal, 6, right, None, Err(Fault::TooMany(5))),
            (best, Exhausted, 9, right, score, Ok(Status::Best)),
            (best, Exhausted, 0, none, None, Ok(Status::Unsolvable)),
            (best, Exhausted, 9, right, Some(1), Err(Fault::Score(best_score))),
            (best, Exhausted, 9, right, None, Err(Fault::NoScore)),
            (best, Exhausted, 0, none, score, Err(Fault::NoSolution)),
        ] {
            let found = Found { solutions, solution, score };
            assert_eq!(result(goal, ended, found), expected, "{goal} {ended:?} {found:?}");
        }
    }

    #[test]
    fn only_missing_answers_are_errors() {
        assert_eq!(Fault::NotRun.status(), Status::Error);
        assert_eq!(Fault::Failed.status(), Status::Error);
        assert_eq!(Fault::NoScore.status(), Status::Wrong);
    }
}
