//! The checkpoint: how far a run has come, in whole windows.
//!
//! It is replaced in one step, after the rows that it names are on the disk. Bytes of the files
//! beyond the lengths that it names belong to later windows, which may be torn: they are cut off
//! when the run resumes.

use super::error::{self, FileError, Invalid};
use super::meta::Meta;
use super::replace::replace;
use super::{blocks, puzzles, rejected, runs, seal, windows};
use crate::counters::RuleCost;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;

/// The file's name.
pub const FILE: &str = "checkpoint.json";

/// The files that grow window by window, in the order of [`Checkpoint::lengths`].
pub const GROWING: [&str; 5] =
    [runs::FILE, blocks::FILE, puzzles::FILE, rejected::FILE, windows::FILE];

/// The most puzzles of a window.
pub const MOST_PUZZLES: usize = 65_536;

/// How far a corpus is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
}

/// What a corpus has come to so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusCount {
    /// Puzzles.
    pub puzzles: u64,
    /// Lines that held none.
    pub rejected: u64,
    /// Whether all of it is done.
    pub is_whole: bool,
}

/// What pruning rules cost: by corpus, then contestant, then rule.
pub type RuleCosts = Vec<Vec<Vec<RuleCost>>>;

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// Whole windows written.
    pub windows: u64,
    /// The corpus of the last window, and how far it is done.
    pub progress: Progress,
    /// The counts of each corpus; empty before the first window.
    pub counts: Vec<CorpusCount>,
    /// The lengths of the files [`GROWING`], in bytes.
    pub lengths: Vec<u64>,
    /// The size of the next window.
    pub window_size: usize,
    /// By corpus, then contestant: whether the clock is read at every puzzle, if that is decided.
    /// Empty before the first window.
    pub clocked: Vec<Option<Vec<bool>>>,
    /// By corpus, then contestant: what each pruning rule cost so far; empty before the first
    /// window.
    pub rule_costs: RuleCosts,
    /// The summaries so far as text, of a run that has no rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summaries: Option<String>,
    /// Whether the run is done.
    pub is_finished: bool,
    /// The checksum of the file; an earlier build wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
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
            clocked: Vec::new(),
            rule_costs: RuleCosts::new(),
            summaries: None,
            is_finished: false,
            checksum: None,
        }
    }

    /// Reads the checkpoint of a run, and checks that it can be one of that run.
    ///
    /// # Errors
    /// [`FileError`] names the file, the key, the value and what would be accepted.
    pub fn read(folder: &Path, meta: &Meta) -> Result<Self, FileError> {
        let path = folder.join(FILE);
        let text = error::read(&path)?;
        let parse = || {
            let checkpoint: Self = error::from_json(&text)?;
            checkpoint.check(meta.corpora.len(), meta.configs.len())?;
            seal::check(&text)?;
            Ok(checkpoint)
        };
        parse().map_err(|wrong: Invalid| wrong.at(&path))
    }

    /// Where each corpus goes on.
    #[must_use]
    pub fn starts(&self, corpora: usize) -> Vec<Progress> {
        let of = |corpus| match self.counts.get(corpus) {
            None => Progress::at(corpus),
            Some(&CorpusCount { puzzles, rejected, is_whole }) => {
                Progress { corpus, puzzles, rejected, is_whole }
            }
        };
        (0..corpora).map(of).collect()
    }

    /// By corpus: whether the clock is read at every puzzle, if that is decided.
    #[must_use]
    pub fn clocked_of(&self, corpora: usize) -> Vec<Option<Vec<bool>>> {
        let mut clocked = self.clocked.clone();
        clocked.resize(corpora, None);
        clocked
    }

    /// Replaces the checkpoint of a folder in one step. What it names must be on the disk.
    ///
    /// # Errors
    /// If the system does not write it.
    pub fn write(mut self, folder: &Path) -> io::Result<()> {
        self.checksum = Some(seal::ZEROS.to_owned());
        let mut text = serde_json::to_vec(&self)?;
        // The summaries of many corpora take much memory.
        drop(self);
        seal::seal(&mut text);
        replace(&folder.join(FILE), &text)
    }

    fn check(&self, corpora: usize, contestants: usize) -> Result<(), Invalid> {
        let long = |key: &str, len: usize, lengths: &[usize]| {
            if lengths.contains(&len) {
                return Ok(());
            }
            let lengths: Vec<_> = lengths.iter().map(usize::to_string).collect();
            let lengths = lengths.join(" or ");
            Err(Invalid::new(key, format!("a list of {len}"), format!("a list of {lengths}")))
        };
        if self.progress.corpus >= corpora {
            let expected = format!("a number below {corpora}, the number of corpora");
            return Err(Invalid::new("progress.corpus", self.progress.corpus, expected));
        }
        long("counts", self.counts.len(), &[0, corpora])?;
        long("lengths", self.lengths.len(), &[GROWING.len()])?;
        let counters = [("windows", self.windows), ("progress.puzzles", self.progress.puzzles)];
        for (key, count) in
            counters.into_iter().chain([("progress.rejected", self.progress.rejected)])
        {
            if count > MOST_COUNT {
                return Err(Invalid::new(key, count, format!("at most {MOST_COUNT}")));
            }
        }
        if !(1..=MOST_PUZZLES).contains(&self.window_size) {
            let expected = format!("1 to {MOST_PUZZLES}");
            return Err(Invalid::new("window_size", self.window_size, expected));
        }
        long("clocked", self.clocked.len(), &[0, corpora])?;
        for (at, clocked) in self.clocked.iter().enumerate() {
            if let Some(clocked) = clocked {
                long(&format!("clocked[{at}]"), clocked.len(), &[contestants])?;
            }
        }
        long("rule_costs", self.rule_costs.len(), &[0, corpora])?;
        for (at, costs) in self.rule_costs.iter().enumerate() {
            long(&format!("rule_costs[{at}]"), costs.len(), &[contestants])?;
        }
        Ok(())
    }
}

/// More windows, puzzles or lines than any run has.
const MOST_COUNT: u64 = 1 << 48;

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        Checkpoint {
            counts: vec![CorpusCount::default(); 2],
            lengths: vec![9; GROWING.len()],
            clocked: vec![Some(vec![true; 3]), None],
            rule_costs: vec![vec![Vec::new(); 3]; 2],
            ..Checkpoint::first(256)
        }
    }

    #[test]
    fn a_checkpoint_of_another_shape_is_refused() {
        assert_eq!(checkpoint().check(2, 3), Ok(()));
        let first = Checkpoint { lengths: vec![9; GROWING.len()], ..Checkpoint::first(1) };
        assert_eq!(first.check(2, 3), Ok(()));
        type Change = (&'static str, fn(&mut Checkpoint));
        let changes: [Change; 9] = [
            ("progress.corpus", |checkpoint| checkpoint.progress.corpus = 2),
            ("progress.puzzles", |checkpoint| checkpoint.progress.puzzles = u64::MAX),
            ("windows", |checkpoint| checkpoint.windows = u64::MAX),
            ("counts", |checkpoint| checkpoint.counts.truncate(1)),
            ("lengths", |checkpoint| checkpoint.lengths.truncate(3)),
            ("window_size", |checkpoint| checkpoint.window_size = 0),
            ("window_size", |checkpoint| checkpoint.window_size = usize::MAX),
            ("clocked[1]", |checkpoint| checkpoint.clocked[1] = Some(vec![true])),
            ("rule_costs[1]", |checkpoint| checkpoint.rule_costs[1].truncate(2)),
        ];
        for (key, change) in changes {
            let mut wrong = checkpoint();
            change(&mut wrong);
            assert_eq!(wrong.check(2, 3).expect_err(key).key, key);
        }
    }
}
