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
//!
//! A step ends with the key of a child, which takes longer to find than a step's instructions take
//! to pass; what follows from the key begins the next step. In between, other puzzles have theirs.

use super::in_turn::{Lane, solve_in_turn};
use super::{Aim, counts};
use crate::engine::{Limits, Outcome, Worker};
use crate::grid::{Cell, Digit, PEERS, Puzzle, Solution};
use crate::isa::Isa;
use crate::search::{Ended, Horizon, Open, Tally};
use std::hint::select_unpredictable;

/// Cells, filled up to whole vectors.
const WORDS: usize = 96;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Words([u16; WORDS]);

/// The key of each word without bits: one more than the size of its domain, then its index.
const KEYS: Words = {
    let mut words = [0; WORDS];
    let mut at = 0;
    while at < WORDS {
        words[at] = 10 << 8 | at as u16;
        at += 1;
    }
    Words(words)
};

/// The least key of a node that is not dead, and of one with several alternatives.
const ALIVE: u16 = 2 << 8;
const CHOICE: u16 = 3 << 8;

/// What stands for the key of a node that has nothing left, and did not fail.
const SPENT: u16 = 0;

/// What a digit in a cell may do to each word: strike the digit from a peer, mark the cell. There
/// are as many as a masked index may ask for.
static EFFECT: [Words; 128] = {
    let mut all = [Words([0; WORDS]); 128];
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
    all
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
    left: Left,
}

/// What a node has left, in one number: bits 0 to 8 are its alternatives, at least one in the frames
/// in use; the bits from 16 on are the cell that it branches on; those from 32 on the number of
/// branches on the path to its children.
#[derive(Clone, Copy)]
struct Left(u64);

impl Left {
    #[inline(always)]
    fn new(alternatives: u16, cell: u16, branches: u32) -> Self {
        Self(u64::from(alternatives) | u64::from(cell) << 16 | u64::from(branches) << 32)
    }

    /// The lowest alternative.
    #[inline(always)]
    fn lowest(self) -> u16 {
        (self.0 & self.0.wrapping_neg()) as u16
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0 as u16 == 0
    }

    #[inline(always)]
    fn cell(self) -> usize {
        (self.0 >> 16 & 0xff) as usize
    }

    #[inline(always)]
    fn branches(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// What to count where a node is left for the next, by the upper byte of its key.
static COUNTS: [u64; 128] = {
    let mut counts = [counts::NODE | counts::CHOICE; 128];
    counts[(SPENT >> 8) as usize] = counts::NODE;
    counts[1] = counts::NODE | FAIL;
    counts[(ALIVE >> 8) as usize] = counts::NODE;
    counts
};

/// A node that failed is what this search counts besides.
const FAIL: u64 = counts::OTHER;

/// The frames of one search: the first stands for nothing, the root is the second.
///
/// The last is never used. Stacks that follow each other then begin at different places of a page:
/// searches at the same depth would else take turns in the same lines of the cache.
#[derive(Clone)]
struct Stack([Frame; DEPTHS + 1]);

/// What stands for nothing, the root, a frame for each of 81 placements, and up to a power of two,
/// so that a masked index needs no further check.
const DEPTHS: usize = 128;

impl Stack {
    const EMPTY: Self = {
        let frame = Frame { struck: Words([0; WORDS]), left: Left(0) };
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
    /// The place of the last node; the frames below it are in use.
    at: usize,
    /// The key of the last node.
    key: u16,
    /// The number of branches on the path to the last node.
    branches: u32,
    max_depth: u32,
    /// What was counted since it was last added to the tally.
    counts: u64,
    /// From where on there is something to attend to.
    pause: u64,
    tally: Tally,
    horizon: Horizon<'a>,
    aim: A,
    limits: Limits<'a>,
}

impl<'a, A: Aim> FirstFail<'a, A> {
    fn new(stack: &'a mut Stack, aim: A, limits: &Limits<'a>) -> Self {
        Self {
            stack,
            at: 0,
            key: SPENT,
            branches: 0,
            max_depth: 0,
            counts: 0,
            pause: 0,
            tally: Tally::default(),
            horizon: Horizon::new(limits, NODES_PER_POLL),
            aim,
            limits: *limits,
        }
    }

    /// Sets how far to go before attending to a limit.
    #[inline(always)]
    fn set_pause(&mut self) {
        self.pause = counts::at_nodes(self.horizon.nodes.saturating_sub(self.tally.nodes));
    }

    /// Adds what was counted to the tally.
    fn settle(&mut self) {
        let [nodes, choices, fails] = counts::split(self.counts);
        self.tally.nodes += nodes;
        self.tally.choices += choices;
        self.tally.fails += fails;
        self.tally.max_depth = self.max_depth as u8;
        self.counts = 0;
    }

    fn outcome(&self, ended: Ended, open: &Open) -> Outcome {
        let counts = self.tally.counters(open).counts(ended.is_censored());
        Outcome { ended, found: self.aim.found(), counts }
    }
}

impl<A: Aim> Lane for FirstFail<'_, A> {
    #[inline(always)]
    fn begin(&mut self, puzzle: &Puzzle) {
        self.aim.start(puzzle);
        self.horizon = Horizon::new(&self.limits, NODES_PER_POLL);
        self.tally = Tally { nodes: 1, ..Tally::default() };
        self.counts = 0;
        self.set_pause();
        let mut struck = Words([0; WORDS]);
        struck.0[Cell::COUNT..].fill(FILLED);
        for (cell, digit) in puzzle.clues() {
            struck = struck.with(cell.index(), 1 << digit.index());
        }
        self.at = 1;
        self.key = struck.least_key();
        self.branches = 0;
        self.max_depth = 0;
        self.stack.0[1].struck = struck;
    }

    /// Places the next digit: the lowest of the last node or, if that is dead, of the frame below.
    #[inline(always)]
    fn step(&mut self) -> bool {
        let key = self.key;
        if key >= FILLED || self.counts >= self.pause {
            return false;
        }
        let is_dead = key < ALIVE;
        let at = self.at - usize::from(is_dead);
        if at == 0 {
            return false;
        }
        self.counts += COUNTS[(key >> 8) as usize % COUNTS.len()];
        let cell = key & 0xff;
        let own = !self.stack.0[self.at % DEPTHS].struck.0[cell as usize] & DIGITS;
        let fresh = Left::new(own, cell, self.branches + u32::from(key >= CHOICE));
        let frame = &mut self.stack.0[at % DEPTHS];
        let left = Left(select_unpredictable(is_dead, frame.left.0, fresh.0));
        let rest = left.without_lowest();
        frame.left = rest;
        self.branches = left.branches();
        self.max_depth = self.max_depth.max(left.branches());
        let child = frame.struck.with(left.cell(), left.lowest());
        let at = at + usize::from(!rest.is_empty());
        self.stack.0[at % DEPTHS].struck = child;
        self.at = at;
        self.key = child.least_key();
        true
    }

    #[cold]
    fn attend(&mut self) -> Option<Outcome> {
        self.settle();
        self.set_pause();
        // Every frame below the last node has an alternative left.
        let mut open = Open { choices: self.at - 1, items: 0 };
        if self.key >= FILLED {
            self.tally.solutions += 1;
            let full = &self.stack.0[self.at].struck;
            if self.aim.solution(|| full.solution()).is_break() {
                return Some(self.outcome(Ended::AtGoal, &open));
            }
            self.key = SPENT;
            return None;
        }
        let is_fail = self.key < ALIVE && self.key != SPENT;
        if self.at == 1 && self.key < ALIVE {
            self.tally.fails += u64::from(is_fail);
            return Some(self.outcome(Ended::Exhausted, &open));
        }
        let limit = self.horizon.reached(self.tally.nodes);
        self.set_pause();
        let ended = limit?;
        if self.key >= CHOICE {
            self.tally.choices += 1;
            open.choices += 1;
        } else if self.key >= ALIVE {
            open.items += 1;
        }
        self.tally.fails += u64::from(is_fail);
        Some(self.outcome(ended, &open))
    }
}

impl Words {
    /// The words with a digit, given as its bit, in a cell, given by its index.
    #[inline(always)]
    fn with(&self, cell: usize, bit: u16) -> Self {
        let effect = &EFFECT[cell % EFFECT.len()].0;
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
