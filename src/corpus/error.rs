//! Errors of reading a corpus.

use super::compression::Compression;
use std::io;
use thiserror::Error;

/// A corpus cannot be read, or not to its end: the corpus, the line and the cause.
#[derive(Debug, Error)]
#[error("{file}{line}: {kind}", line = line.map_or(String::new(), |line| format!(": line {line}")))]
pub struct CorpusError {
    /// The file as it was named, or `stdin`.
    pub file: String,
    /// The line that was being read, from 1; `None` before the first.
    pub line: Option<u64>,
    /// The cause.
    #[source]
    pub kind: ErrorKind,
}

/// The cause of a corpus error.
#[derive(Debug, Error)]
pub enum ErrorKind {
    /// It cannot be opened.
    #[error("cannot be opened: {}; expected a readable file", plain(.0))]
    Open(#[source] io::Error),
    /// It is a folder.
    #[error("is a folder; expected a file of puzzles")]
    Folder,
    /// Reading failed.
    #[error("cannot be read: {}", plain(.0))]
    Read(#[source] io::Error),
    /// Compressed data are truncated.
    #[error("unexpected end of file in {0} data; expected a whole file")]
    Truncated(Compression),
    /// Compressed data are damaged, or other data follow them.
    #[error(
        "damaged {0} data, or something else behind them ({error}); expected {0} data only",
        error = plain(.1)
    )]
    Corrupt(Compression, #[source] io::Error),
    /// It was recognised as unsupported.
    #[error("{what}: {advice}")]
    Refused {
        /// What it is.
        what: &'static str,
        /// The advice for the user.
        advice: &'static str,
    },
}

/// The error text in lower case, without the system's error number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}
