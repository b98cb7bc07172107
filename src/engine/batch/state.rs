//! The state of all lanes: candidates, searches, and which lanes share a search.

use super::LANES;
use super::block::Search;
use super::frame::Frame;
use super::frames::Frames;
use super::layout::Candidates;
use super::rules::{Rules, Tally};
use super::vector::{Vector, Words};
use crate::grid::Puzzle;

/// The work of a lane.
pub(super) struct Lane<V: Vector, R: Rules<V>> {
    pub(super) search: Search<R::Tally>,
    /// The nodes with untried alternatives, the deepest last.
    pub(super) stack: Vec<R::Open>,
    /// Whether other lanes have, or had, parts of the search.
    pub(super) is_shared: bool,
    /// Whether the search must stay in this lane.
    pub(super) is_whole: bool,
}

/// The state of the loop.
pub(super) struct BatchState<V: Vector, R: Rules<V>> {
    pub(super) candidates: Candidates<V>,
    pub(super) rules: R,
    pub(super) frames: Frames,
    pub(super) lanes: [Lane<V, R>; LANES],
    pub(super) shared: Shared<R::Tally>,
    /// The lanes that have a node.
    pub(super) occupied: Words,
}

/// The state of shared searches, running or ended.
pub(super) struct Shared<T> {
    /// The group of each lane: the index of the first lane that gave a part away.
    pub(super) group_of: [usize; LANES],
    pub(super) groups: [Group<T>; LANES],
}

/// The lanes that share a search.
#[derive(Clone, Copy, Default)]
pub(super) struct Group<T> {
    /// The sum of the ended parts.
    pub(super) sum: Search<T>,
    /// The number of lanes whose parts are still running.
    pub(super) lanes: u32,
    /// Whether a part reached the goal or the limit.
    pub(super) is_cut: bool,
}

impl<T: Tally> Default for Shared<T> {
    fn default() -> Self {
        Self { group_of: [0; LANES], groups: [Group::default(); LANES] }
    }
}

impl<V: Vector, R: Rules<V>> BatchState<V, R> {
    /// No lane has a node.
    pub(super) fn new(rules: R) -> Self {
        Self {
            candidates: Candidates::none(),
            rules,
            frames: Frames::EMPTY,
            lanes: std::array::from_fn(|_| Lane {
                search: Search::default(),
                stack: Vec::new(),
                is_shared: false,
                is_whole: false,
            }),
            shared: Shared::default(),
            occupied: Words::default(),
        }
    }

    /// Gives a lane the root of a puzzle.
    #[inline(always)]
    pub(super) fn begin(&mut self, at: usize, puzzle: &Puzzle) {
        self.frames.put(at, &Frame::of::<V>(puzzle));
        self.rules.start(at, puzzle);
        self.occupy(at);
    }

    /// A lane has a node.
    #[inline(always)]
    pub(super) fn occupy(&mut self, at: usize) {
        self.occupied[at / 64] |= 1 << (at % 64);
    }

    /// Leaves a lane without a node. Sweeps still process its contents, but nothing reads them.
    #[inline(always)]
    pub(super) fn leave(&mut self, at: usize) {
        self.occupied[at / 64] &= !(1 << (at % 64));
    }

    pub(super) fn is_occupied(&self, at: usize) -> bool {
        self.occupied[at / 64] >> (at % 64) & 1 == 1
    }
}
