//! The puzzle in a cell of a table.
//!
//! Spreadsheets and programs wrap 81 symbols: `="8.6..."`, `'8.6...`, symbols apart, rows on lines of
//! their own, lists in brackets. Where the cell then has 81 symbols, it is read. What a spreadsheet
//! has lost (leading zeros, digits in scientific notation) is not guessed.

use crate::corpus::formats::token::{is_link, is_masked, trim};
use crate::corpus::rejected::Cause;
use crate::grid::{Puzzle, symbol_digit};

/// The puzzle in a cell.
pub(super) fn puzzle(cell: &[u8]) -> Result<Puzzle, Cause> {
    let text = trim(cell);
    Puzzle::try_from(text).or_else(|_| wrapped(text))
}

#[cold]
fn wrapped(cell: &[u8]) -> Result<Puzzle, Cause> {
    let text = unwrapped(cell);
    if let Ok(puzzle) = Puzzle::try_from(text) {
        return Ok(puzzle);
    }
    let parts = || text.split(|byte| is_between(*byte)).filter(|part| !part.is_empty());
    if parts().any(|part| part == b"-1") {
        return Err(Cause::MinusOne);
    }
    let length = parts().next().map_or(0, <[u8]>::len);
    if parts().count() > 1 && parts().all(|part| part.len() == length) {
        let symbols: Vec<u8> = parts().take(82).flatten().copied().take(82).collect();
        return Puzzle::try_from(&symbols[..]).map_err(|_| Cause::of(&symbols_of(text)));
    }
    Err(cause(text))
}

/// The cell without what spreadsheets put around text: `="..."`, `'...`, quotes.
fn unwrapped(cell: &[u8]) -> &[u8] {
    let text = cell.trim_ascii();
    let text = text.strip_prefix(b"=").filter(|text| text.starts_with(b"\"")).unwrap_or(text);
    let quoted =
        |text: &'_ [u8]| text.len() >= 2 && text.starts_with(b"\"") && text.ends_with(b"\"");
    let text = if quoted(text) { &text[1..text.len() - 1] } else { text };
    let text = text.trim_ascii();
    match text.strip_prefix(b"'") {
        Some(text) => text.strip_suffix(b"'").unwrap_or(text),
        None => text,
    }
}

/// Whether the byte separates symbols or rows in a cell.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",|;[](){}'\"".contains(&byte)
}

fn symbols_of(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|&byte| !is_between(byte)).collect()
}

/// Why the text of a cell is no puzzle.
fn cause(text: &[u8]) -> Cause {
    if is_link(text) {
        Cause::Link
    } else if is_scientific(text) {
        Cause::Scientific
    } else if (20..81).contains(&text.len()) && text.iter().all(u8::is_ascii_digit) {
        Cause::LeadingZeros(text.len())
    } else {
        Cause::of(text)
    }
}

/// Whether this is a number as `8.06E+80`.
fn is_scientific(text: &[u8]) -> bool {
    let Some(at) = text.iter().position(|byte| matches!(byte, b'E' | b'e')) else { return false };
    let (mantissa, exponent) = (&text[..at], &text[at + 1..]);
    let is_mantissa = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b',');
    let exponent = exponent.strip_prefix(b"+").unwrap_or(exponent);
    mantissa.first().is_some_and(u8::is_ascii_digit)
        && mantissa.iter().all(is_mantissa)
        && (1..=3).contains(&exponent.len())
        && exponent.iter().all(u8::is_ascii_digit)
}

/// Whether the cell holds what was meant as a puzzle, readable or not.
pub(super) fn is_like_puzzle(cell: &[u8]) -> bool {
    let text = unwrapped(cell);
    let is_symbol = |byte: &&u8| symbol_digit(**byte).is_some() || is_between(**byte);
    let known = text.iter().filter(is_symbol).count();
    is_scientific(text)
        || is_link(text)
        || is_masked(text)
        || text.len() >= 40 && 4 * known >= 3 * text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str =
        "806000090009000700004013500023091000910760000000300000090200000700104080300800007";

    #[test]
    fn wrapped_puzzles_are_read() {
        let rows = |gap: &str| {
            let rows = PUZZLE.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row));
            rows.collect::<Vec<_>>().join(gap)
        };
        let apart = |gap: &str| PUZZLE.split("").collect::<Vec<_>>().join(gap);
        for cell in [
            PUZZLE.to_owned(),
            format!(" {PUZZLE}\t"),
            format!("=\"{PUZZLE}\""),
            format!("'{PUZZLE}"),
            format!("'{PUZZLE}'"),
            format!("\"{PUZZLE}\""),
            rows("\n"),
            rows("\r\n"),
            rows(" "),
            rows("|"),
            apart(" "),
            apart(","),
            format!("[{}]", apart(", ")),
        ] {
            let expected = PUZZLE.parse().map_err(|_| Cause::Spaces);
            assert_eq!(puzzle(cell.as_bytes()), expected, "{cell:?}");
            assert!(is_like_puzzle(cell.as_bytes()), "{cell:?}");
        }
    }

    #[test]
    fn what_is_lost_is_not_guessed() {
        let zeros = PUZZLE.replacen("806", "006", 1);
        for (cell, cause) in [
            (&zeros[2..], Cause::LeadingZeros(79)),
            ("8.06E+80", Cause::Scientific),
            ("8,06E+80", Cause::Scientific),
            ("", Cause::Length(0)),
            (&PUZZLE.replace("806", "80 6"), Cause::Length(82)),
            (&PUZZLE.replace('0', "-1 "), Cause::MinusOne),
            ("https://example.org/sudoku?bd=806", Cause::Link),
        ] {
            assert_eq!(puzzle(cell.as_bytes()), Err(cause), "{cell:?}");
        }
    }
}
