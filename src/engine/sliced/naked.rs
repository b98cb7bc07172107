//! The level `naked`: a cell with one candidate takes it, and its peers lose it.
//!
//! Two passes. The first counts the candidates of each cell. If a cell has become single since the last
//! strike, the second strikes: a single's digit leaves its peers. No single strikes itself, but two
//! equal singles that are peers strike each other, so that both cells are empty at the next count. A lane without a new single is
//! settled: 81 comparisons instead of 729.

use super::counting::{Units, digits_of, no_cells};
use super::level::Level;
use crate::engine::batch::layout::{Candidates, Places};
use crate::engine::batch::rules::Verdict;
use crate::engine::batch::vector::Vector;
use crate::grid::Cell;
use crate::isa::Isa;

/// Naked singles.
pub(super) struct Naked<V> {
    singles: NewSingles<V>,
}

impl<V: Vector> Naked<V> {
    pub(super) fn new() -> Self {
        Self { singles: NewSingles::new() }
    }
}

impl<V: Vector> Level<V> for Naked<V> {
    fn sweep(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V> {
        V::run(
            isa,
            #[inline(always)]
            || {
                let verdict = self.singles.count(candidates);
                if verdict.has_work() {
                    for places in &mut candidates.0 {
                        self.singles.strike(places);
                    }
                }
                verdict
            },
        )
    }

    fn exchanged(&mut self, lanes: V) {
        self.singles.forget(lanes);
    }
}

/// The single cells, and which lanes have new ones.
pub(super) struct NewSingles<V> {
    /// The cells with one candidate.
    singles: [V; Cell::COUNT],
    /// The lanes in which no single was struck yet.
    fresh: V,
}

impl<V: Vector> NewSingles<V> {
    pub(super) fn new() -> Self {
        Self { singles: no_cells(), fresh: V::ones() }
    }

    /// Counts the candidates of all cells: a lane without an empty cell is alive, and it has
    /// changed if a cell has become single since the last count.
    #[inline(always)]
    pub(super) fn count(&mut self, candidates: &Candidates<V>) -> Verdict<V> {
        let mut verdict = Verdict { alive: V::ones(), changed: self.fresh };
        for cell in 0..Cell::COUNT {
            let tally = digits_of(candidates, cell);
            let single = tally.sole();
            verdict.alive = verdict.alive.and(tally.any);
            verdict.changed = verdict.changed.or_differs(single, self.singles[cell]);
            self.singles[cell] = single;
        }
        self.fresh = V::zero();
        verdict
    }

    /// Strikes the singles' digit from their peers.
    #[inline(always)]
    pub(super) fn strike(&self, places: &mut Places<V>) {
        let mut own = no_cells();
        for cell in 0..Cell::COUNT {
            own[cell] = places[cell].and(self.singles[cell]);
        }
        let units = Units::of(&own);
        for cell in 0..Cell::COUNT {
            let [row, column, box_] = units.around(cell);
            let any = row.any.or3(column.any, box_.any);
            let several = row.several.or3(column.several, box_.several);
            places[cell] = places[cell].and_not(several.or_unless(any, own[cell]));
        }
    }

    /// The singles of these lanes are to be struck again.
    #[inline(always)]
    pub(super) fn forget(&mut self, lanes: V) {
        self.fresh = self.fresh.or(lanes);
    }
}

impl<V: Vector> Verdict<V> {
    /// Whether a lane without a contradiction has changed.
    #[inline(always)]
    pub(super) fn has_work(&self) -> bool {
        self.alive.and(self.changed).words() != [0; 4]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::simd::{Portable, WordVector as _};

    #[test]
    fn no_single_strikes_itself_and_equal_peers_strike_each_other() {
        let mut naked = Naked::<Portable<4>>::new();
        let mut candidates = Candidates::<Portable<4>>::none();
        for places in &mut candidates.0 {
            *places = [Portable::ones(); 81];
        }
        // Lane 0: digit 1 in cell 0. Lane 1: the same, and in cell 8.
        for digit in 1..9 {
            candidates.0[digit][0] = Portable::from_words([!3, !0, !0, !0]);
            candidates.0[digit][8] = Portable::from_words([!2, !0, !0, !0]);
        }
        let first = naked.sweep(Isa::best(), &mut candidates);
        assert_eq!(first.alive.words()[0] & 3, 3);
        let second = naked.sweep(Isa::best(), &mut candidates);
        assert_eq!((second.alive.words()[0] & 3, second.changed.words()[0] & 1), (1, 0));
        let has = |cell: usize| candidates.0[0][cell].words()[0] & 1;
        assert_eq!([0, 1, 8, 9, 10, 72, 30].map(has), [1, 0, 0, 0, 0, 0, 1]);
    }
}
