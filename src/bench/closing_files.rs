//! The files of a run that are written when it ends.

use super::error::BenchError;
use super::execution::Execution;
use super::writer::Results;
use crate::run_files::checkpoint::{self, Checkpoint};
use crate::run_files::field::header;
use crate::run_files::meta::Meta;
use crate::run_files::replace::replace;
use crate::run_files::rules;
use crate::stats::summary;

/// Writes what can only be written at the end: what was done is whole, however the run ended.
pub(super) fn write(
    execution: &Execution<'_>,
    meta: &Meta,
    results: &Results,
) -> Result<(), BenchError> {
    let text = summary::file(meta, &results.summaries);
    replace_file(execution, summary::FILE, &text)?;
    if meta.shard.is_some() {
        save_summaries(execution, meta, results)?;
    }
    if meta.plan.rule_costs {
        replace_file(execution, rules::FILE, &rule_rows(execution, meta, results))?;
    }
    execution.write(meta)
}

/// Keeps the summaries of a shard in its checkpoint, in the form that can be merged.
fn save_summaries(
    execution: &Execution<'_>,
    meta: &Meta,
    results: &Results,
) -> Result<(), BenchError> {
    let summaries = Some(summary::save(&results.summaries));
    let checkpoint = Checkpoint { summaries, ..Checkpoint::read(execution.folder, meta)? };
    let path = execution.folder.join(checkpoint::FILE);
    checkpoint.write(execution.folder).map_err(BenchError::file(&path))
}

fn replace_file(execution: &Execution<'_>, file: &str, content: &[u8]) -> Result<(), BenchError> {
    let path = execution.folder.join(file);
    replace(&path, content).map_err(BenchError::file(&path))
}

/// The content of `rules.csv`.
fn rule_rows(execution: &Execution<'_>, meta: &Meta, results: &Results) -> Vec<u8> {
    let mut rows = header(&rules::COLUMNS);
    for (corpus, costs) in meta.corpora.iter().zip(&results.rule_costs) {
        for (contestant, costs) in execution.contestants.iter().zip(costs) {
            for cost in costs {
                rules::push_row(&mut rows, &corpus.name, &contestant.identity.config, cost);
            }
        }
    }
    rows
}
