//! What a pruning level does, for all lanes at once.

use crate::engine::batch::layout::Candidates;
use crate::engine::batch::rules::Verdict;
use crate::engine::batch::vector::{Vector, Words};
use crate::isa::Isa;

/// The rules of a level.
pub(super) trait Level<V: Vector>: Send {
    /// Applies rules to all lanes, compiled for the instruction set. In a lane whose verdict is
    /// "not changed" the level is at its fixpoint, and a conflict of the level is "not alive".
    fn sweep(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V>;

    /// These lanes have other contents than after the last sweep.
    fn exchanged(&mut self, lanes: V);
}

/// A vector of lanes.
#[inline(always)]
pub(super) fn lanes<V: Vector>(words: Words) -> V {
    V::from_words(words)
}
