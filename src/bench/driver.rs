//! The driver: runs feed, solver threads and writer side by side, window by window.

use super::budget::Budget;
use super::clock::{self, Deadline};
use super::contestant::Contestant;
use super::corpus_names;
use super::error::BenchError;
use super::feed::{self, Fed, FeedControl};
use super::folder::Folder;
use super::gauge::Gauge;
use super::new_folder::Place;
use super::pilot::{self, Estimate};
use super::shard;
use super::solver_threads::SolverThreads;
use super::window_size::WindowSize;
use super::writer::{Pending, Results, SolvedWindow, Writer};
use crate::corpus::{CorpusError, Source};
use crate::engine::{Interrupt as _, Job};
use crate::grid::Puzzle;
use crate::identity::Identity;
use crate::run_files::checkpoint::{self, Checkpoint};
use crate::run_files::environment::Environment;
use crate::run_files::field::header;
use crate::run_files::meta::{CorpusMeta, META_FILE, Meta, now};
use crate::run_files::plan::Plan;
use crate::run_files::replace::replace;
use crate::run_files::rules;
use crate::run_files::shard::{Shard, ShardMeta};
use crate::run_files::stored_path::StoredPath;
use crate::run_files::verify::{self, Extent};
use crate::stats::summary::{self, ConfigSummary};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant, SystemTime};

/// Who watches a run.
pub trait Observer: Sync {
    /// A window is done: the puzzles and stored bytes of a corpus that were read so far.
    fn progress(&self, corpus: usize, puzzles: u64, bytes: u64);

    /// Whether someone sees the estimate: it costs a reading of the corpora and a pilot.
    fn is_seen(&self) -> bool {
        false
    }

    /// The solver threads have started: the gauge says what they do.
    fn watch(&self, _: &Arc<Gauge>) {}

    /// The number of puzzles of each corpus, if it is known, and what the pilot says of the time.
    fn estimate(&self, _: &Estimate) {}
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
    /// It was a shard that an earlier or a faster attempt had made.
    WasThere,
}

/// What a run has come to.
#[derive(Debug)]
pub struct Finished {
    /// Why it ended.
    pub ending: Ending,
    /// The folder of the run; none if it ended before its first row.
    pub folder: Option<PathBuf>,
    /// What is in `meta.json`.
    pub meta: Meta,
    /// By corpus, then contestant.
    pub summaries: Vec<Vec<ConfigSummary>>,
}

/// How a plan is carried out: where, on what, by whom.
#[derive(Clone, Copy)]
pub struct Execution<'a> {
    /// The folder of the run; a new run needs a new or empty one.
    pub folder: &'a Path,
    /// Whether the name of a new run's folder gets a number (`-2`, `-3`) if it is taken.
    pub is_numbered: bool,
    /// The part of the puzzles that is solved; none: all.
    pub shard: Option<Shard>,
    /// The corpora of the plan.
    pub sources: &'a [Source],
    /// The contestants of the plan.
    pub contestants: &'a [Contestant],
    /// The command line that `meta.json` of a new run keeps.
    pub command_line: &'a [String],
    /// After this time the run ends; the window in hand is dropped if it is not done.
    pub budget: Option<Duration>,
    /// Who watches.
    pub observer: &'a dyn Observer,
    /// Looked at between windows: whether to stop.
    pub stop: &'a AtomicBool,
}

impl<'a> Execution<'a> {
    /// An execution that nobody watches or stops.
    #[must_use]
    pub fn new(folder: &'a Path, sources: &'a [Source], contestants: &'a [Contestant]) -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            folder,
            is_numbered: false,
            shard: None,
            sources,
            contestants,
            command_line: &[],
            budget: None,
            observer: &Silent,
            stop: &NEVER,
        }
    }

    fn refused(&self, reason: String) -> BenchError {
        BenchError::Refused { path: self.folder.to_owned(), reason }
    }

    fn write(&self, meta: &Meta) -> Result<(), BenchError> {
        meta.write(self.folder).map_err(BenchError::file(&self.folder.join(META_FILE)))
    }
}

impl fmt::Debug for Execution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// What may be other in a run that is resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResumeOptions {
    /// Whether a timed run may go on with another build or on another machine.
    pub allow_other_build: bool,
    /// Another number of threads, for a run that times nothing.
    pub threads: Option<usize>,
}

/// Begins a run in a new or empty folder.
///
/// # Errors
/// [`BenchError`]; what was written before is whole.
pub fn run(plan: Plan, execution: Execution<'_>) -> Result<Finished, BenchError> {
    let began = Instant::now();
    plan.check().map_err(|invalid| invalid.within("plan"))?;
    let Execution { folder, sources, contestants, .. } = execution;
    let (corpora, feeds) = corpora_of(sources)?;
    let configs = contestants.iter().map(|c| c.identity.clone()).collect();
    let mut meta = Meta::new(plan, configs, corpora, super::clock_cost());
    if let Some(tick) = clock::coarse_tick() {
        meta.coarse_tick_ns = Some(tick.as_nanos() as u64);
        meta.warnings.push(clock::tick_warning(tick));
    }
    meta.command_line = execution.command_line.to_vec();
    meta.shard = execution.shard.map(ShardMeta::here);
    meta.working_folder = std::env::current_dir().ok().map(StoredPath);
    // All that can be refused is refused before anything is solved.
    let threads = threads(&meta, contestants)?;
    if execution.shard.is_some()
        && let Some(there) = shard_in(folder, &meta)?
    {
        return Ok(there);
    }
    let place = match execution.shard {
        None => Place::new(folder, execution.is_numbered)?,
        Some(_) => Place::at_end(folder)?,
    };
    let first_window = match execution.budget {
        Some(_) => WindowSize::new(&meta.plan, contestants.len()).first_within(),
        None => pilot::first_window(&meta, threads.job(), sources, contestants),
    };
    execution.observer.watch(&threads.gauge);
    let pilots = execution.budget.is_none();
    announce(&execution, &mut meta, threads.job(), pilots);
    let checkpoint = Checkpoint::first(first_window);
    let files = Folder::new(folder, place, &meta)?;
    let summaries = summary::none(&meta);
    go(execution, &threads, meta, Start { began, feeds, files, checkpoint, summaries })
}

/// Continues a run that was interrupted or killed; `meta` is that of the folder, and the sources
/// and contestants are those of its plan.
///
/// # Errors
/// [`BenchError::Refused`] if a corpus, the version, a contestant, or (of a timed run) the build or
/// the machine is another one.
pub fn resume(
    mut meta: Meta,
    execution: Execution<'_>,
    options: ResumeOptions,
) -> Result<Finished, BenchError> {
    let began = Instant::now();
    let Execution { folder, contestants, .. } = execution;
    meta.check()?;
    let feeds = check_corpora(&meta, &execution)?;
    check_contestants(&meta, &execution)?;
    let difference = check_environment(&meta, &execution, options)?;
    meta.warnings.extend(difference.filter(|warning| !meta.warnings.contains(warning)));
    if let Some(threads) = options.threads {
        if meta.plan.is_timed() {
            let reason = "it is timed, so its threads cannot change; expected no --threads";
            return Err(execution.refused(reason.to_owned()));
        }
        meta.plan = meta.plan.with_threads(threads);
        meta.check()?;
    }
    let threads = threads(&meta, contestants)?;
    let checkpoint = Checkpoint::read(folder, &meta)?;
    let files = Folder::reopen(folder, &checkpoint, meta.plan.compress)?;
    for (corpus, count) in meta.corpora.iter_mut().zip(&checkpoint.counts) {
        (corpus.puzzles, corpus.rejected) = (count.puzzles, count.rejected);
    }
    let extent = Extent::read(folder, &meta)?;
    let _ = verify::windows(folder, &extent)?;
    let summaries = summary::sum_up(folder, &meta, &extent).map_err(BenchError::file(folder))?;
    execution.observer.watch(&threads.gauge);
    announce(&execution, &mut meta, threads.job(), false);
    meta.finished = None;
    execution.write(&meta)?;
    go(execution, &threads, meta, Start { began, feeds, files, checkpoint, summaries })
}

/// Counts the puzzles, and tells the observer how many there are and how long they take. A run
/// without a budget that nobody sees reads and solves nothing for that.
fn announce(execution: &Execution<'_>, meta: &mut Meta, job: Job, pilots: bool) {
    let is_seen = execution.observer.is_seen();
    let is_shard = execution.shard.is_some();
    if is_shard || (execution.budget.is_none() && !is_seen) {
        return;
    }
    let parties = (execution.sources, execution.contestants);
    let estimate = Estimate::new(meta, job, parties, pilots && is_seen);
    for (corpus, &of) in meta.corpora.iter_mut().zip(&estimate.puzzles) {
        corpus.of = of;
    }
    execution.observer.estimate(&estimate);
}

/// What is said of the rows of a corpus that changed.
const CHANGED: &str = "changed while it was read: its rows are of unknown puzzles";

/// Times of change may be so coarse.
const TICK: Duration = Duration::from_secs(2);

/// A corpus that was changed after the run began must have the hash that it had before.
fn check_unchanged(
    execution: &Execution<'_>,
    meta: &Meta,
    began: SystemTime,
) -> Result<(), BenchError> {
    for (corpus, (source, known)) in execution.sources.iter().zip(&meta.corpora).enumerate() {
        let is_old = source.changed().is_some_and(|time| time + TICK < began);
        if known.sha256.is_some()
            && !is_old
            && source.digest()?.map(|digest| digest.sha256) != known.sha256
        {
            return Err(BenchError::CorpusChanged { corpus, file: source.display() });
        }
    }
    Ok(())
}

/// The corpora must be those that the run began with.
fn check_corpora(meta: &Meta, execution: &Execution<'_>) -> Result<Vec<feed::Corpus>, BenchError> {
    let (now, feeds) = corpora_of(execution.sources)?;
    if now.len() != meta.corpora.len() {
        let (then, now) = (meta.corpora.len(), now.len());
        let reason = format!("its corpora were {then}, now there are {now}");
        return Err(execution.refused(reason));
    }
    for (corpus, now) in meta.corpora.iter().zip(now) {
        if let Some(problem) = &corpus.problem {
            return Err(execution.refused(format!("the corpus {} {problem}", corpus.name)));
        }
        let reason = match (&corpus.sha256, &now.sha256) {
            _ if corpus.name != now.name => {
                format!("the corpus {} is now {}", corpus.name, now.name)
            }
            (Some(then), Some(now)) if then == now => continue,
            (Some(_), Some(_)) => format!("the corpus {} has changed (SHA-256)", corpus.name),
            _ => format!("{} was a pipe, which cannot be read again", corpus.name),
        };
        return Err(execution.refused(reason));
    }
    Ok(feeds)
}

/// The contestants must be those of the files.
fn check_contestants(meta: &Meta, execution: &Execution<'_>) -> Result<(), BenchError> {
    let names = |identities: &mut dyn Iterator<Item = &Identity>| -> Vec<String> {
        identities.map(|one| format!("{} ({})", one.config, one.engine)).collect()
    };
    let then = names(&mut meta.configs.iter());
    let now = names(&mut execution.contestants.iter().map(|one| &one.identity));
    if then == now {
        return Ok(());
    }
    let [then, now] = [then, now].map(|names| names.join(", "));
    Err(execution.refused(format!("its contestants were {then}; its plan now gives {now}")))
}

/// Times of different builds or machines do not belong into one run. Returns a warning where they
/// are allowed there.
fn check_environment(
    meta: &Meta,
    execution: &Execution<'_>,
    options: ResumeOptions,
) -> Result<Option<String>, BenchError> {
    let (then, now) = (&meta.environment, Environment::of_this_machine());
    if then.version != now.version {
        let [then, now] = [&then.version, &now.version];
        return Err(execution.refused(format!("it is a run of version {then}, this is {now}")));
    }
    let differences = then.differences(&now);
    if differences.is_empty() || !meta.plan.is_timed() {
        return Ok(None);
    }
    let differences = differences.join("; ");
    if options.allow_other_build {
        return Ok(Some(format!("resumed with another build or machine: {differences}")));
    }
    let reason =
        format!("its times are of another build or machine: {differences}; expected the same, or");
    Err(execution.refused(format!("{reason} --allow-other-build")))
}

/// The solver threads of a run.
fn threads<'a>(
    meta: &Meta,
    contestants: &'a [Contestant],
) -> Result<SolverThreads<'a>, BenchError> {
    let isa = meta.plan.isa.on_this_cpu()?;
    let finest = meta.clock_cost_ns.max(meta.coarse_tick_ns.unwrap_or(0));
    let clock_cost = Duration::from_nanos(finest);
    SolverThreads::start(&meta.plan, contestants, isa, clock_cost)
}

/// The corpora as they are now.
fn corpora_of(sources: &[Source]) -> Result<(Vec<CorpusMeta>, Vec<feed::Corpus>), CorpusError> {
    let corpus = |(source, name): (&Source, String)| {
        let digest = source.digest()?;
        let crc32 = digest.as_ref().map(|digest| digest.crc32);
        let sha256 = digest.map(|digest| digest.sha256);
        let feed = feed::Corpus { source: source.clone(), crc32 };
        Ok((CorpusMeta { name, sha256, ..CorpusMeta::default() }, feed))
    };
    sources.iter().zip(corpus_names::names(sources)).map(corpus).collect()
}

/// Where a run begins or goes on.
struct Start {
    began: Instant,
    feeds: Vec<feed::Corpus>,
    files: Folder,
    checkpoint: Checkpoint,
    summaries: Vec<Vec<ConfigSummary>>,
}

/// Runs from a checkpoint to the end.
fn go(
    execution: Execution<'_>,
    threads: &SolverThreads<'_>,
    mut meta: Meta,
    start: Start,
) -> Result<Finished, BenchError> {
    let Start { began, feeds, files, checkpoint, summaries } = start;
    let began_at = SystemTime::now();
    let plan = meta.plan.clone();
    let control = Arc::new(FeedControl {
        window_size: AtomicUsize::new(checkpoint.window_size),
        stop: AtomicBool::new(false),
        ends_pipe: Arc::default(),
        reads_pipe: AtomicBool::new(false),
        open_from: AtomicUsize::new(0),
    });
    let contestants = execution.contestants;
    let mut writer = Writer::new(&meta, contestants, files, summaries, &checkpoint);
    let pending = Pending::default();
    let (spent, free) = sync_channel(1);
    let from = checkpoint.starts(meta.corpora.len());
    let budget = Budget::new(execution.budget, began, execution.sources, &from);
    let fed = feed::start(&plan, execution.shard, feeds, from, &control, free)
        .map_err(BenchError::threads)?;
    let (mut ending, written) = std::thread::scope(|scope| {
        let (windows, received) = sync_channel::<SolvedWindow>(0);
        let writing = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn_scoped(scope, || writer.write_all(received, &pending, &control.stop, spent))
            .map_err(BenchError::threads)?;
        let solver = Solver {
            execution: &execution,
            threads,
            control: &control,
            pending: &pending,
            sizes: WindowSize::new(&plan, contestants.len()),
            budget,
        };
        let ending = solver.solve_all(&fed, windows, checkpoint, &mut meta);
        control.stop.store(true, Ordering::Relaxed);
        Ok::<_, BenchError>((ending, writing.join().expect("the writer does not panic")))
    })?;
    written?;
    // A run that goes on measures anew: the larger noise counts.
    let noise_floors = [meta.noise_floor, threads.noise_floor()];
    meta.noise_floor = noise_floors.into_iter().flatten().reduce(f64::max);
    if threads.dropped() > 0 {
        meta.warnings.push(format!(
            "{} times were dropped: a pass hit the time limit that most passes did not",
            threads.dropped()
        ));
    }
    let results = writer.into_results();
    for (corpus, done) in meta.corpora.iter_mut().zip(&results.corpora) {
        (corpus.puzzles, corpus.rejected, corpus.of) = (done.puzzles, done.rejected, done.of);
    }
    if matches!(ending, Ok(Ending::Complete)) {
        meta.finished = Some(now());
        if execution.shard.is_none() {
            meta.corpora.iter_mut().for_each(|corpus| corpus.of = None);
        }
        if execution.shard.is_none() && meta.corpora.iter().all(|corpus| corpus.puzzles == 0) {
            ending = Err(BenchError::NoPuzzle(meta.corpora[0].name.clone()));
        }
    }
    if let Some(shard) = &mut meta.shard {
        shard.elapsed_ms = began.elapsed().as_millis() as u64;
    } else if matches!(ending, Ok(Ending::Interrupted | Ending::BudgetSpent)) {
        pilot::count_all(&mut meta, execution.sources);
    }
    if ending.is_ok() {
        ending = check_unchanged(&execution, &meta, began_at).and(ending);
    }
    if let Err(BenchError::CorpusChanged { corpus, .. }) = &ending {
        meta.finished = None;
        meta.corpora[*corpus].problem = Some(CHANGED.to_owned());
    }
    if let Some(folder) = &results.folder {
        close(&Execution { folder, ..execution }, &meta, &results)?;
    }
    let Results { mut folder, summaries, unpublished, .. } = results;
    let ending = ending?;
    if let Some(unpublished) = unpublished {
        // A shard appears whole or not at all.
        if ending != Ending::Complete {
            folder = None;
        } else {
            match unpublished.publish() {
                Ok(path) => folder = Some(path),
                // Another attempt was faster.
                Err(BenchError::NotEmpty(path)) => {
                    return shard_in(&path, &meta)?.ok_or(BenchError::NotEmpty(path));
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(Finished { ending, folder, meta, summaries })
}

/// The shard that is in a folder already, if one is.
fn shard_in(folder: &Path, wanted: &Meta) -> Result<Option<Finished>, BenchError> {
    let there = shard::there(folder, wanted)?;
    Ok(there.map(|(meta, summaries)| {
        let folder = Some(folder.to_owned());
        Finished { ending: Ending::WasThere, folder, meta, summaries }
    }))
}

/// Writes what can only be written at the end: what was done is whole, however the run ended.
fn close(execution: &Execution<'_>, meta: &Meta, results: &Results) -> Result<(), BenchError> {
    let text = summary::file(meta, &results.summaries);
    replace_file(execution, summary::FILE, &text)?;
    if meta.shard.is_some() {
        save_summaries(execution, meta, results)?;
    }
    if meta.plan.rule_costs {
        replace_file(execution, rules::FILE, &rule_rows(execution, meta, results))?;
    }
    execution.write(meta)
}

/// Keeps the summaries of a shard in its checkpoint, in the form that can be merged.
fn save_summaries(
    execution: &Execution<'_>,
    meta: &Meta,
    results: &Results,
) -> Result<(), BenchError> {
    let summaries = Some(summary::save(&results.summaries));
    let checkpoint = Checkpoint { summaries, ..Checkpoint::read(execution.folder, meta)? };
    let path = execution.folder.join(checkpoint::FILE);
    checkpoint.write(execution.folder).map_err(BenchError::file(&path))
}

fn replace_file(execution: &Execution<'_>, file: &str, content: &[u8]) -> Result<(), BenchError> {
    let path = execution.folder.join(file);
    replace(&path, content).map_err(BenchError::file(&path))
}

/// The content of `rules.csv`.
fn rule_rows(execution: &Execution<'_>, meta: &Meta, results: &Results) -> Vec<u8> {
    let mut rows = header(&rules::COLUMNS);
    for (corpus, costs) in meta.corpora.iter().zip(&results.rule_costs) {
        for (contestant, costs) in execution.contestants.iter().zip(costs) {
            for cost in costs {
                rules::push_row(&mut rows, &corpus.name, &contestant.identity.config, cost);
            }
        }
    }
    rows
}

/// The middle of the pipeline.
struct Solver<'a, 't> {
    execution: &'a Execution<'a>,
    threads: &'a SolverThreads<'t>,
    control: &'a FeedControl,
    pending: &'a Pending,
    sizes: WindowSize,
    budget: Budget,
}

/// How often a solver that waits for a slow pipe looks whether it is to stop.
const PATIENCE: Duration = Duration::from_millis(50);

impl Solver<'_, '_> {
    fn solve_all(
        &self,
        fed: &Receiver<Fed>,
        windows: SyncSender<SolvedWindow>,
        from: Checkpoint,
        meta: &mut Meta,
    ) -> Result<Ending, BenchError> {
        let mut clocked = from.clocked_of(meta.corpora.len());
        let mut window = from.windows;
        let mut ahead = from.window_size;
        let mut is_cut = false;
        let mut is_inflation_known = meta.plan.passes == 0 || meta.inflation.is_some();
        // Only what came out of a pipe cannot be read again by a run that resumes.
        let is_pipe: Vec<bool> = self.execution.sources.iter().map(Source::is_pipe).collect();
        loop {
            if self.is_stopped() {
                self.control.ends_pipe.store(true, Ordering::Relaxed);
            }
            let batch = match fed.recv_timeout(PATIENCE) {
                Ok(fed) => fed?,
                Err(RecvTimeoutError::Timeout) if self.is_stopped() => {
                    if self.control.reads_pipe.load(Ordering::Relaxed) && !self.is_failed() {
                        continue;
                    }
                    return Ok(Ending::Interrupted);
                }
                Err(RecvTimeoutError::Timeout) if self.budget.end().is_due() => {
                    return Ok(Ending::BudgetSpent);
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => unreachable!("the feed says when it ends"),
            };
            let Some(batch) = batch else {
                return Ok(match self.is_stopped() {
                    true => Ending::Interrupted,
                    false if is_cut => Ending::BudgetSpent,
                    false => Ending::Complete,
                });
            };
            let progress = batch.progress;
            let is_kept = is_pipe[progress.corpus] && !self.is_failed();
            if self.is_stopped() && !is_kept {
                return Ok(Ending::Interrupted);
            }
            let end = self.budget.end_of(progress.corpus);
            if !is_inflation_known && !batch.puzzles.is_empty() && !end.is_due() {
                self.check_inflation(&batch.puzzles, end, meta);
                is_inflation_known = true;
            }
            let start = Instant::now();
            let known = clocked[progress.corpus].clone();
            let wait = || self.pending.wait();
            let results = match end.is_due() {
                true => None,
                false => self.threads.solve(&batch.puzzles, window, known, end, wait),
            };
            let Some(results) = results else {
                is_cut = true;
                if self.budget.end().is_due() {
                    return Ok(Ending::BudgetSpent);
                }
                self.control.open_from.store(progress.corpus + 1, Ordering::Relaxed);
                continue;
            };
            clocked[progress.corpus].clone_from(&results.clocked);
            let done = (batch.window.len(), start.elapsed());
            let size = match end.left() {
                None => self.sizes.next(done.0, done.1),
                Some(left) => self.sizes.next_within(done, ahead, left),
            };
            if !batch.window.is_empty() {
                ahead = self.control.window_size.swap(size, Ordering::Relaxed);
            }
            self.execution.observer.progress(progress.corpus, progress.puzzles, batch.bytes);
            self.pending.add();
            let solved = SolvedWindow { window, batch, results, window_size: size };
            if windows.send(solved).is_err() {
                unreachable!("the writer takes all that comes");
            }
            window += 1;
            if self.is_stopped() && !is_kept {
                return Ok(Ending::Interrupted);
            }
        }
    }

    /// Whether the user or a failed writer has asked to stop.
    fn is_stopped(&self) -> bool {
        self.execution.stop.load(Ordering::Relaxed) || self.is_failed()
    }

    /// Whether the writer has failed.
    fn is_failed(&self) -> bool {
        self.control.stop.load(Ordering::Relaxed)
    }

    fn check_inflation(&self, puzzles: &[Puzzle], end: Deadline, meta: &mut Meta) {
        let is_much = |inflation: f64| inflation > MOST_INFLATION;
        let mut inflation = self.threads.inflation(puzzles);
        for _ in 1..CHECKS {
            let may_pause = end.left().is_none_or(|left| left >= 20 * PAUSE);
            if let Some(before) = inflation.filter(|&before| is_much(before) && may_pause) {
                std::thread::sleep(PAUSE);
                inflation = self.threads.inflation(puzzles).map(|again| again.min(before));
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
