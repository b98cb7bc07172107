//! The writer: makes rows of solved windows and sums them up.

use super::checkpoint::{Checkpoint, Progress};
use super::crew::Solved;
use super::feed::Batch;
use super::folder::{Folder, Rows};
use super::meta::{CorpusMeta, Meta};
use super::record::Record;
use crate::goal::Status;
use crate::report::field::push_text;
use crate::report::runs::{Prefix, PuzzleKey, Run};
use crate::report::summary::ConfigSummary;
use crate::report::{blocks, puzzles, rejected, runs};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Condvar, Mutex, PoisonError};

/// A solved window.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) window: u64,
    pub(super) batch: Batch,
    /// For each version of each puzzle its place among those searched.
    pub(super) items: Vec<Option<usize>>,
    pub(super) solved: Solved,
    /// The size of the next window.
    pub(super) window_size: usize,
}

/// The number of windows that are solved but not written; none once the writer has failed.
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

/// Makes rows of solved windows and sums them up.
pub(super) struct Writer {
    folder: Folder,
    rows: Rows,
    summaries: Vec<Vec<ConfigSummary>>,
    /// What each corpus came to.
    corpora: Vec<CorpusMeta>,
    /// By corpus, then contestant.
    prefixes: Vec<Vec<Prefix>>,
    names: Vec<(String, String)>,
    isomorphs: std::ops::Range<u32>,
    has_solutions: bool,
    windows: u64,
}

impl Writer {
    pub(super) fn new(
        meta: &Meta,
        folder: Folder,
        summaries: Vec<Vec<ConfigSummary>>,
        windows: u64,
    ) -> Self {
        let prefix = |corpus: &CorpusMeta| {
            let of = |config: &crate::engine::Identity| {
                Prefix::new(&corpus.name, &config.config, &config.engine, &meta.plan.goal)
            };
            meta.configs.iter().map(of).collect()
        };
        let names = meta.configs.iter().map(|c| (c.config.clone(), c.engine.clone()));
        Self {
            folder,
            rows: Rows::default(),
            summaries,
            prefixes: meta.corpora.iter().map(prefix).collect(),
            corpora: meta.corpora.clone(),
            names: names.collect(),
            isomorphs: meta.plan.isomorph_numbers(),
            has_solutions: meta.plan.solutions,
            windows,
        }
    }

    /// Writes windows until there are no more. After a failure it asks for no more windows, and
    /// drops those that still come.
    pub(super) fn write_all(
        &mut self,
        jobs: Receiver<Job>,
        pending: &Pending,
        stop: &AtomicBool,
    ) -> io::Result<()> {
        let mut result = Ok(());
        for job in jobs {
            if result.is_ok() {
                result = self.write(&job);
                if result.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            pending.remove();
        }
        result
    }

    fn write(&mut self, job: &Job) -> io::Result<()> {
        self.rows.clear();
        self.push_puzzles(job);
        self.push_runs(job);
        self.push_blocks(job);
        self.windows = job.window + 1;
        let progress = job.batch.progress;
        let corpus = &mut self.corpora[progress.corpus];
        (corpus.puzzles, corpus.rejected) = (progress.puzzles, progress.rejected);
        self.folder.commit(&self.rows, self.checkpoint(progress, job.window_size))
    }

    fn checkpoint(&self, progress: Progress, window_size: usize) -> Checkpoint {
        Checkpoint {
            windows: self.windows,
            progress,
            lengths: Vec::new(),
            window_size,
            is_finished: progress.is_whole && progress.corpus + 1 == self.corpora.len(),
        }
    }

    fn push_puzzles(&mut self, job: &Job) {
        let mut corpus = Vec::new();
        push_text(&mut corpus, self.corpora[job.batch.corpus].name.as_bytes());
        let window = &job.batch.window;
        for position in 0..window.len() {
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

    fn push_runs(&mut self, job: &Job) {
        let invalid = Record::without_outcome(Status::Invalid, None);
        let versions = self.isomorphs.len();
        let indices = job.batch.window.indices();
        for (version, item) in job.items.iter().enumerate() {
            let key = PuzzleKey {
                puzzle_index: indices[version / versions],
                isomorph: self.isomorphs.start + (version % versions) as u32,
            };
            for contestant in 0..self.names.len() {
                let (record, times) = match *item {
                    Some(at) => (
                        &job.solved.records[contestant][at],
                        job.solved.times[contestant].get(at).map_or(&[][..], |times| times),
                    ),
                    None => (&invalid, &[][..]),
                };
                let passes = self.passes_of(job, contestant, item.is_some());
                let run = run_of(record, passes, times);
                self.summaries[job.batch.corpus][contestant].add(&run);
                runs::push_row(
                    &mut self.rows.runs,
                    &self.prefixes[job.batch.corpus][contestant],
                    key,
                    &run,
                    record.error.as_deref().unwrap_or(""),
                    self.has_solutions.then_some(record.solution.as_deref()),
                );
            }
        }
    }

    /// How often a contestant solved the puzzles of a window under the clock.
    fn passes_of(&self, job: &Job, contestant: usize, is_searched: bool) -> u32 {
        let blocks = &job.solved.blocks;
        let end = blocks.partition_point(|block| block.task.contestant <= contestant);
        let last = blocks[..end].last().filter(|block| block.task.contestant == contestant);
        last.filter(|_| is_searched).map_or(0, |block| block.task.pass)
    }

    fn push_blocks(&mut self, job: &Job) {
        for block in &job.solved.blocks {
            let (config, engine) = &self.names[block.task.contestant];
            let elapsed_ns = block.elapsed.as_nanos().try_into().unwrap_or(u64::MAX);
            let puzzles = block.task.puzzles.len() as u32;
            self.summaries[job.batch.corpus][block.task.contestant].add_block(puzzles, elapsed_ns);
            blocks::push_row(
                &mut self.rows.blocks,
                &blocks::Block {
                    corpus: &self.corpora[job.batch.corpus].name,
                    window: job.window,
                    block: block.task.block as u32,
                    config,
                    engine,
                    pass: block.task.pass,
                    thread: block.thread as u32,
                    puzzles,
                    elapsed_ns,
                },
            );
        }
    }

    /// The summaries by corpus and contestant, and what each corpus came to.
    pub(super) fn into_results(self) -> (Vec<Vec<ConfigSummary>>, Vec<CorpusMeta>) {
        (self.summaries, self.corpora)
    }
}

fn run_of(record: &Record, passes: u32, times: &[u64]) -> Run {
    let middle = times.len() / 2;
    let median = match times.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(times[middle]),
        _ => Some(times[middle - 1].midpoint(times[middle])),
    };
    Run {
        status: record.status,
        solutions: record.solutions,
        score: record.score,
        counts: record.counts,
        passes,
        time_ns_min: times.first().copied(),
        time_ns_median: median,
    }
}

/// Sums up again what stands in the files of a run that goes on.
pub(super) fn sum_up_again(
    folder: &Path,
    meta: &Meta,
    summaries: &mut [Vec<ConfigSummary>],
) -> io::Result<()> {
    let corpora: HashMap<&str, usize> =
        meta.corpora.iter().enumerate().map(|(at, corpus)| (&*corpus.name, at)).collect();
    let configs: HashMap<(&str, &str), usize> =
        meta.configs.iter().enumerate().map(|(at, c)| ((&*c.config, &*c.engine), at)).collect();
    let unknown =
        || io::Error::new(io::ErrorKind::InvalidData, "a row names no config of this run");
    let mut rows = runs::Reader::new(File::open(folder.join(runs::FILE))?).map_err(invalid_data)?;
    while let Some(row) = rows.next_row().map_err(invalid_data)? {
        let corpus = corpora.get(row.corpus).ok_or_else(unknown)?;
        let config = configs.get(&(row.config, row.engine)).ok_or_else(unknown)?;
        summaries[*corpus][*config].add(&row.run);
    }
    let mut timed = csv::Reader::from_path(folder.join(blocks::FILE))?;
    for block in timed.deserialize::<blocks::Block<String>>() {
        let block = block?;
        let corpus = corpora.get(&*block.corpus).ok_or_else(unknown)?;
        let config = configs.get(&(&*block.config, &*block.engine)).ok_or_else(unknown)?;
        summaries[*corpus][*config].add_block(block.puzzles, block.elapsed_ns);
    }
    Ok(())
}

fn invalid_data(error: runs::RowError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
