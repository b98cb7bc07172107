//! `puzzles.csv`: one row per puzzle read.

use super::column::{self, ColumnSpec, names};
use super::field::{push_bytes, push_number};
use crate::grid::Puzzle;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The file's name.
pub const FILE: &str = "puzzles.csv";

/// What the columns hold.
pub const SPECS: [ColumnSpec; 6] = [
    column::CORPUS,
    column::PUZZLE_INDEX,
    ColumnSpec::integer("line", "the line of the file on which the puzzle begins, from 1"),
    ColumnSpec::text("puzzle", "81 characters, row by row: 1-9 is a clue, . a blank"),
    ColumnSpec::integer("clues", "the clues, 0 to 81"),
    ColumnSpec::text("label", "the other text of its line").empty("there is no other text"),
];

/// The columns.
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// Appends a row; `corpus` is the encoded field, `label` the text after the
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

/// A puzzle as it is read back.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PuzzleRow {
    /// The corpus.
    pub corpus: String,
    /// The puzzle's number in its corpus, from 0.
    pub puzzle_index: u64,
    /// Its line in the file, from 1.
    pub line: u64,
    /// Its 81 characters.
    pub puzzle: String,
    /// The number of its clues.
    pub clues: u32,
    /// The text after it on its line.
    pub label: String,
}

/// The puzzles of a run, by corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PuzzleTable(BTreeMap<String, Vec<PuzzleRow>>);

impl PuzzleTable {
    /// Reads the `puzzles.csv` of a run's folder, as far as `open` opens it.
    ///
    /// # Errors
    /// If it cannot be read, or holds anything but puzzles; in a line.
    pub fn read<R: io::Read>(
        folder: &Path,
        open: impl FnOnce(&Path, &str) -> io::Result<R>,
    ) -> Result<Self, String> {
        let path = folder.join(FILE);
        let wrong = |error: csv::Error| format!("{}: {error}", path.display());
        let mut table: BTreeMap<_, Vec<PuzzleRow>> = BTreeMap::new();
        let file = open(folder, FILE).map_err(csv::Error::from).map_err(wrong)?;
        for row in csv::Reader::from_reader(file).into_deserialize::<PuzzleRow>() {
            let row = row.map_err(wrong)?;
            match table.get_mut(&row.corpus) {
                Some(puzzles) => puzzles.push(row),
                None => drop(table.insert(row.corpus.clone(), vec![row])),
            }
        }
        // A shuffled run is in key order within its windows only.
        for puzzles in table.values_mut() {
            puzzles.sort_by_key(|puzzle| puzzle.puzzle_index);
        }
        Ok(Self(table))
    }

    /// The puzzles of a corpus, by ascending number.
    #[must_use]
    pub fn of(&self, corpus: &str) -> &[PuzzleRow] {
        self.0.get(corpus).map_or(&[], Vec::as_slice)
    }
}
