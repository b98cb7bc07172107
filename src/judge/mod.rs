//! The four problems that the project grew from, with an online judge's input and output
//! byte for byte, solved by the fastest engine.
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
use crate::engine::{Limits, Outcome, UnsupportedGoal, Worker};
use crate::goal::{Goal, score};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::named::Named;
use std::fmt;
use std::io::{self, Read, Write};

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
    /// An answer breaks rules or clues.
    #[error("{engine} gave a wrong answer to {grid}")]
    Wrong {
        /// The engine or config.
        engine: String,
        /// The grid.
        grid: Puzzle,
    },
    /// The engine for it cannot pursue the goal.
    #[error(transparent)]
    Goal(#[from] UnsupportedGoal),
}

/// How much is read at a time, at most: some ten thousand grids.
const PIECE: usize = 1 << 20;

/// Answers an input. What can be answered is written before more is read.
///
/// # Errors
/// [`JudgeError`]; the grids before a fault of the input are answered.
pub fn judge(
    problem: Problem,
    form: Form,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> Result<(), JudgeError> {
    let mut parser = Parser::new(problem);
    let mut solver = Solver::new(problem.goal());
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
        solver.solve(&grids, |grid, outcome| writer.write(grid, outcome, &mut text))?;
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

/// Solves grids with the fastest engine for their number. Answers do not depend on it, so not on how
/// the input is cut.
struct Solver {
    goal: Goal,
    /// By engine, as they were needed.
    workers: Vec<(String, Box<dyn Worker>)>,
}

impl Solver {
    const fn new(goal: Goal) -> Self {
        Self { goal, workers: Vec::new() }
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

    fn outcomes(&mut self, puzzles: &[Puzzle]) -> Result<Vec<Outcome>, JudgeError> {
        let engine = catalogue::fastest(self.goal, puzzles.len());
        let name = &engine.identity().config;
        let known = self.workers.iter().position(|(known, _)| known == name);
        let at = match known {
            Some(at) => at,
            None => {
                self.workers.push((name.clone(), engine.worker(self.goal, Isa::best())?));
                self.workers.len() - 1
            }
        };
        let mut outcomes = vec![Outcome::NONE; puzzles.len()];
        self.workers[at].1.solve(puzzles, &Limits::default(), &mut outcomes);
        match puzzles.iter().zip(&outcomes).find(|(puzzle, outcome)| !is_right(puzzle, outcome)) {
            Some((puzzle, _)) => Err(JudgeError::Wrong { engine: name.clone(), grid: *puzzle }),
            None => Ok(outcomes),
        }
    }
}

/// Whether an answer keeps rules and clues.
fn is_right(puzzle: &Puzzle, outcome: &Outcome) -> bool {
    let found = &outcome.found;
    match &found.solution {
        Some(solution) => {
            solution.solves(puzzle) && found.score.is_none_or(|found| found == score(solution))
        }
        None => found.solutions == 0 && !outcome.ended.is_censored(),
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
