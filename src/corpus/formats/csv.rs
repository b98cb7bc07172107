//! `csv`: comma, semicolon or tab separated values (RFC 4180), one column of which holds puzzles.
//!
//! The first record is a header if its field in that column is a word. The column of puzzles is the
//! one that the header names, or otherwise the one with the most puzzles at the beginning of the file. The
//! column of solutions is found in the same way; the column of their number is found by its name. Answers
//! are kept, and a field that should be a solution but is not is reported. The other columns are the label.
//! A record without a puzzle in its column is reported with the line on which it begins. If a spreadsheet
//! dropped leading zeros, the reader does not guess them.

use super::entry::Entry;
use super::head::Head;
use super::lines::solution;
use super::token::{self, trim};
use super::{Format, Parser, Writer};
use crate::corpus::line::{Line, MAX_LINE};
use crate::corpus::rejected::Cause;
use crate::corpus::window::{Stored, Window};
use crate::grid::Puzzle;
use memchr::{memchr, memchr_iter};
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

/// Names of the column of puzzles in headers.
const PUZZLES: [&str; 14] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "unsolved",
    "sudoku",
    "question",
    "questions",
    "problem",
    "givens",
    "grid",
    "board",
    "input",
    "start",
];

/// Names of the column of solutions in headers.
const SOLUTIONS: [&str; 8] =
    ["solution", "solutions", "solved", "answer", "answers", "output", "result", "target"];

/// Names of the column of the number of solutions in headers.
const COUNTS: [&str; 6] = [
    "solution_count",
    "solutions_count",
    "num_solutions",
    "n_solutions",
    "number_of_solutions",
    "count",
];

/// The columns of a record.
#[derive(Clone, Copy, Debug)]
struct Layout {
    delimiter: u8,
    puzzle: usize,
    solution: Option<usize>,
    count: Option<usize>,
    /// Whether the column of solutions contains solutions, and is not only named so.
    has_solutions: bool,
    /// Whether the format `lines` would lose data of this file.
    is_more_than_lines: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            delimiter: b',',
            puzzle: 0,
            solution: None,
            count: None,
            has_solutions: false,
            is_more_than_lines: false,
        }
    }
}

/// The kinds of fields of one column.
#[derive(Clone, Copy, Default)]
struct Column {
    puzzles: usize,
    solutions: usize,
}

impl Layout {
    /// The layout under the delimiter that fits the beginning of a file best.
    fn of(head: &Head<'_>) -> Option<Self> {
        [b',', b';', b'\t'].into_iter().find_map(|delimiter| Self::with(delimiter, head))
    }

    fn with(delimiter: u8, head: &Head<'_>) -> Option<Self> {
        let is_named = head.lines.first().is_some_and(|line| names_delimiter(line));
        let lines = &head.lines[usize::from(is_named)..];
        let lines = &lines[..lines.len().min(SAMPLE)];
        let mut columns = Vec::new();
        let (mut widest, mut is_quoted, mut several) = (0, false, 0);
        for line in lines {
            let mut width = 0;
            for (at, field) in split(line, delimiter).enumerate() {
                width = at + 1;
                is_quoted |= field.first() == Some(&b'"');
                if columns.len() <= at {
                    columns.push(Column::default());
                }
                if let Ok(puzzle) = Puzzle::try_from(unquoted(field)) {
                    let is_full = puzzle.clue_count() == 81;
                    columns[at].puzzles += usize::from(!is_full);
                    columns[at].solutions += usize::from(is_full);
                }
            }
            widest = widest.max(width);
            several += usize::from(width > 1);
        }
        let first: Vec<_> = split(lines.first()?, delimiter).map(unquoted).collect();
        let is_one_column =
            widest == 1 && columns[0].puzzles > 0 && (is_quoted || is_one_of(&PUZZLES, first[0]));
        if !is_one_column && (widest < 2 || 2 * several < lines.len()) {
            return None;
        }
        let has_header = !first.iter().any(|field| Puzzle::try_from(*field).is_ok());
        let named = |names: &[&str]| {
            first.iter().position(|field| is_one_of(names, field)).filter(|_| has_header)
        };
        let most = |count: fn(&Column) -> usize| {
            let best = (0..columns.len()).rev().max_by_key(|&at| count(&columns[at]))?;
            (count(&columns[best]) > 0).then_some(best)
        };
        let holds =
            |&at: &usize| columns.get(at).is_some_and(|c: &Column| c.puzzles + c.solutions > 0);
        let none_holds = !(0..columns.len()).any(|at| holds(&at));
        let puzzle = named(&PUZZLES)
            .filter(|at| holds(at) || none_holds)
            .or_else(|| most(|column| column.puzzles))
            .or_else(|| most(|column| column.solutions))?;
        let solution = named(&SOLUTIONS).or_else(|| most(|column| column.solutions));
        let solution = solution.filter(|&at| at != puzzle);
        let has_solutions = solution.is_some_and(|at| columns[at].solutions > 0);
        let count = named(&COUNTS).filter(|&at| at != puzzle && Some(at) != solution);
        let is_more_than_lines = has_header && word(first.get(puzzle).copied().unwrap_or_default())
            || puzzle > 0
            || solution.is_some()
            || is_quoted;
        Some(Self { delimiter, puzzle, solution, count, has_solutions, is_more_than_lines })
    }
}

/// The number of lines of a file's head that are checked.
const SAMPLE: usize = 200;

/// The fields of a record without quotes in the middle of fields.
fn split(record: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    let mut is_quoted = false;
    record.split(move |&byte| {
        is_quoted ^= byte == b'"';
        byte == delimiter && !is_quoted
    })
}

fn unquoted(field: &[u8]) -> &[u8] {
    let field = trim(field);
    field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field)
}

/// Whether the line names the delimiter, as spreadsheets do with `sep=;`.
fn names_delimiter(line: &[u8]) -> bool {
    matches!(line, [b's', b'e', b'p', b'=', _])
}

fn is_one_of(names: &[&str], field: &[u8]) -> bool {
    names.iter().any(|name| field.eq_ignore_ascii_case(name.as_bytes()))
}

/// Whether a field of the column of puzzles is its name.
fn word(field: &[u8]) -> bool {
    field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && !field.iter().any(|byte| b".*".contains(byte))
}

struct CsvParser {
    layout: Layout,
    is_first: bool,
    quoted: csv_core::Reader,
    /// The fields of a record with quotes, one behind the other, and their ends.
    fields: Vec<u8>,
    ends: Vec<usize>,
    /// The lengths of both that the current record fills.
    filled: (usize, usize),
    /// The line on which the record begins, its text, and its lines so far.
    open: Option<(u64, Vec<u8>, u64)>,
}

impl CsvParser {
    fn new(layout: Layout) -> Self {
        let quoted = csv_core::ReaderBuilder::new().delimiter(layout.delimiter).build();
        let (fields, ends) = (vec![0; 2 * MAX_LINE], vec![0; 1024]);
        Self { layout, is_first: true, quoted, fields, ends, filled: (0, 0), open: None }
    }

    /// Takes a record without quotes.
    fn plain(&mut self, line: Line<'_>, window: &mut Window) {
        let delimiters = memchr_iter(self.layout.delimiter, line.text);
        let mut fields = Fields { text: line.text, delimiters, start: Some(0) };
        record(&self.layout, &mut self.is_first, line.number, line.text, &mut fields, window);
    }

    /// Takes a line of a record with quotes, which may continue in the next line.
    fn with_quotes(&mut self, line: Line<'_>, window: &mut Window) {
        let open = self.open.get_or_insert_with(|| (line.number, Vec::new(), 0));
        open.1.extend_from_slice(&line.text[..line.text.len().min(512)]);
        open.2 += 1;
        let (number, lines) = (open.0, open.2);
        let is_closed = self.feed(line.text) || self.feed(b"\n");
        if is_closed {
            let (_, text, _) = self.open.take().unwrap_or_default();
            let mut start = 0;
            let fields = &self.fields;
            let mut fields = self.ends[..self.filled.1].iter().map(|&end| {
                let field = &fields[start..end];
                start = end;
                field
            });
            record(&self.layout, &mut self.is_first, number, &text, &mut fields, window);
            self.filled = (0, 0);
        } else if lines >= MAX_LINES || self.filled.0 > MAX_LINE {
            self.give_up(window);
        }
    }

    /// Reads more of a record; returns whether it is complete.
    fn feed(&mut self, mut text: &[u8]) -> bool {
        loop {
            let (field, end) = self.filled;
            let (result, read, fields, ends) =
                self.quoted.read_record(text, &mut self.fields[field..], &mut self.ends[end..]);
            self.filled = (field + fields, end + ends);
            text = &text[read..];
            match result {
                csv_core::ReadRecordResult::Record => return true,
                csv_core::ReadRecordResult::InputEmpty | csv_core::ReadRecordResult::End => {
                    return false;
                }
                // More columns than any corpus has: the last ones are merged.
                csv_core::ReadRecordResult::OutputEndsFull => self.filled.1 = self.ends.len() - 1,
                csv_core::ReadRecordResult::OutputFull => {
                    self.fields.resize(2 * self.fields.len(), 0);
                }
            }
        }
    }

    /// Reports a record that does not end, and starts a new one.
    fn give_up(&mut self, window: &mut Window) {
        if let Some((number, text, lines)) = self.open.take() {
            window.reject(number, Cause::OpenQuote(lines), &text);
        }
        self.quoted.reset();
        self.filled = (0, 0);
    }
}

/// The maximum number of lines of a record.
const MAX_LINES: u64 = 100;

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
fn record(
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
            puzzle = Some(field);
        } else if Some(at) == layout.solution
            && let Some(solution) = solution(trim(field))
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
    match puzzle.map(|field| (field, parse(field))) {
        Some((_, Ok(puzzle))) => {
            window.push_with_label(number, &puzzle, start);
            if stored.solution.is_some() || stored.solutions.is_some() {
                window.store(stored);
            }
            if is_answer_bad {
                window.reject(number, Cause::Answer, text);
            }
            return;
        }
        Some((field, Err(_))) if is_first && word(trim(field)) => {}
        Some((field, Err(cause))) => {
            window.reject(number, cause, if text.is_empty() { field } else { text })
        }
        None => window.reject(number, Cause::Column(layout.puzzle + 1, columns), text),
    }
    window.drop_label(start);
}

/// The puzzle in a field.
fn parse(field: &[u8]) -> Result<Puzzle, Cause> {
    Puzzle::try_from(trim(field)).map_err(|_| Cause::of(trim(field)))
}

impl Parser for CsvParser {
    fn line(&mut self, line: Line<'_>, window: &mut Window) {
        if line.is_cut {
            self.give_up(window);
            window.reject(line.number, Cause::LongLine, line.text);
        } else if self.open.is_some() || memchr(b'"', line.text).is_some() {
            self.with_quotes(line, window);
        } else if self.is_first && names_delimiter(line.text) {
            // It was seen in the head.
        } else if !trim(line.text).is_empty() && line.text[0] != b'#' {
            self.plain(line, window);
        }
    }

    fn end(&mut self, window: &mut Window) {
        self.give_up(window);
    }
}
