//! `noise`: how much the times of two identical configs differ on this machine.
//!
//! It runs a config twice, as `run --aa` does, in a temporary folder.

use super::run::{contestants, duration, usable};
use super::{Exit, Failure, names, number, output};
use crate::bench::{self, Ending, Execution, Plan};
use crate::catalogue::Config;
use crate::stats::identical::difference;
use crate::stats::run::Run;
use crate::tables::noise::sentence;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `noise`.
#[derive(Debug, clap::Args)]
pub(super) struct NoiseArgs {
    /// The corpus [default: 250 isomorphs of each puzzle of bundled:minimal.txt]
    corpus: Option<PathBuf>,
    /// The config that is timed under two names
    #[arg(long, value_parser = names::config(), hide_possible_values = true)]
    #[arg(default_value = "first_fail:lowest/indomain_min/singles")]
    config: Config,
    /// Threads that solve [default: physical cores]
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(Plan::THREADS))]
    threads: Option<usize>,
    /// Timed passes
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::whole::<u32>(1..=*Plan::PASSES.end()))]
    passes: u32,
    /// The time that it may take: a larger corpus is not done to its end
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration::parse)]
    budget: Duration,
}

/// The corpus where none is given, and its isomorphs: a few seconds of work.
const CORPUS: &str = "bundled:minimal.txt";
const ISOMORPHS: u32 = 250;

/// Times the config twice, and prints what differences mean.
pub(super) fn execute(args: &NoiseArgs) -> Result<Exit, Failure> {
    let stop = super::interrupt::stop("finishing the window in hand")?;
    crate::solve::start_shared_threads()?;
    let plan = Plan {
        corpora: vec![args.corpus.clone().unwrap_or_else(|| CORPUS.into())],
        configs: vec![args.config.name()],
        aa: true,
        passes: args.passes,
        isomorphs: if args.corpus.is_none() { ISOMORPHS } else { 0 },
        ..Plan::default()
    };
    let threads = args.threads.unwrap_or(plan.threads);
    let mut plan = plan.with_threads(threads).with_shuffle(true);
    let contestants = contestants::of(&plan)?;
    let (sources, _) = usable::of(&mut plan)?;
    let place = tempfile::tempdir().map_err(|error| {
        Failure::failed(format!("no temporary folder: {error}; expected a writable TMPDIR"))
    })?;
    let folder = place.path().join("run");
    let execution = Execution {
        budget: Some(args.budget),
        stop: &stop,
        ..Execution::new(&folder, &sources, &contestants)
    };
    let finished = bench::run(plan, execution)?;
    if finished.ending == Ending::Interrupted {
        return Ok(Exit::Interrupted);
    }
    let run = finished.folder.as_deref().map(Run::read).transpose()?;
    let Some(difference) = run.as_ref().and_then(difference) else {
        return Err(Failure::failed(
            "too little was timed: expected a larger corpus or a longer --budget",
        ));
    };
    output::print(&sentence(difference, &finished.meta.environment))?;
    Ok(Exit::Done)
}
