//! The feed: reads corpora window by window, one ahead of the solver threads, and prepares the
//! puzzles.

use super::error::BenchError;
use super::tasks::shuffle;
use crate::corpus::{ReadOptions, Reader, Rejected, Source, Window, sample};
use crate::grid::{Puzzle, Symmetry};
use crate::random::{Choices, Chooser};
use crate::run_files::checkpoint::Progress;
use crate::run_files::plan::Plan;
use crate::run_files::shard::{BLOCK, Shard};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::io;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// A window of a corpus on its way through the harness. It returns to the feed, which reuses its memory.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The corpus's number in the plan.
    pub(super) corpus: usize,
    /// Its next puzzles and rejected lines.
    pub(super) window: Window,
    /// The puzzles to search: all versions of each puzzle, unless its clues
    /// contradict each other.
    pub(super) puzzles: Vec<Puzzle>,
    /// For each puzzle of the window, whether it must be searched.
    pub(super) is_searched: Vec<bool>,
    /// Bytes of the corpus read so far.
    pub(super) bytes: u64,
    /// The number of puzzles that the plan takes from the corpus, if it is known.
    pub(super) of: Option<u64>,
    /// The progress through the corpus after this window.
    pub(super) progress: Progress,
}

/// How the feed is controlled while it works.
#[derive(Debug)]
pub(super) struct FeedControl {
    /// The size of the next window.
    pub(super) window_size: AtomicUsize,
    /// Whether the feed is to stop.
    pub(super) stop: AtomicBool,
    /// Whether a pipe is to end: its last window holds what came out of it. Then the feed ends.
    pub(super) ends_pipe: Arc<AtomicBool>,
    /// Whether the feed is at work on a pipe.
    pub(super) reads_pipe: AtomicBool,
    /// The corpora below this number get no more windows: their share of the budget is spent.
    pub(super) open_from: AtomicUsize,
}

impl FeedControl {
    fn is_pipe_ended(&self) -> bool {
        self.ends_pipe.load(Ordering::Relaxed)
    }
}

/// A corpus, and the CRC-32 that it had before the run; none of a pipe.
#[derive(Debug)]
pub(super) struct Corpus {
    pub(super) source: Source,
    pub(super) crc32: Option<u32>,
}

/// The messages of the feed: a window, or `None` at the end of the last corpus.
pub(super) type Fed = Result<Option<Batch>, BenchError>;

/// Starts a thread that reads all corpora, from where a resumed run left off. It reuses the memory
/// of `spent` batches.
///
/// The caller does not wait for its end, because reading a silent pipe may block it.
///
/// # Errors
/// If the system does not start the thread.
pub(super) fn start(
    plan: &Plan,
    shard: Option<Shard>,
    corpora: Vec<Corpus>,
    from: Vec<Progress>,
    control: &Arc<FeedControl>,
    spent: Receiver<Batch>,
) -> io::Result<Receiver<Fed>> {
    let (send, receive) = sync_channel(0);
    let (plan, control) = (plan.clone(), Arc::clone(control));
    let reading = std::thread::Builder::new().name("feed".to_owned()).spawn(move || {
        let end = read_all((&plan, shard), &corpora, &from, &control, &spent, &send);
        // A closed channel means that the run has ended.
        let _ = send.send(end.map(|()| None));
    });
    reading.map(|_| receive)
}

/// Reads all corpora and sends their windows.
fn read_all(
    (plan, shard): (&Plan, Option<Shard>),
    corpora: &[Corpus],
    from: &[Progress],
    control: &FeedControl,
    spent: &Receiver<Batch>,
    out: &SyncSender<Fed>,
) -> Result<(), BenchError> {
    let corpora = corpora.iter().zip(from).filter(|(_, start)| !start.is_whole);
    for (&Corpus { ref source, crc32 }, &start) in corpora {
        let corpus = start.corpus;
        let mut sender = Sender { plan, shard, corpus, crc32, start, spent, out, control };
        control.reads_pipe.store(source.is_pipe(), Ordering::Relaxed);
        let sent = sender.send_all(source);
        control.reads_pipe.store(false, Ordering::Relaxed);
        if control.is_pipe_ended() {
            // It may have ended within compressed data, or before its first puzzle.
            return Ok(());
        }
        sent?;
        if control.stop.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(())
}

/// Sends the windows of one corpus.
struct Sender<'a> {
    plan: &'a Plan,
    /// The part of the puzzles that is solved; none: all.
    shard: Option<Shard>,
    corpus: usize,
    /// The hash of the corpus before the run; none of a pipe.
    crc32: Option<u32>,
    /// The position at which the run started with this corpus.
    start: Progress,
    spent: &'a Receiver<Batch>,
    out: &'a SyncSender<Fed>,
    control: &'a FeedControl,
}

impl Sender<'_> {
    /// Reads the corpus and sends its windows.
    fn send_all(&mut self, source: &Source) -> Result<(), BenchError> {
        let options = ReadOptions {
            checksum: self.crc32.is_some(),
            stop: Some(Arc::clone(&self.control.ends_pipe)),
            ..self.plan.read_options()
        };
        let mut reader = source.open_with(&options)?;
        let shuffles = self.plan.shuffle && *source != Source::Stdin;
        if self.plan.sample.is_some() || shuffles {
            self.arrange(&mut reader, shuffles)
        } else if let Some(shard) = self.shard {
            self.stream_shard(shard, &mut reader)
        } else {
            self.stream(&mut reader)
        }
    }

    /// Reads and sends window after window.
    fn stream(&mut self, reader: &mut Reader) -> Result<(), BenchError> {
        let (mut read, mut rejected) = (0, 0);
        loop {
            let size = self.control.window_size.load(Ordering::Relaxed);
            let skipping = self.start.puzzles.saturating_sub(read);
            let wanted = self.plan.take.map_or(u64::MAX, |take| take.get().saturating_sub(read));
            let next =
                if skipping > 0 { skipping.min(READ_AT_ONCE) } else { size as u64 }.min(wanted);
            let mut batch = self.spent.try_recv().unwrap_or_default();
            batch.of = None;
            let window = &mut batch.window;
            let more = reader.read_window(next as usize, window)?;
            read += window.len() as u64;
            rejected += window.rejected().len() as u64;
            let more = more && self.plan.take.is_none_or(|take| read < take.get());
            if !more {
                self.check_read(reader)?;
            }
            if skipping > 0 {
                window.truncate(0);
            }
            let fresh = rejected.saturating_sub(self.start.rejected);
            window.keep_last_rejected(fresh as usize);
            let is_whole = !more && !self.control.is_pipe_ended();
            if !self.send(batch, reader.bytes(), (read, rejected), is_whole) || !more {
                return Ok(());
            }
        }
    }

    /// Reads the whole corpus, and sends window after window of the puzzles of a shard. The first
    /// shard has all rejected lines.
    fn stream_shard(&mut self, shard: Shard, reader: &mut Reader) -> Result<(), BenchError> {
        let take = self.plan.take.map_or(u64::MAX, NonZeroU64::get);
        let mut read = Window::new();
        let (mut batch, mut rejected) = (self.empty_batch(), Vec::new());
        let (mut position, mut own, mut rejections) = (0, 0, 0);
        loop {
            let wanted = READ_AT_ONCE.min(take - position);
            let more = reader.read_window(wanted as usize, &mut read)? && position + wanted < take;
            if shard.number == 0 {
                rejected.extend_from_slice(read.rejected());
                rejections += read.rejected().len() as u64;
            }
            let end = position + read.len() as u64;
            let mut at = position;
            while at < end {
                let block_end = end.min((at / BLOCK + 1) * BLOCK);
                if shard.has(at) {
                    (at..block_end)
                        .for_each(|at| batch.window.push_from(&read, (at - position) as usize));
                    own += block_end - at;
                }
                at = block_end;
                let size = self.control.window_size.load(Ordering::Relaxed);
                if batch.window.len() >= size {
                    batch.window.set_rejected(std::mem::take(&mut rejected));
                    if !self.send(batch, reader.bytes(), (own, rejections), false) {
                        return Ok(());
                    }
                    batch = self.empty_batch();
                }
            }
            position = end;
            if !more {
                self.check_read(reader)?;
                batch.window.set_rejected(rejected);
                batch.of = Some(position);
                let _ = self.send(batch, reader.bytes(), (own, rejections), true);
                return Ok(());
            }
        }
    }

    /// A batch without puzzles.
    fn empty_batch(&self) -> Batch {
        let mut batch = self.spent.try_recv().unwrap_or_default();
        batch.window.clear();
        batch.of = None;
        batch
    }

    /// Reads the puzzles that the plan takes, then sends them window after window; each window is in
    /// the order of the corpus.
    fn arrange(&mut self, reader: &mut Reader, shuffles: bool) -> Result<(), BenchError> {
        let mut rejected = Vec::new();
        let all = self.taken(reader, &mut rejected)?;
        if self.control.is_pipe_ended() {
            return Ok(());
        }
        if !self.control.stop.load(Ordering::Relaxed) {
            self.check_read(reader)?;
        }
        let mut order: Vec<usize> = (0..all.len()).collect();
        if shuffles {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(self.plan.seed);
            shuffle(&mut order, &mut random);
        }
        if let Some(shard) = self.shard {
            let mut position = 0..;
            order.retain(|_| position.next().is_some_and(|at| shard.has(at)));
            if shard.number > 0 {
                rejected.clear();
            }
        }
        let total = rejected.len() as u64;
        let mut fresh = rejected.split_off((self.start.rejected as usize).min(rejected.len()));
        let mut read = (self.start.puzzles as usize).min(order.len());
        loop {
            let size = self.control.window_size.load(Ordering::Relaxed);
            let end = order.len().min(read.saturating_add(size));
            let mut batch = self.empty_batch();
            batch.window.set_rejected(std::mem::take(&mut fresh));
            batch.of = Some(all.len() as u64);
            order[read..end].sort_unstable();
            order[read..end].iter().for_each(|&at| batch.window.push_from(&all, at));
            read = end;
            let is_last = read == order.len();
            if !self.send(batch, reader.bytes(), (read as u64, total), is_last) || is_last {
                return Ok(());
            }
        }
    }

    /// The puzzles that the plan takes from the corpus, in its order.
    fn taken(
        &self,
        reader: &mut Reader,
        rejected: &mut Vec<Rejected>,
    ) -> Result<Window, BenchError> {
        let take = self.plan.take.map_or(u64::MAX, NonZeroU64::get);
        if let Some(count) = self.plan.sample {
            let keep = |window: &Window| rejected.extend_from_slice(window.rejected());
            let mut all = sample(reader, count as usize, self.plan.seed, keep)?;
            all.truncate(usize::try_from(take).unwrap_or(usize::MAX));
            return Ok(all);
        }
        let (mut all, mut window) = (Window::new(), Window::new());
        while !self.control.stop.load(Ordering::Relaxed) {
            let wanted = READ_AT_ONCE.min(take - all.len() as u64);
            let more = reader.read_window(wanted as usize, &mut window)?;
            rejected.extend_from_slice(window.rejected());
            (0..window.len()).for_each(|at| all.push_from(&window, at));
            if !more || all.len() as u64 == take {
                break;
            }
        }
        Ok(all)
    }

    /// Whether what was read is what the digest before the run is of. What `--take` leaves is read for
    /// this, too.
    fn check_read(&self, reader: &mut Reader) -> Result<(), BenchError> {
        let Some(crc32) = self.crc32 else { return Ok(()) };
        reader.read_rest()?;
        match reader.crc32() {
            Some(read) if read == crc32 => Ok(()),
            _ => Err(BenchError::CorpusChanged {
                corpus: self.corpus,
                file: reader.source().display(),
            }),
        }
    }

    /// Sends a batch whose window is filled, unless it is empty. Returns whether the feed is to go
    /// on.
    fn send(&mut self, mut batch: Batch, bytes: u64, so_far: (u64, u64), is_last: bool) -> bool {
        let is_open = self.corpus >= self.control.open_from.load(Ordering::Relaxed);
        if self.control.stop.load(Ordering::Relaxed) || !is_open {
            return false;
        }
        if batch.window.is_empty() && batch.window.rejected().is_empty() && !is_last {
            return true;
        }
        let (puzzles, rejected) = so_far;
        batch.progress = Progress {
            corpus: self.corpus,
            puzzles: puzzles.max(self.start.puzzles),
            rejected: rejected.max(self.start.rejected),
            is_whole: is_last,
        };
        (batch.corpus, batch.bytes) = (self.corpus, bytes);
        self.prepare(&mut batch);
        self.out.send(Ok(Some(batch))).is_ok()
    }

    /// Determines the puzzles of the window to search, and all their versions.
    fn prepare(&self, batch: &mut Batch) {
        let Batch { window, puzzles, is_searched, .. } = batch;
        is_searched.clear();
        is_searched.extend(window.puzzles().iter().map(Puzzle::is_consistent));
        let versions = self.plan.isomorph_numbers();
        puzzles.clear();
        puzzles.reserve(window.len() * versions.len());
        let mut choices = Choices::new(self.plan.seed, Chooser::Isomorph);
        let searched = window.puzzles().iter().zip(&*is_searched).filter(|(_, is)| **is);
        for (puzzle, _) in searched {
            if self.plan.isomorphs == 0 {
                puzzles.push(*puzzle);
                continue;
            }
            choices.start(puzzle);
            let isomorph = |_| Symmetry::random(|n| choices.choose(n)).apply(puzzle);
            puzzles.extend(versions.clone().map(isomorph));
        }
    }
}

/// The number of puzzles that are read at a time where they are not solved at once.
const READ_AT_ONCE: u64 = 65_536;
