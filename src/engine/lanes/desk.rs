//! Where lanes become frames: all 256 are lifted out of the vectors, some are exchanged by hand,
//! and all are put back.

use super::LANES;
use super::choice::{BITS, Choice};
use super::frame::{Branch, Frame, HIGH_BITS, HIGH_CELLS, LOW_CELLS, WORDS};
use super::layout::Candidates;
use super::transpose::{ROWS, transpose};
use super::vector::{Vector, Words};
use crate::grid::Digit;

/// The frames of all lanes.
///
/// ```text
/// words[w][i][q] is word w of the frame of lane 64q + i
/// ```
#[repr(align(64))]
pub(super) struct Desk {
    words: [[Words; ROWS]; WORDS],
}

impl Desk {
    pub(super) const EMPTY: Self = Self { words: [[[0; LANES / ROWS]; ROWS]; WORDS] };

    /// Takes the candidates of all lanes, and what they branch on.
    #[inline(always)]
    pub(super) fn lift<V: Vector>(&mut self, candidates: &Candidates<V>, choice: &Choice<V>) {
        let (low, high) = self.words.split_at_mut(Digit::COUNT);
        for (places, words) in candidates.0.iter().zip(low) {
            transpose(
                #[inline(always)]
                |row| places[row],
                #[inline(always)]
                |i, row| words[i] = row.words(),
            );
        }
        for (three, words) in high.iter_mut().enumerate() {
            let mut rows = [V::zero(); ROWS];
            for digit in 0..3 {
                let places = &candidates.0[3 * three + digit];
                rows[HIGH_CELLS * digit..][..HIGH_CELLS].copy_from_slice(&places[LOW_CELLS..]);
            }
            if three == 0 {
                rows[HIGH_BITS..][..BITS].copy_from_slice(choice);
            }
            transpose(
                #[inline(always)]
                |row| rows[row],
                #[inline(always)]
                |i, row| words[i] = row.words(),
            );
        }
    }

    /// Puts all frames back.
    #[inline(always)]
    pub(super) fn lower<V: Vector>(&self, candidates: &mut Candidates<V>) {
        let (low, high) = self.words.split_at(Digit::COUNT);
        for (words, places) in low.iter().zip(&mut candidates.0) {
            transpose(
                #[inline(always)]
                |row| V::from_words(words[row]),
                #[inline(always)]
                |i, row| places[i] = row,
            );
        }
        for (three, words) in high.iter().enumerate() {
            let mut rows = [V::zero(); ROWS];
            transpose(
                #[inline(always)]
                |row| V::from_words(words[row]),
                #[inline(always)]
                |i, row| rows[i] = row,
            );
            for digit in 0..3 {
                let places = &mut candidates.0[3 * three + digit];
                places[LOW_CELLS..].copy_from_slice(&rows[HIGH_CELLS * digit..][..HIGH_CELLS]);
            }
        }
    }

    /// The frame of a lane.
    #[inline(always)]
    pub(super) fn frame(&self, lane: usize) -> Frame {
        Frame(self.words.each_ref().map(
            #[inline(always)]
            |rows| rows[lane % ROWS][lane / ROWS],
        ))
    }

    /// Gives a lane another frame.
    #[inline(always)]
    pub(super) fn put(&mut self, lane: usize, frame: &Frame) {
        for (rows, &word) in self.words.iter_mut().zip(&frame.0) {
            rows[lane % ROWS][lane / ROWS] = word;
        }
    }

    /// Moves a lane to the child that takes the branch.
    #[inline(always)]
    pub(super) fn take(&mut self, lane: usize, branch: Branch) {
        for (word, struck) in branch.struck_by_taking() {
            self.words[word][lane % ROWS][lane / ROWS] &= !struck;
        }
    }
}
