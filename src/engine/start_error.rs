//! Why a worker cannot be started.

use crate::goal::Goal;
use std::borrow::Cow;
use std::num::NonZeroU64;

/// Why a worker cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The engine cannot pursue the goal.
    #[error(transparent)]
    Goal(#[from] UnsupportedGoal),
    /// The solver cannot be started.
    #[error("{engine} cannot be started: {reason}")]
    Failed {
        /// The engine or config.
        engine: String,
        /// What was seen, and what would be accepted.
        reason: String,
    },
}

/// An engine cannot pursue a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{engine} cannot pursue the goal {goal}: it can {supported}")]
pub struct UnsupportedGoal {
    /// The engine or config.
    pub engine: String,
    /// The goal.
    pub goal: Goal,
    /// The goals it can pursue.
    pub supported: Cow<'static, str>,
}

impl UnsupportedGoal {
    /// The number of solutions at which an engine stops that can only count them.
    pub(crate) fn unless_counting(engine: &str, goal: Goal) -> Result<NonZeroU64, Self> {
        goal.stop_at().ok_or_else(|| Self {
            engine: engine.to_owned(),
            goal,
            supported: "pursue first, unique and count:K".into(),
        })
    }
}
