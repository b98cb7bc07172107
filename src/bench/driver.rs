//! The driver: lets feed, crew and folder work side by side, window by window.

use super::checkpoint::{Checkpoint, Progress};
use super::crew::{Crew, Solved};
use super::feed::{self, Batch, Demand};
use super::folder::{self, Folder};
use super::meta::{CorpusMeta, META_FILE, Meta, now};
use super::plan::{Contestant, Plan};
use super::window_size;
use super::writer::{Job, Pending, Writer};
use crate::corpus::{CorpusError, Source};
use crate::engine::UnsupportedGoal;
use crate::grid::{Puzzle, Symmetry};
use crate::isa::Isa;
use crate::random::{Choices, Chooser};
use crate::report::summary::{self, ConfigSummary};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::{Duration, Instant};

/// Who watches a run.
pub trait Observer: Sync {
    /// A window is done: so many puzzles and stored bytes of a corpus were read so far.
    fn progress(&self, corpus: usize, puzzles: u64, bytes: u64);
}

/// Nobody watches.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&self, _: usize, _: u64, _: u64) {}
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All corpora are done.
    Complete,
    /// It was asked to stop.
    Interrupted,
    /// Its time was spent.
    BudgetSpent,
}

/// What a run has come to.
#[derive(Debug)]
pub struct Finished {
    /// Why it ended.
    pub ending: Ending,
    /// What is in `meta.json`.
    pub meta: Meta,
    /// By corpus, then contestant.
    pub summaries: Vec<Vec<ConfigSummary>>,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// A contestant cannot pursue the goal.
    #[error(transparent)]
    Goal(#[from] UnsupportedGoal),
    /// A file of the run cannot be written or read.
    #[error("{}: {error}", .path.display())]
    File {
        /// The folder or file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The folder is not empty.
    #[error("{}: not empty; expected a new or empty folder, or --resume", .0.display())]
    NotEmpty(PathBuf),
    /// A run cannot go on.
    #[error("{}: cannot be resumed: {reason}", .path.display())]
    Refused {
        /// The folder.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// There was nothing to solve.
    #[error("{0}: no puzzle; expected lines of 81 symbols")]
    NoPuzzle(String),
}

/// What a run works with.
struct Setting<'a> {
    folder: &'a Path,
    sources: &'a [Source],
    contestants: &'a [Contestant],
    isa: Isa,
    budget: Option<Duration>,
    observer: &'a dyn Observer,
    stop: &'a AtomicBool,
}

/// Begins a run in a new or empty folder.
///
/// `stop` is looked at between windows; `budget` ends the run after the window in hand.
///
/// # Errors
/// [`BenchError`]; what was written before is whole.
#[expect(clippy::too_many_arguments, reason = "a run is what these are")]
pub fn run(
    plan: Plan,
    command_line: Vec<String>,
    sources: &[Source],
    contestants: &[Contestant],
    folder: &Path,
    isa: Isa,
    budget: Option<Duration>,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Finished, BenchError> {
    let file = |error| BenchError::File { path: folder.to_owned(), error };
    let corpora = corpora_of(sources)?;
    let configs = contestants.iter().map(|c| c.identity.clone()).collect();
    let mut meta = Meta::new(plan, configs, corpora);
    meta.command_line = command_line;
    // Whatever cannot be run is told before there is a folder.
    let crew = Crew::new(&meta.plan, contestants, isa, Duration::from_nanos(meta.clock_cost_ns))?;
    drop(crew);
    if !folder::make(folder).map_err(file)? {
        return Err(BenchError::NotEmpty(folder.to_owned()));
    }
    meta.write(folder).map_err(file)?;
    let files = Folder::create(folder, meta.plan.solutions).map_err(file)?;
    let setting = Setting { folder, sources, contestants, isa, budget, observer, stop };
    let checkpoint = first_checkpoint(&meta.plan, contestants);
    let summaries = no_summaries(&meta.plan, sources.len(), contestants.len());
    go(setting, meta, files, checkpoint, summaries)
}

/// Goes on with a run that was interrupted or killed; `sources` and `contestants` are those of
/// the plan in `meta`, which is that of the folder.
///
/// # Errors
/// [`BenchError::Refused`] if a corpus or the version has changed.
pub fn resume(
    mut meta: Meta,
    sources: &[Source],
    contestants: &[Contestant],
    folder: &Path,
    isa: Isa,
    observer: &dyn Observer,
    stop: &AtomicBool,
) -> Result<Finished, BenchError> {
    let refused = |reason: String| BenchError::Refused { path: folder.to_owned(), reason };
    let file = |error| BenchError::File { path: folder.to_owned(), error };
    let version = env!("CARGO_PKG_VERSION");
    if meta.environment.version != version {
        let theirs = &meta.environment.version;
        return Err(refused(format!("it is a run of version {theirs}, this is {version}")));
    }
    for (corpus, now) in meta.corpora.iter().zip(corpora_of(sources)?) {
        match (&corpus.sha256, &now.sha256) {
            (Some(then), Some(now)) if then == now => {}
            (Some(_), Some(_)) => {
                return Err(refused(format!("the corpus {} has changed (SHA-256)", corpus.name)));
            }
            _ => {
                return Err(refused(format!(
                    "{} was a pipe, which cannot be read again",
                    corpus.name
                )));
            }
        }
    }
    let checkpoint = Checkpoint::read(folder).map_err(file)?;
    let (files, checkpoint) = match checkpoint {
        Some(checkpoint) => (Folder::reopen(folder, &checkpoint).map_err(file)?, checkpoint),
        None => {
            // Killed before its first window: begin again.
            folder::remove_files(folder).map_err(file)?;
            let files = Folder::create(folder, meta.plan.solutions).map_err(file)?;
            (files, first_checkpoint(&meta.plan, contestants))
        }
    };
    let mut summaries = no_summaries(&meta.plan, sources.len(), contestants.len());
    super::writer::sum_up_again(folder, &meta, &mut summaries).map_err(file)?;
    meta.finished = None;
    let setting = Setting { folder, sources, contestants, isa, budget: None, observer, stop };
    go(setting, meta, files, checkpoint, summaries)
}

fn corpora_of(sources: &[Source]) -> Result<Vec<CorpusMeta>, CorpusError> {
    let mut corpora: Vec<CorpusMeta> = Vec::new();
    for source in sources {
        let name = source.name();
        let same = corpora.iter().filter(|corpus| {
            corpus.name == name
                || corpus.name.strip_prefix(&name).is_some_and(|n| n.starts_with('#'))
        });
        let number = same.count() + 1;
        let name = if number == 1 { name } else { format!("{name}#{number}") };
        corpora.push(CorpusMeta { name, sha256: source.sha256()?, ..CorpusMeta::default() });
    }
    Ok(corpora)
}

fn first_checkpoint(plan: &Plan, contestants: &[Contestant]) -> Checkpoint {
    Checkpoint {
        windows: 0,
        progress: Progress::default(),
        lengths: Vec::new(),
        window_size: window_size::first(plan.isomorph_numbers().len() * contestants.len()),
        is_finished: false,
    }
}

fn no_summaries(plan: &Plan, corpora: usize, contestants: usize) -> Vec<Vec<ConfigSummary>> {
    let limits = summary::SummaryLimits { nodes: plan.node_limit, time_ns: plan.time_limit_ns };
    vec![vec![ConfigSummary::new(limits); contestants]; corpora]
}

/// Runs from a checkpoint to the end.
fn go(
    setting: Setting<'_>,
    mut meta: Meta,
    files: Folder,
    checkpoint: Checkpoint,
    summaries: Vec<Vec<ConfigSummary>>,
) -> Result<Finished, BenchError> {
    let plan = meta.plan.clone();
    let file = |error| BenchError::File { path: setting.folder.to_owned(), error };
    let cost = Duration::from_nanos(meta.clock_cost_ns);
    let crew = Crew::new(&plan, setting.contestants, setting.isa, cost)?;
    let demand = Demand {
        window_size: AtomicUsize::new(checkpoint.window_size),
        stop: AtomicBool::new(false),
    };
    let mut writer = Writer::new(&meta, files, summaries, checkpoint.windows);
    let pending = Pending::default();
    let mut ending = Ok(Ending::Complete);
    let read = std::thread::scope(|scope| {
        let (send, batches) = sync_channel::<Batch>(1);
        let from = checkpoint.progress.next();
        let (plan, demand) = (&plan, &demand);
        let sources = setting.sources;
        let feed = scope.spawn(move || feed::read_all(plan, sources, from, demand, &send));
        let (jobs, received) = sync_channel::<Job>(1);
        let writing = scope.spawn(|| writer.write_all(received, &pending, &demand.stop));
        let solver = Solver { setting: &setting, plan, crew: &crew, demand, pending: &pending };
        ending = solver.solve_all(batches, &jobs, checkpoint.windows, &mut meta);
        demand.stop.store(true, Ordering::Relaxed);
        drop(jobs);
        let read = feed.join().expect("the feed does not panic");
        writing.join().expect("the writer does not panic").map_err(file)?;
        read.map_err(BenchError::from)
    });
    let (summaries, corpora) = writer.into_results();
    for (corpus, done) in meta.corpora.iter_mut().zip(corpora) {
        (corpus.puzzles, corpus.rejected) = (done.puzzles, done.rejected);
    }
    read?;
    let ending = ending?;
    if ending == Ending::Complete {
        meta.finished = Some(now());
    }
    let mut text = summary::header();
    let goal = plan.goal.clone();
    for (corpus, summaries) in meta.corpora.iter().zip(&summaries) {
        for (contestant, summary) in setting.contestants.iter().zip(summaries) {
            summary.push_row(
                &mut text,
                &corpus.name,
                &contestant.identity,
                &goal,
                plan.timing_threads,
            );
        }
    }
    super::checkpoint::replace(&setting.folder.join(summary::FILE), &text).map_err(file)?;
    meta.write(setting.folder)
        .map_err(|error| BenchError::File { path: setting.folder.join(META_FILE), error })?;
    if let Some(empty) = meta.corpora.iter().find(|corpus| corpus.puzzles == 0)
        && ending == Ending::Complete
    {
        return Err(BenchError::NoPuzzle(empty.name.clone()));
    }
    Ok(Finished { ending, meta, summaries })
}

/// The middle of the pipeline.
struct Solver<'a> {
    setting: &'a Setting<'a>,
    plan: &'a Plan,
    crew: &'a Crew<'a>,
    demand: &'a Demand,
    pending: &'a Pending,
}

impl Solver<'_> {
    fn solve_all(
        &self,
        batches: Receiver<Batch>,
        jobs: &std::sync::mpsc::SyncSender<Job>,
        first_window: u64,
        meta: &mut Meta,
    ) -> Result<Ending, BenchError> {
        let began = Instant::now();
        let runs_per_puzzle = self.plan.isomorph_numbers().len() * self.setting.contestants.len();
        for (window, batch) in (first_window..).zip(batches) {
            let start = Instant::now();
            let (items, puzzles) = self.items_of(&batch);
            if window == 0 && self.plan.passes > 0 {
                self.check_inflation(&puzzles, meta);
            }
            let solved: Solved = self.crew.solve(&puzzles, window, || self.pending.wait());
            let size = window_size::next(batch.window.len(), start.elapsed(), runs_per_puzzle);
            if !batch.window.is_empty() {
                self.demand.window_size.store(size, Ordering::Relaxed);
            }
            let progress = batch.progress;
            self.setting.observer.progress(progress.corpus, progress.puzzles, batch.bytes);
            self.pending.add();
            if jobs.send(Job { window, batch, items, solved, window_size: size }).is_err() {
                break;
            }
            if self.setting.stop.load(Ordering::Relaxed) {
                return Ok(Ending::Interrupted);
            }
            if self.setting.budget.is_some_and(|budget| began.elapsed() >= budget) {
                return Ok(Ending::BudgetSpent);
            }
        }
        Ok(Ending::Complete)
    }

    /// The versions of the window's puzzles, and those to be searched.
    ///
    /// An item is the place of its puzzle among those searched; none if its clues contradict each
    /// other.
    fn items_of(&self, batch: &Batch) -> (Vec<Option<usize>>, Vec<Puzzle>) {
        let mut items = Vec::new();
        let mut puzzles = Vec::new();
        let mut choices = Choices::new(self.plan.seed, Chooser::Isomorph);
        for puzzle in batch.window.puzzles() {
            let is_consistent = puzzle.is_consistent();
            choices.start(puzzle);
            for number in self.plan.isomorph_numbers() {
                items.push(is_consistent.then_some(puzzles.len()));
                if is_consistent {
                    puzzles.push(match number {
                        0 => *puzzle,
                        _ => Symmetry::random(|n| choices.choose(n)).apply(puzzle),
                    });
                }
            }
        }
        (items, puzzles)
    }

    fn check_inflation(&self, puzzles: &[Puzzle], meta: &mut Meta) {
        meta.inflation = self.crew.inflation(&puzzles[..puzzles.len().min(INFLATION_PUZZLES)]);
        if let Some(inflation) = meta.inflation.filter(|&inflation| inflation > 1.05)
            && self.plan.timing_threads > 1
        {
            meta.warnings.push(format!(
                "times are {:.0} % longer when all threads work: use --timing-threads 1",
                100.0 * (inflation - 1.0)
            ));
        }
    }
}

const INFLATION_PUZZLES: usize = 32;
