//! `windows.csv`: one row per window, with a hash of its rows in the other files.

use super::field::push_number;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

/// The file's name.
pub const FILE: &str = "windows.csv";

/// The columns.
pub const COLUMNS: [&str; 6] =
    ["window", "runs_bytes", "blocks_bytes", "puzzles_bytes", "rejected_bytes", "sha256"];

/// The rows of a window: their bytes in each file, and the hash of all of them.
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
    /// The SHA-256 of these bytes, in this order, in hexadecimal.
    pub sha256: String,
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
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file);
        rows.push(b',');
        push_number(rows, file.len() as u64);
    }
    rows.push(b',');
    rows.extend_from_slice(hexadecimal(hash).as_bytes());
    rows.push(b'\n');
}

/// A hash as 64 hexadecimal digits.
#[must_use]
pub fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
