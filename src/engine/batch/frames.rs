//! Transposes lanes to frames: reads all 256 from the vectors, lets the worker exchange some, and
//! writes all back.

use super::LANES;
use super::frame::{CHOICE_BITS, Frame, HIGH_BITS, WORDS};
use super::layout::Candidates;
use super::vector::{HIGH_CELLS, LOW_CELLS, Vector, Words};
use crate::engine::simd::transpose::{ROWS, transpose};
use crate::grid::Digit;

/// The frames of all lanes.
///
/// ```text
/// rows[i][w][q] is word w of the frame of lane 64q + i
/// ```
#[repr(align(64))]
pub(in crate::engine) struct Frames {
    rows: [[Words; WORDS]; ROWS],
}

impl Frames {
    pub(in crate::engine) const EMPTY: Self = Self { rows: [[[0; LANES / ROWS]; WORDS]; ROWS] };

    /// Reads the candidates of all lanes and their choices.
    #[inline(always)]
    pub(in crate::engine) fn lift<V: Vector>(
        &mut self,
        candidates: &Candidates<V>,
        choice: &[V; CHOICE_BITS],
    ) {
        let mut scratch = [[V::zero(); 8]; 8];
        for (word, places) in candidates.0.iter().enumerate() {
            transpose(
                &mut scratch,
                #[inline(always)]
                |row| places[row],
                #[inline(always)]
                |i, row| self.rows[i][word] = row.words(),
            );
        }
        let mut rows = [V::zero(); ROWS];
        for three in 0..3 {
            let word = Digit::COUNT + three;
            for digit in 0..3 {
                let places = &candidates.0[3 * three + digit];
                rows[HIGH_CELLS * digit..][..HIGH_CELLS].copy_from_slice(&places[LOW_CELLS..]);
            }
            if three == 0 {
                rows[HIGH_BITS..][..CHOICE_BITS].copy_from_slice(choice);
            }
            transpose(
                &mut scratch,
                #[inline(always)]
                |row| rows[row],
                #[inline(always)]
                |i, row| self.rows[i][word] = row.words(),
            );
        }
    }

    /// Writes all frames back.
    #[inline(always)]
    pub(in crate::engine) fn lower<V: Vector>(&self, candidates: &mut Candidates<V>) {
        let mut scratch = [[V::zero(); 8]; 8];
        for (word, places) in candidates.0.iter_mut().enumerate() {
            transpose(
                &mut scratch,
                #[inline(always)]
                |row| V::from_words(self.rows[row][word]),
                #[inline(always)]
                |i, row| places[i] = row,
            );
        }
        let mut rows = [V::zero(); ROWS];
        for three in 0..3 {
            let word = Digit::COUNT + three;
            transpose(
                &mut scratch,
                #[inline(always)]
                |row| V::from_words(self.rows[row][word]),
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
    pub(in crate::engine) fn frame(&self, lane: usize) -> Frame {
        let mut frame = Frame::NONE;
        for (word, row) in frame.0.iter_mut().zip(&self.rows[lane % ROWS]) {
            *word = row[lane / ROWS];
        }
        frame
    }

    /// Sets the frame of a lane.
    #[inline(always)]
    pub(in crate::engine) fn put(&mut self, lane: usize, frame: &Frame) {
        for (row, &word) in self.rows[lane % ROWS].iter_mut().zip(&frame.0) {
            row[lane / ROWS] = word;
        }
    }

    /// Strikes candidates of a lane: the bits of a word.
    #[inline(always)]
    pub(in crate::engine) fn strike(&mut self, lane: usize, word: usize, struck: u64) {
        self.rows[lane % ROWS][word][lane / ROWS] &= !struck;
    }
}
