//! Merging the shards of a run into the run.
//!
//! The rows of a run without shards come in blocks of [`BLOCK`](crate::run_files::shard::BLOCK) puzzles from the
//! shards in turn, so merging copies rows and sorts none. Counts, sums and distributions of the
//! shards are added. Memory is bounded by the number of shards, not of rows.

mod error;
mod identity;
mod part;
mod records;
mod rows;

use crate::bench::folder::Folder;
use crate::bench::new_folder::Place;
use crate::bench::{BenchError, META_FILE, Meta};
use crate::counters::RuleCost;
use crate::run_files::checkpoint::{Checkpoint, CorpusCount, Progress, RuleCosts};
use crate::run_files::field::header;
use crate::run_files::replace::replace;
use crate::run_files::rules;
use crate::run_files::shard::MergedShard;
use crate::stats::summary::{self, ConfigSummary};
pub use error::{MergeError, ranges};
use part::Part;
use rows::Rows;
use std::path::{Path, PathBuf};

/// What may be merged that is refused otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeOptions {
    /// Shards may be missing.
    pub partial: bool,
    /// Times of different processors may be merged.
    pub mixed_cpus: bool,
}

/// A merged run.
#[derive(Debug)]
pub struct Merged {
    /// Its folder.
    pub folder: PathBuf,
    /// What is in its `meta.json`.
    pub meta: Meta,
    /// By corpus, then contestant.
    pub summaries: Vec<Vec<ConfigSummary>>,
    /// The numbers of the shards that are missing, ascending.
    pub missing: Vec<u32>,
}

/// Merges shards, given by their folders in any order, into a new or empty folder, which appears when
/// it is whole.
///
/// # Errors
/// [`MergeError`] if shards are missing, doubled, damaged, or of different runs, or if a file cannot
/// be read or written.
pub fn merge(
    folders: &[PathBuf],
    out: &Path,
    options: MergeOptions,
    command_line: Vec<String>,
) -> Result<Merged, MergeError> {
    let mut parts =
        folders.iter().map(|folder| Part::read(folder)).collect::<Result<Vec<_>, _>>()?;
    parts.sort_by_key(|part| part.shard.number);
    let missing = identity::check(&parts, options)?;
    let place = Place::at_end(out)?;
    parts.iter().try_for_each(Part::verify)?;
    let meta = meta_of(&parts, &missing, options, command_line);
    let summaries = summaries_of(&parts, &meta)?;
    let rule_costs = rule_costs_of(&parts);
    let folder = Folder::new(out, place, &meta)?;
    let folder = Rows::new(&parts, &meta, folder, &rule_costs, &summaries)?.write()?;
    let hidden = folder.path().map(Path::to_owned).unwrap_or_default();
    let write = |file: &str, content: &[u8]| {
        let path = hidden.join(file);
        replace(&path, content).map_err(BenchError::file(&out.join(file)))
    };
    write(summary::FILE, &summary::file(&meta, &summaries))?;
    if meta.plan.rule_costs {
        write(rules::FILE, &rule_rows(&meta, &rule_costs))?;
    }
    meta.write(&hidden).map_err(BenchError::file(&out.join(META_FILE)))?;
    let unpublished = folder.into_unpublished();
    let folder = unpublished.expect("a merged run appears at its end").publish()?;
    Ok(Merged { folder, meta, summaries, missing })
}

/// What is known of the whole run.
fn meta_of(
    parts: &[Part],
    missing: &[u32],
    options: MergeOptions,
    command_line: Vec<String>,
) -> Meta {
    let first = &parts[0].meta;
    let mut meta = Meta { command_line, shard: None, warnings: Vec::new(), ..first.clone() };
    let metas = || parts.iter().map(|part| &part.meta);
    let greatest = |figure: fn(&Meta) -> Option<f64>| metas().filter_map(figure).reduce(f64::max);
    meta.started = metas().map(|meta| meta.started.clone()).min().expect("a part");
    meta.finished = metas().filter_map(|meta| meta.finished.clone()).max();
    meta.inflation = greatest(|meta| meta.inflation);
    meta.noise_floor = greatest(|meta| meta.noise_floor);
    meta.clock_cost_ns = metas().map(|meta| meta.clock_cost_ns).max().unwrap_or(0);
    meta.coarse_tick_ns = metas().filter_map(|meta| meta.coarse_tick_ns).max();
    if metas().any(|meta| meta.plan.label != first.plan.label) {
        meta.plan.label = "merged".parse().expect("a label");
    }
    for (at, corpus) in meta.corpora.iter_mut().enumerate() {
        let of_parts = || parts.iter().map(move |part| &part.meta.corpora[at]);
        corpus.puzzles = of_parts().map(|corpus| corpus.puzzles).sum();
        corpus.rejected = of_parts().map(|corpus| corpus.rejected).sum();
        corpus.of = corpus.of.filter(|_| !missing.is_empty());
    }
    if !missing.is_empty() {
        meta.finished = None;
        let (count, of) = (missing.len(), parts[0].shard.of);
        meta.warnings.push(format!("{count} of {of} shards are missing: {}", ranges(missing)));
    }
    if options.mixed_cpus && metas().any(|meta| meta.environment.cpu != first.environment.cpu) {
        meta.warnings.push("times are of different processors".to_owned());
    }
    for part in parts {
        let warnings = part.meta.warnings.iter();
        let is_new = |warning: &&String| !first.warnings.contains(warning);
        let of_shard = |warning: &String| format!("shard {}: {warning}", part.shard.number);
        let is_first = part.shard == parts[0].shard;
        meta.warnings.extend(warnings.filter(|warning| is_first || is_new(warning)).map(of_shard));
        meta.shards.push(MergedShard {
            made: part.made.clone(),
            cpu: part.meta.environment.cpu.clone(),
            puzzles: part.meta.corpora.iter().map(|corpus| corpus.puzzles).sum(),
            warnings: part.meta.warnings.clone(),
        });
    }
    meta
}

/// The summaries of all parts together: by corpus, then contestant.
fn summaries_of(parts: &[Part], meta: &Meta) -> Result<Vec<Vec<ConfigSummary>>, MergeError> {
    let mut sum = summary::none(meta);
    for part in parts {
        for (sum, more) in sum.iter_mut().flatten().zip(part.summaries()?.iter().flatten()) {
            sum.merge(more);
        }
    }
    Ok(sum)
}

fn rule_costs_of(parts: &[Part]) -> RuleCosts {
    let mut sum = parts[0].checkpoint.rule_costs.clone();
    for part in &parts[1..] {
        let more = part.checkpoint.rule_costs.iter().flatten();
        sum.iter_mut().flatten().zip(more).for_each(|(sum, more)| RuleCost::add_all(sum, more));
    }
    sum
}

/// The content of `rules.csv`.
fn rule_rows(meta: &Meta, costs: &RuleCosts) -> Vec<u8> {
    let mut rows = header(&rules::COLUMNS);
    for (corpus, costs) in meta.corpora.iter().zip(costs) {
        for (identity, costs) in meta.configs.iter().zip(costs) {
            costs
                .iter()
                .for_each(|cost| rules::push_row(&mut rows, &corpus.name, &identity.config, cost));
        }
    }
    rows
}

/// The checkpoint of a merged run after a number of windows.
fn checkpoint(
    meta: &Meta,
    windows: u64,
    rule_costs: &RuleCosts,
    summaries: &[Vec<ConfigSummary>],
) -> Checkpoint {
    let last = meta.corpora.len() - 1;
    let count = |corpus: &crate::bench::CorpusMeta| CorpusCount {
        puzzles: corpus.puzzles,
        rejected: corpus.rejected,
        is_whole: true,
    };
    let counts: Vec<_> = meta.corpora.iter().map(count).collect();
    let CorpusCount { puzzles, rejected, is_whole } = counts[last];
    Checkpoint {
        windows,
        progress: Progress { corpus: last, puzzles, rejected, is_whole },
        counts,
        rule_costs: rule_costs.clone(),
        summaries: meta.plan.summary_only.then(|| summary::save(summaries)),
        is_finished: true,
        ..Checkpoint::first(1)
    }
}
