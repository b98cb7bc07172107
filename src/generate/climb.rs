//! Search for puzzles with a high score: a pool of the best puzzles so far, and rounds of changed copies.
//!
//! A copy loses one to three clues. While it has several solutions, the search finds two of them, and a
//! cell in which they differ takes the digit of one. The new clues thus restrict the solutions, and the
//! solution may differ from the parent's. Then the copy loses, in random order, every redundant clue. This
//! is the vicinity search with which the Enjoy Sudoku forum found the hardest known puzzles, with a
//! count in place of a rating (thread "The hardest sudokus (new thread)", 2011-).
//!
//! To separate two configs, the search also moves each copy among its isomorphs, by single
//! exchanges that do not lower its score. Orderings that choose among the same smallest domains differ only
//! in their ties. An isomorph has the same domains with the ties in another order. Scoring an isomorph takes
//! two searches; a new copy takes dozens.
//!
//! A round draws its parents from the pool of the previous round. Each copy has a separate stream of random
//! numbers, and copies enter the pool in order. The same seed therefore gives the same pool on any
//! number of threads, and a longer climb extends a shorter one. Isomorphs of pool members do not enter. No
//! ancestor may have more than a sixteenth of the pool as descendants, so that the pool keeps several families.

use super::objective::{Objective, Score, Scorer};
use super::{ClueOptions, Oracle, Random, minimal};
use crate::grid::{Canonizer, Cell, Digit, Puzzle, Symmetry};
use crate::solve::WrongAnswer;
use rayon::prelude::*;
use std::collections::HashMap;
use std::collections::HashSet;

/// A puzzle of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Climber {
    /// The puzzle: minimal, with one solution.
    pub puzzle: Puzzle,
    /// Its score.
    pub score: Score,
    form: Puzzle,
    /// The number of its first ancestor.
    family: u64,
}

/// A search for puzzles with a high score.
#[derive(Debug)]
pub struct Climb {
    objective: Objective,
    seed: u64,
    size: usize,
    pool: Vec<Climber>,
    rounds: u64,
}

/// The number of copies per round.
pub const ROUND: u64 = 256;

/// The minimum size of the pool. A smaller pool soon converges to one local maximum.
const SMALLEST: usize = 64;

/// The minimum number of families in a full pool.
const FAMILIES: usize = 16;

/// The number of exchanges tried for each copy when isomorphs are searched.
const EXCHANGES: usize = 64;

/// The first random stream of the rounds; the first pool uses the streams below it.
const STREAMS: u64 = 1 << 32;

/// The tools of a thread.
struct Tools {
    oracle: Oracle,
    scorer: Scorer,
    canonizer: Canonizer,
}

impl Climb {
    /// A climb for at least `count` puzzles, with random minimal puzzles in the first pool.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solver gives one.
    pub fn new(objective: Objective, count: usize, seed: u64) -> Result<Self, WrongAnswer> {
        let size = count.max(SMALLEST);
        let mut climb = Self { objective, seed, size, pool: Vec::new(), rounds: 0 };
        let first = climb.make(0..2 * size as u64, |index, tools, random| {
            Ok((minimal::make(&mut tools.oracle, random, &ClueOptions::default())?, index))
        })?;
        climb.enter(first);
        Ok(climb)
    }

    /// The pool, the best first.
    #[must_use]
    pub fn pool(&self) -> &[Climber] {
        &self.pool
    }

    /// The number of finished rounds.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Runs a round on all threads of the current rayon pool.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solver gives one; the pool stays as it was.
    pub fn round(&mut self) -> Result<(), WrongAnswer> {
        let start = STREAMS + self.rounds * ROUND;
        let copies = self.make(start..start + ROUND, |_, tools, random| {
            let parent = &self.pool[random.below(self.pool.len())];
            Ok((vary(&parent.puzzle, &mut tools.oracle, random)?, parent.family))
        })?;
        self.enter(copies);
        self.rounds += 1;
        Ok(())
    }

    /// Makes puzzles with their families, one for each stream, and scores them.
    fn make(
        &self,
        streams: std::ops::Range<u64>,
        make: impl Fn(u64, &mut Tools, &mut Random) -> Result<(Puzzle, u64), WrongAnswer> + Sync,
    ) -> Result<Vec<Climber>, WrongAnswer> {
        let tools = || Tools {
            oracle: Oracle::new(),
            scorer: Scorer::new(self.objective),
            canonizer: Canonizer::new(),
        };
        streams
            .into_par_iter()
            .map_init(tools, |tools, stream| {
                let mut random = Random::of(self.seed, stream);
                let (puzzle, family) = make(stream, tools, &mut random)?;
                let score = tools.scorer.score(&puzzle)?;
                let form = tools.canonizer.canonical(&puzzle);
                let mut climber = Climber { puzzle, score, form, family };
                if self.objective.searches_isomorphs() {
                    move_among_isomorphs(&mut climber, &mut tools.scorer, &mut random)?;
                }
                Ok(climber)
            })
            .collect()
    }

    /// Keeps the best of the pool and the newcomers.
    fn enter(&mut self, newcomers: Vec<Climber>) {
        self.pool.extend(newcomers);
        // A stable sort: of equal scores, the older puzzle stays.
        self.pool.sort_by_key(|climber| std::cmp::Reverse(climber.score.value));
        let most = self.size.div_ceil(FAMILIES);
        let (mut forms, mut families) = (HashSet::new(), HashMap::<u64, usize>::new());
        self.pool.retain(|climber| {
            let family = families.entry(climber.family).or_default();
            let stays = *family < most && forms.insert(climber.form);
            *family += usize::from(stays);
            stays
        });
        self.pool.truncate(self.size);
    }
}

/// Moves a puzzle among its isomorphs, by single exchanges that do not lower its score.
fn move_among_isomorphs(
    climber: &mut Climber,
    scorer: &mut Scorer,
    random: &mut Random,
) -> Result<(), WrongAnswer> {
    for _ in 0..EXCHANGES {
        let exchange = Symmetry::exchange(|count| random.below(count as usize) as u32);
        let puzzle = exchange.apply(&climber.puzzle);
        let score = scorer.score(&puzzle)?;
        if score.value >= climber.score.value {
            (climber.puzzle, climber.score) = (puzzle, score);
        }
    }
    Ok(())
}

/// A copy with some clues replaced by others: minimal, with one solution.
fn vary(puzzle: &Puzzle, oracle: &mut Oracle, random: &mut Random) -> Result<Puzzle, WrongAnswer> {
    let mut copy = *puzzle;
    let mut clues: Vec<Cell> = copy.clues().map(|(cell, _)| cell).collect();
    random.shuffle(&mut clues);
    for &cell in &clues[..1 + random.below(3)] {
        copy.set(cell, None);
    }
    while let Some((cell, digits)) = differing(&copy, oracle, random)? {
        copy.set(cell, Some(digits[random.below(2)]));
    }
    minimal::minimise(&mut copy, oracle, random)?;
    Ok(copy)
}

/// A random cell in which two solutions differ, with both digits; `None` if there is only one solution.
fn differing(
    puzzle: &Puzzle,
    oracle: &mut Oracle,
    random: &mut Random,
) -> Result<Option<(Cell, [Digit; 2])>, WrongAnswer> {
    let Some([one, other]) = oracle.extremes(puzzle)? else { return Ok(None) };
    let cells: Vec<Cell> =
        Cell::all().filter(|&cell| one.digit(cell) != other.digit(cell)).collect();
    if cells.is_empty() {
        return Ok(None);
    }
    let cell = cells[random.below(cells.len())];
    Ok(Some((cell, [one.digit(cell), other.digit(cell)])))
}
