//! A window: the puzzles read at a time, and the lines that were none.
//!
//! Columns rather than rows: a window that is read into again allocates nothing, and labels lie
//! in one buffer of bytes.

use crate::grid::{Puzzle, symbol_digit};
use std::fmt;
use std::ops::Range;

/// The most characters of a rejected line that are kept.
const KEPT_CHARACTERS: usize = 100;

/// Consecutive puzzles of a corpus with what stands beside them.
#[derive(Clone, Debug, Default)]
pub struct Window {
    puzzles: Vec<Puzzle>,
    indices: Vec<u64>,
    lines: Vec<u64>,
    labels: Vec<Range<usize>>,
    text: Vec<u8>,
    rejected: Vec<Rejected>,
    /// The index of the next puzzle.
    next: u64,
}

impl Window {
    /// An empty window.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the window, keeping its memory.
    pub fn clear(&mut self) {
        self.puzzles.clear();
        self.indices.clear();
        self.lines.clear();
        self.labels.clear();
        self.text.clear();
        self.rejected.clear();
    }

    /// The number of puzzles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is no puzzle (there may be rejected lines).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzles, in the order of the corpus.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Each puzzle's number in its corpus, from 0. Rejected lines have none.
    #[must_use]
    pub fn indices(&self) -> &[u64] {
        &self.indices
    }

    /// The line on which each puzzle begins, from 1.
    #[must_use]
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// What stood beside the puzzle at `position`; not always UTF-8.
    ///
    /// # Panics
    /// If there is no such puzzle.
    #[must_use]
    pub fn label(&self, position: usize) -> &[u8] {
        &self.text[self.labels[position].clone()]
    }

    /// The lines that hold no puzzle, ascending.
    #[must_use]
    pub fn rejected(&self) -> &[Rejected] {
        &self.rejected
    }

    /// Keeps the puzzles for which `keep` holds; it is given their positions.
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let mut kept = 0;
        for position in 0..self.len() {
            if keep(position) {
                self.puzzles[kept] = self.puzzles[position];
                self.indices[kept] = self.indices[position];
                self.lines[kept] = self.lines[position];
                self.labels[kept] = self.labels[position].clone();
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Keeps the first `count` puzzles.
    pub fn truncate(&mut self, count: usize) {
        self.puzzles.truncate(count);
        self.indices.truncate(count);
        self.lines.truncate(count);
        self.labels.truncate(count);
    }

    /// Takes the first `count` puzzles and all rejected lines into a window of their own.
    #[must_use]
    pub fn take_front(&mut self, count: usize) -> Self {
        let count = count.min(self.len());
        let mut front = Self::new();
        for position in 0..count {
            front.start_at(self.indices[position]);
            front.push(self.lines[position], &self.puzzles[position], self.label(position));
        }
        let _ = self.puzzles.drain(..count);
        let _ = self.indices.drain(..count);
        let _ = self.lines.drain(..count);
        let _ = self.labels.drain(..count);
        front.rejected = std::mem::take(&mut self.rejected);
        front
    }

    /// Makes these the rejected lines.
    pub fn set_rejected(&mut self, rejected: Vec<Rejected>) {
        self.rejected = rejected;
    }

    /// Forgets all but the last `count` rejected lines.
    pub fn keep_last_rejected(&mut self, count: usize) {
        let _ = self.rejected.drain(..self.rejected.len().saturating_sub(count));
    }

    /// Makes this the index of the next puzzle.
    pub(super) fn start_at(&mut self, index: u64) {
        self.next = index;
    }

    /// Adds the next puzzle of the corpus.
    #[inline]
    pub(super) fn push(&mut self, line: u64, puzzle: &Puzzle, label: &[u8]) {
        self.puzzles.push(*puzzle);
        self.indices.push(self.next);
        self.lines.push(line);
        let start = self.text.len();
        self.text.extend_from_slice(label);
        self.labels.push(start..self.text.len());
        self.next += 1;
    }

    /// Adds a line that holds no puzzle.
    pub(super) fn reject(&mut self, line: u64, cause: Cause, text: &[u8]) {
        self.rejected.push(Rejected { line, cause, text: cut(text).to_vec() });
    }
}

/// A line that holds no puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The line, from 1.
    pub line: u64,
    /// Why it holds none.
    pub cause: Cause,
    /// Its first 100 characters, as they stood there.
    pub text: Vec<u8>,
}

impl Rejected {
    /// The text with control characters escaped and bad UTF-8 replaced.
    #[must_use]
    pub fn printable(&self) -> String {
        printable(&self.text)
    }
}

/// The bytes as text: control characters escaped, bad UTF-8 replaced.
pub(super) fn printable(text: &[u8]) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in String::from_utf8_lossy(text).chars() {
        if character.is_control() {
            printable.extend(character.escape_default());
        } else {
            printable.push(character);
        }
    }
    printable
}

/// The first 100 characters; a byte that is not UTF-8 is a character.
fn cut(text: &[u8]) -> &[u8] {
    let text = &text[..text.len().min(4 * KEPT_CHARACTERS)];
    let (mut end, mut count) = (0, 0);
    for chunk in text.utf8_chunks() {
        for character in chunk.valid().chars() {
            if count == KEPT_CHARACTERS {
                return &text[..end];
            }
            end += character.len_utf8();
            count += 1;
        }
        for _ in chunk.invalid() {
            if count == KEPT_CHARACTERS {
                return &text[..end];
            }
            end += 1;
            count += 1;
        }
    }
    text
}

/// Why a line holds no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// There are not 81 symbols, but so many.
    Length(usize),
    /// The symbol at this position (from 1) is no clue and no blank.
    Symbol(usize, u8),
    /// The blanks are spaces.
    Spaces,
    /// The line is longer than any that can hold a puzzle.
    LongLine,
}

impl Cause {
    /// The cause without its particulars, to count by.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Length(_) => "not 81 symbols",
            Self::Symbol(..) => "unknown symbol",
            Self::Spaces => "spaces as blanks",
            Self::LongLine => "line too long",
        }
    }

    /// Why these symbols, the first token of a line, are no puzzle.
    pub(super) fn of(symbols: &[u8]) -> Self {
        let unknown = symbols.iter().position(|&symbol| symbol_digit(symbol).is_none());
        match (symbols.len(), unknown) {
            (81, Some(at)) => Self::Symbol(at + 1, symbols[at]),
            (length, _) => Self::Length(length),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length(length) => write!(f, "expected 81 symbols, found {length}"),
            Self::Symbol(position, symbol) => write!(
                f,
                "symbol {position} is '{}', expected 1-9 or a blank, one of . 0 * _ - x X",
                symbol.escape_ascii()
            ),
            Self::Spaces => {
                f.write_str("blanks are spaces, expected one of . 0 * _ - x X for a blank")
            }
            Self::LongLine => write!(f, "longer than {} bytes", super::line::MAX_LINE),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejected_text_is_cut_at_100_characters_not_bytes() {
        assert_eq!(cut(b"short"), b"short");
        assert_eq!(cut(&[b'.'; 150]).len(), 100);
        assert_eq!(cut("é".repeat(150).as_bytes()).len(), 200);
        assert_eq!(cut(&[0xff; 150]).len(), 100);
        assert_eq!(cut("\u{1F600}".repeat(150).as_bytes()).len(), 400);
    }

    #[test]
    fn printable_text_has_no_control_characters() {
        assert_eq!(printable(b"a\0b\x1b[1m\xff"), "a\\u{0}b\\u{1b}[1m\u{fffd}");
    }

    #[test]
    fn retaining_keeps_index_line_and_label_together() {
        let mut window = Window::new();
        for number in 0..5u64 {
            window.push(10 + number, &Puzzle::EMPTY, number.to_string().as_bytes());
        }
        window.retain(|position| position % 2 == 1);
        assert_eq!(window.indices(), [1, 3]);
        assert_eq!(window.lines(), [11, 13]);
        assert_eq!((window.label(0), window.label(1)), (&b"1"[..], &b"3"[..]));
    }
}
