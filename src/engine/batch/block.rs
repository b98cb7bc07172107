//! The puzzles of a call and their outcomes.

use super::rules::Tally;
use super::vector::Vector;
use crate::engine::{Ended, Outcome};
use crate::goal::Found;
use crate::grid::Puzzle;

/// The prefetch distance in puzzles. Refilling lanes consists only of reading puzzles and writing
/// outcomes, and would otherwise wait for memory each time.
const AHEAD: usize = 16;

/// A search of a puzzle, or a part of it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Search<T> {
    /// The puzzle's index in the block.
    pub(super) puzzle: usize,
    pub(super) tally: T,
    pub(super) solutions: u64,
}

impl<T: Tally> Search<T> {
    /// The search of a puzzle, at its root.
    pub(super) fn of(puzzle: usize) -> Self {
        Self { puzzle, ..Self::default() }
    }

    /// Adds another part of the same search.
    pub(super) fn add(&mut self, part: &Self) {
        self.tally.add(&part.tally);
        self.solutions += part.solutions;
    }
}

/// The puzzles of a call and their outcomes.
pub(super) struct Block<'a> {
    puzzles: &'a [Puzzle],
    outcomes: &'a mut [Outcome],
    /// The first puzzle that no lane has started.
    next: usize,
    stop_at: u64,
    node_limit: u64,
}

impl<'a> Block<'a> {
    /// There is one outcome per puzzle.
    pub(super) fn new(
        puzzles: &'a [Puzzle],
        outcomes: &'a mut [Outcome],
        stop_at: u64,
        node_limit: u64,
    ) -> Self {
        Self { puzzles, outcomes, next: 0, stop_at, node_limit }
    }

    /// A puzzle of the block.
    pub(super) const fn puzzle(&self, at: usize) -> &'a Puzzle {
        &self.puzzles[at]
    }

    /// The puzzle of a search that starts again.
    pub(super) fn begin_anew(&mut self, search: &Search<impl Tally>) -> &'a Puzzle {
        *self.found(search) = Found::default();
        self.puzzle(search.puzzle)
    }

    /// Starts the search of the next puzzle.
    #[inline(always)]
    pub(super) fn begin<V: Vector>(
        &mut self,
        search: &mut Search<impl Tally>,
    ) -> Option<&'a Puzzle> {
        if let Some(puzzle) = self.puzzles.get(self.next + AHEAD) {
            V::prefetch(puzzle);
            V::prefetch(&self.outcomes[self.next + AHEAD]);
        }
        let puzzle = self.puzzles.get(self.next)?;
        *search = Search::of(self.next);
        self.outcomes[self.next].found = Found::default();
        self.next += 1;
        Some(puzzle)
    }

    /// The findings of a search so far.
    #[inline(always)]
    pub(super) fn found(&mut self, search: &Search<impl Tally>) -> &mut Found {
        &mut self.outcomes[search.puzzle].found
    }

    /// Records how a search ended.
    #[inline(always)]
    pub(super) fn end(&mut self, search: &Search<impl Tally>, ended: Ended) {
        let outcome = &mut self.outcomes[search.puzzle];
        outcome.ended = ended;
        outcome.found.solutions = search.solutions;
        outcome.counts = search.tally.counts(ended);
    }

    /// Whether a search has reached its maximum number of solutions.
    #[inline(always)]
    pub(super) fn is_at_goal(&self, search: &Search<impl Tally>) -> bool {
        search.solutions >= self.stop_at
    }

    /// Whether the node limit forbids another branch.
    #[inline(always)]
    pub(super) fn is_at_limit(&self, search: &Search<impl Tally>) -> bool {
        // The root is a node, and so is every branch.
        search.tally.branches() + 1 >= self.node_limit
    }

    /// Whether lanes may share searches: no puzzle is left to start, and an exhausted tree has at most one
    /// solution, so the order of solutions does not matter.
    #[inline(always)]
    pub(super) fn is_shareable(&self) -> bool {
        self.next == self.puzzles.len() && self.stop_at == 2
    }

    /// Whether a search, the sum of its parts, would have ended before its tree was exhausted.
    pub(super) fn is_cut(&self, sum: &Search<impl Tally>) -> bool {
        sum.solutions >= self.stop_at || sum.tally.branches() >= self.node_limit
    }
}
