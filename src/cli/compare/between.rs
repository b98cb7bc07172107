//! `compare OLD NEW`: a run against an earlier one, or several against several.

use super::{CompareArgs, OutputFormat, print, write};
use crate::bench::{CorpusMeta, Meta, Plan};
use crate::cli::{Exit, Failure, output, run_folder};
use crate::identity::ConfigName;
use crate::run_files::{puzzles, rejected};
use crate::stats::block_table::BlockTable;
use crate::stats::comparison::between::{
    FILE, Side, changed_endings, compare, regressions, unpaired,
};
use crate::stats::comparison::drift::{Drift, of_several, of_two};
use crate::stats::comparison::{Settings, file};
use crate::stats::run::Run;
use crate::tables::between as table;
use crate::text::counted;
use std::io::Read as _;
use std::path::PathBuf;

fn side(run: &Run) -> Side<'_> {
    Side { table: &run.table, blocks: &run.blocks }
}

/// Compares every config with itself in the old run, writes `compare_earlier.csv` into the new
/// run's folder and prints what changed. With `--fail-above`, exits with 4 on a regression.
pub(super) fn execute(
    old: &[PathBuf],
    new: &[PathBuf],
    args: &CompareArgs,
) -> Result<Exit, Failure> {
    let is_single = old.len() == 1 && new.len() == 1;
    if !is_single && (old.len() < 2 || new.len() < 2) {
        return Err(Failure::usage(
            "one run on one side tells nothing of the spread between runs: expected one --old and \
             one --new run, or at least two of each",
        ));
    }
    let read = |folders: &[PathBuf]| {
        folders.iter().map(|folder| run_folder::read(folder)).collect::<Result<Vec<_>, _>>()
    };
    let (old, new) = (read(old)?, read(new)?);
    let all: Vec<_> = old.iter().chain(&new).collect();
    let (first, last) = (&old[0], &new[0]);
    for run in &all[1..] {
        if let Some(why) = refusal(first, run) {
            return Err(Failure::usage(format!("not comparable: {why}")));
        }
    }
    let lacking = unpaired(side(first), side(last));
    if !lacking.is_empty() {
        output::warn(format!("in one of the runs only: {}", lacking.join(", ")));
    }
    for run in &all {
        for line in run.meta.partial() {
            output::warn(format!("{}: {line}", run.folder.display()));
        }
        warn_of_wild_passes(&run.blocks);
    }
    let strangers = all[1..].iter().find_map(|run| why_no_times(&first.meta, &run.meta));
    let settings = settings_of(&all, args);
    let mut comparisons = compare(side(first), side(last), &settings);
    if comparisons.is_empty() {
        return Err(Failure::usage("not comparable: the runs have no config in common"));
    }
    comparisons.retain(|comparison| strangers.is_none() || !comparison.metric.is_time());
    write(&last.folder.join(FILE), &file::csv(&comparisons))?;
    let drifts = match (&strangers, is_single) {
        (Some(_), _) => Vec::new(),
        (None, true) => of_two(&comparisons),
        (None, false) => of_several(&sides(&old), &sides(&new)),
    };
    let unjudged = strangers.or_else(|| all.iter().find_map(|run| why_not_judged(run)));
    let report = table::Report {
        comparisons: &comparisons,
        drifts: &drifts,
        settings: &settings,
        runs: [old.len(), new.len()],
        why_not_judged: unjudged.as_deref(),
    };
    let is_short = args.output_format() == OutputFormat::Table && !args.filter.is_given();
    if is_short {
        output::print(&table::text(&report))?;
    } else {
        let shown = args.filter.apply(comparisons.clone(), &[], last)?;
        print(&shown, args.output_format())?;
    }
    let Some(fail_above) = args.fail_above else { return Ok(Exit::Done) };
    let mut worse = regressions(&comparisons, fail_above);
    worse.extend(changed_endings(side(first), side(last), unjudged.is_none()));
    worse.extend(slower(&drifts, &settings, unjudged.as_deref(), args.strict_time));
    for line in &worse {
        output::error(format!("regression: {line}"));
    }
    Ok(if worse.is_empty() { Exit::Done } else { Exit::Regression })
}

fn sides(runs: &[Run]) -> Vec<Side<'_>> {
    runs.iter().map(side).collect()
}

/// The settings for all runs: the largest noise floor of any.
fn settings_of(runs: &[&Run], args: &CompareArgs) -> Settings {
    let all: Vec<_> = runs.iter().map(|run| run.settings()).collect();
    let noise_floor = all.iter().map(|settings| settings.noise_floor).fold(0.0, f64::max);
    let judges_time = all.iter().all(|settings| settings.judges_time);
    let margin = args.fail_above.unwrap_or(args.margin);
    Settings { margin, noise_floor, judges_time, ..runs[0].settings() }
}

/// What became slower, or cannot be judged where that counts.
fn slower(
    drifts: &[Drift],
    settings: &Settings,
    unjudged: Option<&str>,
    is_strict: bool,
) -> Vec<String> {
    let mut lines = Vec::new();
    for drift in drifts {
        let why = unjudged.map(str::to_owned).or_else(|| drift.why_not_judged(settings));
        match why {
            Some(why) if is_strict => {
                lines.push(format!("{}: times are not judged: {why}", drift.corpus));
            }
            Some(_) => {}
            None => lines.extend(drift.regressions(settings)),
        }
    }
    if drifts.is_empty() && is_strict {
        let why = unjudged.unwrap_or("nothing was timed");
        lines.push(format!("times are not judged: {why}"));
    }
    lines
}

/// Why a run's times are not judged, if they are not.
fn why_not_judged(run: &Run) -> Option<String> {
    let environment = &run.meta.environment;
    run.why_no_times().or_else(|| {
        let words = || format!("{}: {}", run.folder.display(), environment.load_in_words());
        environment.is_loaded().then(words)
    })
}

/// Warns of passes that took much longer than the others did.
pub(super) fn warn_of_wild_passes(blocks: &BlockTable) {
    let worst = blocks.wild.iter().max_by(|a, b| a.factor.total_cmp(&b.factor));
    if let Some(worst) = worst {
        output::warn(format!(
            "{} took more than twice the median pass, at worst {:.0} times ({}, {}, pass {}): \
             medians over passes count",
            counted(blocks.wild.len() as u64, "pass"),
            worst.factor,
            worst.corpus,
            worst.config,
            worst.pass
        ));
    }
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
            let content = |run: &Run, file: &str| -> Option<Vec<u8>> {
                let mut content = Vec::new();
                let mut opened = run.extent.open(&run.folder, file).ok()?;
                let _ = opened.read_to_end(&mut content).ok()?;
                Some(content)
            };
            let differs = |file: &str| content(old, file) != content(new, file);
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
