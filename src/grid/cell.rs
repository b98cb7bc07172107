//! The 81 cells of the grid.

use std::ops::{Index, IndexMut};

/// A cell, numbered row by row from 0 (top left) to 80 (bottom right).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The number of cells of a grid.
    pub const COUNT: usize = 81;

    /// The cell of a row-major index.
    ///
    /// # Panics
    /// If `index` is 81 or more.
    #[inline(always)]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT, "a cell index is below 81");
        Self(index as u8)
    }

    /// The cell at a row and a column, both 0..=8.
    ///
    /// # Panics
    /// If the row or the column is 9 or more.
    #[inline(always)]
    #[must_use]
    pub const fn at(row: usize, column: usize) -> Self {
        assert!(row < 9 && column < 9, "rows and columns are below 9");
        Self((9 * row + column) as u8)
    }

    /// All cells, ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT as u8).map(Self)
    }

    /// The row-major index, 0..=80.
    #[inline(always)]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, 0..=8.
    #[inline(always)]
    #[must_use]
    pub const fn row(self) -> usize {
        self.0 as usize / 9
    }

    /// The column, 0..=8.
    #[inline(always)]
    #[must_use]
    pub const fn column(self) -> usize {
        self.0 as usize % 9
    }

    /// The box, 0..=8, numbered like a phone's keys.
    #[inline(always)]
    #[must_use]
    pub const fn box_(self) -> usize {
        3 * (self.row() / 3) + self.column() / 3
    }
}

/// One value for each cell. Only a [`Cell`] can be the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerCell<T>(pub [T; Cell::COUNT]);

impl<T> Index<Cell> for PerCell<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, cell: Cell) -> &T {
        &self.0[cell.index()]
    }
}

impl<T> IndexMut<Cell> for PerCell<T> {
    #[inline(always)]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0[cell.index()]
    }
}
