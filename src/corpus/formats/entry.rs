//! A puzzle with what is written beside it, and what the writers share.

use crate::corpus::window::{Stored, Window};
use crate::grid::Puzzle;

/// A puzzle with what is written beside it.
pub(super) struct Entry<'a> {
    /// Its number in the output, from 1.
    pub(super) number: u64,
    pub(super) puzzle: &'a Puzzle,
    pub(super) stored: Option<&'a Stored>,
    label: &'a [u8],
}

impl<'a> Entry<'a> {
    /// The puzzle at a position of a window.
    ///
    /// # Panics
    /// If there is no such puzzle.
    pub(super) fn of(number: u64, window: &'a Window, position: usize) -> Self {
        let (puzzle, label) = (&window.puzzles()[position], window.label(position));
        Self { number, puzzle, label, stored: window.stored(position) }
    }

    /// The label without the stored answer, where it begins with that.
    pub(super) fn label(&self) -> &'a [u8] {
        let Some(stored) = self.stored else { return self.label };
        let mut rest = self.label;
        if let Some(solutions) = stored.solutions {
            rest = rest.strip_prefix(solutions.to_string().as_bytes()).unwrap_or(rest);
            rest = rest.strip_prefix(b":").unwrap_or(rest);
        }
        if let Some(solution) = stored.solution {
            rest = rest.strip_prefix(&solution.to_line()).unwrap_or(rest);
        }
        rest
    }

    /// The label on one line: without control characters, without separators in front; empty if it
    /// holds what would be read as another puzzle.
    pub(super) fn label_on_one_line(&self) -> Vec<u8> {
        let mut label: Vec<_> =
            self.label().iter().map(|&byte| if byte < b' ' { b' ' } else { byte }).collect();
        let mut words = label.split(|byte| b" ,;:\"".contains(byte));
        if words.any(|word| Puzzle::try_from(word).is_ok()) {
            return Vec::new();
        }
        let start = label.iter().position(|byte| !b" ,;:".contains(byte)).unwrap_or(label.len());
        drop(label.drain(..start));
        label
    }
}
