//! `max_score`: the highest weighted sum over all solutions, by enumerating them. Target sudoku
//! (NOIP 2009, problem 4; Luogu P1074).

mod bounded;
mod relaxation;

pub use bounded::BoundedMaxScore;

use super::{Found, Objective};
use crate::grid::{Cell, Puzzle, Solution};
use std::ops::ControlFlow;

/// The weight of each cell, row by row: 10 in the middle, 6 at the edge.
///
/// With row r and column c counted from 1 it is `10 - max(|r-5|, |c-5|)`.
pub static WEIGHTS: [u32; Cell::COUNT] = {
    let mut weights = [0; Cell::COUNT];
    let mut index = 0;
    while index < Cell::COUNT {
        let (row, column) = ((index / 9).abs_diff(4), (index % 9).abs_diff(4));
        weights[index] = 10 - if row > column { row } else { column } as u32;
        index += 1;
    }
    weights
};

/// The sum of weight times digit over all cells.
#[must_use]
pub fn score(grid: &Solution) -> u32 {
    grid.numbers().iter().zip(&WEIGHTS).map(|(&number, weight)| u32::from(number) * weight).sum()
}

/// Keeps the first solution with the best score.
#[derive(Clone, Copy, Debug, Default)]
pub struct MaxScore {
    found: Found,
}

impl MaxScore {
    /// Records a solution; `grid` builds it.
    #[inline(always)]
    pub(crate) fn offer(&mut self, score: u32, grid: impl FnOnce() -> Solution) {
        self.found.solutions += 1;
        if self.found.score.is_none_or(|best| score > best) {
            self.found.score = Some(score);
            self.found.solution = Some(grid());
        }
    }
}

impl Objective for MaxScore {
    fn start(&mut self, _: &Puzzle) {
        self.found = Found::default();
    }

    #[inline(always)]
    fn solution(&mut self, grid: impl FnOnce() -> Solution) -> ControlFlow<()> {
        let grid = grid();
        self.offer(score(&grid), || grid);
        ControlFlow::Continue(())
    }

    fn found(&self) -> Found {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_the_rings_of_the_target() {
        let ring = |row: usize, column: usize| WEIGHTS[9 * row + column];
        assert_eq!([ring(4, 4), ring(3, 4), ring(2, 6), ring(1, 4), ring(8, 0)], [10, 9, 8, 7, 6]);
        // 1 of ten, 8 of nine, 16 of eight, 24 of seven, 32 of six.
        assert_eq!(WEIGHTS.iter().sum::<u32>(), 10 + 8 * 9 + 16 * 8 + 24 * 7 + 32 * 6);
    }
}
