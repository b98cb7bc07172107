//! Goals: the question that a search answers.
//!
//! [`Goal`] is the named goal of a run. Inside the search a goal is an [`Objective`]. The search
//! reports every solution to it, and it decides whether the search continues.

mod count;
mod max_score;

pub use count::CountTo;
pub use max_score::{BoundedMaxScore, MaxScore, WEIGHTS, score};

use crate::grid::{Cell, Digit, Puzzle, Solution};
use crate::named::UnknownName;
use crate::state::{Conflict, State};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU64;
use std::ops::ControlFlow;
use std::str::FromStr;

/// The question that a search answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Goal {
    /// The first solution.
    First,
    /// Whether there is exactly one solution: stops at the second.
    #[default]
    Unique,
    /// The number of solutions, up to K: stops at the K-th.
    Count(NonZeroU64),
    /// The highest weighted sum over all solutions (target sudoku).
    MaxScore,
}

impl Goal {
    /// The goals as `list` shows them: name and definition.
    pub const DEFINITIONS: [(&str, &str); 4] = [
        ("first", "stops at the first solution"),
        ("unique", "stops at the second solution"),
        ("count:K", "stops at the K-th solution"),
        (
            "max_score",
            "the highest weighted sum over all solutions; the weight of a cell is \
             10 - max(|r-5|, |c-5|), r and c from 1",
        ),
    ];

    /// The number of solutions at which a search for this goal stops; `None` for `max_score`.
    #[must_use]
    pub const fn stop_at(self) -> Option<NonZeroU64> {
        match self {
            Self::First => Some(NonZeroU64::MIN),
            Self::Unique => NonZeroU64::new(2),
            Self::Count(k) => Some(k),
            Self::MaxScore => None,
        }
    }

    /// The status of an uncensored run that found this number of solutions.
    #[must_use]
    pub const fn status(self, solutions: u64) -> Status {
        match (self, solutions) {
            (_, 0) => Status::Unsolvable,
            (Self::First, _) => Status::Found,
            (Self::Unique, 1) => Status::Unique,
            (Self::Unique, _) => Status::Multiple,
            (Self::Count(_), _) => Status::Counted,
            (Self::MaxScore, _) => Status::Best,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First => f.write_str("first"),
            Self::Unique => f.write_str("unique"),
            Self::Count(k) => write!(f, "count:{k}"),
            Self::MaxScore => f.write_str("max_score"),
        }
    }
}

/// The text is not the name of a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseGoalError {
    /// The name is unknown.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// K of `count:K` is not a number from 1 on.
    #[error(
        "{0:?} is not a goal: expected first, unique, count:K (K from 1 to {max}) or max_score",
        max = u64::MAX
    )]
    Count(String),
}

impl FromStr for Goal {
    type Err = ParseGoalError;

    fn from_str(text: &str) -> Result<Self, ParseGoalError> {
        match text {
            "first" => Ok(Self::First),
            "unique" => Ok(Self::Unique),
            "max_score" => Ok(Self::MaxScore),
            _ => {
                let k = text.strip_prefix("count:").ok_or_else(|| {
                    UnknownName::new("goal", text, Self::DEFINITIONS.map(|(name, _)| name))
                })?;
                let k = crate::number::parse(k).and_then(NonZeroU64::new);
                k.map(Self::Count).ok_or_else(|| ParseGoalError::Count(text.to_owned()))
            }
        }
    }
}

impl TryFrom<String> for Goal {
    type Error = ParseGoalError;

    fn try_from(text: String) -> Result<Self, ParseGoalError> {
        text.parse()
    }
}

impl From<Goal> for String {
    fn from(goal: Goal) -> Self {
        goal.to_string()
    }
}

/// The result of one puzzle under one config.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// A solution was found (goal `first`).
    Found,
    /// There is exactly one solution.
    Unique,
    /// There are two solutions or more.
    Multiple,
    /// Solutions were counted; a count of K means at least K.
    Counted,
    /// The best score was found.
    Best,
    /// There is no solution.
    Unsolvable,
    /// The node limit cut the run: neither solved nor unsolvable.
    NodeLimit,
    /// The time limit cut the run: neither solved nor unsolvable.
    TimeLimit,
    /// Two equal clues in a unit: not searched.
    Invalid,
    /// The answer failed verification.
    Wrong,
    /// The engine failed, or a later pass differed from the first.
    Error,
}

impl Status {
    /// All statuses, in the order of the columns of `summary.csv`.
    pub const ALL: [Self; 11] = [
        Self::Found,
        Self::Unique,
        Self::Multiple,
        Self::Counted,
        Self::Best,
        Self::Unsolvable,
        Self::NodeLimit,
        Self::TimeLimit,
        Self::Invalid,
        Self::Wrong,
        Self::Error,
    ];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::Counted => "counted",
            Self::Best => "best",
            Self::Unsolvable => "unsolvable",
            Self::NodeLimit => "node_limit",
            Self::TimeLimit => "time_limit",
            Self::Invalid => "invalid",
            Self::Wrong => "wrong",
            Self::Error => "error",
        }
    }

    /// Whether a limit cut the run.
    #[must_use]
    pub const fn is_censored(self) -> bool {
        matches!(self, Self::NodeLimit | Self::TimeLimit)
    }

    /// Whether the question was answered: searched, and neither censored nor failed.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(
            self,
            Self::NodeLimit | Self::TimeLimit | Self::Invalid | Self::Wrong | Self::Error
        )
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Status {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|status| status.name() == text).ok_or(())
    }
}

/// The findings of a search for its goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of solutions found, up to the goal's maximum.
    pub solutions: u64,
    /// The first solution found or, for `max_score`, the first with the best score.
    pub solution: Option<Solution>,
    /// The best score, for `max_score`.
    pub score: Option<u32>,
}

/// How the search made a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// It is the root.
    Root,
    /// A digit was placed in a cell of its parent, which has one placement less on its path.
    Placing {
        /// The number of placements on the path from the root to the node.
        depth: usize,
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
    },
    /// A candidate was excluded from its parent, which has as many placements on its path.
    Excluding {
        /// The number of placements on the path from the root to the node.
        depth: usize,
    },
}

/// A goal inside the search.
pub trait Objective {
    /// Starts a puzzle.
    fn start(&mut self, puzzle: &Puzzle);

    /// Records a solution; `grid` builds it. Breaks if the search is to stop.
    fn solution(&mut self, grid: impl FnOnce() -> Solution) -> ControlFlow<()>;

    /// A node that its level did not refute, and how the search made it.
    ///
    /// # Errors
    /// [`Conflict`] if no solution below the node can change the result.
    #[inline(always)]
    fn admit<S: State>(&mut self, _state: &S, _made: Made) -> Result<(), Conflict> {
        Ok(())
    }

    /// The findings since the start.
    fn found(&self) -> Found;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_as_they_are_printed() {
        for text in ["first", "unique", "count:1", "count:18446744073709551615", "max_score"] {
            assert_eq!(text.parse::<Goal>().map(|goal| goal.to_string()), Ok(text.to_owned()));
        }
        for text in [
            "",
            "First",
            "count",
            "count:",
            "count:0",
            "count:+1",
            "count:-1",
            "count:18446744073709551616",
        ] {
            assert!(text.parse::<Goal>().is_err(), "{text}");
        }
    }
}
