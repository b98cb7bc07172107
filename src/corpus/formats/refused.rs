//! Unsupported content that is recognised, with advice for the user.

use super::grids;
use super::head::Head;
use super::magic;

/// A kind of unsupported content.
struct Refusal {
    /// What it is.
    what: &'static str,
    /// What to do.
    advice: &'static str,
    detect: fn(&Head<'_>) -> bool,
}

/// What a file with this beginning is, and what to do, if it is not read.
pub(super) fn find(head: &Head<'_>) -> Option<(&'static str, &'static str)> {
    let looks = REFUSALS.iter().find(|refusal| (refusal.detect)(head));
    magic::find(head.bytes).or_else(|| looks.map(|refusal| (refusal.what, refusal.advice)))
}

/// Texts that are not read, by their form.
static REFUSALS: &[Refusal] = &[
    Refusal {
        what: "a Git LFS pointer, not the file itself",
        advice: "fetch the file with git lfs pull",
        detect: |head| head.bytes.starts_with(b"version https://git-lfs.github.com/spec/"),
    },
    Refusal {
        what: "compressed data in compressed data",
        advice: "decompress it once",
        detect: |head| {
            let magic: [&[u8]; 4] = [b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"];
            magic.iter().any(|magic| head.bytes.starts_with(magic)) && head.control_bytes() > 0
        },
    },
    Refusal {
        what: "binary data (or UTF-16 without a byte order mark)",
        advice: "expected text: lines of 81 symbols, CSV, or grids of nine rows",
        detect: |head| head.puzzles == 0 && 10 * head.control_bytes() > head.bytes.len(),
    },
    Refusal {
        what: "JSON",
        advice: "convert it to lines of 81 symbols, for instance with jq",
        detect: is_json,
    },
    Refusal {
        what: "XML or HTML",
        advice: "convert it to lines of 81 symbols; the game data of OpenSudoku are in \
                 data='...', one a line",
        detect: |head| {
            let text = head.bytes.trim_ascii_start();
            matches!(text, [b'<', b'?' | b'!' | b'a'..=b'z' | b'A'..=b'Z', ..])
        },
    },
    Refusal {
        what: "a custom shape of KSudoku",
        advice: "only 9x9 is read",
        detect: |head| {
            let mut counts = head.lines.iter().take(3).map(|line| integers(line));
            head.puzzles == 0
                && counts.next() == Some(Some(1))
                && counts.next() == Some(Some(3))
                && counts.next() == Some(Some(1))
                && !grids::has_rows(head)
        },
    },
    Refusal {
        what: "pencilmarks of 729 symbols",
        advice: "only clues are read: expected 81 symbols a puzzle",
        detect: |head| {
            let is_marks = |line: &&&[u8]| line.trim_ascii().len() == 729;
            head.puzzles == 0 && head.lines.iter().take(3).filter(is_marks).count() > 0
        },
    },
    Refusal {
        what: "grids of another size",
        advice: "only 9x9 is read: expected 81 symbols a line, or nine rows of nine",
        detect: |head| head.puzzles == 0 && is_of_another_size(head) && !grids::has_rows(head),
    },
];

fn is_json(head: &Head<'_>) -> bool {
    let text = head.bytes.trim_ascii_start();
    match text {
        [b'{', rest @ ..] => matches!(rest.trim_ascii_start(), [b'"' | b'}', ..]),
        [b'[', ..] => {
            let is_open = |byte: &u8| *byte == b'[' || byte.is_ascii_whitespace();
            let inner = text.iter().position(|byte| !is_open(byte)).map(|at| &text[at..]);
            inner.is_some_and(|inner| {
                matches!(inner, [b'{' | b'"' | b']' | b'0'..=b'9' | b'-', ..])
                    || inner.starts_with(b"null")
            })
        }
        _ => false,
    }
}

/// The number of integers that make up the line.
fn integers(line: &[u8]) -> Option<usize> {
    let words: Vec<_> = super::token::words(line).collect();
    let all = words.iter().all(|word| super::token::number(word).is_some());
    all.then_some(words.len())
}

/// Sizes of grids other than nine, in cells per row.
const SIZES: [usize; 9] = [4, 6, 8, 10, 12, 15, 16, 25, 36];

/// Whether the line is a row of this number of numbers, some of several digits.
fn is_row_of_numbers(line: &[u8], size: usize) -> bool {
    let words = || super::token::words(line);
    words().count() == size
        && words().all(|word| word == b"." || super::token::number(word).is_some())
        && words().any(|word| word.len() > 1)
}

/// Whether most lines have the length of a row, or of a grid, of one other size.
fn is_of_another_size(head: &Head<'_>) -> bool {
    SIZES.iter().any(|&size| {
        let is_so = |line: &&&[u8]| {
            let symbols = || line.iter().filter(|byte| !b" \t|,".contains(byte));
            let is_known = |symbol: &&u8| crate::grid::symbol_digit(**symbol).is_some();
            let (count, known) = (symbols().count(), symbols().filter(is_known).count());
            // Digits beyond 9 are letters.
            let are_cells =
                symbols().all(|symbol| is_known(&symbol) || symbol.is_ascii_alphabetic());
            are_cells && (count == size || count == size * size) && 3 * known >= count
                || is_row_of_numbers(line, size)
        };
        let alike = head.lines.iter().filter(is_so).count();
        alike >= 1 && alike >= size.min(4) && 2 * alike > head.lines.len()
            || head.lines.len() <= 3
                && head.lines.iter().any(|line| line.len() == size * size && is_so(&line))
    })
}
