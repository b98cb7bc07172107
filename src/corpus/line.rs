//! Splits bytes into lines, in bounded memory.
//!
//! A line ends with LF, CR LF, or a lone CR (as old Macs wrote it; otherwise a file that lost one LF
//! would lose a puzzle), or CR CR LF (converted twice). The last line needs no end; a mark of DOS for
//! the end of a file, 0x1A, is no part of it. Of a line longer than [`MAX_LINE`]
//! only the beginning is kept.

use memchr::memchr2;
use std::io::{self, Read};

/// The maximum length of a line that is kept whole, in bytes.
pub(super) const MAX_LINE: usize = 65_536;

const BUFFER: usize = 4 * MAX_LINE;

/// The mark of DOS and CP/M for the end of a file: it may follow the last line, also several times.
const END_MARK: u8 = 0x1a;

/// The number of bytes kept of a longer line: enough for the 100 characters of a report.
const KEPT: usize = 512;

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its bytes, or the first of them.
    pub(super) text: &'a [u8],
    /// Whether it ends with a line end; only the last line may lack it.
    pub(super) has_end: bool,
    /// Whether it is longer than `MAX_LINE`. If so, `bytes` has only its beginning.
    pub(super) is_cut: bool,
}

/// Splits a stream of bytes into lines.
///
/// ```text
///   buffer  |.spent.|.......searched.......|...unsearched...|..free..|
///                   start                                   end
/// ```
pub(super) struct Lines<R> {
    input: R,
    buffer: Box<[u8]>,
    start: usize,
    end: usize,
    /// The number of bytes from `start` that are known to contain no line end.
    searched: usize,
    at_end: bool,
    /// Whether the last line ended with CR, so that an LF that follows belongs to it.
    after_cr: bool,
    /// The beginning of the long line that is being skipped; empty if there is none.
    long: Vec<u8>,
    /// The beginning of the long line that was returned last.
    shown: Vec<u8>,
    number: u64,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; BUFFER].into(),
            start: 0,
            end: 0,
            searched: 0,
            at_end: false,
            after_cr: false,
            long: Vec::new(),
            shown: Vec::new(),
            number: 0,
        }
    }

    /// The number of the line returned last, from 1.
    pub(super) const fn number(&self) -> u64 {
        self.number
    }

    /// The first bytes of the stream, up to 64 KiB. Call it before the first line is taken.
    pub(super) fn head(&mut self) -> io::Result<&[u8]> {
        while self.end < MAX_LINE && !self.at_end {
            self.fill()?;
        }
        Ok(&self.buffer[self.start..self.end])
    }

    /// Skips the first unread bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.start = (self.start + bytes).min(self.end);
    }

    /// The buffered bytes after the line returned last.
    pub(super) fn unread(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Skips this number of lines, which are the first `bytes` of the buffered bytes.
    pub(super) fn pass(&mut self, bytes: usize, lines: u64) {
        self.skip(bytes);
        self.number += lines;
        self.after_cr = false;
    }

    /// The next line; `None` at the end.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        loop {
            if self.after_cr && !self.skip_line_end() {
                self.fill()?;
                continue;
            }
            let unread = &self.buffer[self.start..self.end];
            if let Some(at) = memchr2(b'\n', b'\r', &unread[self.searched..]) {
                let length = self.searched + at;
                self.after_cr = unread[length] == b'\r';
                return Ok(Some(self.take(length, 1)));
            }
            self.searched = unread.len();
            if self.at_end {
                let end = unread.iter().rposition(|&byte| byte != END_MARK).map_or(0, |at| at + 1);
                let is_line = end > 0 || !self.long.is_empty();
                return Ok(is_line.then(|| self.take(end, 0)));
            }
            if self.searched > MAX_LINE {
                self.read_past();
            }
            self.fill()?;
        }
    }

    /// Skips what belongs to the line end that began with CR: LF, or CR LF, as in text files that were
    /// converted twice. Returns whether enough of it is in the buffer.
    fn skip_line_end(&mut self) -> bool {
        match &self.buffer[self.start..self.end] {
            [] | [b'\r'] if !self.at_end => return false,
            [b'\n', ..] => self.start += 1,
            [b'\r', b'\n', ..] => self.start += 2,
            _ => {}
        }
        self.after_cr = false;
        true
    }

    /// Returns the next `length` bytes as the end of a line.
    fn take(&mut self, length: usize, line_end: usize) -> Line<'_> {
        let start = self.start;
        let text = start..start + length;
        self.number += 1;
        let has_end = line_end > 0;
        let is_cut = length > MAX_LINE || !self.long.is_empty();
        if is_cut && self.long.is_empty() {
            self.long.extend_from_slice(&self.buffer[start..start + KEPT]);
        }
        self.start = text.end + line_end;
        self.searched = 0;
        if is_cut {
            std::mem::swap(&mut self.long, &mut self.shown);
            self.long.clear();
            return Line { number: self.number, text: &self.shown, has_end, is_cut };
        }
        let text = &self.buffer[text];
        let is_mark = text.first() == Some(&END_MARK) && text.iter().all(|&byte| byte == END_MARK);
        Line { number: self.number, text: if is_mark { &[] } else { text }, has_end, is_cut }
    }

    /// Drops the unread bytes, the middle of a long line, and keeps the line's beginning.
    fn read_past(&mut self) {
        if self.long.is_empty() {
            self.long.extend_from_slice(&self.buffer[self.start..self.start + KEPT]);
        }
        (self.start, self.end, self.searched) = (0, 0, 0);
    }

    /// Reads more bytes after the unread ones.
    fn fill(&mut self) -> io::Result<()> {
        if self.buffer.len() - self.end < MAX_LINE || self.start == self.end {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.at_end = true,
                Ok(bytes) => self.end += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns at most this number of bytes per read.
    struct Trickle<'a>(&'a [u8], usize);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let bytes = self.1.min(buffer.len()).min(self.0.len());
            buffer[..bytes].copy_from_slice(&self.0[..bytes]);
            self.0 = &self.0[bytes..];
            Ok(bytes)
        }
    }

    fn lines(input: &[u8], at_a_time: usize) -> Vec<(u64, Vec<u8>, bool)> {
        let mut lines = Lines::new(Trickle(input, at_a_time));
        let mut all = Vec::new();
        while let Some(line) = lines.next_line().expect("memory can be read") {
            all.push((line.number, line.text.to_vec(), line.is_cut));
        }
        all
    }

    #[test]
    fn every_kind_of_line_end_ends_a_line() {
        for at_a_time in [1, 2, 3, 100] {
            let texts: Vec<_> =
                lines(b"a\nb\r\n\r\nc\rd\n\re", at_a_time).into_iter().map(|line| line.1).collect();
            assert_eq!(texts, [&b"a"[..], b"b", b"", b"c", b"d", b"", b"e"]);
        }
        assert_eq!(lines(b"", 1), []);
        assert_eq!(lines(b"\n", 1), [(1, vec![], false)]);
        assert_eq!(lines(b"a\n", 1).len(), 1);
        assert_eq!(lines(b"a\r", 1).len(), 1);
    }

    #[test]
    fn long_lines_are_cut_and_the_next_line_is_whole() {
        for long in [MAX_LINE, MAX_LINE + 1, BUFFER - 1, BUFFER, BUFFER + 1, 5 * BUFFER] {
            for at_a_time in [1000, MAX_LINE, BUFFER] {
                let mut input = b"first\n".to_vec();
                input.extend(std::iter::repeat_n(b'l', long));
                input.extend_from_slice(b"\r\nnext");
                let lines = lines(&input, at_a_time);
                assert_eq!(lines.len(), 3, "{long} {at_a_time}");
                assert_eq!(lines[1].2, long > MAX_LINE, "{long} {at_a_time}");
                assert!(lines[1].1.len() >= KEPT && lines[1].1.iter().all(|&byte| byte == b'l'));
                assert_eq!(lines[2], (3, b"next".to_vec(), false), "{long} {at_a_time}");
            }
        }
    }
}
