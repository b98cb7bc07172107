//! How a plan is carried out, and what comes of it.

use super::contestant::Contestant;
use super::error::BenchError;
use super::observer::{Observer, Silent};
use crate::corpus::Source;
use crate::run_files::meta::{META_FILE, Meta};
use crate::run_files::shard::Shard;
use crate::stats::summary::ConfigSummary;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How a plan is carried out: where, on what, by whom.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    /// The folder of the run; a new run needs a new or empty one.
    pub folder: &'a Path,
    /// Whether the name of a new run's folder gets a number (`-2`, `-3`) if it is taken.
    pub is_numbered: bool,
    /// The part of the puzzles that is solved; none: all.
    pub shard: Option<Shard>,
    /// The corpora of the plan.
    pub sources: &'a [Source],
    /// The contestants of the plan.
    pub contestants: &'a [Contestant],
    /// The command line that `meta.json` of a new run keeps.
    pub command_line: &'a [String],
    /// After this time the run ends; the window in hand is dropped if it is not done.
    pub budget: Option<Duration>,
    /// Who watches.
    pub observer: &'a dyn Observer,
    /// Looked at between windows: whether to stop.
    pub stop: &'a AtomicBool,
}

impl<'a> Execution<'a> {
    /// An execution that nobody watches or stops.
    #[must_use]
    pub fn new(folder: &'a Path, sources: &'a [Source], contestants: &'a [Contestant]) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            folder,
            is_numbered: false,
            shard: None,
            sources,
            contestants,
            command_line: &[],
            budget: None,
            observer: &Silent,
            stop: &NEVER,
        }
    }

    pub(super) fn refused(&self, reason: String) -> BenchError {
        BenchError::Refused { path: self.folder.to_owned(), reason }
    }

    pub(super) fn write(&self, meta: &Meta) -> Result<(), BenchError> {
        meta.write(self.folder).map_err(BenchError::file(&self.folder.join(META_FILE)))
    }
}

impl fmt::Debug for Execution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// What may be other in a run that is resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumeOptions {
    /// Whether a timed run may go on with another build or on another machine.
    pub allow_other_build: bool,
    /// Another number of threads, for a run that times nothing.
    pub threads: Option<usize>,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All corpora are done.
    Complete,
    /// It was asked to stop.
    Interrupted,
    /// Its time was spent.
    BudgetSpent,
    /// It was a shard that an earlier or a faster attempt had made.
    WasThere,
}

/// What a run has come to.
#[derive(Debug)]
pub struct Finished {
    /// Why it ended.
    pub ending: Ending,
    /// The folder of the run; none if it ended before its first row.
    pub folder: Option<PathBuf>,
    /// What is in `meta.json`.
    pub meta: Meta,
    /// By corpus, then contestant.
    pub summaries: Vec<Vec<ConfigSummary>>,
}
