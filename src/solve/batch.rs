//! Threads that answer the puzzles of a corpus in its order: for `solve` and `check`.
//!
//! Reading and solving overlap; memory is bounded by two windows. The first windows are small, so
//! that the first answers come soon.

use super::solver::{Answer, Solver, WrongAnswer};
use crate::corpus::{CorpusError, Reader, Rejected, Window};
use crate::engine::{Engine, Job, Outcome, StartError, Timing};
use crate::goal::Status;
use crate::grid::Puzzle;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Puzzles of the first window, enough to choose an engine by their number; each window is twice
/// the one before, up to the largest.
const FIRST_WINDOW: usize = 1024;
const LARGEST_WINDOW: usize = 65_536;

/// Puzzles that a thread takes at a time, at most: from an engine that solves one after another, and
/// from one that solves many at once.
const CHUNKS: [usize; 2] = [1024, 8192];

/// Names the engine for a number of puzzles; of a large corpus, for those of its first
/// window.
pub type Choice = Box<dyn Fn(usize) -> Arc<dyn Engine> + Send + Sync>;

/// Threads that solve corpora for one job.
pub struct BatchSolver {
    pool: rayon::ThreadPool,
    choice: Choice,
    job: Job,
}

/// The engine chosen for a corpus, and its solvers.
struct Chosen {
    engine: Arc<dyn Engine>,
    /// By thread; a lock is held for a chunk and never contended.
    solvers: Vec<Mutex<Solver>>,
}

/// A run of puzzles of a window, with their answers.
pub struct Chunk<'a> {
    /// The engine that solved them.
    pub engine: &'a dyn Engine,
    /// What it was started for.
    pub job: Job,
    /// The window.
    pub window: &'a Window,
    /// Their positions in the window.
    pub positions: Range<usize>,
    /// The answers, in the order of the positions.
    pub answers: Vec<Answer>,
}

/// Why a corpus cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The engine cannot be started, or cannot pursue the goal.
    #[error(transparent)]
    Start(#[from] StartError),
    /// An answer is wrong.
    #[error(transparent)]
    Wrong(#[from] WrongAnswer),
    /// The system starts no threads.
    #[error("threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// A pool of threads; one for each core if no number is given.
///
/// # Errors
/// [`SolveError::Threads`] if they cannot be started.
pub fn pool(threads: Option<NonZeroUsize>) -> Result<rayon::ThreadPool, SolveError> {
    let builder = rayon::ThreadPoolBuilder::new();
    Ok(builder.num_threads(threads.map_or(0, NonZeroUsize::get)).build()?)
}

/// Starts the threads that comparisons share, unless they are started already.
///
/// # Errors
/// [`SolveError::Threads`] if they cannot be started. Work on them would panic.
pub fn start_shared_threads() -> Result<(), SolveError> {
    static STARTED: Mutex<bool> = Mutex::new(false);
    let mut is_started = STARTED.lock().unwrap_or_else(PoisonError::into_inner);
    if !*is_started {
        rayon::ThreadPoolBuilder::new().build_global()?;
        *is_started = true;
    }
    Ok(())
}

impl BatchSolver {
    /// A solver with this number of threads; one for each core if none is given.
    ///
    /// # Errors
    /// [`SolveError::Threads`] if they cannot be started.
    pub fn new(
        choice: Choice,
        job: Job,
        threads: Option<NonZeroUsize>,
    ) -> Result<Self, SolveError> {
        Ok(Self { pool: pool(threads)?, choice, job })
    }

    /// Answers all puzzles that a reader has. What `digest` makes of each chunk is handed to
    /// `take` in the order of the corpus, after the rejected lines of its window.
    pub fn answer<D: Send, E: From<SolveError>>(
        &self,
        reader: &mut Reader,
        digest: impl Fn(&Chunk<'_>) -> D + Sync,
        mut take: impl FnMut(&[Rejected], Vec<D>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut window, mut next) = (Window::new(), Window::new());
        let mut size = FIRST_WINDOW;
        let mut more = reader.read_window(size, &mut window);
        let chosen = self.start((self.choice)(window.len()))?;
        loop {
            size = (2 * size).min(LARGEST_WINDOW);
            let (digests, read) = self.pool.install(|| {
                rayon::join(
                    || self.solve(&chosen, &window, &digest),
                    || match &more {
                        Ok(true) => Some(reader.read_window(size, &mut next)),
                        _ => None,
                    },
                )
            });
            take(window.rejected(), digests)?;
            let Some(read) = read else { break };
            more = read;
            std::mem::swap(&mut window, &mut next);
        }
        more.map(drop).map_err(|error| SolveError::from(error).into())
    }

    fn start(&self, engine: Arc<dyn Engine>) -> Result<Chosen, SolveError> {
        let solvers = (0..self.pool.current_num_threads())
            .map(|_| Ok(Mutex::new(Solver::start(&*engine, self.job)?)))
            .collect::<Result<_, SolveError>>()?;
        Ok(Chosen { engine, solvers })
    }

    fn solve<D: Send>(
        &self,
        chosen: &Chosen,
        window: &Window,
        digest: &(impl Fn(&Chunk<'_>) -> D + Sync),
    ) -> Vec<D> {
        let share = chosen.share(window.len());
        (0..window.len())
            .step_by(share)
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|start| {
                let positions = start..window.len().min(start + share);
                let answers = self.solve_chunk(chosen, &window.puzzles()[positions.clone()]);
                digest(&Chunk {
                    engine: &*chosen.engine,
                    job: self.job,
                    window,
                    positions,
                    answers,
                })
            })
            .collect()
    }

    fn solve_chunk(&self, chosen: &Chosen, puzzles: &[Puzzle]) -> Vec<Answer> {
        let invalid = Answer { status: Status::Invalid, fault: None, outcome: Outcome::NOT_RUN };
        let mut answers = vec![invalid; puzzles.len()];
        let is_consistent = |&position: &usize| puzzles[position].is_consistent();
        let asked: Vec<_> = (0..puzzles.len()).filter(is_consistent).collect();
        let consistent: Vec<_> = asked.iter().map(|&position| puzzles[position]).collect();
        let thread = rayon::current_thread_index().expect("chunks are solved in the pool");
        let mut solver = chosen.solvers[thread].lock().expect("no worker panics");
        let solved = solver.solve(&consistent, &self.job.limits(None));
        for (position, answer) in asked.into_iter().zip(solved) {
            answers[position] = answer;
        }
        answers
    }
}

impl Chosen {
    /// How many puzzles of a window a thread takes at a time: a part of its share, so that all
    /// threads end together.
    fn share(&self, puzzles: usize) -> usize {
        let (parts, most) = match self.engine.timing() {
            Timing::PerPuzzle => (4, CHUNKS[0]),
            Timing::PerBlock => (2, CHUNKS[1]),
        };
        puzzles.div_ceil(parts * self.solvers.len()).clamp(1, most)
    }
}

impl Chunk<'_> {
    /// Each puzzle's position in the window, the puzzle and its answer.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Puzzle, &Answer)> {
        let puzzles = &self.window.puzzles()[self.positions.clone()];
        self.positions
            .clone()
            .zip(puzzles)
            .zip(&self.answers)
            .map(|((position, puzzle), answer)| (position, puzzle, answer))
    }
}
