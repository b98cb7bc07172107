//! The layout of the candidates of 256 puzzles: one vector per digit and cell.
//!
//! ```text
//!                     lane 0   lane 1   lane 2  ...  lane 255
//!   digit 1, cell 0     1        0        1             1        bit l: may the puzzle in lane l
//!   digit 1, cell 1     1        1        0             1        have this digit in this cell?
//!   ...
//!   digit 9, cell 80    0        1        1             1        729 vectors of 32 bytes: 23 KB
//! ```
//!
//! A chute is a band or a stack: three boxes in a row, crossed by three lines. A line has one
//! triad of cells in each of the boxes. Bands and stacks differ only in strides:
//!
//! ```text
//!             box 0    box 1    box 2
//!   line 0    T00      T01      T02        T: a triad, three cells
//!   line 1    T10      T11      T12
//!   line 2    T20      T21      T22
//! ```

use super::vector::Vector;
use crate::grid::{Cell, Digit};

/// One vector for each cell: the places of one digit.
pub(in crate::engine) type Places<V> = [V; Cell::COUNT];

/// The candidates of all lanes, by digit, then cell.
#[repr(C, align(64))]
pub(in crate::engine) struct Candidates<V>(pub(in crate::engine) [Places<V>; Digit::COUNT]);

impl<V: Vector> Candidates<V> {
    /// No candidate in any lane.
    #[inline(always)]
    pub(in crate::engine) fn none() -> Self {
        Self([[V::zero(); Cell::COUNT]; Digit::COUNT])
    }
}

/// One value for each triad of a chute, by line, then box.
pub(in crate::engine) type Triads<T> = [[T; 3]; 3];

/// A band or a stack.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Chute {
    /// Its first cell.
    first: usize,
    /// The stride from a line to the next.
    line: usize,
    /// The stride from a box to the next.
    box_: usize,
    /// The stride from a cell of a triad to the next.
    step: usize,
}

impl Chute {
    /// The number of chutes: three bands, then three stacks.
    pub(in crate::engine) const COUNT: usize = 6;

    /// A band, 0..=2.
    #[inline(always)]
    pub(in crate::engine) const fn band(band: usize) -> Self {
        assert!(band < 3);
        Self { first: 27 * band, line: 9, box_: 3, step: 1 }
    }

    /// A stack, 0..=2.
    #[inline(always)]
    pub(in crate::engine) const fn stack(stack: usize) -> Self {
        assert!(stack < 3);
        Self { first: 3 * stack, line: 1, box_: 27, step: 9 }
    }

    /// The chute of a number below [`Self::COUNT`].
    #[inline(always)]
    pub(in crate::engine) const fn new(number: usize) -> Self {
        if number < 3 { Self::band(number) } else { Self::stack(number - 3) }
    }

    /// The row-major index of a cell of a triad.
    #[inline(always)]
    pub(in crate::engine) const fn cell(self, line: usize, box_: usize, at: usize) -> usize {
        let last = 2 * (self.line + self.box_ + self.step);
        // This always holds. Asserting it once removes the bounds checks of the accesses.
        assert!(self.first < Cell::COUNT - last);
        self.first + line * self.line + box_ * self.box_ + at * self.step
    }

    /// The cells of a triad.
    #[inline(always)]
    pub(in crate::engine) const fn triad(self, line: usize, box_: usize) -> [usize; 3] {
        [self.cell(line, box_, 0), self.cell(line, box_, 1), self.cell(line, box_, 2)]
    }

    /// The triads in which a digit is possible, given its places.
    #[inline(always)]
    pub(in crate::engine) fn triads<V: Vector>(self, places: &Places<V>) -> Triads<V> {
        let mut triads = [[V::zero(); 3]; 3];
        for line in 0..3 {
            for box_ in 0..3 {
                let [a, b, c] = self.triad(line, box_);
                triads[line][box_] = places[a].or3(places[b], places[c]);
            }
        }
        triads
    }
}

/// The six ways in which a digit can choose one triad in each line and in each box of a chute:
/// `p[201]` is box 2 in line 0, box 0 in line 1, box 1 in line 2.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Configurations<V> {
    /// 012, 120, 201.
    pub(in crate::engine) even: [V; 3],
    /// 021, 102, 210.
    pub(in crate::engine) odd: [V; 3],
}

impl<V: Vector> Configurations<V> {
    /// The choices that are possible in the triads.
    #[inline(always)]
    pub(in crate::engine) fn of([r, s, t]: Triads<V>) -> Self {
        Self {
            even: [r[0].and3(s[1], t[2]), r[1].and3(s[2], t[0]), r[2].and3(s[0], t[1])],
            odd: [r[0].and3(s[2], t[1]), r[1].and3(s[0], t[2]), r[2].and3(s[1], t[0])],
        }
    }

    /// The triads of these choices.
    #[inline(always)]
    pub(in crate::engine) fn triads(self) -> Triads<V> {
        let [p012, p120, p201] = self.even;
        let [p021, p102, p210] = self.odd;
        [
            [p012.or(p021), p120.or(p102), p201.or(p210)],
            [p201.or(p102), p012.or(p210), p120.or(p021)],
            [p120.or(p210), p201.or(p021), p012.or(p102)],
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::simd::{Portable, WordVector};
    use crate::grid::Unit;

    #[test]
    fn chutes_cross_lines_and_boxes() {
        for number in 0..Chute::COUNT {
            let chute = Chute::new(number);
            let lines = |cell: usize| Unit::of(Cell::new(cell))[usize::from(number >= 3)];
            for line in 0..3 {
                for box_ in 0..3 {
                    let cells = chute.triad(line, box_);
                    assert!(cells.iter().all(|&cell| lines(cell) == lines(chute.cell(line, 0, 0))));
                    let boxes = cells.map(|cell| Cell::new(cell).box_());
                    assert!(boxes.iter().all(|&b| b == boxes[0]));
                    assert_eq!(boxes[0], Cell::new(chute.cell(0, box_, 0)).box_());
                }
            }
        }
        let all = (0..3).flat_map(|band| (0..27).map(move |i| (Chute::band(band), i)));
        let cells: Vec<_> = all.map(|(c, i)| c.cell(i / 9, i / 3 % 3, i % 3)).collect();
        assert_eq!(cells, (0..81).collect::<Vec<_>>());
    }

    #[test]
    fn configurations_are_permutations() {
        // Lane l has the triads whose bits are set in l.
        for first in [0, 256] {
            let matrix = |line: usize, box_: usize| {
                let has = |lane: usize| u64::from((first + lane) >> (3 * line + box_) & 1 == 1);
                let word = |w: usize| (0..64).fold(0, |word, i| word | has(64 * w + i) << i);
                Portable::from_words([word(0), word(1), word(2), word(3)])
            };
            let triads: Triads<Portable<4>> =
                std::array::from_fn(|line| std::array::from_fn(|box_| matrix(line, box_)));
            let left = Configurations::of(triads).triads();
            for lane in 0..256 {
                let has = |triads: &Triads<Portable<4>>, line: usize, box_: usize| {
                    triads[line][box_].words()[lane / 64] >> (lane % 64) & 1 == 1
                };
                for line in 0..3 {
                    for box_ in 0..3 {
                        let permutations =
                            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
                        let expected = permutations.iter().any(|p: &[usize; 3]| {
                            p[line] == box_ && (0..3).all(|l| has(&triads, l, p[l]))
                        });
                        assert_eq!(has(&left, line, box_), expected);
                    }
                }
            }
        }
    }
}
