//! The item with the least score.

use super::numbers::Numbers;
use super::weights::Weights;
use crate::grid::{Cell, Digit, Unit};
use crate::state::{Lanes, State};
use crate::variable_ordering::CellOrPlace;

/// Which items an ordering selects from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Eligible {
    /// Those with up to three alternatives, or the fewest if those are more.
    UpToThree,
    /// Those with the fewest alternatives.
    Fewest,
}

/// The blank cells that hold each digit, by band and digit.
pub(super) struct Holders([Lanes; 3]);

impl Holders {
    /// The holders of a state.
    #[inline(always)]
    pub(super) fn of<S: State>(state: &S) -> Self {
        if let Some(candidates) = state.candidates() {
            let mut bands = *candidates.bands();
            for (words, blanks) in bands.iter_mut().zip(candidates.blank_bands()) {
                for word in words {
                    *word &= blanks;
                }
            }
            return Self(bands);
        }
        let mut bands = [[0; 16]; 3];
        for digit in Digit::all() {
            let holders = state.holders(digit);
            for (b, words) in bands.iter_mut().enumerate() {
                words[digit.index()] = holders.band(b);
            }
        }
        Self(bands)
    }

    /// The number of candidates of each blank cell of a band, in binary: element i holds bit i of each
    /// number. Filled cells have 0.
    #[inline(always)]
    fn domain_sizes(&self, band: usize) -> [u32; 4] {
        self.0[band][..Digit::COUNT].iter().fold([0; 4], |sizes, &word| {
            let mut carry = word;
            sizes.map(|plane| {
                let sum = plane ^ carry;
                carry &= plane;
                sum
            })
        })
    }
}

/// `SCORES[w]`: the score of an alternative of weight w.
static SCORES: [u32; 1024] = {
    let mut scores = [0; 1024];
    let mut weight = 0;
    while weight < 1024 {
        let at_least = if weight < 12 { 12 } else { weight as u32 };
        scores[weight] = (1 << 22) / (at_least * at_least);
        weight += 1;
    }
    scores
};

/// Scores of items, and the least so far. Of equal items, the one with the lower rank is first: the
/// index of a cell, and for a place 81 and nine times the unit and the digit.
struct Scores<'a, V> {
    weights: &'a Weights<V>,
    holders: &'a Holders,
    /// The least score and its rank.
    least: u32,
}

/// Bits of a rank.
const RANK_BITS: u32 = 9;

impl<V: Numbers> Scores<'_, V> {
    #[inline(always)]
    fn score(&self, cell: usize, digit: usize) -> u32 {
        SCORES[usize::from(self.weights.weight(cell, digit)) % SCORES.len()]
    }

    #[inline(always)]
    fn take(&mut self, score: u32, rank: usize) {
        self.least = self.least.min(score << RANK_BITS | rank as u32);
    }

    #[inline(always)]
    fn take_cell(&mut self, band: usize, at: usize) {
        let cell = 27 * band + at;
        let digits = V::digits_at(&self.holders.0[band], at);
        let score = bits(digits.into()).map(|digit| self.score(cell, digit)).sum();
        self.take(score, cell);
    }

    /// The place of a digit in a unit, whose `cells` are bits of places in the grid after `cell_of`.
    #[inline(always)]
    fn take_place(
        &mut self,
        unit: usize,
        digit: usize,
        cells: u32,
        cell_of: impl Fn(usize) -> usize,
    ) {
        let score = bits(cells.into()).map(|at| self.score(cell_of(at), digit)).sum();
        self.take(score, Cell::COUNT + Digit::COUNT * unit + digit);
    }

    /// Takes every item with a number of alternatives that is not 0.
    #[inline(always)]
    fn take_all(&mut self, alternatives: u16, sizes: &[[u32; 4]; 3]) {
        for (band, sizes) in sizes.iter().enumerate() {
            let cells = (0..4).fold(u32::MAX, |cells, i| {
                cells & if alternatives >> i & 1 == 1 { sizes[i] } else { !sizes[i] }
            });
            for at in bits(cells.into()) {
                self.take_cell(band, at);
            }
        }
        let (weights, bands) = (self.weights, &self.holders.0);
        for row in 0..3 {
            for slot in bits(weights.in_rows[row].slots_equal(alternatives)) {
                let (band, digit) = (slot / V::STRIDE, slot % V::STRIDE);
                let first = 27 * band + 9 * row;
                let cells = bands[band][digit] >> (9 * row) & 0x1ff;
                self.take_place(3 * band + row, digit, cells, |at| first + at);
            }
        }
        for column in 0..9 {
            let slots = weights.in_columns[column].slots_equal(alternatives) & 0x1ff;
            for digit in bits(slots) {
                // Bit 9 r + b: the cell in row r of band b.
                let cells = (0..3)
                    .fold(0, |cells, band| cells | (bands[band][digit] >> column & COLUMN) << band);
                let cell = |at: usize| 27 * (at % 9) + 9 * (at / 9) + column;
                self.take_place(9 + column, digit, cells, cell);
            }
        }
        for stack in 0..3 {
            for slot in bits(weights.in_boxes[stack].slots_equal(alternatives)) {
                let (band, digit) = (slot / V::STRIDE, slot % V::STRIDE);
                let cells = bands[band][digit] & BOX << (3 * stack);
                self.take_place(18 + 3 * band + stack, digit, cells, |at| 27 * band + at);
            }
        }
    }
}

/// The first column of a band.
const COLUMN: u32 = 1 | 1 << 9 | 1 << 18;
/// The first box of a band.
const BOX: u32 = 7 * COLUMN;

/// The eligible item with the least score. Every item has an alternative.
#[inline(always)]
pub(super) fn least<V: Numbers>(holders: &Holders, eligible: Eligible) -> CellOrPlace {
    let weights = &Weights::<V>::of(&holders.0);
    let sizes = [0, 1, 2].map(|band| holders.domain_sizes(band));
    let mut scores = Scores { weights, holders, least: u32::MAX };
    let always = if eligible == Eligible::UpToThree { 3 } else { 0 };
    for alternatives in 1..=9 {
        if alternatives > always && scores.least != u32::MAX {
            break;
        }
        scores.take_all(alternatives, &sizes);
    }
    let rank = (scores.least % (1 << RANK_BITS)) as usize;
    match rank.checked_sub(Cell::COUNT) {
        None => CellOrPlace::Cell(Cell::new(rank)),
        Some(place) => CellOrPlace::Place(
            Unit::new(place / Digit::COUNT),
            Digit::from_index(place % Digit::COUNT),
        ),
    }
}

/// The set bits of a word, ascending.
#[inline(always)]
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            at as usize
        })
    })
}
