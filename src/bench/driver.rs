//! The driver: lets feed, crew and writer work side by side, window by window.

use super::contestant::Contestant;
use super::crew::Crew;
use super::error::BenchError;
use super::feed::{self, Demand, Fed};
use super::folder::{self, Folder};
use super::pilot;
use super::window_size::WindowSize;
use super::writer::{Job, Pending, Results, Writer};
use crate::corpus::{CorpusError, Source};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::run_files::checkpoint::{self, Checkpoint};
use crate::run_files::field::header;
use crate::run_files::meta::{CorpusMeta, META_FILE, Meta, now};
use crate::run_files::plan::Plan;
use crate::run_files::rules;
use crate::stats::summary::{self, ConfigSummary};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
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
    let corpora = corpora_of(sources)?;
    let configs = contestants.iter().map(|c| c.identity.clone()).collect();
    let mut meta = Meta::new(plan, configs, corpora, super::clock_cost());
    meta.command_line = command_line;
    // Whatever cannot be run is told before there is a folder.
    let crew = Crew::new(&meta.plan, contestants, isa, Duration::from_nanos(meta.clock_cost_ns))?;
    folder::make(folder)?;
    let first_window = pilot::first_window(&meta, crew.terms(), sources, contestants);
    drop(crew);
    let checkpoint = Checkpoint::first(first_window);
    let files = Folder::create(folder, meta.plan.solutions, &checkpoint)?;
    // Where there is a meta.json, there is all that a resumed run needs.
    meta.write(folder).map_err(BenchError::file(&folder.join(META_FILE)))?;
    let setting = Setting { folder, sources, contestants, isa, budget, observer, stop };
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
    let checkpoint =
        Checkpoint::read(folder).map_err(BenchError::file(&folder.join(checkpoint::FILE)))?;
    let files = Folder::reopen(folder, &checkpoint)?;
    for (corpus, count) in meta.corpora.iter_mut().zip(&checkpoint.counts) {
        (corpus.puzzles, corpus.rejected) = (count.puzzles, count.rejected);
    }
    let mut summaries = no_summaries(&meta.plan, sources.len(), contestants.len());
    super::writer::sum_up_again(folder, &meta, &mut summaries).map_err(BenchError::file(folder))?;
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
    let cost = Duration::from_nanos(meta.clock_cost_ns);
    let crew = Crew::new(&plan, setting.contestants, setting.isa, cost)?;
    let demand = Arc::new(Demand {
        window_size: AtomicUsize::new(checkpoint.window_size),
        stop: AtomicBool::new(false),
    });
    let contestants = setting.contestants;
    let mut writer = Writer::new(&meta, contestants, files, summaries, &checkpoint);
    let pending = Pending::default();
    let (mut ending, written) = std::thread::scope(|scope| {
        let from = checkpoint.progress.next();
        let (spent, free) = sync_channel(1);
        let fed = feed::start(&plan, setting.sources, from, &demand, free);
        let (jobs, received) = sync_channel::<Job>(0);
        let writing = scope.spawn(|| writer.write_all(received, &pending, &demand.stop, spent));
        let solver = Solver {
            setting: &setting,
            crew: &crew,
            demand: &demand,
            pending: &pending,
            sizes: WindowSize::new(&plan, contestants.len()),
        };
        let ending = solver.solve_all(&fed, jobs, checkpoint, &mut meta);
        demand.stop.store(true, Ordering::Relaxed);
        (ending, writing.join().expect("the writer does not panic"))
    });
    written?;
    let results = writer.into_results();
    for (corpus, done) in meta.corpora.iter_mut().zip(&results.corpora) {
        (corpus.puzzles, corpus.rejected) = (done.puzzles, done.rejected);
    }
    if matches!(ending, Ok(Ending::Complete)) {
        meta.finished = Some(now());
        if let Some(empty) = meta.corpora.iter().find(|corpus| corpus.puzzles == 0) {
            ending = Err(BenchError::NoPuzzle(empty.name.clone()));
        }
    }
    close(&setting, &meta, &results)?;
    Ok(Finished { ending: ending?, meta, summaries: results.summaries })
}

/// Writes what can only be written at the end: what was done is whole, however the run ended.
fn close(setting: &Setting<'_>, meta: &Meta, results: &Results) -> Result<(), BenchError> {
    let mut text = summary::header();
    let Plan { goal, timing_threads, .. } = &meta.plan;
    for (corpus, summaries) in meta.corpora.iter().zip(&results.summaries) {
        for (contestant, summary) in setting.contestants.iter().zip(summaries) {
            let identity = &contestant.identity;
            summary.push_row(&mut text, &corpus.name, identity, goal, *timing_threads);
        }
    }
    replace(setting, summary::FILE, &text)?;
    if meta.plan.rule_costs {
        replace(setting, rules::FILE, &rule_rows(setting, meta, results))?;
    }
    meta.write(setting.folder).map_err(BenchError::file(&setting.folder.join(META_FILE)))
}

fn replace(setting: &Setting<'_>, file: &str, content: &[u8]) -> Result<(), BenchError> {
    let path = setting.folder.join(file);
    checkpoint::replace(&path, content).map_err(BenchError::file(&path))
}

/// The content of `rules.csv`.
fn rule_rows(setting: &Setting<'_>, meta: &Meta, results: &Results) -> Vec<u8> {
    let mut rows = header(&rules::COLUMNS);
    for (corpus, costs) in meta.corpora.iter().zip(&results.rule_costs) {
        for (contestant, costs) in setting.contestants.iter().zip(costs) {
            for cost in costs {
                rules::push_row(&mut rows, &corpus.name, &contestant.identity.config, cost);
            }
        }
    }
    rows
}

/// The middle of the pipeline.
struct Solver<'a> {
    setting: &'a Setting<'a>,
    crew: &'a Crew<'a>,
    demand: &'a Demand,
    pending: &'a Pending,
    sizes: WindowSize,
}

/// How often a solver that waits for a slow pipe looks whether it is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

impl Solver<'_> {
    fn solve_all(
        &self,
        fed: &Receiver<Fed>,
        jobs: SyncSender<Job>,
        from: Checkpoint,
        meta: &mut Meta,
    ) -> Result<Ending, BenchError> {
        let began = Instant::now();
        let mut clocked = from.clocked;
        let mut window = from.windows;
        let mut is_inflation_known = meta.plan.passes == 0 || meta.inflation.is_some();
        loop {
            let batch = match fed.recv_timeout(PATIENCE) {
                Ok(fed) => fed?,
                Err(RecvTimeoutError::Timeout) if self.is_stopped() => {
                    return Ok(Ending::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => unreachable!("the feed says when it ends"),
            };
            let Some(batch) = batch else { return Ok(Ending::Complete) };
            // Nothing of the batch is written yet: a run that resumes reads it again.
            if self.is_stopped() {
                return Ok(Ending::Interrupted);
            }
            if !is_inflation_known && !batch.puzzles.is_empty() {
                self.check_inflation(&batch.puzzles, meta);
                is_inflation_known = true;
            }
            let start = Instant::now();
            let solved = self.crew.solve(&batch.puzzles, window, clocked, || self.pending.wait());
            let progress = batch.progress;
            clocked = solved.clocked.clone().filter(|_| !progress.is_whole);
            let size = self.sizes.next(batch.window.len(), start.elapsed());
            if !batch.window.is_empty() {
                self.demand.window_size.store(size, Ordering::Relaxed);
            }
            self.setting.observer.progress(progress.corpus, progress.puzzles, batch.bytes);
            self.pending.add();
            if jobs.send(Job { window, batch, solved, window_size: size }).is_err() {
                unreachable!("the writer takes all that comes");
            }
            window += 1;
            if self.is_stopped() {
                return Ok(Ending::Interrupted);
            }
            if self.setting.budget.is_some_and(|budget| began.elapsed() >= budget) {
                return Ok(Ending::BudgetSpent);
            }
        }
    }

    /// Whether the user, or a writer that failed, wants no more windows.
    fn is_stopped(&self) -> bool {
        self.setting.stop.load(Ordering::Relaxed) || self.demand.stop.load(Ordering::Relaxed)
    }

    fn check_inflation(&self, puzzles: &[Puzzle], meta: &mut Meta) {
        let is_much = |inflation: f64| inflation > MOST_INFLATION;
        let mut inflation = self.crew.inflation(puzzles);
        for _ in 1..CHECKS {
            if let Some(before) = inflation.filter(|&before| is_much(before)) {
                std::thread::sleep(PAUSE);
                inflation = self.crew.inflation(puzzles).map(|again| again.min(before));
            }
        }
        meta.inflation = inflation;
        if let Some(inflation) = inflation.filter(|&inflation| is_much(inflation)) {
            meta.warnings.push(format!(
                "times are {:.0} % longer when all threads work: use --timing-threads 1",
                100.0 * (inflation - 1.0)
            ));
        }
    }
}

/// A check that finds much inflation is made so often, and the least counts: a neighbour on the
/// machine may have come by, but never takes inflation away.
const CHECKS: usize = 3;
/// Before it is made again, the neighbour has so long to leave.
const PAUSE: Duration = Duration::from_secs(1);

/// More than this is a warning.
const MOST_INFLATION: f64 = 1.05;
