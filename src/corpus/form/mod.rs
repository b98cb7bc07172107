//! Output forms of puzzles, one file each. The format of the same name reads the output back, with the
//! same puzzles and (except for grids) stored answers. A label keeps its words. A label that contains
//! another puzzle is left out if it would be read as a puzzle.

mod csv;
mod grids;
mod lines;

use super::window::{Stored, Window};
use crate::grid::Puzzle;
use crate::named::Named;
use std::io::{self, Write};

/// An output form of puzzles.
#[derive(Debug)]
pub struct Form {
    /// The name on the command line.
    pub name: &'static str,
    /// The header before the puzzles.
    header: &'static str,
    write: fn(&Entry<'_>, &mut dyn Write) -> io::Result<()>,
}

/// The forms.
pub static FORMS: &[Form] = &[lines::FORM, csv::FORM, grids::FORM];

/// A puzzle with its label and stored answer.
struct Entry<'a> {
    /// Its number in the output, from 1.
    number: u64,
    puzzle: &'a Puzzle,
    label: &'a [u8],
    stored: Option<&'a Stored>,
}

impl Named for Form {
    const KIND: &'static str = "form";

    fn name(&self) -> &'static str {
        self.name
    }

    fn all() -> &'static [Self] {
        FORMS
    }
}

impl Form {
    /// Writes the header.
    ///
    /// # Errors
    /// If writing fails.
    pub fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.header.as_bytes())
    }

    /// Writes the puzzle at a position of a window, with this number (from 1).
    ///
    /// # Errors
    /// If writing fails.
    ///
    /// # Panics
    /// If the position is not below the number of puzzles.
    pub fn write(
        &self,
        number: u64,
        window: &Window,
        position: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (puzzle, label) = (&window.puzzles()[position], window.label(position));
        (self.write)(&Entry { number, puzzle, label, stored: window.stored(position) }, out)
    }
}

/// A label on one line: without control characters and leading separators; empty if it contains
/// text that would be read as another puzzle.
fn one_line(label: &[u8]) -> Vec<u8> {
    let mut label: Vec<_> =
        label.iter().map(|&byte| if byte < b' ' { b' ' } else { byte }).collect();
    let mut words = label.split(|byte| b" ,;:\"".contains(byte));
    if words.any(|word| Puzzle::try_from(word).is_ok()) {
        return Vec::new();
    }
    let start = label.iter().position(|byte| !b" ,;:".contains(byte)).unwrap_or(label.len());
    drop(label.drain(..start));
    label
}

/// The label without the stored answer at its beginning, if any.
fn remark<'a>(label: &'a [u8], stored: Option<&Stored>) -> &'a [u8] {
    let Some(stored) = stored else { return label };
    let mut rest = label;
    if let Some(solutions) = stored.solutions {
        rest = rest.strip_prefix(solutions.to_string().as_bytes()).unwrap_or(rest);
        rest = rest.strip_prefix(b":").unwrap_or(rest);
    }
    if let Some(solution) = stored.solution {
        rest = rest.strip_prefix(&solution.to_line()).unwrap_or(rest);
    }
    rest
}
