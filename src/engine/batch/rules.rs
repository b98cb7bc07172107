//! What tells the engines of the machine apart: the rules of a sweep, the choice, and the tree.

use super::frame::CHOICE_BITS;
use super::frames::Frames;
use super::layout::Candidates;
use super::vector::{Vector, Words};
use crate::counters::Counts;
use crate::grid::Puzzle;
use crate::search::Ended;

/// The result of a sweep for each lane.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Verdict<V> {
    /// No contradiction was found.
    pub(in crate::engine) alive: V,
    /// Another sweep may strike more.
    pub(in crate::engine) changed: V,
}

/// The choice of every lane; arbitrary for lanes that are solved or dead.
pub(in crate::engine) struct Choice<V> {
    /// Whether a lane has a choice. A lane without one that is alive is solved.
    pub(in crate::engine) is_open: V,
    /// The bit-sliced number of the choice, the lowest bit first ([`Frame::choice`](super::frame::Frame::choice)).
    pub(in crate::engine) number: [V; CHOICE_BITS],
}

/// The rules of an engine, and its search tree.
pub(in crate::engine) trait Rules<V: Vector>: Send {
    /// A node with untried alternatives, as it waits on the stack of a lane.
    type Open: Clone + Send;
    /// What a search counts.
    type Tally: Tally;

    /// Applies the rules once to all lanes. At the fixpoint of a lane, its verdict must be the same
    /// however often the rules are applied.
    fn sweep(&mut self, candidates: &mut Candidates<V>) -> Verdict<V>;

    /// Chooses for all lanes that are at their fixpoint.
    fn choose(&mut self, candidates: &Candidates<V>) -> Choice<V>;

    /// A lane begins the search of a puzzle.
    #[inline(always)]
    fn start(&mut self, _lane: usize, _puzzle: &Puzzle) {}

    /// These lanes have other contents than at the last sweep.
    #[inline(always)]
    fn exchanged(&mut self, _lanes: Words) {}

    /// Moves a lane from its node, which has a choice, to the first alternative. Returns the node
    /// with the others.
    fn branch(&mut self, lane: usize, frames: &mut Frames, tally: &mut Self::Tally) -> Self::Open;

    /// Moves a lane to the next alternative of a node, which then has one less. Returns whether
    /// it was the last.
    fn take_next(
        &mut self,
        lane: usize,
        open: &mut Self::Open,
        frames: &mut Frames,
        tally: &mut Self::Tally,
    ) -> bool;

    /// Whether a tree has the same nodes in whatever order they are visited, so that lanes may
    /// share it.
    #[inline(always)]
    fn is_shareable(&self) -> bool {
        true
    }
}

/// What a search counts: branches, each a node, as the root is one.
pub(in crate::engine) trait Tally: Clone + Copy + Default + Send {
    /// The nodes below the root.
    fn branches(&self) -> u64;

    /// A node has a choice.
    #[inline(always)]
    fn chose(&mut self) {}

    /// A node is dead.
    fn failed(&mut self);

    /// Adds another part of the same search.
    fn add(&mut self, part: &Self);

    /// The counters of a search that ended so.
    fn counts(&self, ended: Ended) -> Counts;
}
