//! An open corpus.

use super::compression::Compression;
use super::concatenated::Trailing;
use super::error::{CorpusError, ErrorKind};
use super::formats::{self, Format, Head, Parser};
use super::input::{Account, Input, Takes, lock};
use super::line::Lines;
use super::rejected::Cause;
use super::source::Source;
use super::text;
use super::window::Window;
use std::fmt;
use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// The options of a reader.
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The format; `None`: detected by content.
    pub format: Option<&'static Format>,
    /// Whether to compute [`Reader::crc32`].
    pub checksum: bool,
    /// When it is set, a pipe ends: with the last whole line that came out of it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// An open corpus, read window by window.
pub struct Reader {
    source: Source,
    lines: Lines<Box<dyn Read + Send>>,
    parser: Box<dyn Parser>,
    format: &'static Format,
    compression: Option<Compression>,
    trailing: Arc<OnceLock<Trailing>>,
    /// Whether the digits seem to be 0 to 8.
    has_digits_to_8: bool,
    /// Of a pipe: whether it is to end.
    stop: Option<Arc<AtomicBool>>,
    input: Input,
    account: Arc<Mutex<Account>>,
    /// Puzzles beyond the last window, from a line that holds several.
    carried: Window,
    puzzles: u64,
    rejected: u64,
    at_end: bool,
}

impl Reader {
    pub(super) fn open(source: &Source, options: &ReadOptions) -> Result<Self, CorpusError> {
        let takes = if options.checksum { Takes::Checksum } else { Takes::Nothing };
        let input = source.input(takes, options.stop.as_ref())?;
        let account = input.account();
        let text = text::text(input.clone())
            .map_err(|(error, compression)| read_error(source, compression, None, error))?;
        let compression = text.compression;
        let mut lines = Lines::new(text.bytes);
        let bytes =
            lines.head().map_err(|error| read_error(source, compression, Some(1), error))?;
        let head = Head::of(bytes);
        let format = match options.format {
            Some(format) => format,
            None => formats::detect(&head).map_err(|kind| source.error(None, kind))?,
        };
        let parser = format.parser(&head);
        let has_digits_to_8 = head.has_digits_to_8();
        let mark = formats::bom(bytes);
        lines.skip(mark);
        Ok(Self {
            source: source.clone(),
            lines,
            parser,
            format,
            compression,
            trailing: text.trailing,
            has_digits_to_8,
            stop: options.stop.clone().filter(|_| source.is_pipe()),
            input,
            account,
            carried: Window::new(),
            puzzles: 0,
            rejected: 0,
            at_end: false,
        })
    }

    /// Replaces the window's content by the next puzzles, at most `max_puzzles` of them, and the
    /// lines rejected on the way. Returns whether there may be more: at the end, `false`, together
    /// with the last puzzles.
    ///
    /// # Errors
    /// If reading fails, or compressed data are truncated or damaged. The window then contains
    /// the puzzles before the fault.
    pub fn read_window(
        &mut self,
        max_puzzles: usize,
        window: &mut Window,
    ) -> Result<bool, CorpusError> {
        window.clear();
        if !self.carried.is_empty() {
            std::mem::swap(window, &mut self.carried);
        }
        window.start_at(self.puzzles + window.len() as u64);
        let result = self.fill(max_puzzles, window);
        if window.len() > max_puzzles {
            let front = window.take_front(max_puzzles);
            self.carried = std::mem::replace(window, front);
        }
        self.puzzles += window.len() as u64;
        self.rejected += window.rejected().len() as u64;
        result.map(|more| more || !self.carried.is_empty())
    }

    fn fill(&mut self, max_puzzles: usize, window: &mut Window) -> Result<bool, CorpusError> {
        while window.len() < max_puzzles && window.rejected().len() < MAX_REJECTED {
            if self.at_end {
                return Ok(false);
            }
            let (text, first) = (self.lines.unread(), self.lines.number() + 1);
            let taken = self.parser.plain(text, first, max_puzzles - window.len(), window);
            if taken.lines > 0 {
                self.lines.pass(taken.bytes, taken.lines);
                continue;
            }
            let next = self.lines.next_line();
            let is_stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            match next {
                Ok(Some(line)) if line.has_end || !is_stopped => self.parser.line(line, window),
                Err(error) if !is_stopped => {
                    self.at_end = true;
                    let line = Some(self.lines.number() + 1);
                    return Err(read_error(&self.source, self.compression, line, error));
                }
                // The end. A pipe may be stopped within a line or within compressed data.
                _ => {
                    self.at_end = true;
                    self.parser.end(window);
                    if let Some(trailing) = self.trailing() {
                        let line = self.lines.number().max(1);
                        window.reject(line, Cause::Trailing(trailing), b"");
                    }
                }
            }
        }
        Ok(!self.at_end)
    }

    /// The source of the corpus.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The format of the corpus.
    #[must_use]
    pub const fn format(&self) -> &'static Format {
        self.format
    }

    /// The puzzles read so far.
    #[must_use]
    pub const fn puzzles(&self) -> u64 {
        self.puzzles
    }

    /// The lines rejected so far.
    #[must_use]
    pub const fn rejected(&self) -> u64 {
        self.rejected
    }

    /// What is suspect in the beginning of the corpus, although it is read.
    #[must_use]
    pub fn warning(&self) -> Option<&'static str> {
        self.has_digits_to_8.then_some(
            "0 and another sign are both read as blanks and there is no 9; if the digits are 0 to 8, \
             the puzzles are wrong: expected 1 to 9",
        )
    }

    /// What follows the compressed data.
    fn trailing(&self) -> Option<Trailing> {
        match &self.source {
            Source::Member(member) => member.trailing,
            _ => self.trailing.get().copied(),
        }
    }

    /// The stored bytes read so far, of [`Source::size`]; the reader is ahead of its windows.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        lock(&self.account).bytes
    }

    /// Reads the stored bytes that the windows did not need, so that [`Reader::crc32`] is that of
    /// all bytes. Then no more windows can be read.
    ///
    /// # Errors
    /// If reading fails.
    pub fn read_rest(&mut self) -> Result<(), CorpusError> {
        self.at_end = true;
        self.input.read_rest().map_err(|error| self.source.error(None, ErrorKind::Read(error)))
    }

    /// The CRC-32 of the bytes as stored, after all of them were read: that of
    /// [`Source::digest`]. `None` before, or if [`ReadOptions::checksum`] was not set.
    #[must_use]
    pub fn crc32(&self) -> Option<u32> {
        let account = lock(&self.account);
        let checksum = account.checksum.clone().filter(|_| account.at_end);
        checksum.map(crc32fast::Hasher::finalize)
    }
}

impl Source {
    /// Opens the corpus with its format detected.
    ///
    /// # Errors
    /// If it cannot be opened, or is recognised as unsupported.
    pub fn open(&self) -> Result<Reader, CorpusError> {
        Reader::open(self, &ReadOptions::default())
    }

    /// Opens the corpus with these options.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn open_with(&self, options: &ReadOptions) -> Result<Reader, CorpusError> {
        Reader::open(self, options)
    }
}

/// A window ends when it has this number of rejected lines, for any number of puzzles.
const MAX_REJECTED: usize = 65_536;

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("source", &self.source)
            .field("format", &self.format.name)
            .field("puzzles", &self.puzzles)
            .field("rejected", &self.rejected)
            .finish_non_exhaustive()
    }
}

/// Distinguishes faults of compressed data from faults of the disk.
fn read_error(
    source: &Source,
    compression: Option<Compression>,
    line: Option<u64>,
    error: io::Error,
) -> CorpusError {
    let is_member = matches!(source, Source::Member(_));
    let kind = match compression.or(is_member.then_some(Compression::Zip)) {
        Some(compression) if error.raw_os_error().is_none() => {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                ErrorKind::Truncated(compression)
            } else {
                ErrorKind::Corrupt(compression, error)
            }
        }
        _ => ErrorKind::Read(error),
    };
    source.error(line, kind)
}
