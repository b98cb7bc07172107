//! One value per puzzle and config, and what two configs have in common.
//!
//! The isomorphs of a puzzle are averaged first, so that a puzzle counts once. Runs that failed
//! and puzzles that were not searched have no value.
//!
//! A limit may have cut one run of a pair, or both (right censoring). The recorded value of such a
//! run is a lower bound of the value it would have needed. What that leaves of a ratio is its
//! [`Basis`].

use super::interval::{Estimate, Sample};
use crate::stats::run_table::{Column, Metric, puzzles, runs_of_puzzles};

/// The work that a config needed for one puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Work {
    /// The geometric mean over the isomorphs of the shifted value ([`Metric::shift`]); above 0.
    pub geometric: f64,
    /// The mean of the value over the isomorphs.
    pub mean: f64,
    /// Whether a limit cut a run, so that the values are lower bounds.
    pub is_censored: bool,
}

/// The work of one config, by puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WorkColumn {
    /// Not a number where it is not known; negative where a limit cut a run.
    geometric: Vec<f64>,
    /// Empty if each is the geometric mean, less the shift.
    means: Vec<f64>,
    shift: f64,
}

impl WorkColumn {
    fn unknown(puzzles: usize, shift: f64) -> Self {
        Self { geometric: vec![f64::NAN; puzzles], means: Vec::new(), shift }
    }

    /// The number of puzzles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.geometric.len()
    }

    /// Whether there are no puzzles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.geometric.is_empty()
    }

    /// The work on a puzzle, if it is known.
    ///
    /// # Panics
    /// If there is no such puzzle.
    #[must_use]
    pub fn get(&self, puzzle: usize) -> Option<Work> {
        let signed = self.geometric[puzzle];
        let geometric = signed.abs();
        let mean = self.means.get(puzzle).copied().unwrap_or(geometric - self.shift);
        (!signed.is_nan()).then_some(Work { geometric, mean, is_censored: signed < 0.0 })
    }

    /// The work on each puzzle, where it is known.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Work>> + '_ {
        (0..self.len()).map(|puzzle| self.get(puzzle))
    }

    fn set(&mut self, puzzle: usize, work: Option<Work>, is_average: bool) {
        let Some(Work { geometric, mean, is_censored }) = work else { return };
        self.geometric[puzzle] = if is_censored { -geometric } else { geometric };
        if is_average && self.means.is_empty() {
            self.means = self.geometric.iter().map(|x| x.abs() - self.shift).collect();
        }
        if let Some(place) = self.means.get_mut(puzzle) {
            *place = mean;
        }
    }
}

/// The work of configs on the puzzles of one corpus: one column per config.
///
/// # Panics
/// If a config has run a puzzle that is not among these.
#[must_use]
pub fn work_on(puzzles: &[u64], columns: &[&Column], metric: Metric) -> Vec<WorkColumn> {
    let fill = |column: &&Column| {
        let mut works = WorkColumn::unknown(puzzles.len(), metric.shift());
        for (puzzle, runs) in runs_of_puzzles(puzzles, column) {
            let count = runs.len();
            let values = runs.map(|at| {
                let status = column.statuses()[at];
                let counts = status.is_decided() || status.is_censored();
                Some((column.value(at, metric).filter(|_| counts)?, status.is_censored()))
            });
            works.set(puzzle, average(values, metric.shift()), count > 1);
        }
        works
    };
    columns.iter().map(fill).collect()
}

/// The work of configs on all puzzles of one corpus.
#[must_use]
pub fn work(columns: &[&Column], metric: Metric) -> Vec<WorkColumn> {
    work_on(&puzzles(columns), columns, metric)
}

/// The average of the runs of one puzzle, if all are known.
fn average(runs: impl ExactSizeIterator<Item = Option<(u64, bool)>>, shift: f64) -> Option<Work> {
    let count = runs.len() as f64;
    let (mut logarithms, mut sum, mut geometric) = (0.0, 0.0, 0.0);
    let mut is_censored = false;
    for run in runs {
        let (value, run_is_censored) = run?;
        // Of one run this is exact, so that equal ratios stay equal.
        geometric = (value as f64 + shift).max(1.0);
        logarithms += geometric.ln();
        sum += value as f64;
        is_censored |= run_is_censored;
    }
    if count > 1.0 {
        geometric = (logarithms / count).exp();
    }
    Some(Work { geometric, mean: sum / count, is_censored })
}

/// Which run of a pair a limit cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Neither.
    Neither,
    /// That of the first config only.
    First,
    /// That of the second config only.
    Second,
    /// Both.
    Both,
}

/// What a ratio a/b of two configs rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// All pairs: no limit cut a run.
    Exact,
    /// All pairs, at recorded values. Limits cut runs of the first config only: the ratio is at
    /// least this.
    AtLeast,
    /// All pairs, at recorded values. Limits cut runs of the second config only: the ratio is at
    /// most this.
    AtMost,
    /// The pairs of which neither run was cut: nothing bounds the ratio over all pairs.
    BothDecided,
}

impl Basis {
    /// Whether the ratio bounds the true one.
    #[must_use]
    pub const fn is_bound(self) -> bool {
        matches!(self, Self::AtLeast | Self::AtMost)
    }

    /// The sign before a ratio: `>` or `<` where it is a bound.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact | Self::BothDecided => "",
            Self::AtLeast => ">",
            Self::AtMost => "<",
        }
    }
}

/// One puzzle under two configs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair {
    /// The logarithm of the ratio of the recorded values.
    logarithm: f64,
    cut: Cut,
    /// Pairs of one cluster share noise.
    cluster: u32,
}

impl Pair {
    /// The difference by which pairs are ranked: infinite where one run was cut, 0 where both were.
    const fn difference(&self) -> f64 {
        match self.cut {
            Cut::Neither => self.logarithm,
            Cut::First => f64::INFINITY,
            Cut::Second => f64::NEG_INFINITY,
            Cut::Both => 0.0,
        }
    }

    /// The least and the greatest logarithm that the ratio may have.
    const fn range(&self) -> (f64, f64) {
        match self.cut {
            Cut::Neither => (self.logarithm, self.logarithm),
            Cut::First => (self.logarithm, f64::INFINITY),
            Cut::Second => (f64::NEG_INFINITY, self.logarithm),
            Cut::Both => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }
}

/// What two configs have in common: the puzzles of which both are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    pairs: Vec<Pair>,
    /// Puzzles on which the first needs less.
    pub wins: u64,
    /// Puzzles on which both need the same, or both are censored.
    pub ties: u64,
    /// Puzzles on which the second needs less.
    pub losses: u64,
    /// Puzzles on which both are censored.
    pub both_censored: u64,
    /// Puzzles on which the first only is censored.
    pub first_censored: u64,
    /// Puzzles on which the second only is censored.
    pub second_censored: u64,
    /// The work of the first and of the second, summed up over all pairs at recorded values.
    sums: (f64, f64),
    /// The same over the pairs of which neither was cut.
    decided_sums: (f64, f64),
}

impl Pairs {
    /// Pairs the work of two configs puzzle by puzzle. `clusters` gives the cluster of each puzzle;
    /// if it is empty, each puzzle is a cluster of its own.
    #[must_use]
    pub fn new(a: &WorkColumn, b: &WorkColumn, clusters: &[u32]) -> Self {
        let mut pairs = Self::default();
        for (puzzle, (a, b)) in a.iter().zip(b.iter()).enumerate() {
            if let Some((a, b)) = a.zip(b) {
                pairs.add(a, b, clusters.get(puzzle).copied().unwrap_or(puzzle as u32));
            }
        }
        pairs
    }

    /// Adds a puzzle of which both are known.
    pub fn add(&mut self, a: Work, b: Work, cluster: u32) {
        let cut = match (a.is_censored, b.is_censored) {
            (false, false) => Cut::Neither,
            (true, false) => Cut::First,
            (false, true) => Cut::Second,
            (true, true) => Cut::Both,
        };
        let pair = Pair { logarithm: log_ratio(a.geometric, b.geometric), cut, cluster };
        let difference = pair.difference();
        self.wins += u64::from(difference < 0.0);
        self.ties += u64::from(difference == 0.0);
        self.losses += u64::from(difference > 0.0);
        self.both_censored += u64::from(cut == Cut::Both);
        self.first_censored += u64::from(cut == Cut::First);
        self.second_censored += u64::from(cut == Cut::Second);
        self.sums.0 += a.mean;
        self.sums.1 += b.mean;
        if cut == Cut::Neither {
            self.decided_sums.0 += a.mean;
            self.decided_sums.1 += b.mean;
        }
        self.pairs.push(pair);
    }

    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether the configs have no puzzle in common.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// What ratios rest on.
    #[must_use]
    pub const fn basis(&self) -> Basis {
        match (self.both_censored, self.first_censored, self.second_censored) {
            (0, 0, 0) => Basis::Exact,
            (0, _, 0) => Basis::AtLeast,
            (0, 0, _) => Basis::AtMost,
            _ => Basis::BothDecided,
        }
    }

    /// The logarithms of the ratios of the basis, with their clusters.
    fn logarithms(&self) -> impl Iterator<Item = (f64, u32)> + '_ {
        let all = self.basis() != Basis::BothDecided;
        let known = self.pairs.iter().filter(move |pair| all || pair.cut == Cut::Neither);
        known.map(|pair| (pair.logarithm, pair.cluster))
    }

    /// The number of pairs of the basis whose ratio is not 1.
    #[must_use]
    pub fn differing(&self) -> u64 {
        self.logarithms().filter(|&(logarithm, _)| logarithm != 0.0).count() as u64
    }

    /// The mean logarithm of the ratios of the basis, with its standard error.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Sample::new(self.logarithms()).estimate()
    }

    /// The geometric mean of the ratios of the basis.
    #[must_use]
    pub fn geometric_mean_ratio(&self) -> Option<f64> {
        let (count, sum) =
            self.logarithms().fold((0u64, 0.0), |(count, sum), (log, _)| (count + 1, sum + log));
        (count > 0).then(|| (sum / count as f64).exp())
    }

    /// The ratio of the sums over the basis, unless the second is zero.
    #[must_use]
    pub fn ratio_of_sums(&self) -> Option<f64> {
        let (first, second) = match self.basis() {
            Basis::BothDecided => self.decided_sums,
            Basis::Exact | Basis::AtLeast | Basis::AtMost => self.sums,
        };
        (second > 0.0).then(|| first / second)
    }

    /// The median of the ratios over all pairs, if limits leave it known.
    #[must_use]
    pub fn median_ratio(&self) -> Option<f64> {
        let low = median(self.pairs.iter().map(|pair| pair.range().0).collect())?;
        let high = median(self.pairs.iter().map(|pair| pair.range().1).collect())?;
        (low == high && low.is_finite()).then(|| low.exp())
    }

    /// The differences by which pairs are ranked, with their clusters.
    #[must_use]
    pub fn differences(&self) -> Vec<(f64, u32)> {
        self.pairs.iter().map(|pair| (pair.difference(), pair.cluster)).collect()
    }
}

/// The median; not a number where it lies between the infinities.
fn median(mut values: Vec<f64>) -> Option<f64> {
    let middle = values.len().checked_sub(1)?;
    let (at, is_between) = (middle / 2, middle % 2 == 1);
    let (_, &mut below, above) = values.select_nth_unstable_by(at, f64::total_cmp);
    let least = above.iter().copied().fold(f64::INFINITY, f64::min);
    Some(if is_between { below / 2.0 + least / 2.0 } else { below })
}

/// ln(a / b), the same but for the sign for b / a, so that opposite ratios tie.
fn log_ratio(a: f64, b: f64) -> f64 {
    if a < b { -(b / a).ln() } else { (a / b).ln() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn finished(value: f64) -> Work {
        Work { geometric: value, mean: value, is_censored: false }
    }

    fn censored(value: f64) -> Work {
        Work { is_censored: true, ..finished(value) }
    }

    fn pairs(works: &[(Work, Work)]) -> Pairs {
        let mut pairs = Pairs::default();
        (0..).zip(works).for_each(|(cluster, &(a, b))| pairs.add(a, b, cluster));
        pairs
    }

    #[test]
    fn isomorphs_are_averaged_and_failures_left_out() {
        let row = |puzzle_index, isomorph, status, nodes| {
            let values = [Some(nodes), Some(nodes - 1), None, None];
            Row::new(PuzzleKey { puzzle_index, isomorph }, status, values)
        };
        let rows = [
            row(3, 1, Status::Unique, 1),
            row(3, 2, Status::NodeLimit, 9),
            row(5, 1, Status::Wrong, 9),
            row(5, 2, Status::Unique, 9),
            row(8, 1, Status::Unique, 5),
        ];
        let column = Column::with_rows("a", "search", rows);
        let works = work(&[&column], Metric::Nodes).remove(0);
        let [Some(first), None, Some(last)] = works.iter().collect::<Vec<_>>()[..] else {
            panic!("{works:?}")
        };
        assert!((first.geometric - 3.0).abs() < 1e-12 && first.mean == 5.0 && first.is_censored);
        assert_eq!(last, finished(5.0));
        let branches = work(&[&column], Metric::Branches).remove(0);
        assert_eq!(branches.get(2), Some(Work { geometric: 5.0, ..finished(4.0) }));
        assert!(work(&[&column], Metric::Time)[0].iter().all(|work| work.is_none()));
    }

    #[test]
    fn nodes_are_not_shifted() {
        let column = |nodes| {
            let key = PuzzleKey { puzzle_index: 0, isomorph: 0 };
            let row = Row::new(key, Status::Unique, [Some(nodes), Some(nodes - 1), None, None]);
            Column::with_rows("x", "search", [row])
        };
        let (one, many) = (column(1), column(77));
        let ratio = |metric| {
            let works = work(&[&many, &one], metric);
            Pairs::new(&works[0], &works[1], &[]).geometric_mean_ratio().expect("a pair")
        };
        assert!((ratio(Metric::Nodes) - 77.0).abs() < 1e-9);
        assert!((ratio(Metric::Branches) - 77.0).abs() < 1e-9, "76 + 1 against 0 + 1");
    }

    #[test]
    fn censored_runs_rank_highest_and_ratios_rest_on_what_is_known() {
        let works = [
            (finished(1.0), finished(2.0)),
            (finished(2.0), finished(1.0)),
            (censored(9.0), finished(99.0)),
            (censored(9.0), censored(9.0)),
            (finished(4.0), finished(4.0)),
        ];
        let all = pairs(&works);
        assert_eq!((all.wins, all.ties, all.losses), (1, 2, 2));
        let ln2 = 2f64.ln();
        let differences: Vec<_> = all.differences().iter().map(|difference| difference.0).collect();
        assert_eq!(differences, [-ln2, ln2, f64::INFINITY, 0.0, 0.0]);
        assert_eq!((all.basis(), all.differing()), (Basis::BothDecided, 2));
        assert_eq!((all.geometric_mean_ratio(), all.ratio_of_sums()), (Some(1.0), Some(1.0)));
        assert_eq!(all.median_ratio(), None, "the run that both were cut on may be anything");
    }

    #[test]
    fn a_ratio_is_a_bound_where_one_side_only_was_cut() {
        let cut = (censored(10.0), finished(5.0));
        let first = pairs(&[cut, (finished(4.0), finished(4.0))]);
        assert_eq!(first.basis(), Basis::AtLeast);
        assert!((first.geometric_mean_ratio().expect("pairs") - 2f64.sqrt()).abs() < 1e-12);
        let second = pairs(&[(cut.1, cut.0), (finished(4.0), finished(4.0))]);
        assert_eq!(second.basis(), Basis::AtMost);
        let each = pairs(&[cut, (cut.1, cut.0), (finished(2.0), finished(4.0))]);
        assert_eq!(each.basis(), Basis::BothDecided);
        assert_eq!(each.geometric_mean_ratio(), Some(0.5));
        let none = pairs(&[(censored(1.0), censored(2.0)); 30]);
        assert_eq!((none.geometric_mean_ratio(), none.median_ratio()), (None, None));
    }

    #[test]
    fn a_median_is_known_where_limits_cannot_move_it() {
        let tie = (finished(4.0), finished(4.0));
        let more = (finished(8.0), finished(4.0));
        let cut = (censored(40.0), finished(4.0));
        assert_eq!(pairs(&[tie, more, cut]).median_ratio(), Some(2.0));
        assert_eq!(pairs(&[tie, cut, cut]).median_ratio(), None);
        let both = (censored(9.0), censored(9.0));
        assert_eq!(pairs(&[more, more, more, both]).median_ratio(), Some(2.0));
        assert_eq!(pairs(&[more, tie, tie, both]).median_ratio(), None);
    }

    #[test]
    fn nothing_in_common_is_not_known() {
        let pairs = Pairs::default();
        assert!(pairs.is_empty() && pairs.geometric_mean_ratio().is_none());
        assert!(pairs.median_ratio().is_none() && pairs.ratio_of_sums().is_none());
    }
}
