//! `puzzles.csv`: one row per puzzle read.

use super::field::{push_bytes, push_number};
use crate::grid::Puzzle;

/// The file's name.
pub const FILE: &str = "puzzles.csv";

/// The columns.
pub const COLUMNS: [&str; 6] = ["corpus", "puzzle_index", "line", "puzzle", "clues", "label"];

/// Appends a row; `corpus` is the field as it stands in the file, `label` what stood behind the
/// puzzle on its line.
pub fn push_row(
    rows: &mut Vec<u8>,
    corpus: &[u8],
    puzzle_index: u64,
    line: u64,
    puzzle: &Puzzle,
    label: &[u8],
) {
    rows.extend_from_slice(corpus);
    rows.push(b',');
    push_number(rows, puzzle_index);
    rows.push(b',');
    push_number(rows, line);
    rows.push(b',');
    rows.extend_from_slice(&puzzle.to_line());
    rows.push(b',');
    push_number(rows, puzzle.clue_count() as u64);
    rows.push(b',');
    push_bytes(rows, label);
    rows.push(b'\n');
}
