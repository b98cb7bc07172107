//! `summary.csv` in memory, as far as `report` and `chart` show it.

use crate::identity::EngineName;
use serde::Deserialize;
use std::path::Path;

/// The file's name.
pub const FILE: &str = "summary.csv";

/// One config on one corpus.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SummaryRow {
    /// The corpus.
    pub corpus: String,
    /// The config.
    pub config: String,
    /// The engine.
    pub engine: EngineName,
    /// Threads of the timed passes.
    pub threads: u32,
    /// Runs: puzzles, or puzzles x isomorphs.
    pub puzzles: u64,
    /// Those that were neither censored nor failed.
    pub decided: u64,
    /// Those that needed no search.
    pub search_free: Option<u64>,
    /// Those with a wrong answer.
    pub wrong: u64,
    /// Those that failed.
    pub error: u64,
    /// The median of nodes; none where it is not known, as of the others.
    pub nodes_p50: Option<u64>,
    /// The 99 % quantile of nodes.
    pub nodes_p99: Option<u64>,
    /// The greatest number of nodes.
    pub nodes_max: Option<u64>,
    /// The median of times.
    pub time_ns_p50: Option<u64>,
    /// The 99 % quantile of times.
    pub time_ns_p99: Option<u64>,
    /// Puzzles per second, of all threads.
    pub puzzles_per_s: Option<f64>,
}

impl SummaryRow {
    /// The name of the config in lists with several engines.
    #[must_use]
    pub fn label(&self) -> String {
        self.engine.label(&self.config)
    }
}

/// The summary of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SummaryTable(pub Vec<SummaryRow>);

impl SummaryTable {
    /// Reads the `summary.csv` of a run's folder.
    ///
    /// # Errors
    /// If it cannot be read, or holds anything but summaries; in a line.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join(FILE);
        let wrong = |error: csv::Error| format!("{}: {error}", path.display());
        let file = std::fs::File::open(&path).map_err(csv::Error::from).map_err(wrong)?;
        Self::parse(file).map_err(wrong)
    }

    /// Reads the content of a `summary.csv`.
    ///
    /// # Errors
    /// If it holds anything but summaries.
    pub fn parse(file: impl std::io::Read) -> Result<Self, csv::Error> {
        csv::Reader::from_reader(file).deserialize().collect::<Result<_, _>>().map(Self)
    }

    /// The rows of a corpus.
    pub fn of<'a>(&'a self, corpus: &'a str) -> impl Iterator<Item = &'a SummaryRow> {
        self.0.iter().filter(move |row| row.corpus == corpus)
    }
}
