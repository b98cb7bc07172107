//! `runs.csv` as `compare`, `chart` and `report` need it: in memory, by corpus and config.

use crate::goal::Status;
use crate::identity::EngineName;
use crate::run_files::runs::{self, PuzzleKey, RowError};
use std::fmt;
use std::fs::File;
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
    /// The same of stretches of puzzles that were timed together; no value of a puzzle.
    BlockTime,
}

impl Metric {
    /// Those that a puzzle has a value of, in the order of the files.
    pub const ALL: [Self; 4] = [Self::Nodes, Self::Branches, Self::Guesses, Self::Time];

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Branches => "branches",
            Self::Guesses => "guesses",
            Self::Time => "time_ns",
            Self::BlockTime => "block_time_ns",
        }
    }

    /// Whether it depends on the machine.
    #[must_use]
    pub const fn is_time(self) -> bool {
        matches!(self, Self::Time | Self::BlockTime)
    }
}

/// What is kept of one run.
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
    /// A row of known values, in the order of [`Metric::ALL`].
    #[must_use]
    pub const fn new(key: PuzzleKey, status: Status, values: [Option<u64>; 4]) -> Self {
        Self { key, status, values }
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

/// The runs of one config over one corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The config.
    pub config: String,
    /// The engine.
    pub engine: EngineName,
    /// One row per puzzle and isomorph, by key.
    pub rows: Vec<Row>,
}

impl Column {
    /// What the config is called where engines stand side by side.
    #[must_use]
    pub fn label(&self) -> String {
        self.engine.label(&self.config)
    }

    /// Whether any run has a value of the metric.
    #[must_use]
    pub fn knows(&self, metric: Metric) -> bool {
        self.rows.iter().any(|row| row.value(metric).is_some())
    }
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
    pub fn read(folder: &Path) -> Result<Self, RunTableError> {
        let path = folder.join(runs::FILE);
        let error = |kind| RunTableError { path: path.clone(), kind };
        let file = File::open(&path).map_err(|open| error(ErrorKind::Open(open)))?;
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
        let mut next = 0;
        while let Some(row) = reader.next_row()? {
            if table.goal.is_empty() {
                row.goal.clone_into(&mut table.goal);
            }
            if table.corpora.last().is_none_or(|corpus| corpus.name != row.corpus) {
                let name = row.corpus.to_owned();
                table.corpora.push(CorpusTable { name, columns: Vec::new() });
                next = 0;
            }
            let columns = &mut table.corpora.last_mut().expect("one was pushed").columns;
            let is_of = |column: &Column| {
                column.config == row.config && column.engine.as_str() == row.engine
            };
            let at = if columns.get(next).is_some_and(is_of) {
                next
            } else {
                columns.iter().position(is_of).unwrap_or_else(|| {
                    columns.push(Column {
                        config: row.config.to_owned(),
                        engine: EngineName::new(row.engine),
                        rows: Vec::new(),
                    });
                    columns.len() - 1
                })
            };
            let counts = &row.run.counts;
            let values = [counts.nodes, counts.branches, counts.guesses, row.run.time_ns_median];
            columns[at].rows.push(Row::new(row.key, row.run.status, values));
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
        assert_eq!(a.columns[0].rows[1].value(Metric::Nodes), Some(100));
        assert_eq!(a.columns[0].rows[0].value(Metric::Time), Some(9));
        assert!(!a.columns[1].knows(Metric::Nodes));
        assert!(!b.columns[0].rows[0].was_searched());
    }
}
