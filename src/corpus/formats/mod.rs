//! The formats of puzzle files, one file each, and their detection by content.
//!
//! Each format reads and, where it can, writes. A [`Parser`] takes one line after another and adds
//! puzzles and rejected lines to a window. A [`Writer`] writes the puzzles of windows; the format
//! reads them back with the same puzzles and (but for grids) stored answers. A label keeps its
//! words; one that holds another puzzle is left out where it would be read as one.
//!
//! Adding a format is its file, its `mod` line, and one line in [`FORMATS`].

mod csv;
mod entry;
mod grids;
mod head;
mod hodoku;
mod lines;
mod magic;
mod numbers;
mod refused;
mod symbols;
mod token;

pub(super) use head::Head;
pub(super) use magic::of_archive;

use super::error::ErrorKind;
use super::line::Line;
use super::window::Window;
use crate::named::{Named, UnknownName};
use entry::Entry;
use std::io::{self, Write};

/// The formats, in the order of detection. The last takes all files that no other takes.
pub static FORMATS: &[Format] =
    &[hodoku::FORMAT, csv::FORMAT, numbers::FORMAT, grids::FORMAT, symbols::FORMAT, lines::FORMAT];

/// A format of puzzle files.
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// The description, in one line.
    pub about: &'static str,
    /// Whether a file with this beginning is of this format.
    detect: fn(&Head<'_>) -> bool,
    /// A parser for a file with this beginning.
    parser: fn(&Head<'_>) -> Box<dyn Parser>,
    /// How it is written; none if it is only read.
    pub writer: Option<Writer>,
}

/// Writes one format.
#[derive(Debug)]
pub struct Writer {
    /// The name of the format.
    pub name: &'static str,
    /// What comes before the puzzles.
    header: &'static str,
    write: fn(&Entry<'_>, &mut dyn Write) -> io::Result<()>,
}

/// Reads one format.
pub(super) trait Parser: Send {
    /// Takes the next line.
    fn line(&mut self, line: Line<'_>, window: &mut Window);

    /// Takes lines with only a puzzle from the front of a text that begins with line
    /// `first`, at most `most` of them, while this needs no search for line ends. A parser that takes
    /// none gets every line through [`Parser::line`].
    fn plain(&mut self, _text: &[u8], _first: u64, _most: usize, _window: &mut Window) -> Taken {
        Taken::default()
    }

    /// Takes the end of the file.
    fn end(&mut self, _window: &mut Window) {}
}

/// The number of bytes and lines taken from the front of a text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Taken {
    pub(super) bytes: usize,
    pub(super) lines: u64,
}

impl Format {
    pub(super) fn parser(&self, head: &Head<'_>) -> Box<dyn Parser> {
        (self.parser)(head)
    }
}

impl Named for Format {
    const KIND: &'static str = "format";

    fn name(&self) -> &'static str {
        self.name
    }

    fn all() -> &'static [Self] {
        FORMATS
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Format {}

impl Writer {
    /// All writers, that of the format `lines` first: the one that most programs read.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        FORMATS.iter().rev().filter_map(|format| format.writer.as_ref())
    }

    /// The writer of the format of this name.
    ///
    /// # Errors
    /// [`UnknownName`] if no format that is written has this name.
    pub fn named(name: &str) -> Result<&'static Self, UnknownName> {
        Self::all().find(|writer| writer.name == name).ok_or_else(|| {
            let known = Self::all().map(|writer| writer.name);
            UnknownName::new("format of the output", name, known)
        })
    }

    /// Writes what comes before the puzzles.
    ///
    /// # Errors
    /// If writing fails.
    pub fn begin(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.header.as_bytes())
    }

    /// Writes the puzzle at a position of a window, as the one of this number (from 1).
    ///
    /// # Errors
    /// If writing fails.
    ///
    /// # Panics
    /// If there is no such puzzle.
    pub fn write(
        &self,
        number: u64,
        window: &Window,
        position: usize,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        (self.write)(&Entry::of(number, window, position), out)
    }
}

/// The format of a file that begins so.
pub(super) fn detect(head: &Head<'_>) -> Result<&'static Format, ErrorKind> {
    if let Some((what, advice)) = refused::find(head) {
        return Err(ErrorKind::Refused { what, advice });
    }
    let format = FORMATS.iter().find(|format| (format.detect)(head));
    Ok(format.unwrap_or(&FORMATS[FORMATS.len() - 1]))
}

/// The length of the byte order mark of UTF-8, if the file begins with one.
pub(super) fn bom(head: &[u8]) -> usize {
    if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}
