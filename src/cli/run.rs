//! `run`: configs and engines over corpora.

pub(super) mod contestants;
pub(super) mod duration;
mod hints;
mod progress;
pub(super) mod usable;

use super::output::{error, warn};
use super::{Exit, Failure, closing, names, number, run_folder};
use crate::bench::{
    self, BenchError, Contestant, Ending, Execution, Finished, Label, Plan, ResumeOptions,
};
use crate::catalogue::{BranchingEntry, EngineEntry, Preset, PruningEntry, TieEntry, ValueEntry};
use crate::catalogue::{Config, OrderAndTie};
use crate::corpus::{BUNDLED, Format, Source};
use crate::counters::RuleCost;
use crate::goal::{Goal, Status};
use crate::isa::Isa;
use crate::run_files::compress::Compress;
use crate::run_files::shard::{Shard, ShardMeta};
use crate::stats::identical::difference;
use crate::stats::run::Run;
use crate::tables::noise::sentence;
use crate::text::{printable, shell_word};
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The arguments of `run`.
#[derive(Debug, clap::Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct RunArgs {
    #[command(flatten)]
    new: NewArgs,
    /// Threads that solve [default: SLURM_CPUS_PER_TASK, or physical cores]; with --resume only at --passes 0
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(Plan::THREADS))]
    threads: Option<usize>,
    /// End the run within this time, e.g. 10m: it takes random puzzles (--shuffle) and drops a window
    /// that is not done
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    budget: Option<Duration>,
    /// Solve only part K of N of the puzzles, K from 0, for example on one of N machines; the folder
    /// appears when the part is whole, and merge makes the run of all parts
    #[arg(long, value_name = "K/N", requires = "out", conflicts_with_all = ["budget", "resume"])]
    shard: Option<Shard>,
    /// Continue the run in a folder: everything but --budget and --threads comes from there
    #[arg(long, value_name = "DIR", conflicts_with = "NewArgs")]
    resume: Option<PathBuf>,
    /// Continue a timed run also with another build or on another machine
    #[arg(long, requires = "resume")]
    allow_other_build: bool,
}

/// What defines a new run: none of it goes with `--resume`.
#[derive(Debug, clap::Args)]
struct NewArgs {
    /// Corpora: files, or - for standard input; the bundled ones if none is named
    corpora: Vec<PathBuf>,
    /// The format in which the corpora are read [default: detected by content]
    #[arg(long, visible_alias = "input-format", value_name = "NAME", value_parser = names::format())]
    format: Option<&'static Format>,
    /// Configs: ORDER[:TIE]/VALUE/PRUNING[/two_way], see below
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::config(), hide_possible_values = true)]
    config: Vec<Config>,
    /// Variable orderings, ORDER[:TIE], combined with --tie, --value, --prune and --branching
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::order(), hide_possible_values = true)]
    order: Vec<OrderAndTie>,
    /// Tie-breaks of the orderings that name none
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::tie(), hide_possible_values = true)]
    tie: Vec<&'static TieEntry>,
    /// Value orderings
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::value(), hide_possible_values = true)]
    value: Vec<&'static ValueEntry>,
    /// Pruning levels
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::pruning(), hide_possible_values = true)]
    prune: Vec<&'static PruningEntry>,
    /// Branchings: d_way, two_way (levels from naked up) [default: d_way]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::branching(), hide_possible_values = true)]
    branching: Vec<&'static BranchingEntry>,
    /// Presets: the searches of the original programs
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::preset(), hide_possible_values = true)]
    preset: Vec<&'static Preset>,
    /// Other engines
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = names::engine(), hide_possible_values = true)]
    engine: Vec<&'static EngineEntry>,
    /// The goal: first, unique, count:K or max_score [default: the goal of the presets, or
    /// unique]
    #[arg(long, value_parser = names::goal(), hide_possible_values = true)]
    goal: Option<Goal>,
    /// Threads of the timed passes [default: the value of --threads]
    #[arg(long, value_name = "N", value_parser = number::whole::<usize>(Plan::THREADS))]
    timing_threads: Option<usize>,
    /// Timed passes; 0: only count
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::whole::<u32>(Plan::PASSES))]
    passes: u32,
    /// The node limit of a run, or none [default: 100000]
    #[arg(long, value_name = "N", value_parser = duration::node_limit)]
    node_limit: Option<duration::NodeLimit>,
    /// The time limit per puzzle, config and pass, e.g. 5s
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time_limit: Option<Duration>,
    /// Take the first N puzzles of each corpus
    #[arg(long, value_name = "N", value_parser = number::whole::<NonZeroU64>(1..=u64::MAX))]
    take: Option<NonZeroU64>,
    /// Take a random sample of N puzzles of each corpus
    #[arg(long, value_name = "N", value_parser = number::whole::<u64>(Plan::SAMPLE))]
    sample: Option<u64>,
    /// Take the puzzles of each corpus in random order, kept in memory; implied by --budget
    #[arg(long, overrides_with = "no_shuffle")]
    shuffle: bool,
    /// Take the puzzles in the order of the corpus, also with --budget
    #[arg(long)]
    no_shuffle: bool,
    /// Solve N random isomorphs of each puzzle instead of the puzzle itself
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::whole::<u32>(Plan::ISOMORPHS))]
    isomorphs: u32,
    /// The seed of all random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed)]
    seed: u64,
    /// Prune max_score by a bound
    #[arg(long)]
    bound: bool,
    /// Measure the cost and effect of each pruning rule in a separate pass: rules.csv
    #[arg(long, long_help = rule_costs_help())]
    rule_costs: bool,
    /// Keep the solutions in runs.csv
    #[arg(long)]
    solutions: bool,
    /// Compress runs.csv and puzzles.csv: runs.csv.zst and puzzles.csv.zst
    #[arg(long, value_enum, value_name = "NAME")]
    compress: Option<CompressName>,
    /// Write no rows of puzzles and blocks, only summary.csv, rejected.csv and meta.json: for runs of
    /// many millions of puzzles
    #[arg(long, conflicts_with = "solutions")]
    summary_only: bool,
    /// Run every config twice, under two names
    #[arg(long)]
    aa: bool,
    /// Fail if a line is rejected
    #[arg(long)]
    strict: bool,
    /// The instruction set [default: the best of this CPU]
    #[arg(long, value_parser = names::isa())]
    isa: Option<Isa>,
    /// The name of the host in files [default: the host's name]
    #[arg(long, value_name = "NAME")]
    label: Option<Label>,
    /// The folder of the run, new or empty [default: results/<UTC time>-<label>]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// How the large files of a run are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CompressName {
    Zstd,
}

impl CompressName {
    const fn compress(self) -> Compress {
        match self {
            Self::Zstd => Compress::Zstd,
        }
    }
}

fn rule_costs_help() -> String {
    let mut help = "Measure, in a pass of its own after the timed ones, what each pruning rule \
                    costs and brings: rules.csv, a row per corpus, config and rule. Engines and \
                    levels without rules (none, fc) have no rows.\n"
        .to_owned();
    for (name, definition) in RuleCost::DEFINITIONS {
        help += &format!("\n{name}: {definition}");
    }
    help
}

/// Runs the benchmark.
pub(super) fn execute(args: RunArgs) -> Result<Exit, Failure> {
    let stop = super::interrupt::stop("finishing the window in hand")?;
    match &args.resume {
        Some(folder) => conclude(&resume(folder, &args, &stop)?),
        None => begin(&args, &stop),
    }
}

fn begin(args: &RunArgs, stop: &AtomicBool) -> Result<Exit, Failure> {
    let mut plan = contestants::plan(&args.new, args.threads)?.with_shuffle(shuffles(args));
    let contestants = contestants::of(&plan)?;
    for hint in hints::of(&plan)? {
        warn(hint);
    }
    let (sources, is_sound) = usable::of(&mut plan)?;
    let folder = args.new.out.clone().unwrap_or_else(|| default_folder(plan.label.as_str()));
    let command_line = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let command_line: Vec<_> =
        std::iter::once("dokubench".to_owned()).chain(command_line).collect();
    if args.shard.is_some() {
        if !is_sound {
            return Err(Failure::usage("a shard needs corpora that all hold puzzles"));
        }
        check_read_again(&sources)?;
    }
    let execution = Execution {
        command_line: &command_line,
        shard: args.shard,
        budget: args.budget,
        observer: &progress::Bar::new(&sources, plan.passes),
        stop,
        is_numbered: args.new.out.is_none(),
        ..Execution::new(&folder, &sources, &contestants)
    };
    let exit = conclude(&bench::run(plan, execution)?)?;
    Ok(if exit == Exit::Done && !is_sound { Exit::Failed } else { exit })
}

/// Every shard reads all corpora, so none can be a pipe.
fn check_read_again(sources: &[Source]) -> Result<(), Failure> {
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
fn shuffles(args: &RunArgs) -> bool {
    let shuffles = args.new.shuffle || (args.budget.is_some() && !args.new.no_shuffle);
    if shuffles && args.new.corpora.iter().any(|path| path.as_os_str() == "-") {
        warn("standard input cannot be shuffled: its puzzles are taken in order");
    }
    shuffles
}

fn resume(folder: &Path, args: &RunArgs, stop: &AtomicBool) -> Result<Finished, Failure> {
    let meta = run_folder::meta(folder)?;
    let contestants = contestants::of(&meta.plan)?;
    let working_folder = meta.working_folder.as_ref().map(|stored| stored.0.as_path());
    let sources = sources_of(&meta.plan, working_folder)?;
    let execution = Execution {
        budget: args.budget,
        observer: &progress::Bar::new(&sources, meta.plan.passes),
        stop,
        ..Execution::new(folder, &sources, &contestants)
    };
    let options =
        ResumeOptions { allow_other_build: args.allow_other_build, threads: args.threads };
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
        let word = shell_word(folder);
        let goes_on = finished.ending != Ending::Complete && finished.meta.is_resumable();
        let next = if goes_on {
            format!("dokubench run --resume {word}")
        } else if finished.meta.plan.summary_only {
            format!("dokubench summary {word}")
        } else {
            format!("dokubench compare {word}; dokubench chart {word}")
        };
        text += &format!("{}     next: {next}\n", printable(&folder.display().to_string()));
    } else {
        warn("the run ended before its first row: no folder was made");
    }
    std::io::stdout().write_all(text.as_bytes()).map_err(Failure::stdout)?;
    Ok(exit_of(finished))
}

fn exit_of(finished: &Finished) -> Exit {
    let rejected: u64 = finished.meta.corpora.iter().map(|corpus| corpus.rejected).sum();
    if rejected > 0 {
        let lines = if rejected == 1 { "line was" } else { "lines were" };
        warn(format!("{rejected} {lines} rejected: see rejected.csv"));
    }
    let with = |status| -> u64 {
        finished.summaries.iter().flatten().map(|summary| summary.with_status(status)).sum()
    };
    let failures = with(Status::Wrong) + with(Status::Error);
    if failures > 0 {
        warn(format!("{failures} runs failed: see the columns status and error of runs.csv"));
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
