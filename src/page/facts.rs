//! What a report tells besides figures: the run, the machine, configs and counters.

use crate::run_files::meta::Meta;
use crate::stats::run::Run;
use std::num::NonZeroU64;

/// What a report tells besides figures.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Facts {
    /// The heading.
    pub(super) title: String,
    /// When the run was made.
    pub(super) when: String,
    /// What limits the value of its figures.
    pub(super) warnings: Vec<String>,
    /// What was run: names and values.
    pub(super) run: Vec<(String, String)>,
    /// On what machine.
    pub(super) machine: Vec<(String, String)>,
    /// The configs and what they do.
    pub(super) configs: Vec<(String, String)>,
    /// The counters and their definitions.
    pub(super) counters: Vec<(String, String)>,
}

impl Facts {
    /// The facts of a run.
    pub(super) fn new(run: &Run) -> Self {
        let meta = &run.meta;
        let ended = meta.finished.as_ref();
        let ended = ended.map_or("not finished".to_owned(), |end| format!("to {end}"));
        Self {
            title: format!("{}: a run of dokubench", meta.plan.label),
            when: format!("{} {ended}", meta.started),
            warnings: meta.warnings.iter().cloned().chain(run.warnings()).collect(),
            run: run_facts(meta),
            machine: machine_facts(meta),
            configs: meta.configs.iter().map(|one| (one.label(), one.formula.clone())).collect(),
            counters: meta.counters.clone().into_iter().collect(),
        }
    }
}

fn named<const N: usize>(facts: [(&str, String); N]) -> Vec<(String, String)> {
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn run_facts(meta: &Meta) -> Vec<(String, String)> {
    let plan = &meta.plan;
    let limit =
        |limit: Option<NonZeroU64>| limit.map_or("none".to_owned(), |limit| limit.to_string());
    let time = plan.time_limit.map(|time| humantime::format_duration(time).to_string());
    let number = |number: Option<u64>| number.map_or("all".to_owned(), |n| n.to_string());
    named([
        ("command line", meta.command_line.join(" ")),
        ("goal", plan.goal.to_string() + if plan.bound { ", by a bound" } else { "" }),
        ("node limit", limit(plan.node_limit)),
        ("time limit", time.unwrap_or_else(|| "none".to_owned())),
        ("threads", format!("{}, {} of them timed", plan.threads, plan.timing_threads)),
        ("timed passes", plan.passes.to_string()),
        ("puzzles taken", number(plan.sample.or(plan.take.map(NonZeroU64::get)))),
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
        ("label", meta.plan.label.to_string()),
        ("dokubench", format!("{}, revision {}", machine.version, known(&machine.git_revision))),
        ("compiler", machine.rustc.clone()),
        ("CPU", machine.cpu.clone()),
        (
            "cores",
            format!("{} physical, {} logical", machine.physical_cores, machine.logical_cores),
        ),
        ("instruction set", meta.plan.isa.to_string()),
        ("governor", known(&machine.governor)),
        ("load before", format!("{:.2}", machine.load)),
        ("system", machine.os.clone()),
        ("reading the clock", format!("{} ns", meta.clock_cost_ns)),
        ("all cores at work", inflation),
    ])
}
