//! The puzzles on which a config needed most.

use super::run_table::{Column, Metric, Row};
use std::cmp::Reverse;

/// The metric by which a config's puzzles are ordered: nodes, or time if nodes are not counted.
#[must_use]
pub fn metric(column: &Column) -> Metric {
    if column.knows(Metric::Nodes) { Metric::Nodes } else { Metric::Time }
}

/// The runs of a config that have a value of the metric, the hardest first: those that a limit cut,
/// then by value. Equal runs keep their order.
#[must_use]
pub fn runs(column: &Column, metric: Metric) -> Vec<Row> {
    let mut runs: Vec<Row> = column.rows().filter(|row| row.value(metric).is_some()).collect();
    runs.sort_by_key(|row| Reverse((row.status.is_censored(), row.value(metric))));
    runs
}

/// What a config needed for a puzzle, over the isomorphs that it solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Need {
    /// The puzzle's number in its corpus.
    pub puzzle_index: u64,
    /// Runs that a limit cut.
    pub cut: u64,
    /// The mean of the recorded values. It is a lower bound if runs were cut.
    pub mean: f64,
}

impl Need {
    /// The order from hard to easy: first by runs that a limit cut, then by the mean.
    #[must_use]
    pub fn hardest_first(&self, other: &Self) -> std::cmp::Ordering {
        (other.cut.cmp(&self.cut)).then(other.mean.total_cmp(&self.mean))
    }
}

/// What a config needed for each puzzle, in the order of its runs. Failed runs and puzzles without a
/// value are left out.
#[must_use]
pub fn needs(column: &Column, metric: Metric) -> Vec<Need> {
    let rows: Vec<Row> = column.rows().collect();
    let of_puzzle = |rows: &[Row]| {
        let has_ended = |row: &&Row| row.status.is_decided() || row.status.is_censored();
        let ended: Vec<_> = rows.iter().filter(has_ended).collect();
        let values: Vec<_> = ended.iter().filter_map(|row| row.value(metric)).collect();
        let cut = ended.iter().filter(|row| row.status.is_censored()).count() as u64;
        let sum: f64 = values.iter().map(|&value| value as f64).sum();
        let puzzle_index = rows[0].key.puzzle_index;
        let mean = sum / values.len() as f64;
        (!values.is_empty()).then_some(Need { puzzle_index, cut, mean })
    };
    let puzzles = rows.chunk_by(|a, b| a.key.puzzle_index == b.key.puzzle_index);
    puzzles.filter_map(of_puzzle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::runs::PuzzleKey;

    #[test]
    fn cut_runs_are_harder_than_any_other_and_isomorphs_are_averaged() {
        let row = |puzzle_index, isomorph, status, nodes| {
            let key = PuzzleKey { puzzle_index, isomorph };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        let rows = [
            row(4, 1, Status::Unique, 7),
            row(4, 2, Status::Unique, 10),
            row(1, 1, Status::NodeLimit, 5),
            row(1, 2, Status::Unique, 2),
            row(2, 1, Status::Error, 99),
            row(2, 2, Status::Unique, 9),
            row(3, 1, Status::Wrong, 99),
        ];
        let column = Column::with_rows("x", "search", rows);
        assert_eq!(metric(&column), Metric::Nodes);
        let mut needs = needs(&column, Metric::Nodes);
        needs.sort_by(Need::hardest_first);
        let shown: Vec<_> = needs.iter().map(|n| (n.puzzle_index, n.cut, n.mean)).collect();
        assert_eq!(shown, [(1, 1, 3.5), (2, 0, 9.0), (4, 0, 8.5)]);
        assert_eq!(runs(&column, Metric::Nodes)[0].key.puzzle_index, 1);
        assert!(runs(&column, Metric::Time).is_empty());
    }
}
