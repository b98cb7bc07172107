//! The data of a chart as CSV.

use crate::run_files::column::ColumnSpec;
use crate::stats::run_table::Metric;

/// Replaced by the metric in the names of columns.
const METRIC: &str = "METRIC";

/// A file with a header and rows.
pub(super) struct CsvTable(csv::Writer<Vec<u8>>);

impl CsvTable {
    /// A file without rows.
    pub(super) fn new(columns: &[ColumnSpec]) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.push(columns.iter().map(|column| column.name));
        table
    }

    /// The same of a metric, whose name replaces `METRIC` in the names of columns.
    pub(super) fn of(metric: Metric, columns: &[ColumnSpec]) -> Self {
        let mut table = Self(csv::Writer::from_writer(Vec::new()));
        table.push(columns.iter().map(|column| column.name.replace(METRIC, metric.name())));
        table
    }

    /// Appends a row.
    pub(super) fn push<T: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = T>) {
        self.0.write_record(fields).expect("rows are as wide as the header");
    }

    /// The bytes of the file.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner().expect("writing to memory succeeds")
    }
}

/// A decimal of six significant digits; empty if it is not finite.
pub(super) fn decimal(value: f64) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let rounded: f64 = format!("{value:.5e}").parse().unwrap_or(value);
    rounded.to_string()
}
