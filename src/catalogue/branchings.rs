//! The branchings.

use crate::named::Named;
use crate::search::Branching;

/// The branchings; the first is the default, which configs do not name.
pub static BRANCHINGS: &[BranchingEntry] = &[
    BranchingEntry {
        name: "d_way",
        formula: "the digits of the selected cell, one after another",
        source: "the default; Gecode's INT_VALUES_MIN",
        branching: Branching::DWay,
    },
    BranchingEntry {
        name: "two_way",
        formula: "x = v, then x != v, pruned, and the ordering selects again; from naked up",
        source: "Hwang & Mitchell 2005; Gecode's INT_VAL_MIN",
        branching: Branching::TwoWay,
    },
];

/// A branching: its names, and the branching itself.
#[derive(Debug)]
pub struct BranchingEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// The rule in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    /// The branching.
    pub branching: Branching,
}

super::entry!(BranchingEntry, "branching", BRANCHINGS);
