//! A run against an earlier one: what needs more than it did.
//!
//! The first of a pair is the old run, the second the new one. Counts are exact, so any increase
//! beyond the tolerance is a regression. Times are the matter of [`super::drift`].

use super::{Comparison, Contestant, Settings, compare_pairs};
use crate::goal::Status;
use crate::run_files::runs::PuzzleKey;
use crate::stats::block_table::BlockTable;
use crate::stats::run_table::{Column, CorpusTable, Metric, RunTable};
use crate::text::counted;

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

/// A corpus of two runs, and the configs that both have.
pub(super) struct Shared<'a> {
    pub(super) old: &'a CorpusTable,
    pub(super) new: &'a CorpusTable,
    /// The columns of each config, the old one first.
    pub(super) columns: Vec<(&'a Column, &'a Column)>,
}

/// What two runs have in common, by corpus.
pub(super) fn shared<'a>(old: Side<'a>, new: Side<'a>) -> impl Iterator<Item = Shared<'a>> {
    new.table.corpora.iter().filter_map(move |corpus| {
        let before = old.table.corpora.iter().find(|before| before.name == corpus.name)?;
        let pair = |column: &'a Column| {
            let is_it = |b: &&Column| (&b.config, &b.engine) == (&column.config, &column.engine);
            Some((before.columns.iter().find(is_it)?, column))
        };
        let columns = corpus.columns.iter().filter_map(pair).collect();
        Some(Shared { old: before, new: corpus, columns })
    })
}

/// Compares every config of a run with itself in an earlier one: a is old, b is new.
#[must_use]
pub fn compare(old: Side<'_>, new: Side<'_>, settings: &Settings) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for Shared { old: before, new: corpus, columns } in shared(old, new) {
        let mut contestants = Vec::new();
        for (old_column, column) in columns {
            for (of, column, blocks, name) in
                [(before, old_column, old.blocks, "old"), (corpus, column, new.blocks, "new")]
            {
                let contestant = Contestant::new(of, column, blocks);
                let label = format!("{} ({name})", contestant.label);
                contestants.push(Contestant { label, ..contestant });
            }
        }
        let pairs: Vec<_> = (0..contestants.len()).step_by(2).map(|a| (a, a + 1)).collect();
        comparisons.extend(compare_pairs(&contestants, &pairs, &Metric::ALL, settings));
    }
    comparisons
}

/// The counts that grew by more than a share, each in a line.
#[must_use]
pub fn regressions(comparisons: &[Comparison], fail_above: f64) -> Vec<String> {
    let line = |comparison: &Comparison| {
        let Comparison { corpus, metric, b, .. } = comparison;
        let growth = |ratio: Option<f64>| ratio.map(|old| 1.0 / old - 1.0);
        let grew = |ratio| growth(ratio).filter(|&growth| growth > fail_above);
        let more = grew(comparison.gm_ratio).or(grew(comparison.ratio_of_sums))?;
        Some(format!("{corpus}: {b} needs {:.1} % more {}", 100.0 * more, metric.name()))
    };
    let counts = comparisons.iter().filter(|comparison| !comparison.metric.is_time());
    counts.filter_map(line).collect()
}

/// Runs that ended otherwise than before, each config in a line: answers that differ, failures,
/// and puzzles that now end at a limit. `counts_time_limits` says whether a time limit is one.
#[must_use]
pub fn changed_endings(old: Side<'_>, new: Side<'_>, counts_time_limits: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for Shared { new: corpus, columns, .. } in shared(old, new) {
        for (old, column) in columns {
            let (mut changed, mut censored) = (0, 0);
            for (status, before) in endings(column, old).filter(|(_, old)| old.is_decided()) {
                let is_counted = counts_time_limits || status != Status::TimeLimit;
                censored += u64::from(status.is_censored() && is_counted);
                changed += u64::from(!status.is_censored() && status != before);
            }
            for (count, what) in [(changed, "another ending"), (censored, "a limit")] {
                if count > 0 {
                    let (label, runs) = (column.label(), counted(count, "run"));
                    lines.push(format!("{}: {label}: {runs} with {what}", corpus.name));
                }
            }
        }
    }
    lines
}

/// How the same puzzles ended in two columns.
fn endings(a: &Column, b: &Column) -> impl Iterator<Item = (Status, Status)> {
    // A shuffled run is not in key order.
    let sorted = |column: &Column| {
        let mut rows: Vec<_> = column.rows().map(|row| (row.key, row.status)).collect();
        rows.sort_unstable_by_key(|(key, _)| (key.puzzle_index, key.isomorph));
        rows
    };
    let mut others = sorted(b).into_iter().peekable();
    let number = |key: PuzzleKey| (key.puzzle_index, key.isomorph);
    sorted(a).into_iter().filter_map(move |(key, status)| {
        while others.next_if(|other| number(other.0) < number(key)).is_some() {}
        others.next_if(|other| other.0 == key).map(|other| (status, other.1))
    })
}

/// Configs that only one of the runs has.
#[must_use]
pub fn unpaired(old: Side<'_>, new: Side<'_>) -> Vec<String> {
    let labels = |side: Side<'_>| -> Vec<String> {
        let mut labels: Vec<_> =
            side.table.corpora.iter().flat_map(|c| &c.columns).map(Column::label).collect();
        labels.sort_unstable();
        labels.dedup();
        labels
    };
    let (old, new) = (labels(old), labels(new));
    let lacks = |label: &&String| !(old.contains(label) && new.contains(label));
    let mut unpaired: Vec<_> = old.iter().chain(&new).filter(lacks).cloned().collect();
    unpaired.sort_unstable();
    unpaired
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let column = Column::with_rows("x", "search", rows);
        let corpora = vec![CorpusTable { name: "c".into(), columns: vec![column] }];
        RunTable { goal: "unique".into(), corpora }
    }

    fn lines(old: &RunTable, new: &RunTable) -> (Vec<String>, Vec<String>) {
        let blocks = BlockTable::default();
        let side = |table| Side { table, blocks: &blocks };
        let comparisons = compare(side(old), side(new), &Settings::default());
        assert_eq!(comparisons.len(), 1, "only nodes are known");
        assert_eq!((&*comparisons[0].a, &*comparisons[0].b), ("x (old)", "x (new)"));
        let changed = changed_endings(side(old), side(new), true);
        (regressions(&comparisons, 0.02), changed)
    }

    #[test]
    fn more_nodes_are_a_regression_and_fewer_are_none() {
        let old = table(100..130, Status::Unique);
        let new = table((100..130).map(|nodes| nodes * 11 / 10), Status::Unique);
        let (worse, changed) = lines(&old, &new);
        assert_eq!(worse.len(), 1);
        assert!(worse[0].starts_with("c: x (new) needs 9."), "{}", worse[0]);
        assert!(changed.is_empty());
        assert_eq!(lines(&new, &old), (vec![], vec![]));
    }

    #[test]
    fn other_endings_are_reported() {
        let old = table(100..130, Status::Unique);
        let (_, changed) = lines(&old, &table(100..130, Status::Multiple));
        assert_eq!(changed, ["c: x: 1 run with another ending"]);
        let (_, changed) = lines(&old, &table(100..130, Status::NodeLimit));
        assert_eq!(changed, ["c: x: 1 run with a limit"]);
        let (_, changed) = lines(&table(100..130, Status::NodeLimit), &old);
        assert!(changed.is_empty(), "a puzzle that is decided now is no regression");
    }
}
