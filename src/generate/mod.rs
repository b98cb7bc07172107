//! Generates corpora from a seed.
//!
//! Puzzle number i of a seed has a separate stream of random numbers. The same seed therefore
//! gives the same puzzles in the same order for any number of threads, and a longer corpus
//! begins with the shorter one. The streams are xoshiro256++ (Blackman & Vigna 2018).
//!
//! # Remaining bias
//! No generator draws uniformly, and an average over a generated corpus is not an average over all
//! sudokus. A full grid is filled cell by cell, with each digit drawn among those that can still be
//! completed. Grids with few alternatives along the way are therefore more frequent. Minimal puzzles are
//! made by removing clues in random order, top down, which favours few clues. Berthier, "Unbiased
//! statistics of a constraint satisfaction problem: a controlled-bias generator", 2009, derives this
//! bias and a generator with known bias.

mod climb;
mod easy;
mod full;
mod minimal;
mod objective;
mod oracle;
mod pattern;
mod random;
mod several;
mod target;
mod unique;
mod unsolvable;

pub use climb::{Climb, Climber, ROUND};
pub use objective::{Aim, Effort, Objective, Score};
pub use pattern::{PATTERNS, Pattern};

use crate::grid::{Cell, Puzzle};
use crate::named::Named;
use crate::solve::WrongAnswer;
use crate::text::noun_of;
use oracle::Oracle;
use random::Random;
use rayon::prelude::*;
use std::io;
use std::ops::ControlFlow;

/// The kinds of generated puzzles.
pub static KINDS: &[Kind] = &[
    full::KIND,
    easy::KIND,
    minimal::KIND,
    several::KIND,
    unsolvable::KIND,
    unique::KIND,
    target::KIND,
];

/// Requirements on the puzzles besides their kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClueOptions {
    /// The number of clues.
    pub clues: Option<usize>,
    /// The symmetry of their pattern.
    pub symmetry: Option<&'static Pattern>,
}

/// A kind of generated puzzle.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line.
    pub name: &'static str,
    /// The description, in one line.
    pub about: &'static str,
    /// Whether it takes a number of clues and a symmetry of their pattern.
    pub takes_clue_options: bool,
    make: fn(&mut Oracle, &mut Random, &ClueOptions) -> Result<Puzzle, WrongAnswer>,
}

impl Named for Kind {
    const KIND: &'static str = "kind of puzzle";

    fn name(&self) -> &'static str {
        self.name
    }

    fn all() -> &'static [Self] {
        KINDS
    }
}

/// Why a corpus was not written.
#[derive(Debug, thiserror::Error)]
pub enum GenerateError {
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] io::Error),
    /// A solver gave a wrong answer.
    #[error(transparent)]
    Wrong(#[from] WrongAnswer),
}

/// The specification of a generated corpus.
#[derive(Clone, Copy, Debug)]
pub struct CorpusSpec {
    /// The kind.
    pub kind: &'static Kind,
    /// Further requirements; empty if the kind takes none.
    pub clue_options: ClueOptions,
    /// The number of puzzles.
    pub count: u64,
    /// The seed.
    pub seed: u64,
}

impl CorpusSpec {
    /// The comment lines at the start of the corpus file: description and command.
    #[must_use]
    pub fn header(&self) -> String {
        let Self { kind, clue_options, count, seed } = self;
        let mut options = String::new();
        if let Some(clues) = clue_options.clues {
            options += &format!(" --clues {clues}");
        }
        if let Some(symmetry) = clue_options.symmetry {
            options += &format!(" --symmetry {}", symmetry.name);
        }
        let Kind { name, about, .. } = kind;
        format!(
            "# {count} {}, seed {seed}: {about}\n\
             # dokubench generate {name}{options} --count {count} --seed {seed}\n",
            noun_of(*count, "puzzle"),
        )
    }

    /// Writes the corpus as a file: the header, then one puzzle per line. `on_puzzle` gets the number
    /// of written puzzles and may stop the writing.
    ///
    /// # Errors
    /// [`GenerateError`] if writing fails, or a solver gives a wrong answer.
    pub fn write(
        &self,
        out: &mut dyn io::Write,
        mut on_puzzle: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<(), GenerateError> {
        out.write_all(self.header().as_bytes())?;
        let mut result = Ok(());
        self.make(|index, puzzle| {
            let mut line = [b'\n'; Cell::COUNT + 1];
            line[..Cell::COUNT].copy_from_slice(&puzzle.to_line());
            result = out.write_all(&line);
            if result.is_err() { ControlFlow::Break(()) } else { on_puzzle(index + 1) }
        })?;
        Ok(result?)
    }

    /// Makes the puzzles on all threads of the current rayon pool and passes them to `take` in order,
    /// each with its index, until all are made or `take` breaks.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solver gives one.
    pub fn make(
        &self,
        mut take: impl FnMut(u64, &Puzzle) -> ControlFlow<()>,
    ) -> Result<(), WrongAnswer> {
        let batch = BATCH * rayon::current_num_threads() as u64;
        for start in (0..self.count).step_by(usize::try_from(batch).unwrap_or(usize::MAX)) {
            let puzzles: Vec<Puzzle> = (start..self.count.min(start + batch))
                .into_par_iter()
                .map_init(Oracle::new, |oracle, index| {
                    (self.kind.make)(oracle, &mut Random::of(self.seed, index), &self.clue_options)
                })
                .collect::<Result<_, _>>()?;
            for (index, puzzle) in (start..).zip(&puzzles) {
                if take(index, puzzle).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// The number of puzzles per thread in a batch.
const BATCH: u64 = 32;
