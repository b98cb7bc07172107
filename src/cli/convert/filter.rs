//! Which puzzles `convert` lets through.

use crate::corpus::{Fingerprint, Seen, Window};
use crate::engine::{Limits, Outcome, Worker};
use crate::goal::Goal;
use crate::grid::{Canonizer, Puzzle};
use crate::isa::Isa;
use crate::registry::{self, Settings};
use rayon::prelude::*;

/// What is asked of a puzzle.
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

/// What was let through before.
#[derive(Default)]
pub(super) struct State {
    puzzles: Seen,
    forms: Seen,
}

/// What a puzzle that passes by itself is known by.
type Known = Option<(Option<Fingerprint>, Option<Fingerprint>)>;

/// Puzzles that a thread takes at a time.
const CHUNK: usize = 256;

impl Filter {
    /// For each puzzle of the next window, whether it is let through.
    pub(super) fn kept(&self, window: &Window, state: &mut State) -> Vec<bool> {
        let known: Vec<Known> = window
            .puzzles()
            .par_chunks(CHUNK)
            .map_init(
                || Examiner::of(self),
                |examiner, puzzles| {
                    puzzles.iter().map(|puzzle| examiner.examine(self, puzzle)).collect::<Vec<_>>()
                },
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

/// What a thread needs to look at puzzles.
struct Examiner {
    solver: Option<Box<dyn Worker>>,
    canonizer: Canonizer,
}

impl Examiner {
    fn of(filter: &Filter) -> Self {
        let solver = filter.unique.then(|| {
            let config = crate::cli::solve::DEFAULT_CONFIG.parse().expect("a known config");
            let engine = registry::search(&config, &Settings::default());
            engine.worker(Goal::Unique, Isa::best()).expect("a search pursues any goal")
        });
        Self { solver, canonizer: Canonizer::new() }
    }

    fn examine(&mut self, filter: &Filter, puzzle: &Puzzle) -> Known {
        if let Some(ClueRange { least, most }) = filter.clues
            && !(least..=most).contains(&puzzle.clue_count())
        {
            return None;
        }
        if let Some(solver) = &mut self.solver {
            let mut outcomes = [Outcome::NONE];
            if puzzle.is_consistent() {
                solver.solve(&[*puzzle], &Limits::default(), &mut outcomes);
            }
            if outcomes[0].found.solutions != 1 {
                return None;
            }
        }
        let of_form = || Fingerprint::of(&self.canonizer.canonical(puzzle));
        let form = filter.dedup_isomorphs.then(of_form);
        Some((filter.dedup.then(|| Fingerprint::of(puzzle)), form))
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
