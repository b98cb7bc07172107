//! Statistics between the configs of a run: which needs less, by how much, and is it real.
//!
//! Everything is paired by puzzle. The size of a difference is the geometric mean of the ratios,
//! with Student's interval; significance is tested with Wilcoxon's signed-rank test, corrected by
//! Holm for all pairs of one corpus and metric. A verdict needs both, a margin, and that ratio and
//! ranks point the same way.
//!
//! Runs that a limit cut rank above all others and tie with each other. A ratio rests on what is
//! known ([`Basis`]).
//!
//! Times of puzzles are clustered by the blocks in which they were measured, and their intervals
//! contain the run's noise floor. A config that was not timed puzzle by puzzle is compared on the
//! times of blocks, under a metric of its own.

pub mod between;
mod by_block;
pub mod drift;
pub mod file;
pub mod interval;
pub mod paired_tests;
pub mod pairing;
mod verdict;
pub mod warnings;

pub use pairing::Basis;
pub use verdict::{LEAST_DIFFERING, LEAST_TIED, Verdict};

use crate::stats::block_table::{BlockTable, Stretch, clusters};
use crate::stats::run_table::{Column, CorpusTable, Metric, puzzles};
use paired_tests::{holm, sign_test, signed_ranks};
use pairing::{Pairs, work_on};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// A ratio within 1/(1+m) and 1+m makes no difference in practice.
    pub margin: f64,
    /// All against this one only, given by the label of its column.
    pub baseline: Option<String>,
    /// Whether times may be judged.
    pub judges_time: bool,
    /// Times of identical configs differ by up to this share; 0 if that was not measured.
    pub noise_floor: f64,
    /// The pruning level of each config. Under a node limit, nodes of two levels do not compare.
    pub levels: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            margin: 0.01,
            baseline: None,
            judges_time: true,
            noise_floor: 0.0,
            levels: BTreeMap::new(),
        }
    }
}

/// One config against another, on one corpus and metric. Ratios are a/b.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The corpus.
    pub corpus: String,
    /// What is compared.
    pub metric: Metric,
    /// The first config.
    pub a: String,
    /// The second config.
    pub b: String,
    /// Puzzles of which both are known.
    pub pairs: u64,
    /// Puzzles on which the first needs less.
    pub wins: u64,
    /// Puzzles on which both need the same, or both are censored.
    pub ties: u64,
    /// Puzzles on which the second needs less.
    pub losses: u64,
    /// Puzzles on which both are censored.
    pub both_censored: u64,
    /// What ratios rest on.
    pub basis: Basis,
    /// The geometric mean of the ratios of the basis.
    pub gm_ratio: Option<f64>,
    /// Its 95 % interval; none where fewer than [`LEAST_DIFFERING`] puzzles differ.
    pub interval: Option<(f64, f64)>,
    /// The ratio of the sums over the basis.
    pub ratio_of_sums: Option<f64>,
    /// The median of the ratios over all pairs; none where limits leave it unknown.
    pub median_ratio: Option<f64>,
    /// Rank-biserial correlation: -1 where the first always needs less, 1 where always more.
    pub rank_biserial: Option<f64>,
    /// Wilcoxon's signed-rank test.
    pub wilcoxon_p: Option<f64>,
    /// The sign test.
    pub sign_p: Option<f64>,
    /// `wilcoxon_p`, corrected for all pairs of the corpus and metric.
    pub holm_p: Option<f64>,
    /// What it comes to.
    pub verdict: Verdict,
}

impl Comparison {
    /// A comparison of which nothing is known.
    #[must_use]
    pub fn unknown(corpus: &str, metric: Metric, a: &str, b: &str) -> Self {
        Self {
            corpus: corpus.to_owned(),
            metric,
            a: a.to_owned(),
            b: b.to_owned(),
            pairs: 0,
            wins: 0,
            ties: 0,
            losses: 0,
            both_censored: 0,
            basis: Basis::Exact,
            gm_ratio: None,
            interval: None,
            ratio_of_sums: None,
            median_ratio: None,
            rank_biserial: None,
            wilcoxon_p: None,
            sign_p: None,
            holm_p: None,
            verdict: Verdict::Inconclusive,
        }
    }
}

/// Compares the configs of a corpus, pair by pair in the order in which they were named, or all
/// against the baseline.
#[must_use]
pub fn compare(corpus: &CorpusTable, blocks: &BlockTable, settings: &Settings) -> Vec<Comparison> {
    let contestant = |column| Contestant::new(corpus, column, blocks);
    let contestants: Vec<_> = corpus.columns.iter().map(contestant).collect();
    let pairs = index_pairs(&contestants, settings.baseline.as_deref());
    compare_pairs(&contestants, &pairs, &Metric::OF_CONFIGS, settings)
}

/// A config that takes part in comparisons.
#[derive(Clone, Debug)]
struct Contestant<'a> {
    /// The corpus.
    corpus: &'a str,
    /// What files call it.
    label: String,
    /// Its runs.
    column: &'a Column,
    /// Its timed blocks.
    stretches: &'a [Stretch],
}

impl<'a> Contestant<'a> {
    fn new(corpus: &'a CorpusTable, column: &'a Column, blocks: &'a BlockTable) -> Self {
        let stretches = blocks.of(&corpus.name, &column.config, column.engine.as_str());
        Self { corpus: &corpus.name, label: column.label(), column, stretches }
    }

    /// Whether a node of one is a node of the other, as far as limits go.
    fn shares_level_with(&self, other: &Self, settings: &Settings) -> bool {
        let level = |contestant: &Self| settings.levels.get(&contestant.column.config);
        level(self) == level(other)
    }
}

fn index_pairs(contestants: &[Contestant<'_>], baseline: Option<&str>) -> Vec<(usize, usize)> {
    let all = 0..contestants.len();
    match baseline {
        Some(baseline) => {
            let against = contestants.iter().position(|config| config.label == baseline);
            against.map(|b| all.filter(|&a| a != b).map(|a| (a, b)).collect()).unwrap_or_default()
        }
        None => all.flat_map(|a| (a + 1..contestants.len()).map(move |b| (a, b))).collect(),
    }
}

/// Compares pairs of configs, metric by metric.
fn compare_pairs(
    contestants: &[Contestant<'_>],
    index_pairs: &[(usize, usize)],
    metrics: &[Metric],
    settings: &Settings,
) -> Vec<Comparison> {
    let columns: Vec<_> = contestants.iter().map(|config| config.column).collect();
    let puzzles = puzzles(&columns);
    let clusters: Vec<_> = contestants
        .par_iter()
        .map(|config| clusters(config.stretches, config.column, &puzzles))
        .collect();
    let mut comparisons = Vec::new();
    for &metric in metrics {
        let works = work_on(&puzzles, &columns, metric);
        let family = index_pairs.par_iter().filter_map(|&(a, b)| {
            let clusters = if metric.is_time() { &clusters[a][..] } else { &[] };
            let pairs = Pairs::new(&works[a], &works[b], clusters);
            let names = (&contestants[a], &contestants[b]);
            (!pairs.is_empty()).then(|| describe(metric, names, &pairs, LEAST_DIFFERING, settings))
        });
        comparisons.extend(judged(family.collect(), contestants, settings));
    }
    let by_block = by_block::compare(contestants, index_pairs, settings);
    comparisons.extend(judged(by_block, contestants, settings));
    comparisons
}

/// The comparisons of one corpus and metric, with p-values corrected for all of them, and judged.
fn judged(
    mut family: Vec<Comparison>,
    contestants: &[Contestant<'_>],
    settings: &Settings,
) -> Vec<Comparison> {
    let p_values: Vec<_> = family.iter().map(|comparison| comparison.wilcoxon_p).collect();
    let named = |label: &str| contestants.iter().find(|contestant| contestant.label == label);
    for (comparison, p) in family.iter_mut().zip(holm(&p_values)) {
        comparison.holm_p = p;
        let is_comparable = comparison.metric.is_time()
            || comparison.basis == Basis::Exact
            || named(&comparison.a)
                .zip(named(&comparison.b))
                .is_none_or(|(a, b)| a.shares_level_with(b, settings));
        comparison.verdict = Verdict::of(comparison, settings, is_comparable);
    }
    family
}

/// All of a comparison but its verdict. Below `least` pairs that differ there is no interval.
fn describe(
    metric: Metric,
    (a, b): (&Contestant<'_>, &Contestant<'_>),
    pairs: &Pairs,
    least: u64,
    settings: &Settings,
) -> Comparison {
    let ranks = signed_ranks(&pairs.differences());
    let noise = if metric.is_time() { settings.noise_floor.ln_1p() } else { 0.0 };
    let estimate = pairs.estimate().filter(|_| pairs.differing() >= least);
    let interval = estimate.map(|estimate| estimate.interval(noise));
    Comparison {
        pairs: pairs.len() as u64,
        wins: pairs.wins,
        ties: pairs.ties,
        losses: pairs.losses,
        both_censored: pairs.both_censored,
        basis: pairs.basis(),
        gm_ratio: pairs.geometric_mean_ratio(),
        interval: interval.map(|(low, high)| (low.exp(), high.exp())),
        ratio_of_sums: pairs.ratio_of_sums(),
        median_ratio: pairs.median_ratio(),
        rank_biserial: ranks.rank_biserial,
        wilcoxon_p: ranks.p,
        sign_p: sign_test(pairs.wins, pairs.losses),
        ..Comparison::unknown(a.corpus, metric, &a.label, &b.label)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::blocks::Block;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn column(config: &str, nodes: impl Iterator<Item = u64>) -> Column {
        let row = |(index, nodes)| {
            let key = PuzzleKey { puzzle_index: index, isomorph: 0 };
            let status = if nodes >= 1000 { Status::NodeLimit } else { Status::Unique };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        Column::with_rows(config, "search", (0..).zip(nodes).map(row))
    }

    fn corpus(puzzles: u64, limit: u64) -> CorpusTable {
        let nodes =
            move |factor: u64| (0..puzzles).map(move |n| (factor * (n % 97 + 1)).min(limit));
        let columns = vec![
            column("twice", nodes(2)),
            column("once", nodes(1)),
            column("again", nodes(1)),
            column("much", nodes(20)),
        ];
        CorpusTable { name: "c".to_owned(), columns }
    }

    fn verdict(comparisons: &[Comparison], a: &str, b: &str) -> Verdict {
        let is_it = |comparison: &&Comparison| comparison.a == a && comparison.b == b;
        comparisons.iter().find(is_it).expect("the pair was compared").verdict
    }

    fn between<'a>(comparisons: &'a [Comparison], a: &str, b: &str) -> &'a Comparison {
        let is_it = |comparison: &&Comparison| comparison.a == a && comparison.b == b;
        comparisons.iter().find(is_it).expect("the pair was compared")
    }

    fn all(corpus: &CorpusTable, settings: &Settings) -> Vec<Comparison> {
        compare(corpus, &BlockTable::default(), settings)
    }

    #[test]
    fn every_pair_gets_its_verdict() {
        let comparisons = all(&corpus(300, 900), &Settings::default());
        assert_eq!(comparisons.len(), 6, "only nodes are known");
        assert_eq!(verdict(&comparisons, "twice", "once"), Verdict::Worse);
        assert_eq!(verdict(&comparisons, "once", "again"), Verdict::Equivalent);
        assert_eq!(verdict(&comparisons, "twice", "much"), Verdict::Better);
        let equal = between(&comparisons, "once", "again");
        assert_eq!((equal.gm_ratio, equal.interval), (Some(1.0), None));
        assert_eq!((equal.wilcoxon_p, equal.sign_p), (Some(1.0), None));
        let twice = between(&comparisons, "twice", "once");
        assert!((twice.gm_ratio.expect("a ratio") - 2.0).abs() < 1e-12, "nodes are not shifted");
    }

    #[test]
    fn ten_ties_are_not_equivalent() {
        let comparisons = all(&corpus(10, 900), &Settings::default());
        let equal = between(&comparisons, "once", "again");
        assert_eq!((equal.verdict, equal.interval), (Verdict::Inconclusive, None));
    }

    #[test]
    fn a_censored_pair_is_never_equivalent() {
        let mut corpus = corpus(300, 900);
        for column in &mut corpus.columns[1..3] {
            let cut = |row: Row| match row.key.puzzle_index {
                7 => Row::new(row.key, Status::NodeLimit, [Some(1000), None, None, None]),
                _ => row,
            };
            *column = Column::with_rows(&column.config, "search", column.rows().map(cut));
        }
        let comparisons = all(&corpus, &Settings::default());
        let both = between(&comparisons, "once", "again");
        assert_eq!((both.verdict, both.basis), (Verdict::Inconclusive, Basis::BothDecided));
        assert_eq!(both.gm_ratio, Some(1.0), "of the pairs that both decided");
        assert_eq!(between(&comparisons, "twice", "once").basis, Basis::AtMost);
        assert_eq!(between(&comparisons, "once", "much").basis, Basis::AtLeast);
    }

    #[test]
    fn a_cheap_failure_is_not_better() {
        // `cheap` is cut at once everywhere; `dear` decides everything, for ten times the work.
        let rows = |status, nodes| {
            (0..100).map(move |puzzle_index| {
                let key = PuzzleKey { puzzle_index, isomorph: 0 };
                Row::new(key, status, [Some(nodes + puzzle_index), None, None, Some(nodes)])
            })
        };
        let columns = vec![
            Column::with_rows("dear", "search", rows(Status::Unique, 1000)),
            Column::with_rows("cheap", "search", rows(Status::NodeLimit, 100)),
        ];
        let corpus = CorpusTable { name: "c".to_owned(), columns };
        for comparison in all(&corpus, &Settings::default()) {
            assert_eq!(comparison.rank_biserial, Some(-1.0));
            assert_eq!(comparison.basis, Basis::AtMost);
            assert_eq!(comparison.verdict, Verdict::Inconclusive);
        }
    }

    #[test]
    fn under_a_node_limit_nodes_of_two_levels_get_no_verdict() {
        let levels = |again: &str| {
            let levels = [("twice", "none"), ("once", "none"), ("again", again), ("much", "none")];
            levels.map(|(config, level)| (config.to_owned(), level.to_owned())).into()
        };
        let corpus = corpus(300, 1000);
        let of = |again: &str| {
            let settings = Settings { levels: levels(again), ..Settings::default() };
            let comparisons = all(&corpus, &settings);
            (verdict(&comparisons, "again", "much"), verdict(&comparisons, "twice", "again"))
        };
        assert_eq!(of("none"), (Verdict::Better, Verdict::Worse));
        // No limit cut `twice` or `again`: their nodes compare.
        assert_eq!(of("fc"), (Verdict::Inconclusive, Verdict::Worse));
    }

    #[test]
    fn few_puzzles_give_no_verdict_and_a_baseline_is_the_second() {
        let comparisons = all(&corpus(19, 900), &Settings::default());
        assert!(comparisons.iter().all(|c| c.verdict == Verdict::Inconclusive));
        assert!(comparisons.iter().all(|c| c.interval.is_none()));
        let settings = Settings { baseline: Some("once".to_owned()), ..Settings::default() };
        let comparisons = all(&corpus(50, 900), &settings);
        assert_eq!(comparisons.iter().map(|c| c.b.as_str()).collect::<Vec<_>>(), ["once"; 3]);
    }

    #[test]
    fn a_config_that_lacks_puzzles_is_compared_on_the_others() {
        let mut corpus = corpus(400, 900);
        let fail = |row: Row| match row.key.puzzle_index {
            ..20 => Row::new(row.key, Status::Error, [None; 4]),
            _ => row,
        };
        let rows: Vec<_> = corpus.columns[0].rows().map(fail).collect();
        corpus.columns[0] = Column::with_rows("twice", "search", rows);
        let comparisons = all(&corpus, &Settings::default());
        assert_eq!(comparisons[0].pairs, 380);
        assert_eq!(verdict(&comparisons, "twice", "once"), Verdict::Worse);
        assert_eq!(verdict(&comparisons, "once", "again"), Verdict::Equivalent);
    }

    #[test]
    fn noise_that_a_block_shares_widens_intervals_of_times() {
        // Of each eight puzzles the first config is 10 % slower or 10 % faster, together.
        let rows = |is_noisy: bool| {
            (0..400).map(move |puzzle_index| {
                let key = PuzzleKey { puzzle_index, isomorph: 0 };
                let factor = match (is_noisy, puzzle_index / 8 * 7 % 5 < 3) {
                    (false, _) => 1000,
                    (true, true) => 1100,
                    (true, false) => 909,
                };
                Row::new(key, Status::Unique, [None, None, None, Some(factor)])
            })
        };
        let names = [("x", true), ("y", false)];
        let column = |(name, noisy)| Column::with_rows(name, "search", rows(noisy));
        let corpus = CorpusTable { name: "c".to_owned(), columns: names.map(column).to_vec() };
        let width = |blocks: &BlockTable, floor| {
            let settings = Settings { noise_floor: floor, ..Settings::default() };
            let comparisons = compare(&corpus, blocks, &settings);
            let time = comparisons.iter().find(|c| c.metric == Metric::Time).expect("times");
            let (low, high) = time.interval.expect("an interval");
            ((high / low).ln(), time.wilcoxon_p.expect("p"))
        };
        let block = |name: &str, block| Block {
            corpus: "c".to_owned(),
            window: 0,
            block,
            config: name.to_owned(),
            engine: "search".to_owned(),
            pass: 1,
            thread: 0,
            puzzles: 8,
            elapsed_ns: 8000,
        };
        let timed = (0..50).flat_map(|at| ["x", "y"].map(|name| block(name, at)));
        let (single, clustered) = (width(&BlockTable::default(), 0.0), BlockTable::new(timed));
        let (clustered, with_floor) = (width(&clustered, 0.0), width(&clustered, 0.05));
        assert!(
            (2.6..3.1).contains(&(clustered.0 / single.0)),
            "sqrt(8): {clustered:?} {single:?}"
        );
        assert!(clustered.1 > 100.0 * single.1);
        assert!(with_floor.0 > clustered.0 && with_floor.0 > 2.0 * 1.05f64.ln());
    }
}
