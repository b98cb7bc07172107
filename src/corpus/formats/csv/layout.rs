//! The layout of a table: its delimiter, and which column holds what.
//!
//! The header decides. Where it names a column of puzzles, no other column is ever read in its place.
//! Without a name, the column of puzzles is the one with the most puzzles at the beginning of the file.

use super::cell;
use super::record::Record;
use crate::corpus::formats::head::Head;
use crate::corpus::formats::token::trim;
use crate::grid::symbol_digit;

/// The delimiter and the columns of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) delimiter: u8,
    /// The usual number of columns.
    pub(super) columns: usize,
    pub(super) puzzle: usize,
    pub(super) solution: Option<usize>,
    pub(super) count: Option<usize>,
    /// Whether the column of solutions was seen to hold some, and not only called so.
    pub(super) has_solutions: bool,
    pub(super) has_header: bool,
    /// Whether reading this as lines with labels would lose something.
    pub(super) is_more_than_lines: bool,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            delimiter: b',',
            columns: 1,
            puzzle: 0,
            solution: None,
            count: None,
            has_solutions: false,
            has_header: false,
            is_more_than_lines: false,
        }
    }
}

/// The delimiters, where the first line names none.
const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

/// The most records of a file's head that are looked at.
const SAMPLE: usize = 200;

/// The most lines that a record may have.
pub(super) const MAX_LINES: usize = 256;

/// The contents of the fields of one column.
#[derive(Clone, Copy, Default)]
struct Column {
    puzzles: usize,
    /// Full grids.
    full: usize,
    /// Fields that look like puzzles and cannot be read.
    unreadable: usize,
}

impl Column {
    /// The number of fields with puzzles, readable or not.
    const fn held(&self) -> usize {
        self.puzzles + self.full + self.unreadable
    }

    const fn holds(&self) -> bool {
        self.held() > 0
    }
}

/// What the name of a column says.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meaning {
    /// Puzzles; the lower the rank, the clearer the name.
    Puzzles(u8),
    Solutions,
    Counts,
}

impl Layout {
    /// The layout with the delimiter that fits the beginning of a file.
    pub(super) fn of(head: &Head<'_>) -> Option<Self> {
        let first = head.bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next()?;
        match named_delimiter(first) {
            Some(delimiter) => Self::with(delimiter, head),
            None => {
                let layouts = || DELIMITERS.into_iter().filter_map(|d| Self::with(d, head));
                layouts().find(|layout| layout.columns > 1).or_else(|| layouts().next())
            }
        }
    }

    fn with(delimiter: u8, head: &Head<'_>) -> Option<Self> {
        let sample = Sample::of(head, delimiter);
        let first = sample.records.first()?;
        let meanings: Vec<_> = first.fields().map(meaning).collect();
        let has_puzzle = first.fields().any(|field| cell::puzzle(field).is_ok());
        let is_named = !has_puzzle && meanings.iter().any(Option::is_some);
        let names = if is_named { &meanings[..] } else { &[] };
        let columns = sample.columns();
        let widest = columns.len();
        let holds = |at: usize| columns.get(at).is_some_and(Column::holds);
        let any_holds = (0..widest).any(holds);
        let is_one_column = widest == 1
            && any_holds
            && (sample.is_quoted || matches!(names, [Some(Meaning::Puzzles(0 | 1))]));
        let several = sample.records.iter().filter(|record| record.len() > 1).count();
        if !is_one_column && (widest < 2 || 2 * several < sample.records.len()) {
            return None;
        }
        let puzzle = named_puzzles(names, &columns);
        let named = names.iter().filter(|name| name.is_some()).count();
        if !any_holds && (puzzle.is_none() || named < 2) {
            return None;
        }
        let most = |count: &dyn Fn(&Column) -> usize| {
            let may = |at: &usize| !matches!(names.get(*at), Some(Some(Meaning::Solutions)));
            let best = (0..widest).rev().filter(may).max_by_key(|&at| count(&columns[at]))?;
            (count(&columns[best]) > 0).then_some(best)
        };
        // Under names none of which is that of puzzles, full grids beside other columns are answers.
        let has_words = names.is_empty()
            && widest > 1
            && !has_puzzle
            && first.fields().all(is_name)
            && !first.fields().all(is_cell);
        // Otherwise these are lines of puzzles with labels.
        let is_table = head.puzzles == 0 || columns.iter().any(|column| column.full > 0);
        let puzzle = puzzle
            .or_else(|| most(&|column| column.puzzles))
            .or_else(|| most(&|column| column.unreadable).filter(|_| is_table))
            .or_else(|| most(&|column| column.full).filter(|_| !has_words))
            .or_else(|| (0..names.len()).find(|&at| names[at].is_none()))
            .or_else(|| has_words.then_some(0))?;
        // Grids with commas may have a caption that is a known name, and one line of 81 symbols.
        let held = columns.get(puzzle).map_or(0, Column::held);
        let has_answers = names.contains(&Some(Meaning::Solutions));
        let is_row_of_names = widest > 1 && first.len() == sample.usual_width();
        let has_names = is_row_of_names && (named > 0 || has_words);
        if named < 2 && !has_answers && !has_names && 2 * held + 1 < sample.records.len() {
            return None;
        }
        let position = |wanted| names.iter().position(|name| *name == Some(wanted));
        let is_answers = |at: &usize| names[*at] == Some(Meaning::Solutions);
        let answers = || (0..names.len()).filter(is_answers);
        let is_full = |at: &usize| columns.get(*at).is_some_and(|column| column.full > 0);
        let solution = answers()
            .find(is_full)
            .or_else(|| answers().next())
            .or_else(|| (0..widest).filter(|&at| at != puzzle).find(|&at| columns[at].full > 0));
        let solution = solution.filter(|&at| at != puzzle);
        let has_solutions = solution.is_some_and(|at| columns.get(at).is_some_and(|c| c.full > 0));
        let count = position(Meaning::Counts);
        let field = first.field(puzzle).unwrap_or_default();
        let has_header = is_named || !has_puzzle && is_word(trim(field));
        Some(Self {
            delimiter,
            columns: sample.usual_width(),
            puzzle,
            solution,
            count,
            has_solutions,
            has_header,
            is_more_than_lines: has_header || puzzle > 0 || solution.is_some() || sample.is_quoted,
        })
    }
}

/// The column that a header names as that of the puzzles. Of several equally clear names, the one
/// whose column holds puzzles counts; of none that does, the first.
fn named_puzzles(names: &[Option<Meaning>], columns: &[Column]) -> Option<usize> {
    let with = |rank| {
        let is_so = move |at: &usize| names[*at] == Some(Meaning::Puzzles(rank));
        (0..names.len()).filter(is_so)
    };
    let holds = |at: &usize| columns.get(*at).is_some_and(Column::holds);
    let has_puzzles = |at: &usize| columns.get(*at).is_some_and(|column| column.puzzles > 0);
    // A name that only contains a known word must be confirmed by the column, unless no column holds
    // puzzles but those of full grids.
    let is_full = |column: &Column| column.puzzles + column.unreadable == 0;
    let is_other = !columns.iter().all(is_full);
    let may = |at: &usize| if is_other { holds(at) } else { true };
    let exact = [0, 1].map(|rank| with(rank).find(has_puzzles).or_else(|| with(rank).next()));
    let partial = [2, 3].map(|rank| with(rank).find(has_puzzles).or_else(|| with(rank).find(may)));
    exact.into_iter().chain(partial).flatten().next()
}

/// The first records of a file.
struct Sample {
    records: Vec<Record>,
    is_quoted: bool,
}

impl Sample {
    fn of(head: &Head<'_>, delimiter: u8) -> Self {
        let mut sample = Self { records: Vec::new(), is_quoted: false };
        let (mut record, mut lines) = (Record::new(delimiter), 0);
        for (at, line) in head.whole_lines().enumerate() {
            let is_first = sample.records.is_empty() && lines == 0;
            let is_mark = at == 0 && named_delimiter(line).is_some();
            let is_comment = match line {
                [b'#', rest @ ..] => !(is_first && is_header(rest, delimiter)),
                [b';', ..] => delimiter != b';',
                _ => trim(line).is_empty(),
            };
            if is_mark || lines == 0 && is_comment {
                continue;
            }
            sample.is_quoted |= trim(line).starts_with(b"\"")
                || line.windows(2).any(|pair| pair == [delimiter, b'"']);
            lines += 1;
            let is_complete = record.feed(line);
            let is_lost = lines > 1 && record.is_malformed() || lines > MAX_LINES;
            if is_complete && !is_lost {
                sample.records.push(record.clone());
            }
            if is_complete || is_lost {
                record.clear();
                lines = 0;
            }
            if sample.records.len() == SAMPLE {
                break;
            }
        }
        sample
    }

    fn columns(&self) -> Vec<Column> {
        let widest = self.records.iter().map(Record::len).max().unwrap_or(0);
        let mut columns = vec![Column::default(); widest];
        for record in &self.records {
            for (column, field) in columns.iter_mut().zip(record.fields()) {
                match cell::puzzle(field) {
                    Ok(puzzle) if puzzle.clue_count() == 81 => column.full += 1,
                    Ok(_) => column.puzzles += 1,
                    Err(_) => column.unreadable += usize::from(cell::is_like_puzzle(field)),
                }
            }
        }
        columns
    }

    /// The width of most records.
    fn usual_width(&self) -> usize {
        let count = |width| self.records.iter().filter(|record| record.len() == width).count();
        let widths = self.records.iter().map(Record::len);
        widths.max_by_key(|&width| count(width)).unwrap_or(1)
    }
}

/// Whether the line, behind its `#`, names columns of puzzles: `#,puzzle` or `#puzzle,solution`.
fn is_header(line: &[u8], delimiter: u8) -> bool {
    line.split(|&byte| byte == delimiter)
        .any(|field| matches!(meaning(field), Some(Meaning::Puzzles(_))))
}

/// The delimiter that the first line names, as spreadsheets do: `sep=;`, also in quotes.
pub(super) fn named_delimiter(line: &[u8]) -> Option<u8> {
    let line = trim(line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line));
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [s, e, p, b'=', delimiter] if [*s, *e, *p].eq_ignore_ascii_case(b"sep") => Some(*delimiter),
        // The blanks around the line are its tab.
        [s, e, p, b'='] if [*s, *e, *p].eq_ignore_ascii_case(b"sep") => Some(b'\t'),
        _ => None,
    }
}

/// Whether a field of the column of puzzles is its name.
pub(super) fn is_word(field: &[u8]) -> bool {
    field.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_')
        && !field.iter().any(|byte| b".*".contains(byte))
}

/// Whether a field is one cell of a grid.
fn is_cell(field: &[u8]) -> bool {
    matches!(trim(field), &[symbol] if symbol_digit(symbol).is_some())
}

/// Whether a field of the first record is the name of a column; that of an index is empty.
fn is_name(field: &[u8]) -> bool {
    let text = trim(field);
    text.is_empty() || is_word(text) || text[0] >= 0x80 || text == b"#"
}

/// Names of the column of puzzles, clear ones and others.
const PUZZLES: [&[&str]; 2] = [
    &["puzzle", "puzzles", "quiz", "quizzes", "unsolved", "question", "questions"],
    &[
        "sudoku",
        "sudokus",
        "problem",
        "problems",
        "givens",
        "grid",
        "grids",
        "board",
        "boards",
        "input",
        "inputs",
        "start",
        "initial",
        "incomplete",
    ],
];

/// Names of the column of solutions.
const SOLUTIONS: [&str; 13] = [
    "final",
    "finished",
    "complete",
    "solution",
    "solutions",
    "solved",
    "answer",
    "answers",
    "output",
    "result",
    "target",
    "solve",
    "completed",
];

/// Names of the column of the number of solutions.
const COUNTS: [&str; 6] = [
    "solution_count",
    "solutions_count",
    "num_solutions",
    "n_solutions",
    "number_of_solutions",
    "count",
];

/// Words that say that a column holds something about puzzles, not the puzzles.
const ABOUT: [&str; 25] = [
    "id",
    "ids",
    "no",
    "nr",
    "num",
    "number",
    "index",
    "name",
    "type",
    "kind",
    "source",
    "size",
    "level",
    "difficulty",
    "rating",
    "hash",
    "date",
    "count",
    "length",
    "title",
    "author",
    "url",
    "link",
    "file",
    "time",
];

/// What the name of a column says; nothing if it is no known name.
fn meaning(field: &[u8]) -> Option<Meaning> {
    if field.len() > 64 {
        return None;
    }
    let text = String::from_utf8_lossy(field).to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_any = |names: &[&str]| words.iter().any(|word| names.contains(word));
    if COUNTS.contains(&words.join("_").as_str()) {
        return Some(Meaning::Counts);
    }
    if is_any(&SOLUTIONS) {
        return (!is_any(&ABOUT)).then_some(Meaning::Solutions);
    }
    // Ranks 0 and 1 are whole names, 2 and 3 are names that contain a known word.
    let rank = if is_any(PUZZLES[0]) { 0 } else { 1 };
    match words.len() {
        _ if !is_any(PUZZLES[usize::from(rank)]) || is_any(&ABOUT) => None,
        1 => Some(Meaning::Puzzles(rank)),
        _ => Some(Meaning::Puzzles(rank + 2)),
    }
}
