//! The kind of a line among grids.

use crate::corpus::formats::token::{number, trim};
use crate::grid::symbol_digit;
use std::ops::RangeInclusive;

/// The kind of a line.
#[derive(Debug, PartialEq)]
pub(super) enum Shape {
    /// Nine symbols.
    Row([u8; 9]),
    /// Nine columns of digits and of spaces as blanks.
    Spaced([u8; 9]),
    /// Nine symbols behind a label: a digit or a letter.
    Labelled(u8, [u8; 9]),
    /// Nine numbers, some of several digits.
    Candidates,
    /// Nine cells, some of them -1.
    MinusOnes,
    /// Almost a row, with this number of symbols.
    AlmostRow(usize),
    /// Cells, but no row: this number of symbols.
    Cells(usize),
    Ruler,
    /// Text without words.
    Signs,
    Text,
}

impl Shape {
    pub(super) fn of(line: &[u8]) -> Self {
        let (symbols, length, is_drawn) = symbols(line);
        let symbols = &symbols[..length.min(MAX_SYMBOLS)];
        if is_drawn || is_ruler(symbols) {
            return Self::Ruler;
        }
        if let Some(row) = row(symbols) {
            return Self::Row(row);
        }
        if let Some(row) = spaced(line) {
            return Self::Spaced(row);
        }
        if let Some((label, row)) = labelled(line) {
            return Self::Labelled(label, row);
        }
        if words(line).count() == 9 {
            if words(line).all(|word| number(word).is_some()) {
                return Self::Candidates;
            }
            let is_cell = |word: &[u8]| word == b"-1" || word.len() == 1 && is_symbol(&word[0]);
            if words(line).all(is_cell) && words(line).any(|word| word == b"-1") {
                return Self::MinusOnes;
            }
        }
        let known = symbols.iter().filter(|symbol| symbol_digit(**symbol).is_some()).count();
        if is_date(line) {
            Self::Text
        } else if (6..=12).contains(&length) && 3 * known >= 2 * length {
            Self::AlmostRow(length)
        } else if length > 0 && are_cells(line, symbols, length) {
            Self::Cells(length)
        } else if length >= 9 && !has_word(line) {
            Self::Signs
        } else {
            Self::Text
        }
    }
}

/// A row of blanks where spaces are blanks.
pub(super) const NINE_SPACES: &[u8] = b"         ";

/// Whether the byte is a cell; `?` is a blank in grids only.
fn is_symbol(symbol: &u8) -> bool {
    symbol_digit(*symbol).is_some() || *symbol == b'?'
}

/// The row of nine symbols. `?` is a blank where all others are digits.
fn row(symbols: &[u8]) -> Option<[u8; 9]> {
    let mut row = <[u8; 9]>::try_from(symbols).ok()?;
    if row.iter().all(|symbol| symbol_digit(*symbol).is_some()) {
        return Some(row);
    }
    let is_read = |symbol: &u8| matches!(symbol, b'1'..=b'9' | b'?');
    row.iter().all(is_read).then(|| {
        row.iter_mut().filter(|symbol| **symbol == b'?').for_each(|symbol| *symbol = b'.');
        row
    })
}

/// The row of nine columns, digits and spaces, without drawn lines.
fn spaced(line: &[u8]) -> Option<[u8; 9]> {
    let (mut row, mut length) = ([b'.'; 9], 0);
    let mut rest = line;
    while let [first, behind @ ..] = rest {
        rest = match (first, behind) {
            (b'|' | b'!', _) => behind,
            (0xe2, [0x94 | 0x95, _, behind @ ..]) => behind,
            (b'1'..=b'9' | b' ', _) => {
                *row.get_mut(length)? = if *first == b' ' { b'.' } else { *first };
                length += 1;
                behind
            }
            _ => return None,
        };
    }
    (length == 9 && row.iter().any(u8::is_ascii_digit)).then_some(row)
}

/// Whether a row with spaces as blanks may be five numbers instead: `1 2 3 4 5`.
pub(super) fn may_be_list(row: &[u8; 9]) -> bool {
    row.iter().zip(0..).all(|(cell, at): (&u8, u8)| cell.is_ascii_digit() == at.is_multiple_of(2))
}

/// A label and, apart from it, nine symbols.
fn labelled(line: &[u8]) -> Option<(u8, [u8; 9])> {
    let (label, rest) = label(line)?;
    let (symbols, length, _) = symbols(rest);
    Some((label, row(symbols.get(..length)?)?))
}

/// The digit or letter that labels a row, and the text behind it: `A`, `1:`, `[1]`, `R1`, `row 1`.
fn label(line: &[u8]) -> Option<(u8, &[u8])> {
    let text = trim(line);
    let text = text.strip_prefix(b"[").or_else(|| text.strip_prefix(b"\"")).unwrap_or(text);
    let letters = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (word, behind) = text.split_at(letters);
    let (label, rest) = match (word, trim(behind)) {
        ([letter], _) if behind.first().is_some_and(is_behind_label) => (letter, behind),
        ([] | [_] | [_, _, _], [digit @ b'0'..=b'9', rest @ ..]) => (digit, rest),
        _ => return None,
    };
    rest.first().is_some_and(is_behind_label).then_some(())?;
    let end = rest.iter().position(|byte| !b":)]\"".contains(byte)).unwrap_or(rest.len());
    // A dot directly behind the label is no blank.
    Some((*label, rest.strip_prefix(b".").unwrap_or(&rest[end..])))
}

fn is_behind_label(byte: &u8) -> bool {
    b" \t|,;:)].\"".contains(byte)
}

/// More symbols than these are no row and no ruler of a 9x9 grid.
const MAX_SYMBOLS: usize = 128;

/// The symbols of a line without separators, their number, and whether horizontal
/// box-drawing characters are among them.
fn symbols(line: &[u8]) -> ([u8; MAX_SYMBOLS], usize, bool) {
    let (mut symbols, mut length, mut is_drawn) = ([0; MAX_SYMBOLS], 0, false);
    let mut rest = line;
    while let [first, behind @ ..] = rest {
        rest = behind;
        match (first, behind) {
            (b' ' | b'\t' | b'|' | b'!' | b',' | b';' | b'"' | b'[' | b']', _) => {}
            // A space that does not break.
            (0xc2, [0xa0, behind @ ..]) => rest = behind,
            // U+2500 to U+257F; the horizontal lines are the only ones that matter.
            (0xe2, [0x94 | 0x95, last, behind @ ..]) => {
                is_drawn |= matches!(last, 0x80 | 0x81 | 0x90);
                rest = behind;
            }
            _ => {
                if let Some(symbol) = symbols.get_mut(length) {
                    *symbol = *first;
                }
                length += 1;
            }
        }
    }
    (symbols, length, is_drawn)
}

/// The words between separators.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let is_apart = |byte: &u8| b" \t|,;\"[]".contains(byte);
    line.split(is_apart).filter(|word| !word.is_empty())
}

/// Whether these are drawn lines: dashes for the most part, and not nine symbols.
fn is_ruler(symbols: &[u8]) -> bool {
    let dashes = symbols.iter().filter(|symbol| matches!(symbol, b'-' | b'=')).count();
    let is_plain = symbols.len() == 9 && !symbols.iter().any(|symbol| b"+='".contains(symbol));
    dashes >= 3
        && 2 * dashes >= symbols.len()
        && !is_plain
        && symbols.iter().all(|symbol| b"-=+*:.'".contains(symbol))
}

/// Sizes of grids other than nine, in cells a row.
const SIZES: [usize; 9] = [4, 6, 8, 10, 12, 15, 16, 25, 36];

/// Whether these are cells of a grid of another size, or of a puzzle on one line.
fn are_cells(line: &[u8], symbols: &[u8], length: usize) -> bool {
    let known = symbols.iter().filter(|symbol| is_symbol(symbol)).count();
    if known == symbols.len() || length >= 60 && 4 * known >= 3 * symbols.len() {
        return true;
    }
    // As many symbols without a gap are no words.
    let is_long = |word: &[u8]| {
        let known = word.iter().filter(|byte| is_symbol(byte)).count();
        word.len() >= 60 && 3 * known >= word.len()
    };
    if line.split(|byte| b" \t".contains(byte)).any(is_long) {
        return true;
    }
    let count = words(line).count();
    let is_number = |word: &[u8]| number(word).is_some() || word.len() == 1 && is_symbol(&word[0]);
    // Digits beyond 9 are numbers, or letters.
    SIZES.contains(&count) && words(line).all(is_number)
        || length > 9 && SIZES.contains(&length) && are_letters(symbols, known)
}

/// Whether these are cells of a large grid with letters for digits: of one case, and with blanks or
/// digits among them, or without repetition.
fn are_letters(symbols: &[u8], known: usize) -> bool {
    let is_of = |range: RangeInclusive<u8>| {
        symbols.iter().all(|symbol| is_symbol(symbol) || range.contains(symbol))
    };
    let mut sorted = symbols.to_vec();
    sorted.sort_unstable();
    let is_distinct = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    (is_of(b'A'..=b'Z') || is_of(b'a'..=b'z')) && (5 * known >= symbols.len() || is_distinct)
}

/// Whether the text has a word: three letters or more, not all the same.
fn has_word(line: &[u8]) -> bool {
    line.split(|byte| !byte.is_ascii_alphabetic())
        .any(|word| word.len() >= 3 && word.iter().any(|letter| *letter != word[0]))
}

/// Whether the line is a date: `2024-11-30`, `30.11.2024`, `11/30/2024`.
fn is_date(line: &[u8]) -> bool {
    b"-./".iter().any(|separator| {
        let lengths = trim(line)
            .split(|byte| byte == separator)
            .map(|part| part.iter().all(u8::is_ascii_digit).then_some(part.len()));
        matches!(
            lengths.collect::<Vec<_>>()[..],
            [Some(4), Some(1 | 2), Some(1 | 2)] | [Some(1 | 2), Some(1 | 2), Some(4)]
        )
    })
}

/// Whether the line is a number, as captions are: `12`, `7.`, `#3`, `10.3`, `2024-11-30`.
pub(super) fn is_number(line: &[u8]) -> bool {
    let text = trim(line);
    let text = text.strip_prefix(b"#").unwrap_or(text);
    let text = text.strip_suffix(b".").or_else(|| text.strip_suffix(b":")).unwrap_or(text);
    let is_part = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    let parts = |separator: u8| text.split(move |&byte| byte == separator);
    let may = |separator: u8, most: usize| {
        parts(separator).count() <= most && parts(separator).all(is_part)
    };
    text.len() <= 10 && (may(b'.', 2) || may(b'-', 3) || may(b'/', 3))
}
