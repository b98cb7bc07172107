//! A run against an earlier one: what needs more than it did.
//!
//! The first of a pair is the run, the second the earlier one. Counts are exact, so any increase
//! beyond the tolerance is a regression; times must be worse by the statistics, too.

use super::{Comparison, Contestant, Settings, Verdict, compare_pairs};
use crate::goal::Status;
use crate::stats::block_table::BlockTable;
use crate::stats::run_table::{Column, CorpusTable, RunTable};

/// The file's name.
pub const FILE: &str = "compare_earlier.csv";

/// A run as it is compared.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    /// Its puzzles.
    pub table: &'a RunTable,
    /// Its timed blocks.
    pub blocks: &'a BlockTable,
}

/// Configs of the two runs that have something in common, by corpus.
fn shared<'a>(
    now: Side<'a>,
    earlier: Side<'a>,
) -> impl Iterator<Item = (&'a CorpusTable, &'a CorpusTable, Vec<(&'a Column, &'a Column)>)> {
    now.table.corpora.iter().filter_map(move |corpus| {
        let before = earlier.table.corpora.iter().find(|before| before.name == corpus.name)?;
        let pair = |column: &'a Column| {
            let is_it = |b: &&Column| (&b.config, &b.engine) == (&column.config, &column.engine);
            Some((column, before.columns.iter().find(is_it)?))
        };
        let columns = corpus.columns.iter().filter_map(pair).collect();
        Some((corpus, before, columns))
    })
}

/// Compares every config of a run with itself in an earlier one.
#[must_use]
pub fn compare(now: Side<'_>, earlier: Side<'_>, settings: &Settings) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for (corpus, before, columns) in shared(now, earlier) {
        let mut contestants = Vec::new();
        for (column, old) in columns {
            contestants.push(Contestant::new(corpus, column, now.blocks));
            let old = Contestant::new(before, old, earlier.blocks);
            let label = format!("{} (earlier)", old.label);
            contestants.push(Contestant { label, ..old });
        }
        let pairs: Vec<_> = (0..contestants.len()).step_by(2).map(|a| (a, a + 1)).collect();
        comparisons.extend(compare_pairs(&contestants, &pairs, settings));
    }
    comparisons
}

/// What got worse by more than the margin, each in a line.
#[must_use]
pub fn regressions(comparisons: &[Comparison], margin: f64) -> Vec<String> {
    let above = |ratio: Option<f64>| ratio.filter(|&ratio| ratio > 1.0 + margin);
    let line = |comparison: &Comparison| {
        let Comparison { corpus, metric, a, .. } = comparison;
        let ratio = if metric.is_time() {
            comparison.gm_ratio.filter(|_| comparison.verdict == Verdict::Worse)
        } else {
            above(comparison.gm_ratio).or(above(comparison.ratio_of_sums))
        };
        let more = 100.0 * (ratio? - 1.0);
        Some(format!("{corpus}: {a} needs {more:.1} % more {}", metric.name()))
    };
    comparisons.iter().filter_map(line).collect()
}

/// Runs that ended otherwise than before, each config in a line: answers that differ, failures,
/// and puzzles that now end at a limit. `counts_time_limits` says whether a time limit is one.
#[must_use]
pub fn changed_endings(now: Side<'_>, earlier: Side<'_>, counts_time_limits: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for (corpus, _, columns) in shared(now, earlier) {
        for (column, old) in columns {
            let (mut changed, mut censored) = (0, 0);
            for (status, before) in endings(column, old).filter(|(_, old)| old.is_decided()) {
                let is_counted = counts_time_limits || status != Status::TimeLimit;
                censored += u64::from(status.is_censored() && is_counted);
                changed += u64::from(!status.is_censored() && status != before);
            }
            for (count, what) in [(changed, "another ending"), (censored, "a limit")] {
                if count > 0 {
                    let runs = if count == 1 { "run comes" } else { "runs come" };
                    let label = column.label();
                    lines.push(format!("{}: {label}: {count} {runs} to {what}", corpus.name));
                }
            }
        }
    }
    lines
}

/// How the same puzzles ended in two columns.
fn endings(a: &Column, b: &Column) -> impl Iterator<Item = (Status, Status)> {
    let mut others = b.rows.iter().peekable();
    let key = |row: &crate::stats::run_table::Row| (row.key.puzzle_index, row.key.isomorph);
    a.rows.iter().filter_map(move |row| {
        while others.next_if(|other| key(other) < key(row)).is_some() {}
        others.next_if(|other| key(other) == key(row)).map(|other| (row.status, other.status))
    })
}

/// Configs that only one of the runs has.
#[must_use]
pub fn unpaired(now: Side<'_>, earlier: Side<'_>) -> Vec<String> {
    let labels = |side: Side<'_>| -> Vec<String> {
        let mut labels: Vec<_> =
            side.table.corpora.iter().flat_map(|c| &c.columns).map(Column::label).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    };
    let (now, earlier) = (labels(now), labels(earlier));
    let lacks = |label: &&String| !(now.contains(label) && earlier.contains(label));
    let mut unpaired: Vec<_> = now.iter().chain(&earlier).filter(lacks).cloned().collect();
    unpaired.sort_unstable();
    unpaired
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::EngineName;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn table(nodes: impl Iterator<Item = u64>, last: Status) -> RunTable {
        let mut rows: Vec<_> = (0..)
            .zip(nodes)
            .map(|(puzzle_index, nodes)| {
                let key = PuzzleKey { puzzle_index, isomorph: 0 };
                Row::new(key, Status::Unique, [Some(nodes), None, None, None])
            })
            .collect();
        rows.last_mut().expect("rows").status = last;
        let column = Column { config: "x".into(), engine: EngineName::SEARCH, rows };
        let corpora = vec![CorpusTable { name: "c".into(), columns: vec![column] }];
        RunTable { goal: "unique".into(), corpora }
    }

    fn lines(now: &RunTable, earlier: &RunTable) -> (Vec<String>, Vec<String>) {
        let blocks = BlockTable::default();
        let side = |table| Side { table, blocks: &blocks };
        let settings = Settings { resamples: 100, ..Settings::default() };
        let comparisons = compare(side(now), side(earlier), &settings);
        assert_eq!(comparisons.len(), 1, "only nodes are known");
        assert_eq!(comparisons[0].b, "x (earlier)");
        let changed = changed_endings(side(now), side(earlier), true);
        (regressions(&comparisons, 0.02), changed)
    }

    #[test]
    fn more_nodes_are_a_regression_and_fewer_are_none() {
        let old = table(100..130, Status::Unique);
        let new = table((100..130).map(|nodes| nodes * 11 / 10), Status::Unique);
        let (worse, changed) = lines(&new, &old);
        assert_eq!(worse.len(), 1);
        assert!(worse[0].starts_with("c: x needs 9."), "{}", worse[0]);
        assert!(changed.is_empty());
        assert_eq!(lines(&old, &new), (vec![], vec![]));
    }

    #[test]
    fn other_endings_are_told() {
        let old = table(100..130, Status::Unique);
        let (_, changed) = lines(&table(100..130, Status::Multiple), &old);
        assert_eq!(changed, ["c: x: 1 run comes to another ending"]);
        let (_, changed) = lines(&table(100..130, Status::NodeLimit), &old);
        assert_eq!(changed, ["c: x: 1 run comes to a limit"]);
        let (_, changed) = lines(&old, &table(100..130, Status::NodeLimit));
        assert!(changed.is_empty(), "a puzzle that is decided now is no regression");
    }
}
