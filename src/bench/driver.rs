//! The driver: runs feed, solver threads and writer side by side, window by window.

use super::budget::Budget;
use super::clock;
use super::closing_files;
use super::contestant::Contestant;
use super::error::BenchError;
use super::execution::{Ending, Execution, Finished, ResumeOptions};
use super::feed::{self, FeedControl};
use super::folder::Folder;
use super::new_folder::Place;
use super::pilot::{self, Estimate};
use super::shard;
use super::solver_threads::SolverThreads;
use super::unchanged;
use super::window_loop::WindowLoop;
use super::window_size::WindowSize;
use super::writer::{Pending, Results, SolvedWindow, Writer};
use crate::engine::Job;
use crate::run_files::checkpoint::Checkpoint;
use crate::run_files::meta::{Meta, now};
use crate::run_files::plan::Plan;
use crate::run_files::shard::ShardMeta;
use crate::run_files::stored_path::StoredPath;
use crate::run_files::verify::{self, Extent};
use crate::stats::summary::{self, ConfigSummary};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant, SystemTime};

/// Begins a run in a new or empty folder.
///
/// # Errors
/// [`BenchError`]; what was written before is whole.
pub fn run(plan: Plan, execution: Execution<'_>) -> Result<Finished, BenchError> {
    let began = Instant::now();
    plan.check().map_err(|invalid| invalid.within("plan"))?;
    let Execution { folder, sources, contestants, .. } = execution;
    let (corpora, feeds) = unchanged::corpora_now(sources)?;
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
    let feeds = unchanged::corpora(&meta, &execution)?;
    unchanged::contestants(&meta, &execution)?;
    let difference = unchanged::environment(&meta, &execution, options)?;
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
    let (began, began_at) = (start.began, SystemTime::now());
    let (ending, results) = solve(&execution, threads, &mut meta, start)?;
    let ending = settle(&execution, &mut meta, &results, ending, began_at);
    if let Some(shard) = &mut meta.shard {
        shard.elapsed_ms = began.elapsed().as_millis() as u64;
    }
    if let Some(folder) = &results.folder {
        closing_files::write(&Execution { folder, ..execution }, &meta, &results)?;
    }
    publish(meta, results, ending?)
}

/// Runs feed, solver threads and writer side by side. Returns why that ended, and what was written.
fn solve(
    execution: &Execution<'_>,
    threads: &SolverThreads<'_>,
    meta: &mut Meta,
    start: Start,
) -> Result<(Result<Ending, BenchError>, Results), BenchError> {
    let Start { began, feeds, files, checkpoint, summaries } = start;
    let control = Arc::new(FeedControl {
        window_size: AtomicUsize::new(checkpoint.window_size),
        stop: AtomicBool::new(false),
        ends_pipe: Arc::default(),
        reads_pipe: AtomicBool::new(false),
        open_from: AtomicUsize::new(0),
    });
    let contestants = execution.contestants;
    let mut writer = Writer::new(meta, contestants, files, summaries, &checkpoint);
    let pending = Pending::default();
    let (spent, free) = sync_channel(1);
    let from = checkpoint.starts(meta.corpora.len());
    let budget = Budget::new(execution.budget, began, execution.sources, &from);
    let fed = feed::start(&meta.plan, execution.shard, feeds, from, &control, free)
        .map_err(BenchError::threads)?;
    let (ending, written) = std::thread::scope(|scope| {
        let (windows, received) = sync_channel::<SolvedWindow>(0);
        let writing = std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn_scoped(scope, || writer.write_all(received, &pending, &control.stop, spent))
            .map_err(BenchError::threads)?;
        let sizes = WindowSize::new(&meta.plan, contestants.len());
        let (control, pending) = (&*control, &pending);
        let windows_of = WindowLoop { execution, threads, control, pending, sizes, budget };
        let ending = windows_of.solve_all(&fed, windows, checkpoint, meta);
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
    Ok((ending, writer.into_results()))
}

/// Notes in `meta.json` how far the run came, and how many puzzles there are.
fn settle(
    execution: &Execution<'_>,
    meta: &mut Meta,
    results: &Results,
    mut ending: Result<Ending, BenchError>,
    began_at: SystemTime,
) -> Result<Ending, BenchError> {
    for (corpus, done) in meta.corpora.iter_mut().zip(&results.corpora) {
        (corpus.puzzles, corpus.rejected, corpus.of) = (done.puzzles, done.rejected, done.of);
    }
    let is_shard = execution.shard.is_some();
    if matches!(ending, Ok(Ending::Complete)) {
        meta.finished = Some(now());
        if !is_shard {
            meta.corpora.iter_mut().for_each(|corpus| corpus.of = None);
        }
        if !is_shard && meta.corpora.iter().all(|corpus| corpus.puzzles == 0) {
            ending = Err(BenchError::NoPuzzle(meta.corpora[0].name.clone()));
        }
    }
    if !is_shard && matches!(ending, Ok(Ending::Interrupted | Ending::BudgetSpent)) {
        pilot::count_all(meta, execution.sources);
    }
    let ending = ending.and_then(|ending| {
        unchanged::during(execution, meta, began_at)?;
        Ok(ending)
    });
    if let Err(BenchError::CorpusChanged { corpus, .. }) = &ending {
        meta.finished = None;
        meta.corpora[*corpus].problem = Some(unchanged::CHANGED.to_owned());
    }
    ending
}

/// Gives a shard its name. It appears whole or not at all; the folder of another run has its name
/// already.
fn publish(meta: Meta, results: Results, ending: Ending) -> Result<Finished, BenchError> {
    let Results { folder, summaries, unpublished, .. } = results;
    let folder = match unpublished {
        None => folder,
        Some(_) if ending != Ending::Complete => None,
        Some(unpublished) => match unpublished.publish() {
            Ok(path) => Some(path),
            // Another attempt was faster.
            Err(BenchError::NotEmpty(path)) => {
                return shard_in(&path, &meta)?.ok_or(BenchError::NotEmpty(path));
            }
            Err(error) => return Err(error),
        },
    };
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
