//! The serial-against-loaded check: the increase of the time for the same work on one core when the
//! other cores also work (shared caches, memory, power and clock).

use super::contestant::Contestant;
use super::panics::caught;
use crate::engine::{Job, Limits, Outcome, Worker};
use crate::grid::Puzzle;
use rayon::ThreadPool;
use std::num::NonZeroU64;
use std::ops::Range;
use std::time::{Duration, Instant};

/// The approximate duration of a round.
const ROUND: Duration = Duration::from_millis(5);
/// The number of rounds, alternately alone and loaded; the result is the median of their ratios. Each
/// thread is compared with itself, because cores differ.
const ROUNDS: usize = 25;
/// The node limit that keeps one puzzle from taking longer than a round.
const MOST_NODES: u64 = 5_000;

/// Measures with the first contestant that solves puzzle by puzzle. `None` if it panics.
pub(super) fn measure(
    pool: &ThreadPool,
    threads: usize,
    contestant: &Contestant,
    job: &Job,
    puzzles: &[Puzzle],
) -> Option<f64> {
    let most = NonZeroU64::new(MOST_NODES)?;
    let nodes = job.node_limit.map_or(most, |limit| limit.min(most));
    let work = Work { contestant, job, limits: Limits { nodes: Some(nodes), interrupt: None } };
    let count = work.calibrate(puzzles)?;
    let puzzles: Vec<_> = puzzles.iter().cycle().take(count).copied().collect();
    // The time of a thread while these threads work, including itself.
    let time = |thread: usize, working: Range<usize>| -> Option<Duration> {
        let times =
            pool.broadcast(|one| working.contains(&one.index()).then(|| work.time(&puzzles)));
        times.into_iter().nth(thread)??
    };
    let _ = time(0, 0..threads)?;
    let mut ratios = Vec::with_capacity(ROUNDS);
    for round in 0..ROUNDS {
        let thread = round % threads;
        let alone = time(thread, thread..thread + 1)?.as_secs_f64().max(1e-9);
        ratios.push(time(thread, 0..threads)?.as_secs_f64() / alone);
    }
    ratios.sort_by(f64::total_cmp);
    Some(ratios[ROUNDS / 2])
}

struct Work<'a> {
    contestant: &'a Contestant,
    job: &'a Job,
    limits: Limits<'a>,
}

impl Work<'_> {
    fn worker(&self) -> Option<Box<dyn Worker>> {
        self.contestant.engine.start(self.job).ok()
    }

    /// The number of puzzles, repeated, of a round.
    fn calibrate(&self, puzzles: &[Puzzle]) -> Option<usize> {
        let mut worker = self.worker()?;
        let mut count = 0;
        let start = Instant::now();
        caught(|| {
            for puzzle in puzzles.iter().cycle() {
                let mut outcome = Outcome::NOT_RUN;
                worker.solve(
                    std::slice::from_ref(puzzle),
                    &self.limits,
                    std::slice::from_mut(&mut outcome),
                );
                count += 1;
                if start.elapsed() >= ROUND {
                    break;
                }
            }
        })
        .ok()
        .map(|()| count)
    }

    fn time(&self, puzzles: &[Puzzle]) -> Option<Duration> {
        let mut worker = self.worker()?;
        let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
        let start = Instant::now();
        caught(|| worker.solve(puzzles, &self.limits, &mut outcomes)).ok()?;
        Some(start.elapsed())
    }
}
