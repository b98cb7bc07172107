//! `runs.csv`: one row per puzzle x isomorph x config.

use super::column::{self, ColumnSpec, names};
use super::field::{push_known, push_number, push_text};
use crate::counters::{self, COUNTERS, Counts, SEARCH_FREE};
use crate::goal::Status;
use crate::grid::Solution;
use std::io::Read;
use std::str::FromStr;

/// The file's name.
pub const FILE: &str = "runs.csv";

/// The columns before those of the counters.
const BEFORE: [ColumnSpec; 9] = [
    column::CORPUS,
    column::PUZZLE_INDEX,
    ColumnSpec::integer(
        "isomorph",
        "0 for the puzzle as given; from 1 the number of its random isomorph",
    ),
    column::CONFIG,
    column::ENGINE,
    ColumnSpec::text("goal", "what the search was asked for: first, unique, count:K or max_score"),
    ColumnSpec::text(
        "status",
        "decided: found (goal first), unique, multiple, counted, best or unsolvable; censored: \
         node_limit or time_limit; not searched: invalid (two equal clues in a unit); failed: \
         wrong (the answer failed verification) or error",
    ),
    ColumnSpec::integer(
        "solutions",
        "the solutions counted, up to the goal's K (2 for unique); K means K or more",
    )
    .empty("the run was not decided; the search prunes by a bound"),
    ColumnSpec::integer("score", "the best weighted sum of digits")
        .empty("the goal is not max_score; the run was not decided; there is no solution"),
];

/// The columns behind those of the counters.
const BEHIND: [ColumnSpec; 5] = [
    ColumnSpec::integer(SEARCH_FREE.0, SEARCH_FREE.1).empty(NOT_COUNTED),
    ColumnSpec::integer("passes", "the timed passes"),
    ColumnSpec::integer("time_ns_min", "the least time of the timed passes")
        .unit("ns")
        .empty(NOT_TIMED),
    ColumnSpec::integer("time_ns_median", "the median time of the timed passes")
        .unit("ns")
        .empty(NOT_TIMED),
    ColumnSpec::text("error", "what went wrong, of a run with status wrong or error")
        .empty("nothing went wrong"),
];

const NOT_COUNTED: &str = "the engine does not count it; the puzzle was not searched";
const NOT_TIMED: &str = "only blocks were timed; no timed pass; the puzzle was not searched";

/// What the columns hold; with `--solutions` one more follows, [`SOLUTION`].
pub const SPECS: [ColumnSpec; BEFORE.len() + counters::COUNT + BEHIND.len()] = {
    let mut columns = [column::CORPUS; _];
    let mut at = 0;
    while at < columns.len() {
        columns[at] = if at < BEFORE.len() {
            BEFORE[at]
        } else if at < BEFORE.len() + counters::COUNT {
            let counter = COUNTERS[at - BEFORE.len()];
            ColumnSpec::integer(counter.name, counter.definition).empty(NOT_COUNTED)
        } else {
            BEHIND[at - BEFORE.len() - counters::COUNT]
        };
        at += 1;
    }
    columns
};

/// The columns; with `--solutions` one more follows, [`SOLUTION`].
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// The column that `--solutions` adds.
pub const SOLUTION: ColumnSpec = ColumnSpec::text(
    "solution",
    "81 digits, row by row: the first solution found or, for max_score, the first of the best \
     score (only with --solutions)",
)
.empty("no solution was found; the run was not decided");

/// What became of one puzzle under one config.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// How the run ended.
    pub status: Status,
    /// Solutions counted; none for censored and failed runs.
    pub solutions: Option<u64>,
    /// The best score, for `max_score`.
    pub score: Option<u32>,
    /// The counters that the engine can give.
    pub counts: Counts,
    /// The number of timed passes.
    pub passes: u32,
    /// The least time of the timed passes.
    pub time_ns_min: Option<u64>,
    /// The median time of the timed passes.
    pub time_ns_median: Option<u64>,
}

/// Which puzzle a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleKey {
    /// The puzzle's number in its corpus, from 0.
    pub puzzle_index: u64,
    /// 0 for the puzzle as given, else the number of its isomorph.
    pub isomorph: u32,
}

/// Text that is the same in all rows of one corpus and config.
#[derive(Clone, Debug)]
pub struct Prefix {
    corpus: Vec<u8>,
    config: Vec<u8>,
}

impl Prefix {
    /// The text of a corpus, a config, an engine and a goal.
    #[must_use]
    pub fn new(corpus: &str, config: &str, engine: &str, goal: &str) -> Self {
        let joined = |texts: &[&str]| {
            let mut joined = Vec::new();
            for text in texts {
                push_text(&mut joined, text.as_bytes());
                joined.push(b',');
            }
            joined
        };
        Self { corpus: joined(&[corpus]), config: joined(&[config, engine, goal]) }
    }
}

/// Appends a row; `solution` is none if the file has no such column.
pub fn push_row(
    rows: &mut Vec<u8>,
    prefix: &Prefix,
    key: PuzzleKey,
    run: &Run,
    error: &str,
    solution: Option<Option<&Solution>>,
) {
    rows.extend_from_slice(&prefix.corpus);
    push_number(rows, key.puzzle_index);
    rows.push(b',');
    push_number(rows, u64::from(key.isomorph));
    rows.push(b',');
    rows.extend_from_slice(&prefix.config);
    rows.extend_from_slice(run.status.name().as_bytes());
    rows.push(b',');
    push_known(rows, run.solutions);
    push_known(rows, run.score.map(u64::from));
    for value in run.counts.values() {
        push_known(rows, value);
    }
    push_known(rows, run.counts.search_free.map(u64::from));
    push_known(rows, Some(u64::from(run.passes)));
    push_known(rows, run.time_ns_min);
    push_known(rows, run.time_ns_median);
    push_text(rows, error.as_bytes());
    if let Some(solution) = solution {
        rows.push(b',');
        if let Some(solution) = solution {
            rows.extend_from_slice(&solution.to_line());
        }
    }
    rows.push(b'\n');
}

/// A row as it is read back.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The corpus.
    pub corpus: &'a str,
    /// The puzzle.
    pub key: PuzzleKey,
    /// The config.
    pub config: &'a str,
    /// The engine.
    pub engine: &'a str,
    /// The goal.
    pub goal: &'a str,
    /// What became of it.
    pub run: Run,
    /// What went wrong, if anything did.
    pub error: &'a str,
}

/// The reason why a file is not a `runs.csv`.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// The file cannot be read, or is no CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The header is another.
    #[error("line 1: expected the columns {}", COLUMNS.join(","))]
    Header,
    /// A field does not hold what its column says.
    #[error("line {line}: {text:?} is no {column}")]
    Field {
        /// The line, from 1.
        line: u64,
        /// The column.
        column: &'static str,
        /// The field.
        text: String,
    },
}

/// Reads rows one after another.
#[derive(Debug)]
pub struct Reader<R> {
    csv: csv::Reader<R>,
    record: csv::StringRecord,
    /// Where each of [`COLUMNS`] is in the file. An older file may lack counters.
    places: [Option<usize>; COLUMNS.len()],
}

impl<R: Read> Reader<R> {
    /// A reader of a whole file.
    ///
    /// # Errors
    /// [`RowError::Header`] if a column is missing that is no counter.
    pub fn new(file: R) -> Result<Self, RowError> {
        let mut csv = csv::ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(file);
        let header = csv.headers()?;
        let places = COLUMNS.map(|column| header.iter().position(|name| name == column));
        let is_counter = |column: &str| COUNTERS.iter().any(|counter| counter.name == column);
        let mut columns = COLUMNS.iter().zip(places);
        if columns.any(|(column, place)| place.is_none() && !is_counter(column)) {
            return Err(RowError::Header);
        }
        Ok(Self { csv, record: csv::StringRecord::new(), places })
    }

    /// The next row, or none at the end.
    ///
    /// # Errors
    /// [`RowError`] if it is none.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, RowError> {
        if !self.csv.read_record(&mut self.record)? {
            return Ok(None);
        }
        Fields { record: &self.record, places: &self.places, next: 0 }.row().map(Some)
    }
}

/// The fields of a row, taken one after another in the order of [`COLUMNS`].
struct Fields<'a> {
    record: &'a csv::StringRecord,
    places: &'a [Option<usize>; COLUMNS.len()],
    next: usize,
}

impl<'a> Fields<'a> {
    fn row(mut self) -> Result<Row<'a>, RowError> {
        Ok(Row {
            corpus: self.text(),
            key: PuzzleKey { puzzle_index: self.number()?, isomorph: self.number()? },
            config: self.text(),
            engine: self.text(),
            goal: self.text(),
            run: Run {
                status: self.parsed(|text| text.parse().ok())?,
                solutions: self.known()?,
                score: self.known()?,
                counts: {
                    let mut values = [None; counters::COUNT];
                    for value in &mut values {
                        *value = self.known()?;
                    }
                    Counts::new(values, self.known::<u8>()?.map(|number| number != 0))
                },
                passes: self.number()?,
                time_ns_min: self.known()?,
                time_ns_median: self.known()?,
            },
            error: self.text(),
        })
    }

    /// The next field; empty if the file has no such column.
    fn text(&mut self) -> &'a str {
        self.next += 1;
        self.places[self.next - 1].map_or("", |place| &self.record[place])
    }

    fn parsed<T>(&mut self, parse: impl FnOnce(&str) -> Option<T>) -> Result<T, RowError> {
        let text = self.text();
        parse(text).ok_or_else(|| RowError::Field {
            line: self.record.position().map_or(0, csv::Position::line),
            column: COLUMNS[self.next - 1],
            text: text.to_owned(),
        })
    }

    fn number<T: FromStr>(&mut self) -> Result<T, RowError> {
        self.parsed(|text| text.parse().ok())
    }

    /// A number, or none if the field is empty.
    fn known<T: FromStr>(&mut self) -> Result<Option<T>, RowError> {
        self.parsed(|text| match text {
            "" => Some(None),
            text => text.parse().ok().map(Some),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_files::field::header;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let counts = Counts { nodes: Some(7), fails: Some(0), ..Counts::default() };
        let run = Run {
            status: Status::Error,
            solutions: None,
            score: Some(2829),
            counts,
            passes: 3,
            time_ns_min: Some(10),
            time_ns_median: None,
        };
        let key = PuzzleKey { puzzle_index: 12, isomorph: 8 };
        let mut file = header(&COLUMNS);
        let prefix = Prefix::new("a,b.txt", "first_fail", "search", "unique");
        push_row(&mut file, &prefix, key, &run, "pass 2: \"nodes\"", None);
        let mut reader = Reader::new(&file[..]).expect("the columns");
        let row = reader.next_row().expect("a row").expect("one row");
        assert_eq!((row.corpus, row.key, row.run), ("a,b.txt", key, run));
        assert_eq!((row.engine, row.goal, row.error), ("search", "unique", "pass 2: \"nodes\""));
        assert!(reader.next_row().expect("the end").is_none());
        assert!(matches!(Reader::new(&b"a,b\n"[..]), Err(RowError::Header)));
    }

    #[test]
    fn the_columns_are_those_of_the_schema() {
        let columns = "corpus,puzzle_index,isomorph,config,engine,goal,status,solutions,score,\
                       nodes,choices,branches,guesses,fails,max_depth,search_free,passes,\
                       time_ns_min,time_ns_median,error";
        assert_eq!(COLUMNS.join(","), columns);
    }

    #[test]
    fn an_older_file_may_lack_counters() {
        let columns: Vec<_> = COLUMNS.into_iter().filter(|&c| c != "guesses").collect();
        let mut file = header(&columns);
        file.extend_from_slice(b"a,0,0,c,search,first,found,1,,7,1,2,0,3,0,1,,,\n");
        let mut reader = Reader::new(&file[..]).expect("the columns");
        let counts = reader.next_row().expect("a row").expect("one row").run.counts;
        let [nodes, fails, max_depth] = [7, 0, 3].map(Some);
        assert_eq!((counts.nodes, counts.fails, counts.max_depth), (nodes, fails, max_depth));
        assert_eq!((counts.guesses, counts.search_free), (None, Some(false)));
    }

    #[test]
    fn a_field_that_is_no_number_is_named() {
        let mut file = header(&COLUMNS);
        file.extend_from_slice(b"a,0,0,c,search,first,found,1,,7,1,x,2,0,3,0,1,,,\n");
        let error = Reader::new(&file[..]).expect("the columns").next_row().expect_err("no row");
        assert_eq!(error.to_string(), "line 2: \"x\" is no branches");
    }
}
