//! What a search counts at every step, in one number: adding one number from a table and comparing
//! it with another is all that a step does about counters and limits.
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

/// So many nodes, and some more, can be counted in one number.
const MOST_NODES: u64 = 1 << 19;

/// The least count that has so many nodes, or as many as a number can take.
#[inline(always)]
pub(super) const fn at_nodes(nodes: u64) -> u64 {
    NODE * if nodes < MOST_NODES { nodes } else { MOST_NODES }
}

/// Nodes, choices and nodes of the other kind.
pub(super) const fn split(counts: u64) -> [u64; 3] {
    [counts / NODE, counts % NODE / CHOICE, counts % CHOICE]
}
