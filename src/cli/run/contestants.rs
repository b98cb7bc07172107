//! Who takes part in a run: from arguments to a plan, and from a plan to engines.

use super::definition::{CompressName, DefinitionArgs};
use super::twice;
use crate::bench::{Contestant, Label, Plan};
use crate::catalogue::{
    self, BRANCHINGS, ENGINES, EngineEntry, PRESETS, PRUNINGS, PruningEntry, TIE_BREAKS,
    VALUE_ORDERINGS,
};
use crate::catalogue::{Config, OrderAndTie, cross_product};
use crate::cli::Failure;
use crate::corpus::BUNDLED;
use crate::engine::Timing;
use crate::goal::Goal;
use crate::identity::EngineName;
use crate::isa::Isa;
use crate::named::Named as _;
use std::path::PathBuf;

/// What of a plan is no part of an experiment, besides the number of threads.
#[derive(Debug, Default)]
pub(super) struct Place {
    /// Threads of the timed passes; none: all.
    pub(super) timing_threads: Option<usize>,
    /// The name of the host in files; none: the host's own.
    pub(super) label: Option<Label>,
}

/// The plan of the arguments.
pub(super) fn plan(
    args: &DefinitionArgs,
    place: &Place,
    threads: Option<usize>,
) -> Result<Plan, Failure> {
    let defaults = Plan::default();
    let is_bundled = args.corpora.is_empty();
    let threads = threads.or_else(of_slurm).unwrap_or(defaults.threads);
    let timing_threads = place.timing_threads.unwrap_or(threads);
    if timing_threads > threads {
        let message = format!("--timing-threads {timing_threads} is more than --threads {threads}");
        return Err(Failure::usage(message));
    }
    let (configs, engines) = named(args)?;
    let goal = goal(args)?;
    if args.bound && goal != Goal::MaxScore {
        return Err(Failure::usage(format!("--bound is for the goal max_score, not {goal}")));
    }
    let stdin = args.corpora.iter().filter(|path| path.as_os_str() == "-").count();
    if stdin > 1 {
        return Err(Failure::usage("standard input (-) can be read only once"));
    }
    let bundled = BUNDLED.iter().map(|bundled| PathBuf::from(bundled.name));
    Ok(Plan {
        corpora: if is_bundled { bundled.collect() } else { args.corpora.clone() },
        is_bundled,
        format: args.format,
        configs: configs.iter().map(Config::name).collect(),
        engines,
        aa: args.aa,
        goal,
        bound: args.bound,
        threads,
        timing_threads,
        passes: args.passes,
        node_limit: args.node_limit.unwrap_or(Some(Plan::NODE_LIMIT)),
        time_limit: args.time_limit,
        take: args.take,
        sample: args.sample,
        shuffle: false,
        isomorphs: args.isomorphs,
        seed: args.seed,
        rule_costs: args.rule_costs,
        solutions: args.solutions,
        compress: args.compress.map(CompressName::compress),
        summary_only: args.summary_only,
        strict: args.strict,
        block: args.block,
        isa: args.isa.map_or(defaults.isa, Isa::set),
        label: place.label.clone().unwrap_or_else(host),
    })
}

/// The processors that Slurm gives each task, where it says so.
fn of_slurm() -> Option<usize> {
    let count = std::env::var("SLURM_CPUS_PER_TASK").ok()?.parse().ok()?;
    Plan::THREADS.contains(&count).then_some(count as usize)
}

/// The host's name, as far as it can be part of a folder's.
fn host() -> Label {
    let name = sysinfo::System::host_name().unwrap_or_default();
    name.parse().unwrap_or_default()
}

/// The goal: the named one, or that on which the presets agree.
fn goal(args: &DefinitionArgs) -> Result<Goal, Failure> {
    if let Some(goal) = args.goal {
        return Ok(goal);
    }
    let mut goals: Vec<Goal> = args.preset.iter().map(|preset| preset.goal).collect();
    goals.dedup();
    match goals[..] {
        [] => Ok(Goal::Unique),
        [goal] => Ok(goal),
        _ => Err(Failure::usage("the presets have different goals: name one with --goal")),
    }
}

/// The configs and the other engines that were named, or the default ones; each once.
fn named(args: &DefinitionArgs) -> Result<(Vec<Config>, Vec<EngineName>), Failure> {
    let has_axes = !(args.order.is_empty()
        && args.tie.is_empty()
        && args.value.is_empty()
        && args.prune.is_empty()
        && args.branching.is_empty());
    let mut configs = args.config.clone();
    for preset in &args.preset {
        configs.push(preset.config.parse()?);
    }
    if has_axes {
        configs.extend(combined(args)?);
    }
    let mut engines: Vec<_> = args.engine.iter().map(|e| EngineName::new(e.name)).collect();
    if configs.is_empty() && engines.is_empty() {
        configs = default_configs()?;
        if args.goal.is_none_or(|goal| goal != Goal::MaxScore) {
            let default = ENGINES.iter().filter(|entry| entry.is_default);
            engines = default.map(|entry| EngineName::new(entry.name)).collect();
        }
    }
    Ok((once_each(configs), once_each(engines)))
}

/// The items without those that came before.
pub(super) fn once_each<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut once = Vec::new();
    for item in items {
        if !once.contains(&item) {
            once.push(item);
        }
    }
    once
}

/// All combinations of the axes.
fn combined(args: &DefinitionArgs) -> Result<Vec<Config>, Failure> {
    let or = |orders: &[OrderAndTie]| -> Result<Vec<OrderAndTie>, Failure> {
        if orders.is_empty() { Ok(vec!["first_fail".parse()?]) } else { Ok(orders.to_vec()) }
    };
    let values = if args.value.is_empty() { vec![&VALUE_ORDERINGS[0]] } else { args.value.clone() };
    let ties = if args.tie.is_empty() { vec![&TIE_BREAKS[0]] } else { args.tie.clone() };
    let singles = || -> Result<Vec<&'static PruningEntry>, Failure> {
        Ok(vec![PruningEntry::named("singles").map_err(Failure::usage)?])
    };
    let prunings = if args.prune.is_empty() { singles()? } else { args.prune.clone() };
    let orders = or(&args.order)?;
    if !args.tie.is_empty()
        && let Some(order) = orders.iter().find(|order| !order.variable.takes_tie)
    {
        let (ordering, tie) = (order.variable.name, args.tie[0].name.to_owned());
        return Err(catalogue::ConfigError::Tie { ordering, tie }.into());
    }
    let branchings =
        if args.branching.is_empty() { vec![&BRANCHINGS[0]] } else { args.branching.clone() };
    Ok(cross_product(&orders, &ties, &values, &prunings, &branchings)?)
}

/// The configs of the first three presets, `first_fail` up the ladder of pruning, and
/// `first_fail:ddeg` at `singles` and `locked`.
fn default_configs() -> Result<Vec<Config>, Failure> {
    let presets = PRESETS[..3].iter().map(|preset| preset.config.to_owned());
    let ladder = PRUNINGS.iter().filter(|level| level.is_default);
    let ladder = ladder.map(|level| format!("first_fail/indomain_min/{}", level.name));
    let brelaz = ["singles", "locked"].map(|level| format!("first_fail:ddeg/indomain_min/{level}"));
    Ok(presets.chain(ladder).chain(brelaz).map(|text| text.parse()).collect::<Result<_, _>>()?)
}

/// The engines of a plan, in order.
pub(in crate::cli) fn of(plan: &Plan) -> Result<Vec<Contestant>, Failure> {
    let mut contestants = Vec::new();
    for config in &plan.configs {
        contestants.push(Contestant::new(catalogue::search(&Config::named(config)?)));
    }
    for engine in &plan.engines {
        let engines = EngineEntry::named(engine.as_str()).map_err(Failure::usage)?.engines();
        contestants.extend(engines.into_iter().map(Contestant::new));
    }
    if plan.bound {
        contestants = contestants.into_iter().map(Contestant::bounded).collect();
    }
    let is_by_block = |contestant: &Contestant| contestant.engine.timing() == Timing::PerBlock;
    if plan.block.is_some() && !contestants.iter().any(is_by_block) {
        let message = "--block: no engine here solves many puzzles at once (lanes does)";
        return Err(Failure::usage(message));
    }
    if plan.rule_costs && !contestants.iter().any(|contestant| contestant.engine.has_rules()) {
        let message = "--rule-costs: no config here has pruning rules (levels from naked up have)";
        return Err(Failure::usage(message));
    }
    Ok(twice(contestants, plan.aa))
}
