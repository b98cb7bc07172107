//! A solver in a shared library with the interface of tdoku (`include/tdoku.h`):
//!
//! ```c
//! size_t TdokuSolverDpllTriadSimd(const char *puzzle, size_t limit, uint32_t configuration,
//!                                 char *solution, size_t *num_guesses);
//! ```
//!
//! The puzzle is 81 characters, `.` for a blank, and a terminating zero. All threads would share one
//! state of the solver, so it is measured in one thread.

use crate::contestant::Contestant;
use dokubench::grid::Puzzle;
use libloading::Symbol;
use std::ffi::c_char;

type Solve = unsafe extern "C" fn(*const c_char, usize, u32, *mut c_char, *mut usize) -> usize;

/// A solver from a shared library.
pub struct Library {
    name: String,
    library: libloading::Library,
    puzzles: Vec<[u8; 96]>,
    solutions: Vec<usize>,
}

const FUNCTION: &[u8] = b"TdokuSolverDpllTriadSimd";

impl Library {
    /// Opens PATH, or NAME=PATH.
    pub fn open(argument: &str, threads: usize) -> Result<Self, String> {
        let (name, path) = argument.split_once('=').unwrap_or(("tdoku", argument));
        if threads != 1 {
            return Err(format!("{name} can be measured in one thread only"));
        }
        // SAFETY: a library runs what it likes when it is loaded: that of a solver does nothing.
        let library = unsafe { libloading::Library::new(path) };
        let library = library.map_err(|error| format!("{path}: {error}"))?;
        let (puzzles, solutions) = (Vec::new(), Vec::new());
        let solver = Self { name: name.to_owned(), library, puzzles, solutions };
        solver.function().map_err(|error| format!("{path}: {error}"))?;
        Ok(solver)
    }

    fn function(&self) -> Result<Symbol<'_, Solve>, libloading::Error> {
        // SAFETY: this is the function's type in tdoku's header.
        unsafe { self.library.get(FUNCTION) }
    }
}

impl Contestant for Library {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn threads(&self) -> usize {
        1
    }

    fn prepare(&mut self, puzzles: &[Puzzle]) {
        let padded = |puzzle: &Puzzle| {
            let mut text = [0; 96];
            text[..81].copy_from_slice(&puzzle.to_line());
            text
        };
        self.puzzles = puzzles.iter().map(padded).collect();
        self.solutions = vec![0; puzzles.len()];
    }

    fn solve(&mut self, count: usize) {
        let solve = *self.function().expect("it was found before");
        let (mut solution, mut guesses) = ([0; 96], 0);
        for (puzzle, solutions) in self.puzzles[..count].iter().zip(&mut self.solutions) {
            let (puzzle, solution) = (puzzle.as_ptr().cast(), solution.as_mut_ptr());
            // SAFETY: the puzzle is a string of 81 symbols, the solution has room for 81.
            *solutions = unsafe { solve(puzzle, 2, 0, solution, &raw mut guesses) };
        }
    }

    fn is_unique(&self, count: usize) -> Vec<bool> {
        self.solutions[..count].iter().map(|&solutions| solutions == 1).collect()
    }
}
