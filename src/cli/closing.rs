//! The tables of a run, as `run` prints them at its end and `summary` prints them again, and the line
//! behind them.

use super::output;
use crate::bench::Meta;
use crate::stats::summary::ConfigSummary;
use crate::tables::aligned::folded;
use crate::tables::answer::noise_sentence;
use crate::tables::closing::{Heading, table};
use crate::text::{printable, shell_word};
use std::num::NonZeroU64;
use std::path::Path;

/// A table for each corpus with runs, the warnings below it, and the noise floor at the end.
/// On a terminal, rows fit its width. `stopped` says why the run is partial, if it is.
pub(super) fn tables(
    meta: &Meta,
    summaries: &[Vec<ConfigSummary>],
    stopped: Option<&str>,
) -> String {
    let Meta { plan, corpora, configs, warnings, .. } = meta;
    let width = output::width();
    let mut text = String::new();
    for (corpus, summaries) in corpora.iter().zip(summaries) {
        let runs = summaries.first().map_or(0, ConfigSummary::runs);
        if runs == 0 {
            continue;
        }
        let heading = Heading {
            corpus: &printable(&corpus.name),
            puzzles: runs,
            of: corpus.of.map(|of| of * plan.isomorph_numbers().len() as u64),
            goal: &plan.goal.to_string(),
            node_limit: plan.node_limit.map(NonZeroU64::get),
            time_limit: plan.time_limit,
            threads: plan.timing_threads,
            passes: plan.passes,
        };
        let named: Vec<_> = configs.iter().zip(summaries).collect();
        text += &table(&heading, &named, width);
        if let Some(why) = stopped {
            text += &format!("partial run: {why}\n");
        }
        for warning in warnings {
            let warning = format!("warning: {}", printable(warning));
            text += &folded(warning.split(' '), " ", width);
        }
        text += "\n";
    }
    if let Some(floor) = meta.noise_floor {
        text += &format!("{}\n", noise_sentence(floor));
    }
    text
}

/// The folder of a run, and the commands that go on with it. On a terminal that is too narrow, each
/// command has a line.
pub(super) fn last_line(
    meta: &Meta,
    summaries: &[Vec<ConfigSummary>],
    folder: &Path,
    is_complete: bool,
) -> String {
    let mut of_puzzles = summaries.iter().flatten();
    let is_drawn = of_puzzles.any(|of| of.mean_nodes().is_some() || of.mean_time_ns().is_some());
    let words: &[&str] = match meta.configs.len() {
        _ if !is_complete && meta.is_resumable() => &["run --resume"],
        _ if meta.plan.summary_only => &["summary"],
        1 if is_drawn => &["chart", "report"],
        1 => &["report"],
        _ if is_drawn => &["compare", "chart"],
        _ => &["compare"],
    };
    let word = shell_word(folder);
    let next: Vec<_> = words.iter().map(|words| format!("dokubench {words} {word}")).collect();
    let folder = printable(&folder.display().to_string());
    let line = format!("{folder}     next: {}\n", next.join("; "));
    if output::width().is_none_or(|width| line.chars().count() <= width) {
        return line;
    }
    format!("{folder}\nnext: {}\n", next.join("\n      "))
}
