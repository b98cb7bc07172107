//! The state of the levels above `none`: the candidates of every cell.
#![expect(clippy::needless_range_loop, reason = "bands are named by number")]

use super::{Conflict, State};
use crate::grid::{Cell, CellSet, Digit, DigitSet, PEERS, PerCell, Puzzle, Solution, Unit};

/// One word per digit (word d-1 is digit d), padded to whole SIMD registers. The seven spare
/// words are zero.
pub type Lanes = [u32; 16];

/// Candidates as bitboards, by band and digit.
///
/// ```text
/// bands[b][d]  the places of digit d+1 in band b:
///
///   bit   0  1  2 |  3  4  5 |  6  7  8      first row of the band
///         9 10 11 | 12 13 14 | 15 16 17      second
///        18 19 20 | 21 22 23 | 24 25 26      third
/// ```
///
/// A rule about one digit is a few shifts and masks on its three words. Written as a loop over the
/// digits, it compiles to SIMD code for all digits at once. A filled cell keeps its digit as its only
/// candidate; its peers do not have that candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Candidates {
    bands: [Lanes; 3],
    blanks: [u32; 3],
}

/// All cells of a band.
const BAND: u32 = (1 << 27) - 1;

/// The peers of each cell, by band.
static PEER_BANDS: PerCell<[u32; 3]> = {
    let mut bands = [[0; 3]; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let peers = PEERS.0[cell];
        bands[cell] = [peers.band(0), peers.band(1), peers.band(2)];
        cell += 1;
    }
    PerCell(bands)
};

/// Sum and carry of three bits, in every position.
#[inline(always)]
const fn add(a: u32, b: u32, c: u32) -> (u32, u32) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

impl Candidates {
    /// Every digit possible in every cell.
    pub const FULL: Self = {
        let mut lanes = [0; 16];
        let mut digit = 0;
        while digit < Digit::COUNT {
            lanes[digit] = BAND;
            digit += 1;
        }
        Self { bands: [lanes; 3], blanks: [BAND; 3] }
    };

    /// The state with these places of each digit, in which the cells with one candidate are filled: no peer
    /// of theirs has it.
    #[must_use]
    pub fn settled(places: impl Fn(Digit) -> CellSet) -> Self {
        let mut bands = [[0; 16]; 3];
        for digit in Digit::all() {
            let places = places(digit);
            for (b, lanes) in bands.iter_mut().enumerate() {
                lanes[digit.index()] = places.band(b);
            }
        }
        let mut state = Self { bands, blanks: [0; 3] };
        state.blanks = state.ones_and_twos().map(|(_, twos)| twos);
        state
    }

    /// The words of all digits, by band.
    #[inline(always)]
    #[must_use]
    pub const fn bands(&self) -> &[Lanes; 3] {
        &self.bands
    }

    /// The blank cells of each band.
    #[inline(always)]
    #[must_use]
    pub const fn blank_bands(&self) -> &[u32; 3] {
        &self.blanks
    }

    /// All cells with the candidate, filled cells included.
    #[inline(always)]
    #[must_use]
    pub const fn cells_with(&self, digit: Digit) -> CellSet {
        let d = digit.index();
        CellSet::from_bands([self.bands[0][d], self.bands[1][d], self.bands[2][d]])
    }

    /// The candidates of a cell, filled or blank.
    #[inline(always)]
    #[must_use]
    pub fn candidates_of(&self, cell: Cell) -> DigitSet {
        let band = &self.bands[cell.index() / 27];
        let at = cell.index() % 27;
        DigitSet::from_bits((0..16).fold(0, |bits, d| bits | ((band[d] >> at & 1) << d)) as u16)
    }

    /// Fills a cell with one of its candidates and strikes the candidate from the peers. Does not
    /// check for cells without candidates.
    ///
    /// # Errors
    /// [`Conflict`] if the digit is not a candidate of the cell.
    #[inline(always)]
    pub fn fill(&mut self, cell: Cell, digit: Digit) -> Result<(), Conflict> {
        let (band, bit) = (cell.index() / 27, 1 << (cell.index() % 27));
        let d = digit.index();
        if self.bands[band][d] & bit == 0 {
            return Err(Conflict);
        }
        for word in &mut self.bands[band] {
            *word &= !bit;
        }
        let peers = &PEER_BANDS[cell];
        for b in 0..3 {
            self.bands[b][d] &= !peers[b];
        }
        self.bands[band][d] |= bit;
        self.blanks[band] &= !bit;
        Ok(())
    }

    /// Strikes a candidate, if the cell has it.
    #[inline(always)]
    pub fn strike(&mut self, cell: Cell, digit: Digit) {
        self.bands[cell.index() / 27][digit.index()] &= !(1 << (cell.index() % 27));
    }

    /// The candidates of all cells, row-major: bit d-1 of an element is digit d.
    #[inline(always)]
    #[must_use]
    pub fn domains(&self) -> [u16; Cell::COUNT] {
        let mut domains = [0; Cell::COUNT];
        for (band, lanes) in domains.as_chunks_mut::<27>().0.iter_mut().zip(&self.bands) {
            for (d, word) in lanes[..Digit::COUNT].iter().enumerate() {
                for (at, domain) in band.iter_mut().enumerate() {
                    *domain |= ((word >> at & 1) as u16) << d;
                }
            }
        }
        domains
    }

    /// Strikes the candidates that are not in `domains`, row-major: bit d-1 is digit d.
    #[inline(always)]
    pub fn keep_domains(&mut self, domains: &[u16; Cell::COUNT]) {
        for (band, lanes) in domains.as_chunks::<27>().0.iter().zip(&mut self.bands) {
            for (d, word) in lanes[..Digit::COUNT].iter_mut().enumerate() {
                *word &= band
                    .iter()
                    .enumerate()
                    .fold(0, |bits, (at, domain)| bits | u32::from(domain >> d & 1) << at);
            }
        }
    }

    /// Strikes candidates: keeps in every word only the bits of `kept`. Returns whether any was struck.
    #[inline(always)]
    pub fn keep(&mut self, kept: &[Lanes; 3]) -> bool {
        let mut lost = 0;
        for (lanes, kept) in self.bands.iter_mut().zip(kept) {
            for (word, kept) in lanes.iter_mut().zip(kept) {
                lost |= *word & !kept;
                *word &= kept;
            }
        }
        lost != 0
    }

    /// The blank cells with one candidate, by band.
    ///
    /// # Errors
    /// [`Conflict`] if a cell has no candidate.
    #[inline(always)]
    pub fn naked_singles(&self) -> Result<[u32; 3], Conflict> {
        let [a, b, c] = self.ones_and_twos();
        if a.0 & b.0 & c.0 != BAND {
            return Err(Conflict);
        }
        Ok([self.blanks[0] & !a.1, self.blanks[1] & !b.1, self.blanks[2] & !c.1])
    }

    /// Fills blank cells that have one candidate each, given by band.
    ///
    /// It reads and writes single words: a wide load just after narrower stores is slow.
    ///
    /// # Errors
    /// [`Conflict`] if filling one cell strikes the candidate of another.
    #[inline(always)]
    pub fn fill_naked_singles(&mut self, singles: &[u32; 3]) -> Result<(), Conflict> {
        for (band, &singles) in singles.iter().enumerate() {
            if singles == 0 {
                continue;
            }
            // The index of each cell's candidate, in binary.
            let word = &self.bands[band];
            let index = [
                word[1] | word[3] | word[5] | word[7],
                word[2] | word[3] | word[6] | word[7],
                word[4] | word[5] | word[6] | word[7],
                word[8],
            ];
            let mut places = singles;
            while places != 0 {
                let at = places.trailing_zeros() as usize;
                places &= places - 1;
                let bit = |plane: usize| (index[plane] >> at & 1) << plane;
                let d = (bit(0) | bit(1) | bit(2) | bit(3)) as usize;
                if self.bands[band][d] >> at & 1 == 0 {
                    return Err(Conflict);
                }
                let peers = &PEER_BANDS[Cell::new(27 * band + at)];
                for b in 0..3 {
                    self.bands[b][d] &= !peers[b];
                }
            }
            self.blanks[band] &= !singles;
        }
        Ok(())
    }

    /// Fills the cells of `found` (places by band and digit, all of them blank).
    ///
    /// # Errors
    /// [`Conflict`] if filling one cell strikes the candidate of another.
    #[inline(always)]
    pub fn fill_all(&mut self, found: &[Lanes; 3]) -> Result<(), Conflict> {
        for (band, lanes) in found.iter().enumerate() {
            for digit in Digit::all() {
                let mut places = lanes[digit.index()];
                while places != 0 {
                    let at = places.trailing_zeros() as usize;
                    places &= places - 1;
                    self.fill(Cell::new(27 * band + at), digit)?;
                }
            }
        }
        Ok(())
    }

    /// Cells with at least one and with at least two candidates, by band.
    #[inline(always)]
    #[must_use]
    pub fn ones_and_twos(&self) -> [(u32, u32); 3] {
        let mut counts = [(0, 0); 3];
        for ((ones, twos), lanes) in counts.iter_mut().zip(&self.bands) {
            for word in &lanes[..Digit::COUNT] {
                *twos |= *ones & word;
                *ones |= word;
            }
        }
        counts
    }

    /// The total number of candidates of all cells; a filled cell has one.
    #[inline(always)]
    #[must_use]
    pub fn candidate_count(&self) -> u32 {
        self.bands.iter().flatten().map(|word| word.count_ones()).sum()
    }

    /// Whether every cell has at least one candidate.
    #[inline(always)]
    #[must_use]
    pub fn has_no_empty_cell(&self) -> bool {
        self.ones_and_twos().iter().fold(BAND, |all, (ones, _)| all & ones) == BAND
    }

    /// The number of candidates of each cell, in binary: element `i`, band `b` holds bit `i` of
    /// the number of each cell of that band.
    #[inline(always)]
    fn domain_sizes(&self) -> [[u32; 3]; 4] {
        let mut sizes = [[0; 3]; 4];
        for (b, word) in self.bands.iter().enumerate() {
            let (sum_a, carry_a) = add(word[0], word[1], word[2]);
            let (sum_b, carry_b) = add(word[3], word[4], word[5]);
            let (sum_c, carry_c) = add(word[6], word[7], word[8]);
            let (ones, carry_d) = add(sum_a, sum_b, sum_c);
            let (sum_e, fours_a) = add(carry_a, carry_b, carry_c);
            let (twos, fours_b) = (sum_e ^ carry_d, sum_e & carry_d);
            for (plane, bits) in
                sizes.iter_mut().zip([ones, twos, fours_a ^ fours_b, fours_a & fours_b])
            {
                plane[b] = bits;
            }
        }
        sizes
    }

    /// The blank cells with the smallest or largest number of candidates. From the highest bit
    /// to the lowest, it keeps only the cells with the preferred bit, if there are any.
    #[inline(always)]
    fn extreme_domains(&self, prefers_ones: bool) -> CellSet {
        let mut best = self.blanks;
        for plane in self.domain_sizes().iter().rev() {
            let mut better = [0; 3];
            for b in 0..3 {
                better[b] = best[b] & if prefers_ones { plane[b] } else { !plane[b] };
            }
            if better != [0; 3] {
                best = better;
            }
        }
        CellSet::from_bands(best)
    }
}

impl State for Candidates {
    const IS_PRUNED: bool = true;

    #[inline(always)]
    fn blanks(&self) -> CellSet {
        CellSet::from_bands(self.blanks)
    }

    #[inline(always)]
    fn domain(&self, cell: Cell) -> DigitSet {
        self.candidates_of(cell)
    }

    #[inline(always)]
    fn holders(&self, digit: Digit) -> CellSet {
        self.cells_with(digit) & self.blanks()
    }

    #[inline(always)]
    fn smallest_domains(&self) -> CellSet {
        self.extreme_domains(false)
    }

    #[inline(always)]
    fn largest_domains(&self) -> CellSet {
        self.extreme_domains(true)
    }

    fn unplaced(&self, unit: Unit) -> DigitSet {
        let filled = unit.cell_set() & !self.blanks();
        Digit::all().filter(|&digit| (self.cells_with(digit) & filled).is_empty()).collect()
    }

    fn candidates(&self) -> Option<&Candidates> {
        Some(self)
    }

    fn solution(&self, _: &Puzzle, _: impl Iterator<Item = (Cell, Digit)>) -> Solution {
        Solution::from_digits(|cell| {
            self.candidates_of(cell).lowest().expect("a filled cell keeps its digit")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filling_strikes_the_peers_and_nothing_else() {
        let (cell, digit) = (Cell::at(4, 4), Digit::from_index(6));
        let mut state = Candidates::FULL;
        assert_eq!(state.fill(cell, digit), Ok(()));
        for other in Cell::all() {
            let expected = if other == cell {
                DigitSet::of(digit)
            } else if PEERS[cell].contains(other) {
                DigitSet::ALL.without(digit)
            } else {
                DigitSet::ALL
            };
            assert_eq!(state.candidates_of(other), expected, "{other:?}");
        }
        assert_eq!(state.blanks(), CellSet::ALL.without(cell));
        assert_eq!(state.fill(Cell::at(4, 5), digit), Err(Conflict));
    }

    #[test]
    fn smallest_and_largest_domains_are_those_of_a_plain_scan() {
        let mut state = Candidates::FULL;
        // A walk after which cells have 1 to 9 candidates.
        for (step, cell) in [40, 0, 10, 20, 77, 33, 58, 5].into_iter().enumerate() {
            let cell = Cell::new(cell);
            let digit =
                state.candidates_of(cell).nth(step as u32 % 3).expect("few cells are filled");
            state.fill(cell, digit).expect("a candidate");
            let sizes = || state.blanks().into_iter().map(|c| state.domain(c).len());
            let of_size = |size: Option<u32>| -> CellSet {
                state
                    .blanks()
                    .into_iter()
                    .filter(|&c| Some(state.domain(c).len()) == size)
                    .collect()
            };
            assert_eq!(state.smallest_domains(), of_size(sizes().min()));
            assert_eq!(state.largest_domains(), of_size(sizes().max()));
        }
    }
}
