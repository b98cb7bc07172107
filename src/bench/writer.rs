//! The writer: makes rows of solved windows and sums them up.

use super::block_results::PuzzleResult;
use super::contestant::Contestant;
use super::crosscheck;
use super::error::BenchError;
use super::feed::Batch;
use super::folder::{Folder, Rows, Unpublished};
use super::record::Record;
use super::solver_threads::WindowResults;
use crate::counters::RuleCost;
use crate::goal::{Goal, Status};
use crate::run_files::checkpoint::{Checkpoint, CorpusCount, Progress, RuleCosts};
use crate::run_files::field::push_text;
use crate::run_files::meta::{CorpusMeta, Meta};
use crate::run_files::runs::{Prefix, PuzzleKey};
use crate::run_files::{blocks, puzzles, rejected, runs};
use crate::stats::summary::{ConfigSummary, save};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::sync::{Condvar, Mutex, PoisonError};

/// A solved window.
#[derive(Debug)]
pub(super) struct SolvedWindow {
    pub(super) window: u64,
    pub(super) batch: Batch,
    pub(super) results: WindowResults,
    /// The size of the next window.
    pub(super) window_size: usize,
}

/// The number of windows that are solved but not written.
#[derive(Debug, Default)]
pub(super) struct Pending {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Pending {
    pub(super) fn add(&self) {
        self.change(|count| count.saturating_add(1));
    }

    fn remove(&self) {
        self.change(|count| count.saturating_sub(1));
    }

    fn change(&self, change: impl FnOnce(usize) -> usize) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        *count = change(*count);
        self.changed.notify_all();
    }

    /// Waits until every window is written.
    pub(super) fn wait(&self) {
        let count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(count, |count| *count > 0));
    }
}

/// What a run came to.
pub(super) struct Results {
    /// By corpus, then contestant.
    pub(super) summaries: Vec<Vec<ConfigSummary>>,
    pub(super) rule_costs: RuleCosts,
    pub(super) corpora: Vec<CorpusMeta>,
    /// The folder, if there are rows.
    pub(super) folder: Option<PathBuf>,
    /// The folder of a shard, to be published.
    pub(super) unpublished: Option<Unpublished>,
}

/// Makes rows of solved windows and sums them up.
pub(super) struct Writer<'a> {
    folder: Folder,
    rows: Rows,
    done: Done,
    contestants: &'a [Contestant],
    goal: Goal,
    isomorphs: std::ops::Range<u32>,
    has_solutions: bool,
}

/// What is done, as the checkpoint has it.
struct Done {
    summaries: Vec<Vec<ConfigSummary>>,
    rule_costs: RuleCosts,
    /// What each corpus came to.
    corpora: Vec<CorpusMeta>,
    /// By corpus: whether all of it is done.
    is_whole: Vec<bool>,
    /// By corpus.
    clocked: Vec<Option<Vec<bool>>>,
    /// Whether rows of puzzles and blocks are left out.
    summary_only: bool,
    /// Whether summaries stay open, because they are merged with those of other shards.
    is_shard: bool,
    windows: u64,
    progress: Progress,
    /// The size of the next window.
    window_size: usize,
}

impl Done {
    fn checkpoint(&self) -> Checkpoint {
        let counts = self.corpora.iter().zip(&self.is_whole);
        Checkpoint {
            windows: self.windows,
            progress: self.progress,
            counts: counts
                .map(|(corpus, &is_whole)| CorpusCount {
                    puzzles: corpus.puzzles,
                    rejected: corpus.rejected,
                    is_whole,
                })
                .collect(),
            lengths: Vec::new(),
            window_size: self.window_size,
            clocked: self.clocked.clone(),
            rule_costs: self.rule_costs.clone(),
            summaries: self.summary_only.then(|| save(&self.summaries)),
            is_finished: self.is_whole.iter().all(|&is_whole| is_whole),
            checksum: None,
        }
    }

    /// Adds a window that is written.
    fn add(&mut self, solved: &SolvedWindow) {
        let costs = self.rule_costs.get_mut(solved.batch.corpus).into_iter().flatten();
        costs.zip(&solved.results.rule_costs).for_each(|(sum, more)| RuleCost::add_all(sum, more));
        self.windows = solved.window + 1;
        self.window_size = solved.window_size;
        self.progress = solved.batch.progress;
        let Progress { corpus: number, puzzles, rejected, is_whole } = self.progress;
        let corpus = &mut self.corpora[number];
        (corpus.puzzles, corpus.rejected) = (puzzles, rejected);
        corpus.of = solved.batch.of.or(corpus.of);
        self.is_whole[number] = is_whole;
        self.clocked[number].clone_from(&solved.results.clocked);
        if is_whole && !self.is_shard {
            self.summaries[number].iter_mut().for_each(ConfigSummary::close);
        }
    }
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        meta: &Meta,
        contestants: &'a [Contestant],
        folder: Folder,
        summaries: Vec<Vec<ConfigSummary>>,
        from: &Checkpoint,
    ) -> Self {
        let mut rule_costs = from.rule_costs.clone();
        let corpora = if meta.plan.rule_costs { meta.corpora.len() } else { 0 };
        rule_costs.resize(corpora, vec![Vec::new(); contestants.len()]);
        let done = Done {
            summaries,
            rule_costs,
            corpora: meta.corpora.clone(),
            is_whole: from.starts(meta.corpora.len()).iter().map(|start| start.is_whole).collect(),
            clocked: from.clocked_of(meta.corpora.len()),
            summary_only: meta.plan.summary_only,
            is_shard: meta.shard.is_some(),
            windows: from.windows,
            progress: from.progress,
            window_size: from.window_size,
        };
        Self {
            folder,
            rows: Rows::default(),
            done,
            contestants,
            goal: meta.plan.goal,
            isomorphs: meta.plan.isomorph_numbers(),
            has_solutions: meta.plan.solutions,
        }
    }

    /// Writes windows until there are no more, and hands back what they were in. After a failure
    /// it asks for no more windows, and drops those that still come.
    pub(super) fn write_all(
        &mut self,
        windows: Receiver<SolvedWindow>,
        pending: &Pending,
        stop: &AtomicBool,
        spent: SyncSender<Batch>,
    ) -> Result<(), BenchError> {
        let mut result = Ok(());
        for mut solved in windows {
            if result.is_ok() {
                result = self.write(&mut solved);
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            pending.remove();
            // One that waits there already is as good, and the feed may have ended.
            let _ = spent.try_send(solved.batch);
        }
        let Self { folder, done, .. } = self;
        if result.is_err() && done.summary_only {
            // The summaries hold runs of the window that is not written.
            return result;
        }
        // Also after a failure: the windows before it are complete.
        let saved = folder.save(|| done.checkpoint());
        result.and(saved)
    }

    fn write(&mut self, solved: &mut SolvedWindow) -> Result<(), BenchError> {
        self.rows.clear();
        let searched = solved.batch.puzzles.len();
        crosscheck::compare(&mut solved.results.blocks, self.contestants, searched, self.goal);
        self.push_puzzles(solved);
        self.push_runs(solved);
        self.push_blocks(solved);
        let Self { folder, rows, done, .. } = self;
        folder.append_window(rows, solved.window)?;
        done.add(solved);
        let has_puzzles = done.corpora.iter().any(|corpus| corpus.puzzles > 0);
        folder.commit(has_puzzles, || done.checkpoint())
    }

    fn push_puzzles(&mut self, solved: &SolvedWindow) {
        let mut corpus = Vec::new();
        push_text(&mut corpus, self.done.corpora[solved.batch.corpus].name.as_bytes());
        let window = &solved.batch.window;
        let rows = if self.done.summary_only { 0 } else { window.len() };
        for position in 0..rows {
            puzzles::push_row(
                &mut self.rows.puzzles,
                &corpus,
                window.indices()[position],
                window.lines()[position],
                &window.puzzles()[position],
                window.label(position),
            );
        }
        for line in window.rejected() {
            let (cause, text) = (line.cause.to_string(), line.printable());
            rejected::push_row(
                &mut self.rows.rejected,
                &corpus,
                line.line,
                &cause,
                text.as_bytes(),
            );
        }
    }

    fn push_runs(&mut self, solved: &SolvedWindow) {
        const INVALID: PuzzleResult<'_> = PuzzleResult::of(Record::bare(Status::Invalid));
        let goal = self.goal.to_string();
        let corpus = &self.done.corpora[solved.batch.corpus].name;
        let prefix = |contestant: &Contestant| {
            let identity = &contestant.identity;
            Prefix::new(corpus, &identity.config, identity.engine.as_str(), &goal)
        };
        let prefixes: Vec<_> = self.contestants.iter().map(prefix).collect();
        let parts = &solved.results.blocks;
        let mut cursors = vec![(0, 0); self.contestants.len()];
        let window = solved.batch.window.indices().iter().zip(&solved.batch.is_searched);
        for (&puzzle_index, &is_searched) in window {
            for isomorph in self.isomorphs.clone() {
                let key = PuzzleKey { puzzle_index, isomorph };
                for (contestant, (part, at)) in cursors.iter_mut().enumerate() {
                    let of = (solved.batch.corpus, contestant, &prefixes[contestant]);
                    if !is_searched {
                        self.push_run(of, key, &INVALID);
                        continue;
                    }
                    let here = &parts[contestant][*part];
                    self.push_run(of, key, &here.result(*at));
                    *at += 1;
                    if *at == here.records.len() {
                        (*part, *at) = (*part + 1, 0);
                    }
                }
            }
        }
    }

    #[inline]
    fn push_run(
        &mut self,
        (corpus, contestant, prefix): (usize, usize, &Prefix),
        key: PuzzleKey,
        result: &PuzzleResult<'_>,
    ) {
        let run = result.record.run(result.passes, result.time_ns_min, result.time_ns_median);
        self.done.summaries[corpus][contestant].add(&run);
        if self.done.summary_only {
            return;
        }
        let solution = self.has_solutions.then_some(result.solution);
        runs::push_row(&mut self.rows.runs, prefix, key, &run, result.error, solution);
    }

    fn push_blocks(&mut self, solved: &SolvedWindow) {
        let most = solved.results.blocks.iter().map(Vec::len).max().unwrap_or(0);
        for block in 0..most {
            for (contestant, parts) in solved.results.blocks.iter().enumerate() {
                let Some(part) = parts.get(block) else { continue };
                let identity = &self.contestants[contestant].identity;
                let puzzles = part.puzzles.len() as u32;
                let passes_ns = part.blocks.iter().map(|timed| timed.elapsed.as_nanos() as u64);
                let summary = &mut self.done.summaries[solved.batch.corpus][contestant];
                summary.add_block(puzzles, passes_ns.collect());
                if self.done.summary_only {
                    continue;
                }
                for timed in &part.blocks {
                    let row = blocks::Block {
                        corpus: &*self.done.corpora[solved.batch.corpus].name,
                        window: solved.window,
                        block: block as u32,
                        config: &*identity.config,
                        engine: identity.engine.as_str(),
                        pass: timed.pass,
                        thread: timed.thread as u32,
                        puzzles,
                        elapsed_ns: timed.elapsed.as_nanos() as u64,
                    };
                    blocks::push_row(&mut self.rows.blocks, &row);
                }
            }
        }
    }

    /// What the run came to.
    pub(super) fn into_results(self) -> Results {
        let Self { done: Done { summaries, rule_costs, corpora, .. }, folder, .. } = self;
        let path = folder.path().map(Path::to_owned);
        let unpublished = folder.into_unpublished();
        Results { summaries, rule_costs, corpora, folder: path, unpublished }
    }
}
