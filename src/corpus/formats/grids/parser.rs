//! Grids, line by line.

use super::block::{Block, Grid};
use super::outside::Outside;
use super::rows::{Row, Rows, Style, is_dashes, is_other_blank};
use super::shape::{NINE_SPACES, Shape, may_be_list};
use crate::corpus::formats::token::{is_comment, number, trim, words};
use crate::corpus::formats::{Parser, lines};
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;

/// A partly read grid, and the lines before it.
#[derive(Default)]
pub(super) struct GridsParser {
    grid: Rows,
    block: Block,
    outside: Outside,
    /// How many rows are left of a grid that was rejected.
    to_pass: usize,
    /// The rows that were passed over behind a bad first row, which may have been a caption.
    passed: Rows,
    /// Whether bands of a grid are separated by empty lines.
    is_banded: bool,
    /// Whether nine spaces are a row of blanks, and other lines separate grids.
    has_blank_rows: bool,
    /// Whether an empty line between bands was the last one.
    is_between_bands: bool,
    /// Whether a row of this file had another blank than `-`.
    is_blank_other: bool,
    /// Whether the section is one that is not read.
    is_in_state: bool,
    /// The line with the number of grids, and that number.
    declared: Option<(u64, u64)>,
    /// Grids so far, also rejected ones.
    grids: u64,
    has_begun: bool,
    /// The row of column numbers above the grids of this file.
    header: Option<Row>,
}

impl Parser for GridsParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        let text = trim(line.text);
        let was_between_bands = std::mem::take(&mut self.is_between_bands);
        if line.is_cut {
            self.break_off(window);
            self.outside.end(window);
            window.reject(line.number, Cause::LongLine, line.text);
        } else if text.is_empty() {
            self.empty_line(line, was_between_bands, window);
        } else if is_comment(text) && !is_row_of_hashes(text, &self.outside) {
            // Comments are allowed anywhere.
        } else if let [b'[', name @ .., b']'] = text
            && name.first().is_some_and(u8::is_ascii_alphabetic)
        {
            self.break_off(window);
            self.outside.end(window);
            self.is_in_state = name.eq_ignore_ascii_case(b"state");
        } else if !self.is_in_state {
            let is_outside =
                matches!(Shape::of(text), Shape::Text | Shape::Signs | Shape::Cells(_));
            if was_between_bands && is_outside {
                self.break_off(window);
            }
            self.content(line, window);
        }
    }

    fn end(&mut self, window: &mut Window) {
        self.break_off(window);
        self.outside.end(window);
        if let Some((line, declared)) = self.declared
            && declared != self.grids
        {
            let cause = Cause::Count(declared, self.grids);
            window.reject(line, cause, declared.to_string().as_bytes());
        }
    }
}

impl GridsParser {
    pub(super) fn new(is_banded: bool, has_blank_rows: bool) -> Self {
        Self { is_banded, has_blank_rows, ..Self::default() }
    }

    fn empty_line(&mut self, line: Line<'_>, was_between_bands: bool, window: &mut Window) {
        let may_be_spaced = self.has_blank_rows
            && (self.grid.is_empty() || self.grid.style == Style::Plain && self.grid.are_digits());
        let is_spaced = self.grid.style == Style::Spaced && !self.grid.is_empty();
        if line.text == NINE_SPACES && (is_spaced || may_be_spaced) {
            return self.spaced_row([b'.'; 9], line, window);
        }
        let is_band = matches!(self.grid.len(), 3 | 6) || matches!(self.to_pass, 3 | 6);
        self.is_between_bands = self.is_banded && is_band && !was_between_bands;
        if !self.is_between_bands {
            self.break_off(window);
        }
        self.outside.gap(window);
    }

    fn content(&mut self, line: Line<'_>, window: &mut Window) {
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        let next = self.grid.len() + 1;
        match Shape::of(line.text) {
            Shape::Ruler => self.ruler(),
            Shape::Row(row) => self.plain_row(row, line, window),
            Shape::Spaced(row) if self.grid.style != Style::Spaced && may_be_list(&row) => {
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
            Shape::Cells(..60) | Shape::Signs if self.to_pass > 0 => self.to_pass -= 1,
            shape if self.grid.is_empty() || self.grid.len() >= 9 => {
                self.break_off(window);
                self.take_outside(shape, has_begun, line, window);
            }
            _ => self.bad_row(Cause::RowSymbol(self.grid.len() + 1), line, window),
        }
    }

    /// Takes a line outside a grid.
    fn take_outside(&mut self, shape: Shape, has_begun: bool, line: Line<'_>, window: &mut Window) {
        if !has_begun && is_counts(line.text) {
            let first = words(line.text).next().and_then(number);
            self.declared = first.map(|count| (line.number, count));
            return;
        }
        match shape {
            Shape::Cells(symbols @ ..60) => self.outside.cells(symbols, line, window),
            _ if self.outside.is_like_cells(line.text) => {
                self.outside.cells(line.text.len(), line, window);
            }
            Shape::Signs => self.outside.signs(line, window),
            _ => {
                self.outside.end(window);
                if lines::take_puzzle(line, window) {
                    self.grids += 1;
                } else if matches!(shape, Shape::Cells(_)) {
                    window.reject(line.number, lines::cause(line.text), line.text);
                } else {
                    self.outside.set_caption(line.text);
                }
            }
        }
    }

    fn ruler(&mut self) {
        if self.grid.len() == 1 && self.grid.begin_with_numbers() {
            // No band of a grid has one row.
            self.take_header();
        }
    }

    /// Takes the only row as the numbers of columns.
    fn take_header(&mut self) {
        self.header = self.grid.first_row().copied();
        self.grid.clear();
    }

    /// Passes over a row of a rejected grid; returns whether this is one.
    fn pass(&mut self, row: Row, line: Line<'_>) -> bool {
        if self.to_pass == 0 {
            return false;
        }
        self.to_pass -= 1;
        self.passed.push(row, line);
        true
    }

    fn plain_row(&mut self, row: Row, line: Line<'_>, window: &mut Window) {
        if self.pass(row, line) {
            return;
        }
        let has_blank = row.iter().any(|symbol| !matches!(symbol, b'1'..=b'9'));
        match self.grid.style {
            _ if self.grid.is_empty() => self.grid.style = Style::Plain,
            Style::Plain => {}
            Style::Spaced if !has_blank => {}
            Style::Spaced => return self.bad_row(Cause::Spaces, line, window),
            Style::Labelled(_) => {
                return self.bad_row(Cause::RowSymbol(self.grid.len() + 1), line, window);
            }
        }
        if is_dashes(&row) && self.grid.are_dashes_a_ruler(self.is_blank_other) {
            return self.ruler();
        }
        if row.iter().any(|symbol| is_other_blank(*symbol)) {
            self.is_blank_other = true;
            self.grid.drop_dashes();
        }
        self.row(row, line, window);
    }

    fn spaced_row(&mut self, row: Row, line: Line<'_>, window: &mut Window) {
        if self.pass(row, line) {
            return;
        }
        if self.grid.is_empty() || self.grid.style == Style::Plain && self.grid.are_digits() {
            self.grid.style = Style::Spaced;
        }
        if self.grid.style == Style::Spaced {
            self.row(row, line, window);
        } else {
            self.bad_row(Cause::Spaces, line, window);
        }
    }

    fn labelled_row(&mut self, label: u8, row: Row, line: Line<'_>, window: &mut Window) {
        if self.pass(row, line) {
            return;
        }
        if self.grid.len() == 1 && self.grid.begin_with_numbers() {
            self.take_header();
        }
        if !self.grid.is_next_label(label) {
            return self.bad_row(Cause::Row(self.grid.len() + 1, 10), line, window);
        }
        if self.grid.is_empty() {
            self.grid.style = Style::Labelled(label);
        }
        self.row(row, line, window);
    }

    /// Takes a row of the grid.
    fn row(&mut self, row: Row, line: Line<'_>, window: &mut Window) {
        if self.grid.is_empty() {
            self.outside.begin_grid(window);
            if self.header == Some(row) {
                return;
            }
        } else if self.grid.len() >= 9 {
            return self.row_behind_nine(row, line, window);
        } else {
            self.passed.clear();
        }
        self.grid.push(row, line);
        if self.grid.len() == 9 && !self.grid.begin_with_numbers() {
            self.complete(0, window);
        }
    }

    /// Takes a row behind nine, the first of which may be the numbers of columns.
    fn row_behind_nine(&mut self, row: Row, line: Line<'_>, window: &mut Window) {
        if self.grid.len() == 9 {
            self.grid.push(row, line);
            match [0, 1].map(|from| self.grid.puzzle(from).is_consistent()) {
                [true, true] => return,
                [false, _] => return self.complete(1, window),
                [true, false] => {}
            }
            // The tenth row begins the next grid.
            let _ = self.grid.pop();
            self.complete(0, window);
        } else if self.grid.first_row() == Some(&row) {
            self.complete(1, window);
        } else {
            // Grids without a gap: the tenth row begins the next one.
            let tenth = self.grid.pop();
            self.complete(0, window);
            if let Some((tenth, number)) = tenth {
                self.row(
                    tenth,
                    Line { number, text: &tenth, has_end: true, is_cut: false },
                    window,
                );
            }
        }
        self.row(row, line, window);
    }

    /// Ends a grid of nine rows behind these rows of numbers.
    fn complete(&mut self, header: usize, window: &mut Window) {
        if header > 0 {
            self.header = self.grid.first_row().copied();
        }
        let grid = Grid {
            line: self.grid.line(header),
            text: self.grid.first_text().to_vec(),
            puzzle: self.grid.puzzle(header),
            caption: self.outside.take_caption(),
        };
        self.block.add(grid, window);
        self.finish();
    }

    /// Rejects the grid of this row.
    fn bad_row(&mut self, cause: Cause, line: Line<'_>, window: &mut Window) {
        if self.to_pass > 0 {
            self.to_pass -= 1;
            return;
        }
        if self.grid.len() >= 9 {
            self.break_off(window);
        }
        self.block.settle(window);
        self.outside.end(window);
        let cause = match cause {
            Cause::Row(_, length) => Cause::Row(self.grid.len() + 1, length),
            Cause::RowSymbol(_) => Cause::RowSymbol(self.grid.len() + 1),
            cause => cause,
        };
        window.reject(line.number, cause, line.text);
        let read = self.grid.len() + 1;
        self.finish();
        self.to_pass = 9 - read;
    }

    /// Ends a grid, and the grids without a gap before it, at a line that is no row.
    fn break_off(&mut self, window: &mut Window) {
        if self.grid.len() == 1 && self.passed.len() == 8 {
            self.take_passed();
        }
        match self.grid.len() {
            9 if self.grid.puzzle(0).is_consistent() || !self.grid.begin_with_numbers() => {
                self.complete(0, window);
            }
            10 => self.complete(1, window),
            _ => {}
        }
        self.block.end(&self.grid, window);
        if !self.grid.is_empty() {
            let rows = self.grid.len();
            let cause = if rows == 9 { Cause::Labels } else { Cause::Rows(rows) };
            window.reject(self.grid.line(0), cause, self.grid.first_text());
            self.finish();
        }
        self.to_pass = 0;
        self.passed.clear();
    }

    /// Takes nine rows between a line that was rejected as a row and a gap: that was a caption.
    fn take_passed(&mut self) {
        if let Some((row, number)) = self.grid.pop() {
            self.passed.push(row, Line { number, text: &row, has_end: true, is_cut: false });
            std::mem::swap(&mut self.grid, &mut self.passed);
            // The caption was counted as a grid.
            self.grids -= 1;
        }
    }

    fn finish(&mut self) {
        self.grid.clear();
        self.passed.clear();
        let _ = self.outside.take_caption();
        self.grids += 1;
    }
}

/// Whether the line is one to three numbers.
fn is_counts(line: &[u8]) -> bool {
    words(line).count() <= 3 && words(line).all(|word| number(word).is_some())
}

/// Whether a comment looks like a row with `#` as blank, which no grid has: nine symbols, a few digits
/// among them or lines of nine signs before it.
fn is_row_of_hashes(text: &[u8], outside: &Outside) -> bool {
    let digits = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let hashes = text.iter().filter(|byte| **byte == b'#').count();
    let is_row = text.len() == 9 && digits + hashes == 9;
    is_row && ((1..6).contains(&digits) || outside.has_signs(9))
}
