//! What holds for any bytes read as a corpus: a plain function, shared by the fuzz targets and by
//! `tests/it/corpus_fuzz.rs`.

use dokubench::corpus::{Cause, FORMATS, Format, ReadOptions, Source, Window};
use dokubench::grid::{Puzzle, symbol_digit};
use dokubench::named::Named as _;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Everything read: puzzles with index, line and label; rejected lines; the error at the end.
type Everything = (Vec<(u64, u64, Puzzle, Vec<u8>)>, Vec<(u64, Cause, Vec<u8>)>, Option<String>);

/// Reads the bytes in windows of several sizes and checks what must hold for any bytes.
///
/// # Panics
/// If something does not hold.
pub(crate) fn check(bytes: &[u8], format: Option<&'static Format>) {
    let source = Source::Memory("fuzz".to_owned(), Arc::from(bytes));
    let whole = read(&source, format, usize::MAX);
    for size in [1, 7] {
        assert_eq!(read(&source, format, size), whole, "windows of {size}");
    }
    let (puzzles, rejected, error) = whole;
    assert!(puzzles.iter().enumerate().all(|(at, puzzle)| puzzle.0 == at as u64));
    assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.1));
    // A count in the first line can be found wrong at the end only.
    let lines = rejected.iter().filter(|rejected| !matches!(rejected.1, Cause::Count(..)));
    assert!(lines.is_sorted_by_key(|rejected| rejected.0));
    for (_, cause, text) in &rejected {
        assert!(text.len() <= 400 && String::from_utf8_lossy(text).chars().count() <= 100);
        assert!(!cause.to_string().is_empty() && !cause.kind().is_empty());
    }
    if let Some(error) = error {
        assert!(error.starts_with("fuzz: ") && !error.contains(char::is_control), "{error:?}");
    }
}

/// [`check`] with the format detected, and with each format.
///
/// # Panics
/// If something does not hold.
#[allow(dead_code, reason = "not every target checks all formats")]
pub(crate) fn check_all(bytes: &[u8]) {
    check(bytes, None);
    FORMATS.iter().for_each(|format| check(bytes, Some(format)));
}

/// [`check`] with the format of this name.
///
/// # Panics
/// If something does not hold.
#[allow(dead_code, reason = "not every target names a format")]
pub(crate) fn check_format(bytes: &[u8], name: &str) {
    check(bytes, Some(Format::named(name).expect("a format's name")));
}

/// Checks that the format `lines` finds what a reader of whole files finds.
///
/// # Panics
/// If it does not.
#[allow(dead_code, reason = "not every target checks lines")]
pub(crate) fn check_lines(bytes: &[u8]) {
    let lines = Format::named("lines").expect("it is always there");
    check(bytes, Some(lines));
    let source = Source::Memory("fuzz".to_owned(), Arc::from(bytes));
    let (puzzles, rejected, error) = read(&source, Some(lines), usize::MAX);
    if error.is_some() || bytes.len() > 60_000 || is_compressed_or_wide(bytes) {
        return;
    }
    let mut expected = (Vec::new(), Vec::new());
    for (number, line) in split(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)) {
        let first = line.iter().find(|byte| !b" \t".contains(byte));
        if matches!(first, None | Some(b'#' | b';')) {
            continue;
        }
        let mut tokens = line.split(|byte| b" \t,;:".contains(byte));
        let words = line.split(|byte| b" \t".contains(byte)).filter(|word| !word.is_empty());
        let mut is_hidden = false;
        let first = tokens.find_map(|token| {
            let puzzle = Puzzle::try_from(token).ok();
            is_hidden |= puzzle.is_none() && is_like_puzzle(token);
            let before = token.as_ptr() as usize - line.as_ptr() as usize;
            is_hidden |= puzzle.is_some() && before > 0 && hides(&line[..before - 1]);
            puzzle
        });
        match first.filter(|_| !is_hidden) {
            Some(puzzle) => {
                expected.0.push((number, puzzle));
                let is_second = |token| Puzzle::try_from(token).is_ok_and(|p| p.clue_count() < 81);
                if tokens.any(is_second) {
                    expected.1.push(number);
                }
            }
            None if words.eq([b"end"]) => {}
            None => expected.1.push(number),
        }
    }
    let found: Vec<_> = puzzles.iter().map(|puzzle| (puzzle.1, puzzle.2)).collect();
    let rejected: Vec<_> = rejected.iter().map(|rejected| rejected.0).collect();
    assert_eq!((found, rejected), expected, "{}", bytes.escape_ascii());
}

fn read(source: &Source, format: Option<&'static Format>, size: usize) -> Everything {
    let mut everything = Everything::default();
    let mut reader = match source.open_with(&ReadOptions { format, ..ReadOptions::default() }) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Vec::new(), Some(error.to_string())),
    };
    let mut window = Window::new();
    loop {
        let more = reader.read_window(size, &mut window);
        assert!(window.len() <= size);
        for at in 0..window.len() {
            let (index, line) = (window.indices()[at], window.lines()[at]);
            everything.0.push((index, line, window.puzzles()[at], window.label(at).to_vec()));
        }
        for rejected in window.rejected() {
            everything.1.push((rejected.line, rejected.cause, rejected.text.clone()));
        }
        match more {
            Ok(true) => {}
            Ok(false) => return everything,
            Err(error) => {
                everything.2 = Some(error.to_string());
                return everything;
            }
        }
    }
}

fn is_compressed_or_wide(bytes: &[u8]) -> bool {
    let magic: [&[u8]; 6] =
        [b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"\xff\xfe", b"\xfe\xff"];
    magic.iter().any(|magic| bytes.starts_with(magic))
}

/// Whether the text before a puzzle shows that it is the answer to another one.
fn hides(before: &[u8]) -> bool {
    let text = String::from_utf8_lossy(before);
    let text = text.trim_matches([' ', '\t']);
    let is_link = ["://", "?bd=", "&bd="].iter().any(|part| text.contains(part));
    is_link || text.starts_with("www.") || is_masked(before)
}

/// Whether these are digits and one other sign.
fn is_masked(text: &[u8]) -> bool {
    let is_blank = |byte: &u8| b" \t".contains(byte);
    let start = text.iter().take_while(|byte| is_blank(byte)).count();
    let end = text.iter().rev().take_while(|byte| is_blank(byte)).count();
    let text = text.get(start..text.len() - end).unwrap_or_default();
    let signs: BTreeSet<_> = text.iter().filter(|byte| !byte.is_ascii_digit()).collect();
    text.len() >= 40 && signs.len() == 1
}

/// Whether a token was meant as a puzzle: what follows it is not read in its place.
fn is_like_puzzle(token: &[u8]) -> bool {
    let has_symbols = token.iter().all(|&symbol| symbol_digit(symbol).is_some());
    token.len() >= 40 && has_symbols || is_masked(token)
}

/// Lines with their numbers, by the book: LF, CR LF, CR CR LF or CR ends a line; a mark of DOS for the end of
/// the file is no part of the last line.
fn split(bytes: &[u8]) -> Vec<(u64, &[u8])> {
    let (mut lines, mut start, mut at) = (Vec::new(), 0, 0);
    while at < bytes.len() {
        let end = [&b"\r\r\n"[..], b"\r\n", b"\r", b"\n"];
        let end = end.into_iter().find(|end| bytes[at..].starts_with(end));
        if let Some(end) = end {
            lines.push((lines.len() as u64 + 1, &bytes[start..at]));
            start = at + end.len();
        }
        at += end.map_or(1, <[u8]>::len);
    }
    let last = bytes[start..].iter().rposition(|&byte| byte != 0x1a).map_or(0, |at| at + 1);
    lines.push((lines.len() as u64 + 1, &bytes[start..start + last]));
    let is_mark = |line: &[u8]| line.iter().all(|&byte| byte == 0x1a);
    lines.into_iter().map(|(n, line)| (n, if is_mark(line) { &[] } else { line })).collect()
}
