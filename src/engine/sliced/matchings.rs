//! Generalised arc consistency of the 27 all-different constraints.
//!
//! For each unit, a pass over the sets of digits finds those that the first k cells can take (*forward*), and those after which the other
//! cells can take the rest (*backward*). A candidate of cell k is part of a solution of the constraint if it leads from
//! a forward set of k digits to a backward set of k + 1. This is the dynamic programme for permutations over subsets
//! (Bellman 1962), on all lanes at once; Regin (AAAI 1994) finds the same by matchings.

use super::deferred::Pass;
use crate::engine::batch::layout::Candidates;
use crate::engine::batch::rules::Verdict;
use crate::engine::batch::vector::Vector;
use crate::grid::{Cell, Digit, Unit};
use crate::isa::Isa;

/// The number of sets of digits.
const SETS: usize = 1 << Digit::COUNT;

/// The sets of digits by size: those of size k are `SORTED[STARTS[k]..STARTS[k + 1]]`.
const SORTED: [u16; SETS] = {
    let (mut sorted, mut at, mut size) = ([0; SETS], 0, 0);
    while size <= Digit::COUNT {
        let mut set = 0;
        while set < SETS {
            if set.count_ones() as usize == size {
                sorted[at] = set as u16;
                at += 1;
            }
            set += 1;
        }
        size += 1;
    }
    sorted
};

const STARTS: [usize; 11] = [0, 1, 10, 46, 130, 256, 382, 466, 502, 511, 512];

/// The rule, with memory for the sets.
pub(super) struct Matchings<V> {
    forward: Box<[V; SETS]>,
    backward: Box<[V; SETS]>,
}

impl<V: Vector> Matchings<V> {
    pub(super) fn new() -> Self {
        Self { forward: Box::new([V::zero(); SETS]), backward: Box::new([V::zero(); SETS]) }
    }

    /// Strikes from a unit's cells what no solution of the constraint uses.
    #[inline(always)]
    fn prune(
        &mut self,
        cells: &[usize; 9],
        candidates: &mut Candidates<V>,
        verdict: &mut Verdict<V>,
    ) {
        let (forward, backward) = (&mut *self.forward, &mut *self.backward);
        forward[0] = V::ones();
        for k in 0..9 {
            for &set in &SORTED[STARTS[k + 1]..STARTS[k + 2]] {
                let mut reached = V::zero();
                let mut digits = set;
                while digits != 0 {
                    let digit = digits.trailing_zeros() as usize;
                    digits &= digits - 1;
                    let before = forward[usize::from(set) & !(1 << digit)];
                    reached = reached.or_both(before, candidates.0[digit][cells[k]]);
                }
                forward[usize::from(set)] = reached;
            }
        }
        verdict.alive = verdict.alive.and(forward[SETS - 1]);
        backward[SETS - 1] = V::ones();
        for k in (0..9).rev() {
            let mut supported = [V::zero(); Digit::COUNT];
            for &set in &SORTED[STARTS[k]..STARTS[k + 1]] {
                let before = forward[usize::from(set)];
                let mut reaches = V::zero();
                let mut digits = !set & (SETS - 1) as u16;
                while digits != 0 {
                    let digit = digits.trailing_zeros() as usize;
                    digits &= digits - 1;
                    let after = backward[usize::from(set) | 1 << digit];
                    reaches = reaches.or_both(after, candidates.0[digit][cells[k]]);
                    supported[digit] = supported[digit].or_both(before, after);
                }
                backward[usize::from(set)] = reaches;
            }
            for (places, supported) in candidates.0.iter_mut().zip(supported) {
                let place = &mut places[cells[k]];
                verdict.changed = verdict.changed.or_unless(*place, supported);
                *place = place.and(supported);
            }
        }
    }
}

impl<V: Vector> Pass<V> for Matchings<V> {
    fn pass(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V> {
        V::run(
            isa,
            #[inline(always)]
            || {
                let mut verdict = Verdict { alive: V::ones(), changed: V::zero() };
                for unit in Unit::all() {
                    let cells = unit.cells().map(Cell::index);
                    self.prune(&cells, candidates, &mut verdict);
                }
                verdict
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sorted_by_size() {
        for size in 0..=9 {
            for set in &SORTED[STARTS[size]..STARTS[size + 1]] {
                assert_eq!(set.count_ones() as usize, size);
            }
        }
        let mut all = SORTED;
        all.sort_unstable();
        assert!(all.iter().enumerate().all(|(i, &set)| i == usize::from(set)));
    }
}
