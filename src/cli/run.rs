//! `run`: configs and engines over corpora.

pub(super) mod contestants;
mod definition;
pub(super) mod duration;
mod experiment;
mod hints;
mod progress;
pub(super) mod usable;

use super::output::{error, print, warn};
use super::{Exit, Failure, closing, number, run_folder};
use crate::bench::{
    self, BenchError, Contestant, Ending, Execution, Finished, Label, Plan, ResumeOptions,
};
use crate::corpus::{BUNDLED, Source};
use crate::goal::Status;
use crate::run_files::shard::{Shard, ShardMeta};
use crate::stats::identical::difference;
use crate::stats::run::Run;
use crate::tables::noise::sentence;
use crate::text::{counted, printable, shell_word};
use definition::{DefinitionArgs, Typed};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The arguments of `run`.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct RunArgs {
    #[command(flatten)]
    definition: Typed,
    #[command(flatten)]
    new: NewArgs,
    /// Threads that solve [default: SLURM_CPUS_PER_TASK, or physical cores]; with --resume only at --passes 0. A list, e.g.
    /// 1,2,4, makes a run for each number: DIR-threads-1, DIR-threads-2, ...
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = number::whole::<usize>(Plan::THREADS))]
    threads: Vec<usize>,
    /// End within this time, e.g. 10m: a run takes random puzzles (--shuffle) and drops a window that
    /// is not done; several runs share the time
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    budget: Option<Duration>,
    /// Solve only part K of N of the puzzles, K from 0, for example on one of N machines; the folder
    /// appears when the part is whole, and merge makes the run of all parts
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with_all = ["budget", "resume"])]
    shard: Option<Shard>,
    /// Continue the run in a folder: everything but --budget and --threads comes from there
    #[arg(long, value_name = "DIR", conflicts_with_all = ["NewArgs", "DefinitionArgs"])]
    resume: Option<PathBuf>,
    /// Continue a timed run also with another build or on another machine
    #[arg(long, requires = "resume")]
    allow_other_build: bool,
}

/// What a new run is made from: none of it goes with `--resume`.
#[derive(Debug, clap::Args)]
struct NewArgs {
    /// Take what defines the run from an experiment file, or from the meta.json of a run: each option
    /// above that is not in the file can be added
    #[arg(long, value_name = "FILE")]
    experiment: Option<PathBuf>,
    /// The folder in which relative corpora of the experiment begin [default: the folder of its file]
    #[arg(long, value_name = "DIR", requires = "experiment")]
    corpora_in: Option<PathBuf>,
    /// Print the experiment file of these options, with the SHA-256 of the corpora, and run nothing
    #[arg(long)]
    write_experiment: bool,
    /// Threads of the timed passes [default: the value of --threads]
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(Plan::THREADS))]
    timing_threads: Option<usize>,
    /// The name of the host in files [default: the host's name]
    #[arg(long, value_name = "NAME")]
    label: Option<Label>,
    /// The folder of the run, new or empty [default: results/<UTC time>-<label>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the benchmark.
pub(super) fn execute(args: RunArgs) -> Result<Exit, Failure> {
    match &args.resume {
        Some(folder) => conclude(&resume(folder, &args)?),
        None => begin(args),
    }
}

fn stop() -> Result<Arc<AtomicBool>, Failure> {
    super::interrupt::stop("finishing the window in hand")
}

/// Makes new runs: one for each number of threads.
fn begin(args: RunArgs) -> Result<Exit, Failure> {
    let RunArgs { definition, new, budget, shard, .. } = args;
    let definition = match &new.experiment {
        Some(file) => experiment::with(&definition, file, new.corpora_in.as_deref())?,
        None => definition.args,
    };
    let place = contestants::Place { timing_threads: new.timing_threads, label: new.label };
    let shuffles = shuffles(&definition, budget.is_some());
    let plan = |threads| -> Result<Plan, Failure> {
        Ok(contestants::plan(&definition, &place, threads)?.with_shuffle(shuffles))
    };
    let plans: Vec<Plan> = match &*contestants::once_each(args.threads) {
        [] => vec![plan(None)?],
        threads => threads.iter().map(|&threads| plan(Some(threads))).collect::<Result<_, _>>()?,
    };
    let contestants = contestants::of(&plans[0])?;
    if new.write_experiment {
        let text = experiment::of(&plans[0])?.to_string();
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::stdout)?;
        return Ok(Exit::Done);
    }
    let stop = stop()?;
    let folder = new.out.clone().unwrap_or_else(|| default_folder(plans[0].label.as_str()));
    let folders = folders(&folder, &plans)?;
    for hint in plans.iter().max_by_key(|plan| plan.threads).map_or(Ok(Vec::new()), hints::of)? {
        warn(hint);
    }
    let mut usable = plans[0].clone();
    let (sources, is_sound) = usable::of(&mut usable)?;
    if shard.is_some() {
        check_shard(&plans, &sources, is_sound)?;
    }
    let command_line = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let command_line: Vec<_> =
        std::iter::once("dokubench".to_owned()).chain(command_line).collect();
    let execution = Execution {
        command_line: &command_line,
        shard,
        budget: budget.map(|budget| budget / plans.len() as u32),
        stop: &stop,
        is_numbered: new.out.is_none(),
        ..Execution::new(&folder, &sources, &contestants)
    };
    let plans = plans.into_iter().map(|plan| Plan { corpora: usable.corpora.clone(), ..plan });
    let exit = run_all(plans.zip(&folders), execution)?;
    Ok(if exit == Exit::Done && !is_sound { Exit::Failed } else { exit })
}

/// Makes runs one after another. The exit code is the first that is not 0.
fn run_all<'a>(
    plans: impl Iterator<Item = (Plan, &'a PathBuf)>,
    execution: Execution<'_>,
) -> Result<Exit, Failure> {
    let (mut exit, mut done) = (Exit::Done, Vec::new());
    for (plan, folder) in plans {
        let observer = progress::Bar::new(execution.sources, plan.passes);
        let finished = bench::run(plan, Execution { folder, observer: &observer, ..execution })?;
        let ended = conclude(&finished)?;
        exit = if exit == Exit::Done { ended } else { exit };
        done.extend(finished.folder);
        if finished.ending == Ending::Interrupted {
            return Ok(Exit::Interrupted);
        }
    }
    if done.len() > 1 {
        let words: Vec<_> = done.iter().map(|folder| shell_word(folder)).collect();
        let next = format!("dokubench chart --kind scaling {}", words.join(" "));
        let text = format!("all runs     next: {next}\n");
        std::io::stdout().write_all(text.as_bytes()).map_err(Failure::stdout)?;
    }
    Ok(exit)
}

/// The folders of the runs. Where there are several, each is named after its threads, and must be
/// new or empty before the first run begins.
fn folders(folder: &Path, plans: &[Plan]) -> Result<Vec<PathBuf>, Failure> {
    if plans.len() == 1 {
        return Ok(vec![folder.to_owned()]);
    }
    if plans[0].corpora.iter().any(|path| path.as_os_str() == "-") {
        let message = "standard input (-) can be read only once, not for each number of --threads";
        return Err(Failure::usage(message));
    }
    let named = |plan: &Plan| {
        let mut name = folder.as_os_str().to_owned();
        name.push(format!("-threads-{}", plan.threads));
        PathBuf::from(name)
    };
    let folders: Vec<_> = plans.iter().map(named).collect();
    let is_used =
        |folder: &&PathBuf| fs::read_dir(folder).is_ok_and(|mut all| all.next().is_some());
    match folders.iter().find(is_used) {
        Some(used) => Err(BenchError::NotEmpty(used.clone()).into()),
        None => Ok(folders),
    }
}

/// Whether other shards can read the same corpora: all hold puzzles, and none is a pipe.
fn check_shard(plans: &[Plan], sources: &[Source], is_sound: bool) -> Result<(), Failure> {
    if plans.len() > 1 {
        return Err(Failure::usage("--shard takes one number of --threads, not a list"));
    }
    if !is_sound {
        return Err(Failure::usage("a shard needs corpora that all hold puzzles"));
    }
    for source in sources {
        if source.size().is_none() {
            let name = source.display();
            return Err(Failure::usage(format!(
                "{name}: a pipe, which other shards cannot read; expected files with --shard"
            )));
        }
    }
    Ok(())
}

/// Whether the puzzles are taken in random order.
fn shuffles(definition: &DefinitionArgs, is_budgeted: bool) -> bool {
    let shuffles = definition.shuffle || (is_budgeted && !definition.no_shuffle);
    if shuffles && definition.corpora.iter().any(|path| path.as_os_str() == "-") {
        warn("standard input cannot be shuffled: its puzzles are taken in order");
    }
    shuffles
}

fn resume(folder: &Path, args: &RunArgs) -> Result<Finished, Failure> {
    let threads = match args.threads[..] {
        [] => None,
        [threads] => Some(threads),
        _ => return Err(Failure::usage("--resume takes one number of --threads, not a list")),
    };
    let stop = stop()?;
    let meta = run_folder::meta(folder)?;
    let contestants = contestants::of(&meta.plan)?;
    let working_folder = meta.working_folder.as_ref().map(|stored| stored.0.as_path());
    let sources = sources_of(&meta.plan, working_folder)?;
    let execution = Execution {
        budget: args.budget,
        observer: &progress::Bar::new(&sources, meta.plan.passes),
        stop: &stop,
        ..Execution::new(folder, &sources, &contestants)
    };
    let options = ResumeOptions { allow_other_build: args.allow_other_build, threads };
    Ok(bench::resume(meta, execution, options)?)
}

/// The corpora of a plan, whose relative paths begin in a folder.
fn sources_of(plan: &Plan, working_folder: Option<&Path>) -> Result<Vec<Source>, Failure> {
    let bundled = |path: &Path| {
        let found = BUNDLED.iter().find(|bundled| Path::new(bundled.name) == path);
        let unknown = || Failure::usage(format!("{}: no bundled corpus", path.display()));
        found.map(Source::Bundled).ok_or_else(unknown)
    };
    if plan.is_bundled {
        plan.corpora.iter().map(|path| bundled(path)).collect()
    } else {
        let options = plan.read_options();
        let corpora = plan.corpora.iter().map(|path| match (Source::of(path), working_folder) {
            (Source::File(_), Some(folder)) => super::corpora::of(&folder.join(path), &options),
            _ => super::corpora::of(path, &options),
        });
        Ok(corpora.collect::<Result<Vec<_>, _>>()?.concat())
    }
}

fn default_folder(label: &str) -> PathBuf {
    let time = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ");
    Path::new("results").join(format!("{time}-{label}"))
}

/// Prints the tables and warnings of a run, and how it ended.
fn conclude(finished: &Finished) -> Result<Exit, Failure> {
    let stopped = match finished.ending {
        Ending::Complete | Ending::WasThere => None,
        Ending::BudgetSpent => Some("the budget is spent"),
        Ending::Interrupted => Some("it was interrupted"),
    };
    let mut text = closing::tables(&finished.meta, &finished.summaries, stopped);
    if finished.meta.plan.aa
        && !finished.meta.plan.summary_only
        && let Some(folder) = &finished.folder
    {
        crate::solve::start_shared_threads()?;
        let run = Run::read(folder)?;
        text +=
            &difference(&run).map_or_else(String::new, |of| sentence(of, &run.meta.environment));
    }
    if let Some(ShardMeta { shard, .. }) = &finished.meta.shard {
        let place = finished.folder.as_ref().map_or_else(
            || "not whole, so nothing was written".to_owned(),
            |folder| printable(&folder.display().to_string()),
        );
        let when = if finished.ending == Ending::WasThere { " (it was there)" } else { "" };
        text += &format!("shard {shard}: {place}{when}\n");
    } else if let Some(folder) = &finished.folder {
        let is_complete = finished.ending == Ending::Complete;
        text += &closing::last_line(&finished.meta, &finished.summaries, folder, is_complete);
    } else if finished.ending == Ending::BudgetSpent {
        return Err(Failure::failed(
            "the budget ended before every config had solved one puzzle, so there is no folder: \
             expected a longer --budget, a lower --node-limit or fewer configs",
        ));
    } else {
        warn("the run ended before its first row: no folder was made");
    }
    print(&text)?;
    Ok(exit_of(finished))
}

fn exit_of(finished: &Finished) -> Exit {
    let rejected: u64 = finished.meta.corpora.iter().map(|corpus| corpus.rejected).sum();
    if rejected > 0 {
        warn(format!("{} rejected: see rejected.csv", counted(rejected, "line")));
    }
    let with = |status| -> u64 {
        finished.summaries.iter().flatten().map(|summary| summary.with_status(status)).sum()
    };
    let failures = with(Status::Wrong) + with(Status::Error);
    if failures > 0 {
        let failures = counted(failures, "run");
        warn(format!("{failures} failed: see the columns status and error of runs.csv"));
    }
    let is_complete = finished.ending == Ending::Complete && finished.meta.shard.is_none();
    let empty = finished.meta.corpora.iter().filter(|corpus| is_complete && corpus.puzzles == 0);
    let is_empty = empty.map(|corpus| error(BenchError::NoPuzzle(corpus.name.clone()))).count() > 0;
    match finished.ending {
        Ending::Interrupted => Exit::Interrupted,
        _ if failures > 0 => Exit::BadRows,
        _ if is_empty || (finished.meta.plan.strict && rejected > 0) => Exit::Failed,
        _ => Exit::Done,
    }
}

impl From<BenchError> for Failure {
    fn from(error: BenchError) -> Self {
        match error {
            BenchError::RunFile(error) => error.into(),
            BenchError::Start(_)
            | BenchError::Plan(_)
            | BenchError::Isa(_)
            | BenchError::NotEmpty(_)
            | BenchError::OtherShard { .. }
            | BenchError::Refused { .. } => Self::usage(error),
            BenchError::Corpus(_)
            | BenchError::CorpusChanged { .. }
            | BenchError::Threads(_)
            | BenchError::File { .. }
            | BenchError::NoPuzzle(_) => Self::failed(error),
        }
    }
}

/// The contestants of a plan, in order: configs, then other engines; each twice for `--aa`.
fn twice(contestants: Vec<Contestant>, aa: bool) -> Vec<Contestant> {
    if !aa {
        return contestants;
    }
    let again = |contestant: Contestant| {
        let second = Contestant::numbered(Arc::clone(&contestant.engine), 2);
        [contestant, second]
    };
    contestants.into_iter().flat_map(again).collect()
}
