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
//! (`2`, or `8960 9`). If the first count is the number of grids, it is checked. A line of words, or of
//! one number, between grids is a caption, the label of the grid below it. The section `[State]` of
//! `.sdk` files, a half-solved grid, is not read.
//!
//! `?` is a blank where all other symbols are digits; a space is one where every row has nine
//! columns. Labels of rows (`A` to `I`, `0` to `8`, `1` to `9`) are no cells. A row `0` to `8` or `1`
//! to `9` above nine rows are the numbers of columns.
//!
//! Lines of cells that belong to no grid of nine rows are reported: grids of other sizes, puzzles of
//! 80 symbols on a line, links.
//!
//! A row with a wrong number of symbols or an unknown symbol makes one rejected grid, not nine rejected
//! lines. Its remaining rows are skipped, so that the next grid is read correctly.

mod shape;

use super::entry::Entry;
use super::head::Head;
use super::lines;
use super::token::{is_comment, is_link, number, trim, words};
use super::{Format, Parser, Writer};
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;
use crate::grid::{Puzzle, symbol_digit};
use shape::{Shape, is_number, may_be_list};
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

/// Whether most lines at the beginning of a file are rows.
pub(super) fn has_rows(head: &Head<'_>) -> bool {
    let is_row = |line: &&&[u8]| match Shape::of(line) {
        Shape::Spaced(row) => !may_be_list(&row),
        Shape::Row(_) | Shape::Labelled(..) | Shape::Candidates | Shape::MinusOnes => true,
        _ => false,
    };
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

/// A partly read grid, and the lines before it.
#[derive(Default)]
struct GridsParser {
    rows: Vec<[u8; 9]>,
    /// The lines of the rows.
    lines: Vec<u64>,
    /// The text of the first row.
    first: Vec<u8>,
    /// How the rows are written.
    style: Style,
    caption: Vec<u8>,
    /// Lines of cells that belong to no grid yet.
    stray: Option<Stray>,
    /// Whether bands of a grid are separated by empty lines.
    is_banded: bool,
    /// Whether such a line was the last one.
    is_between_bands: bool,
    /// Whether a row of this file had another blank than `-`.
    is_blank_other: bool,
    /// How many rows are left of a grid that was rejected.
    to_pass: usize,
    /// Whether the section is one that is not read.
    is_in_state: bool,
    /// The line with the number of grids, and that number.
    declared: Option<(u64, u64)>,
    /// Grids so far, also rejected ones.
    grids: u64,
    has_begun: bool,
    /// The row of column numbers above the grids of this file.
    header: Option<[u8; 9]>,
}

/// How the rows of a grid are written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Style {
    #[default]
    Plain,
    /// Spaces are blanks.
    Spaced,
    /// The first row has this label.
    Labelled(u8),
}

/// Consecutive lines of cells outside a grid.
struct Stray {
    line: u64,
    text: Vec<u8>,
    lines: u64,
    symbols: usize,
}

impl Stray {
    /// Whether this may be the number of a grid.
    fn is_caption(&self) -> bool {
        self.lines == 1 && is_number(&self.text)
    }
}

impl Parser for GridsParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        let text = trim(line.text);
        let was_between_bands = std::mem::take(&mut self.is_between_bands);
        if line.is_cut {
            self.break_off(window);
            self.end_stray(window);
            window.reject(line.number, Cause::LongLine, line.text);
        } else if text.is_empty() {
            let is_blank_row = line.text == b"         " && self.style == Style::Spaced;
            if is_blank_row && !self.rows.is_empty() {
                return self.row([b'.'; 9], line, window);
            }
            let is_band = matches!(self.rows.len(), 3 | 6) || matches!(self.to_pass, 3 | 6);
            self.is_between_bands = self.is_banded && is_band && !was_between_bands;
            if !self.is_between_bands {
                self.break_off(window);
            }
            if self.stray.as_ref().is_some_and(|stray| !stray.is_caption()) {
                self.end_stray(window);
            }
        } else if is_comment(text) {
            // Comments are allowed anywhere.
        } else if let [b'[', name @ .., b']'] = text {
            self.break_off(window);
            self.end_stray(window);
            self.is_in_state = name.eq_ignore_ascii_case(b"state");
        } else if !self.is_in_state {
            let is_outside = matches!(Shape::of(text), Shape::Text | Shape::Cells(_));
            if was_between_bands && is_outside {
                self.break_off(window);
            }
            self.content(line, window);
        }
    }

    fn end(&mut self, window: &mut Window) {
        self.break_off(window);
        self.end_stray(window);
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
        let next = self.rows.len() + 1;
        match Shape::of(line.text) {
            Shape::Ruler => self.ruler(),
            Shape::Row(row) => self.plain_row(row, line, window),
            Shape::Spaced(row) if self.style != Style::Spaced && may_be_list(&row) => {
                self.not_a_row(Shape::Cells(5), has_begun, line, window);
            }
            Shape::Spaced(row) => self.spaced_row(row, line, window),
            Shape::Labelled(label, row) => self.labelled_row(label, row, line, window),
            Shape::Candidates => self.bad_row(Cause::Candidates, line, window),
            Shape::MinusOnes => self.bad_row(Cause::MinusOne, line, window),
            Shape::AlmostRow(9) => self.bad_row(Cause::RowSymbol(next), line, window),
            Shape::AlmostRow(length) => self.bad_row(Cause::Row(next, length), line, window),
            shape => self.not_a_row(shape, has_begun, line, window),
        }
    }

    /// Takes a line that is no row and nothing like a row.
    fn not_a_row(&mut self, shape: Shape, has_begun: bool, line: Line<'_>, window: &mut Window) {
        match shape {
            Shape::Cells(length) if self.to_pass > 0 && length < 60 => self.to_pass -= 1,
            shape if self.rows.is_empty() || self.rows.len() >= 9 => {
                self.break_off(window);
                self.outside(shape, has_begun, line, window);
            }
            _ => self.bad_row(Cause::RowSymbol(self.rows.len() + 1), line, window),
        }
    }

    /// Takes a line outside a grid.
    fn outside(&mut self, shape: Shape, has_begun: bool, line: Line<'_>, window: &mut Window) {
        if !has_begun && is_counts(line.text) {
            let first = words(line.text).next().and_then(number);
            self.declared = first.map(|count| (line.number, count));
        } else if let Shape::Cells(symbols @ ..60) = shape {
            self.add_stray(symbols, line);
        } else if self.stray.as_ref().is_some_and(|stray| is_like(stray, line.text)) {
            self.add_stray(line.text.len(), line);
        } else {
            self.end_stray(window);
            if lines::take_puzzle(line, window) {
                self.grids += 1;
            } else if matches!(shape, Shape::Cells(_)) || is_link(line.text) {
                window.reject(line.number, lines::cause(line.text), line.text);
            } else {
                self.caption.clear();
                self.caption.extend_from_slice(trim(line.text));
            }
        }
    }

    fn add_stray(&mut self, symbols: usize, line: Line<'_>) {
        let stray = self.stray.get_or_insert_with(|| Stray {
            line: line.number,
            text: line.text[..line.text.len().min(512)].to_vec(),
            lines: 0,
            symbols: 0,
        });
        stray.lines += 1;
        stray.symbols = stray.symbols.max(symbols);
    }

    /// Reports lines of cells that belong to no grid; a single short number is no row of any grid.
    fn end_stray(&mut self, window: &mut Window) {
        if let Some(stray) = self.stray.take()
            && (stray.lines > 1 || stray.symbols > 3)
        {
            window.reject(stray.line, Cause::Stray(stray.lines, stray.symbols), &stray.text);
        }
    }

    fn ruler(&mut self) {
        if self.rows.len() == 1 && is_numbers(&self.rows[0]) {
            // No band of a grid has one row.
            self.header = Some(self.rows[0]);
            self.clear_rows();
        }
    }

    fn plain_row(&mut self, row: [u8; 9], line: Line<'_>, window: &mut Window) {
        if self.to_pass > 0 {
            self.to_pass -= 1;
            return;
        }
        let has_blank = row.iter().any(|symbol| !matches!(symbol, b'1'..=b'9'));
        match self.style {
            _ if self.rows.is_empty() => self.style = Style::Plain,
            Style::Plain => {}
            Style::Spaced if !has_blank => {}
            Style::Spaced => return self.bad_row(Cause::Spaces, line, window),
            Style::Labelled(_) => {
                return self.bad_row(Cause::RowSymbol(self.rows.len() + 1), line, window);
            }
        }
        if is_dashes(&row) && self.are_dashes_a_ruler() {
            return self.ruler();
        }
        if row.iter().any(|symbol| is_other_blank(*symbol)) {
            self.is_blank_other = true;
            self.drop_dashes();
        }
        self.row(row, line, window);
    }

    fn spaced_row(&mut self, row: [u8; 9], line: Line<'_>, window: &mut Window) {
        let is_full = self.rows.iter().flatten().all(u8::is_ascii_digit);
        if self.to_pass > 0 {
            self.to_pass -= 1;
        } else if self.rows.is_empty() || self.style == Style::Plain && is_full {
            self.style = Style::Spaced;
            self.row(row, line, window);
        } else if self.style == Style::Spaced {
            self.row(row, line, window);
        } else {
            self.bad_row(Cause::Spaces, line, window);
        }
    }

    fn labelled_row(&mut self, label: u8, row: [u8; 9], line: Line<'_>, window: &mut Window) {
        if self.to_pass > 0 {
            self.to_pass -= 1;
            return;
        }
        if self.rows.len() == 1 && self.style == Style::Plain && is_numbers(&self.rows[0]) {
            self.header = Some(self.rows[0]);
            self.clear_rows();
        }
        let next = self.rows.len();
        let is_next = match self.style {
            _ if next == 0 => b"01Aa".contains(&label),
            Style::Labelled(first) => usize::from(label) == usize::from(first) + next,
            Style::Plain | Style::Spaced => false,
        };
        if !is_next {
            return self.bad_row(Cause::Row(next + 1, 10), line, window);
        }
        if next == 0 {
            self.style = Style::Labelled(label);
        }
        self.row(row, line, window);
    }

    /// Takes a row of the grid.
    fn row(&mut self, row: [u8; 9], line: Line<'_>, window: &mut Window) {
        if self.rows.is_empty() {
            match self.stray.take_if(|stray| stray.is_caption()) {
                Some(stray) => self.caption = trim(&stray.text).to_vec(),
                None => self.end_stray(window),
            }
            if self.header == Some(row) {
                return;
            }
            self.first = line.text.to_vec();
        } else if self.rows.len() >= 9 {
            return self.row_behind_nine(row, line, window);
        }
        self.rows.push(row);
        self.lines.push(line.number);
        let may_have_header = self.style == Style::Plain && is_numbers(&self.rows[0]);
        if self.rows.len() == 9 && !may_have_header {
            self.push(0, window);
        }
    }

    /// Takes a row behind nine, the first of which may be the numbers of columns.
    fn row_behind_nine(&mut self, row: [u8; 9], line: Line<'_>, window: &mut Window) {
        let is_consistent = |rows: &[[u8; 9]]| puzzle(rows).is_consistent();
        if self.rows.len() == 9 {
            self.rows.push(row);
            self.lines.push(line.number);
            match (is_consistent(&self.rows[..9]), is_consistent(&self.rows[1..])) {
                (true, true) => return,
                (false, _) => return self.push(1, window),
                (true, false) => {}
            }
            // The tenth row begins the next grid.
            let _ = (self.rows.pop(), self.lines.pop());
            self.push(0, window);
        } else if row == self.rows[0] {
            self.push(1, window);
        } else {
            // Grids without a gap: the tenth row begins the next one.
            let (tenth, number) = (self.rows[9], self.lines[9]);
            let _ = (self.rows.pop(), self.lines.pop());
            self.push(0, window);
            self.row(tenth, Line { number, text: &tenth, has_end: true, is_cut: false }, window);
        }
        self.row(row, line, window);
    }

    /// Adds nine of the rows to the window as a puzzle.
    fn push(&mut self, header: usize, window: &mut Window) {
        if header > 0 {
            self.header = Some(self.rows[0]);
        }
        let puzzle = puzzle(&self.rows[header..header + 9]);
        window.push(self.lines[header], &puzzle, &[&self.caption]);
        self.finish();
    }

    /// Whether nine dashes among the rows so far are a ruler: the blank is another symbol, in this
    /// grid or in earlier ones, or there is no blank yet and the rows form bands.
    fn are_dashes_a_ruler(&self) -> bool {
        let symbols = || self.rows.iter().filter(|row| !is_dashes(row)).flatten();
        let has_dash = symbols().any(|symbol| *symbol == b'-');
        let has_other = symbols().any(|symbol| is_other_blank(*symbol));
        has_other || !has_dash && (self.is_blank_other || matches!(self.rows.len(), 3 | 6))
    }

    /// Removes the rows that have turned out to be rulers.
    fn drop_dashes(&mut self) {
        let mut rows = self.rows.iter();
        self.lines.retain(|_| rows.next().is_some_and(|row| !is_dashes(row)));
        self.rows.retain(|row| !is_dashes(row));
    }

    /// Rejects the grid of this row.
    fn bad_row(&mut self, cause: Cause, line: Line<'_>, window: &mut Window) {
        if self.to_pass > 0 {
            self.to_pass -= 1;
            return;
        }
        if self.rows.len() >= 9 {
            self.break_off(window);
        }
        self.end_stray(window);
        let cause = match cause {
            Cause::Row(_, length) => Cause::Row(self.rows.len() + 1, length),
            Cause::RowSymbol(_) => Cause::RowSymbol(self.rows.len() + 1),
            cause => cause,
        };
        window.reject(line.number, cause, line.text);
        let read = self.rows.len() + 1;
        self.finish();
        self.to_pass = 9 - read;
    }

    /// Ends a grid at a line that is no row.
    fn break_off(&mut self, window: &mut Window) {
        match self.rows.len() {
            0 => {}
            9 if puzzle(&self.rows).is_consistent() => self.push(0, window),
            9 => {
                window.reject(self.lines[0], Cause::Labels, &self.first);
                self.finish();
            }
            10 => self.push(1, window),
            rows => {
                window.reject(self.lines[0], Cause::Rows(rows), &self.first);
                self.finish();
            }
        }
        self.to_pass = 0;
    }

    fn finish(&mut self) {
        self.clear_rows();
        self.caption.clear();
        self.grids += 1;
    }

    fn clear_rows(&mut self) {
        self.rows.clear();
        self.lines.clear();
        self.style = Style::Plain;
    }
}

/// The puzzle of nine rows.
fn puzzle(rows: &[[u8; 9]]) -> Puzzle {
    // Rows hold only symbols that a puzzle can hold.
    Puzzle::try_from(rows.as_flattened()).unwrap_or(Puzzle::EMPTY)
}

/// Whether a row may be the numbers of columns.
fn is_numbers(row: &[u8; 9]) -> bool {
    row == b"012345678" || row == b"123456789"
}

/// Whether a line of letters and digits is one of stray lines of cells.
fn is_like(stray: &Stray, line: &[u8]) -> bool {
    let text = trim(line);
    stray.symbols > 9 && text.len() == stray.symbols && text.iter().all(u8::is_ascii_alphanumeric)
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
