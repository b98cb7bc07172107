//! A crew of threads that answers the puzzles of a corpus in its order: for `solve` and `check`.
//!
//! Reading and solving overlap; memory is bounded by two windows. The first windows are small, so
//! that the first answers come soon.

use crate::corpus::{CorpusError, Reader, Rejected, Window};
use crate::engine::{Engine, Limits, Outcome, Timing, UnsupportedGoal, Worker};
use crate::goal::{Goal, Status};
use crate::grid::Puzzle;
use crate::isa::Isa;
use rayon::prelude::*;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Puzzles of the first window, enough to choose an engine by their number; each window is twice
/// the one before, up to the largest.
const FIRST_WINDOW: usize = 1024;
const LARGEST_WINDOW: usize = 65_536;

/// Puzzles that a thread takes at a time, at most: from an engine that solves one after another, and
/// from one that solves many at once.
const CHUNKS: [usize; 2] = [1024, 8192];

/// What became of one puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The verified status.
    pub status: Status,
    /// What the engine answered.
    pub outcome: Outcome,
}

/// Names the engine for a corpus of so many puzzles; of a large one, for those of its first
/// window.
pub type Choice = Box<dyn Fn(usize) -> Arc<dyn Engine> + Send + Sync>;

/// Threads at work on one goal.
pub struct Crew {
    pool: rayon::ThreadPool,
    choice: Choice,
    goal: Goal,
    node_limit: Option<NonZeroU64>,
}

/// The engine chosen for a corpus, at work.
struct Team {
    engine: Arc<dyn Engine>,
    /// By thread; a lock is held for a chunk and never contended.
    workers: Vec<Mutex<Box<dyn Worker>>>,
}

/// A run of puzzles of a window, with their answers.
pub struct Chunk<'a> {
    /// The engine that solved them.
    pub engine: &'a dyn Engine,
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
    /// The engine cannot pursue the goal.
    #[error(transparent)]
    Goal(#[from] UnsupportedGoal),
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

impl Crew {
    /// A crew of so many threads; all cores if none is given.
    pub fn new(
        choice: Choice,
        goal: Goal,
        threads: Option<NonZeroUsize>,
        node_limit: Option<NonZeroU64>,
    ) -> Result<Self, SolveError> {
        Ok(Self { pool: pool(threads)?, choice, goal, node_limit })
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
        let team = self.team((self.choice)(window.len()))?;
        loop {
            size = (2 * size).min(LARGEST_WINDOW);
            let (digests, read) = self.pool.install(|| {
                rayon::join(
                    || self.solve(&team, &window, &digest),
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

    fn team(&self, engine: Arc<dyn Engine>) -> Result<Team, SolveError> {
        let workers = (0..self.pool.current_num_threads())
            .map(|_| Ok(Mutex::new(engine.worker(self.goal, Isa::best())?)))
            .collect::<Result<_, SolveError>>()?;
        Ok(Team { engine, workers })
    }

    fn solve<D: Send>(
        &self,
        team: &Team,
        window: &Window,
        digest: &(impl Fn(&Chunk<'_>) -> D + Sync),
    ) -> Vec<D> {
        let share = team.share(window.len());
        (0..window.len())
            .step_by(share)
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|start| {
                let positions = start..window.len().min(start + share);
                let answers = self.solve_chunk(team, &window.puzzles()[positions.clone()]);
                digest(&Chunk { engine: &*team.engine, window, positions, answers })
            })
            .collect()
    }

    fn solve_chunk(&self, team: &Team, puzzles: &[Puzzle]) -> Vec<Answer> {
        let mut answers =
            vec![Answer { status: Status::Invalid, outcome: Outcome::NONE }; puzzles.len()];
        let is_consistent = |&position: &usize| puzzles[position].is_consistent();
        let asked: Vec<_> = (0..puzzles.len()).filter(is_consistent).collect();
        let consistent: Vec<_> = asked.iter().map(|&position| puzzles[position]).collect();
        let mut outcomes = vec![Outcome::NONE; consistent.len()];
        let thread = rayon::current_thread_index().expect("chunks are solved in the pool");
        let limits = Limits { nodes: self.node_limit, ..Limits::default() };
        team.workers[thread].lock().expect("no worker panics").solve(
            &consistent,
            &limits,
            &mut outcomes,
        );
        for (position, outcome) in asked.into_iter().zip(outcomes) {
            let status = self.verified(&puzzles[position], &outcome);
            answers[position] = Answer { status, outcome };
        }
        answers
    }

    /// The status, or `wrong` if the solution breaks the rules or the clues.
    fn verified(&self, puzzle: &Puzzle, outcome: &Outcome) -> Status {
        let found = &outcome.found;
        let is_right = found.solution.map_or(found.solutions == 0, |grid| grid.solves(puzzle));
        if is_right { outcome.status(self.goal) } else { Status::Wrong }
    }
}

impl Team {
    /// How many puzzles of a window a thread takes at a time: a part of its share, so that all
    /// threads end together.
    fn share(&self, puzzles: usize) -> usize {
        let (parts, most) = match self.engine.timing() {
            Timing::PerPuzzle => (4, CHUNKS[0]),
            Timing::PerBlock => (2, CHUNKS[1]),
        };
        puzzles.div_ceil(parts * self.workers.len()).clamp(1, most)
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
