//! `compare OLD NEW`: a run against an earlier one.

use super::{CompareArgs, print, settings_of, write};
use crate::bench::{CorpusMeta, Meta, Plan};
use crate::cli::{Exit, Failure, output, run_folder};
use crate::identity::ConfigName;
use crate::run_files::{puzzles, rejected};
use crate::stats::comparison::earlier::{
    FILE, Side, changed_endings, compare, regressions, unpaired,
};
use crate::stats::comparison::warnings::TOLERATED_INFLATION;
use crate::stats::comparison::{Comparison, Settings, file};
use crate::stats::run::Run;
use std::path::Path;

fn side(run: &Run) -> Side<'_> {
    Side { table: &run.table, blocks: &run.blocks }
}

/// Compares every config with itself in the earlier run, writes `compare_earlier.csv` into the
/// later run's folder and prints the tables. With `--fail-above`, fails on a regression.
pub(super) fn execute(old: &Path, new: &Path, args: &CompareArgs) -> Result<Exit, Failure> {
    let (old, new) = (run_folder::read(old)?, run_folder::read(new)?);
    if let Some(why) = refusal(&old, &new) {
        return Err(Failure::usage(format!("not comparable: {why}")));
    }
    let lacking = unpaired(side(&new), side(&old));
    if !lacking.is_empty() {
        output::warn(format!("in one of the runs only: {}", lacking.join(", ")));
    }
    let strangers = why_no_times(&old.meta, &new.meta);
    if let Some(why) = &strangers {
        output::warn(format!("times are not compared: {why}"));
    }
    let inflation = [&old, &new].into_iter().filter_map(|run| run.meta.inflation);
    let is_inflated = inflation.fold(1.0, f64::max) > TOLERATED_INFLATION;
    if is_inflated && strangers.is_none() {
        output::warn("working on all cores inflated times by more than 5 %: no verdict on time");
    }
    let margin = args.fail_above.unwrap_or(args.margin);
    let settings = Settings { margin, judges_time: !is_inflated, ..settings_of(args) };
    let mut comparisons = compare(side(&new), side(&old), &settings);
    if comparisons.is_empty() {
        return Err(Failure::usage("not comparable: the runs have no config in common"));
    }
    comparisons.retain(|comparison| strangers.is_none() || !comparison.metric.is_time());
    write(&new.folder.join(FILE), &file::csv(&comparisons))?;
    print(&comparisons, args.output_format)?;
    Ok(verdict(&old, &new, &comparisons, args.fail_above, strangers.is_none()))
}

fn verdict(
    old: &Run,
    new: &Run,
    comparisons: &[Comparison],
    fail_above: Option<f64>,
    has_times: bool,
) -> Exit {
    let Some(fail_above) = fail_above else { return Exit::Done };
    let mut worse = regressions(comparisons, fail_above);
    worse.extend(changed_endings(side(new), side(old), has_times));
    for line in &worse {
        output::error(format!("regression: {line}"));
    }
    if worse.is_empty() { Exit::Done } else { Exit::Failed }
}

/// Why the runs are not about the same work, if they are not.
fn refusal(old: &Run, new: &Run) -> Option<String> {
    let (before, now) = (&old.meta, &new.meta);
    other_corpora(&before.corpora, &now.corpora)
        .or_else(|| {
            let (before, now) = (&before.plan, &now.plan);
            // Without chance in a search a seed only puts the timed blocks in order.
            let seed = |plan: &Plan| {
                let is_chance = |config: &ConfigName| config.to_string().contains("random");
                let matters = plan.isomorphs > 0 || plan.configs.iter().any(is_chance);
                if matters { plan.seed.to_string() } else { "any".to_owned() }
            };
            let none = || "none".to_owned();
            let nodes = |plan: &Plan| plan.node_limit.map_or_else(none, |limit| limit.to_string());
            let time = |plan: &Plan| {
                plan.time_limit.map_or_else(none, |limit| limit.as_nanos().to_string())
            };
            let facts = [
                ("goals", before.goal.to_string(), now.goal.to_string()),
                ("node limits", nodes(before), nodes(now)),
                ("time limits (ns)", time(before), time(now)),
                ("bounds", before.bound.to_string(), now.bound.to_string()),
                ("isomorphs", before.isomorphs.to_string(), now.isomorphs.to_string()),
                ("seeds", seed(before), seed(now)),
            ];
            let other = facts.into_iter().find(|(_, before, now)| before != now);
            other.map(|(what, before, now)| format!("other {what}: {before} against {now}"))
        })
        // Of a pipe there is no hash, and of a part of a corpus the hash says too little.
        .or_else(|| {
            let differs = |file: &str| {
                std::fs::read(old.folder.join(file)).ok()
                    != std::fs::read(new.folder.join(file)).ok()
            };
            [puzzles::FILE, rejected::FILE]
                .into_iter()
                .find(|file| differs(file))
                .map(|file| format!("other puzzles: the files {file} differ"))
        })
}

fn other_corpora(old: &[CorpusMeta], new: &[CorpusMeta]) -> Option<String> {
    let name = |corpora: &[CorpusMeta]| -> Vec<String> {
        corpora.iter().map(|corpus| corpus.name.clone()).collect()
    };
    if name(old) != name(new) {
        let [old, new] = [old, new].map(|corpora| name(corpora).join(", "));
        return Some(format!("other corpora: {old} against {new}"));
    }
    let (old, new) = old.iter().zip(new).find(|(old, new)| old != new)?;
    Some(if old.sha256 != new.sha256 {
        format!("other corpora: {} has other content", old.name)
    } else {
        format!("other corpora: of {}, {} puzzles against {}", old.name, old.puzzles, new.puzzles)
    })
}

/// Why times do not compare, if they do not.
fn why_no_times(old: &Meta, new: &Meta) -> Option<String> {
    let facts = |meta: &Meta| {
        let machine = &meta.environment;
        [
            ("CPUs", machine.cpu.clone()),
            ("numbers of cores", machine.physical_cores.to_string()),
            ("systems", machine.os.clone()),
            ("labels of the host", meta.plan.label.to_string()),
            ("numbers of threads", meta.plan.timing_threads.to_string()),
            ("instruction sets", meta.plan.isa.to_string()),
            ("optimisation", (!machine.is_debug_build).to_string()),
        ]
    };
    let other = facts(old).into_iter().zip(facts(new)).find(|(old, new)| old != new);
    other.map(|((what, old), (_, new))| format!("other {what}: {old} against {new}"))
}
