//! The beginning of a file, by which its format is recognised.

use super::token::{find_puzzle, is_comment};
use crate::corpus::line::MAX_LINE;

/// The first bytes of a file, up to 64 KiB.
pub(in crate::corpus) struct Head<'a> {
    /// The bytes, without the byte order mark.
    pub(super) bytes: &'a [u8],
    /// The whole lines among them that are neither empty nor comments.
    pub(super) lines: Vec<&'a [u8]>,
    /// The number of these that contain 81 consecutive symbols.
    pub(super) puzzles: usize,
}

impl<'a> Head<'a> {
    /// The head of a file with these first bytes.
    pub(in crate::corpus) fn of(bytes: &'a [u8]) -> Self {
        let bytes = &bytes[super::bom(bytes)..];
        let mut lines: Vec<_> = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).collect();
        if bytes.len() >= MAX_LINE - 3 {
            let _ = lines.pop();
        }
        lines.retain(|line| !is_comment(line));
        let puzzles = lines.iter().filter(|line| find_puzzle(line).is_some()).count();
        Self { bytes, lines, puzzles }
    }

    /// The whole lines, also empty ones and comments.
    pub(super) fn whole_lines(&self) -> impl Iterator<Item = &'a [u8]> {
        let end = if memchr::memchr(b'\n', self.bytes).is_some() { b'\n' } else { b'\r' };
        let is_cut = self.bytes.len() >= MAX_LINE - 3;
        let last = memchr::memrchr(end, self.bytes).filter(|_| is_cut);
        self.bytes[..last.unwrap_or(self.bytes.len())]
            .split(move |&byte| byte == end)
            .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// The number of bytes that no text contains: control characters except white space.
    pub(super) fn control_bytes(&self) -> usize {
        let is_control = |byte: &&u8| matches!(**byte, 0..=8 | 14..=26 | 28..=31 | 127);
        self.bytes.iter().filter(is_control).count()
    }

    /// Whether the digits seem to be 0 to 8: some cells are `0`, some have another blank, and none is 9.
    pub(in crate::corpus) fn has_digits_to_8(&self) -> bool {
        let (mut zeros, mut blanks) = (false, false);
        for line in &self.lines {
            let is_apart = |byte: &u8| b" \t|,;:\"!".contains(byte);
            let is_blank = |byte: &u8| matches!(byte, b'.' | b'_' | b'*');
            let is_cell = |byte: &u8| byte.is_ascii_digit() || is_blank(byte);
            let cells = || line.split(is_apart).filter(|token| token.iter().all(is_cell));
            let of_puzzle = cells().filter(|token| token.len() == 81);
            let count: usize = cells().map(<[u8]>::len).sum();
            // A row of a grid, or cells apart.
            let is_row =
                matches!(count, 9 | 81) && line.iter().all(|byte| is_cell(byte) || is_apart(byte));
            for token in of_puzzle.chain(cells().filter(|_| is_row)) {
                if token.contains(&b'9') {
                    return false;
                }
                // In the same puzzle: one file may use both for blanks.
                let (has_zero, has_blank) = (token.contains(&b'0'), token.iter().any(is_blank));
                zeros |= has_zero && (has_blank || is_row);
                blanks |= has_blank && (has_zero || is_row);
            }
        }
        zeros && blanks
    }
}
