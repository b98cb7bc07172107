//! Errors of a run.

use crate::corpus::CorpusError;
use crate::engine::StartError;
use crate::isa::ParseIsaError;
use crate::run_files::error::{FileError, Invalid};
use std::io;
use std::path::{Path, PathBuf};

/// The error of a failed run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A contestant cannot pursue the goal, or cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The system does not start the threads of a run.
    #[error("threads cannot be started: {0}; expected fewer, or a higher limit of processes")]
    Threads(String),
    /// A file of the run cannot be written or read.
    #[error("{}: {error}", .path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The plan cannot be run.
    #[error(transparent)]
    Plan(#[from] Invalid),
    /// A file of a run that goes on cannot be used.
    #[error(transparent)]
    RunFile(#[from] FileError),
    /// The CPU lacks the plan's instruction set.
    #[error(transparent)]
    Isa(#[from] ParseIsaError),
    /// The folder is not empty.
    #[error("{}: not empty; expected a new or empty folder, or --resume", .0.display())]
    NotEmpty(PathBuf),
    /// A run cannot be resumed.
    #[error("{}: cannot be resumed: {reason}", .path.display())]
    Refused {
        /// The folder.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The folder of a shard has something else.
    #[error("{}: {difference}; expected this shard, or a new or empty folder", .path.display())]
    OtherShard {
        /// The folder.
        path: PathBuf,
        /// How it differs.
        difference: String,
    },
    /// A corpus changed while it was read.
    #[error("{file}: changed during the run; expected a corpus that nobody writes to")]
    CorpusChanged {
        /// Its number in the plan.
        corpus: usize,
        /// The file.
        file: String,
    },
    /// The corpus has no puzzles.
    #[error("{0}: no puzzle; expected lines of 81 symbols")]
    NoPuzzle(String),
}

impl BenchError {
    /// The same about a file in another folder: that which the user named.
    pub(super) fn renamed(self, from: &Path, to: &Path) -> Self {
        match self {
            Self::File { path, error } => match path.strip_prefix(from) {
                Ok(rest) => Self::File { path: to.join(rest), error },
                Err(_) => Self::File { path, error },
            },
            other => other,
        }
    }

    /// The error of the system about threads.
    pub(super) fn threads(error: impl ToString) -> Self {
        Self::Threads(error.to_string())
    }

    /// The error of the system about a file.
    pub(crate) fn file(path: &Path) -> impl FnOnce(io::Error) -> Self + '_ {
        |error| Self::File { path: path.to_owned(), error }
    }
}
