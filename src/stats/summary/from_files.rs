//! The summary of a run from its files: of one that goes on, or that was cut short.

use super::{ConfigSummary, SummaryLimits, header, restore};
use crate::run_files::checkpoint::{self, Checkpoint};
use crate::run_files::meta::Meta;
use crate::run_files::summary::{FILE, SummaryTable};
use crate::run_files::verify::Extent;
use crate::run_files::{blocks, runs};
use std::collections::HashMap;
use std::io;
use std::num::NonZeroU64;
use std::path::Path;

/// Summaries without runs: by corpus, then config.
#[must_use]
pub fn none(meta: &Meta) -> Vec<Vec<ConfigSummary>> {
    let limits = SummaryLimits {
        nodes: meta.plan.node_limit.map(NonZeroU64::get),
        time_ns: meta.plan.time_limit.map(|limit| limit.as_nanos() as u64),
    };
    let none = ConfigSummary::with_tick(limits, meta.coarse_tick_ns.unwrap_or(0));
    vec![vec![none; meta.configs.len()]; meta.corpora.len()]
}

/// The content of `summary.csv`.
#[must_use]
pub fn file(meta: &Meta, summaries: &[Vec<ConfigSummary>]) -> Vec<u8> {
    let mut text = header();
    let (goal, timing_threads) = (meta.plan.goal.to_string(), meta.plan.timing_threads);
    for (corpus, summaries) in meta.corpora.iter().zip(summaries) {
        for (identity, summary) in meta.configs.iter().zip(summaries) {
            summary.push_row(&mut text, &corpus.name, identity, &goal, timing_threads);
        }
    }
    text
}

/// The content of a run's `summary.csv`, or if the run is not finished, that of its whole windows.
///
/// # Errors
/// If the files cannot be read, or hold anything else; in a line.
pub fn text(folder: &Path, meta: &Meta) -> Result<Vec<u8>, String> {
    if meta.finished.is_some() {
        let path = folder.join(FILE);
        return std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
    }
    let extent = Extent::read(folder, meta).map_err(|error| error.to_string())?;
    let summaries = sum_up(folder, meta, &extent);
    let summaries = summaries.map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(file(meta, &summaries))
}

/// The same as a table.
///
/// # Errors
/// If the files cannot be read, or hold anything else; in a line.
pub fn read(folder: &Path, meta: &Meta) -> Result<SummaryTable, String> {
    let text = text(folder, meta)?;
    SummaryTable::parse(&text[..])
        .map_err(|error| format!("{}: {error}", folder.join(FILE).display()))
}

/// Sums up the rows of a run's whole windows, by corpus, then config. A run without rows has its
/// summaries in its checkpoint.
///
/// # Errors
/// If the files cannot be read, or hold rows of another run.
pub fn sum_up(folder: &Path, meta: &Meta, extent: &Extent) -> io::Result<Vec<Vec<ConfigSummary>>> {
    if meta.plan.summary_only {
        return saved(folder, meta);
    }
    let mut summaries = none(meta);
    let corpora: HashMap<&str, usize> =
        meta.corpora.iter().enumerate().map(|(at, corpus)| (&*corpus.name, at)).collect();
    let configs: HashMap<(&str, &str), usize> = meta
        .configs
        .iter()
        .enumerate()
        .map(|(at, c)| ((&*c.config, c.engine.as_str()), at))
        .collect();
    let unknown =
        || io::Error::new(io::ErrorKind::InvalidData, "a row names no config of this run");
    let mut rows = runs::Reader::new(extent.open(folder, runs::FILE)?).map_err(invalid_data)?;
    let mut last = 0;
    while let Some(row) = rows.next_row().map_err(invalid_data)? {
        let corpus = corpora.get(row.corpus).ok_or_else(unknown)?;
        if *corpus != last {
            // More rows of a corpus follow only if a budget cut it.
            let left = &meta.corpora[last];
            if left.of.is_none_or(|of| of <= left.puzzles) {
                summaries[last].iter_mut().for_each(ConfigSummary::close);
            }
            last = *corpus;
        }
        let config = configs.get(&(row.config, row.engine)).ok_or_else(unknown)?;
        summaries[*corpus][*config].add(&row.run);
    }
    let mut timed = csv::Reader::from_reader(extent.open(folder, blocks::FILE)?);
    let timed: Vec<blocks::Block<String>> = timed.deserialize().collect::<Result<_, _>>()?;
    // The passes of a block follow each other.
    let is_same = |a: &blocks::Block<String>, b: &blocks::Block<String>| {
        let key = |block: &blocks::Block<String>| (block.window, block.block);
        key(a) == key(b) && (&a.config, &a.engine) == (&b.config, &b.engine)
    };
    for passes in timed.chunk_by(is_same) {
        let block = &passes[0];
        let corpus = corpora.get(&*block.corpus).ok_or_else(unknown)?;
        let config = configs.get(&(&*block.config, &*block.engine)).ok_or_else(unknown)?;
        let passes_ns = passes.iter().map(|block| block.elapsed_ns).collect();
        summaries[*corpus][*config].add_block(block.puzzles, passes_ns);
    }
    Ok(summaries)
}

/// The summaries in the checkpoint of a run.
fn saved(folder: &Path, meta: &Meta) -> io::Result<Vec<Vec<ConfigSummary>>> {
    let checkpoint = Checkpoint::read(folder, meta).map_err(io::Error::other)?;
    let wrong = || {
        let reason = format!("{}: summaries: expected those of this run", checkpoint::FILE);
        io::Error::new(io::ErrorKind::InvalidData, reason)
    };
    let text = checkpoint.summaries.ok_or_else(wrong)?;
    restore(&text, meta).ok_or_else(wrong)
}

fn invalid_data(error: runs::RowError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
