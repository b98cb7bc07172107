//! Stored answers, compared with the results of a search.

use super::batch::{Chunk, SolveError};
use super::solver::{Answer, Solver};
use crate::corpus::Stored;
use crate::engine::{Engine, Job, Limits};
use crate::goal::{Goal, Status};
use crate::grid::Puzzle;
use std::fmt;
use std::num::NonZeroU64;

/// A stored answer that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disagreement {
    line: u64,
    cause: Cause,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The wrong stored answers of a chunk. Where more than one solution is stored, `counter` counts
/// the solutions of the puzzle.
///
/// # Errors
/// [`SolveError`] if the counter cannot be started or gives a wrong answer.
pub fn disagreements(
    chunk: &Chunk<'_>,
    counter: &dyn Engine,
) -> Result<Vec<Disagreement>, SolveError> {
    let mut disagreements = Vec::new();
    for (position, puzzle, answer) in chunk.iter() {
        let Some(stored) = chunk.window.stored(position) else { continue };
        if let Some(cause) = disagreement(puzzle, answer, stored, counter)? {
            disagreements.push(Disagreement { line: chunk.window.lines()[position], cause });
        }
    }
    Ok(disagreements)
}

fn disagreement(
    puzzle: &Puzzle,
    answer: &Answer,
    stored: &Stored,
    counter: &dyn Engine,
) -> Result<Option<Cause>, SolveError> {
    if stored.solution.is_some_and(|solution| !solution.solves(puzzle)) {
        return Ok(Some(Cause::Solution));
    }
    let Some(count) = stored.solutions else { return Ok(None) };
    let (found, or_more) = match answer.status {
        Status::Multiple if count < 2 => (2, true),
        Status::Multiple => match counted(puzzle, count, counter)? {
            Some(counted) => counted,
            None => return Ok(None),
        },
        Status::Unique => (1, false),
        _ => (0, false),
    };
    Ok((found != count).then_some(Cause::Count { stored: count, found, or_more }))
}

/// The number of solutions, up to one more than is stored, and whether the count stopped there;
/// `None` if the count takes too long.
fn counted(
    puzzle: &Puzzle,
    stored: u64,
    counter: &dyn Engine,
) -> Result<Option<(u64, bool)>, SolveError> {
    let job = Job::new(Goal::Count(NonZeroU64::MIN.saturating_add(stored)));
    let limits = Limits { nodes: NonZeroU64::new(NODES), interrupt: None };
    let mut solver = Solver::start(counter, job)?;
    let outcome = solver.solve_one(puzzle, &limits)?;
    let found = outcome.found.solutions;
    Ok((!outcome.ended.is_censored()).then_some((found, found > stored)))
}

/// The node limit of a count: some seconds.
const NODES: u64 = 10_000_000;
