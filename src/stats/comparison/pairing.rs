//! One value per puzzle and config, and what two configs have in common.
//!
//! The isomorphs of a puzzle are averaged first, so that a puzzle counts once. Runs that failed
//! and puzzles that were not searched have no value.

use crate::stats::run_table::{Column, Metric};
use std::collections::BTreeMap;

/// The work that a config needed for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// The geometric mean of x + 1 over the isomorphs.
    pub shifted: f64,
    /// The mean of x over the isomorphs.
    pub mean: f64,
    /// Whether a limit cut a run, so that the values are bounds.
    pub is_censored: bool,
}

/// The work of one config, by puzzle; none where it is not known.
pub type WorkColumn = Vec<Option<Work>>;

/// The work of configs on one corpus: `[config][puzzle]`, puzzles by ascending index.
#[must_use]
pub fn work(columns: &[&Column], metric: Metric) -> Vec<WorkColumn> {
    let mut dense = BTreeMap::new();
    for row in columns.iter().flat_map(|column| &column.rows) {
        let _ = dense.insert(row.key.puzzle_index, 0);
    }
    for (index, place) in dense.values_mut().enumerate() {
        *place = index;
    }
    let fill = |column: &Column| {
        let mut works = vec![None; dense.len()];
        for rows in column.rows.chunk_by(|a, b| a.key.puzzle_index == b.key.puzzle_index) {
            let values = rows.iter().map(|row| {
                let counts = row.status.is_decided() || row.status.is_censored();
                let value = counts.then(|| row.value(metric)).flatten()?;
                Some((value, row.status.is_censored()))
            });
            works[dense[&rows[0].key.puzzle_index]] = average(values);
        }
        works
    };
    columns.iter().copied().map(fill).collect()
}

/// The average of the runs of one puzzle, if all are known.
fn average(runs: impl ExactSizeIterator<Item = Option<(u64, bool)>>) -> Option<Work> {
    let count = runs.len() as f64;
    let (mut logarithms, mut sum, mut shifted) = (0.0, 0.0, 0.0);
    let mut is_censored = false;
    for run in runs {
        let (value, run_is_censored) = run?;
        // Of one run this is exact, so that equal ratios stay equal.
        shifted = value as f64 + 1.0;
        logarithms += shifted.ln();
        sum += value as f64;
        is_censored |= run_is_censored;
    }
    if count > 1.0 {
        shifted = (logarithms / count).exp();
    }
    Some(Work { shifted, mean: sum / count, is_censored })
}

/// What two configs have in common: the puzzles of which both are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Puzzles on which the first needs less.
    pub wins: u64,
    /// Puzzles on which both need the same, or both are censored.
    pub ties: u64,
    /// Puzzles on which the second needs less.
    pub losses: u64,
    /// Puzzles on which both are censored.
    pub both_censored: u64,
    /// Puzzles on which one is censored.
    pub one_censored: u64,
    /// The work of the first and of the second, summed up; censored runs at their recorded value.
    pub sums: (f64, f64),
    /// Sum of the logarithms of the ratios, censored runs at their recorded value.
    pub logarithms: f64,
    /// The logarithms of the ratios; infinite where one is censored, 0 where both are.
    pub differences: Vec<f64>,
}

impl Pairs {
    /// Pairs the work of two configs puzzle by puzzle.
    #[must_use]
    pub fn new(a: &[Option<Work>], b: &[Option<Work>]) -> Self {
        let mut pairs = Self::default();
        for (a, b) in a.iter().zip(b).filter_map(|(a, b)| a.zip(*b)) {
            pairs.add(a, b);
        }
        pairs
    }

    fn add(&mut self, a: Work, b: Work) {
        let difference = match (a.is_censored, b.is_censored) {
            (false, false) => log_ratio(a.shifted, b.shifted),
            (true, true) => 0.0,
            (true, false) => f64::INFINITY,
            (false, true) => f64::NEG_INFINITY,
        };
        self.wins += u64::from(difference < 0.0);
        self.ties += u64::from(difference == 0.0);
        self.losses += u64::from(difference > 0.0);
        self.both_censored += u64::from(a.is_censored && b.is_censored);
        self.one_censored += u64::from(a.is_censored != b.is_censored);
        self.sums.0 += a.mean;
        self.sums.1 += b.mean;
        self.logarithms += log_ratio(a.shifted, b.shifted);
        self.differences.push(difference);
    }

    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.differences.len()
    }

    /// Whether the configs have no puzzle in common.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.differences.is_empty()
    }

    /// Whether any run is censored, so that ratios are bounds.
    #[must_use]
    pub fn is_censored(&self) -> bool {
        self.both_censored + self.one_censored > 0
    }

    /// The geometric mean of the ratios of x + 1.
    #[must_use]
    pub fn geometric_mean_ratio(&self) -> Option<f64> {
        (!self.is_empty()).then(|| (self.logarithms / self.len() as f64).exp())
    }

    /// The ratio of the sums, unless the second is zero.
    #[must_use]
    pub fn ratio_of_sums(&self) -> Option<f64> {
        (self.sums.1 > 0.0).then(|| self.sums.0 / self.sums.1)
    }

    /// The median of the ratios of x + 1, unless it is that of a censored run.
    #[must_use]
    pub fn median_ratio(&self) -> Option<f64> {
        let mut sorted = self.differences.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let middle = sorted.len().checked_sub(1)?;
        let (below, above) = (sorted[middle / 2], sorted[middle.div_ceil(2)]);
        (below.is_finite() && above.is_finite()).then(|| (below / 2.0 + above / 2.0).exp())
    }
}

/// ln(a / b), the same but for the sign for b / a, so that opposite ratios tie.
fn log_ratio(a: f64, b: f64) -> f64 {
    if a < b { -(b / a).ln() } else { (a / b).ln() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::identity::EngineName;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn finished(value: f64) -> Option<Work> {
        Some(Work { shifted: value + 1.0, mean: value, is_censored: false })
    }

    fn censored(value: f64) -> Option<Work> {
        Some(Work { is_censored: true, ..finished(value)? })
    }

    #[test]
    fn isomorphs_are_averaged_and_failures_left_out() {
        let row = |puzzle_index, isomorph, status, nodes| {
            Row::new(PuzzleKey { puzzle_index, isomorph }, status, [Some(nodes), None, None, None])
        };
        let rows = vec![
            row(3, 1, Status::Unique, 1),
            row(3, 2, Status::NodeLimit, 7),
            row(5, 1, Status::Wrong, 9),
            row(5, 2, Status::Unique, 9),
            row(8, 1, Status::Unique, 5),
        ];
        let column = Column { config: "a".into(), engine: EngineName::SEARCH, rows };
        let works = work(&[&column], Metric::Nodes);
        let [Some(first), None, Some(last)] = works[0][..] else { panic!("{works:?}") };
        assert!((first.shifted - 4.0).abs() < 1e-12 && first.mean == 4.0 && first.is_censored);
        assert_eq!(Some(last), finished(5.0));
        assert_eq!(work(&[&column], Metric::Time), [[None; 3]]);
    }

    #[test]
    fn pairs_are_counted_and_censored_runs_rank_highest() {
        let a = [finished(1.0), finished(3.0), censored(9.0), censored(9.0), finished(4.0), None];
        let b = [finished(3.0), finished(1.0), finished(99.0), censored(9.0), finished(4.0), None];
        let pairs = Pairs::new(&a, &b);
        assert_eq!((pairs.wins, pairs.ties, pairs.losses), (1, 2, 2));
        assert_eq!((pairs.both_censored, pairs.one_censored), (1, 1));
        let ln2 = 2f64.ln();
        assert_eq!(pairs.differences, [-ln2, ln2, f64::INFINITY, 0.0, 0.0]);
        assert_eq!(pairs.median_ratio(), Some(1.0));
        let expected = (10.0f64 / 100.0).powf(0.2);
        assert!((pairs.geometric_mean_ratio().expect("pairs") - expected).abs() < 1e-12);
        assert_eq!(pairs.ratio_of_sums(), Some(26.0 / 116.0));
    }

    #[test]
    fn nothing_in_common_is_not_known() {
        let pairs = Pairs::new(&[None, finished(1.0)], &[finished(1.0), None]);
        assert!(pairs.is_empty() && pairs.geometric_mean_ratio().is_none());
        assert!(pairs.median_ratio().is_none() && pairs.ratio_of_sums().is_none());
    }
}
