//! `csv`: comma, semicolon or tab separated values (RFC 4180), one column of which holds puzzles.
//!
//! The first record is a header if it names columns. The column of puzzles is the one that the header
//! names, and no other is read in its place; without a name, it is the one with the most puzzles at
//! the beginning of the file. The column of solutions is found in the same way; the column of their
//! number is found by its name. Answers are kept, and a field that should be a solution but is not is
//! reported. The other columns are the label. A record without a puzzle in its column is reported with
//! the line on which it begins. If a spreadsheet dropped leading zeros, the reader does not guess them.
//!
//! A quoted field may have several lines. Where its end is missing, the record's first line is
//! reported, and the lines below it are read anew: they are not lost. Only `#` begins a comment, and
//! only where the line holds no puzzle in its column.

mod cell;
mod layout;
mod record;

use super::entry::Entry;
use super::lines::solution;
use super::token::{self, trim};
use super::{Format, Parser, Writer};
use crate::corpus::line::{Line, MAX_LINE};
use crate::corpus::rejected::Cause;
use crate::corpus::window::{Stored, Window};
use crate::grid::Solution;
use layout::{Layout, MAX_LINES, is_word, named_delimiter};
use memchr::{memchr, memchr_iter};
use record::Record;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "csv",
    about: "comma, semicolon or tab separated values with a column of puzzles",
    detect: |head| Layout::of(head).is_some_and(|layout| layout.is_more_than_lines),
    parser: |head| Box::new(CsvParser::new(Layout::of(head).unwrap_or_default())),
    writer: Some(Writer { name: "csv", header: "puzzle,solution,solution_count,label\n", write }),
};

/// Writes a record of [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180).
fn write(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&entry.puzzle.to_line())?;
    out.write_all(b",")?;
    if let Some(solution) = entry.stored.and_then(|stored| stored.solution) {
        out.write_all(&solution.to_line())?;
    }
    out.write_all(b",")?;
    if let Some(solutions) = entry.stored.and_then(|stored| stored.solutions) {
        write!(out, "{solutions}")?;
    }
    out.write_all(b",")?;
    let label = entry.label();
    if label.iter().any(|byte| b",\"\r\n".contains(byte)) {
        out.write_all(b"\"")?;
        for (at, part) in label.split(|&byte| byte == b'"').enumerate() {
            out.write_all(if at > 0 { b"\"\"" } else { b"" })?;
            out.write_all(part)?;
        }
        out.write_all(b"\"")?;
    } else {
        out.write_all(label)?;
    }
    out.write_all(b"\n")
}

struct CsvParser {
    layout: Layout,
    is_first: bool,
    /// The record that is being read, and its lines so far: number and text.
    record: Record,
    open: Vec<(u64, Vec<u8>)>,
    /// The number of bytes in these.
    open_bytes: usize,
}

/// The most bytes of the lines of a record.
const MAX_BYTES: usize = 2 * MAX_LINE;

impl CsvParser {
    fn new(layout: Layout) -> Self {
        let record = Record::new(layout.delimiter);
        Self { layout, is_first: true, record, open: Vec::new(), open_bytes: 0 }
    }

    /// Takes a line that begins a record.
    fn begin(&mut self, number: u64, line: &[u8], window: &mut Window) {
        if memchr(b'"', line).is_none() {
            let delimiters = memchr_iter(self.layout.delimiter, line);
            let mut fields = Fields { text: line, delimiters, start: Some(0) };
            return take(&self.layout, &mut self.is_first, number, line, &mut fields, window);
        }
        self.record.clear();
        if self.record.feed(line) {
            let fields = &mut self.record.fields();
            take(&self.layout, &mut self.is_first, number, line, fields, window);
        } else {
            self.keep(number, line);
        }
    }

    /// Takes a line of a record that began on an earlier one.
    fn go_on(&mut self, number: u64, line: &[u8], window: &mut Window) {
        self.keep(number, line);
        if self.is_record(line) && !self.completes(line) {
            return self.resynchronise(window);
        }
        let is_complete = self.record.feed(line);
        if self.record.is_malformed()
            || !is_complete && (self.open.len() >= MAX_LINES || self.open_bytes > MAX_BYTES)
        {
            return self.resynchronise(window);
        }
        if is_complete {
            let lines = std::mem::take(&mut self.open);
            self.open_bytes = 0;
            let (number, text) = &lines[0];
            let fields = &mut self.record.fields();
            take(&self.layout, &mut self.is_first, *number, text, fields, window);
        }
    }

    fn keep(&mut self, number: u64, line: &[u8]) {
        self.open_bytes += line.len();
        self.open.push((number, line.to_vec()));
    }

    /// Whether a line is by itself a record with a puzzle: a quote that is open before it was not
    /// meant to open a field.
    fn is_record(&self, line: &[u8]) -> bool {
        if line.len() < 81 {
            return false;
        }
        let mut record = Record::new(self.layout.delimiter);
        record.feed(line)
            && record.len() == self.layout.columns
            && record.field(self.layout.puzzle).is_some_and(|field| cell::puzzle(field).is_ok())
    }

    /// Whether a line ends the open record and brings its puzzle: the quoted field is a note before it.
    fn completes(&self, line: &[u8]) -> bool {
        let mut record = self.record.clone();
        self.record.len() < self.layout.puzzle
            && record.feed(line)
            && !record.is_malformed()
            && record.len() == self.layout.columns
            && record.field(self.layout.puzzle).is_some_and(|field| cell::puzzle(field).is_ok())
    }

    /// Reports the line on which an open record begins, and takes the lines below it anew.
    fn resynchronise(&mut self, window: &mut Window) {
        self.open_bytes = 0;
        let mut lines = std::mem::take(&mut self.open).into_iter();
        if let Some((number, text)) = lines.next() {
            window.reject(number, Cause::OpenQuote, &text);
        }
        for (number, text) in lines {
            self.text(number, &text, window);
        }
    }

    fn text(&mut self, number: u64, line: &[u8], window: &mut Window) {
        if !self.open.is_empty() {
            self.go_on(number, line, window);
        } else if trim(line).is_empty() || self.is_first && named_delimiter(line).is_some() {
            // The delimiter was seen in the head.
        } else if line[0] != b'#' || self.is_data(line) {
            self.begin(number, line, window);
        }
    }

    /// Whether a line that begins with `#` is no comment.
    #[cold]
    fn is_data(&self, line: &[u8]) -> bool {
        let mut record = Record::new(self.layout.delimiter);
        let _ = record.feed(line);
        self.is_first && self.layout.has_header
            || record.field(self.layout.puzzle).is_some_and(|field| cell::puzzle(field).is_ok())
    }
}

/// The fields of a record without quotes.
struct Fields<'a, I> {
    text: &'a [u8],
    delimiters: I,
    start: Option<usize>,
}

impl<'a, I: Iterator<Item = usize>> Iterator for Fields<'a, I> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.start?;
        let end = self.delimiters.next();
        self.start = end.map(|end| end + 1);
        Some(&self.text[start..end.unwrap_or(self.text.len())])
    }
}

/// Adds a record to the window.
fn take(
    layout: &Layout,
    is_first: &mut bool,
    number: u64,
    text: &[u8],
    fields: &mut dyn Iterator<Item = &[u8]>,
    window: &mut Window,
) {
    let is_first = std::mem::take(is_first);
    let (mut puzzle, mut columns) = (None, 0);
    let mut stored = Stored { solutions: None, solution: None };
    let mut is_answer_bad = false;
    let start = window.begin_label();
    for (at, field) in fields.enumerate() {
        columns = at + 1;
        if at == layout.puzzle {
            puzzle = Some(cell::puzzle(field).map_err(|cause| (cause, is_word(trim(field)))));
        } else if Some(at) == layout.solution
            && let Some(solution) = stored_solution(field)
        {
            stored.solution = Some(solution);
        } else if Some(at) == layout.count
            && let Some(count) = token::number(trim(field))
        {
            stored.solutions = Some(count);
        } else if !field.is_empty() {
            is_answer_bad |= layout.has_solutions && Some(at) == layout.solution;
            window.add_to_label(start, b',', trim(field));
        }
    }
    match puzzle {
        Some(Ok(puzzle)) => {
            window.push_with_label(number, &puzzle, start);
            if stored.solution.is_some() || stored.solutions.is_some() {
                window.store(stored);
            }
            if is_answer_bad {
                window.reject(number, Cause::Answer, text);
            }
            return;
        }
        Some(Err((_, is_word))) if is_first && (layout.has_header || is_word) => {}
        Some(Err((cause, _))) => window.reject(number, cause, text),
        None => window.reject(number, Cause::Column(layout.puzzle + 1, columns), text),
    }
    window.drop_label(start);
}

/// The solution in a cell.
fn stored_solution(cell: &[u8]) -> Option<Solution> {
    solution(trim(cell)).or_else(|| Solution::from_numbers(*cell::puzzle(cell).ok()?.numbers()))
}

impl Parser for CsvParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        if line.is_cut {
            self.end(window);
            window.reject(line.number, Cause::LongLine, line.text);
        } else {
            self.text(line.number, line.text, window);
        }
    }

    fn end(&mut self, window: &mut Window) {
        while !self.open.is_empty() {
            self.resynchronise(window);
        }
    }
}
