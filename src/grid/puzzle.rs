//! Puzzles and solutions.

use super::{Cell, CellSet, Digit};
use std::fmt;
use std::str::FromStr;

/// A puzzle: 81 cells, each a clue or blank. Clues may contradict each other
/// ([`Puzzle::is_consistent`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Puzzle([u8; Cell::COUNT]);

/// The meaning of a character of a puzzle: a clue, a blank (one of `. 0 * _ - x X`), or
/// invalid.
#[inline(always)]
#[must_use]
pub const fn symbol_digit(symbol: u8) -> Option<Option<Digit>> {
    match symbol {
        b'1'..=b'9' => Some(Digit::new(symbol - b'0')),
        b'.' | b'0' | b'*' | b'_' | b'-' | b'x' | b'X' => Some(None),
        _ => None,
    }
}

impl Puzzle {
    /// The puzzle without clues.
    pub const EMPTY: Self = Self([0; Cell::COUNT]);

    /// The clue of a cell, if it has one.
    #[inline(always)]
    #[must_use]
    pub const fn clue(&self, cell: Cell) -> Option<Digit> {
        Digit::new(self.0[cell.index()])
    }

    /// Sets the clue of a cell, or makes the cell blank.
    #[inline(always)]
    pub const fn set(&mut self, cell: Cell, clue: Option<Digit>) {
        self.0[cell.index()] = match clue {
            Some(digit) => digit.number(),
            None => 0,
        };
    }

    /// The clues, by ascending cell.
    pub fn clues(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        Cell::all().filter_map(|cell| Some((cell, self.clue(cell)?)))
    }

    /// The blank cells.
    #[must_use]
    pub fn blanks(&self) -> CellSet {
        Cell::all().filter(|&cell| self.clue(cell).is_none()).collect()
    }

    /// The number of clues.
    #[must_use]
    pub fn clue_count(&self) -> usize {
        self.0.iter().filter(|&&number| number != 0).count()
    }

    /// Whether no unit holds two equal clues.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        // The sum of bits equals their union if the digits are distinct; a repeated digit makes the sum larger.
        let bits = self.0.map(|number| (1u16 << number) & !1);
        let (mut union, mut sum) = ([0u16; 9], [0u16; 9]);
        let mut twice = 0;
        for band in bits.as_chunks::<27>().0 {
            let (mut box_union, mut box_sum) = ([0u16; 3], [0u16; 3]);
            for row in band.as_chunks::<9>().0 {
                let (mut row_union, mut row_sum) = (0, 0);
                for (column, &bit) in row.iter().enumerate() {
                    row_union |= bit;
                    row_sum += bit;
                    union[column] |= bit;
                    sum[column] += bit;
                    box_union[column / 3] |= bit;
                    box_sum[column / 3] += bit;
                }
                twice |= row_union ^ row_sum;
            }
            twice |=
                box_union.iter().zip(box_sum).fold(0, |twice, (union, sum)| twice | (union ^ sum));
        }
        twice |= union.iter().zip(sum).fold(0, |twice, (union, sum)| twice | (union ^ sum));
        twice == 0
    }

    /// The puzzle with these 81 numbers 0..=9, row by row, 0 for a blank.
    #[must_use]
    pub fn from_numbers(numbers: [u8; Cell::COUNT]) -> Option<Self> {
        // Without branches, so that the compiler vectorises it.
        let wrong = numbers.iter().fold(false, |wrong, &number| wrong | (number > 9));
        (!wrong).then_some(Self(numbers))
    }

    /// The 81 numbers, row by row, 0 for a blank.
    #[must_use]
    pub const fn numbers(&self) -> &[u8; Cell::COUNT] {
        &self.0
    }

    /// The puzzle as 81 characters, `.` for a blank: its form in files.
    #[must_use]
    pub fn to_line(&self) -> [u8; Cell::COUNT] {
        self.0.map(|number| if number == 0 { b'.' } else { b'0' + number })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.to_line()).expect("symbols are ASCII"))
    }
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Puzzle({self})")
    }
}

/// The reason why a text is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParsePuzzleError {
    /// The number of characters is this one instead of 81.
    #[error("expected 81 symbols, found {0}")]
    Length(usize),
    /// The character at this offset is neither a digit nor one of `. 0 * _ - x X`.
    #[error("symbol {} is none of 1-9 . 0 * _ - x X", .0 + 1)]
    Symbol(usize),
}

impl FromStr for Puzzle {
    type Err = ParsePuzzleError;

    fn from_str(text: &str) -> Result<Self, ParsePuzzleError> {
        Self::try_from(text.as_bytes())
    }
}

impl TryFrom<&[u8]> for Puzzle {
    type Error = ParsePuzzleError;

    /// Reads 81 symbols.
    fn try_from(symbols: &[u8]) -> Result<Self, ParsePuzzleError> {
        let symbols: &[u8; Cell::COUNT] =
            symbols.try_into().map_err(|_| ParsePuzzleError::Length(symbols.len()))?;
        Self::try_from(symbols)
    }
}

impl TryFrom<&[u8; Cell::COUNT]> for Puzzle {
    type Error = ParsePuzzleError;

    #[inline]
    fn try_from(symbols: &[u8; Cell::COUNT]) -> Result<Self, ParsePuzzleError> {
        let mut puzzle = Self::EMPTY;
        let mut unknown = false;
        // Without branches, so that the compiler vectorises it: this loop determines the speed of reading.
        for (&symbol, number) in symbols.iter().zip(&mut puzzle.0) {
            let digit = symbol.wrapping_sub(b'0');
            let is_digit = digit <= 9;
            let is_blank = (symbol == b'.')
                | (symbol == b'*')
                | (symbol == b'_')
                | (symbol == b'-')
                | (symbol | 0x20 == b'x');
            *number = if is_digit { digit } else { 0 };
            unknown |= !(is_digit | is_blank);
        }
        if unknown {
            let at = symbols.iter().position(|&symbol| symbol_digit(symbol).is_none());
            return Err(ParsePuzzleError::Symbol(at.unwrap_or_default()));
        }
        Ok(puzzle)
    }
}

/// A full grid: a digit in every cell. It may break the rules ([`Solution::solves`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution([u8; Cell::COUNT]);

impl Solution {
    /// The solution with these 81 numbers 1..=9, row by row.
    #[must_use]
    #[inline]
    pub fn from_numbers(numbers: [u8; Cell::COUNT]) -> Option<Self> {
        // Without branches, so that the compiler vectorises it.
        let wrong =
            numbers.iter().fold(false, |wrong, &number| wrong | (number.wrapping_sub(1) > 8));
        (!wrong).then_some(Self(numbers))
    }

    /// The grid whose cells have the digits that `digit` returns.
    pub fn from_digits(mut digit: impl FnMut(Cell) -> Digit) -> Self {
        Self(std::array::from_fn(|index| digit(Cell::new(index)).number()))
    }

    /// The 81 numbers 1..=9, row by row.
    #[must_use]
    pub const fn numbers(&self) -> &[u8; Cell::COUNT] {
        &self.0
    }

    /// The digit of a cell.
    ///
    /// # Panics
    /// Never: every cell of a solution holds a digit.
    #[must_use]
    pub fn digit(&self, cell: Cell) -> Digit {
        Digit::new(self.0[cell.index()]).expect("a solution holds only digits")
    }

    /// The solution as 81 characters.
    #[must_use]
    pub fn to_line(&self) -> [u8; Cell::COUNT] {
        self.0.map(|number| b'0' + number)
    }

    /// Whether every unit holds all nine digits and the grid contains every clue of the puzzle.
    #[must_use]
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        let differs =
            self.0.iter().zip(&puzzle.0).fold(0, |differs, (&mine, &clue)| {
                differs | if clue == 0 { 0 } else { mine ^ clue }
            });
        let bits = self.0.map(|number| 1u16 << number);
        let mut full = 0x3fe;
        let mut columns = [0u16; 9];
        for band in bits.as_chunks::<27>().0 {
            let mut boxes = [0u16; 3];
            for row in band.as_chunks::<9>().0 {
                full &= row.iter().fold(0, |seen, bit| seen | bit);
                for (column, &bit) in row.iter().enumerate() {
                    columns[column] |= bit;
                    boxes[column / 3] |= bit;
                }
            }
            full &= boxes[0] & boxes[1] & boxes[2];
        }
        full &= columns.iter().fold(0x3fe, |full, column| full & column);
        differs == 0 && full == 0x3fe
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.to_line()).expect("symbols are ASCII"))
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Unit;

    /// The grid whose rows are 123456789 shifted by 3 within and by 1 between bands.
    fn shifted() -> Solution {
        Solution::from_digits(|cell| {
            let shift = 3 * (cell.row() % 3) + cell.row() / 3;
            Digit::from_index((cell.column() + shift) % 9)
        })
    }

    #[test]
    fn a_grid_solves_its_own_clues_and_no_others() {
        let grid = shifted();
        let puzzle = Puzzle::from_numbers(*grid.numbers()).expect("digits are numbers");
        assert!(grid.solves(&puzzle));
        assert!(grid.solves(&Puzzle::EMPTY));
        for cell in Cell::all() {
            let mut other = puzzle;
            other.set(cell, Digit::new(grid.digit(cell).number() % 9 + 1));
            assert!(!grid.solves(&other), "clue at {cell:?} must count");
        }
    }

    #[test]
    fn a_broken_unit_of_any_kind_is_seen() {
        let swap = |a: Cell, b: Cell| {
            let grid = shifted();
            Solution::from_digits(|cell| match cell {
                cell if cell == a => grid.digit(b),
                cell if cell == b => grid.digit(a),
                cell => grid.digit(cell),
            })
        };
        // In one row and box; in one row; in one column and box; in one column.
        for (a, b) in [((0, 0), (0, 1)), ((0, 0), (0, 8)), ((0, 0), (1, 0)), ((0, 0), (8, 0))] {
            assert!(!swap(Cell::at(a.0, a.1), Cell::at(b.0, b.1)).solves(&Puzzle::EMPTY));
        }
        // Two rows of one band swapped box by box keep rows and boxes, not columns.
        assert!(!Solution::from_digits(|_| Digit::from_index(0)).solves(&Puzzle::EMPTY));
    }

    #[test]
    fn every_symbol_is_read_alike() {
        for symbol in 0..=u8::MAX {
            let puzzle = Puzzle::try_from(&[symbol; 81][..]).ok();
            let expected =
                symbol_digit(symbol).map(|clue| Puzzle([clue.map_or(0, Digit::number); 81]));
            assert_eq!(puzzle, expected, "{symbol}");
        }
    }

    #[test]
    fn equal_clues_contradict_each_other_in_a_unit_only() {
        for (a, b) in Cell::all().flat_map(|a| Cell::all().map(move |b| (a, b))) {
            let mut puzzle = Puzzle::EMPTY;
            puzzle.set(a, Digit::new(9));
            puzzle.set(b, Digit::new(9));
            let shares_unit = Unit::of(a).iter().zip(Unit::of(b)).any(|(a, b)| *a == b);
            assert_eq!(puzzle.is_consistent(), a == b || !shares_unit, "{a:?} {b:?}");
            puzzle.set(b, Digit::new(8));
            assert!(puzzle.is_consistent());
        }
    }

    #[test]
    fn text_is_read_and_refused() {
        let text = "x1.0*_-X9".repeat(9);
        let puzzle: Puzzle = text.parse().expect("81 known symbols");
        assert_eq!(puzzle.to_string(), ".1......9".repeat(9));
        assert_eq!(puzzle.clue_count(), 18);
        assert!(!puzzle.is_consistent());
        assert_eq!("1".parse::<Puzzle>(), Err(ParsePuzzleError::Length(1)));
        assert_eq!(text.replace('9', "O").parse::<Puzzle>(), Err(ParsePuzzleError::Symbol(8)));
    }
}
