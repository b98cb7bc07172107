//! `rejected.csv`: one row per line that is no puzzle.

use super::column::{self, ColumnSpec, names};
use super::field::{push_bytes, push_number, push_text};

/// The file's name.
pub const FILE: &str = "rejected.csv";

/// What the columns hold.
pub const SPECS: [ColumnSpec; 4] = [
    column::CORPUS,
    ColumnSpec::integer("line", "the line of the file, from 1"),
    ColumnSpec::text("cause", "why it holds no puzzle"),
    ColumnSpec::text("text", "the line, cut to 100 characters").empty("the line is empty"),
];

/// The columns.
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// Appends a row; `corpus` is the encoded field.
pub fn push_row(rows: &mut Vec<u8>, corpus: &[u8], line: u64, cause: &str, text: &[u8]) {
    rows.extend_from_slice(corpus);
    rows.push(b',');
    push_number(rows, line);
    rows.push(b',');
    push_text(rows, cause.as_bytes());
    rows.push(b',');
    push_bytes(rows, text);
    rows.push(b'\n');
}
