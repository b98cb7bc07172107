//! Corpora made to order, from a seed.
//!
//! Puzzle number i of a seed has a stream of random numbers of its own, so that the same seed
//! gives the same puzzles in the same order whatever the number of threads, and a longer corpus
//! begins with the shorter one. The streams are xoshiro256++ (Blackman & Vigna 2018).
//!
//! # What bias remains
//! Nothing here draws uniformly, and no average over a generated corpus is an average over all
//! sudokus. A full grid is filled cell by cell, each digit drawn among those that can still be
//! completed: grids with few alternatives on the way come more often. Minimal puzzles are made by
//! removing clues in random order, top down, which favours few clues; the bias, and how a generator
//! could be made whose bias is known, is worked out in Berthier, "Unbiased statistics of a
//! constraint satisfaction problem: a controlled-bias generator", 2009.

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
pub use objective::{Aim, Metric, Objective, Score};
pub use pattern::{PATTERNS, Pattern};

use crate::grid::{Cell, Puzzle};
use crate::named::Named;
use oracle::Oracle;
use random::Random;
use rayon::prelude::*;
use std::io;
use std::ops::ControlFlow;

/// The kinds of puzzle that can be made.
pub static KINDS: &[Kind] = &[
    full::KIND,
    easy::KIND,
    minimal::KIND,
    several::KIND,
    unsolvable::KIND,
    unique::KIND,
    target::KIND,
];

/// What is asked of the puzzles besides their kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wish {
    /// The number of clues.
    pub clues: Option<usize>,
    /// The symmetry of their pattern.
    pub symmetry: Option<&'static Pattern>,
}

/// A kind of puzzle that can be made.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line.
    pub name: &'static str,
    /// What its puzzles are, in a line.
    pub about: &'static str,
    /// Whether the number of clues and the symmetry of their pattern can be asked for.
    pub takes_wish: bool,
    make: fn(&mut Oracle, &mut Random, &Wish) -> Puzzle,
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

/// What to make.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The kind.
    pub kind: &'static Kind,
    /// What else is asked; nothing where the kind does not take it.
    pub wish: Wish,
    /// How many.
    pub count: u64,
    /// The seed.
    pub seed: u64,
}

impl Order {
    /// The comment lines with which the corpus's file begins: how it was made.
    #[must_use]
    pub fn header(&self) -> String {
        let Self { kind, wish, count, seed } = self;
        let mut options = String::new();
        if let Some(clues) = wish.clues {
            options += &format!(" --clues {clues}");
        }
        if let Some(symmetry) = wish.symmetry {
            options += &format!(" --symmetry {}", symmetry.name);
        }
        let Kind { name, about, .. } = kind;
        format!(
            "# {count} puzzles, seed {seed}: {about}\n\
             # dokubench generate {name}{options} --count {count} --seed {seed}\n",
        )
    }

    /// Writes the corpus as a file: the header, then a puzzle a line. `on_puzzle` is told how many
    /// are written and may break off.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(
        &self,
        out: &mut dyn io::Write,
        mut on_puzzle: impl FnMut(u64) -> ControlFlow<()>,
    ) -> io::Result<()> {
        out.write_all(self.header().as_bytes())?;
        let mut result = Ok(());
        self.make(|index, puzzle| {
            let mut line = [b'\n'; Cell::COUNT + 1];
            line[..Cell::COUNT].copy_from_slice(&puzzle.to_line());
            result = out.write_all(&line);
            if result.is_err() { ControlFlow::Break(()) } else { on_puzzle(index + 1) }
        });
        result
    }

    /// Makes the puzzles on all threads of the current rayon pool and hands them out in order,
    /// each with its index, until all are made or `take` breaks off.
    pub fn make(&self, mut take: impl FnMut(u64, &Puzzle) -> ControlFlow<()>) {
        let batch = BATCH * rayon::current_num_threads() as u64;
        for start in (0..self.count).step_by(usize::try_from(batch).unwrap_or(usize::MAX)) {
            let puzzles: Vec<_> = (start..self.count.min(start + batch))
                .into_par_iter()
                .map_init(Oracle::new, |oracle, index| {
                    (self.kind.make)(oracle, &mut Random::of(self.seed, index), &self.wish)
                })
                .collect();
            for (index, puzzle) in (start..).zip(&puzzles) {
                if take(index, puzzle).is_break() {
                    return;
                }
            }
        }
    }
}

/// How many puzzles a thread makes between two hand-outs.
const BATCH: u64 = 32;
