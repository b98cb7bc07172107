//! The crate `sudoku` 0.8.

use crate::contestant::{Contestant, share_out};
use dokubench::grid::Puzzle;
use sudoku::Sudoku;

/// The crate `sudoku` 0.8.
pub struct SudokuCrate {
    threads: usize,
    puzzles: Vec<Sudoku>,
    solutions: Vec<usize>,
}

impl SudokuCrate {
    pub fn new(threads: usize) -> Self {
        Self { threads, puzzles: Vec::new(), solutions: Vec::new() }
    }
}

impl Contestant for SudokuCrate {
    fn name(&self) -> String {
        "crate sudoku 0.8".to_owned()
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn prepare(&mut self, puzzles: &[Puzzle]) {
        let of = |puzzle: &Puzzle| Sudoku::from_bytes(*puzzle.numbers());
        self.puzzles = puzzles.iter().map(|puzzle| of(puzzle).expect("81 numbers 0..=9")).collect();
        self.solutions = vec![0; puzzles.len()];
    }

    fn solve(&mut self, count: usize) {
        let mut threads = vec![(); self.threads];
        let (puzzles, solutions) = (&self.puzzles[..count], &mut self.solutions[..count]);
        share_out(&mut threads, puzzles, solutions, |(), puzzles, solutions| {
            for (puzzle, solutions) in puzzles.iter().zip(solutions) {
                *solutions = puzzle.solutions_count_up_to(2);
            }
        });
    }

    fn is_unique(&self, count: usize) -> Vec<bool> {
        self.solutions[..count].iter().map(|&solutions| solutions == 1).collect()
    }
}
