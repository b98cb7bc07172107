//! `runs.csv` as `compare`, `chart` and `report` need it: in memory, by corpus and config.

use crate::goal::Status;
use crate::identity::EngineName;
use crate::run_files::runs::{self, PuzzleKey, RowError};
use crate::run_files::verify::Extent;
use crate::stats::packed::Packed;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is compared and drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Nodes of the search.
    Nodes,
    /// Branches of the search.
    Branches,
    /// Guesses of the search.
    Guesses,
    /// The median time of the timed passes, in nanoseconds.
    Time,
    /// Choices of the search; compared between runs only.
    Choices,
    /// Fails of the search; compared between runs only.
    Fails,
    /// The depth of the search; compared between runs only.
    MaxDepth,
    /// The median time of stretches of puzzles that were timed together, in nanoseconds; a puzzle
    /// has no value of it.
    BlockTime,
}

impl Metric {
    /// Those that a puzzle has a value of.
    pub const ALL: [Self; 7] = [
        Self::Nodes,
        Self::Branches,
        Self::Guesses,
        Self::Time,
        Self::Choices,
        Self::Fails,
        Self::MaxDepth,
    ];
    /// Those in which the configs of a run are compared, in the order of the files.
    pub const OF_CONFIGS: [Self; 4] = [Self::Nodes, Self::Branches, Self::Guesses, Self::Time];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Branches => "branches",
            Self::Guesses => "guesses",
            Self::Time => "time_ns",
            Self::Choices => "choices",
            Self::Fails => "fails",
            Self::MaxDepth => "max_depth",
            Self::BlockTime => "block_time_ns",
        }
    }

    /// Whether it depends on the machine.
    #[must_use]
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::BlockTime)
    }

    /// What is added to each value before ratios are taken: 1 where a value may be 0, else nothing.
    /// A search has at least one node, and a time is at least a nanosecond.
    #[must_use]
    pub const fn shift(self) -> f64 {
        match self {
            Self::Nodes | Self::Time | Self::BlockTime => 0.0,
            Self::Branches | Self::Guesses | Self::Choices | Self::Fails | Self::MaxDepth => 1.0,
        }
    }

    /// The name of what ratios are ratios of: the shift is part of it.
    #[must_use]
    pub const fn ratio_name(self) -> &'static str {
        match self {
            Self::Branches => "branches + 1",
            Self::Guesses => "guesses + 1",
            Self::Choices => "choices + 1",
            Self::Fails => "fails + 1",
            Self::MaxDepth => "max_depth + 1",
            Self::Nodes | Self::Time | Self::BlockTime => self.name(),
        }
    }
}

/// One run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The puzzle.
    pub key: PuzzleKey,
    /// How the run ended.
    pub status: Status,
    /// By metric; none where it is not known.
    values: [Option<u64>; Metric::ALL.len()],
}

impl Row {
    /// A row of known nodes, branches, guesses and time.
    #[must_use]
    pub const fn new(key: PuzzleKey, status: Status, values: [Option<u64>; 4]) -> Self {
        let [nodes, branches, guesses, time] = values;
        Self { key, status, values: [nodes, branches, guesses, time, None, None, None] }
    }

    fn read(row: &runs::Row<'_>) -> Self {
        let counts = &row.run.counts;
        let values = [
            counts.nodes,
            counts.branches,
            counts.guesses,
            row.run.time_ns_median,
            counts.choices,
            counts.fails,
            counts.max_depth,
        ];
        Self { key: row.key, status: row.run.status, values }
    }

    /// The value of a metric, if it is known. Of a censored run it is a bound.
    #[must_use]
    pub fn value(&self, metric: Metric) -> Option<u64> {
        self.values.get(metric as usize).copied().flatten()
    }

    /// Whether there was anything to search.
    #[must_use]
    pub fn was_searched(&self) -> bool {
        self.status != Status::Invalid
    }
}

/// The runs of one config over one corpus, by key. They are stored in columns of their own:
/// a row takes about 15 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The config.
    pub config: String,
    /// The engine.
    pub engine: EngineName,
    statuses: Vec<Status>,
    puzzles: Packed,
    isomorphs: Packed,
    values: [Packed; Metric::ALL.len()],
}

impl Column {
    /// A config without runs.
    #[must_use]
    pub fn new(config: &str, engine: &str) -> Self {
        Self {
            config: config.to_owned(),
            engine: EngineName::new(engine),
            statuses: Vec::new(),
            puzzles: Packed::default(),
            isomorphs: Packed::default(),
            values: Default::default(),
        }
    }

    /// A config with these runs, one per puzzle and isomorph, by key.
    #[must_use]
    pub fn with_rows(config: &str, engine: &str, rows: impl IntoIterator<Item = Row>) -> Self {
        let mut column = Self::new(config, engine);
        rows.into_iter().for_each(|row| column.push(&row));
        column
    }

    /// Appends a run.
    pub fn push(&mut self, row: &Row) {
        self.statuses.push(row.status);
        self.puzzles.push(Some(row.key.puzzle_index));
        self.isomorphs.push(Some(row.key.isomorph.into()));
        for (values, value) in self.values.iter_mut().zip(row.values) {
            values.push(value);
        }
    }

    /// The number of runs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.statuses.len()
    }

    /// Whether there are no runs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.statuses.is_empty()
    }

    /// The run at a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn row(&self, at: usize) -> Row {
        Row {
            key: PuzzleKey {
                puzzle_index: self.puzzle(at),
                isomorph: self.isomorphs.get(at).map_or(0, |number| number as u32),
            },
            status: self.statuses[at],
            values: std::array::from_fn(|metric| self.values[metric].get(at)),
        }
    }

    /// All runs, by key.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Row> + Clone {
        (0..self.len()).map(|at| self.row(at))
    }

    /// How the runs ended.
    #[must_use]
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// The number of the puzzle of the run at a place.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn puzzle(&self, at: usize) -> u64 {
        self.puzzles.get(at).expect("every run is of a puzzle")
    }

    /// The value of a metric of the run at a place, if it is known.
    ///
    /// # Panics
    /// If there is no such place.
    #[must_use]
    pub fn value(&self, at: usize, metric: Metric) -> Option<u64> {
        self.values.get(metric as usize)?.get(at)
    }

    /// What the config is called where engines stand side by side.
    #[must_use]
    pub fn label(&self) -> String {
        self.engine.label(&self.config)
    }

    /// Whether any run has a value of the metric.
    #[must_use]
    pub fn knows(&self, metric: Metric) -> bool {
        self.values.get(metric as usize).is_some_and(Packed::has_any)
    }

    /// Whether a limit cut any run.
    #[must_use]
    pub fn is_censored(&self) -> bool {
        self.statuses.iter().any(|status| status.is_censored())
    }
}

/// The numbers of the puzzles that any of the configs has run, ascending.
#[must_use]
pub fn puzzles(columns: &[&Column]) -> Vec<u64> {
    let mut puzzles: Vec<u64> = Vec::new();
    for column in columns {
        let is_new = |at: &usize| puzzles.binary_search(&column.puzzle(*at)).is_err();
        let new: Vec<_> = (0..column.len()).filter(is_new).map(|at| column.puzzle(at)).collect();
        if !new.is_empty() {
            puzzles.extend(new);
            puzzles.sort_unstable();
            puzzles.dedup();
        }
    }
    puzzles
}

/// The runs of each puzzle: its place among the puzzles, and the places of its isomorphs in the
/// column.
///
/// # Panics
/// If the column has a puzzle that is not among these.
pub fn runs_of_puzzles<'a>(
    puzzles: &'a [u64],
    column: &'a Column,
) -> impl Iterator<Item = (usize, std::ops::Range<usize>)> + 'a {
    let (mut next, mut hint) = (0, 0);
    std::iter::from_fn(move || {
        let first = next;
        let puzzle = (first < column.len()).then(|| column.puzzle(first))?;
        while next < column.len() && column.puzzle(next) == puzzle {
            next += 1;
        }
        let place = if puzzles.get(hint) == Some(&puzzle) {
            hint
        } else {
            puzzles.binary_search(&puzzle).expect("the puzzles of all columns are listed")
        };
        hint = place + 1;
        Some((place, first..next))
    })
}

/// The runs over one corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusTable {
    /// The corpus.
    pub name: String,
    /// The configs, in the order in which they were named.
    pub columns: Vec<Column>,
}

/// The runs of a whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunTable {
    /// What the searches were asked for; empty if there are no rows.
    pub goal: String,
    /// The corpora, in the order of the file.
    pub corpora: Vec<CorpusTable>,
}

/// A run cannot be read.
#[derive(Debug)]
pub struct RunTableError {
    path: PathBuf,
    kind: ErrorKind,
}

#[derive(Debug)]
enum ErrorKind {
    Open(std::io::Error),
    Row(RowError),
    Empty,
}

impl fmt::Display for RunTableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.kind {
            ErrorKind::Open(error) => {
                write!(f, "{error}: expected the folder of a run, with its {}", runs::FILE)
            }
            ErrorKind::Row(error) => error.fmt(f),
            ErrorKind::Empty => f.write_str("no rows: expected the files of a run that has any"),
        }
    }
}

impl std::error::Error for RunTableError {}

impl RunTable {
    /// Reads the `runs.csv` of a run's folder.
    ///
    /// # Errors
    /// [`RunTableError`] if there is none, or if it holds anything but runs.
    pub fn read(folder: &Path, extent: &Extent) -> Result<Self, RunTableError> {
        let path = extent.path(folder, runs::FILE);
        let error = |kind| RunTableError { path: path.clone(), kind };
        let file = extent.open(folder, runs::FILE).map_err(|open| error(ErrorKind::Open(open)))?;
        let table = Self::from_csv(file).map_err(|row| error(ErrorKind::Row(row)))?;
        if table.corpora.is_empty() {
            return Err(error(ErrorKind::Empty));
        }
        Ok(table)
    }

    /// Reads rows in key order.
    ///
    /// # Errors
    /// [`RowError`] at the first row that is none.
    pub fn from_csv(file: impl Read) -> Result<Self, RowError> {
        let mut reader = runs::Reader::new(file)?;
        let mut table = Self::default();
        // Rows come in rounds, one row of every config: the next is most often the next config's.
        let (mut corpus, mut next) = (0, 0);
        while let Some(row) = reader.next_row()? {
            if table.goal.is_empty() {
                row.goal.clone_into(&mut table.goal);
            }
            // A run with a budget that was resumed returns to the rest of each corpus.
            let is_its = |known: &CorpusTable| known.name == row.corpus;
            if !table.corpora.get(corpus).is_some_and(is_its) {
                corpus = table.corpora.iter().position(is_its).unwrap_or_else(|| {
                    let name = row.corpus.to_owned();
                    table.corpora.push(CorpusTable { name, columns: Vec::new() });
                    table.corpora.len() - 1
                });
                next = 0;
            }
            let columns = &mut table.corpora[corpus].columns;
            let is_of = |column: &Column| {
                column.config == row.config && column.engine.as_str() == row.engine
            };
            let at = if columns.get(next).is_some_and(is_of) {
                next
            } else {
                columns.iter().position(is_of).unwrap_or_else(|| {
                    columns.push(Column::new(row.config, row.engine));
                    columns.len() - 1
                })
            };
            columns[at].push(&Row::read(&row));
            next = (at + 1) % columns.len();
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_to_their_corpus_and_config() {
        let mut file = runs::COLUMNS.join(",");
        for row in [
            "\na.txt,0,0,x,search,unique,unique,1,,5,,,,,,,1,7,9,",
            "\na.txt,0,0,lanes,lanes,unique,unique,1,,,,,,,,,1,,,",
            "\na.txt,1,0,x,search,unique,node_limit,,,100,,,,,,,1,8,8,",
            "\na.txt,1,0,lanes,lanes,unique,unique,1,,,,,,,,,1,,,",
            "\nb.txt,0,0,x,search,unique,invalid,,,,,,,,,,1,,,",
        ] {
            file.push_str(row);
        }
        let table = RunTable::from_csv(file.as_bytes()).expect("rows");
        assert_eq!(table.goal, "unique");
        let [a, b] = &table.corpora[..] else { panic!("two corpora") };
        assert_eq!((a.columns.len(), b.columns.len()), (2, 1));
        assert_eq!(a.columns[0].value(1, Metric::Nodes), Some(100));
        assert_eq!(a.columns[0].value(0, Metric::Time), Some(9));
        assert!(!a.columns[1].knows(Metric::Nodes));
        assert!(!b.columns[0].row(0).was_searched());
    }
}
