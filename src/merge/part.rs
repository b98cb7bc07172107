//! A shard to be merged: its files, checked.

use super::error::MergeError;
use super::records::Records;
use crate::bench::{META_FILE, Meta, read_meta};
use crate::run_files::checkpoint::{self, Checkpoint};
use crate::run_files::error::Invalid;
use crate::run_files::shard::{Shard, ShardMeta};
use crate::run_files::verify::{self, Extent};
use crate::stats::summary::{self, ConfigSummary};
use std::path::{Path, PathBuf};

/// A whole shard.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) folder: PathBuf,
    pub(super) meta: Meta,
    pub(super) made: ShardMeta,
    pub(super) shard: Shard,
    pub(super) checkpoint: Checkpoint,
    pub(super) extent: Extent,
}

impl Part {
    /// Reads what is known of a shard.
    pub(super) fn read(folder: &Path) -> Result<Self, MergeError> {
        let meta = read_meta(folder)?;
        let refused = |reason: &str| MergeError::Refused {
            folder: folder.to_owned(),
            reason: reason.to_owned(),
        };
        let made = meta.shard.clone();
        let made = made.ok_or_else(|| refused("no shard; expected the folder of run --shard"))?;
        if meta.finished.is_none() {
            return Err(refused("not whole; expected a shard that has ended"));
        }
        let checkpoint = Checkpoint::read(folder, &meta)?;
        let extent = Extent::read(folder, &meta)?;
        let part =
            Self { folder: folder.to_owned(), shard: made.shard, made, meta, checkpoint, extent };
        part.check_counts()?;
        // The text is large: it is read again when it is added.
        Ok(Self { checkpoint: Checkpoint { summaries: None, ..part.checkpoint }, ..part })
    }

    /// The shard must have its share of every corpus.
    fn check_counts(&self) -> Result<(), MergeError> {
        for (at, corpus) in self.meta.corpora.iter().enumerate() {
            let share = corpus.of.map(|of| self.shard.share(of));
            if share != Some(corpus.puzzles) {
                let key = format!("corpora[{at}].puzzles");
                let expected = share.map_or("corpora[].of".to_owned(), |share| share.to_string());
                let path = self.folder.join(META_FILE);
                return Err(Invalid::new(&key, corpus.puzzles, expected).at(&path).into());
            }
        }
        Ok(())
    }

    /// Compares its rows with their checksums.
    pub(super) fn verify(&self) -> Result<(), MergeError> {
        let _ = verify::windows(&self.folder, &self.extent)?;
        Ok(())
    }

    /// Its summaries: by corpus, then contestant.
    pub(super) fn summaries(&self) -> Result<Vec<Vec<ConfigSummary>>, MergeError> {
        let text = Checkpoint::read(&self.folder, &self.meta)?.summaries;
        let summaries = text.and_then(|text| summary::restore(&text, &self.meta));
        summaries.ok_or_else(|| {
            let path = self.folder.join(checkpoint::FILE);
            Invalid::new("summaries", "none of this shard", "those of its corpora and configs")
                .at(&path)
                .into()
        })
    }

    /// The rows of one of its files.
    pub(super) fn open(&self, name: &str, stays_open: bool) -> std::io::Result<Records> {
        let (path, compress) = (self.extent.path(&self.folder, name), self.meta.plan.compress);
        Records::open(path, name, self.extent.length(name), compress, stays_open)
    }

    /// The error of a file with more rows than puzzles need.
    pub(super) fn surplus(&self, file: &str) -> MergeError {
        let path = self.extent.path(&self.folder, file);
        Invalid::new("rows", "more than its puzzles have", "those of its puzzles").at(&path).into()
    }

    /// The error of a reader or writer of its files.
    pub(super) fn unread(&self, file: &str, error: std::io::Error) -> MergeError {
        let path = self.extent.path(&self.folder, file);
        crate::run_files::error::FileError::Read { path, error }.into()
    }
}
