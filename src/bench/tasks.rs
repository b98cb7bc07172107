//! The tasks of a window: blocks of puzzles, for each contestant, in random order.
//!
//! A machine is sometimes slower for milliseconds or more, and different cores at different times.
//! A timed pass is therefore laid out in Latin squares (R. A. Fisher, The Design of Experiments,
//! 1935). One contestant solves each of some blocks of one thread, then the next contestant does, and so
//! on. A slowdown of the thread thus hits all contestants alike, block by block and turn by turn.
//! The choice of blocks for a square, and the order of squares, blocks and contestants, are random.

use crate::engine::Timing;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// A block of puzzles for a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Task {
    /// The contestant's number.
    pub(super) contestant: usize,
    /// The block's number among those of its contestant.
    pub(super) block: usize,
    /// The index of its first puzzle in the window.
    pub(super) start: usize,
    /// The index after its last puzzle.
    pub(super) end: usize,
    /// The pass; 0 is untimed.
    pub(super) pass: u32,
}

impl Task {
    pub(super) fn puzzles(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The thread, of this number, that does the task: the same for all contestants, in all passes.
    const fn thread(&self, threads: usize) -> usize {
        self.block % threads
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// The blocks of a window: small ones of equal size, so that threads end together, for engines
/// that solve one puzzle after another; a thread's whole share for those that solve many at once, or
/// at most `most` puzzles.
pub(super) fn blocks(
    puzzles: usize,
    timing: Timing,
    threads: usize,
    most: Option<NonZeroUsize>,
) -> Vec<Range<usize>> {
    let size = match timing {
        Timing::PerPuzzle => (puzzles / (64 * threads)).clamp(SMALLEST_BLOCK, LARGEST_BLOCK),
        Timing::PerBlock => {
            let share = puzzles.div_ceil(threads).max(1);
            most.map_or(share, |most| share.min(most.get()))
        }
    };
    let count = puzzles.div_ceil(size);
    (0..count).map(|block| block * puzzles / count..(block + 1) * puzzles / count).collect()
}

/// In a block of several puzzles no puzzle is solved twice in a row, for any previous block.
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

/// The tasks of a timed pass, in the order for this number of threads.
pub(super) fn timed_pass(
    pass: u32,
    blocks: &[Vec<Range<usize>>],
    threads: usize,
    seed: u64,
) -> Vec<Task> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut squares = Vec::new();
    for (first, of_first) in blocks.iter().enumerate() {
        let alike: Vec<_> = (0..blocks.len()).filter(|&other| blocks[other] == *of_first).collect();
        if alike[0] < first {
            continue;
        }
        for thread in 0..threads.min(of_first.len()) {
            let mut numbers: Vec<_> = (thread..of_first.len()).step_by(threads).collect();
            shuffle(&mut numbers, &mut random);
            let (all, count) = (numbers.len(), (numbers.len() / SQUARE).max(1));
            for number in 0..count {
                let numbers = &numbers[number * all / count..(number + 1) * all / count];
                let mut contestants = alike.clone();
                shuffle(&mut contestants, &mut random);
                squares.push(square(pass, &contestants, numbers, of_first));
            }
        }
    }
    shuffle(&mut squares, &mut random);
    squares.concat()
}

/// The minimum number of blocks of a square. Between two times that a thread solves a puzzle, it
/// solves all other puzzles of a square, so the branch predictor has forgotten the puzzle.
const SQUARE: usize = 16;

/// In every turn another contestant solves a block, and all contestants solve the same number.
fn square(
    pass: u32,
    contestants: &[usize],
    numbers: &[usize],
    blocks: &[Range<usize>],
) -> Vec<Task> {
    let task = |turn: usize, (column, &block): (usize, &usize)| Task {
        contestant: contestants[(turn + column) % contestants.len()],
        block,
        start: blocks[block].start,
        end: blocks[block].end,
        pass,
    };
    let columns = || numbers.iter().enumerate();
    (0..contestants.len()).flat_map(|turn| columns().map(move |at| task(turn, at))).collect()
}

/// Shuffles items (Fisher & Yates).
pub(super) fn shuffle<T>(items: &mut [T], random: &mut Xoshiro256PlusPlus) {
    for last in (1..items.len()).rev() {
        items.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
}

/// Tasks that several threads take in order. Each thread has its own tasks, and helps the others after
/// these are done.
#[derive(Debug)]
pub(super) struct Queue(Mutex<Vec<Vec<Task>>>);

impl Queue {
    /// A queue of these tasks, in order, for this number of threads.
    pub(super) fn new(tasks: Vec<Task>, threads: usize) -> Self {
        let mut lists = vec![Vec::new(); threads];
        for task in tasks.into_iter().rev() {
            lists[task.thread(threads)].push(task);
        }
        Self(Mutex::new(lists))
    }

    /// The next task for a thread. If it shares puzzles with the thread's last task, the next task that
    /// does not, so that no thread solves a puzzle twice in a row while other tasks exist.
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

/// The number of tasks searched for one with other puzzles. Beyond this number there is none.
const LOOK_AHEAD: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_cover_the_window_once() {
        for timing in [Timing::PerPuzzle, Timing::PerBlock] {
            for puzzles in [0, 1, 2, 255, 256, 257, 10_000] {
                for threads in [1, 2, 7] {
                    let blocks = blocks(puzzles, timing, threads, None);
                    let covered: Vec<_> = blocks.iter().cloned().flatten().collect();
                    assert_eq!(covered, (0..puzzles).collect::<Vec<_>>());
                    assert!(timing == Timing::PerPuzzle || blocks.len() <= threads);
                    assert!(puzzles < 8 || blocks.iter().all(|block| block.len() > 1));
                }
            }
        }
    }

    #[test]
    fn blocks_of_a_size_cover_the_window_once_and_are_equal() {
        for (puzzles, most, count) in [(1000, 64, 16), (1000, 1000, 2), (1001, 500, 3), (5, 1, 5)] {
            for timing in [Timing::PerBlock, Timing::PerPuzzle] {
                let blocks = blocks(puzzles, timing, 2, NonZeroUsize::new(most));
                let covered: Vec<_> = blocks.iter().cloned().flatten().collect();
                assert_eq!(covered, (0..puzzles).collect::<Vec<_>>());
                if timing == Timing::PerBlock {
                    assert_eq!(blocks.len(), count, "{puzzles} by {most}");
                    let sizes = || blocks.iter().map(Range::len);
                    assert!(sizes().max() <= sizes().min().map(|least| least + 1));
                }
            }
        }
    }

    #[test]
    fn no_puzzle_is_solved_twice_in_a_row_while_there_is_another() {
        let blocks = vec![blocks(1000, Timing::PerPuzzle, 1, None); 3];
        let in_order: Vec<_> = pass(1, &blocks).collect();
        let tasks = timed_pass(1, &blocks, 1, 7);
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
        // Only the last block may come twice in a row, when no other task is left.
        assert!(repeats <= 2, "{repeats}");
    }

    #[test]
    fn what_slows_a_thread_down_hits_all_contestants_alike() {
        const THREADS: usize = 2;
        const CONTESTANTS: usize = 5;
        let blocks = vec![blocks(1024, Timing::PerPuzzle, THREADS, None); CONTESTANTS];
        let tasks = timed_pass(1, &blocks, THREADS, 7);
        assert_ne!(tasks, timed_pass(1, &blocks, THREADS, 8));
        let queue = Queue::new(tasks, THREADS);
        for thread in 0..THREADS {
            let mut last: Option<Task> = None;
            let mut places = vec![Vec::new(); blocks[0].len()];
            let mut counts = [0; CONTESTANTS];
            for place in 0..CONTESTANTS * blocks[0].len() / THREADS {
                let task = queue.next(thread, last.as_ref()).expect("half of the tasks");
                places[task.block].push(place);
                counts[task.contestant] += 1;
                let (least, most) = (counts.iter().min(), counts.iter().max());
                assert!(least.zip(most).is_some_and(|(least, most)| most - least <= 2));
                last = Some(task);
            }
            for (block, places) in places.iter().enumerate() {
                let is_here = block % THREADS == thread;
                assert_eq!(places.len(), if is_here { CONTESTANTS } else { 0 });
                let between = |pair: &[usize]| (SQUARE..2 * SQUARE).contains(&(pair[1] - pair[0]));
                assert!(places.windows(2).all(between));
            }
        }
    }

    #[test]
    fn no_square_is_small() {
        for count in [16, 31, 65, 273] {
            let blocks: Vec<_> = (0..count).map(|block| 4 * block..4 * block + 4).collect();
            let mut places = vec![Vec::new(); count];
            let tasks = timed_pass(1, &[blocks.clone(), blocks], 1, 7);
            for (place, task) in tasks.iter().enumerate() {
                places[task.block].push(place);
            }
            assert!(places.iter().all(|places| places[1] - places[0] >= SQUARE), "{count}");
        }
    }

    #[test]
    fn a_thread_that_has_done_its_tasks_helps_the_others() {
        const THREADS: usize = 3;
        let blocks = vec![blocks(1000, Timing::PerPuzzle, THREADS, None); 2];
        let tasks: Vec<_> = (1..=4).flat_map(|number| pass(number, &blocks)).collect();
        let count = tasks.len();
        let queue = Queue::new(tasks, THREADS);
        for turn in 0..count / 2 {
            let thread = turn % THREADS;
            let task = queue.next(thread, None).expect("half of the tasks are left");
            assert_eq!(task.block % THREADS, thread);
        }
        assert_eq!(std::iter::from_fn(|| queue.next(1, None)).count(), count - count / 2);
        assert_eq!(queue.next(0, None), None);
    }
}
