//! `windows.csv`: one row per window, with a checksum of its rows in the other files.

use super::column::{self, ColumnSpec, names};
use super::field::push_number;
use crate::text::hexadecimal;
use serde::Deserialize;

/// The file's name.
pub const FILE: &str = "windows.csv";

/// What the columns hold.
pub const SPECS: [ColumnSpec; 6] = [
    column::WINDOW,
    ColumnSpec::integer("runs_bytes", "its bytes in runs.csv, as they are stored").unit("bytes"),
    ColumnSpec::integer("blocks_bytes", "its bytes in blocks.csv").unit("bytes"),
    ColumnSpec::integer("puzzles_bytes", "its bytes in puzzles.csv, as they are stored")
        .unit("bytes"),
    ColumnSpec::integer("rejected_bytes", "its bytes in rejected.csv").unit("bytes"),
    ColumnSpec::text(
        "crc32",
        "the CRC-32 (ISO-HDLC, as of gzip) of these bytes, in this order: 8 hexadecimal digits",
    ),
];

/// The columns.
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// The rows of a window: their bytes in each file, and the checksum of all of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WindowRow {
    /// The window, numbered through the run from 0.
    pub window: u64,
    /// The bytes in `runs.csv`.
    pub runs_bytes: u64,
    /// The bytes in `blocks.csv`.
    pub blocks_bytes: u64,
    /// The bytes in `puzzles.csv`.
    pub puzzles_bytes: u64,
    /// The bytes in `rejected.csv`.
    pub rejected_bytes: u64,
    /// The CRC-32 (ISO-HDLC, as of gzip) of these bytes, in this order, as 8 hexadecimal digits. It
    /// finds damage, not forgery, and takes less time than a cryptographic hash.
    pub crc32: String,
}

impl WindowRow {
    /// The bytes in each file, in the order of the columns.
    #[must_use]
    pub const fn bytes(&self) -> [u64; 4] {
        [self.runs_bytes, self.blocks_bytes, self.puzzles_bytes, self.rejected_bytes]
    }
}

/// Appends the row of a window, whose rows in the other files are given in the order of the columns.
pub fn push_row(rows: &mut Vec<u8>, window: u64, files: [&[u8]; 4]) {
    push_number(rows, window);
    let mut hash = crc32fast::Hasher::new();
    for file in files {
        hash.update(file);
        rows.push(b',');
        push_number(rows, file.len() as u64);
    }
    rows.push(b',');
    rows.extend_from_slice(hexadecimal(&hash.finalize().to_be_bytes()).as_bytes());
    rows.push(b'\n');
}
