//! The tree of a config: a node branches on the digits of a cell.
//!
//! From `naked` on, a level leaves no blank cell with one candidate. Every item is therefore a choice, and
//! every node but the root a branch.

use super::level::{Level, lanes};
use crate::counters::{Counters, Counts};
use crate::engine::batch::LANES;
use crate::engine::batch::frame::Frame;
use crate::engine::batch::frames::Frames;
use crate::engine::batch::layout::Candidates;
use crate::engine::batch::rules::{self, Choice, Rules, Verdict};
use crate::engine::batch::vector::{Vector, Words};
use crate::grid::{Cell, Digit, DigitSet, Puzzle};
use crate::isa::Isa;
use crate::search::Ended;

/// How a config chooses.
pub(super) trait Chooser<V: Vector>: Send {
    /// Chooses for all lanes that are at their fixpoint.
    fn choose(&mut self, isa: Isa, candidates: &Candidates<V>) -> Choice<V>;

    /// A lane begins the search of a puzzle.
    fn start(&mut self, _lane: usize, _puzzle: &Puzzle) {}

    /// The cell of a lane's node; `depth` is the number of branches on the path to it.
    fn cell(&mut self, lane: usize, frame: &Frame, depth: usize) -> Cell;

    /// Removes and returns the next of the remaining digits of the cell.
    fn take(&mut self, lane: usize, frame: &Frame, cell: Cell, remaining: &mut DigitSet) -> Digit;

    /// Whether the choices depend on the node alone.
    fn has_memory(&self) -> bool {
        false
    }
}

/// The rules of a config.
pub(super) struct SlicedRules<V: Vector> {
    isa: Isa,
    level: Box<dyn Level<V>>,
    chooser: Box<dyn Chooser<V>>,
    /// The number of branches on the path to each lane's node.
    depths: [u16; LANES],
}

impl<V: Vector> SlicedRules<V> {
    pub(super) fn new(isa: Isa, level: Box<dyn Level<V>>, chooser: Box<dyn Chooser<V>>) -> Self {
        Self { isa, level, chooser, depths: [0; LANES] }
    }
}

/// A node with untried digits.
#[derive(Clone)]
pub(super) struct Open {
    frame: Frame,
    cell: Cell,
    remaining: DigitSet,
    /// The number of branches on the path to its children.
    depth: u16,
}

impl<V: Vector> Rules<V> for SlicedRules<V> {
    type Open = Open;
    type Tally = SlicedTally;

    #[inline(always)]
    fn sweep(&mut self, candidates: &mut Candidates<V>) -> Verdict<V> {
        self.level.sweep(self.isa, candidates)
    }

    #[inline(always)]
    fn choose(&mut self, candidates: &Candidates<V>) -> Choice<V> {
        self.chooser.choose(self.isa, candidates)
    }

    #[inline(always)]
    fn start(&mut self, lane: usize, puzzle: &Puzzle) {
        self.depths[lane] = 0;
        self.chooser.start(lane, puzzle);
    }

    #[inline(always)]
    fn exchanged(&mut self, words: Words) {
        self.level.exchanged(lanes(words));
    }

    #[inline(always)]
    fn branch(&mut self, lane: usize, frames: &mut Frames, tally: &mut SlicedTally) -> Open {
        let frame = frames.frame(lane);
        let depth = self.depths[lane];
        let cell = self.chooser.cell(lane, &frame, depth.into());
        let mut remaining = frame.domain(cell);
        let digit = self.chooser.take(lane, &frame, cell, &mut remaining);
        let mut child = frame;
        child.place(cell, digit);
        frames.put(lane, &child);
        self.depths[lane] = depth + 1;
        tally.took(depth + 1, false);
        Open { frame, cell, remaining, depth: depth + 1 }
    }

    #[inline(always)]
    fn take_next(
        &mut self,
        lane: usize,
        open: &mut Open,
        frames: &mut Frames,
        tally: &mut SlicedTally,
    ) -> bool {
        let digit = self.chooser.take(lane, &open.frame, open.cell, &mut open.remaining);
        let mut child = open.frame;
        child.place(open.cell, digit);
        frames.put(lane, &child);
        self.depths[lane] = open.depth;
        let is_last = open.remaining.is_empty();
        tally.took(open.depth, is_last);
        is_last
    }

    #[inline(always)]
    fn is_shareable(&self) -> bool {
        !self.chooser.has_memory()
    }
}

/// What a search counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlicedTally {
    choices: u64,
    branches: u64,
    guesses: u64,
    fails: u64,
    max_depth: u16,
}

impl SlicedTally {
    #[inline(always)]
    fn took(&mut self, depth: u16, is_last: bool) {
        self.branches += 1;
        self.guesses += u64::from(!is_last);
        self.max_depth = self.max_depth.max(depth);
    }
}

impl rules::Tally for SlicedTally {
    #[inline(always)]
    fn branches(&self) -> u64 {
        self.branches
    }

    #[inline(always)]
    fn chose(&mut self) {
        self.choices += 1;
    }

    #[inline(always)]
    fn failed(&mut self) {
        self.fails += 1;
    }

    #[inline(always)]
    fn add(&mut self, part: &Self) {
        self.choices += part.choices;
        self.branches += part.branches;
        self.guesses += part.guesses;
        self.fails += part.fails;
        self.max_depth = self.max_depth.max(part.max_depth);
    }

    #[inline(always)]
    fn counts(&self, ended: Ended) -> Counts {
        let &Self { choices, branches, guesses, fails, max_depth } = self;
        // The root is a node, and so is every branch.
        let (nodes, max_depth) = (branches + 1, max_depth.into());
        Counters { nodes, choices, branches, guesses, fails, max_depth }.counts(ended.is_censored())
    }
}
