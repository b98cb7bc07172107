//! What is to be done in a window: blocks of puzzles, for each contestant, in random order.

use crate::engine::Timing;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A block of puzzles for a contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// The contestant's number.
    pub(super) contestant: usize,
    /// The block's number among those of its contestant.
    pub(super) block: usize,
    /// Its puzzles, by their place in the window.
    pub(super) puzzles: Range<usize>,
    /// The pass; 0 is untimed.
    pub(super) pass: u32,
}

/// The blocks of a window: small ones, so that threads end together, for engines that solve one
/// puzzle after another; a thread's whole share for those that solve many at once.
pub(super) fn blocks(puzzles: usize, timing: Timing, threads: usize) -> Vec<Range<usize>> {
    let size = match timing {
        Timing::PerPuzzle => (puzzles / (8 * threads)).clamp(1, LARGEST_BLOCK),
        Timing::PerBlock => puzzles.div_ceil(threads).max(1),
    };
    (0..puzzles).step_by(size).map(|start| start..(start + size).min(puzzles)).collect()
}

const LARGEST_BLOCK: usize = 256;

/// The tasks of a pass, contestant by contestant.
pub(super) fn pass(pass: u32, puzzles: usize, timings: &[Timing], threads: usize) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (contestant, &timing) in timings.iter().enumerate() {
        let blocks = blocks(puzzles, timing, threads).into_iter().enumerate();
        tasks.extend(blocks.map(|(block, puzzles)| Task { contestant, block, puzzles, pass }));
    }
    tasks
}

/// Puts tasks in random order (Fisher & Yates).
pub(super) fn shuffle(tasks: &mut [Task], seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for last in (1..tasks.len()).rev() {
        tasks.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// Tasks to be taken in order, by several threads.
#[derive(Debug)]
pub(super) struct Queue(Mutex<Vec<Task>>);

impl Queue {
    /// A queue of these tasks, the first first.
    pub(super) fn new(mut tasks: Vec<Task>) -> Self {
        tasks.reverse();
        Self(Mutex::new(tasks))
    }

    /// The next task; if it has puzzles of the thread's last one, the next that has not, so that
    /// no thread solves a puzzle twice in a row as long as there is another.
    pub(super) fn next(&self, last: Option<&Task>) -> Option<Task> {
        let mut tasks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let overlaps = |task: &Task| {
            last.is_some_and(|last| {
                task.puzzles.start < last.puzzles.end && last.puzzles.start < task.puzzles.end
            })
        };
        let at = tasks.iter().rposition(|task| !overlaps(task));
        match at {
            Some(at) => Some(tasks.remove(at)),
            None => tasks.pop(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_the_window_once() {
        for timing in [Timing::PerPuzzle, Timing::PerBlock] {
            for puzzles in [0, 1, 2, 255, 256, 257, 10_000] {
                for threads in [1, 2, 7] {
                    let blocks = blocks(puzzles, timing, threads);
                    let covered: Vec<_> = blocks.iter().cloned().flatten().collect();
                    assert_eq!(covered, (0..puzzles).collect::<Vec<_>>());
                    assert!(timing == Timing::PerPuzzle || blocks.len() <= threads);
                }
            }
        }
    }

    #[test]
    fn no_puzzle_is_solved_twice_in_a_row_while_there_is_another() {
        let timings = [Timing::PerPuzzle; 3];
        let mut tasks = pass(1, 1000, &timings, 1);
        shuffle(&mut tasks, 7);
        let mut sorted = tasks.clone();
        sorted.sort_by_key(|task| (task.contestant, task.block));
        assert_eq!(sorted, pass(1, 1000, &timings, 1));
        assert_ne!(sorted, tasks);
        let queue = Queue::new(tasks);
        let mut last: Option<Task> = None;
        let mut repeats = 0;
        let mut taken = 0;
        while let Some(task) = queue.next(last.as_ref()) {
            repeats += usize::from(last.is_some_and(|last| last.puzzles == task.puzzles));
            taken += 1;
            last = Some(task);
        }
        assert_eq!(taken, sorted.len());
        // Only the last block of all may come twice in a row, when nothing else is left.
        assert!(repeats <= 2, "{repeats}");
    }
}
