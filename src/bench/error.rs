//! Why a run fails.

use crate::corpus::CorpusError;
use crate::engine::UnsupportedGoal;
use std::io;
use std::path::{Path, PathBuf};

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A contestant cannot pursue the goal.
    #[error(transparent)]
    Goal(#[from] UnsupportedGoal),
    /// A file of the run cannot be written or read.
    #[error("{}: {error}", .path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The folder is not empty.
    #[error("{}: not empty; expected a new or empty folder, or --resume", .0.display())]
    NotEmpty(PathBuf),
    /// A run cannot go on.
    #[error("{}: cannot be resumed: {reason}", .path.display())]
    Refused {
        /// The folder.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// There was nothing to solve.
    #[error("{0}: no puzzle; expected lines of 81 symbols")]
    NoPuzzle(String),
}

impl BenchError {
    /// Makes an error about a file of what the system says.
    pub(super) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), error }
    }
}
