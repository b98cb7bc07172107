//! Stored answers, compared with the results of a search.

use crate::catalogue;
use crate::corpus::Stored;
use crate::engine::{Job, Limits, Outcome};
use crate::goal::{Goal, Status};
use crate::grid::Puzzle;
use crate::solve::{Answer, Chunk};
use std::fmt;
use std::num::NonZeroU64;

/// A stored answer that is wrong.
pub(super) struct Disagreement {
    line: u64,
    cause: Cause,
}

enum Cause {
    /// The stored solution breaks rules or clues.
    Solution,
    /// The stored number of solutions, and the actual number or a lower bound of it.
    Count { stored: u64, found: u64, or_more: bool },
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match self.cause {
            Cause::Solution => f.write_str("the stored solution breaks the rules or the clues"),
            Cause::Count { stored, found, or_more } => {
                let or_more = if or_more { " or more" } else { "" };
                write!(f, "the stored number of solutions is {stored}, found {found}{or_more}")
            }
        }
    }
}

/// The wrong stored answers of a chunk.
pub(super) fn disagreements(chunk: &Chunk<'_>) -> Vec<Disagreement> {
    let disagreement = |(position, puzzle, answer): (usize, &Puzzle, &Answer)| {
        let stored = chunk.window.stored(position)?;
        let cause = disagreement(puzzle, answer, stored)?;
        Some(Disagreement { line: chunk.window.lines()[position], cause })
    };
    chunk.iter().filter_map(disagreement).collect()
}

fn disagreement(puzzle: &Puzzle, answer: &Answer, stored: &Stored) -> Option<Cause> {
    if stored.solution.is_some_and(|solution| !solution.solves(puzzle)) {
        return Some(Cause::Solution);
    }
    let count = stored.solutions?;
    let (found, or_more) = match answer.status {
        Status::Multiple if count < 2 => (2, true),
        Status::Multiple => counted(puzzle, count)?,
        Status::Unique => (1, false),
        _ => (0, false),
    };
    (found != count).then_some(Cause::Count { stored: count, found, or_more })
}

/// The number of solutions, up to one more than is stored, and whether the count stopped there;
/// `None` if the count takes too long.
fn counted(puzzle: &Puzzle, stored: u64) -> Option<(u64, bool)> {
    let goal = Goal::Count(NonZeroU64::MIN.saturating_add(stored));
    let mut worker = catalogue::fastest(goal, 1).start(&Job::new(goal)).ok()?;
    let mut outcomes = [Outcome::NOT_RUN];
    let limits = Limits { nodes: NonZeroU64::new(NODES), interrupt: None };
    worker.solve(&[*puzzle], &limits, &mut outcomes);
    let [outcome] = outcomes;
    let found = outcome.found.solutions;
    (!outcome.ended.is_censored()).then_some((found, found > stored))
}

/// The node limit of a count: some seconds.
const NODES: u64 = 10_000_000;
