//! Common parts of the formats: blanks, separators, tokens.

use crate::grid::Puzzle;

pub(super) fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

pub(super) fn is_separator(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b':')
}

pub(super) fn trim_start(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|byte| !is_blank(byte)).unwrap_or(text.len());
    &text[start..]
}

pub(super) fn trim(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    trim_start(&text[..end])
}

/// Whether the line is a comment or blank.
pub(super) fn is_comment(line: &[u8]) -> bool {
    matches!(trim_start(line), [] | [b'#' | b';', ..])
}

/// The words between blanks.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(is_blank).filter(|word| !word.is_empty())
}

/// The first token between separators that is a puzzle, and its position.
pub(super) fn find_puzzle(text: &[u8]) -> Option<(Puzzle, usize)> {
    let mut start = 0;
    for token in text.split(is_separator) {
        if let Ok(puzzle) = Puzzle::try_from(token) {
            return Some((puzzle, start));
        }
        start += token.len() + 1;
    }
    None
}

/// A number of at most 18 digits.
pub(super) fn number(text: &[u8]) -> Option<u64> {
    let is_number = (1..=18).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0')))
}

/// Whether the text is a link, or holds one.
pub(super) fn is_link(text: &[u8]) -> bool {
    let has = |part: &[u8]| memchr::memmem::find(text, part).is_some();
    has(b"://") || has(b"?bd=") || has(b"&bd=") || text.starts_with(b"www.")
}

/// Whether these are digits and one other sign, as `53??7????`, too many for a label.
pub(super) fn is_masked(text: &[u8]) -> bool {
    let mut signs = text.iter().filter(|byte| !byte.is_ascii_digit());
    let first = signs.next();
    text.len() >= 40 && first.is_some_and(|first| signs.all(|sign| sign == first))
}

/// Whether a word of the text is `-1`.
pub(super) fn has_minus_one(text: &[u8]) -> bool {
    text.split(|byte| b" \t,;|[]".contains(byte)).any(|word| word == b"-1")
}
