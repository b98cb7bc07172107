//! A streaming parser for the inputs of the four problems.
//!
//! White space separates, or is ignored; a carriage return is white space. Input outside the
//! format of the problem is refused, with its line. No grid is padded, cut or skipped.

use super::Problem;
use crate::grid::{Cell, Puzzle};

/// A grid of the input: 81 symbols, `1` to `9`, or `0` or `.` for a blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid(pub [u8; Cell::COUNT]);

impl Grid {
    /// The grid as a puzzle.
    ///
    /// # Panics
    /// If a symbol is none of the above.
    #[must_use]
    pub fn puzzle(&self) -> Puzzle {
        Puzzle::try_from(&self.0[..]).expect("a grid has 81 symbols of a puzzle")
    }
}

/// A fault of an input: its line and cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {cause}")]
pub struct Malformed {
    /// The line, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub cause: Cause,
}

/// The cause of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// A byte that is not allowed in a grid.
    #[error("'{}' is no symbol of a grid: expected 1-9, or 0 or . for a blank", .0.escape_ascii())]
    Symbol(u8),
    /// A word with this number of symbols in place of a grid; it may have more than 81.
    #[error("expected 81 symbols, found {}", if *.0 == 81 { "more".to_owned() } else { .0.to_string() })]
    Length(usize),
    /// The input ends within a grid, after this number of symbols.
    #[error("the input ends within a grid: expected 81 symbols, found {0}")]
    Incomplete(usize),
    /// The number of grids is missing or too large.
    #[error("expected the number of grids, 0 to {max}", max = u64::MAX)]
    Count,
    /// The input announces more grids than it has.
    #[error("the input ends too early: expected {announced} grids, found {found}")]
    Missing {
        /// The announced number.
        announced: u64,
        /// The actual number.
        found: u64,
    },
    /// The only grid is followed by other text.
    #[error("expected nothing behind the grid")]
    Trailing,
}

/// The expected next part of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// The number of grids; the value of its digits so far, if there are any.
    Count(Option<u64>),
    /// Grids, at most this number.
    Grids(u64),
    /// White space.
    Nothing,
    /// Anything: the rest is ignored.
    Anything,
}

/// Reads an input piece by piece.
#[derive(Clone, Debug)]
pub struct Parser {
    problem: Problem,
    next: Next,
    /// The symbols of the current grid, of which `length` are read.
    symbols: [u8; Cell::COUNT],
    length: usize,
    /// The number of complete grids.
    found: u64,
    line: u64,
    /// The number of bytes of a byte order mark that may still follow; 0 after any other byte.
    mark: &'static [u8],
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

const fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'.'
}

/// White space of C, including vertical tabs.
const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

impl Parser {
    /// At the start of an input.
    #[must_use]
    pub const fn new(problem: Problem) -> Self {
        let next = match problem {
            Problem::Acwing166 | Problem::Poj3074 => Next::Grids(u64::MAX),
            Problem::Poj2676 => Next::Count(None),
            Problem::P1074 => Next::Grids(1),
        };
        Self {
            problem,
            next,
            symbols: [0; Cell::COUNT],
            length: 0,
            found: 0,
            line: 1,
            mark: BYTE_ORDER_MARK,
        }
    }

    /// Whether the rest of the input is ignored.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.next == Next::Anything
    }

    /// Reads the next piece of the input and adds the complete grids.
    ///
    /// # Errors
    /// [`Malformed`]; the grids before the fault are added.
    pub fn feed(&mut self, piece: &[u8], grids: &mut Vec<Grid>) -> Result<(), Malformed> {
        let mut rest = piece;
        while let Some((&byte, after)) = rest.split_first() {
            if self.is_done() {
                break;
            }
            if self.length == 0
                && matches!(self.next, Next::Grids(_))
                && let Some((whole, after)) = rest.split_first_chunk()
                && whole.iter().fold(true, |all, &byte| all & is_symbol(byte))
            {
                self.mark = &[];
                self.symbols = *whole;
                self.length = Cell::COUNT;
                self.complete_if_unseparated(grids);
                rest = after;
                continue;
            }
            self.take(byte, grids)?;
            rest = after;
        }
        Ok(())
    }

    /// Ends the input and adds the grid that this completes.
    ///
    /// # Errors
    /// [`Malformed`] if something is missing.
    pub fn finish(&mut self, grids: &mut Vec<Grid>) -> Result<(), Malformed> {
        self.space(grids)?;
        let cause = match self.next {
            Next::Grids(_) if self.length > 0 => Cause::Incomplete(self.length),
            Next::Grids(1) if self.problem == Problem::P1074 => Cause::Incomplete(0),
            Next::Grids(left) if self.problem == Problem::Poj2676 => {
                Cause::Missing { announced: self.found + left, found: self.found }
            }
            _ => return Ok(()),
        };
        Err(self.malformed(cause))
    }

    fn malformed(&self, cause: Cause) -> Malformed {
        Malformed { line: self.line, cause }
    }

    fn take(&mut self, byte: u8, grids: &mut Vec<Grid>) -> Result<(), Malformed> {
        if let Some((&expected, mark)) = self.mark.split_first() {
            self.mark = if byte == expected { mark } else { &[] };
            if byte == expected {
                return Ok(());
            }
        }
        if is_space(byte) {
            self.space(grids)?;
            self.line += u64::from(byte == b'\n');
            return Ok(());
        }
        match self.next {
            Next::Count(count) => {
                let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'));
                let count =
                    digit.and_then(|digit| count.unwrap_or(0).checked_mul(10)?.checked_add(digit));
                self.next = Next::Count(Some(count.ok_or(self.malformed(Cause::Count))?));
            }
            Next::Grids(_) if byte == b'e' && self.problem.has_end() => {
                if self.length > 0 {
                    return Err(self.malformed(Cause::Incomplete(self.length)));
                }
                self.next = Next::Anything;
            }
            Next::Grids(_) if !is_symbol(byte) => {
                return Err(self.malformed(Cause::Symbol(byte)));
            }
            Next::Grids(_) if self.length == Cell::COUNT => {
                return Err(self.malformed(Cause::Length(self.length)));
            }
            Next::Grids(_) => {
                self.symbols[self.length] = byte;
                self.length += 1;
                self.complete_if_unseparated(grids);
            }
            Next::Nothing => return Err(self.malformed(Cause::Trailing)),
            Next::Anything => {}
        }
        Ok(())
    }

    /// White space: the end of a number of grids and, where lines are grids, of a grid.
    fn space(&mut self, grids: &mut Vec<Grid>) -> Result<(), Malformed> {
        match self.next {
            Next::Count(Some(0)) => self.next = Next::Anything,
            Next::Count(Some(count)) => self.next = Next::Grids(count),
            Next::Grids(_) if self.problem == Problem::Acwing166 => match self.length {
                0 => {}
                Cell::COUNT => self.complete(grids),
                length => return Err(self.malformed(Cause::Length(length))),
            },
            _ => {}
        }
        Ok(())
    }

    /// Where white space is ignored, a grid is complete with its last symbol.
    fn complete_if_unseparated(&mut self, grids: &mut Vec<Grid>) {
        if self.length == Cell::COUNT && self.problem != Problem::Acwing166 {
            self.complete(grids);
        }
    }

    fn complete(&mut self, grids: &mut Vec<Grid>) {
        grids.push(Grid(self.symbols));
        self.length = 0;
        self.found += 1;
        self.next = match (self.problem, self.next) {
            (Problem::P1074, _) => Next::Nothing,
            (Problem::Poj2676, Next::Grids(1)) => Next::Anything,
            (Problem::Poj2676, Next::Grids(left)) => Next::Grids(left - 1),
            (_, next) => next,
        };
    }
}
