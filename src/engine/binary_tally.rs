//! What engines count whose nodes are propagated to a fixpoint, and have two children or none.

use crate::counters::Counts;
use crate::search::Ended;

/// Branches, guesses and fails: the root is no branch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BinaryTally {
    pub(super) branches: u64,
    pub(super) guesses: u64,
    pub(super) fails: u64,
}

impl BinaryTally {
    /// The counters of a search that ended so.
    #[inline(always)]
    pub(super) const fn counts(self, ended: Ended) -> Counts {
        Counts {
            branches: Some(self.branches),
            guesses: Some(self.guesses),
            fails: Some(self.fails),
            search_free: Some(self.branches == 0 && !ended.is_censored()),
            ..Counts::UNKNOWN
        }
    }
}
