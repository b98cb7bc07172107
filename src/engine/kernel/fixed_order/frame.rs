//! The nodes of a search in a fixed order.

use crate::engine::kernel::counts;
use crate::engine::kernel::used_digits::{DIGITS, UsedDigits};

/// The data that all nodes at a depth share.
#[derive(Clone, Copy)]
pub(super) struct Level<P> {
    /// The cell they branch on.
    pub(super) place: P,
    /// The cell after the next.
    pub(super) after_next: P,
    /// [`JOINED`] if the next cell is a peer, otherwise 0.
    pub(super) joined: u32,
    /// The weight of the cell.
    pub(super) weight: u32,
}

/// The digits and the mark of two cells in a row that see each other.
pub(super) const JOINED: u32 = DIGITS | MARK;
const MARK: u32 = DIGITS + 1;

/// A node.
#[derive(Clone, Copy)]
#[repr(align(128))]
pub(super) struct Frame<U: UsedDigits> {
    pub(super) used: U,
    /// The untried live children.
    pub(super) remaining: u32,
    /// The free digits of the next cell before this cell is filled.
    pub(super) next: u32,
    /// The nearest frame above with an untried child; the first frame if there is none.
    pub(super) above: u32,
    /// The number of branches on the path to the children.
    pub(super) branches: u32,
    /// The score of the digits so far, for a goal that asks for it.
    pub(super) score: u32,
    pub(super) level: Level<U::Place>,
}

/// The frames of one search: the first is a sentinel, the second is the root.
#[derive(Clone)]
pub(super) struct Stack<U: UsedDigits>(pub(super) Box<[Frame<U>; DEPTHS]>);

/// The sentinel, the root and a frame for each of 81 placements, padded to a power of two
/// so that a masked index needs no bounds check.
pub(super) const DEPTHS: usize = 128;

/// The digits whose child is dead, by the free digits of the next cell and whether it is a peer.
static FATAL: [u16; 2 * MARK as usize] = {
    let mut fatal = [0; 2 * MARK as usize];
    fatal[0] = DIGITS as u16;
    fatal[MARK as usize] = DIGITS as u16;
    let mut digit = 0;
    while digit < 9 {
        fatal[(MARK | 1 << digit) as usize] = 1 << digit;
        digit += 1;
    }
    fatal
};

/// The live children among those of `free`.
#[inline(always)]
pub(super) fn live(free: u32, next: u32, joined: u32) -> u32 {
    free & !u32::from(FATAL[(next | joined & MARK) as usize])
}

impl<U: UsedDigits> Stack<U> {
    /// No node.
    #[inline(always)]
    pub(super) fn new() -> Self {
        let level = Level { place: U::BEHIND, after_next: U::BEHIND, joined: 0, weight: 0 };
        let frame = Frame {
            used: U::none(),
            remaining: 0,
            next: 0,
            above: 0,
            branches: 0,
            score: 0,
            level,
        };
        Self(Box::new([frame; DEPTHS]))
    }
}

/// The counts added when a node is made, by its free digits: its children, and itself as an item.
pub(super) static COUNTS: [u64; DIGITS as usize + 1] = {
    let mut all = [0; DIGITS as usize + 1];
    let mut free = 1;
    while free < all.len() {
        let children = free.count_ones() as u64;
        let choice = if children > 1 { counts::CHOICE } else { 0 };
        all[free] = children * counts::NODE + choice + ITEM;
        free += 1;
    }
    all
};

/// The other kind of node that this search counts: a node with a child.
const ITEM: u64 = counts::OTHER;
