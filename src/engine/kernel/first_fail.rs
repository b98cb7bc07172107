//! `first_fail:lowest/indomain_min/none`. Vectors hold the digits struck from each cell, and the code has
//! no branch that a processor could mispredict.
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
//! A frame of the stack is a node with untried alternatives. The child of its last alternative replaces
//! it, so every frame has an alternative, and backtracking is always one step up.
//! The flags "dead" and "last child" are only added to an index.
//!
//! A step ends with the computation of a child's key. Its latency exceeds the issue time of the step's
//! instructions. The next step begins with the use of the key. In between, the core executes steps of
//! other puzzles.

use super::in_turn::{Lane, solve_in_turn};
use super::{Aim, counts};
use crate::engine::{Limits, Outcome, Worker};
use crate::grid::{Cell, Digit, PEERS, Puzzle, Solution};
use crate::isa::Isa;
use crate::search::{Ended, Horizon, Open, Tally};
use std::hint::select_unpredictable;

/// The number of cells, padded to whole vectors.
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

/// The smallest key of a live node, and of a node with several alternatives.
const ALIVE: u16 = 2 << 8;
const CHOICE: u16 = 3 << 8;

/// The pseudo key of a node that has no alternatives left and did not fail.
const SPENT: u16 = 0;

/// The mask of a placement's effect on each word: strike the digit from a peer, mark the cell. The table is
/// padded to 128 so that a masked index is always in range.
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

/// The number of nodes, of ten nanoseconds each, between two checks of the time limit in a lane.
const NODES_PER_POLL: u64 = 4096;

/// A node with untried alternatives.
#[derive(Clone, Copy)]
struct Frame {
    struck: Words,
    left: Left,
}

/// The remaining work of a node in one number. Bits 0 to 8 are its alternatives, at least one in the frames
/// in use. The bits from 16 are the cell that it branches on. The bits from 32 are the number of
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

/// The counts added when the search moves to the next node, by the upper byte of the key.
static COUNTS: [u64; 128] = {
    let mut counts = [counts::NODE | counts::CHOICE; 128];
    counts[(SPENT >> 8) as usize] = counts::NODE;
    counts[1] = counts::NODE | FAIL;
    counts[(ALIVE >> 8) as usize] = counts::NODE;
    counts
};

/// The other kind of node that this search counts: a failed node.
const FAIL: u64 = counts::OTHER;

/// The frames of one search: the first is a sentinel, the second is the root.
///
/// The last frame is never used. It shifts consecutive stacks to different offsets of a page. Otherwise
/// searches at the same depth would compete for the same cache lines.
#[derive(Clone)]
struct Stack([Frame; DEPTHS + 1]);

/// The sentinel, the root and a frame for each of 81 placements, padded to a power of two
/// so that a masked index needs no bounds check.
const DEPTHS: usize = 128;

impl Stack {
    const EMPTY: Self = {
        let frame = Frame { struck: Words([0; WORDS]), left: Left(0) };
        Self([frame; DEPTHS + 1])
    };
}

/// A worker that searches a number of puzzles in turn for a goal.
pub(super) fn worker(aim: impl Aim, isa: Isa, lanes: usize) -> Box<dyn Worker> {
    Box::new(FirstFailWorker { stacks: vec![Stack::EMPTY; lanes], aim, isa })
}

struct FirstFailWorker<A> {
    /// One per puzzle that is searched at the same time.
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
    /// The index of the last node; the frames below it are in use.
    at: usize,
    /// The key of the last node.
    key: u16,
    /// The number of branches on the path to the last node.
    branches: u32,
    max_depth: u32,
    /// The counts that are not yet added to the tally.
    counts: u64,
    /// The count from which the search must check a limit.
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

    /// Sets the count at which the search must check a limit.
    #[inline(always)]
    fn set_pause(&mut self) {
        self.pause = counts::at_nodes(self.horizon.nodes.saturating_sub(self.tally.nodes));
    }

    /// Adds the counts to the tally.
    fn settle(&mut self) {
        let [nodes, choices, fails] = counts::split(self.counts);
        self.tally.nodes += nodes;
        self.tally.choices += choices;
        self.tally.fails += fails;
        self.tally.max_depth = self.max_depth as u16;
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
        // Every frame below the last node has an untried alternative.
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

    /// The smallest key: the size of the smallest domain, and the first cell with it.
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
