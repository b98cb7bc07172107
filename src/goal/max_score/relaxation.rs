//! An upper bound of the score: a Lagrangian relaxation of "every digit once in every unit".
//!
//! A *place* is a digit in a unit. Every place has a price, which may be any number. A cell that
//! takes a digit pays for the three places that it fills, in its row, its column and its box. Its
//! profit is its share of the score minus these prices:
//!
//! ```text
//! profit(cell, digit) = weight(cell) * digit - price(row, digit) - price(column, digit) - price(box, digit)
//! ```
//!
//! A solution fills every place exactly once, so it pays every price exactly once:
//!
//! ```text
//! score = sum of all prices + sum over all cells of profit(cell, its digit)
//! ```
//!
//! The first sum is the same for all solutions. In the second sum no cell adds more than the largest
//! profit among its candidates in a node. So the sum of all prices and of these largest
//! profits is an upper bound of the score of every solution below the node, for any prices.
//!
//! The prices determine how tight the bound is. They are computed once per puzzle, by subgradient
//! steps (Held, Wolfe & Crowder, Mathematical Programming 6, 1974, 62-88): every cell takes its
//! most profitable digit; the price of a place that several cells fill rises, and the price of a
//! place that no cell fills falls. On grids with tens of thousands of solutions the bound at the root
//! is mostly within 1 % of the best score. All numbers are integers, so the bound is the same on every
//! machine.

use super::WEIGHTS;
use crate::grid::{Cell, Digit, DigitSet, PerCell, Unit};
use crate::state::State;

/// Prices and profits are in parts of a point: the number of parts per point.
pub(super) const POINT: i32 = 64;

/// The first step: the change of a price per surplus cell. About 3 points.
const FIRST_STEP: i32 = 200;

/// The ratio of each step to the previous one, in hundredths. Steps end at zero: 58 steps in all.
const NEXT_STEP_PERCENT: i32 = 95;

/// Less than any sum of profits; 81 of them fit into an `i32`.
const NEVER: i32 = i32::MIN / 128;

/// One number per digit and unit.
type PerPlace = [[i32; Digit::COUNT]; Unit::COUNT];

/// The profits of all digits in all cells at given prices.
#[derive(Clone, Debug)]
pub(super) struct Relaxation {
    profits: PerCell<[i32; Digit::COUNT]>,
}

/// The best prices so far, and their bound.
struct Best {
    prices: PerPlace,
    bound: i32,
}

impl Relaxation {
    pub(super) const FREE: Self = Self { profits: PerCell([[0; Digit::COUNT]; Cell::COUNT]) };

    /// Finds good prices for the blank cells of a state and stores their profits. Returns the sum
    /// of all prices; filled places have price 0.
    pub(super) fn tighten<S: State>(&mut self, root: &S) -> i32 {
        let blanks: Vec<_> =
            root.blanks().into_iter().map(|cell| (cell, root.domain(cell))).collect();
        let places: Vec<_> = Unit::all().map(|unit| (unit, root.unplaced(unit))).collect();
        let mut prices = [[0; Digit::COUNT]; Unit::COUNT];
        let mut best = Best { prices, bound: i32::MAX };
        let mut step = FIRST_STEP;
        while step > 0 {
            let mut filled = [[0; Digit::COUNT]; Unit::COUNT];
            let mut bound = sum(&prices, &places);
            for &(cell, domain) in &blanks {
                let profits = profits(cell, &prices);
                // With a cell without candidates there is no solution to bound.
                let Some(digit) = domain.into_iter().max_by_key(|digit| profits[digit.index()])
                else {
                    continue;
                };
                bound += profits[digit.index()];
                for unit in Unit::of(cell) {
                    filled[unit.index()][digit.index()] += 1;
                }
            }
            if bound < best.bound {
                best = Best { prices, bound };
            }
            for &(unit, digits) in &places {
                for digit in digits {
                    let (u, d) = (unit.index(), digit.index());
                    prices[u][d] += step * (filled[u][d] - 1);
                }
            }
            step = step * NEXT_STEP_PERCENT / 100;
        }
        for (cell, _) in blanks {
            self.profits[cell] = profits(cell, &best.prices);
        }
        sum(&best.prices, &places)
    }

    /// The profit of a digit in a cell that was blank at the root.
    #[inline(always)]
    pub(super) fn profit(&self, cell: Cell, digit: Digit) -> i32 {
        self.profits[cell][digit.index()]
    }

    /// The sum over the blank cells of a state of their largest profit among their candidates.
    #[inline(always)]
    pub(super) fn largest_profits<S: State>(&self, state: &S) -> i32 {
        state.blanks().into_iter().fold(0, |sum, cell| {
            let profits = &self.profits[cell];
            let largest = state.domain(cell).into_iter().map(|digit| profits[digit.index()]).max();
            sum + largest.unwrap_or(NEVER)
        })
    }
}

/// The contribution of a digit in a cell to the score, in parts of a point.
#[inline(always)]
pub(super) const fn share(cell: Cell, digit: Digit) -> i32 {
    POINT * WEIGHTS[cell.index()] as i32 * digit.number() as i32
}

#[inline(always)]
fn profits(cell: Cell, prices: &PerPlace) -> [i32; Digit::COUNT] {
    let [row, column, box_] = Unit::of(cell).map(|unit| &prices[unit.index()]);
    std::array::from_fn(|d| share(cell, Digit::from_index(d)) - row[d] - column[d] - box_[d])
}

fn sum(prices: &PerPlace, places: &[(Unit, DigitSet)]) -> i32 {
    places
        .iter()
        .flat_map(|(unit, digits)| {
            digits.into_iter().map(|digit| prices[unit.index()][digit.index()])
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Puzzle;
    use crate::state::UnitMasks;

    /// A grid with a few cells blanked, two of which can swap their digits.
    fn puzzle() -> Puzzle {
        let grid = "\
            123456789456789123789123456231564897564897231897231564312645978645978312978312645";
        let mut puzzle: Puzzle = grid.parse().expect("81 symbols");
        for cell in [0, 1, 2, 9, 10, 27, 28, 40, 41, 44, 80] {
            puzzle.set(Cell::new(cell), None);
        }
        puzzle
    }

    #[test]
    fn prices_and_profits_of_a_solution_are_its_score() {
        let full: Puzzle = "\
            123456789456789123789123456231564897564897231897231564312645978645978312978312645"
            .parse()
            .expect("81 symbols");
        let puzzle = puzzle();
        let mut relaxation = Relaxation::FREE;
        let prices = relaxation.tighten(&UnitMasks::of(&puzzle));
        let shares: i32 = puzzle.clues().map(|(cell, digit)| share(cell, digit)).sum();
        let profits: i32 = puzzle
            .blanks()
            .into_iter()
            .map(|cell| relaxation.profit(cell, full.clue(cell).expect("a full grid")))
            .sum();
        let score: i32 = full.clues().map(|(cell, digit)| share(cell, digit)).sum();
        assert_eq!(shares + prices + profits, score);
        let bound = prices + shares + relaxation.largest_profits(&UnitMasks::of(&puzzle));
        assert!(bound >= score, "{bound} is below {score}");
    }

    #[test]
    fn a_cell_without_candidates_leaves_no_score() {
        let mut puzzle = puzzle();
        // Digit 1 is in the row of cell 0, and its column has no 1 any more: cell 0 has no candidates.
        for (at, number) in [(1, 1), (2, 2), (9, 3)] {
            puzzle.set(Cell::new(at), Digit::new(number));
        }
        let state = UnitMasks::of(&puzzle);
        assert!(state.domain(Cell::new(0)).is_empty());
        let mut relaxation = Relaxation::FREE;
        let prices = relaxation.tighten(&state);
        assert!(prices + relaxation.largest_profits(&state) < 0);
    }
}
