//! What an engine answers for one puzzle.

use super::Ended;
use crate::counters::Counts;
use crate::goal::{Found, Goal, Status};

/// What an engine answers for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How the search ended.
    pub ended: Ended,
    /// What it found.
    pub found: Found,
    /// What it counted.
    pub counts: Counts,
}

impl Outcome {
    /// No answer yet.
    pub const NOT_RUN: Self = Self {
        ended: Ended::NotRun,
        found: Found { solutions: 0, solution: None, score: None },
        counts: Counts::UNKNOWN,
    };

    /// The worker failed on the puzzle.
    pub const FAILED: Self = Self { ended: Ended::Failed, ..Self::NOT_RUN };

    /// Takes every earlier answer away. The other fields keep their values, which no reader uses as
    /// long as the puzzle is [`Ended::NotRun`].
    pub fn reset_all(outcomes: &mut [Self]) {
        for outcome in outcomes {
            outcome.ended = Ended::NotRun;
        }
    }

    /// The status under the goal that was pursued, if the answer is right.
    #[must_use]
    pub const fn status(&self, goal: Goal) -> Status {
        match self.ended {
            Ended::AtNodeLimit => Status::NodeLimit,
            Ended::AtTimeLimit => Status::TimeLimit,
            Ended::Exhausted | Ended::AtGoal => goal.status(self.found.solutions),
            Ended::NotRun | Ended::Failed => Status::Error,
        }
    }
}
