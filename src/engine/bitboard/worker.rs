//! The loop: sweep a puzzle until nothing changes, branch, go on with the first child; come back to
//! the second when there is nothing left below the first.

use super::boxes::{ALL, Boxes, CELLS, FIELDS, FIELDS_FILLED, Fields, Grid, MARK, digit_at, place};
use super::choice::Branch;
use super::sweep::{Settled, over_digits, settle};
use crate::engine::begun::{Begun, Finisher, Places, Tally};
use crate::engine::{Ended, Limits, Outcome, Worker};
use crate::goal::{CountTo, Objective};
use crate::grid::{Cell, Digit, PerCell, Puzzle, Solution};
use crate::isa::Isa;
use crate::search::Horizon;
use std::num::NonZeroU64;

/// After how many nodes, of a quarter of a microsecond each, the search looks whether its time is
/// up.
const NODES_PER_POLL: u64 = 64;

/// A worker whose vectors are B.
pub(super) struct BitboardWorker<B> {
    isa: Isa,
    objective: CountTo,
    /// The second children that were not tried yet, the deepest last.
    stack: Vec<Grid<B>>,
}

impl<B: Boxes> BitboardWorker<B> {
    pub(super) fn new(isa: Isa, stop_at: NonZeroU64) -> Self {
        Self { isa, objective: CountTo::new(stop_at), stack: Vec::with_capacity(64) }
    }
}

impl<B: Boxes> Worker for BitboardWorker<B> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        for (puzzle, outcome) in puzzles.iter().zip(&mut outcomes[..puzzles.len()]) {
            *outcome = self.search(&Start::Puzzle(puzzle), limits);
        }
    }
}

impl<B: Boxes> Finisher for BitboardWorker<B> {
    fn finish(&mut self, begun: &Begun, limits: &Limits<'_>) -> Outcome {
        self.search(&Start::Midway(begun), limits)
    }
}

/// Where a search begins.
enum Start<'a> {
    /// At the root of a puzzle whose clues do not contradict each other.
    Puzzle(&'a Puzzle),
    Midway(&'a Begun),
}

impl<B: Boxes> BitboardWorker<B> {
    /// One search; compiled once, wherever it begins.
    #[inline(never)]
    fn search(&mut self, start: &Start<'_>, limits: &Limits<'_>) -> Outcome {
        let Self { isa, objective, stack } = self;
        B::run(
            *isa,
            #[inline(always)]
            || {
                let (mut grid, mut tally) = begin(start, objective, stack);
                let ended = search(&mut grid, stack, &mut tally, objective, limits);
                Outcome { ended, found: objective.found(), counts: tally.counts(ended) }
            },
        )
    }
}

/// The node that a search begins with, and what was counted before; the others are on the stack.
#[inline(always)]
fn begin<B: Boxes>(
    start: &Start<'_>,
    objective: &mut CountTo,
    stack: &mut Vec<Grid<B>>,
) -> (Grid<B>, Tally) {
    stack.clear();
    match start {
        Start::Puzzle(puzzle) => {
            objective.start(puzzle);
            (grid_of::<B>(puzzle), Tally::default())
        }
        Start::Midway(begun) => {
            objective.go_on(begun.found);
            for places in &begun.nodes {
                stack.push(grid_of_places(places));
            }
            (stack.pop().expect("a search that has not ended has a node"), begun.tally)
        }
    }
}

/// Searches below a node and, after it, below those on the stack.
#[inline(always)]
fn search<B: Boxes>(
    grid: &mut Grid<B>,
    stack: &mut Vec<Grid<B>>,
    tally: &mut Tally,
    objective: &mut CountTo,
    limits: &Limits<'_>,
) -> Ended {
    let mut horizon = Horizon::new(limits, NODES_PER_POLL);
    let Tally { branches, mut guesses, mut fails } = *tally;
    // The root is a node, and so is every branch.
    let mut nodes = branches + 1;
    let ended = loop {
        let settled = settle(grid);
        match settled {
            Settled::Open(_) => {}
            Settled::Dead => fails += 1,
            Settled::Solved => {
                if objective
                    .solution(
                        #[inline(always)]
                        || solution_of(grid),
                    )
                    .is_break()
                {
                    break Ended::AtGoal;
                }
            }
        }
        let is_open = matches!(settled, Settled::Open(_));
        if !is_open && stack.is_empty() {
            break Ended::Exhausted;
        }
        if nodes >= horizon.nodes
            && let Some(ended) = horizon.reached(nodes)
        {
            break ended;
        }
        nodes += 1;
        if let Settled::Open(left) = settled {
            guesses += 1;
            let second = Branch::choose(&left).divide(grid);
            stack.push(second);
        } else if let Some(untried) = stack.pop() {
            *grid = untried;
        }
    };
    *tally = Tally { branches: nodes - 1, guesses, fails };
    ended
}

/// Where a cell is in fields: its box, and its bit.
static PLACES: PerCell<(u8, u16)> = {
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

/// The candidates of a puzzle before any rule: a clue has its cell and its box, other digits leave
/// the cell.
#[inline(always)]
fn grid_of<B: Boxes>(puzzle: &Puzzle) -> Grid<B> {
    let mut clues = [Fields([MARK; FIELDS_FILLED]); 4];
    for (&number, &(box_, bit)) in puzzle.numbers().iter().zip(&PLACES.0) {
        let (vector, first) = FIRST_FIELDS[usize::from(number % 16)];
        clues[usize::from(vector % 4)].0[usize::from((first + box_) % 32)] = bit | MARK;
    }
    let mut grid =
        [B::from_fields(&clues[0]), B::from_fields(&clues[1]), B::from_fields(&clues[2])];
    let filled = over_digits(grid[0].or3(grid[1], grid[2]));
    for clues in &mut grid {
        // A clue is preferred to all cells of its box.
        *clues = B::all(ALL).prefer(*clues).and_unless(filled, *clues);
    }
    grid
}

/// The grid of the places of all digits.
#[inline(always)]
fn grid_of_places<B: Boxes>(places: &Places) -> Grid<B> {
    let mut fields = [Fields([MARK; FIELDS_FILLED]); 3];
    for (index, cells) in places.iter().enumerate() {
        let (vector, first) = place(Digit::from_index(index));
        for box_ in 0..9 {
            let band = cells.band(box_ / 3) >> (3 * (box_ % 3));
            let [a, b, c] = [band & 7, band >> 9 & 7, band >> 18 & 7];
            fields[vector].0[first + box_] |= (a | b << 3 | c << 8) as u16;
        }
    }
    let [a, b, c] = &fields;
    [B::from_fields(a), B::from_fields(b), B::from_fields(c)]
}

/// The grid of a puzzle in which every digit has one cell in every box.
#[inline(always)]
fn solution_of<B: Boxes>(grid: &Grid<B>) -> Solution {
    let mut numbers = [0; Cell::COUNT];
    for (vector, boxes) in grid.iter().enumerate() {
        let fields = boxes.fields().0;
        for field in 0..FIELDS {
            let bit = (fields[field] & CELLS).trailing_zeros() as usize;
            numbers[usize::from(CELL_OF[field % 9][bit % 16])] = digit_at(vector, field).number();
        }
    }
    Solution::from_numbers(numbers).expect("every cell has a candidate")
}
