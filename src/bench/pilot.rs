//! The pilot: the first puzzles of a run, solved before its first window, say how large that may be.
//!
//! In a window that is too small, a pass takes a few milliseconds. A neighbour that slows the
//! machine down for twenty of them would hit most passes of a block, and so their median.

use super::clock::Deadline;
use super::contestant::Contestant;
use super::thread_workers::ThreadWorkers;
use super::window_size::{FEWEST, WindowSize};
use crate::corpus::{Source, Window};
use crate::engine::Job;
use crate::grid::Puzzle;
use crate::run_files::meta::{CorpusMeta, Meta};
use crate::run_files::plan::Plan;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// How long the pilot takes, about.
const TIME: Duration = Duration::from_millis(100);
/// A puzzle that takes more says that the window is to be small; nothing else is to be learnt.
const MOST_NODES: NonZeroU64 = NonZeroU64::new(5_000).unwrap();

/// The size of a run's first window.
pub(super) fn first_window(
    meta: &Meta,
    job: Job,
    sources: &[Source],
    contestants: &[Contestant],
) -> usize {
    let sizes = WindowSize::new(&meta.plan, contestants.len());
    // A pipe cannot be read again; whoever does not time cares for no passes.
    let is_file = meta.corpora.first().is_some_and(|corpus| corpus.sha256.is_some());
    if meta.plan.passes == 0 || !is_file {
        return sizes.first();
    }
    // What is wrong with a corpus, the run says when it reads it.
    let Some(window) = more_than_a_window(meta, sources) else { return sizes.first() };
    match time(job, window.puzzles(), contestants) {
        Some((puzzles, elapsed)) => sizes.next(puzzles, of_window(&meta.plan, elapsed)),
        None => sizes.first(),
    }
}

/// The first puzzles, if there are others behind them.
fn more_than_a_window(meta: &Meta, sources: &[Source]) -> Option<Window> {
    let mut window = Window::new();
    let mut reader = sources.first()?.open_with(&meta.plan.read_options()).ok()?;
    let more = reader.read_window(FEWEST, &mut window).ok()?;
    more.then_some(window)
}

/// What is known of a run before its first window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// By corpus: the number of puzzles that the plan takes, if it can be counted.
    pub puzzles: Vec<Option<u64>>,
    /// By corpus: the number of puzzles that are done.
    pub done: Vec<u64>,
    /// The number of puzzles that the pilot solved.
    pub piloted: usize,
    /// The time of the whole run, if the pilot solved anything and all puzzles are counted.
    pub time: Option<Duration>,
}

impl Estimate {
    /// Counts the puzzles of a run. With `pilots`, solves some of the first corpus for about a
    /// second, under the limits of the run.
    pub(super) fn new(
        meta: &Meta,
        job: Job,
        (sources, contestants): (&[Source], &[Contestant]),
        pilots: bool,
    ) -> Self {
        let plan = &meta.plan;
        let counted = meta.corpora.iter().zip(sources);
        let count = |(corpus, source): (&CorpusMeta, &Source)| {
            // A pipe cannot be read again.
            corpus.sha256.as_ref().and_then(|_| count(plan, source))
        };
        let puzzles: Vec<_> = counted.map(count).collect();
        let done = meta.corpora.iter().map(|corpus| corpus.puzzles).collect();
        let total: Option<u64> = puzzles.iter().copied().sum();
        let first = || {
            let mut window = Window::new();
            let mut reader = sources.first()?.open_with(&plan.read_options()).ok()?;
            let _ = reader.read_window(FEWEST, &mut window).ok()?;
            estimate(job, window.puzzles(), contestants)
        };
        let piloted = total.filter(|_| pilots).and_then(|_| first());
        let Some(((solved, elapsed), total)) = piloted.zip(total) else {
            return Self { puzzles, done, ..Self::default() };
        };
        let time = of_window(plan, elapsed).mul_f64(total as f64 / solved as f64);
        Self { puzzles, done, piloted: solved, time: Some(time) }
    }
}

/// Counts the puzzles of the corpora of an unfinished run that are not counted yet.
pub(super) fn count_all(meta: &mut Meta, sources: &[Source]) {
    for (corpus, source) in meta.corpora.iter_mut().zip(sources) {
        if corpus.of.is_none() && corpus.sha256.is_some() {
            corpus.of = count(&meta.plan, source);
        }
    }
}

/// The number of puzzles that a plan takes from a corpus.
fn count(plan: &Plan, source: &Source) -> Option<u64> {
    let mut reader = source.open_with(&plan.read_options()).ok()?;
    let most = plan.take.map_or(u64::MAX, NonZeroU64::get);
    let mut window = Window::new();
    while reader.puzzles() < most && reader.read_window(COUNTED_AT_ONCE, &mut window).ok()? {}
    let all = reader.puzzles().min(plan.sample.unwrap_or(u64::MAX));
    Some(all.min(most))
}

/// The number of puzzles that are counted at a time.
const COUNTED_AT_ONCE: usize = 4096;

/// How many puzzles all contestants solved one after the other within the limits of the run, and
/// how long it took.
fn estimate(job: Job, puzzles: &[Puzzle], contestants: &[Contestant]) -> Option<(usize, Duration)> {
    let mut workers = ThreadWorkers::start(contestants, job, 1).ok()?;
    let start = Instant::now();
    workers.end = Deadline::after(start, MOST_ESTIMATING);
    let mut solved = 0;
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.is_consistent()) {
        for contestant in 0..contestants.len() {
            let _ = workers.solve(contestant, std::slice::from_ref(puzzle), false);
        }
        solved += 1;
        if start.elapsed() >= ESTIMATING {
            break;
        }
    }
    (solved > 0).then(|| (solved, start.elapsed()))
}

/// How long puzzles are solved for an estimate, about.
const ESTIMATING: Duration = Duration::from_millis(500);
/// A puzzle that takes longer is cut, and the estimate is too low.
const MOST_ESTIMATING: Duration = Duration::from_secs(3);

/// How many puzzles were solved by all contestants, one after the other, and how long it took;
/// none if one was too hard.
fn time(job: Job, puzzles: &[Puzzle], contestants: &[Contestant]) -> Option<(usize, Duration)> {
    let nodes = job.node_limit.map_or(MOST_NODES, |limit| limit.min(MOST_NODES));
    let job = Job { node_limit: Some(nodes), time_limit: Some(TIME), ..job };
    let mut workers = ThreadWorkers::start(contestants, job, 1).ok()?;
    let mut solved = 0;
    let start = Instant::now();
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.is_consistent()) {
        for contestant in 0..contestants.len() {
            let _ = workers.solve(contestant, std::slice::from_ref(puzzle), false);
            if workers.outcomes(1)[0].ended.is_censored() {
                return None;
            }
        }
        solved += 1;
        if start.elapsed() >= TIME {
            break;
        }
    }
    (solved > 0).then(|| (solved, start.elapsed()))
}

/// How long all passes over puzzles take that one thread has solved once in this time.
fn of_window(plan: &Plan, once: Duration) -> Duration {
    let passes = f64::from(plan.passes) / plan.timing_threads as f64 + 1.0 / plan.threads as f64;
    once.mul_f64(passes * plan.isomorph_numbers().len() as f64)
}
