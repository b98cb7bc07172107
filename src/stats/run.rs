//! The files of a run that statistics need.

use super::block_table::BlockTable;
use super::comparison::Settings;
use super::comparison::warnings::{TOLERATED_INFLATION, warnings};
use super::run_table::{Column, RunTable, RunTableError};
use super::summary::SummaryLimits;
use crate::identity::Identity;
use crate::run_files::error::FileError;
use crate::run_files::meta::{Meta, read_meta};
use crate::run_files::verify::Extent;
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
    /// How much of the files was read.
    pub extent: Extent,
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
    /// It has no rows.
    #[error(
        "{0}: it has no rows of puzzles (--summary-only); expected a run with rows, or: dokubench \
         summary"
    )]
    SummaryOnly(String),
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
        let meta = read_meta(folder)?;
        if meta.plan.summary_only {
            return Err(RunError::SummaryOnly(folder.display().to_string()));
        }
        let extent = Extent::read(folder, &meta)?;
        let mut blocks = BlockTable::read(folder, &extent).map_err(RunError::File)?;
        blocks.keep_resolved(meta.coarse_tick_ns.unwrap_or(0));
        Ok(Self {
            folder: folder.to_owned(),
            table: RunTable::read(folder, &extent)?,
            blocks,
            meta,
            extent,
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

    /// Why times get no verdict, if they get none.
    #[must_use]
    pub fn why_no_times(&self) -> Option<String> {
        if let Some(tick) = self.meta.coarse_tick_ns {
            return Some(format!("the clock ticks in {tick} ns"));
        }
        let inflation = self.meta.inflation.filter(|&factor| factor > TOLERATED_INFLATION)?;
        Some(format!("working on all cores made times {:.0} % longer", 100.0 * (inflation - 1.0)))
    }

    /// How the configs of the run are compared.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let level = |one: &Identity| (one.config.clone(), one.pruning().to_owned());
        Settings {
            judges_time: self.why_no_times().is_none(),
            noise_floor: self.meta.noise_floor.unwrap_or(0.0),
            levels: self.meta.configs.iter().map(level).collect(),
            ..Settings::default()
        }
    }

    /// The limits of the run.
    #[must_use]
    pub fn limits(&self) -> SummaryLimits {
        let plan = &self.meta.plan;
        let nanoseconds = |limit: std::time::Duration| limit.as_nanos() as u64;
        SummaryLimits {
            nodes: plan.node_limit.map(Into::into),
            time_ns: plan.time_limit.map(nanoseconds),
        }
    }

    /// What limits the value of comparisons within the run, each in a line.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut lines = self.meta.partial();
        lines.extend(warnings(&self.table, &self.meta));
        lines
    }
}
