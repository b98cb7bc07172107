//! `dom_wdeg`: the smallest ratio of domain size to the weights of the cell's three units. Every
//! failure adds weight to the units it is charged to (Boussemart, Hemery, Lecoutre & Sais, ECAI
//! 2004, 146-150).
//!
//! In the paper the charged constraint depends on the order of propagation. Here it does not depend
//! on implementation order: synchronous rounds start from the state before the placement and end with
//! the first round that finds an empty cell or unit. The constraints are units,
//! not pairs of cells, and filled cells do not lower a unit's weight. The
//! weights start at 1 for each puzzle.

use super::{Failure, NamedOrdering, Setup, VariableOrdering, smallest_ratios};
use crate::grid::{Cell, CellSet, Digit, PEERS, Puzzle, Unit};
use crate::pruning::Strength;
use crate::state::{Candidates, State};
use crate::variable_ordering::tie_break::TieBreak;

/// The ordering `dom_wdeg`.
#[derive(Debug)]
pub struct DomWdeg;

impl NamedOrdering for DomWdeg {
    const NAME: &'static str = "dom_wdeg";
    const FORMULA: &'static str = "min D / (w(row) + w(column) + w(box)), compared exactly; unit \
                                   weights start at 1, +1 for each unit charged with a failure";
    const SOURCE: &'static str = "Boussemart et al. 2004";
    const TAKES_TIE: bool = true;
    const HAS_MEMORY: bool = true;

    fn build<S: State, T: TieBreak<S>>(
        setup: &Setup,
        tie: T,
    ) -> impl VariableOrdering<S> + 'static {
        DomainByWeight { tie, strength: setup.strength, weights: [1; Unit::COUNT] }
    }
}

struct DomainByWeight<T> {
    tie: T,
    strength: Strength,
    weights: [u32; Unit::COUNT],
}

impl<S: State, T: TieBreak<S>> VariableOrdering<S> for DomainByWeight<T> {
    type Item = Cell;

    fn start(&mut self, puzzle: &Puzzle) {
        self.tie.start(puzzle);
        self.weights = [1; Unit::COUNT];
    }

    fn select(&mut self, state: &S, _: usize) -> Cell {
        let weight = |cell| Unit::of(cell).iter().map(|unit| self.weights[unit.index()]).sum();
        let ties = smallest_ratios(state.blanks(), |cell| (state.domain(cell).len(), weight(cell)));
        self.tie.pick(state, ties)
    }

    fn failed(&mut self, failure: &Failure<'_, S>) {
        let charged = match (&failure.decision, failure.empty) {
            (_, Some(cell)) => Charged::of(cell),
            (Some(decision), None) => match decision.parent.candidates() {
                Some(parent) => {
                    let (cell, digit) = (decision.cell, decision.digit);
                    let rounds = if decision.is_placement {
                        Rounds::placing(parent, cell, digit)
                    } else {
                        Rounds::excluding(parent, cell, digit)
                    };
                    rounds.charge(self.strength).unwrap_or(Charged::of(cell))
                }
                None => Charged::of(decision.cell),
            },
            (None, None) => return,
        };
        for (unit, weight) in self.weights.iter_mut().enumerate() {
            *weight += charged.0 >> unit & 1;
        }
    }
}

/// Units to charge: bit u is unit u.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Charged(u32);

impl Charged {
    fn of(cell: Cell) -> Self {
        Self(Unit::of(cell).iter().fold(0, |units, unit| units | 1 << unit.index()))
    }
}

/// The places of each digit, updated in synchronous rounds.
struct Rounds {
    places: [CellSet; Digit::COUNT],
}

impl Rounds {
    /// The exclusion: the cell loses the digit.
    fn excluding(parent: &Candidates, cell: Cell, digit: Digit) -> Self {
        let mut places: [CellSet; Digit::COUNT] =
            std::array::from_fn(|d| parent.cells_with(Digit::from_index(d)));
        let own = &mut places[digit.index()];
        *own = own.without(cell);
        Self { places }
    }

    /// The placement: the cell gets its digit, its peers lose it.
    fn placing(parent: &Candidates, cell: Cell, digit: Digit) -> Self {
        let mut places: [CellSet; Digit::COUNT] =
            std::array::from_fn(|d| parent.cells_with(Digit::from_index(d)).without(cell));
        let own = &mut places[digit.index()];
        *own = (*own & !PEERS[cell]).with(cell);
        Self { places }
    }

    /// The units to charge at a level of this strength; `None` if the contradiction
    /// needs a stronger rule.
    fn charge(mut self, strength: Strength) -> Option<Charged> {
        loop {
            let empty = self.empty_cells();
            let mut units = empty.into_iter().fold(0, |units, cell| units | Charged::of(cell).0);
            if strength >= Strength::Units {
                units |= self.units_without_place();
            }
            if units != 0 {
                return Some(Charged(units));
            }
            if strength < Strength::Cascade || !self.advance(strength) {
                return None;
            }
        }
    }

    fn empty_cells(&self) -> CellSet {
        !self.places.iter().fold(CellSet::EMPTY, |all, &places| all | places)
    }

    fn units_without_place(&self) -> u32 {
        Unit::all().fold(0, |units, unit| {
            let lacks = self.places.iter().any(|&places| (places & unit.cell_set()).is_empty());
            units | u32::from(lacks) << unit.index()
        })
    }

    /// One round, from one snapshot. Returns whether anything changed.
    fn advance(&mut self, strength: Strength) -> bool {
        let before = self.places;
        let (once, twice) =
            before.iter().fold((CellSet::EMPTY, CellSet::EMPTY), |(once, twice), &places| {
                (once | places, twice | (once & places))
            });
        let single = once & !twice;
        for (d, &places) in before.iter().enumerate() {
            for cell in places & single {
                self.places[d] &= !PEERS[cell];
            }
            if strength >= Strength::Units {
                self.take_hidden_singles(d, places);
            }
        }
        self.places != before
    }

    /// A digit with one place in a unit takes it: the cell loses all other digits.
    fn take_hidden_singles(&mut self, d: usize, places: CellSet) {
        for unit in Unit::all() {
            let inside = places & unit.cell_set();
            if inside.len() == 1 {
                for (other, places) in self.places.iter_mut().enumerate() {
                    if other != d {
                        *places &= !inside;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digit(number: u8) -> Digit {
        Digit::new(number).expect("a digit")
    }

    fn units(cells: &[(usize, usize)]) -> Charged {
        Charged(
            cells.iter().fold(0, |all, &(row, column)| all | Charged::of(Cell::at(row, column)).0),
        )
    }

    #[test]
    fn an_emptied_cell_charges_its_units() {
        let mut state = Candidates::FULL;
        for number in 2..=9 {
            state.strike(Cell::at(0, 8), digit(number));
        }
        // The cell has only 1 left, and 1 goes to its row.
        let rounds = || Rounds::placing(&state, Cell::at(0, 0), digit(1));
        let expected = Some(units(&[(0, 8)]));
        assert_eq!(rounds().charge(Strength::EmptyCells), expected);
        assert_eq!(rounds().charge(Strength::Cascade), expected);
    }

    #[test]
    fn a_unit_without_place_is_charged_from_singles_up_only() {
        let mut state = Candidates::FULL;
        // In the last row 1 is possible in its first two cells only.
        for column in 2..9 {
            state.strike(Cell::at(8, column), digit(1));
        }
        let rounds = || Rounds::placing(&state, Cell::at(6, 0), digit(1));
        assert_eq!(rounds().charge(Strength::Cascade), None);
        let lacks = rounds().charge(Strength::Units).expect("a failure");
        assert_eq!(lacks, Charged(1 << 8));
    }

    #[test]
    fn later_rounds_see_what_cascades() {
        let mut state = Candidates::FULL;
        // Two cells of a column have 1 and 2: if one is 1, the other is 2, and so on down the column.
        for (row, keep) in [(3, [1, 2]), (6, [2, 3]), (7, [2, 3])] {
            for number in (1..=9).filter(|number| !keep.contains(number)) {
                state.strike(Cell::at(row, 0), digit(number));
            }
        }
        let rounds = Rounds::placing(&state, Cell::at(0, 0), digit(1));
        // Round 1: row 3 is 2. Round 2: rows 6 and 7 are 3. Round 3: both lose it.
        assert_eq!(rounds.charge(Strength::Cascade), Some(units(&[(6, 0), (7, 0)])));
    }
}
