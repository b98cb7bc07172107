//! A window: the puzzles of one read, and the rejected lines.
//!
//! It stores columns instead of rows. A reused window allocates nothing, and all labels are
//! in one buffer of bytes.

use super::rejected::{Cause, Rejected};
use crate::grid::{Puzzle, Solution};
use std::ops::Range;

/// Consecutive puzzles of a corpus with their labels and stored answers.
#[derive(Clone, Debug, Default)]
pub struct Window {
    puzzles: Vec<Puzzle>,
    indices: Vec<u64>,
    lines: Vec<u64>,
    labels: Vec<Range<usize>>,
    text: Vec<u8>,
    rejected: Vec<Rejected>,
    /// Stored answers with the positions of their puzzles, ascending.
    stored: Vec<(usize, Stored)>,
    /// The index of the next puzzle.
    next: u64,
}

impl Window {
    /// An empty window.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Empties the window, keeping its memory.
    pub fn clear(&mut self) {
        self.puzzles.clear();
        self.indices.clear();
        self.lines.clear();
        self.labels.clear();
        self.text.clear();
        self.rejected.clear();
        self.stored.clear();
    }

    /// The number of puzzles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is no puzzle (there may be rejected lines).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzles, in the order of the corpus.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Each puzzle's number in its corpus, from 0. Rejected lines have none.
    #[must_use]
    pub fn indices(&self) -> &[u64] {
        &self.indices
    }

    /// The line on which each puzzle begins, from 1.
    #[must_use]
    pub fn lines(&self) -> &[u64] {
        &self.lines
    }

    /// The label of the puzzle at `position`: the other text of its line; not always UTF-8.
    ///
    /// # Panics
    /// If `position` is not below the number of puzzles.
    #[must_use]
    pub fn label(&self, position: usize) -> &[u8] {
        &self.text[self.labels[position].clone()]
    }

    /// The stored answer of the puzzle at `position`, if the file has one.
    #[must_use]
    pub fn stored(&self, position: usize) -> Option<&Stored> {
        let at = self.stored.binary_search_by_key(&position, |stored| stored.0).ok()?;
        Some(&self.stored[at].1)
    }

    /// The rejected lines, ascending, except for a wrong count that is found at the end.
    #[must_use]
    pub fn rejected(&self) -> &[Rejected] {
        &self.rejected
    }

    /// Keeps the puzzles for which `keep` returns true; `keep` gets their positions.
    pub fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let mut kept = 0;
        let mut stored = std::mem::take(&mut self.stored).into_iter().peekable();
        for position in 0..self.len() {
            let answer = stored.next_if(|stored| stored.0 == position);
            if keep(position) {
                self.stored.extend(answer.map(|(_, answer)| (kept, answer)));
                self.puzzles[kept] = self.puzzles[position];
                self.indices[kept] = self.indices[position];
                self.lines[kept] = self.lines[position];
                self.labels[kept] = self.labels[position].clone();
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Keeps the first `count` puzzles.
    pub fn truncate(&mut self, count: usize) {
        self.puzzles.truncate(count);
        self.indices.truncate(count);
        self.lines.truncate(count);
        self.labels.truncate(count);
        self.stored.retain(|stored| stored.0 < count);
    }

    /// Moves the first `count` puzzles and all rejected lines to a new window.
    #[must_use]
    pub fn take_front(&mut self, count: usize) -> Self {
        let count = count.min(self.len());
        let mut front = Self::new();
        for position in 0..count {
            front.start_at(self.indices[position]);
            front.push(self.lines[position], &self.puzzles[position], &[self.label(position)]);
        }
        let behind = self.stored.partition_point(|stored| stored.0 < count);
        front.stored.extend(self.stored.drain(..behind));
        self.stored.iter_mut().for_each(|stored| stored.0 -= count);
        let _ = self.puzzles.drain(..count);
        let _ = self.indices.drain(..count);
        let _ = self.lines.drain(..count);
        let _ = self.labels.drain(..count);
        front.rejected = std::mem::take(&mut self.rejected);
        front
    }

    /// Adds the puzzle at a position of another window, with its index, line and label.
    ///
    /// # Panics
    /// If the position is not below the number of puzzles of the other window.
    pub fn push_from(&mut self, other: &Self, position: usize) {
        let (index, line) = (other.indices[position], other.lines[position]);
        self.add(index, line, &other.puzzles[position], other.label(position));
    }

    /// Adds a puzzle with its index, line and label.
    pub fn add(&mut self, index: u64, line: u64, puzzle: &Puzzle, label: &[u8]) {
        self.start_at(index);
        self.push(line, puzzle, &[label]);
    }

    /// Sets the rejected lines.
    pub fn set_rejected(&mut self, rejected: Vec<Rejected>) {
        self.rejected = rejected;
    }

    /// Keeps only the last `count` rejected lines.
    pub fn keep_last_rejected(&mut self, count: usize) {
        let _ = self.rejected.drain(..self.rejected.len().saturating_sub(count));
    }

    /// Sets the index of the next puzzle.
    pub(super) fn start_at(&mut self, index: u64) {
        self.next = index;
    }

    /// Adds the next puzzle of the corpus, with its label in parts.
    #[inline]
    pub(super) fn push(&mut self, line: u64, puzzle: &Puzzle, label: &[&[u8]]) {
        let start = self.begin_label();
        for part in label {
            self.add_to_label(start, b' ', part);
        }
        self.push_with_label(line, puzzle, start);
    }

    /// Adds the next puzzle of the corpus, without a label.
    #[inline]
    pub(super) fn push_plain(&mut self, line: u64, puzzle: &Puzzle) {
        self.push_with_label(line, puzzle, self.text.len());
    }

    /// Starts the label of the next puzzle.
    pub(super) fn begin_label(&self) -> usize {
        self.text.len()
    }

    /// Adds a part to the started label, after a separator if it is not the first part.
    pub(super) fn add_to_label(&mut self, start: usize, separator: u8, part: &[u8]) {
        if !part.is_empty() {
            if self.text.len() > start {
                self.text.push(separator);
            }
            self.text.extend_from_slice(part);
        }
    }

    /// Drops the started label.
    pub(super) fn drop_label(&mut self, start: usize) {
        self.text.truncate(start);
    }

    /// Adds the next puzzle of the corpus, with the started label.
    #[inline]
    pub(super) fn push_with_label(&mut self, line: u64, puzzle: &Puzzle, start: usize) {
        self.puzzles.push(*puzzle);
        self.indices.push(self.next);
        self.lines.push(line);
        self.labels.push(start..self.text.len());
        self.next += 1;
    }

    /// Adds the stored answer of the last puzzle.
    pub(super) fn store(&mut self, stored: Stored) {
        self.stored.push((self.len() - 1, stored));
    }

    /// Adds a rejected line.
    pub(super) fn reject(&mut self, line: u64, cause: Cause, text: &[u8]) {
        self.rejected.push(Rejected::new(line, cause, text));
    }
}

/// A puzzle's stored answer in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The number of solutions.
    pub solutions: Option<u64>,
    /// A solution; not checked.
    pub solution: Option<Solution>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retaining_keeps_index_line_and_label_together() {
        let mut window = Window::new();
        for number in 0..5u64 {
            window.push(10 + number, &Puzzle::EMPTY, &[number.to_string().as_bytes()]);
        }
        window.retain(|position| position % 2 == 1);
        assert_eq!(window.indices(), [1, 3]);
        assert_eq!(window.lines(), [11, 13]);
        assert_eq!((window.label(0), window.label(1)), (&b"1"[..], &b"3"[..]));
    }
}
