//! `lines`: a puzzle a line, 81 symbols, and a label behind them.
//!
//! A clue is one of 1-9, a blank one of `. 0 * _ - x X`. Blanks and tabs before the puzzle do not
//! count; behind it the line ends, or a blank, tab, `,`, `;` or `:` comes and then the label. Lines
//! that are empty or blank hold nothing, and those that begin with `#` or `;` are comments.

use super::{Format, Parser};
use crate::corpus::line::Line;
use crate::corpus::window::{Cause, Window};
use crate::grid::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "lines",
    about: "a puzzle a line: 81 symbols, then the line's end or a label",
    detect: |_| true,
    parser: |_| Box::new(LinesParser),
};

struct LinesParser;

impl Parser for LinesParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        let text = trim_start(line.text);
        if line.is_cut {
            window.reject(line.number, Cause::LongLine, line.text);
        } else if let Some((symbols, rest)) = text.split_first_chunk::<81>()
            && let Some(label) = label(rest)
            && let Ok(puzzle) = Puzzle::try_from(&symbols[..])
        {
            window.push(line.number, &puzzle, label);
        } else if !matches!(text, [] | [b'#' | b';', ..]) {
            window.reject(line.number, cause(line.text), line.text);
        }
    }
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn trim_start(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    &text[start..]
}

/// The label in what stands behind the symbols, without its separator; none if that does not
/// begin with one.
fn label(rest: &[u8]) -> Option<&[u8]> {
    match rest {
        [] => Some(rest),
        [b' ' | b'\t' | b',' | b';' | b':', ..] => {
            let label = match trim_start(rest) {
                [b',' | b';' | b':', label @ ..] => trim_start(label),
                label => label,
            };
            let end = label.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
            Some(&label[..end])
        }
        _ => None,
    }
}

/// Why the line holds no puzzle.
fn cause(line: &[u8]) -> Cause {
    if let Some(grid) = line.first_chunk::<81>()
        && grid.contains(&b' ')
        && grid.iter().all(|symbol| matches!(symbol, b' ' | b'1'..=b'9'))
    {
        return Cause::Spaces;
    }
    let text = trim_start(line);
    let separator = |byte: &u8| is_blank(byte) || matches!(byte, b',' | b';' | b':');
    let length = text.iter().position(separator).unwrap_or(text.len());
    Cause::of(&text[..length])
}
