//! `first_fail:lowest/indomain_min/none`, with the digits struck from each cell kept up to date in
//! vectors, and no branch that a processor could guess wrong.
//!
//! ```text
//! struck  | cell 0 | cell 1 | ... | cell 80 | 15 spare |   96 words of 16 bits
//!           bits 0 to 8: the digits of the cell's peers
//!           bit 15: the cell is filled; spare words are
//! ```
//!
//! A child strikes its digit from the peers of its cell and marks the cell: one operation on each
//! vector, `parent | effect & (digit | filled)`. A cell's key is the size of its domain, 9 less
//! the number of bits, then its index; with bit 15, filled cells come last. So the least key is
//! the FIRST cell with the smallest domain. In a full grid the digit of a cell is the only one
//! that its peers leave.
//!
//! A frame of the stack is a node with alternatives left. The child of its last alternative takes
//! its place, so every frame has something to try, and coming back from a dead end is one step up,
//! whatever is there. Whether a node is dead, or is a last child, is only ever added to an index.

use super::Aim;
use super::in_turn::{Lane, solve_in_turn};
use crate::engine::{Limits, Outcome, Worker};
use crate::grid::{Cell, Digit, PEERS, PerCell, Puzzle, Solution};
use crate::isa::Isa;
use crate::search::{Ended, Horizon, Open, Tally};

/// Cells, filled up to whole vectors.
const WORDS: usize = 96;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Words([u16; WORDS]);

/// The key of each word without bits.
const KEYS: Words = {
    let mut words = [0; WORDS];
    let mut at = 0;
    while at < WORDS {
        words[at] = 9 << 8 | at as u16;
        at += 1;
    }
    Words(words)
};

/// What a digit in a cell may do to each word: strike the digit from a peer, mark the cell.
static EFFECT: PerCell<Words> = {
    let mut all = [Words([0; WORDS]); Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let mut peer = 0;
        while peer < Cell::COUNT {
            if PEERS.0[cell].contains(Cell::new(peer)) {
                all[cell].0[peer] = DIGITS;
            }
            peer += 1;
        }
        all[cell].0[cell] = FILLED;
        cell += 1;
    }
    PerCell(all)
};

/// The bits of the nine digits.
const DIGITS: u16 = 0x1ff;

/// The mark of filled cells in words, and of their keys.
const FILLED: u16 = 0x8000;

/// After how many nodes, of ten nanoseconds each, a lane looks whether its time is up.
const NODES_PER_POLL: u64 = 4096;

/// A node with alternatives left.
#[derive(Clone, Copy)]
struct Frame {
    struck: Words,
    /// What the node branches on.
    cell: u16,
    /// The alternatives left, as bits; at least one in the frames in use.
    remaining: u16,
    /// The number of branches on the path to its children.
    branches: u8,
}

/// The frames of one search: the first stands for nothing, the root is the second.
///
/// The last is never used. Stacks that follow each other then begin at different places of a page:
/// searches at the same depth would else take turns in the same lines of the cache.
#[derive(Clone)]
pub(super) struct Stack([Frame; DEPTHS + 1]);

/// What stands for nothing, the root, a frame for each of 81 placements, and up to a power of two,
/// so that a masked index needs no further check.
const DEPTHS: usize = 128;

impl Stack {
    pub(super) const EMPTY: Self = {
        let frame = Frame { struck: Words([0; WORDS]), cell: 0, remaining: 0, branches: 0 };
        Self([frame; DEPTHS + 1])
    };
}

/// A worker that searches so many puzzles in turn for a goal.
pub(super) fn worker(aim: impl Aim, isa: Isa, lanes: usize) -> Box<dyn Worker> {
    Box::new(FirstFailWorker { stacks: vec![Stack::EMPTY; lanes], aim, isa })
}

struct FirstFailWorker<A> {
    /// One for each puzzle that is searched at the same time.
    stacks: Vec<Stack>,
    aim: A,
    isa: Isa,
}

impl<A: Aim> Worker for FirstFailWorker<A> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let Self { stacks, aim, isa } = self;
        let lanes = stacks.iter_mut().map(|stack| FirstFail::new(stack, *aim, limits));
        let mut lanes: Vec<_> = lanes.collect();
        isa.run(
            #[inline(always)]
            || solve_in_turn(&mut lanes, puzzles, &mut outcomes[..puzzles.len()]),
        );
    }
}

/// A search of one puzzle after another, a step at a time.
struct FirstFail<'a, A> {
    stack: &'a mut Stack,
    /// The last frame in use.
    top: usize,
    /// Whether the last node is a solution that the goal has not been told of.
    is_solved: bool,
    tally: Tally,
    horizon: Horizon<'a>,
    aim: A,
    limits: Limits<'a>,
}

impl<'a, A: Aim> FirstFail<'a, A> {
    fn new(stack: &'a mut Stack, aim: A, limits: &Limits<'a>) -> Self {
        Self {
            stack,
            top: 0,
            is_solved: false,
            tally: Tally::default(),
            horizon: Horizon::new(limits, NODES_PER_POLL),
            aim,
            limits: *limits,
        }
    }

    /// Makes a node the frame `at`, unless it is dead or a solution: then the frame below is the
    /// last in use. `key` is the node's least key, `own` the word of that cell.
    #[inline(always)]
    fn arrive(&mut self, at: usize, struck: &Words, key: u16, own: u16, branches_above: u8) {
        let frame = &mut self.stack.0[at % DEPTHS];
        frame.struck = *struck;
        if key >= FILLED {
            self.is_solved = true;
            self.top = at - 1;
            return;
        }
        let size = key >> 8;
        let is_dead = size == 0;
        let is_choice = size > 1;
        frame.cell = key & 0xff;
        frame.remaining = !own & DIGITS;
        frame.branches = branches_above + u8::from(is_choice);
        self.tally.fails += u64::from(is_dead);
        self.tally.choices += u64::from(is_choice);
        self.top = at - usize::from(is_dead);
    }

    fn outcome(&self, ended: Ended) -> Outcome {
        let counters = self.tally.counters(&self.open());
        let counts = counters.counts(ended.is_censored());
        Outcome { ended, found: self.aim.found(), counts }
    }

    /// Every frame in use has an alternative left; only the last may have tried none.
    fn open(&self) -> Open {
        let mut open = Open { choices: self.top, items: 0 };
        if self.top > 0 {
            let last = &self.stack.0[self.top];
            let alternatives = !last.struck.0[last.cell as usize] & DIGITS;
            if alternatives.is_power_of_two() {
                open.choices -= 1;
                open.items += 1;
            }
        }
        open
    }
}

impl<A: Aim> Lane for FirstFail<'_, A> {
    #[inline(always)]
    fn begin(&mut self, puzzle: &Puzzle) {
        self.aim.start(puzzle);
        self.horizon = Horizon::new(&self.limits, NODES_PER_POLL);
        self.tally = Tally { nodes: 1, ..Tally::default() };
        let mut struck = Words([0; WORDS]);
        struck.0[Cell::COUNT..].fill(FILLED);
        for (cell, digit) in puzzle.clues() {
            struck = struck.with(cell, 1 << digit.index());
        }
        let key = struck.least_key();
        let own = struck.0[cell_of(key)];
        self.arrive(1, &struck, key, own, 0);
    }

    /// Places the next digit.
    #[inline(always)]
    fn step(&mut self) -> bool {
        if self.is_solved || self.top == 0 || self.tally.nodes >= self.horizon.nodes {
            return false;
        }
        let frame = &mut self.stack.0[self.top % DEPTHS];
        let remaining = frame.remaining;
        let bit = remaining & remaining.wrapping_neg();
        frame.remaining = remaining ^ bit;
        let is_last = remaining == bit;
        let filled = Cell::new(frame.cell as usize);
        let child = frame.struck.with(filled, bit);
        let key = child.least_key();
        // The child's own word would have to be read from vectors that are still being written.
        let own = frame.struck.0[cell_of(key)] | EFFECT[filled].0[cell_of(key)] & bit;
        let branches = frame.branches;
        self.tally.nodes += 1;
        self.tally.max_depth = self.tally.max_depth.max(branches);
        self.arrive(self.top + usize::from(!is_last), &child, key, own, branches);
        true
    }

    #[cold]
    fn attend(&mut self) -> Option<Outcome> {
        if self.is_solved {
            self.is_solved = false;
            self.tally.solutions += 1;
            // The frame that the solution would have had is the one above the last in use.
            let full = &self.stack.0[(self.top + 1) % DEPTHS].struck;
            let grid = || full.solution();
            return self.aim.solution(grid).is_break().then(|| self.outcome(Ended::AtGoal));
        }
        if self.top == 0 {
            return Some(self.outcome(Ended::Exhausted));
        }
        let ended = self.horizon.reached(self.tally.nodes)?;
        Some(self.outcome(ended))
    }
}

/// The cell of a key.
#[inline(always)]
const fn cell_of(key: u16) -> usize {
    (key & 0xff) as usize
}

impl Words {
    /// The words with a digit, given as its bit, in a cell.
    #[inline(always)]
    fn with(&self, cell: Cell, bit: u16) -> Self {
        let effect = &EFFECT[cell].0;
        let mut words = [0; WORDS];
        for at in 0..WORDS {
            words[at] = self.0[at] | effect[at] & (bit | FILLED);
        }
        Self(words)
    }

    /// The least key: the size of a domain, and the first cell that has it.
    #[inline(always)]
    fn least_key(&self) -> u16 {
        let mut least = u16::MAX;
        for at in 0..WORDS {
            let key = KEYS.0[at].wrapping_sub((self.0[at].count_ones() as u16) << 8);
            least = least.min(key | self.0[at] & FILLED);
        }
        least
    }

    /// The grid of words without blanks.
    fn solution(&self) -> Solution {
        Solution::from_digits(|cell| {
            Digit::from_index((!self.0[cell.index()] & DIGITS).trailing_zeros() as usize)
        })
    }
}
