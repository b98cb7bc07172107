//! The filters of `convert`.

use crate::catalogue;
use crate::corpus::{Fingerprint, Seen, Window};
use crate::engine::{Job, Limits, Outcome, Worker};
use crate::goal::Goal;
use crate::grid::{Canonizer, Puzzle};
use rayon::prelude::*;

/// The conditions on a puzzle.
pub(super) struct Filter {
    pub(super) clues: Option<ClueRange>,
    pub(super) unique: bool,
    pub(super) dedup: bool,
    pub(super) dedup_isomorphs: bool,
}

/// Numbers of clues, from the first to the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClueRange {
    least: usize,
    most: usize,
}

impl ClueRange {
    /// Reads `17..22`, `17..`, `..22` or `17`.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let bound = |text: &str, open: usize| match text {
            "" => Some(open),
            text => text.parse().ok().filter(|&number| number <= 81),
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
#[derive(Default)]
pub(super) struct State {
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
    pub(super) fn kept(&self, window: &Window, state: &mut State) -> Vec<bool> {
        let chunk = window.len().div_ceil(PARTS * rayon::current_num_threads()).max(1);
        let known: Vec<Known> = window
            .puzzles()
            .par_chunks(chunk)
            .map_init(
                || Examiner::of(self, chunk),
                |examiner, puzzles| examiner.examine(self, puzzles),
            )
            .flatten_iter()
            .collect();
        let mut is_new = |(puzzle, form): (Option<Fingerprint>, Option<Fingerprint>)| {
            puzzle.is_none_or(|puzzle| state.puzzles.add(puzzle))
                && form.is_none_or(|form| state.forms.add(form))
        };
        known.into_iter().map(|known| known.is_some_and(&mut is_new)).collect()
    }
}

/// The tools of a thread.
struct Examiner {
    solver: Option<Box<dyn Worker>>,
    canonizer: Canonizer,
}

impl Examiner {
    /// The tools for a filter and a number of puzzles at a time.
    fn of(filter: &Filter, puzzles: usize) -> Self {
        let solver = filter.unique.then(|| {
            let engine = catalogue::fastest(Goal::Unique, puzzles);
            engine.start(&Job::new(Goal::Unique)).expect("the engine is one for this goal")
        });
        Self { solver, canonizer: Canonizer::new() }
    }

    /// The fingerprint of each puzzle; `None` if it does not pass.
    fn examine(&mut self, filter: &Filter, puzzles: &[Puzzle]) -> Vec<Known> {
        let mut passes: Vec<bool> = puzzles.iter().map(|puzzle| filter.allows(puzzle)).collect();
        if let Some(solver) = &mut self.solver {
            keep_unique(&mut **solver, puzzles, &mut passes);
        }
        let known = |(puzzle, passes): (&Puzzle, bool)| {
            let of_form = || Fingerprint::of(&self.canonizer.canonical(puzzle));
            passes.then(|| {
                let form = filter.dedup_isomorphs.then(of_form);
                (filter.dedup.then(|| Fingerprint::of(puzzle)), form)
            })
        };
        puzzles.iter().zip(passes).map(known).collect()
    }
}

/// Rejects puzzles that do not have exactly one solution.
fn keep_unique(solver: &mut dyn Worker, puzzles: &[Puzzle], passes: &mut [bool]) {
    let asked = |&at: &usize| passes[at] && puzzles[at].is_consistent();
    let asked: Vec<usize> = (0..puzzles.len()).filter(asked).collect();
    let block: Vec<Puzzle> = asked.iter().map(|&at| puzzles[at]).collect();
    let mut outcomes = vec![Outcome::NOT_RUN; block.len()];
    solver.solve(&block, &Limits::default(), &mut outcomes);
    passes.fill(false);
    for (at, outcome) in asked.into_iter().zip(outcomes) {
        passes[at] = outcome.found.solutions == 1;
    }
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
