//! The levels `locked` and `triads`: matchings of triads, singles of boxes, and the triad rules.

use super::level::Level;
use crate::engine::batch::chutes::{ChuteSweep, TriadRules};
use crate::engine::batch::layout::Candidates;
use crate::engine::batch::rules::Verdict;
use crate::engine::batch::vector::Vector;
use crate::isa::Isa;
use std::marker::PhantomData;

/// No triad rule: `locked`.
pub(super) struct NoTriads;

impl TriadRules for NoTriads {
    const FILL: bool = false;
    const CLOSE: bool = false;
}

/// Both triad rules: `triads`.
pub(super) struct BothRules;

impl TriadRules for BothRules {
    const FILL: bool = true;
    const CLOSE: bool = true;
}

/// A level that is a sweep over chutes.
pub(super) struct ChuteLevel<V, T> {
    sweep: ChuteSweep<V>,
    rules: PhantomData<T>,
}

impl<V: Vector> ChuteLevel<V, NoTriads> {
    pub(super) fn locked() -> Self {
        Self { sweep: ChuteSweep::new(), rules: PhantomData }
    }
}

impl<V: Vector> ChuteLevel<V, BothRules> {
    pub(super) fn triads() -> Self {
        Self { sweep: ChuteSweep::new(), rules: PhantomData }
    }
}

impl<V: Vector, T: TriadRules> Level<V> for ChuteLevel<V, T> {
    fn sweep(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V> {
        V::run(
            isa,
            #[inline(always)]
            || self.sweep.sweep::<T>(candidates),
        )
    }

    fn exchanged(&mut self, _: V) {}
}
