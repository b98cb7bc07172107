//! `rules.csv`: one row per corpus, config and pruning rule, over the whole run.

use super::column::{self, ColumnSpec, names};
use super::field::{push_number, push_text};
use crate::counters::RuleCost;
use serde::Deserialize;
use std::path::Path;

/// The file's name.
pub const FILE: &str = "rules.csv";

/// What the columns hold.
pub const SPECS: [ColumnSpec; 8] = {
    let [calls, eliminations, placements, conflicts, time] = RuleCost::DEFINITIONS;
    [
        column::CORPUS,
        column::CONFIG,
        ColumnSpec::text("rule", "the pruning rule"),
        ColumnSpec::integer(calls.0, calls.1),
        ColumnSpec::integer(eliminations.0, eliminations.1),
        ColumnSpec::integer(placements.0, placements.1),
        ColumnSpec::integer(conflicts.0, conflicts.1),
        ColumnSpec::integer(time.0, time.1).unit("ns"),
    ]
};

/// The columns.
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// Appends a row.
pub fn push_row(rows: &mut Vec<u8>, corpus: &str, config: &str, cost: &RuleCost) {
    let RuleCost { rule, calls, eliminations, placements, conflicts, time_ns } = cost;
    push_text(rows, corpus.as_bytes());
    for text in [config, rule] {
        rows.push(b',');
        push_text(rows, text.as_bytes());
    }
    for &number in [calls, eliminations, placements, conflicts, time_ns] {
        rows.push(b',');
        push_number(rows, number);
    }
    rows.push(b'\n');
}

/// What one rule of a config cost over a corpus, and what it brought.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RuleRow {
    /// The corpus.
    pub corpus: String,
    /// The config.
    pub config: String,
    /// The rule.
    pub rule: String,
    /// How often it was applied.
    pub calls: u64,
    /// Candidates struck.
    pub eliminations: u64,
    /// Cells filled.
    pub placements: u64,
    /// Calls that ended in a conflict.
    pub conflicts: u64,
    /// The time of all calls.
    pub time_ns: u64,
}

/// The rules of a run, in the order of its file; none where their costs were not asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTable(pub Vec<RuleRow>);

impl RuleTable {
    /// Reads the `rules.csv` of a run's folder, if there is one.
    ///
    /// # Errors
    /// If it cannot be read, or holds anything but rules; in a line.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(Self::default());
        }
        let wrong = |error: csv::Error| format!("{}: {error}", path.display());
        let mut file = csv::Reader::from_path(&path).map_err(wrong)?;
        let rows: Result<Vec<_>, _> = file.deserialize().collect();
        Ok(Self(rows.map_err(wrong)?))
    }

    /// The rules that ran over a corpus.
    pub fn of<'a>(&'a self, corpus: &'a str) -> impl Iterator<Item = &'a RuleRow> + Clone {
        self.0.iter().filter(move |row| row.corpus == corpus)
    }
}
