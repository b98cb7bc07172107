//! `numbers`: one puzzle per line, 81 numbers 0 to 9 with blanks, tabs or commas between them.
//!
//! The first line may contain counts (`8960 9`) or 81 names of columns. It is skipped and not reported.

use super::token::{has_minus_one, is_comment, number};
use super::{Format, Parser};
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;
use crate::grid::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "numbers",
    about: "a puzzle a line: 81 numbers with blanks, tabs or commas between them",
    detect: |head| {
        let is_puzzle = |line: &&[u8]| {
            let is_meant = head.puzzles == 0 && has_minus_one(line);
            puzzle(line).is_ok() || is_meant && numbers(line).count() == 81
        };
        head.lines.iter().take(2).any(is_puzzle)
    },
    parser: |_| Box::new(NumbersParser { is_first: true }),
    writer: None,
};

struct NumbersParser {
    is_first: bool,
}

impl Parser for NumbersParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        if is_comment(line.text) {
            return;
        }
        let is_first = std::mem::take(&mut self.is_first);
        match puzzle(line.text) {
            _ if line.is_cut => window.reject(line.number, Cause::LongLine, line.text),
            Ok(puzzle) => window.push(line.number, &puzzle, &[]),
            Err(_) if is_first && (is_counts(line.text) || is_header(line.text)) => {}
            Err(cause) => window.reject(line.number, cause, line.text),
        }
    }
}

fn numbers(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| matches!(byte, b' ' | b'\t' | b',')).filter(|number| !number.is_empty())
}

fn is_counts(line: &[u8]) -> bool {
    numbers(line).count() <= 3 && numbers(line).all(|count| number(count).is_some())
}

fn is_header(line: &[u8]) -> bool {
    let is_name = |word: &[u8]| number(word).is_none() && word.len() > 1;
    numbers(line).count() == 81 && numbers(line).all(is_name)
}

fn puzzle(line: &[u8]) -> Result<Puzzle, Cause> {
    let (mut symbols, mut count) = ([0; 81], 0);
    for number in numbers(line) {
        if let Some(symbol) = symbols.get_mut(count) {
            match number {
                [one] => *symbol = *one,
                b"-1" => return Err(Cause::MinusOne),
                _ => return Err(Cause::Number(count + 1)),
            }
        }
        count += 1;
    }
    if count != 81 {
        return Err(Cause::Length(count));
    }
    Puzzle::try_from(&symbols[..]).map_err(|_| Cause::of(&symbols))
}
