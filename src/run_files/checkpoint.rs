//! The checkpoint: how far a run has come, in whole windows.
//!
//! It is replaced, in one step, after the rows of a window were handed to the system. What the
//! files hold beyond the lengths it names is a torn window, and is cut off when the run resumes.

use crate::counters::RuleCost;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

/// The file's name.
pub const FILE: &str = "checkpoint.json";

/// Where a corpus stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The corpus's number in the plan.
    pub corpus: usize,
    /// Puzzles of it that are done.
    pub puzzles: u64,
    /// Rejected lines of it that are reported.
    pub rejected: u64,
    /// Whether all of it is done.
    pub is_whole: bool,
}

impl Progress {
    /// The beginning of a corpus.
    pub const fn at(corpus: usize) -> Self {
        Self { corpus, puzzles: 0, rejected: 0, is_whole: false }
    }

    /// Where to go on.
    pub const fn next(self) -> Self {
        if self.is_whole { Self::at(self.corpus + 1) } else { self }
    }
}

/// What a corpus has come to so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusCount {
    /// Puzzles.
    pub puzzles: u64,
    /// Lines that held none.
    pub rejected: u64,
}

/// What pruning rules cost: by corpus, then contestant, then rule.
pub type RuleCosts = Vec<Vec<Vec<RuleCost>>>;

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// Whole windows written.
    pub windows: u64,
    /// Where the corpora stand.
    pub progress: Progress,
    /// What each corpus has come to.
    pub counts: Vec<CorpusCount>,
    /// The lengths of the files, in the order of the folder's list.
    pub lengths: Vec<u64>,
    /// The size of the next window.
    pub window_size: usize,
    /// By contestant: whether the clock is read at every puzzle of the corpus in hand, if that
    /// is decided.
    pub clocked: Option<Vec<bool>>,
    /// By corpus, then contestant: what each pruning rule cost so far, if that is measured.
    #[serde(default)]
    pub rule_costs: RuleCosts,
    /// Whether the run is done.
    pub is_finished: bool,
}

impl Checkpoint {
    /// Before the first window.
    pub fn first(window_size: usize) -> Self {
        Self {
            windows: 0,
            progress: Progress::default(),
            counts: Vec::new(),
            lengths: Vec::new(),
            window_size,
            clocked: None,
            rule_costs: RuleCosts::new(),
            is_finished: false,
        }
    }

    /// Reads the checkpoint of a folder.
    pub fn read(folder: &Path) -> io::Result<Self> {
        Ok(serde_json::from_slice(&fs::read(folder.join(FILE))?)?)
    }

    /// Replaces the checkpoint of a folder in one step.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        replace(&folder.join(FILE), &serde_json::to_vec(self)?)
    }
}

/// Replaces a file in one step: at no moment is there half of it.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    fs::write(&new, content)?;
    fs::rename(&new, path)
}
