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
//! A node waits for the one before it, from the digit to the next key, for longer than its
//! instructions take: [`super::solve_in_turn`] fills the time with other puzzles.

use super::{Limits, Outcome};
use crate::goal::{CountTo, Objective};
use crate::grid::{Cell, Digit, PEERS, PerCell, Puzzle, Solution};
use crate::search::{Ended, Horizon, Open, Tally};
use std::num::NonZeroU64;

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

/// What a step came to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// A node, dead or not.
    Node,
    /// A solution.
    Solution,
    /// The end of the tree.
    End,
    /// No node: a limit is to be looked at.
    Limit,
}

/// A search of one puzzle after another, a step at a time.
pub(super) struct Lane<'a> {
    stack: &'a mut Stack,
    /// The last frame in use.
    top: usize,
    tally: Tally,
    horizon: Horizon<'a>,
    objective: CountTo,
    /// The puzzle, by its place in the block.
    index: usize,
    limits: Limits<'a>,
}

impl<'a> Lane<'a> {
    pub(super) fn new(stack: &'a mut Stack, stop_at: NonZeroU64, limits: &Limits<'a>) -> Self {
        Self {
            stack,
            top: 0,
            tally: Tally::default(),
            horizon: Horizon::new(limits, NODES_PER_POLL),
            objective: CountTo::new(stop_at),
            index: 0,
            limits: *limits,
        }
    }

    /// Begins a puzzle, whose clues do not contradict each other.
    #[inline(always)]
    pub(super) fn begin(&mut self, index: usize, puzzle: &Puzzle) {
        self.index = index;
        self.objective.start(puzzle);
        self.horizon = Horizon::new(&self.limits, NODES_PER_POLL);
        self.tally = Tally { nodes: 1, ..Tally::default() };
        let mut struck = Words([0; WORDS]);
        struck.0[Cell::COUNT..].fill(FILLED);
        for (cell, digit) in puzzle.clues() {
            struck = struck.with(cell, 1 << digit.index());
        }
        let key = struck.least_key();
        let own = struck.0[cell_of(key)];
        if self.arrive(1, &struck, key, own, 0) == Next::Solution {
            // Its tree is the root alone, and ends here, whatever the goal.
            let _ = self.objective.solution(|| struck.solution());
        }
    }

    /// Places the next digit.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Next {
        if self.tally.nodes >= self.horizon.nodes {
            return Next::Limit;
        }
        if self.top == 0 {
            return Next::End;
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
        self.arrive(self.top + usize::from(!is_last), &child, key, own, branches)
    }

    /// Makes a node the frame `at`, unless it is dead or a solution: then the frame below is the
    /// last in use. `key` is the node's least key, `own` the word of that cell.
    #[inline(always)]
    fn arrive(
        &mut self,
        at: usize,
        struck: &Words,
        key: u16,
        own: u16,
        branches_above: u8,
    ) -> Next {
        let frame = &mut self.stack.0[at % DEPTHS];
        frame.struck = *struck;
        if key >= FILLED {
            self.tally.solutions += 1;
            self.top = at - 1;
            return Next::Solution;
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
        Next::Node
    }

    /// Sees to what a step came to; if the search is over, its outcome, and for which puzzle.
    #[cold]
    pub(super) fn attend(&mut self, next: Next) -> Option<(usize, Outcome)> {
        let ended = match next {
            Next::Node => return None,
            Next::Solution => {
                // The frame that the solution would have had is the one above the last in use.
                let full = &self.stack.0[(self.top + 1) % DEPTHS].struck;
                if self.objective.solution(|| full.solution()).is_continue() {
                    return None;
                }
                Ended::AtGoal
            }
            Next::End if self.objective.is_reached() => Ended::AtGoal,
            Next::End => Ended::Exhausted,
            // At the end of the tree there is no node that a limit could forbid.
            Next::Limit if self.top == 0 => return self.attend(Next::End),
            Next::Limit => self.horizon.reached(self.tally.nodes)?,
        };
        let counters = self.tally.counters(&self.open());
        let counts = counters.counts(ended.is_censored());
        Some((self.index, Outcome { ended, found: self.objective.found(), counts }))
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
