//! `report`: a run in one self-contained file.

use super::{Exit, Failure, run_folder};
use crate::bench::Meta;
use crate::page::{CorpusFacts, FILE, Facts, report};
use crate::run_files::rules::RuleTable;
use crate::run_files::summary::SummaryTable;
use crate::stats::comparison::warnings::warnings;
use crate::stats::run_table::label;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

/// The arguments of `report`.
#[derive(Debug, clap::Args)]
pub(super) struct ReportArgs {
    /// The run's folder [default: the newest run under results/]
    dir: Option<PathBuf>,
    /// The config that others are compared with [default: the best of each chart]
    #[arg(long, value_name = "CONFIG")]
    baseline: Option<String>,
    /// The file of the report [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Writes the report and prints its name.
pub(super) fn execute(args: &ReportArgs) -> Result<Exit, Failure> {
    let folder = run_folder::given_or_newest(args.dir.as_deref())?;
    let run = run_folder::RunFiles::read(&folder)?;
    let summary = SummaryTable::read(&folder).map_err(Failure::failed)?;
    let rules = RuleTable::read(&folder).map_err(Failure::failed)?;
    let mut input = run.chart_input(std::slice::from_ref(&folder))?;
    if let Some(name) = &args.baseline {
        input.baseline = Some(run.label(name)?);
    }
    let mut facts = facts(&run.meta);
    facts.warnings.extend(warnings(&run.table, &run_folder::levels(&run.meta), run.meta.inflation));
    let page = report(&facts, &input, &summary, &rules).map_err(Failure::failed)?;
    let path = args.out.clone().unwrap_or_else(|| folder.join(FILE));
    fs::write(&path, page)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    writeln!(std::io::stdout(), "{}", path.display()).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}

fn facts(meta: &Meta) -> Facts {
    let corpora = meta.corpora.iter().map(|corpus| CorpusFacts {
        name: corpus.name.clone(),
        sha256: corpus.sha256.clone().unwrap_or_default(),
        puzzles: corpus.puzzles,
        rejected: corpus.rejected,
    });
    let configs =
        meta.configs.iter().map(|one| (label(&one.config, &one.engine), one.formula.clone()));
    let counters = meta.counters.iter().map(|(name, words)| (name.clone(), words.clone()));
    let ended = meta.finished.as_ref().map_or("not finished".to_owned(), |end| format!("to {end}"));
    Facts {
        title: format!("{}: a run of dokubench", meta.plan.label),
        when: format!("{} {ended}", meta.started),
        warnings: meta.warnings.clone(),
        run: run_facts(meta),
        machine: machine_facts(meta),
        corpora: corpora.collect(),
        configs: configs.collect(),
        counters: counters.collect(),
    }
}

fn named<const N: usize>(facts: [(&str, String); N]) -> Vec<(String, String)> {
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn run_facts(meta: &Meta) -> Vec<(String, String)> {
    let plan = &meta.plan;
    let limit = |limit: Option<u64>| limit.map_or("none".to_owned(), |limit| limit.to_string());
    let time = plan.time_limit().map(|time| humantime::format_duration(time).to_string());
    let number = |number: Option<u64>| number.map_or("all".to_owned(), |n| n.to_string());
    named([
        ("command line", meta.command_line.join(" ")),
        ("goal", plan.goal.clone() + if plan.bound { ", by a bound" } else { "" }),
        ("node limit", limit(plan.node_limit)),
        ("time limit", time.unwrap_or_else(|| "none".to_owned())),
        ("threads", format!("{}, {} of them timed", plan.threads, plan.timing_threads)),
        ("timed passes", plan.passes.to_string()),
        ("puzzles taken", number(plan.sample.or(plan.take))),
        ("isomorphs", plan.isomorphs.to_string()),
        ("seed", plan.seed.to_string()),
    ])
}

fn machine_facts(meta: &Meta) -> Vec<(String, String)> {
    let machine = &meta.environment;
    let known = |text: &Option<String>| text.clone().unwrap_or_else(|| "not known".to_owned());
    let inflation = meta.inflation.map_or("not measured".to_owned(), |ratio| {
        format!("{:.1} % longer", 100.0 * (ratio - 1.0))
    });
    named([
        ("label", meta.plan.label.clone()),
        ("dokubench", format!("{}, revision {}", machine.version, known(&machine.git_revision))),
        ("compiler", machine.rustc.clone()),
        ("CPU", machine.cpu.clone()),
        (
            "cores",
            format!("{} physical, {} logical", machine.physical_cores, machine.logical_cores),
        ),
        ("instruction set", meta.plan.isa.clone()),
        ("governor", known(&machine.governor)),
        ("load before", format!("{:.2}", machine.load)),
        ("system", machine.os.clone()),
        ("reading the clock", format!("{} ns", meta.clock_cost_ns)),
        ("all cores at work", inflation),
    ])
}
