//! The state of the level `none`: the digits used in each of the 27 units.

use super::{Candidates, State};
use crate::grid::{Cell, CellSet, Digit, DigitSet, PEERS, PerCell, Puzzle, Solution, Unit};

/// Digits used in each unit, and the blank cells.
///
/// ```text
/// used   | row 0 .. row 8 | column 0 .. column 8 | box 0 .. box 8 | 5 spare |   32 x 16 bits
///          bit d-1 of a word: the unit contains digit d
/// ```
///
/// The words are laid out like one wide register. A child is `parent | pattern << (d-1)`; the
/// pattern of a cell has bit 0 set in the words of its three units.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct UnitMasks {
    used: [u16; WORDS],
    blanks: CellSet,
}

/// 27 units, padded to a whole register. An index below 32 needs no bounds check.
const WORDS: usize = 32;

/// For each cell, bit 0 of the words of its three units.
static PATTERN: Aligned = {
    let mut patterns = [[0; WORDS]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let units = Unit::of(Cell::new(cell));
        let mut i = 0;
        while i < 3 {
            patterns[cell][units[i].index()] = 1;
            i += 1;
        }
        cell += 1;
    }
    Aligned(PerCell(patterns))
};

/// Aligned to cache lines, so that no pattern crosses a line boundary.
#[repr(align(64))]
struct Aligned(PerCell<[u16; WORDS]>);

/// The indices of each cell's row, column and box.
static UNITS: PerCell<[u8; 3]> = {
    let mut all = [[0; 3]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let units = Unit::of(Cell::new(cell));
        all[cell] = [units[0].index() as u8, units[1].index() as u8, units[2].index() as u8];
        cell += 1;
    }
    PerCell(all)
};

impl UnitMasks {
    /// No digit placed.
    pub const EMPTY: Self = Self { used: [0; WORDS], blanks: CellSet::ALL };

    /// The state of a puzzle's clues.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        puzzle.clues().fold(Self::EMPTY, |state, (cell, digit)| state.with(cell, digit))
    }

    /// The state with one more digit.
    #[inline(always)]
    #[must_use]
    pub fn with(&self, cell: Cell, digit: Digit) -> Self {
        let pattern = &PATTERN.0[cell];
        let shift = digit.index() as u32;
        let mut used = [0; WORDS];
        for word in 0..WORDS {
            used[word] = self.used[word] | pattern[word] << shift;
        }
        Self { used, blanks: self.blanks.without(cell) }
    }

    /// The domains of all blank cells, by ascending cell.
    #[inline(always)]
    fn domains(&self) -> impl Iterator<Item = (Cell, DigitSet)> + '_ {
        self.blanks.into_iter().map(|cell| (cell, self.domain(cell)))
    }

    /// The blank cells whose `rank` is smallest.
    #[inline(always)]
    fn minima(&self, rank: impl Fn(DigitSet) -> u32) -> CellSet {
        let mut best = u32::MAX;
        let mut cells = CellSet::EMPTY;
        for (cell, domain) in self.domains() {
            let rank = rank(domain);
            if rank < best {
                best = rank;
                cells = CellSet::of(cell);
            } else if rank == best {
                cells = cells.with(cell);
            }
        }
        cells
    }
}

impl State for UnitMasks {
    const IS_PRUNED: bool = false;

    #[inline(always)]
    fn blanks(&self) -> CellSet {
        self.blanks
    }

    #[inline(always)]
    fn domain(&self, cell: Cell) -> DigitSet {
        let [row, column, box_] = UNITS[cell];
        let used = |unit: u8| self.used[unit as usize % WORDS];
        DigitSet::from_bits(!(used(row) | used(column) | used(box_)))
    }

    #[inline(always)]
    fn child_domain(&self, _: &Self, (filled, digit): (Cell, Digit), cell: Cell) -> DigitSet {
        let domain = self.domain(cell);
        if PEERS[filled].contains(cell) { domain.without(digit) } else { domain }
    }

    fn holders(&self, digit: Digit) -> CellSet {
        self.domains().filter(|(_, domain)| domain.contains(digit)).map(|(cell, _)| cell).collect()
    }

    #[inline(always)]
    fn smallest_domains(&self) -> CellSet {
        self.minima(DigitSet::len)
    }

    #[inline(always)]
    fn largest_domains(&self) -> CellSet {
        self.minima(|domain| 9 - domain.len())
    }

    #[inline(always)]
    fn first_smallest_domain(&self) -> Cell {
        let mut best = u32::MAX;
        let mut first = None;
        for (cell, domain) in self.domains() {
            if domain.len() < best {
                best = domain.len();
                first = Some(cell);
                if best == 0 {
                    break;
                }
            }
        }
        first.expect("a cell is blank")
    }

    fn unplaced(&self, unit: Unit) -> DigitSet {
        DigitSet::from_bits(!self.used[unit.index()])
    }

    fn candidates(&self) -> Option<&Candidates> {
        None
    }

    fn solution(&self, puzzle: &Puzzle, placed: impl Iterator<Item = (Cell, Digit)>) -> Solution {
        let mut grid = *puzzle;
        for (cell, digit) in placed {
            grid.set(cell, Some(digit));
        }
        Solution::from_numbers(*grid.numbers()).expect("a state without blanks has every digit")
    }
}
