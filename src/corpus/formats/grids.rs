//! `grids`: a puzzle is nine rows of nine symbols, in many drawn forms.
//!
//! ```text
//!   Grid 01                  *-----------*        +-------+-------+
//!   003020600                |.9.|.7.|5.1|        | . 9 . | . 7 . |
//!   900305001                |---+---+---|        +-------+-------+
//! ```
//!
//! In a row, `|`, `!`, box-drawing characters, commas and blanks are ignored. Rulers are skipped.
//! Nine `-` are a row of blanks if `-` is the grid's blank, and a ruler if another symbol
//! is. An empty line ends a grid. The ninth row also ends it, so grids may follow each other without
//! a gap. If the file has an empty line between the bands of a grid, two empty lines end a grid.
//! A line of 81 symbols is a puzzle as in `lines`. Lines of numbers before the first grid are counts
//! (`2`, or `8960 9`). If the first count is the number of grids, it is checked. Any
//! other line between grids is a caption, the label of the grid below it. The section `[State]` of `.sdk`
//! files, a half-solved grid, is not read.
//!
//! A row with a wrong number of symbols or an unknown symbol makes one rejected grid, not nine rejected
//! lines. Its remaining rows are skipped, so that the next grid is read correctly.

use super::entry::Entry;
use super::head::Head;
use super::lines;
use super::token::{is_comment, number, trim, words};
use super::{Format, Parser, Writer};
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;
use crate::grid::{Puzzle, symbol_digit};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "grids",
    about: "nine rows of nine symbols, with or without boxes drawn",
    detect: has_rows,
    parser: |head| Box::new(GridsParser { is_banded: is_banded(head), ..GridsParser::default() }),
    writer: Some(Writer { name: "grids", header: "", write }),
};

/// Writes nine rows below a caption with the puzzle's number and its label; a stored answer is left
/// out.
fn write(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let separator = if entry.number > 1 { "\n" } else { "" };
    // The word has more letters than a line that could be taken for a row.
    write!(out, "{separator}Puzzle {}", entry.number)?;
    let label = entry.label_on_one_line();
    if !label.is_empty() {
        out.write_all(b": ")?;
        out.write_all(&label)?;
    }
    out.write_all(b"\n")?;
    for row in entry.puzzle.to_line().as_chunks::<9>().0 {
        out.write_all(row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Whether rows prevail in the beginning of a file.
fn has_rows(head: &Head<'_>) -> bool {
    let is_row = |line: &&&[u8]| matches!(Shape::of(line), Shape::Row(_) | Shape::Candidates);
    let rows = head.lines.iter().filter(is_row).count();
    rows >= 3 && rows > head.puzzles
}

/// Whether bands are separated by empty lines: most groups between empty lines have three rows.
fn is_banded(head: &Head<'_>) -> bool {
    let (mut rows, mut bands, mut others) = (0, 0, 0);
    for line in head.bytes.split(|&byte| byte == b'\n').chain([&b""[..]]) {
        let line = trim(line.trim_ascii_end());
        if matches!(Shape::of(line), Shape::Row(_)) {
            rows += 1;
        } else if line.is_empty() {
            bands += usize::from(rows == 3);
            others += usize::from(rows > 0 && rows != 3);
            rows = 0;
        }
    }
    bands >= 3 && bands > 2 * others
}

/// The kind of a line.
#[derive(Debug, PartialEq)]
enum Shape {
    /// Nine symbols.
    Row([u8; 9]),
    /// Nine numbers, some of several digits.
    Candidates,
    /// Almost a row, with this number of symbols.
    AlmostRow(usize),
    Ruler,
    Text,
}

impl Shape {
    fn of(line: &[u8]) -> Self {
        let (symbols, length, is_drawn) = symbols(line);
        let symbols = &symbols[..length.min(MAX_SYMBOLS)];
        if is_drawn || is_ruler(symbols) {
            return Self::Ruler;
        }
        let known = symbols.iter().filter(|&&symbol| symbol_digit(symbol).is_some()).count();
        if let Ok(row) = <[u8; 9]>::try_from(symbols)
            && known == 9
        {
            return Self::Row(row);
        }
        let is_apart = |byte: &u8| matches!(byte, b' ' | b'\t' | b'|' | b',');
        let numbers = line.split(is_apart).filter(|word| !word.is_empty());
        if numbers.clone().count() == 9 && numbers.clone().all(|word| number(word).is_some()) {
            return Self::Candidates;
        }
        if (6..=12).contains(&length) && 3 * known >= 2 * length {
            return Self::AlmostRow(length);
        }
        Self::Text
    }
}

/// The maximum number of symbols of a row or ruler of a 9x9 grid.
const MAX_SYMBOLS: usize = 128;

/// The symbols of a line without separators, their number, and whether the line has horizontal
/// box-drawing characters.
fn symbols(line: &[u8]) -> ([u8; MAX_SYMBOLS], usize, bool) {
    let (mut symbols, mut length, mut is_drawn) = ([0; MAX_SYMBOLS], 0, false);
    let mut rest = line;
    while let [first, behind @ ..] = rest {
        rest = behind;
        match (first, behind) {
            (b' ' | b'\t' | b'|' | b'!' | b',', _) => {}
            // U+2500 to U+257F; only the horizontal lines matter.
            (0xe2, [0x94 | 0x95, last, behind @ ..]) => {
                is_drawn |= matches!(last, 0x80 | 0x81 | 0x90);
                rest = behind;
            }
            _ => {
                if let Some(symbol) = symbols.get_mut(length) {
                    *symbol = *first;
                }
                length += 1;
            }
        }
    }
    (symbols, length, is_drawn)
}

/// Whether this is a ruler: mostly dashes, and not nine symbols.
fn is_ruler(symbols: &[u8]) -> bool {
    let dashes = symbols.iter().filter(|symbol| matches!(symbol, b'-' | b'=')).count();
    let is_plain = symbols.len() == 9 && !symbols.iter().any(|symbol| b"+='".contains(symbol));
    dashes >= 3
        && 2 * dashes >= symbols.len()
        && !is_plain
        && symbols.iter().all(|symbol| b"-=+*:.'".contains(symbol))
}

/// A partly read grid.
#[derive(Default)]
struct GridsParser {
    rows: Vec<[u8; 9]>,
    /// The first row: its line and text.
    first: (u64, Vec<u8>),
    caption: Vec<u8>,
    /// Whether the bands of a grid are separated by an empty line.
    is_banded: bool,
    /// Whether the last line was an empty one.
    is_between_bands: bool,
    /// Whether a row of this file had another blank than `-`.
    is_blank_other: bool,
    /// The number of remaining rows of a rejected grid.
    to_pass: usize,
    /// Whether the current section is skipped.
    is_in_state: bool,
    /// The line with the number of grids, and that number.
    declared: Option<(u64, u64)>,
    /// Grids so far, including rejected ones.
    grids: u64,
    has_begun: bool,
}

impl Parser for GridsParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        let text = trim(line.text);
        let was_between_bands = std::mem::take(&mut self.is_between_bands);
        if line.is_cut {
            self.break_off(window);
            window.reject(line.number, Cause::LongLine, line.text);
        } else if text.is_empty() {
            let is_band = matches!(self.rows.len(), 3 | 6) || matches!(self.to_pass, 3 | 6);
            self.is_between_bands = self.is_banded && is_band && !was_between_bands;
            if !self.is_between_bands {
                self.break_off(window);
            }
        } else if is_comment(text) {
            // Comments are allowed anywhere.
        } else if let [b'[', name @ .., b']'] = text {
            self.break_off(window);
            self.is_in_state = name.eq_ignore_ascii_case(b"state");
        } else if !self.is_in_state {
            if was_between_bands && Shape::of(text) == Shape::Text {
                self.break_off(window);
            }
            self.content(line, window);
        }
    }

    fn end(&mut self, window: &mut Window) {
        self.break_off(window);
        if let Some((line, declared)) = self.declared
            && declared != self.grids
        {
            window.reject(
                line,
                Cause::Count(declared, self.grids),
                declared.to_string().as_bytes(),
            );
        }
    }
}

impl GridsParser {
    fn content(&mut self, line: Line<'_>, window: &mut Window) {
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        match Shape::of(line.text) {
            Shape::Ruler => {}
            Shape::Row(row) => self.row(row, line, window),
            Shape::Candidates => self.bad_row(Cause::Candidates, line, window),
            Shape::AlmostRow(length) => {
                let cause = match length {
                    9 => Cause::RowSymbol(self.rows.len() + 1),
                    _ => Cause::Row(self.rows.len() + 1, length),
                };
                self.bad_row(cause, line, window);
            }
            Shape::Text if self.rows.is_empty() => {
                self.to_pass = 0;
                if !has_begun && is_counts(line.text) {
                    let first = words(line.text).next().and_then(number);
                    self.declared = first.map(|count| (line.number, count));
                } else if lines::take_puzzle(line, window) {
                    self.grids += 1;
                } else {
                    self.caption.clear();
                    self.caption.extend_from_slice(trim(line.text));
                }
            }
            Shape::Text => {
                let cause = Cause::RowSymbol(self.rows.len() + 1);
                self.bad_row(cause, line, window);
            }
        }
    }

    fn row(&mut self, row: [u8; 9], line: Line<'_>, window: &mut Window) {
        if self.to_pass > 0 {
            self.to_pass -= 1;
            return;
        }
        if is_dashes(&row) && self.are_dashes_a_ruler() {
            return;
        }
        if row.iter().any(|symbol| is_other_blank(*symbol)) {
            self.is_blank_other = true;
            self.rows.retain(|row| !is_dashes(row));
        }
        if self.rows.is_empty() {
            self.first = (line.number, line.text.to_vec());
        }
        self.rows.push(row);
        if let Ok(rows) = <&[[u8; 9]; 9]>::try_from(&self.rows[..]) {
            // Rows contain only symbols of a puzzle.
            let puzzle = Puzzle::try_from(rows.as_flattened()).unwrap_or(Puzzle::EMPTY);
            window.push(self.first.0, &puzzle, &[&self.caption]);
            self.finish();
        }
    }

    /// Whether nine dashes among the rows so far are a ruler. They are if the blank is another symbol, in
    /// this grid or an earlier one, or if there is no blank yet and the rows are grouped like boxes.
    fn are_dashes_a_ruler(&self) -> bool {
        let symbols = || self.rows.iter().filter(|row| !is_dashes(row)).flatten();
        let has_dash = symbols().any(|symbol| *symbol == b'-');
        let has_other = symbols().any(|symbol| is_other_blank(*symbol));
        has_other || !has_dash && (self.is_blank_other || matches!(self.rows.len(), 3 | 6))
    }

    /// Rejects the grid of this row.
    fn bad_row(&mut self, cause: Cause, line: Line<'_>, window: &mut Window) {
        if self.to_pass > 0 {
            self.to_pass -= 1;
            return;
        }
        window.reject(line.number, cause, line.text);
        let read = self.rows.len() + 1;
        self.finish();
        self.to_pass = 9 - read;
    }

    /// Ends a started grid before its ninth row.
    fn break_off(&mut self, window: &mut Window) {
        if !self.rows.is_empty() {
            window.reject(self.first.0, Cause::Rows(self.rows.len()), &self.first.1);
            self.finish();
        }
        self.to_pass = 0;
    }

    fn finish(&mut self) {
        self.rows.clear();
        self.caption.clear();
        self.grids += 1;
    }
}

fn is_dashes(row: &[u8; 9]) -> bool {
    row == b"---------"
}

fn is_other_blank(symbol: u8) -> bool {
    symbol != b'-' && matches!(symbol_digit(symbol), Some(None))
}

/// Whether the line is one to three numbers.
fn is_counts(line: &[u8]) -> bool {
    words(line).count() <= 3 && words(line).all(|word| number(word).is_some())
}
