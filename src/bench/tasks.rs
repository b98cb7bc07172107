//! What is to be done in a window: blocks of puzzles, for each contestant, in random order.

use crate::engine::Timing;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A block of puzzles for a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// The contestant's number.
    pub(super) contestant: usize,
    /// The block's number among those of its contestant.
    pub(super) block: usize,
    /// The first of its puzzles, by its place in the window.
    pub(super) start: usize,
    /// The place behind its last puzzle.
    pub(super) end: usize,
    /// The pass; 0 is untimed.
    pub(super) pass: u32,
}

impl Task {
    pub(super) fn puzzles(&self) -> Range<usize> {
        self.start..self.end
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// The blocks of a window: small ones of equal size, so that threads end together, for engines
/// that solve one puzzle after another; a thread's whole share for those that solve many at once.
pub(super) fn blocks(puzzles: usize, timing: Timing, threads: usize) -> Vec<Range<usize>> {
    let size = match timing {
        Timing::PerPuzzle => (puzzles / (8 * threads)).clamp(SMALLEST_BLOCK, LARGEST_BLOCK),
        Timing::PerBlock => puzzles.div_ceil(threads).max(1),
    };
    let count = puzzles.div_ceil(size);
    (0..count).map(|block| block * puzzles / count..(block + 1) * puzzles / count).collect()
}

/// In a block of several puzzles none is solved twice in a row, whichever block came before.
const SMALLEST_BLOCK: usize = 4;
const LARGEST_BLOCK: usize = 128;

/// The tasks of a pass, contestant by contestant.
pub(super) fn pass(pass: u32, blocks: &[Vec<Range<usize>>]) -> impl Iterator<Item = Task> + '_ {
    blocks.iter().enumerate().flat_map(move |(contestant, blocks)| {
        blocks.iter().enumerate().map(move |(block, puzzles)| Task {
            contestant,
            block,
            start: puzzles.start,
            end: puzzles.end,
            pass,
        })
    })
}

/// Puts tasks in random order (Fisher & Yates).
pub(super) fn shuffle(tasks: &mut [Task], seed: u64) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for last in (1..tasks.len()).rev() {
        tasks.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// Tasks to be taken in order by several threads. Each has its own, and helps the others when it has
/// done these.
///
/// Cores differ, if only by what else the machine does. So all contestants get a block on the
/// same thread in one pass, and on the next thread in the next pass.
#[derive(Debug)]
pub(super) struct Queue(Mutex<Vec<Vec<Task>>>);

impl Queue {
    /// A queue of these tasks, the first first, for so many threads.
    pub(super) fn new(tasks: Vec<Task>, threads: usize) -> Self {
        let mut lists = vec![Vec::new(); threads];
        for task in tasks.into_iter().rev() {
            lists[(task.block + task.pass as usize) % threads].push(task);
        }
        Self(Mutex::new(lists))
    }

    /// The next task for a thread; if it has puzzles of the thread's last one, the next that has
    /// not, so that no thread solves a puzzle twice in a row as long as there is another.
    pub(super) fn next(&self, thread: usize, last: Option<&Task>) -> Option<Task> {
        let mut lists = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let tasks = match lists[thread].is_empty() {
            false => &mut lists[thread],
            true => lists.iter_mut().max_by_key(|tasks| tasks.len())?,
        };
        let fresh = |task: &Task| last.is_none_or(|last| !task.overlaps(last));
        match tasks.iter().rev().take(LOOK_AHEAD).position(fresh) {
            Some(ahead) => {
                let at = tasks.len() - 1 - ahead;
                Some(tasks.remove(at))
            }
            None => tasks.pop(),
        }
    }
}

/// How many tasks are looked at for one with other puzzles: beyond that there is none.
const LOOK_AHEAD: usize = 64;

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
                    assert!(puzzles < 8 || blocks.iter().all(|block| block.len() > 1));
                }
            }
        }
    }

    #[test]
    fn no_puzzle_is_solved_twice_in_a_row_while_there_is_another() {
        let blocks = vec![blocks(1000, Timing::PerPuzzle, 1); 3];
        let in_order: Vec<_> = pass(1, &blocks).collect();
        let mut tasks = in_order.clone();
        shuffle(&mut tasks, 7);
        let mut sorted = tasks.clone();
        sorted.sort_by_key(|task| (task.contestant, task.block));
        assert_eq!(sorted, in_order);
        assert_ne!(sorted, tasks);
        let queue = Queue::new(tasks, 1);
        let mut last: Option<Task> = None;
        let (mut repeats, mut taken) = (0, 0);
        while let Some(task) = queue.next(0, last.as_ref()) {
            repeats += usize::from(last.is_some_and(|last| last.overlaps(&task)));
            taken += 1;
            last = Some(task);
        }
        assert_eq!(taken, sorted.len());
        // Only the last block of all may come twice in a row, when nothing else is left.
        assert!(repeats <= 2, "{repeats}");
    }

    #[test]
    fn a_pass_has_a_block_on_one_thread_for_all_contestants() {
        const THREADS: usize = 3;
        let blocks = vec![blocks(1000, Timing::PerPuzzle, THREADS); 2];
        let tasks: Vec<_> = (1..=4).flat_map(|number| pass(number, &blocks)).collect();
        let count = tasks.len();
        let queue = Queue::new(tasks, THREADS);
        let mut thread_of = std::collections::BTreeMap::new();
        for turn in 0..count / 2 {
            let thread = turn % THREADS;
            let task = queue.next(thread, None).expect("half of the tasks are left");
            assert_eq!(*thread_of.entry((task.block, task.pass)).or_insert(thread), thread);
        }
        // A thread that is alone does what is left.
        assert_eq!(std::iter::from_fn(|| queue.next(1, None)).count(), count - count / 2);
        assert_eq!(queue.next(0, None), None);
    }
}
