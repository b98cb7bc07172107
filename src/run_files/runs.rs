//! `runs.csv`: one row per puzzle x isomorph x config.

use super::field::{push_known, push_number, push_text};
use crate::counters::Counts;
use crate::goal::Status;
use crate::grid::Solution;
use std::io::Read;

/// The file's name.
pub const FILE: &str = "runs.csv";

/// The columns; with `--solutions` one more follows, `solution`.
pub const COLUMNS: [&str; 20] = [
    "corpus",
    "puzzle_index",
    "isomorph",
    "config",
    "engine",
    "goal",
    "status",
    "solutions",
    "score",
    "nodes",
    "choices",
    "branches",
    "guesses",
    "fails",
    "max_depth",
    "search_free",
    "passes",
    "time_ns_min",
    "time_ns_median",
    "error",
];

/// The column that `--solutions` adds.
pub const SOLUTION_COLUMN: &str = "solution";

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
    for metric in Count::ALL {
        push_known(rows, metric.of(&run.counts));
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

/// The counters that are numbers, in the order of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// See [`Counts::nodes`].
    Nodes,
    /// See [`Counts::choices`].
    Choices,
    /// See [`Counts::branches`].
    Branches,
    /// See [`Counts::guesses`].
    Guesses,
    /// See [`Counts::fails`].
    Fails,
    /// See [`Counts::max_depth`].
    MaxDepth,
}

impl Count {
    /// All of them, in the order of the columns.
    pub const ALL: [Self; 6] =
        [Self::Nodes, Self::Choices, Self::Branches, Self::Guesses, Self::Fails, Self::MaxDepth];

    /// The name of the column.
    #[must_use]
    pub const fn name(self) -> &'static str {
        COLUMNS[9 + self as usize]
    }

    /// The counter's value, if it is known.
    #[inline(always)]
    #[must_use]
    pub const fn of(self, counts: &Counts) -> Option<u64> {
        match self {
            Self::Nodes => counts.nodes,
            Self::Choices => counts.choices,
            Self::Branches => counts.branches,
            Self::Guesses => counts.guesses,
            Self::Fails => counts.fails,
            Self::MaxDepth => counts.max_depth,
        }
    }
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

/// What a config is called where engines stand side by side.
#[must_use]
pub fn label(config: &str, engine: &str) -> String {
    match engine {
        "search" => config.to_owned(),
        engine if engine == config => config.to_owned(),
        engine => format!("{config} ({engine})"),
    }
}

/// Why a file is no `runs.csv`.
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
}

impl<R: Read> Reader<R> {
    /// A reader of a whole file.
    ///
    /// # Errors
    /// [`RowError::Header`] if the columns are others.
    pub fn new(file: R) -> Result<Self, RowError> {
        let mut csv = csv::ReaderBuilder::new().buffer_capacity(1 << 18).from_reader(file);
        if !csv.headers()?.iter().take(COLUMNS.len()).eq(COLUMNS) {
            return Err(RowError::Header);
        }
        Ok(Self { csv, record: csv::StringRecord::new() })
    }

    /// The next row, or none at the end.
    ///
    /// # Errors
    /// [`RowError`] if it is none.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, RowError> {
        if !self.csv.read_record(&mut self.record)? {
            return Ok(None);
        }
        parse(&self.record).map(Some)
    }
}

fn parse(record: &csv::StringRecord) -> Result<Row<'_>, RowError> {
    let wrong = |column: usize| RowError::Field {
        line: record.position().map_or(0, csv::Position::line),
        column: COLUMNS[column],
        text: record[column].to_owned(),
    };
    let known = |column: usize| match &record[column] {
        "" => Ok(None),
        text => text.parse::<u64>().map(Some).map_err(|_| wrong(column)),
    };
    let narrow =
        |column: usize| known(column)?.map(u32::try_from).transpose().map_err(|_| wrong(column));
    Ok(Row {
        corpus: &record[0],
        key: PuzzleKey {
            puzzle_index: known(1)?.ok_or_else(|| wrong(1))?,
            isomorph: narrow(2)?.ok_or_else(|| wrong(2))?,
        },
        config: &record[3],
        engine: &record[4],
        goal: &record[5],
        run: Run {
            status: record[6].parse().map_err(|()| wrong(6))?,
            solutions: known(7)?,
            score: narrow(8)?,
            counts: Counts {
                nodes: known(9)?,
                choices: known(10)?,
                branches: known(11)?,
                guesses: known(12)?,
                fails: known(13)?,
                max_depth: known(14)?,
                search_free: known(15)?.map(|number| number != 0),
            },
            passes: narrow(16)?.ok_or_else(|| wrong(16))?,
            time_ns_min: known(17)?,
            time_ns_median: known(18)?,
        },
        error: &record[19],
    })
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
    fn counters_have_their_columns() {
        let names = Count::ALL.map(Count::name);
        assert_eq!(names, ["nodes", "choices", "branches", "guesses", "fails", "max_depth"]);
    }
}
