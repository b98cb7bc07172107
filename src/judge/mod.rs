//! The four problems that the project grew from: reads an online judge's input and prints the
//! expected output, byte for byte, using the fastest engine.
//!
//! | problem | input | output for each grid | where there is no solution |
//! |---|---|---|---|
//! | AcWing 166 | lines of 81 symbols, up to a word that begins with `e` | 81 digits | the line as it came |
//! | POJ 3074 | 81 symbols at a time, white space ignored, up to an `e` | 81 digits | `>>>>>>>>>>>WA` |
//! | POJ 2676 | the number of grids, then 81 symbols at a time, white space ignored | nine rows | the rows as they came |
//! | Luogu P1074 | 81 symbols, white space ignored | the best score | `-1` |
//!
//! A symbol is a digit, `0` or `.` for a blank. Contradictory clues have no solution.
//! A missing `end` is not an error. Text after `end` or after the last announced grid is ignored. An
//! input that ends within a grid or too early, or has other symbols, is answered up to the fault.

mod parser;

pub use parser::{Cause, Grid, Malformed, Parser};

use crate::catalogue;
use crate::engine::{Engine, Job, Limits, Outcome, StartError};
use crate::goal::Goal;
use crate::grid::Puzzle;
use crate::named::Named;
use crate::solve::{Solver, WrongAnswer};
use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// A problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// AcWing 166.
    Acwing166,
    /// POJ 3074.
    Poj3074,
    /// POJ 2676.
    Poj2676,
    /// Luogu P1074 (NOIP 2009, problem 4): target sudoku.
    P1074,
}

impl Problem {
    /// All problems.
    pub const ALL: [Self; 4] = [Self::Acwing166, Self::Poj3074, Self::Poj2676, Self::P1074];

    /// The name on the command line: that of the preset.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Acwing166 => "acwing166",
            Self::Poj3074 => "poj3074",
            Self::Poj2676 => "poj2676",
            Self::P1074 => "p1074",
        }
    }

    /// What is asked of each grid.
    #[must_use]
    pub const fn goal(self) -> Goal {
        match self {
            Self::P1074 => Goal::MaxScore,
            _ => Goal::First,
        }
    }

    /// Whether a word ends the input.
    const fn has_end(self) -> bool {
        matches!(self, Self::Acwing166 | Self::Poj3074)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Named for Problem {
    const KIND: &'static str = "problem";

    fn name(&self) -> &'static str {
        (*self).name()
    }

    fn all() -> &'static [Self] {
        &Self::ALL
    }
}

/// Why an input was not answered to its end.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The input cannot be read.
    #[error("{0}")]
    Read(io::Error),
    /// The output cannot be written.
    #[error("{0}")]
    Write(io::Error),
    /// The input is no input of the problem.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// An answer is wrong.
    #[error(transparent)]
    Wrong(#[from] WrongAnswer),
    /// The engine cannot be started, or cannot pursue the goal.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// How much is read at a time, at most: some ten thousand grids.
const PIECE: usize = 1 << 20;

/// Answers an input with the fastest engine. What can be answered is written before more is read.
///
/// # Errors
/// [`JudgeError`]; the grids before a fault of the input are answered.
pub fn judge(
    problem: Problem,
    form: Form,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> Result<(), JudgeError> {
    judge_with(&catalogue::fastest, problem, form, input, output)
}

/// Answers an input with the engine that `choice` names for a goal and a number of grids.
///
/// # Errors
/// [`JudgeError`]; the grids before a fault of the input are answered.
pub fn judge_with(
    choice: &dyn Fn(Goal, usize) -> Arc<dyn Engine>,
    problem: Problem,
    form: Form,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> Result<(), JudgeError> {
    let mut parser = Parser::new(problem);
    let mut solvers = Solvers::new(choice, problem.goal());
    let mut writer = Writer { problem, form, is_first: true };
    let mut piece = vec![0; PIECE];
    let (mut grids, mut text) = (Vec::new(), Vec::new());
    loop {
        let read = match input.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read.map_err(JudgeError::Read)?,
        };
        let is_last = read == 0;
        let parsed = if is_last {
            parser.finish(&mut grids)
        } else {
            parser.feed(&piece[..read], &mut grids)
        };
        solvers.solve(&grids, |grid, outcome| writer.write(grid, outcome, &mut text))?;
        if !text.is_empty() {
            output.write_all(&text).and_then(|()| output.flush()).map_err(JudgeError::Write)?;
        }
        parsed?;
        if is_last || parser.is_done() {
            return Ok(());
        }
        grids.clear();
        text.clear();
    }
}

/// What a problem leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Whether an empty line separates the grids of POJ 2676.
    pub blank_line: bool,
}

/// Solves grids with the engine chosen for their number. Answers do not depend on it, so not on
/// how the input is cut into pieces.
struct Solvers<'a> {
    choice: &'a dyn Fn(Goal, usize) -> Arc<dyn Engine>,
    job: Job,
    /// By name of the engine, started when first needed.
    started: Vec<(String, Solver)>,
}

impl<'a> Solvers<'a> {
    fn new(choice: &'a dyn Fn(Goal, usize) -> Arc<dyn Engine>, goal: Goal) -> Self {
        let job = Job { bound: goal == Goal::MaxScore, ..Job::new(goal) };
        Self { choice, job, started: Vec::new() }
    }

    /// Hands each grid, in order, to `take` with its outcome; none if its clues contradict each
    /// other.
    fn solve(
        &mut self,
        grids: &[Grid],
        mut take: impl FnMut(&Grid, Option<&Outcome>),
    ) -> Result<(), JudgeError> {
        let puzzles: Vec<_> = grids.iter().map(Grid::puzzle).collect();
        let is_consistent: Vec<_> = puzzles.iter().map(Puzzle::is_consistent).collect();
        let asked = puzzles.iter().zip(&is_consistent);
        let asked: Vec<_> = asked.filter(|(_, is)| **is).map(|(puzzle, _)| *puzzle).collect();
        let outcomes = self.outcomes(&asked)?;
        let mut outcomes = outcomes.iter();
        for (grid, is_consistent) in grids.iter().zip(is_consistent) {
            take(grid, if is_consistent { outcomes.next() } else { None });
        }
        Ok(())
    }

    fn outcomes(&mut self, puzzles: &[Puzzle]) -> Result<&[Outcome], JudgeError> {
        let engine = (self.choice)(self.job.goal, puzzles.len());
        let name = &engine.identity().config;
        let known = self.started.iter().position(|(known, _)| known == name);
        let at = match known {
            Some(at) => at,
            None => {
                self.started.push((name.clone(), Solver::start(&*engine, self.job)?));
                self.started.len() - 1
            }
        };
        Ok(self.started[at].1.solve_all(puzzles, &Limits::default())?)
    }
}

/// Writes answers as the problem asks for them.
struct Writer {
    problem: Problem,
    form: Form,
    is_first: bool,
}

impl Writer {
    fn write(&mut self, grid: &Grid, outcome: Option<&Outcome>, text: &mut Vec<u8>) {
        let found = outcome.map(|outcome| &outcome.found);
        let solution = found.and_then(|found| found.solution).map(|solution| solution.to_line());
        match self.problem {
            Problem::Acwing166 => text.extend_from_slice(&solution.unwrap_or(grid.0)),
            Problem::Poj3074 => match &solution {
                Some(solution) => text.extend_from_slice(solution),
                None => text.extend_from_slice(b">>>>>>>>>>>WA"),
            },
            Problem::Poj2676 => {
                if self.form.blank_line && !self.is_first {
                    text.push(b'\n');
                }
                let rows = solution.unwrap_or(grid.0);
                text.extend_from_slice(rows.as_chunks::<9>().0.join(&b'\n').as_slice());
            }
            Problem::P1074 => match found.and_then(|found| found.score) {
                Some(score) => text.extend_from_slice(score.to_string().as_bytes()),
                None => text.extend_from_slice(b"-1"),
            },
        }
        text.push(b'\n');
        self.is_first = false;
    }
}
