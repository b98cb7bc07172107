//! `lines`: one puzzle per line, 81 symbols, and a label.
//!
//! A clue is one of 1-9, a blank one of `. 0 * _ - x X`. Blanks and tabs before the puzzle are
//! ignored. After it the line ends, or a blank, tab, `,`, `;` or `:` follows and then the label. If
//! the line begins with other text (an id), the first 81 symbols between these
//! separators are the puzzle, and the text before and after them is the label.
//!
//! Empty and blank lines are skipped. Lines that begin with `#` or `;` are comments. The word `end`
//! alone is the last line of the judges' input.
//!
//! A second puzzle on a line is reported, not dropped silently.
//!
//! Stored answers are `puzzle:count` and `puzzle:count:solution` (tdoku), and a solution directly
//! after the puzzle.

use super::entry::Entry;
use super::token::{
    find_puzzle, has_minus_one, is_comment, is_link, is_masked, is_separator, number, trim,
    trim_start,
};
use super::{Format, Parser, Taken, Writer};
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::{Stored, Window};
use crate::grid::{Puzzle, Solution, symbol_digit};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "lines",
    about: "a puzzle a line: 81 symbols, a label before or behind them",
    detect: |_| true,
    parser: |_| Box::new(LinesParser),
    writer: Some(Writer { name: "lines", header: "", write }),
};

/// Writes 81 symbols, the stored answer, the label.
fn write(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&entry.puzzle.to_line())?;
    if let Some(stored) = entry.stored {
        match (stored.solutions, stored.solution) {
            (Some(solutions), Some(solution)) => write!(out, ":{solutions}:{solution}")?,
            (Some(solutions), None) => write!(out, ":{solutions}")?,
            (None, Some(solution)) => write!(out, " {solution}")?,
            (None, None) => {}
        }
    }
    let label = entry.label_on_one_line();
    if !label.is_empty() {
        // A label behind a count begins with its own colon.
        let has_count = entry.stored.is_some_and(|stored| stored.solutions.is_some());
        out.write_all(if has_count { b":" } else { b" " })?;
        out.write_all(&label)?;
    }
    out.write_all(b"\n")
}

struct LinesParser;

impl Parser for LinesParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        if line.is_cut {
            window.reject(line.number, Cause::LongLine, line.text);
        } else if !take_puzzle(line, window) && !is_comment(line.text) && trim(line.text) != b"end"
        {
            window.reject(line.number, cause(line.text), line.text);
        }
    }

    /// Checks for a line end only at its expected position: no symbol of a puzzle is one.
    fn plain(&mut self, text: &[u8], first: u64, most: usize, window: &mut Window) -> Taken {
        let (mut rest, mut taken) = (text, 0);
        while taken < most
            && let Some((symbols, behind)) = rest.split_first_chunk::<81>()
            && let [b'\n', next @ ..] | [b'\r', b'\n', next @ ..] = behind
            && let Ok(puzzle) = Puzzle::try_from(symbols)
        {
            window.push_plain(first + taken as u64, &puzzle);
            taken += 1;
            rest = next;
        }
        Taken { bytes: text.len() - rest.len(), lines: taken as u64 }
    }
}

/// Adds the puzzle of a line to the window; returns whether there is one.
pub(super) fn take_puzzle(line: Line<'_>, window: &mut Window) -> bool {
    let text = trim_start(line.text);
    if let Some((symbols, rest)) = text.split_first_chunk::<81>()
        && rest.first().is_none_or(is_separator)
        && let Ok(puzzle) = Puzzle::try_from(symbols)
    {
        if rest.is_empty() {
            window.push(line.number, &puzzle, &[]);
        } else {
            window.push(line.number, &puzzle, &[label(rest)]);
            if let Some(stored) = stored(rest) {
                window.store(stored);
            }
            report_second(line, rest, window);
        }
        return true;
    }
    take_puzzle_with_id(line, text, window)
}

#[cold]
fn take_puzzle_with_id(line: Line<'_>, text: &[u8], window: &mut Window) -> bool {
    if is_comment(text) {
        return false;
    }
    let Some((puzzle, start)) = find_puzzle(text) else { return false };
    // A puzzle that cannot be read comes before its answer, which is not read in its place.
    let before = trim(&text[..start - 1]);
    if is_link(before) || is_masked(before) || before.split(is_separator).any(is_like_puzzle) {
        return false;
    }
    let (before, rest) = (&text[..start - 1], &text[start + 81..]);
    window.push(line.number, &puzzle, &[trim(before), label(rest)]);
    report_second(line, rest, window);
    true
}

/// Whether this was meant as a puzzle: many symbols of puzzles, or digits and one other sign.
fn is_like_puzzle(token: &[u8]) -> bool {
    let is_symbol = |symbol: &u8| symbol_digit(*symbol).is_some();
    token.len() >= 40 && token.iter().all(is_symbol) || is_masked(token)
}

/// Reports a second puzzle, unless it is a full grid, which is a solution.
fn report_second(line: Line<'_>, rest: &[u8], window: &mut Window) {
    let is_puzzle = |token: &[u8]| Puzzle::try_from(token).is_ok_and(|p| p.clue_count() < 81);
    if rest.len() > 81 && rest.split(is_separator).any(is_puzzle) {
        window.reject(line.number, Cause::Second, line.text);
    }
}

/// The label in the text after the symbols, without the separator.
fn label(rest: &[u8]) -> &[u8] {
    match trim(rest) {
        [b',' | b';' | b':', label @ ..] => trim_start(label),
        label => label,
    }
}

/// The answer in the text after the symbols.
fn stored(rest: &[u8]) -> Option<Stored> {
    let rest = trim(rest);
    if let [b':', rest @ ..] = rest {
        let mut fields = rest.split(|&byte| byte == b':');
        let solutions = Some(number(fields.next()?)?);
        let solution = fields.next().and_then(solution);
        return Some(Stored { solutions, solution });
    }
    let token = label(rest).split(is_separator).next()?;
    Some(Stored { solutions: None, solution: Some(solution(token)?) })
}

/// The solution of 81 digits.
pub(super) fn solution(text: &[u8]) -> Option<Solution> {
    Solution::from_numbers(*Puzzle::try_from(text).ok()?.numbers())
}

/// The cause for which the line has no puzzle.
pub(super) fn cause(line: &[u8]) -> Cause {
    if let Some(grid) = line.first_chunk::<81>()
        && grid.contains(&b' ')
        && grid.iter().all(|symbol| matches!(symbol, b' ' | b'1'..=b'9'))
    {
        return Cause::Spaces;
    }
    if is_link(line) {
        return Cause::Link;
    }
    if has_minus_one(line) && line.iter().filter(|byte| byte.is_ascii_digit()).count() >= 9 {
        return Cause::MinusOne;
    }
    let text = trim_start(line);
    let length = text.iter().position(is_separator).unwrap_or(text.len());
    Cause::of(&text[..length])
}
