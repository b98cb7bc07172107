//! `rejected.csv`: one row per line that is no puzzle.

use super::field::{push_bytes, push_number, push_text};

/// The file's name.
pub const FILE: &str = "rejected.csv";

/// The columns; `text` is cut to 100 characters.
pub const COLUMNS: [&str; 4] = ["corpus", "line", "cause", "text"];

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
