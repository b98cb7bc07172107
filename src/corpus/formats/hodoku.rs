//! `hodoku`: the library lines of HoDoKu,
//! `:technique:candidates:givens:deleted candidates:eliminations:placements:extra`.
//!
//! Among the givens `+` marks a digit that the solver has placed; it counts as a clue. The label is
//! the text before and after the givens.

use super::token::{is_comment, trim};
use super::{Format, Parser};
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;
use crate::grid::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "hodoku",
    about: "library lines of HoDoKu, :technique:candidates:givens:...",
    detect: |head| {
        let first = head.lines.first();
        first.is_some_and(|line| fields(line).is_some())
    },
    parser: |_| Box::new(HodokuParser),
    writer: None,
};

struct HodokuParser;

/// The givens, with the text before and after them.
fn fields(line: &[u8]) -> Option<[&[u8]; 3]> {
    let line = trim(line);
    let mut colons = memchr::memchr_iter(b':', line);
    let (first, start, end) = (colons.next()?, colons.nth(1)?, colons.next()?);
    let fields = [&line[1..start], &line[start + 1..end], &line[end + 1..]];
    (first == 0).then_some(fields)
}

impl Parser for HodokuParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        if is_comment(line.text) {
            return;
        }
        let Some([before, givens, behind]) = fields(line.text).filter(|_| !line.is_cut) else {
            let cause = if line.is_cut { Cause::LongLine } else { Cause::Fields };
            return window.reject(line.number, cause, line.text);
        };
        let symbols: Vec<u8> = givens.iter().copied().filter(|&symbol| symbol != b'+').collect();
        match Puzzle::try_from(&symbols[..]) {
            Ok(puzzle) => window.push(line.number, &puzzle, &[before, behind]),
            Err(_) => window.reject(line.number, Cause::of(&symbols), line.text),
        }
    }
}
