//! Units (rows, columns, boxes) and peers, as tables computed by the compiler.

use super::{Cell, CellSet, PerCell};

/// A unit: rows are 0..=8, columns 9..=17, boxes 18..=26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(u8);

impl Unit {
    /// The number of units of a grid.
    pub const COUNT: usize = 27;

    /// The unit of an index.
    ///
    /// # Panics
    /// If `index` is 27 or more.
    #[inline(always)]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT, "a unit index is below 27");
        Self(index as u8)
    }

    /// All units: rows, columns, boxes.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The row, the column and the box of a cell.
    #[inline(always)]
    #[must_use]
    pub const fn of(cell: Cell) -> [Self; 3] {
        [Self(cell.row() as u8), Self(9 + cell.column() as u8), Self(18 + cell.box_() as u8)]
    }

    /// The index, 0..=26.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The nine cells of the unit, ascending.
    #[inline(always)]
    #[must_use]
    pub const fn cells(self) -> [Cell; 9] {
        UNIT_CELLS[self.0 as usize]
    }

    /// The nine cells of the unit as a set.
    #[inline(always)]
    #[must_use]
    pub const fn cell_set(self) -> CellSet {
        UNIT_SETS[self.0 as usize]
    }
}

/// The nine cells of each unit, ascending.
pub const UNIT_CELLS: [[Cell; 9]; Unit::COUNT] = {
    let mut units = [[Cell::new(0); 9]; Unit::COUNT];
    let mut i = 0;
    while i < 9 {
        let mut k = 0;
        while k < 9 {
            units[i][k] = Cell::at(i, k);
            units[9 + i][k] = Cell::at(k, i);
            units[18 + i][k] = Cell::at(3 * (i / 3) + k / 3, 3 * (i % 3) + k % 3);
            k += 1;
        }
        i += 1;
    }
    units
};

static UNIT_SETS: [CellSet; Unit::COUNT] = {
    let mut sets = [CellSet::EMPTY; Unit::COUNT];
    let mut unit = 0;
    while unit < Unit::COUNT {
        let mut k = 0;
        while k < 9 {
            sets[unit] = sets[unit].with(UNIT_CELLS[unit][k]);
            k += 1;
        }
        unit += 1;
    }
    sets
};

/// The 20 peers of each cell: the other cells of its row, column and box.
pub static PEERS: PerCell<CellSet> = {
    let mut peers = [CellSet::EMPTY; Cell::COUNT];
    let mut a = 0;
    while a < Cell::COUNT {
        let mut b = 0;
        while b < Cell::COUNT {
            let (p, q) = (Cell::new(a), Cell::new(b));
            if a != b && (p.row() == q.row() || p.column() == q.column() || p.box_() == q.box_()) {
                peers[a] = peers[a].with(q);
            }
            b += 1;
        }
        a += 1;
    }
    PerCell(peers)
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_has_nine_cells_and_every_cell_three_units() {
        for unit in Unit::all() {
            assert_eq!(unit.cell_set().len(), 9);
            assert!(unit.cells().is_sorted());
            for cell in unit.cells() {
                assert!(Unit::of(cell).contains(&unit));
            }
        }
    }

    #[test]
    fn peers_are_twenty_symmetric_and_not_oneself() {
        for cell in Cell::all() {
            assert_eq!(PEERS[cell].len(), 20);
            assert!(!PEERS[cell].contains(cell));
            for peer in PEERS[cell] {
                assert!(PEERS[peer].contains(cell));
            }
        }
    }
}
