//! A search that one engine begins and another finishes: both have the same tree, the one visits it
//! faster in company, the other alone.

use super::{Limits, Outcome, Worker};
use crate::counters::Counts;
use crate::goal::Found;
use crate::grid::{CellSet, Digit};
use crate::search::Ended;

/// The cells that each digit may have.
pub(super) type Places = [CellSet; Digit::COUNT];

/// A search that is not at its end.
pub(super) struct Begun {
    /// The nodes that are still to be visited, the next one last.
    pub(super) nodes: Vec<Places>,
    /// What was found.
    pub(super) found: Found,
    /// What was counted.
    pub(super) tally: Tally,
}

/// What engines count whose nodes are propagated to a fixpoint and have two children or none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) branches: u64,
    pub(super) guesses: u64,
    pub(super) fails: u64,
}

impl Tally {
    /// The counters of a search that ended so.
    #[inline(always)]
    pub(super) const fn counts(self, ended: Ended) -> Counts {
        Counts {
            nodes: None,
            choices: None,
            branches: Some(self.branches),
            guesses: Some(self.guesses),
            fails: Some(self.fails),
            max_depth: None,
            search_free: Some(self.branches == 0 && !ended.is_censored()),
        }
    }
}

/// A worker that also finishes what another has begun.
pub(super) trait Finisher: Worker {
    /// Goes on with a search, up to its end.
    fn finish(&mut self, begun: &Begun, limits: &Limits<'_>) -> Outcome;
}
