//! The level `singles`: `naked`, and a digit with one place in a unit takes it.
//!
//! After the strikes of `naked`, each digit's places are counted in each unit. A cell that some digit must
//! take loses all others. Two of these digits in one cell are a conflict, and so is a digit without a place.
//! Both rules only matter where there is a new single: a cell that a digit takes becomes one.

use super::counting::{Units, no_cells};
use super::level::Level;
use super::naked::NewSingles;
use crate::engine::batch::layout::{Candidates, Places};
use crate::engine::batch::rules::Verdict;
use crate::engine::batch::vector::Vector;
use crate::grid::{Cell, Digit};
use crate::isa::Isa;

/// Naked and hidden singles.
pub(super) struct Singles<V> {
    naked: NewSingles<V>,
    /// By digit, the units in which it has one place.
    sole: [Sole<V>; Digit::COUNT],
    /// The cells that a digit takes.
    taken: [V; Cell::COUNT],
    /// The lanes in which hidden singles have seen a conflict.
    dead: V,
}

/// The units in which a digit has one place.
#[derive(Clone, Copy)]
struct Sole<V> {
    rows: [V; 9],
    columns: [V; 9],
    boxes: [V; 9],
}

impl<V: Vector> Sole<V> {
    #[inline(always)]
    fn of(units: &Units<V>) -> Self {
        let none = [V::zero(); 9];
        let mut sole = Self { rows: none, columns: none, boxes: none };
        for i in 0..9 {
            sole.rows[i] = units.rows[i].sole();
            sole.columns[i] = units.columns[i].sole();
            sole.boxes[i] = units.boxes[i].sole();
        }
        sole
    }

    /// Whether a cell is in one of these units.
    #[inline(always)]
    fn around(&self, cell: usize) -> V {
        let (row, column) = (cell / 9, cell % 9);
        self.rows[row].or3(self.columns[column], self.boxes[3 * (row / 3) + column / 3])
    }
}

impl<V: Vector> Singles<V> {
    pub(super) fn new() -> Self {
        let none = [V::zero(); 9];
        Self {
            naked: NewSingles::new(),
            sole: [Sole { rows: none, columns: none, boxes: none }; Digit::COUNT],
            taken: no_cells(),
            dead: V::zero(),
        }
    }

    /// Finds the hidden singles of a digit.
    #[inline(always)]
    fn find(&mut self, digit: usize, places: &Places<V>) {
        let units = Units::of(places);
        for i in 0..9 {
            let everywhere = units.rows[i].any.and3(units.columns[i].any, units.boxes[i].any);
            self.dead = self.dead.or(everywhere.not());
        }
        let sole = Sole::of(&units);
        for cell in 0..Cell::COUNT {
            let taker = places[cell].and(sole.around(cell));
            self.dead = self.dead.or_both(self.taken[cell], taker);
            self.taken[cell] = self.taken[cell].or(taker);
        }
        self.sole[digit] = sole;
    }
}

impl<V: Vector> Level<V> for Singles<V> {
    fn sweep(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V> {
        V::run(
            isa,
            #[inline(always)]
            || {
                let Verdict { alive, changed } = self.naked.count(candidates);
                let known = Verdict { alive: alive.and_not(self.dead), changed };
                if !known.has_work() {
                    return known;
                }
                self.taken = no_cells();
                for digit in 0..Digit::COUNT {
                    self.naked.strike(&mut candidates.0[digit]);
                    self.find(digit, &candidates.0[digit]);
                }
                for (places, sole) in candidates.0.iter_mut().zip(&self.sole) {
                    for cell in 0..Cell::COUNT {
                        places[cell] = places[cell].and_unless(self.taken[cell], sole.around(cell));
                    }
                }
                Verdict { alive: known.alive.and_not(self.dead), changed }
            },
        )
    }

    fn exchanged(&mut self, lanes: V) {
        self.naked.forget(lanes);
        self.dead = self.dead.and_not(lanes);
    }
}
