//! The formats of puzzle files, one file each, and their detection by content.
//!
//! A [`Parser`] gets one line after another and adds puzzles and rejected lines to a window.
//! Adding a format is its file, its `mod` line, and one line in [`FORMATS`].

mod csv;
mod grids;
mod head;
mod hodoku;
mod lines;
mod numbers;
mod refused;
mod symbols;
mod token;

pub(super) use head::Head;

use super::error::ErrorKind;
use super::line::Line;
use super::window::Window;
use crate::named::Named;

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

/// The format of a file with this beginning.
pub(super) fn detect(head: &Head<'_>) -> Result<&'static Format, ErrorKind> {
    if let Some(refused::Refusal { what, advice, .. }) = refused::find(head) {
        return Err(ErrorKind::Refused { what, advice });
    }
    let format = FORMATS.iter().find(|format| (format.detect)(head));
    Ok(format.unwrap_or(&FORMATS[FORMATS.len() - 1]))
}

/// The length of the byte order mark of UTF-8, if the file begins with one.
pub(super) fn bom(head: &[u8]) -> usize {
    if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 }
}
