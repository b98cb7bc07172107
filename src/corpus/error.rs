//! Errors of reading a corpus.

use super::compression::Compression;
use std::error::Error;
use std::fmt;
use std::io;

/// A corpus cannot be read, or not to its end: the corpus, the line and the cause.
#[derive(Debug)]
pub struct CorpusError {
    /// The file as it was named, or `stdin`.
    pub file: String,
    /// The line that was being read, from 1; `None` before the first.
    pub line: Option<u64>,
    /// The cause.
    pub kind: ErrorKind,
}

/// The cause of a corpus error.
#[derive(Debug)]
pub enum ErrorKind {
    /// It cannot be opened.
    Open(io::Error),
    /// It is a folder.
    Folder,
    /// Reading failed.
    Read(io::Error),
    /// Compressed data are truncated.
    Truncated(Compression),
    /// Compressed data are damaged, or other data follow them.
    Corrupt(Compression, io::Error),
    /// It was recognised as unsupported.
    Refused {
        /// What it is.
        what: &'static str,
        /// The advice for the user.
        advice: &'static str,
    },
}

impl fmt::Display for CorpusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(line) = self.line {
            write!(f, ": line {line}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(error) => {
                write!(f, "cannot be opened: {}; expected a readable file", plain(error))
            }
            Self::Folder => f.write_str("is a folder; expected a file of puzzles"),
            Self::Read(error) => write!(f, "cannot be read: {}", plain(error)),
            Self::Truncated(compression) => {
                write!(f, "unexpected end of file in {compression} data; expected a whole file")
            }
            Self::Corrupt(compression, error) => write!(
                f,
                "damaged {compression} data, or something else behind them ({}); \
                 expected {compression} data only",
                plain(error)
            ),
            Self::Refused { what, advice } => write!(f, "{what}: {advice}"),
        }
    }
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

impl Error for CorpusError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ErrorKind::Open(error) | ErrorKind::Read(error) | ErrorKind::Corrupt(_, error) => {
                Some(error)
            }
            _ => None,
        }
    }
}
