//! `symbols`: 81 symbols per puzzle, with any line breaks, as in the input of POJ 3074. The first `e`
//! ends the input. It is only read by name, because other formats report faults more precisely.

use super::{Format, Parser};
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;
use crate::grid::{Puzzle, symbol_digit};

pub(super) const FORMAT: Format = Format {
    name: "symbols",
    about: "81 symbols a puzzle, white space ignored, the first e ends (only if named)",
    detect: |_| false,
    parser: |_| Box::new(SymbolsParser::default()),
    writer: None,
};

#[derive(Default)]
struct SymbolsParser {
    symbols: Vec<u8>,
    /// The line on which the puzzle begins.
    line: u64,
    has_ended: bool,
}

impl Parser for SymbolsParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        if self.has_ended {
            return;
        }
        if line.is_cut {
            self.symbols.clear();
            return window.reject(line.number, Cause::LongLine, line.text);
        }
        for &symbol in line.text {
            if symbol.is_ascii_whitespace() {
                continue;
            }
            if symbol == b'e' {
                return self.end(window);
            }
            if self.symbols.is_empty() {
                self.line = line.number;
            }
            self.symbols.push(symbol);
            if symbol_digit(symbol).is_none() {
                window.reject(line.number, Cause::Symbol(self.symbols.len(), symbol), line.text);
                // The puzzle is lost; the next begins on the next line.
                self.symbols.clear();
                return;
            }
            if let Ok(puzzle) = Puzzle::try_from(&self.symbols[..]) {
                window.push(self.line, &puzzle, &[]);
                self.symbols.clear();
            }
        }
    }

    fn end(&mut self, window: &mut Window) {
        if !self.symbols.is_empty() && !self.has_ended {
            window.reject(self.line, Cause::of(&self.symbols), &self.symbols);
        }
        self.has_ended = true;
    }
}
