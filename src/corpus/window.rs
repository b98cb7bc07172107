//! A window: the puzzles read at a time, and the lines that were none.
//!
//! Columns rather than rows: a window that is read into again allocates nothing, and labels lie
//! in one buffer of bytes.

use crate::grid::{Puzzle, Solution, symbol_digit};
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
    /// Stored answers with the positions of their puzzles, ascending.
    stored: Vec<(usize, Stored)>,
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
        self.stored.clear();
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

    /// What the file says of the answer of the puzzle at `position`, if it says anything.
    #[must_use]
    pub fn stored(&self, position: usize) -> Option<&Stored> {
        let at = self.stored.binary_search_by_key(&position, |stored| stored.0).ok()?;
        Some(&self.stored[at].1)
    }

    /// The lines that hold no puzzle, ascending, but for a count that is found wrong at the end.
    #[must_use]
    pub fn rejected(&self) -> &[Rejected] {
        &self.rejected
    }

    /// Keeps the puzzles for which `keep` holds; it is given their positions.
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let mut kept = 0;
        let mut stored = std::mem::take(&mut self.stored).into_iter().peekable();
        for position in 0..self.len() {
            let answer = stored.next_if(|stored| stored.0 == position);
            if keep(position) {
                self.stored.extend(answer.map(|(_, answer)| (kept, answer)));
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
        self.stored.retain(|stored| stored.0 < count);
    }

    /// Takes the first `count` puzzles and all rejected lines into a window of their own.
    #[must_use]
    pub fn take_front(&mut self, count: usize) -> Self {
        let count = count.min(self.len());
        let mut front = Self::new();
        for position in 0..count {
            front.start_at(self.indices[position]);
            front.push(self.lines[position], &self.puzzles[position], &[self.label(position)]);
        }
        let behind = self.stored.partition_point(|stored| stored.0 < count);
        front.stored.extend(self.stored.drain(..behind));
        self.stored.iter_mut().for_each(|stored| stored.0 -= count);
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

    /// Adds the next puzzle of the corpus, its label in parts.
    #[inline]
    pub(super) fn push(&mut self, line: u64, puzzle: &Puzzle, label: &[&[u8]]) {
        let start = self.begin_label();
        for part in label {
            self.add_to_label(start, b' ', part);
        }
        self.push_with_label(line, puzzle, start);
    }

    /// Begins the label of the next puzzle.
    pub(super) fn begin_label(&self) -> usize {
        self.text.len()
    }

    /// Adds a part to the label that was begun, after a separator if it is not the first.
    pub(super) fn add_to_label(&mut self, start: usize, separator: u8, part: &[u8]) {
        if !part.is_empty() {
            if self.text.len() > start {
                self.text.push(separator);
            }
            self.text.extend_from_slice(part);
        }
    }

    /// Forgets the label that was begun.
    pub(super) fn drop_label(&mut self, start: usize) {
        self.text.truncate(start);
    }

    /// Adds the next puzzle of the corpus, with the label that was begun.
    #[inline]
    pub(super) fn push_with_label(&mut self, line: u64, puzzle: &Puzzle, start: usize) {
        self.puzzles.push(*puzzle);
        self.indices.push(self.next);
        self.lines.push(line);
        self.labels.push(start..self.text.len());
        self.next += 1;
    }

    /// Adds what the file says of the answer of the last puzzle.
    pub(super) fn store(&mut self, stored: Stored) {
        self.stored.push((self.len() - 1, stored));
    }

    /// Adds a line that holds no puzzle.
    pub(super) fn reject(&mut self, line: u64, cause: Cause, text: &[u8]) {
        self.rejected.push(Rejected { line, cause, text: cut(text).to_vec() });
    }
}

/// What a file says of a puzzle's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The number of solutions.
    pub solutions: Option<u64>,
    /// A solution; not checked.
    pub solution: Option<Solution>,
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
    /// The fields of the format are not there.
    Fields,
    /// The number at this position (from 1) has several digits.
    Number(usize),
    /// There is no such column (from 1), only so many.
    Column(usize, usize),
    /// A quoted field that begins here does not end within so many lines.
    OpenQuote(u64),
    /// This row of a grid (from 1) has so many symbols.
    Row(usize, usize),
    /// This row of a grid (from 1) has something else in it than symbols.
    RowSymbol(usize),
    /// The grid has only so many rows.
    Rows(usize),
    /// The cells of the grid hold candidates.
    Candidates,
    /// The first line says that there are so many grids, and there are so many.
    Count(u64, u64),
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
            Self::Fields => "fields missing",
            Self::Number(_) => "number of several digits",
            Self::Column(..) => "column missing",
            Self::OpenQuote(_) => "open quote",
            Self::Row(..) | Self::RowSymbol(_) => "bad row",
            Self::Rows(_) => "rows missing",
            Self::Candidates => "candidates",
            Self::Count(..) => "wrong count",
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
            Self::Fields => f.write_str(
                "expected :technique:candidates:givens:deleted:eliminations:placements:",
            ),
            Self::Number(position) => {
                write!(f, "number {position} has several digits, expected 0 to 9")
            }
            Self::Column(column, found) => {
                write!(f, "expected a puzzle in column {column}, found {found} columns")
            }
            Self::OpenQuote(lines) => write!(
                f,
                "a quoted field begins here and does not end within {lines} lines, which are lost"
            ),
            Self::Row(row, length) => {
                write!(f, "row {row} of a grid has {length} symbols, expected 9")
            }
            Self::RowSymbol(row) => write!(
                f,
                "row {row} of a grid: expected nine of 1-9 or a blank, one of . 0 * _ - x X"
            ),
            Self::Rows(rows) => write!(f, "a grid of {rows} rows, expected 9"),
            Self::Candidates => f.write_str("a grid of candidates, expected one symbol a cell"),
            Self::Count(declared, found) => {
                write!(f, "the first line says {declared} grids, found {found}")
            }
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
            window.push(10 + number, &Puzzle::EMPTY, &[number.to_string().as_bytes()]);
        }
        window.retain(|position| position % 2 == 1);
        assert_eq!(window.indices(), [1, 3]);
        assert_eq!(window.lines(), [11, 13]);
        assert_eq!((window.label(0), window.label(1)), (&b"1"[..], &b"3"[..]));
    }
}
