//! Converts puzzles to grids, and grids to solutions.

use super::boxes::{ALL, Boxes, CELLS, FIELDS, FIELDS_FILLED, Fields, Grid, MARK, digit_at, place};
use super::sweep::over_digits;
use crate::grid::{Cell, Digit, PerCell, Puzzle, Solution};

/// The position of a cell in fields: its box and its bit.
pub(super) static PLACES: PerCell<(u8, u16)> = {
    let mut places = [(0, 0); Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let (row, column) = (cell / 9, cell % 9);
        let at = 3 * (row % 3) + column % 3;
        places[cell] = ((row / 3 * 3 + column / 3) as u8, 1 << if at < 6 { at } else { at + 2 });
        cell += 1;
    }
    PerCell(places)
};

/// The cell of a box and a bit.
static CELL_OF: [[u8; 16]; 9] = {
    let mut cells = [[0; 16]; 9];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let (box_, bit) = PLACES.0[cell];
        cells[box_ as usize][bit.trailing_zeros() as usize] = cell as u8;
        cell += 1;
    }
    cells
};

/// The vector and the first field of each number; blanks go to a fourth vector.
static FIRST_FIELDS: [(u8, u8); 16] = {
    let mut places = [(3, 0); 16];
    let mut digit = 0;
    while digit < Digit::COUNT {
        let (vector, first) = place(Digit::from_index(digit));
        places[digit + 1] = (vector as u8, first as u8);
        digit += 1;
    }
    places
};

/// The candidates of a puzzle before any rule. A clue is the only candidate of its cell and has no other
/// cell in its box.
#[inline(always)]
pub(super) fn grid_of<B: Boxes>(puzzle: &Puzzle) -> Grid<B> {
    let mut grid = B::clues(puzzle.numbers());
    let filled = over_digits(grid[0].or3(grid[1], grid[2]));
    for clues in &mut grid {
        // A clue is preferred to all cells of its box.
        *clues = B::all(ALL).prefer(*clues).and_unless(filled, *clues);
    }
    grid
}

/// The cells that have each digit, of 81 numbers, cell by cell.
#[inline(always)]
pub(super) fn cells_of_numbers<B: Boxes>(numbers: &[u8; Cell::COUNT]) -> Grid<B> {
    let mut cells = [Fields([MARK; FIELDS_FILLED]); 4];
    for (&number, &(box_, bit)) in numbers.iter().zip(&PLACES.0) {
        let (vector, first) = FIRST_FIELDS[usize::from(number % 16)];
        cells[usize::from(vector % 4)].0[usize::from((first + box_) % 32)] = bit | MARK;
    }
    [B::from_fields(&cells[0]), B::from_fields(&cells[1]), B::from_fields(&cells[2])]
}

/// The grid of a puzzle in which every digit has one cell in every box.
#[inline(always)]
pub(super) fn solution_of<B: Boxes>(grid: &Grid<B>) -> Solution {
    Solution::from_numbers(B::numbers(grid)).expect("every cell has a candidate")
}

/// The 81 numbers of a grid, box by box.
#[inline(always)]
pub(super) fn numbers_of_cells<B: Boxes>(grid: &Grid<B>) -> [u8; Cell::COUNT] {
    let mut numbers = [0; Cell::COUNT];
    for (vector, boxes) in grid.iter().enumerate() {
        let fields = boxes.fields().0;
        for field in 0..FIELDS {
            let bit = (fields[field] & CELLS).trailing_zeros() as usize;
            numbers[usize::from(CELL_OF[field % 9][bit % 16])] = digit_at(vector, field).number();
        }
    }
    numbers
}
