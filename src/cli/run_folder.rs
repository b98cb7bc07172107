//! The folder of a run: the one that is named, or the newest under `results/`.

use super::Failure;
use crate::bench::{Meta, read_meta};
use crate::charts::{ChartInput, ConfigParts, Context, throughputs};
use crate::run_files::puzzles::PuzzleTable;
use crate::run_files::summary::SummaryTable;
use crate::stats::block_table::BlockTable;
use crate::stats::comparison::Settings;
use crate::stats::comparison::warnings::TOLERATED_INFLATION;
use crate::stats::run_table::{Column, RunTable};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const RESULTS: &str = "results";

/// The folder of the run that was asked for.
pub(super) fn given_or_newest(given: Option<&Path>) -> Result<PathBuf, Failure> {
    given.map_or_else(|| newest(Path::new(RESULTS)), |folder| Ok(folder.to_owned()))
}

/// The run whose files were written last.
fn newest(results: &Path) -> Result<PathBuf, Failure> {
    let written = |folder: &Path| -> Option<SystemTime> {
        fs::metadata(folder.join("runs.csv")).ok()?.modified().ok()
    };
    let folders = fs::read_dir(results).into_iter().flatten().flatten().map(|entry| entry.path());
    folders
        .filter_map(|folder| Some((written(&folder)?, folder)))
        .max()
        .map(|(_, folder)| folder)
        .ok_or_else(|| {
            Failure::failed(format!(
                "no run under {RESULTS}/: expected the folder of a run, or do `dokubench run` first"
            ))
        })
}

/// What the folder's `meta.json` says.
pub(super) fn meta(folder: &Path) -> Result<Meta, Failure> {
    read_meta(folder).map_err(|error| {
        let path = folder.join("meta.json");
        Failure::failed(format!("{}: {error}: expected the folder of a run", path.display()))
    })
}

/// The pruning level of each config of a run.
pub(super) fn levels(meta: &Meta) -> BTreeMap<String, String> {
    meta.configs.iter().map(|one| (one.config.clone(), one.pruning.clone())).collect()
}

/// All that is read of a run.
pub(super) struct RunFiles {
    pub(super) meta: Meta,
    pub(super) table: RunTable,
    pub(super) blocks: BlockTable,
    pub(super) puzzles: PuzzleTable,
}

impl RunFiles {
    /// Reads the files of a run.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        Ok(Self {
            table: RunTable::read(folder).map_err(Failure::failed)?,
            meta: meta(folder)?,
            blocks: BlockTable::read(folder).map_err(Failure::failed)?,
            puzzles: PuzzleTable::read(folder).map_err(Failure::failed)?,
        })
    }

    /// The label of a config of the run, which may be given in any form that a config has.
    pub(super) fn label(&self, name: &str) -> Result<String, Failure> {
        label(name, &self.table)
    }

    /// Drops all configs but these; none if there are none.
    pub(super) fn keep(&mut self, names: &[String]) -> Result<(), Failure> {
        if names.is_empty() {
            return Ok(());
        }
        let labels: Vec<_> = names.iter().map(|name| self.label(name)).collect::<Result<_, _>>()?;
        for corpus in &mut self.table.corpora {
            corpus.columns.retain(|column| labels.contains(&column.label()));
        }
        Ok(())
    }

    /// Whether times may be judged.
    pub(super) fn judges_time(&self) -> bool {
        self.meta.inflation.is_none_or(|inflation| inflation <= TOLERATED_INFLATION)
    }

    /// What charts are drawn of; throughputs are those of all the runs.
    pub(super) fn chart_input(&self, runs: &[PathBuf]) -> Result<ChartInput<'_>, Failure> {
        let plan = &self.meta.plan;
        let parts = self.meta.configs.iter().map(|one| {
            let tie = if one.tie_break.is_empty() { "" } else { ":" };
            let ordering = format!("{}{tie}{}/{}", one.var_order, one.tie_break, one.val_order);
            (one.config.clone(), ConfigParts { ordering, level: one.pruning.clone() })
        });
        let mut all = Vec::new();
        for run in runs {
            all.extend(throughputs(&SummaryTable::read(run).map_err(Failure::failed)?));
        }
        Ok(ChartInput {
            table: &self.table,
            blocks: &self.blocks,
            puzzles: &self.puzzles,
            context: Context { node_limit: plan.node_limit, time_limit_ns: plan.time_limit_ns },
            parts: parts.collect(),
            baseline: None,
            settings: Settings { judges_time: self.judges_time(), ..Settings::default() },
            throughputs: all,
            comparisons: std::cell::OnceCell::new(),
        })
    }
}

/// The label of a config of a run, which may be given in any form that a config has.
pub(super) fn label(name: &str, table: &RunTable) -> Result<String, Failure> {
    let canonical = name.parse::<crate::catalogue::Config>().map(|config| config.to_string());
    let mut labels: Vec<_> =
        table.corpora.iter().flat_map(|corpus| &corpus.columns).map(Column::label).collect();
    labels.sort_unstable();
    labels.dedup();
    let is_it = |label: &&String| **label == name || Ok(*label) == canonical.as_ref();
    labels.iter().find(is_it).cloned().ok_or_else(|| {
        Failure::usage(format!("{name:?} is no config of this run: it has {}", labels.join(", ")))
    })
}
