//! Counts of candidates: none, one or several in a cell or a unit.

use crate::engine::batch::layout::{Candidates, Places};
use crate::engine::batch::vector::Vector;
use crate::grid::Cell;

/// Whether there is at least one, and whether there are several.
#[derive(Clone, Copy)]
pub(super) struct Tally<V> {
    pub(super) any: V,
    pub(super) several: V,
}

impl<V: Vector> Tally<V> {
    /// The tally of three.
    #[inline(always)]
    pub(super) fn of([a, b, c]: [V; 3]) -> Self {
        Self { any: a.or3(b, c), several: a.majority(b, c) }
    }

    /// The tally of three parts.
    #[inline(always)]
    pub(super) fn sum([a, b, c]: [Self; 3]) -> Self {
        Self {
            any: a.any.or3(b.any, c.any),
            several: a.any.majority(b.any, c.any).or(a.several.or3(b.several, c.several)),
        }
    }

    /// Exactly one.
    #[inline(always)]
    pub(super) fn sole(self) -> V {
        self.any.and_not(self.several)
    }
}

/// The digits of a cell.
#[inline(always)]
pub(super) fn digits_of<V: Vector>(candidates: &Candidates<V>, cell: usize) -> Tally<V> {
    let of = |d: usize| candidates.0[d][cell];
    Tally::sum([
        Tally::of([of(0), of(1), of(2)]),
        Tally::of([of(3), of(4), of(5)]),
        Tally::of([of(6), of(7), of(8)]),
    ])
}

/// The places of a digit, by unit.
pub(super) struct Units<V> {
    pub(super) rows: [Tally<V>; 9],
    pub(super) columns: [Tally<V>; 9],
    pub(super) boxes: [Tally<V>; 9],
}

impl<V: Vector> Units<V> {
    /// Counts a digit's places in all units.
    #[inline(always)]
    pub(super) fn of(places: &Places<V>) -> Self {
        let none = Tally { any: V::zero(), several: V::zero() };
        let mut units = Self { rows: [none; 9], columns: [none; 9], boxes: [none; 9] };
        // The triads of each row and of each column.
        let (mut across, mut down) = ([[none; 3]; 9], [[none; 3]; 9]);
        for i in 0..9 {
            for third in 0..3 {
                let (row, column) = (9 * i + 3 * third, 27 * third + i);
                across[i][third] = Tally::of([places[row], places[row + 1], places[row + 2]]);
                down[i][third] =
                    Tally::of([places[column], places[column + 9], places[column + 18]]);
            }
            units.rows[i] = Tally::sum(across[i]);
            units.columns[i] = Tally::sum(down[i]);
        }
        for i in 0..9 {
            let (first, third) = (3 * (i / 3), i % 3);
            units.boxes[i] = Tally::sum([
                across[first][third],
                across[first + 1][third],
                across[first + 2][third],
            ]);
        }
        units
    }

    /// The tallies of a cell's row, column and box.
    #[inline(always)]
    pub(super) fn around(&self, cell: usize) -> [Tally<V>; 3] {
        let (row, column) = (cell / 9, cell % 9);
        [self.rows[row], self.columns[column], self.boxes[3 * (row / 3) + column / 3]]
    }
}

/// One vector for each cell.
#[inline(always)]
pub(super) fn no_cells<V: Vector>() -> [V; Cell::COUNT] {
    [V::zero(); Cell::COUNT]
}
