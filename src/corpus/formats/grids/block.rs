//! Grids that follow each other without a gap.
//!
//! Nothing but the number of rows says where such a grid begins. If a row is missing, all grids
//! behind it are made of the rows of two. So each grid is held back until the next one is complete and
//! its clues do not contradict each other, or until the rows end with a whole grid.

use super::rows::Rows;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;
use crate::grid::Puzzle;

/// A grid of nine rows.
pub(super) struct Grid {
    /// The line and the text of its first row.
    pub(super) line: u64,
    pub(super) text: Vec<u8>,
    pub(super) puzzle: Puzzle,
    pub(super) caption: Vec<u8>,
}

/// The grids of a block that are held back.
#[derive(Default)]
pub(super) struct Block {
    held: Vec<Grid>,
    /// How many of them have clues that contradict each other.
    suspects: usize,
}

/// The most grids that are held back.
const MOST_HELD: usize = 1000;

/// The rows of an unfinished grid that show whether they are its first ones: a band.
const BAND: usize = 3;

impl Block {
    /// Takes the next grid of the block.
    pub(super) fn add(&mut self, grid: Grid, window: &mut Window) {
        let is_suspect = !grid.puzzle.is_consistent();
        if self.suspects == 0 && !is_suspect {
            self.release(window);
        }
        self.suspects += usize::from(is_suspect);
        self.held.push(grid);
        if self.held.len() > MOST_HELD {
            self.settle(window);
        }
    }

    /// Decides without the end of the block: if most grids contradict themselves, they are none.
    pub(super) fn settle(&mut self, window: &mut Window) {
        if 2 * self.suspects > self.held.len() {
            self.reject(window);
        } else {
            self.release(window);
        }
    }

    /// Ends the block. Behind its last grid there are these rows, fewer than nine.
    pub(super) fn end(&mut self, rest: &Rows, window: &mut Window) {
        let may_begin_a_grid =
            || self.suspects == 0 && rest.len() >= BAND && rest.puzzle(0).is_consistent();
        if rest.is_empty() || may_begin_a_grid() {
            self.release(window);
        } else {
            self.reject(window);
        }
    }

    fn release(&mut self, window: &mut Window) {
        self.suspects = 0;
        for grid in self.held.drain(..) {
            window.push(grid.line, &grid.puzzle, &[&grid.caption]);
        }
    }

    fn reject(&mut self, window: &mut Window) {
        self.suspects = 0;
        for grid in self.held.drain(..) {
            window.reject(grid.line, Cause::Block, &grid.text);
        }
    }
}
