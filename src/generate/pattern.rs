//! Symmetries of the pattern of clues: sets of cells that are all clues or all blank.

use crate::grid::Cell;
use crate::named::Named;

/// A symmetry of the pattern of clues.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The name on the command line.
    pub name: &'static str,
    /// The image of a row and a column.
    map: fn(usize, usize) -> (usize, usize),
}

/// The known symmetries.
pub static PATTERNS: &[Pattern] = &[
    Pattern { name: "half_turn", map: |row, column| (8 - row, 8 - column) },
    Pattern { name: "quarter_turn", map: |row, column| (column, 8 - row) },
    Pattern { name: "horizontal", map: |row, column| (8 - row, column) },
    Pattern { name: "vertical", map: |row, column| (row, 8 - column) },
    Pattern { name: "diagonal", map: |row, column| (column, row) },
    Pattern { name: "antidiagonal", map: |row, column| (8 - column, 8 - row) },
];

impl Pattern {
    /// No symmetry: every cell is a separate set.
    pub(super) const NONE: Self = Self { name: "none", map: |row, column| (row, column) };

    /// The sets of cells that are all clues or all blank, by their lowest cell.
    #[must_use]
    pub fn orbits(&self) -> Vec<Vec<Cell>> {
        let mut orbits: Vec<Vec<Cell>> = Vec::new();
        for cell in Cell::all() {
            if orbits.iter().flatten().any(|&other| other == cell) {
                continue;
            }
            let mut orbit = vec![cell];
            loop {
                let last = orbit[orbit.len() - 1];
                let (row, column) = (self.map)(last.row(), last.column());
                let next = Cell::at(row, column);
                if next == cell {
                    break;
                }
                orbit.push(next);
            }
            orbits.push(orbit);
        }
        orbits
    }
}

impl Pattern {
    /// Whether a pattern of this symmetry can have this number of clues: the sum of the sizes of
    /// some orbits.
    #[must_use]
    pub fn allows(&self, clues: usize) -> bool {
        let mut sums = [false; Cell::COUNT + 1];
        sums[0] = true;
        for orbit in self.orbits() {
            for sum in (orbit.len()..=Cell::COUNT).rev() {
                sums[sum] |= sums[sum - orbit.len()];
            }
        }
        sums.get(clues).is_some_and(|&is_sum| is_sum)
    }
}

impl Named for Pattern {
    const KIND: &'static str = "symmetry";

    fn name(&self) -> &'static str {
        self.name
    }

    fn all() -> &'static [Self] {
        PATTERNS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_are_a_partition() {
        for (name, count) in [
            ("half_turn", 41),
            ("quarter_turn", 21),
            ("horizontal", 45),
            ("vertical", 45),
            ("diagonal", 45),
            ("antidiagonal", 45),
        ] {
            let orbits = Pattern::named(name).expect("a symmetry").orbits();
            assert_eq!(orbits.len(), count, "{name}");
            let mut cells: Vec<Cell> = orbits.concat();
            cells.sort_unstable();
            assert_eq!(cells, Cell::all().collect::<Vec<_>>(), "{name}");
        }
        assert_eq!(Pattern::NONE.orbits().len(), 81);
    }

    #[test]
    fn numbers_of_clues_are_sums_of_orbits() {
        for pattern in PATTERNS {
            for clues in 0..=Cell::COUNT {
                // Quarter turns have one orbit of 1 cell, all others have 4.
                let expected = pattern.name != "quarter_turn" || clues % 4 <= 1;
                assert_eq!(pattern.allows(clues), expected, "{} {clues}", pattern.name);
            }
            assert!(!pattern.allows(Cell::COUNT + 1));
        }
    }
}
