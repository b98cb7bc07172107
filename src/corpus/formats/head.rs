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

    /// The number of bytes that no text contains: control characters except white space.
    pub(super) fn control_bytes(&self) -> usize {
        let is_control = |byte: &&u8| matches!(**byte, 0..=8 | 14..=26 | 28..=31 | 127);
        self.bytes.iter().filter(is_control).count()
    }
}
