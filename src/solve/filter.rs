//! Filters puzzles by clues, uniqueness and earlier puzzles.

use super::batch::{Choice, SolveError};
use super::solver::{Solver, WrongAnswer};
use crate::corpus::{Fingerprint, Seen, Window};
use crate::engine::{Job, Limits, StartError};
use crate::goal::Goal;
use crate::grid::{Canonizer, Puzzle};
use crate::number;
use rayon::prelude::*;
use std::fmt;

/// The conditions on a puzzle.
pub struct Filter {
    /// The numbers of clues that pass; all if none are given.
    pub clues: Option<ClueRange>,
    /// Names the engine that finds the puzzles with exactly one solution; without it, all pass.
    pub unique: Option<Choice>,
    /// Whether puzzles that equal an earlier one are left out.
    pub dedup: bool,
    /// Whether puzzles that are isomorphic to an earlier one are left out.
    pub dedup_isomorphs: bool,
}

impl fmt::Debug for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter").field("clues", &self.clues).finish_non_exhaustive()
    }
}

/// Numbers of clues, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueRange {
    least: usize,
    most: usize,
}

impl ClueRange {
    /// Reads `17..22`, `17..`, `..22` or `17`.
    ///
    /// # Errors
    /// What is expected, if the text is no range.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let bound = |text: &str, open: usize| match text {
            "" => Some(open),
            text => number::parse(text)?.try_into().ok().filter(|&number: &usize| number <= 81),
        };
        match (bound(least, 0), bound(most, 81)) {
            (Some(least), Some(most)) if least <= most && !text.is_empty() => {
                Ok(Self { least, most })
            }
            _ => Err("expected a range of clues from 0 to 81, as 17..22 or 17".to_owned()),
        }
    }
}

/// The puzzles that passed before.
#[derive(Debug, Default)]
pub struct Passed {
    puzzles: Seen,
    forms: Seen,
}

/// The fingerprint of a puzzle that passes the conditions.
type Known = Option<(Option<Fingerprint>, Option<Fingerprint>)>;

/// The number of parts in which a thread takes its share of a window.
const PARTS: usize = 2;

impl Filter {
    /// Whether the number of clues passes.
    fn allows(&self, puzzle: &Puzzle) -> bool {
        self.clues
            .is_none_or(|ClueRange { least, most }| (least..=most).contains(&puzzle.clue_count()))
    }

    /// For each puzzle of the next window, whether it passes.
    ///
    /// # Errors
    /// [`SolveError`] if the solver cannot be started or gives a wrong answer.
    pub fn kept(&self, window: &Window, passed: &mut Passed) -> Result<Vec<bool>, SolveError> {
        let chunk = window.len().div_ceil(PARTS * rayon::current_num_threads()).max(1);
        let known: Vec<Vec<Known>> = window
            .puzzles()
            .par_chunks(chunk)
            .map_init(
                || Examiner::start(self, chunk),
                |examiner, puzzles| match examiner {
                    Ok(examiner) => Ok(examiner.examine(self, puzzles)?),
                    Err(error) => Err(SolveError::Start(error.clone())),
                },
            )
            .collect::<Result<_, SolveError>>()?;
        let mut is_new = |(puzzle, form): (Option<Fingerprint>, Option<Fingerprint>)| {
            puzzle.is_none_or(|puzzle| passed.puzzles.add(puzzle))
                && form.is_none_or(|form| passed.forms.add(form))
        };
        let known = known.into_iter().flatten();
        Ok(known.map(|known| known.is_some_and(&mut is_new)).collect())
    }
}

/// The tools of a thread.
struct Examiner {
    solver: Option<Solver>,
    canonizer: Canonizer,
}

impl Examiner {
    /// The tools for a filter and a number of puzzles at a time.
    fn start(filter: &Filter, puzzles: usize) -> Result<Self, StartError> {
        let start = |choice: &Choice| Solver::start(&*choice(puzzles), Job::new(Goal::Unique));
        let solver = filter.unique.as_ref().map(start).transpose()?;
        Ok(Self { solver, canonizer: Canonizer::new() })
    }

    /// The fingerprint of each puzzle; `None` if it does not pass.
    fn examine(&mut self, filter: &Filter, puzzles: &[Puzzle]) -> Result<Vec<Known>, WrongAnswer> {
        let mut passes: Vec<bool> = puzzles.iter().map(|puzzle| filter.allows(puzzle)).collect();
        if let Some(solver) = &mut self.solver {
            keep_unique(solver, puzzles, &mut passes)?;
        }
        let known = |(puzzle, passes): (&Puzzle, bool)| {
            let of_form = || Fingerprint::of(&self.canonizer.canonical(puzzle));
            passes.then(|| {
                let form = filter.dedup_isomorphs.then(of_form);
                (filter.dedup.then(|| Fingerprint::of(puzzle)), form)
            })
        };
        Ok(puzzles.iter().zip(passes).map(known).collect())
    }
}

/// Rejects puzzles that do not have exactly one solution.
fn keep_unique(
    solver: &mut Solver,
    puzzles: &[Puzzle],
    passes: &mut [bool],
) -> Result<(), WrongAnswer> {
    let asked = |&at: &usize| passes[at] && puzzles[at].is_consistent();
    let asked: Vec<usize> = (0..puzzles.len()).filter(asked).collect();
    let block: Vec<Puzzle> = asked.iter().map(|&at| puzzles[at]).collect();
    let outcomes = solver.solve_all(&block, &Limits::default())?;
    passes.fill(false);
    for (at, outcome) in asked.into_iter().zip(outcomes) {
        passes[at] = outcome.found.solutions == 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_clues() {
        let range = |least, most| Ok(ClueRange { least, most });
        for (text, expected) in [
            ("17..22", range(17, 22)),
            ("17", range(17, 17)),
            ("17..", range(17, 81)),
            ("..22", range(0, 22)),
        ] {
            assert_eq!(ClueRange::parse(text), expected);
        }
        for text in ["", "22..17", "a", "17-22", "82", "17..82", "-1", "17..22..30"] {
            assert!(ClueRange::parse(text).is_err(), "{text}");
        }
    }
}
