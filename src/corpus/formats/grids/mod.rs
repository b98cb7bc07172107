//! `grids`: a puzzle is nine rows of nine symbols, in many drawn forms.
//!
//! ```text
//!   Grid 01                  *-----------*        +-------+-------+
//!   003020600                |.9.|.7.|5.1|        | . 9 . | . 7 . |
//!   900305001                |---+---+---|        +-------+-------+
//! ```
//!
//! In a row, `|`, `!`, box-drawing characters, commas and blanks are ignored. Rulers are skipped.
//! Nine `-` are a row of blanks if `-` is the grid's blank, and a ruler if another symbol
//! is. An empty line ends a grid. The ninth row also ends it, so grids may follow each other without
//! a gap. If the file has an empty line between the bands of a grid, two empty lines end a grid.
//! A line of 81 symbols is a puzzle as in `lines`. Lines of numbers before the first grid are counts
//! (`2`, or `8960 9`). If the first count is the number of grids, it is checked. A line of words, or of
//! one number, between grids is a caption, the label of the grid below it. The section `[State]` of
//! `.sdk` files, a half-solved grid, is not read.
//!
//! `?` is a blank where all other symbols are digits; a space is one where every row has nine
//! columns. Labels of rows (`A` to `I`, `0` to `8`, `1` to `9`, `R1` to `R9`) are no cells. A row `0`
//! to `8` or `1` to `9` above nine rows are the numbers of columns.
//!
//! Lines of cells that belong to no grid of nine rows are reported: grids of other sizes, puzzles of
//! 80 symbols on a line, links, lines of equal length without words. If the number of rows without a gap
//! is no multiple of nine, the grids that may begin at a wrong row are reported, too.
//!
//! A row with a wrong number of symbols or an unknown symbol makes one rejected grid, not nine rejected
//! lines. Its remaining rows are skipped, so that the next grid is read correctly. If that line was a
//! caption, nine rows and a gap follow it: they are read.

mod block;
mod outside;
mod parser;
mod rows;
mod shape;

use super::entry::Entry;
use super::head::Head;
use super::token::trim;
use super::{Format, Writer};
use parser::GridsParser;
use shape::{Shape, may_be_list};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "grids",
    about: "nine rows of nine symbols, with or without boxes drawn",
    detect: has_rows,
    parser: |head| Box::new(GridsParser::new(is_banded(head), has_blank_rows(head))),
    writer: Some(Writer { name: "grids", header: "", write }),
};

/// Writes nine rows below a caption with the puzzle's number and its label; a stored answer is left
/// out.
fn write(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let separator = if entry.number > 1 { "\n" } else { "" };
    // The word has more letters than a line that could be taken for a row.
    write!(out, "{separator}Puzzle {}", entry.number)?;
    let label = entry.label_on_one_line();
    if !label.is_empty() {
        out.write_all(b": ")?;
        out.write_all(&label)?;
    }
    out.write_all(b"\n")?;
    for row in entry.puzzle.to_line().as_chunks::<9>().0 {
        out.write_all(row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Whether most lines at the beginning of a file are rows.
pub(super) fn has_rows(head: &Head<'_>) -> bool {
    let is_row = |line: &&&[u8]| match Shape::of(line) {
        Shape::Spaced(row) => !may_be_list(&row),
        Shape::Row(_) | Shape::Labelled(..) | Shape::Candidates | Shape::MinusOnes => true,
        _ => false,
    };
    let rows = head.lines.iter().filter(is_row).count();
    rows >= 3 && rows > head.puzzles
}

/// Whether nine spaces are a row: spaces are blanks, and lines without any character separate grids.
fn has_blank_rows(head: &Head<'_>) -> bool {
    let lines = || head.bytes.split(|&byte| byte == b'\n');
    let line = |line: &[u8]| line.strip_suffix(b"\r").unwrap_or(line).to_vec();
    let is_spaced =
        |text: &[u8]| matches!(Shape::of(text), Shape::Spaced(row) if !may_be_list(&row));
    let first = lines().position(|text| is_spaced(&line(text)));
    // The last one is the end of the text.
    let rows = first.map_or(0, |first| lines().count() - first - 1);
    first.is_some_and(|first| lines().skip(first).take(rows).any(|text| line(text).is_empty()))
}

/// Whether bands are separated by empty lines: most groups between empty lines have three rows.
fn is_banded(head: &Head<'_>) -> bool {
    let (mut rows, mut bands, mut others) = (0, 0, 0);
    for line in head.bytes.split(|&byte| byte == b'\n').chain([&b""[..]]) {
        let line = trim(line.trim_ascii_end());
        if matches!(Shape::of(line), Shape::Row(_)) {
            rows += 1;
        } else if line.is_empty() {
            bands += usize::from(rows == 3);
            others += usize::from(rows > 0 && rows != 3);
            rows = 0;
        }
    }
    bands >= 3 && bands > 2 * others
}
