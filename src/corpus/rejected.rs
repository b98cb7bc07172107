//! Rejected lines: their number, cause and beginning.

use super::concatenated::Trailing;
use crate::grid::symbol_digit;
use crate::text;
use std::fmt;

/// The maximum number of characters kept of a rejected line.
const KEPT_CHARACTERS: usize = 100;

/// A line without a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The line, from 1.
    pub line: u64,
    /// The cause.
    pub cause: Cause,
    /// Its first 100 characters, unchanged.
    pub text: Vec<u8>,
}

impl Rejected {
    pub(super) fn new(line: u64, cause: Cause, text: &[u8]) -> Self {
        Self { line, cause, text: cut(text).to_vec() }
    }

    /// The text with what is not printable escaped and bad UTF-8 replaced.
    #[must_use]
    pub fn printable(&self) -> String {
        printable(&self.text)
    }
}

/// The bytes as text that can be printed: bad UTF-8 is replaced.
pub(super) fn printable(text: &[u8]) -> String {
    text::printable(&String::from_utf8_lossy(text))
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

/// The cause of a rejected line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cause {
    /// The number of symbols, which is not 81.
    Length(usize),
    /// The symbol at this position (from 1) is neither a clue nor a blank.
    Symbol(usize, u8),
    /// The blanks are spaces.
    Spaces,
    /// A second puzzle follows the first, which is read.
    Second,
    /// The field in the column of solutions is not a solution; the puzzle is read.
    Answer,
    /// The line is longer than any that can hold a puzzle.
    LongLine,
    /// The fields of the format are missing.
    Fields,
    /// The number at this position (from 1) has several digits.
    Number(usize),
    /// The column of puzzles (from 1) is missing, and the number of columns.
    Column(usize, usize),
    /// A quoted field that begins on this line does not end. The lines below it are read anew.
    OpenQuote,
    /// The number of digits, below 81: a spreadsheet has dropped leading zeros.
    LeadingZeros(usize),
    /// A number in scientific notation: a spreadsheet has lost the digits.
    Scientific,
    /// The blanks are -1.
    MinusOne,
    /// The puzzle is part of a link.
    Link,
    /// Lines of cells that belong to no grid: the number of lines, and of symbols in the longest.
    Stray(u64, usize),
    /// A row of column numbers, above a grid that then has not nine rows.
    Labels,
    /// Other data follow the compressed data; all puzzles before them are read.
    Trailing(Trailing),
    /// A row of a grid (from 1) with a wrong number of symbols.
    Row(usize, usize),
    /// A row of a grid (from 1) with other characters than symbols.
    RowSymbol(usize),
    /// The number of rows of the grid, which is below 9.
    Rows(usize),
    /// A grid among rows without a gap, the number of which is no multiple of nine.
    Block,
    /// The cells of the grid contain candidates.
    Candidates,
    /// The number of grids in the first line, and the actual number of grids.
    Count(u64, u64),
}

impl Cause {
    /// The cause without details, used for counts.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Length(_) => "not 81 symbols",
            Self::Symbol(..) => "unknown symbol",
            Self::Spaces => "spaces as blanks",
            Self::Second => "second puzzle",
            Self::Answer => "bad stored solution",
            Self::LongLine => "line too long",
            Self::Fields => "fields missing",
            Self::Number(_) => "number of several digits",
            Self::Column(..) => "column missing",
            Self::OpenQuote => "open quote",
            Self::LeadingZeros(_) | Self::Scientific => "digits lost by a spreadsheet",
            Self::MinusOne => "-1 as blanks",
            Self::Link => "link",
            Self::Stray(..) => "cells outside a grid",
            Self::Labels => "column numbers",
            Self::Trailing(_) => "data behind the compressed data",
            Self::Row(..) | Self::RowSymbol(_) => "bad row",
            Self::Rows(_) => "rows missing",
            Self::Block => "rows out of step",
            Self::Candidates => "candidates",
            Self::Count(..) => "wrong count",
        }
    }

    /// The cause for which these symbols, the first token of a line, are not a puzzle.
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
            Self::Length(length) => {
                write!(f, "expected 81 symbols, found {length}{}", size(length))
            }
            Self::Symbol(position, symbol) => write!(
                f,
                "symbol {position} is '{}', expected 1-9 or a blank, one of . 0 * _ - x X",
                symbol.escape_ascii()
            ),
            Self::Spaces => {
                f.write_str("blanks are spaces, expected one of . 0 * _ - x X for a blank")
            }
            Self::Second => {
                f.write_str("a second puzzle on a line, expected one; the first is read")
            }
            Self::Answer => f.write_str("the stored solution is not 81 digits; the puzzle is read"),
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
            Self::OpenQuote => f.write_str(
                "a quoted field that begins here does not end; the lines below are read anew",
            ),
            Self::LeadingZeros(length) => write!(
                f,
                "expected 81 symbols, found {length} digits: a spreadsheet has dropped leading zeros"
            ),
            Self::Scientific => f.write_str(
                "a number in scientific notation: a spreadsheet has lost the digits; \
                 expected 81 symbols",
            ),
            Self::MinusOne => {
                f.write_str("blanks are -1, expected one of . 0 * _ - x X for a blank")
            }
            Self::Link => f.write_str("a link, expected only the 81 symbols in it"),
            Self::Stray(1, symbols) => {
                write!(f, "a line of {symbols} symbols outside a grid, expected nine rows of nine")
            }
            Self::Stray(lines, symbols) => write!(
                f,
                "{lines} lines of up to {symbols} symbols outside a grid, expected nine rows of nine"
            ),
            Self::Trailing(trailing) => trailing.fmt(f),
            Self::Labels => f.write_str(
                "a row of column numbers above a grid of eight rows, expected nine rows of nine",
            ),
            Self::Row(row, length) => {
                write!(f, "row {row} of a grid has {length} symbols, expected 9")
            }
            Self::RowSymbol(row) => write!(
                f,
                "row {row} of a grid: expected nine of 1-9 or a blank, one of . 0 * _ - x X"
            ),
            Self::Rows(rows) => write!(f, "a grid of {rows} rows, expected 9"),
            Self::Block => f.write_str(
                "grids without a gap, one of which has not nine rows: where this one begins is unknown; \
                 expected nine rows a grid, or an empty line between grids",
            ),
            Self::Candidates => f.write_str("a grid of candidates, expected one symbol a cell"),
            Self::Count(declared, found) => {
                write!(f, "the first line says {declared} grids, found {found}")
            }
        }
    }
}

/// The kind of puzzle that has this number of symbols, if it is known.
const fn size(symbols: usize) -> &'static str {
    match symbols {
        16 => ": a puzzle of 4x4? Only 9x9 is read",
        36 => ": a puzzle of 6x6? Only 9x9 is read",
        162 => ": a jigsaw puzzle with its regions, or two puzzles in one? Only one of 9x9 is read",
        256 => ": a puzzle of 16x16? Only 9x9 is read",
        625 => ": a puzzle of 25x25? Only 9x9 is read",
        729 => ": pencilmarks? Only clues are read",
        _ => "",
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
}
