//! The counts of a search in one number. For counters and limits a step only adds one number from a
//! table and compares the sum with another.
//!
//! ```text
//! | nodes: 20 bits | choices: 22 bits | nodes of a kind of the search's own: 22 bits |
//! ```

/// A node.
pub(super) const NODE: u64 = 1 << 44;

/// A choice.
pub(super) const CHOICE: u64 = 1 << 22;

/// A node of the other kind.
pub(super) const OTHER: u64 = 1;

/// The number of nodes that one number can count, with a margin.
const MOST_NODES: u64 = 1 << 19;

/// The smallest count with this number of nodes, at most [`MOST_NODES`].
#[inline(always)]
pub(super) const fn at_nodes(nodes: u64) -> u64 {
    NODE * if nodes < MOST_NODES { nodes } else { MOST_NODES }
}

/// Nodes, choices and nodes of the other kind.
pub(super) const fn split(counts: u64) -> [u64; 3] {
    [counts / NODE, counts % NODE / CHOICE, counts % CHOICE]
}
