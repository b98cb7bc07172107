//! A level with an expensive rule, which runs only when most lanes stand still under a cheap level.
//!
//! A cheap sweep settles a lane in a few rounds. The expensive pass costs as much as ten to a hundred of
//! them for any number of lanes, so it waits until nine tenths of the lanes that are at work wait for
//! it.

use super::level::Level;
use crate::engine::batch::layout::Candidates;
use crate::engine::batch::rules::Verdict;
use crate::engine::batch::vector::Vector;
use crate::isa::Isa;

/// One pass of an expensive rule.
pub(super) trait Pass<V: Vector>: Send {
    /// Applies the rule once to all lanes.
    fn pass(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V>;
}

/// A cheap level, and an expensive rule.
pub(super) struct Deferred<V, L, P> {
    cheap: L,
    dear: P,
    /// The lanes in which the expensive rule has struck nothing from the fixpoint of the cheap level.
    done: V,
    /// The lanes in which the expensive rule has seen a conflict.
    dead: V,
}

impl<V: Vector, L, P> Deferred<V, L, P> {
    pub(super) fn new(cheap: L, dear: P) -> Self {
        Self { cheap, dear, done: V::zero(), dead: V::zero() }
    }
}

impl<V: Vector, L: Level<V>, P: Pass<V>> Level<V> for Deferred<V, L, P> {
    fn sweep(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V> {
        let cheap = self.cheap.sweep(isa, candidates);
        let alive = cheap.alive.and_not(self.dead);
        let working = alive.and(cheap.changed);
        let waiting = alive.and_not(cheap.changed).and_not(self.done);
        let [working_lanes, waiting_lanes] = [size(working), size(waiting)];
        if waiting_lanes == 0 || 9 * working_lanes > waiting_lanes {
            return Verdict { alive, changed: cheap.changed.or(waiting) };
        }
        let Verdict { alive: survives, changed } = self.dear.pass(isa, candidates);
        self.cheap.exchanged(changed);
        self.dead = self.dead.or(alive.and_not(survives));
        self.done = self.done.or(waiting).and_not(changed);
        Verdict { alive: alive.and(survives), changed: cheap.changed.or(changed) }
    }

    fn exchanged(&mut self, lanes: V) {
        self.cheap.exchanged(lanes);
        self.done = self.done.and_not(lanes);
        self.dead = self.dead.and_not(lanes);
    }
}

/// The number of lanes.
fn size<V: Vector>(lanes: V) -> u32 {
    lanes.words().iter().map(|word| word.count_ones()).sum()
}
