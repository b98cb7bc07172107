//! The rows of one grid, as far as they are read.

use crate::corpus::line::Line;
use crate::grid::{Puzzle, symbol_digit};

/// A row: nine symbols that a puzzle can hold.
pub(super) type Row = [u8; 9];

/// How the rows of a grid are written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Style {
    #[default]
    Plain,
    /// Spaces are blanks.
    Spaced,
    /// The first row has this label.
    Labelled(u8),
}

/// The rows of a grid, at most ten: the first may be the numbers of columns.
#[derive(Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    lines: Vec<u64>,
    /// The text of the first row.
    first: Vec<u8>,
    pub(super) style: Style,
}

impl Rows {
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(super) fn push(&mut self, row: Row, line: Line<'_>) {
        if self.rows.is_empty() {
            self.first.clear();
            self.first.extend_from_slice(line.text);
        }
        self.rows.push(row);
        self.lines.push(line.number);
    }

    /// Removes the last row; returns it and its line.
    pub(super) fn pop(&mut self) -> Option<(Row, u64)> {
        self.rows.pop().zip(self.lines.pop())
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.lines.clear();
        self.style = Style::Plain;
    }

    /// The line of the row at this position.
    pub(super) fn line(&self, at: usize) -> u64 {
        self.lines[at]
    }

    pub(super) fn first_row(&self) -> Option<&Row> {
        self.rows.first()
    }

    pub(super) fn first_text(&self) -> &[u8] {
        &self.first
    }

    /// The puzzle of the nine rows from this position on. Rows that are missing are blank.
    pub(super) fn puzzle(&self, from: usize) -> Puzzle {
        let mut grid = [[b'.'; 9]; 9];
        grid.iter_mut().zip(&self.rows[from..]).for_each(|(to, row)| *to = *row);
        // Rows hold only symbols that a puzzle can hold.
        Puzzle::try_from(grid.as_flattened()).unwrap_or(Puzzle::EMPTY)
    }

    /// Whether the first row may be the numbers of columns.
    pub(super) fn begin_with_numbers(&self) -> bool {
        self.style == Style::Plain && self.rows.first().is_some_and(is_numbers)
    }

    /// Whether no symbol is a blank other than a zero.
    pub(super) fn are_digits(&self) -> bool {
        self.rows.iter().flatten().all(u8::is_ascii_digit)
    }

    /// Whether a row with this label is the next one. Letters may leave out `I`.
    pub(super) fn is_next_label(&self, label: u8) -> bool {
        let next = self.rows.len();
        match self.style {
            _ if next == 0 => b"01Aa".contains(&label),
            Style::Labelled(first @ (b'A' | b'a')) if next == 8 && label == first + 9 => true,
            Style::Labelled(first) => usize::from(label) == usize::from(first) + next,
            Style::Plain | Style::Spaced => false,
        }
    }

    /// Whether nine dashes behind these rows are a ruler: the blank is another symbol, in this grid or
    /// in earlier ones, or there is no blank yet and the rows form bands.
    pub(super) fn are_dashes_a_ruler(&self, is_blank_other: bool) -> bool {
        let symbols = || self.rows.iter().filter(|row| !is_dashes(row)).flatten();
        let has_dash = symbols().any(|symbol| *symbol == b'-');
        let has_other = symbols().any(|symbol| is_other_blank(*symbol));
        has_other || !has_dash && (is_blank_other || matches!(self.rows.len(), 3 | 6))
    }

    /// Removes the rows that have turned out to be rulers.
    pub(super) fn drop_dashes(&mut self) {
        let mut rows = self.rows.iter();
        self.lines.retain(|_| rows.next().is_some_and(|row| !is_dashes(row)));
        self.rows.retain(|row| !is_dashes(row));
    }
}

/// Whether a row may be the numbers of columns.
fn is_numbers(row: &Row) -> bool {
    row == b"012345678" || row == b"123456789"
}

pub(super) fn is_dashes(row: &Row) -> bool {
    row == b"---------"
}

pub(super) fn is_other_blank(symbol: u8) -> bool {
    symbol != b'-' && matches!(symbol_digit(symbol), Some(None))
}
