//! The state of all lanes: candidates, searches, and which lanes share a search.

use super::LANES;
use super::block::Search;
use super::choice::Survey;
use super::frame::Frame;
use super::frames::Frames;
use super::layout::Candidates;
use super::sweep::Left;
use super::vector::{Vector, Words};
use crate::grid::Digit;

/// The work of a lane.
#[derive(Clone, Debug, Default)]
pub(super) struct Lane {
    pub(super) search: Search,
    /// The untried second children, the deepest last.
    pub(super) stack: Vec<Frame>,
    /// Whether other lanes have, or had, parts of the search.
    pub(super) is_shared: bool,
    /// Whether the search must stay in this lane.
    pub(super) is_whole: bool,
}

/// The state of the loop.
pub(super) struct BatchState<V> {
    pub(super) candidates: Candidates<V>,
    pub(super) left: Left<V>,
    pub(super) survey: Survey<V>,
    pub(super) frames: Frames,
    pub(super) lanes: [Lane; LANES],
    pub(super) shared: Shared,
    /// The lanes that have a node.
    pub(super) occupied: Words,
}

/// The state of shared searches, running or ended.
pub(super) struct Shared {
    /// The group of each lane: the index of the first lane that gave a part away.
    pub(super) group_of: [usize; LANES],
    pub(super) groups: [Group; LANES],
}

/// The lanes that share a search.
#[derive(Clone, Copy, Default)]
pub(super) struct Group {
    /// The sum of the ended parts.
    pub(super) sum: Search,
    /// The number of lanes whose parts are still running.
    pub(super) lanes: u32,
    /// Whether a part reached the goal or the limit.
    pub(super) is_cut: bool,
}

impl Default for Shared {
    fn default() -> Self {
        Self { group_of: [0; LANES], groups: [Group::default(); LANES] }
    }
}

impl<V: Vector> BatchState<V> {
    /// No lane has a node.
    pub(super) fn new() -> Self {
        Self {
            candidates: Candidates::none(),
            left: [[[V::zero(); 3]; 3]; Digit::COUNT],
            survey: Survey::new(),
            frames: Frames::EMPTY,
            lanes: std::array::from_fn(|_| Lane::default()),
            shared: Shared::default(),
            occupied: Words::default(),
        }
    }

    /// Gives a lane a node.
    #[inline(always)]
    pub(super) fn occupy(&mut self, at: usize, frame: &Frame) {
        self.occupied[at / 64] |= 1 << (at % 64);
        self.frames.put(at, frame);
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
