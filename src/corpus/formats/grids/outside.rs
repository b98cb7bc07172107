//! The lines between grids: captions, and cells that belong to no grid.

use super::shape::is_number;
use crate::corpus::formats::token::trim;
use crate::corpus::line::Line;
use crate::corpus::rejected::Cause;
use crate::corpus::window::Window;

/// The caption of the next grid, and the lines that may be lost cells.
#[derive(Default)]
pub(super) struct Outside {
    caption: Vec<u8>,
    stray: Option<Stray>,
}

/// Consecutive lines of one kind.
struct Stray {
    kind: Kind,
    line: u64,
    text: Vec<u8>,
    lines: u64,
    /// The number of symbols in the longest.
    symbols: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Lines of cells.
    Cells,
    /// Lines without words that all have the same number of characters. One is a caption.
    Signs,
}

/// Alike lines without words, from this number on, are no captions.
const SIGNS: u64 = 4;

impl Stray {
    /// Whether this may be the number of a grid.
    fn is_caption(&self) -> bool {
        self.lines == 1 && (self.kind == Kind::Signs || is_number(&self.text))
    }

    /// Whether these lines are more than captions; a single short number is no row of any grid.
    fn is_lost(&self) -> bool {
        match self.kind {
            Kind::Cells => self.lines > 1 || self.symbols > 3,
            Kind::Signs => self.lines >= SIGNS,
        }
    }
}

impl Outside {
    /// Takes a line of cells.
    pub(super) fn cells(&mut self, symbols: usize, line: Line<'_>, window: &mut Window) {
        if self.stray.as_ref().is_some_and(|stray| stray.kind != Kind::Cells) {
            self.end(window);
        }
        self.add(Kind::Cells, symbols, line);
    }

    /// Takes a line without words; it may be a caption.
    pub(super) fn signs(&mut self, line: Line<'_>, window: &mut Window) {
        let length = String::from_utf8_lossy(trim(line.text)).chars().count();
        let is_alike = |stray: &Stray| stray.kind == Kind::Signs && stray.symbols == length;
        if !self.stray.as_ref().is_some_and(is_alike) {
            self.end(window);
        }
        self.add(Kind::Signs, length, line);
        self.set_caption(line.text);
    }

    fn add(&mut self, kind: Kind, symbols: usize, line: Line<'_>) {
        let text = || line.text[..line.text.len().min(512)].to_vec();
        let begin = || Stray { kind, line: line.number, text: text(), lines: 0, symbols: 0 };
        let stray = self.stray.get_or_insert_with(begin);
        stray.lines += 1;
        stray.symbols = stray.symbols.max(symbols);
    }

    /// Whether a line of letters and digits goes on the lines of cells before it.
    pub(super) fn is_like_cells(&self, line: &[u8]) -> bool {
        let text = trim(line);
        let is_alike = |stray: &Stray| {
            stray.kind == Kind::Cells && stray.symbols > 9 && text.len() == stray.symbols
        };
        self.stray.as_ref().is_some_and(is_alike) && text.iter().all(u8::is_ascii_alphanumeric)
    }

    /// Whether lines of this number of signs came last.
    pub(super) fn has_signs(&self, length: usize) -> bool {
        self.stray.as_ref().is_some_and(|s| s.kind == Kind::Signs && s.symbols == length)
    }

    /// Takes a caption.
    pub(super) fn set_caption(&mut self, text: &[u8]) {
        self.caption.clear();
        self.caption.extend_from_slice(trim(text));
    }

    /// Takes an empty line. Lines of unknown signs may be in bands.
    pub(super) fn gap(&mut self, window: &mut Window) {
        if self.stray.as_ref().is_some_and(|s| s.kind == Kind::Cells && !s.is_caption()) {
            self.end(window);
        }
    }

    /// Takes the beginning of a grid: a number before it is its caption.
    pub(super) fn begin_grid(&mut self, window: &mut Window) {
        match self.stray.take_if(|stray| stray.is_caption()) {
            Some(stray) => self.set_caption(&stray.text),
            None => self.end(window),
        }
    }

    /// Reports lines of cells that belong to no grid.
    pub(super) fn end(&mut self, window: &mut Window) {
        if let Some(stray) = self.stray.take().filter(Stray::is_lost) {
            window.reject(stray.line, Cause::Stray(stray.lines, stray.symbols), &stray.text);
        }
    }

    /// The caption of the grid that ends; the next one has none yet.
    pub(super) fn take_caption(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.caption)
    }
}
