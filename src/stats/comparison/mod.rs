//! Statistics between the configs of a run: which needs less, by how much, and is it real.
//!
//! Everything is paired by puzzle. The size of a difference is the geometric mean of the ratios
//! of x + 1, with a bootstrap interval; whether it is real, Wilcoxon's signed ranks say, corrected
//! by Holm for all pairs of one corpus and metric; a verdict needs both, and a margin.
//!
//! Censored runs rank above every finished one and tie with each other. In means and sums they
//! stand at their recorded value, so that ratios are bounds.
//!
//! A config that was not timed puzzle by puzzle is compared on the times of blocks, under a metric
//! of its own.

pub mod bootstrap;
mod by_block;
pub mod earlier;
pub mod file;
pub mod paired_tests;
pub mod pairing;
mod verdict;
pub mod warnings;

pub use verdict::Verdict;

use crate::stats::block_table::{BlockTable, Stretch};
use crate::stats::run_table::{Column, CorpusTable, Metric};
use bootstrap::{Columns, percentile_interval};
use paired_tests::{holm, sign_test, signed_ranks};
use pairing::{Pairs, WorkColumn, work};
use rayon::prelude::*;

/// How to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The seed of the bootstrap.
    pub seed: u64,
    /// The number of resamples.
    pub resamples: usize,
    /// A ratio within 1/(1+m) and 1+m makes no difference in practice.
    pub margin: f64,
    /// All against this one only, given by the label of its column.
    pub baseline: Option<String>,
    /// Whether times may be judged.
    pub judges_time: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            resamples: bootstrap::RESAMPLES,
            margin: 0.01,
            baseline: None,
            judges_time: true,
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
    /// The geometric mean of the ratios of x + 1.
    pub gm_ratio: Option<f64>,
    /// Its bootstrap percentile interval, 95 %.
    pub interval: Option<(f64, f64)>,
    /// The ratio of the sums.
    pub ratio_of_sums: Option<f64>,
    /// The median of the ratios of x + 1.
    pub median_ratio: Option<f64>,
    /// Rank-biserial correlation: -1 where the first always needs less, 1 where always more.
    pub rank_biserial: Option<f64>,
    /// Wilcoxon's signed-rank test.
    pub wilcoxon_p: Option<f64>,
    /// The sign test.
    pub sign_p: Option<f64>,
    /// `wilcoxon_p`, corrected for all pairs of the corpus and metric.
    pub holm_p: Option<f64>,
    /// Whether a censored run stands at its limit, so that ratios are bounds.
    pub is_bound: bool,
    /// What it comes to.
    pub verdict: Verdict,
}

/// Compares the configs of a corpus, pair by pair in the order in which they were named, or all
/// against the baseline.
#[must_use]
pub fn compare(corpus: &CorpusTable, blocks: &BlockTable, settings: &Settings) -> Vec<Comparison> {
    let contestant = |column| Contestant::new(corpus, column, blocks);
    let contestants: Vec<_> = corpus.columns.iter().map(contestant).collect();
    let pairs = index_pairs(&contestants, settings.baseline.as_deref());
    compare_pairs(&contestants, &pairs, settings)
}

/// A config that takes part in comparisons.
#[derive(Clone, Debug)]
pub struct Contestant<'a> {
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
    settings: &Settings,
) -> Vec<Comparison> {
    let columns: Vec<_> = contestants.iter().map(|config| config.column).collect();
    let works: Vec<_> = Metric::ALL.iter().map(|&metric| work(&columns, metric)).collect();
    let intervals = intervals(&works, index_pairs, settings);
    let mut comparisons = Vec::new();
    for ((metric, works), intervals) in Metric::ALL.into_iter().zip(&works).zip(intervals) {
        let family = index_pairs.par_iter().zip(intervals).filter_map(|(&(a, b), interval)| {
            let pairs = Pairs::new(&works[a], &works[b]);
            let names = (&contestants[a], &contestants[b]);
            (!pairs.is_empty()).then(|| describe(metric, names, &pairs, interval))
        });
        comparisons.extend(judged(family.collect(), settings));
    }
    comparisons.extend(judged(by_block::compare(contestants, index_pairs, settings), settings));
    comparisons
}

/// The comparisons of one corpus and metric, with p-values corrected for all of them, and judged.
fn judged(mut family: Vec<Comparison>, settings: &Settings) -> Vec<Comparison> {
    let p_values: Vec<_> = family.iter().map(|comparison| comparison.wilcoxon_p).collect();
    for (comparison, p) in family.iter_mut().zip(holm(&p_values)) {
        comparison.holm_p = p;
        comparison.verdict = Verdict::of(comparison, settings);
    }
    family
}

/// The bootstrap intervals: `[metric][pair]`.
fn intervals(
    works: &[Vec<WorkColumn>],
    index_pairs: &[(usize, usize)],
    settings: &Settings,
) -> Vec<Vec<Option<(f64, f64)>>> {
    // Puzzles that no config has searched are no part of the sample.
    let puzzles: Vec<_> = (0..works[0].first().map_or(0, Vec::len))
        .filter(|&puzzle| works.iter().flatten().any(|column| column[puzzle].is_some()))
        .collect();
    let mut columns = Columns::new(puzzles.len());
    let mut places = Vec::new();
    for works in works {
        let mut single: Vec<Option<usize>> = vec![None; works.len()];
        for &(a, b) in index_pairs {
            let known = |column: usize| puzzles.iter().map(move |&p| works[column][p]);
            let same_puzzles = known(a).zip(known(b)).all(|(a, b)| a.is_some() == b.is_some());
            places.push(if same_puzzles {
                let mut place = |column: usize| {
                    *single[column].get_or_insert_with(|| {
                        columns.push(known(column).map(|work| Some(work?.shifted.ln())))
                    })
                };
                (place(a), Some(place(b)))
            } else {
                // A mean of differences is one of means only over the same puzzles.
                let both =
                    known(a).zip(known(b)).map(|(a, b)| Some((a?.shifted / b?.shifted).ln()));
                (columns.push(both), None)
            });
        }
    }
    let means = columns.resampled_means(settings.resamples, settings.seed);
    let interval = |&(a, b): &(usize, Option<usize>)| {
        let ratios = means.iter().map(|row| (row[a] - b.map_or(0.0, |b| row[b])).exp());
        percentile_interval(ratios.collect())
    };
    let intervals: Vec<_> = places.par_iter().map(interval).collect();
    intervals.chunks(index_pairs.len().max(1)).map(<[_]>::to_vec).collect()
}

fn describe(
    metric: Metric,
    (a, b): (&Contestant<'_>, &Contestant<'_>),
    pairs: &Pairs,
    interval: Option<(f64, f64)>,
) -> Comparison {
    let ranks = signed_ranks(&pairs.differences);
    Comparison {
        corpus: a.corpus.to_owned(),
        metric,
        a: a.label.clone(),
        b: b.label.clone(),
        pairs: pairs.len() as u64,
        wins: pairs.wins,
        ties: pairs.ties,
        losses: pairs.losses,
        both_censored: pairs.both_censored,
        gm_ratio: pairs.geometric_mean_ratio(),
        interval,
        ratio_of_sums: pairs.ratio_of_sums(),
        median_ratio: pairs.median_ratio(),
        rank_biserial: ranks.rank_biserial,
        wilcoxon_p: ranks.p,
        sign_p: sign_test(pairs.wins, pairs.losses),
        holm_p: None,
        is_bound: pairs.is_censored(),
        verdict: Verdict::Inconclusive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::identity::EngineName;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn column(config: &str, nodes: impl Iterator<Item = u64>) -> Column {
        let row = |(index, nodes)| {
            let key = PuzzleKey { puzzle_index: index, isomorph: 0 };
            let status = if nodes >= 1000 { Status::NodeLimit } else { Status::Unique };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        Column {
            config: config.to_owned(),
            engine: EngineName::SEARCH,
            rows: (0..).zip(nodes).map(row).collect(),
        }
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

    fn settings() -> Settings {
        Settings { resamples: 500, ..Settings::default() }
    }

    fn verdict(comparisons: &[Comparison], a: &str, b: &str) -> Verdict {
        let is_it = |comparison: &&Comparison| comparison.a == a && comparison.b == b;
        comparisons.iter().find(is_it).expect("the pair was compared").verdict
    }

    #[test]
    fn every_pair_gets_its_verdict() {
        let comparisons = compare(&corpus(200, 900), &BlockTable::default(), &settings());
        assert_eq!(comparisons.len(), 6, "only nodes are known");
        assert_eq!(verdict(&comparisons, "twice", "once"), Verdict::Worse);
        assert_eq!(verdict(&comparisons, "once", "again"), Verdict::Equivalent);
        assert_eq!(verdict(&comparisons, "twice", "much"), Verdict::Better);
        let equal = comparisons.iter().find(|c| c.a == "once" && c.b == "again").expect("a pair");
        assert_eq!((equal.gm_ratio, equal.interval), (Some(1.0), Some((1.0, 1.0))));
        assert_eq!((equal.wilcoxon_p, equal.sign_p), (Some(1.0), None));
    }

    #[test]
    fn a_censored_pair_is_a_bound_and_never_equivalent() {
        let mut corpus = corpus(200, 900);
        for column in &mut corpus.columns[1..3] {
            let row = column.rows[7];
            column.rows[7] = Row::new(row.key, Status::NodeLimit, [Some(1000), None, None, None]);
        }
        let comparisons = compare(&corpus, &BlockTable::default(), &settings());
        assert_eq!(verdict(&comparisons, "once", "again"), Verdict::Inconclusive);
        assert_eq!(comparisons.iter().filter(|c| c.is_bound).count(), 5, "all but twice and much");
    }

    #[test]
    fn few_puzzles_give_no_verdict_and_a_baseline_is_the_second() {
        let comparisons = compare(&corpus(9, 900), &BlockTable::default(), &settings());
        assert!(comparisons.iter().all(|c| c.verdict == Verdict::Inconclusive));
        let settings = Settings { baseline: Some("once".to_owned()), ..settings() };
        let comparisons = compare(&corpus(50, 900), &BlockTable::default(), &settings);
        assert_eq!(comparisons.iter().map(|c| c.b.as_str()).collect::<Vec<_>>(), ["once"; 3]);
    }

    #[test]
    fn a_config_that_lacks_puzzles_is_compared_on_the_others() {
        let mut corpus = corpus(60, 900);
        for row in &mut corpus.columns[0].rows[..20] {
            *row = Row::new(row.key, Status::Error, [None; 4]);
        }
        let comparisons = compare(&corpus, &BlockTable::default(), &settings());
        assert_eq!(comparisons[0].pairs, 40);
        assert_eq!(verdict(&comparisons, "twice", "once"), Verdict::Worse);
        assert_eq!(verdict(&comparisons, "once", "again"), Verdict::Equivalent);
    }
}
