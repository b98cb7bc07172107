//! The files of a run that statistics need.

use super::block_table::BlockTable;
use super::comparison::warnings::{TOLERATED_INFLATION, warnings};
use super::run_table::{Column, RunTable, RunTableError};
use crate::run_files::error::FileError;
use crate::run_files::meta::{Meta, read_meta};
use std::path::{Path, PathBuf};

/// A run, read from its folder.
#[derive(Clone, Debug)]
pub struct Run {
    /// The folder.
    pub folder: PathBuf,
    /// What was run, on what.
    pub meta: Meta,
    /// The runs of the puzzles.
    pub table: RunTable,
    /// The timed blocks.
    pub blocks: BlockTable,
}

/// A run cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// Its `meta.json`.
    #[error(transparent)]
    Meta(#[from] FileError),
    /// Its `runs.csv`.
    #[error(transparent)]
    Table(#[from] RunTableError),
    /// Another of its files.
    #[error("{0}")]
    File(String),
}

impl Run {
    /// Reads the files of a run.
    ///
    /// # Errors
    /// [`RunError`] names the file and what is wrong with it.
    pub fn read(folder: &Path) -> Result<Self, RunError> {
        Ok(Self {
            folder: folder.to_owned(),
            meta: read_meta(folder)?,
            table: RunTable::read(folder)?,
            blocks: BlockTable::read(folder).map_err(RunError::File)?,
        })
    }

    /// The names of its configs where engines appear side by side, sorted.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        let columns = self.table.corpora.iter().flat_map(|corpus| &corpus.columns);
        let mut labels: Vec<_> = columns.map(Column::label).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    }

    /// Drops all configs but these.
    pub fn keep(&mut self, labels: &[String]) {
        for corpus in &mut self.table.corpora {
            corpus.columns.retain(|column| labels.contains(&column.label()));
        }
    }

    /// Whether times may be judged: working on all cores did not inflate them.
    #[must_use]
    pub fn judges_time(&self) -> bool {
        self.meta.inflation.is_none_or(|inflation| inflation <= TOLERATED_INFLATION)
    }

    /// What limits the value of comparisons within the run, each in a line.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        warnings(&self.table, &self.meta)
    }
}
