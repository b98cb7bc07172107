//! The beginning of a file, by which its format is recognised.

use super::token::{find_puzzle, is_comment};
use crate::corpus::line::MAX_LINE;

/// The first bytes of a file, up to 64 KiB.
pub(in crate::corpus) struct Head<'a> {
    /// The bytes, without the byte order mark.
    pub(super) bytes: &'a [u8],
    /// The whole lines among them that are neither empty nor comments.
    pub(super) lines: Vec<&'a [u8]>,
    /// How many of these hold 81 symbols in a row.
    pub(super) puzzles: usize,
}

impl<'a> Head<'a> {
    /// The head of a file that begins so.
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

    /// How many of the bytes are no part of any text: control characters but for white space.
    pub(super) fn control_bytes(&self) -> usize {
        let is_control = |byte: &&u8| matches!(**byte, 0..=8 | 14..=26 | 28..=31 | 127);
        self.bytes.iter().filter(is_control).count()
    }
}
