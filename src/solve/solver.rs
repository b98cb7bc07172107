//! A worker whose every answer is verified.

use super::verify::{Fault, verify};
use crate::engine::{Engine, Job, Limits, Outcome, StartError, Worker};
use crate::goal::Status;
use crate::grid::Puzzle;
use std::fmt;

/// A worker whose every answer is verified.
pub struct Solver {
    engine: String,
    job: Job,
    worker: Box<dyn Worker>,
    outcomes: Vec<Outcome>,
}

/// A verified answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status: `wrong` if the answer is wrong, `error` if there is none.
    pub status: Status,
    /// What is wrong with the answer, if it is wrong or missing.
    pub fault: Option<String>,
    /// What the engine answered.
    pub outcome: Outcome,
}

/// An engine gave a wrong answer, or none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{engine} gave a wrong answer to {puzzle}: {reason}")]
pub struct WrongAnswer {
    /// The engine or config.
    pub engine: String,
    /// The puzzle.
    pub puzzle: Box<Puzzle>,
    /// What is wrong.
    pub reason: String,
}

impl Solver {
    /// Starts an engine on a job.
    ///
    /// # Errors
    /// [`StartError`] if the engine cannot be started or cannot pursue the goal.
    pub fn start(engine: &dyn Engine, job: Job) -> Result<Self, StartError> {
        let name = engine.identity().config.clone();
        Ok(Self { engine: name, job, worker: engine.start(&job)?, outcomes: Vec::new() })
    }

    /// Solves puzzles whose clues do not contradict each other. Returns their verified answers.
    pub fn solve<'a>(
        &'a mut self,
        puzzles: &'a [Puzzle],
        limits: &Limits<'_>,
    ) -> impl ExactSizeIterator<Item = Answer> + 'a {
        let Self { job, worker, outcomes, .. } = self;
        outcomes.resize(puzzles.len(), Outcome::NOT_RUN);
        Outcome::reset_all(outcomes);
        worker.solve(puzzles, limits, outcomes);
        let mut reasons = None;
        puzzles.iter().zip(&*outcomes).map(move |(puzzle, outcome)| {
            let (status, fault) = match verify(puzzle, outcome, job.goal) {
                Ok(status) => (status, None),
                Err(Fault::Failed) => {
                    let reasons = reasons.get_or_insert_with(|| worker.take_failures().into_iter());
                    let reason = reasons.next().unwrap_or_else(|| Fault::Failed.to_string());
                    (Status::Error, Some(reason))
                }
                Err(fault) => (fault.status(), Some(fault.to_string())),
            };
            Answer { status, fault, outcome: *outcome }
        })
    }

    /// Solves puzzles whose clues do not contradict each other.
    ///
    /// # Errors
    /// [`WrongAnswer`] if one of the answers is wrong or missing.
    pub fn solve_all(
        &mut self,
        puzzles: &[Puzzle],
        limits: &Limits<'_>,
    ) -> Result<&[Outcome], WrongAnswer> {
        let wrong = puzzles
            .iter()
            .zip(self.solve(puzzles, limits))
            .find_map(|(puzzle, answer)| Some((Box::new(*puzzle), answer.fault?)));
        match wrong {
            Some((puzzle, reason)) => {
                Err(WrongAnswer { engine: self.engine.clone(), puzzle, reason })
            }
            None => Ok(&self.outcomes),
        }
    }

    /// Solves a puzzle whose clues do not contradict each other.
    ///
    /// # Errors
    /// [`WrongAnswer`] if the answer is wrong or missing.
    pub fn solve_one(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits<'_>,
    ) -> Result<&Outcome, WrongAnswer> {
        Ok(&self.solve_all(std::slice::from_ref(puzzle), limits)?[0])
    }
}

impl Drop for Solver {
    /// Tells the worker that no further puzzle comes.
    fn drop(&mut self) {
        self.worker.stop();
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { engine, job, .. } = self;
        f.debug_struct("Solver").field("engine", engine).field("job", job).finish_non_exhaustive()
    }
}
