//! `ranking.csv`: the configs of a corpus by what they decide and what it costs, each against the
//! virtual best, which takes the best config for every puzzle.
//!
//! A run that a limit cut, or that failed, costs twice the limit (PAR2, as in the SAT competitions;
//! N. Froleyks and others, Artificial Intelligence 301, 2021), and the limit itself in the
//! restricted mean (P. Royston & M. K. B. Parmar, BMC Medical Research Methodology 13, 2013).
//! Isomorphs are averaged run by run, so that one that was cut does not double the others. Without
//! a limit on the metric neither is known where a run was not decided, and the recorded sum ranks.
//!
//! A config's contribution is what the virtual best would lose without it (L. Xu and others, SAT
//! 2012). The virtual best takes only runs that were decided. Times of two runs within 5 % of each
//! other tie: the median of a few passes is no better known than that, and the least of two noisy
//! times would always be credited to one of them.

use super::comparison::file::nine_digits;
use super::run_table::{Column, CorpusTable, Metric, puzzles, runs_of_puzzles};
use super::summary::SummaryLimits;
use crate::goal::Status;
use crate::run_files::column::{self, ColumnSpec, names};
use crate::run_files::field::{header, push_text};

/// The file's name.
pub const FILE: &str = "ranking.csv";

/// What the columns hold.
pub const SPECS: [ColumnSpec; 12] = [
    column::CORPUS,
    column::METRIC,
    column::LABEL,
    ColumnSpec::integer("puzzles", "the puzzles that were searched"),
    ColumnSpec::integer("decided", "those that the config decided, with all their isomorphs"),
    ColumnSpec::decimal(
        "par2_mean",
        "the mean over puzzles, isomorphs averaged; a run that was not decided counts twice the limit",
    )
    .empty(NO_LIMIT),
    ColumnSpec::decimal("restricted_mean", "the same; a run that was not decided counts the limit")
        .empty(NO_LIMIT),
    ColumnSpec::decimal(
        "share_of_virtual_best",
        "the PAR2 sum of the virtual best, which takes the best config for every puzzle, as a share \
         of the config's own",
    )
    .empty(NO_LIMIT),
    ColumnSpec::integer("best_on", "puzzles that it decided and on which none needs less"),
    ColumnSpec::integer(
        "alone_best_on",
        "puzzles that it decided and on which all others need more; times within 5 % tie",
    ),
    ColumnSpec::decimal(
        "contribution",
        "what the virtual best would cost more without it, as a share of that cost",
    )
    .empty(NO_LIMIT),
    ColumnSpec::integer(
        "rank",
        "by puzzles decided, then by PAR2, else by what is recorded; 1 is the best, equals share it",
    ),
];

const NO_LIMIT: &str = "runs were not decided, and there is no limit to count for them";

/// The columns.
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// Times of one puzzle that differ by less tie.
const TIME_TIE: f64 = 0.05;

/// One config on one corpus and metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The corpus.
    pub corpus: String,
    /// Nodes or time.
    pub metric: Metric,
    /// The config.
    pub config: String,
    /// Puzzles that were searched.
    pub puzzles: usize,
    /// Those that this config decided, with all their isomorphs.
    pub decided: usize,
    /// The mean cost, undecided runs at twice the limit; none if there is no limit to double.
    pub par2_mean: Option<f64>,
    /// The mean cost, undecided runs at the limit; none if there is no limit.
    pub restricted_mean: Option<f64>,
    /// The cost of the virtual best as a share of the config's own: 1 if it is always the best.
    pub share_of_virtual_best: Option<f64>,
    /// Puzzles that it decided and on which none needs less.
    pub best_on: usize,
    /// Puzzles that it decided and on which all others need more, or did not decide.
    pub alone_best_on: usize,
    /// How much less the virtual best costs for having it, as a share.
    pub contribution: Option<f64>,
    /// By puzzles decided, then by PAR2, else by the sum of what is recorded. 1 is the best; equals
    /// share the better rank.
    pub rank: usize,
}

/// Ranks the configs of a corpus on nodes and on time, the best first.
#[must_use]
pub fn rank(corpus: &CorpusTable, limits: SummaryLimits) -> Vec<Ranked> {
    let metrics = [Metric::Nodes, Metric::Time];
    metrics.into_iter().flat_map(|metric| by(corpus, metric, limits)).collect()
}

/// Ranks the configs that know a metric, the best first.
#[must_use]
pub fn by(corpus: &CorpusTable, metric: Metric, limits: SummaryLimits) -> Vec<Ranked> {
    let limit = if metric.is_time() { limits.time_ns } else { limits.nodes };
    // Engines that do not know the metric take no part.
    let columns: Vec<_> = corpus.columns.iter().filter(|column| column.knows(metric)).collect();
    let puzzles = puzzles(&columns);
    let costs: Vec<_> =
        columns.iter().map(|column| Costs::new(&puzzles, column, metric, limit)).collect();
    let is_searched = |puzzle: usize| costs.iter().any(|costs| costs.puzzles[puzzle].is_some());
    let count = (0..puzzles.len()).filter(|&puzzle| is_searched(puzzle)).count();
    if count == 0 {
        return Vec::new();
    }
    let best = VirtualBest::new(&costs, metric);
    let mean = |sum: Option<f64>| Some(sum? / count as f64);
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 1.0 };
    let mut rows: Vec<_> = columns
        .iter()
        .zip(&costs)
        .enumerate()
        .map(|(at, (column, own))| Ranked {
            corpus: corpus.name.clone(),
            metric,
            config: column.label(),
            puzzles: count,
            decided: own.decided,
            par2_mean: mean(own.penalised(2.0)),
            restricted_mean: mean(own.penalised(1.0)),
            share_of_virtual_best: own
                .penalised(2.0)
                .zip(best.cost(limit))
                .map(|(own, best)| share(best, own)),
            best_on: best.best_on[at],
            alone_best_on: best.alone_best_on[at],
            contribution: best
                .lost_without(at, limit)
                .zip(best.cost(limit))
                .map(|(lost, best)| if lost > 0.0 { lost / (best + lost) } else { 0.0 }),
            rank: 1 + costs.iter().filter(|other| other.is_better_than(own)).count(),
        })
        .collect();
    rows.sort_by_key(|row| row.rank);
    rows
}

/// What a config's run of a puzzle cost, averaged over its isomorphs.
#[derive(Clone, Copy, Debug)]
struct Cost {
    /// The mean of the recorded values of decided runs, weighed by their share of all runs.
    decided: f64,
    /// The share of runs that were not decided.
    undecided: f64,
}

/// The costs of a config.
struct Costs {
    /// By puzzle; none where the puzzle was not searched.
    puzzles: Vec<Option<Cost>>,
    decided: usize,
    /// The sum over puzzles of the costs of decided runs.
    sum: f64,
    /// The sum over puzzles of the shares of undecided runs.
    undecided: f64,
    /// The sum of all recorded values.
    recorded: f64,
    limit: Option<f64>,
}

impl Costs {
    fn new(puzzles: &[u64], column: &Column, metric: Metric, limit: Option<u64>) -> Self {
        let mut costs = Self {
            puzzles: vec![None; puzzles.len()],
            decided: 0,
            sum: 0.0,
            undecided: 0.0,
            recorded: 0.0,
            limit: limit.map(|limit| limit as f64),
        };
        for (puzzle, runs) in runs_of_puzzles(puzzles, column) {
            let status = |at: usize| column.statuses()[at];
            let searched = runs.clone().filter(|&at| status(at) != Status::Invalid);
            let weight = 1.0 / runs.len() as f64;
            let mut cost = None;
            for at in searched {
                let cost = cost.get_or_insert(Cost { decided: 0.0, undecided: 0.0 });
                let value = column.value(at, metric).map(|value| value as f64);
                costs.recorded += value.unwrap_or(0.0) * weight;
                match value.filter(|_| status(at).is_decided()) {
                    Some(value) => cost.decided += value * weight,
                    None => cost.undecided += weight,
                }
            }
            let Some(cost) = cost else { continue };
            costs.decided += usize::from(cost.undecided == 0.0);
            costs.sum += cost.decided;
            costs.undecided += cost.undecided;
            costs.puzzles[puzzle] = Some(cost);
        }
        costs
    }

    /// The sum of the costs, undecided runs at a multiple of the limit.
    fn penalised(&self, times: f64) -> Option<f64> {
        if self.undecided == 0.0 {
            return Some(self.sum);
        }
        Some(self.sum + self.undecided * times * self.limit?)
    }

    fn is_better_than(&self, other: &Self) -> bool {
        let costs = self.penalised(2.0).zip(other.penalised(2.0));
        let (own, other_cost) = costs.unwrap_or((self.recorded, other.recorded));
        (self.decided, other_cost) > (other.decided, own) || {
            self.decided == other.decided && own < other_cost
        }
    }

    /// The cost of a puzzle that was decided.
    fn of_decided(&self, puzzle: usize) -> Option<f64> {
        self.puzzles[puzzle].filter(|cost| cost.undecided == 0.0).map(|cost| cost.decided)
    }
}

/// The config that takes the best decided run of every puzzle.
struct VirtualBest {
    /// The sum over the puzzles that any config decided.
    sum: f64,
    /// The puzzles that none decided.
    undecided: usize,
    best_on: Vec<usize>,
    alone_best_on: Vec<usize>,
    /// By config: what the decided puzzles would cost more without it.
    dearer: Vec<f64>,
    /// By config: the puzzles that no other decided, and what they cost it.
    only: Vec<(usize, f64)>,
}

impl VirtualBest {
    fn new(costs: &[Costs], metric: Metric) -> Self {
        let count = costs.len();
        let mut best = Self {
            sum: 0.0,
            undecided: 0,
            best_on: vec![0; count],
            alone_best_on: vec![0; count],
            dearer: vec![0.0; count],
            only: vec![(0, 0.0); count],
        };
        let tie = if metric.is_time() { 1.0 + TIME_TIE } else { 1.0 };
        for puzzle in 0..costs[0].puzzles.len() {
            let decided = |at: usize| Some((costs[at].of_decided(puzzle)?, at));
            let mut order: Vec<_> = (0..count).filter_map(decided).collect();
            order.sort_by(|a, b| a.0.total_cmp(&b.0));
            let Some(&(least, first)) = order.first() else {
                let is_searched = costs.iter().any(|costs| costs.puzzles[puzzle].is_some());
                best.undecided += usize::from(is_searched);
                continue;
            };
            best.sum += least;
            let equals = order.iter().take_while(|(cost, _)| *cost <= least * tie);
            equals.for_each(|&(_, at)| best.best_on[at] += 1);
            match order.get(1) {
                Some(&(next, _)) if next <= least * tie => {}
                Some(&(next, _)) => {
                    best.alone_best_on[first] += 1;
                    best.dearer[first] += next - least;
                }
                None => {
                    best.alone_best_on[first] += 1;
                    best.only[first].0 += 1;
                    best.only[first].1 += least;
                }
            }
        }
        best
    }

    /// The cost, undecided puzzles at twice the limit.
    fn cost(&self, limit: Option<u64>) -> Option<f64> {
        Some(self.sum + penalty(self.undecided, limit)?)
    }

    /// What it would cost more without a config.
    fn lost_without(&self, config: usize, limit: Option<u64>) -> Option<f64> {
        let (puzzles, cost) = self.only[config];
        Some(self.dearer[config] + penalty(puzzles, limit)? - cost)
    }
}

fn penalty(undecided: usize, limit: Option<u64>) -> Option<f64> {
    if undecided == 0 { Some(0.0) } else { Some(undecided as f64 * 2.0 * limit? as f64) }
}

/// The file of these ranks.
#[must_use]
pub fn csv(rows: &[Ranked]) -> Vec<u8> {
    let mut csv = header(&COLUMNS);
    let known = |number: Option<f64>| number.map_or_else(String::new, nine_digits);
    for row in rows {
        for text in [&row.corpus, row.metric.name(), &row.config] {
            push_text(&mut csv, text.as_bytes());
            csv.push(b',');
        }
        let line = format!(
            "{},{},{},{},{},{},{},{},{}\n",
            row.puzzles,
            row.decided,
            known(row.par2_mean),
            known(row.restricted_mean),
            known(row.share_of_virtual_best),
            row.best_on,
            row.alone_best_on,
            known(row.contribution),
            row.rank
        );
        csv.extend_from_slice(line.as_bytes());
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    const LIMITS: SummaryLimits = SummaryLimits { nodes: Some(1000), time_ns: None };

    /// Nodes and times are equal; a run of 99 was cut.
    fn column(config: &str, nodes: &[u64]) -> Column {
        let row = |(index, &nodes): (usize, &u64)| {
            let key = PuzzleKey { puzzle_index: index as u64, isomorph: 0 };
            let status = match nodes {
                99 => Status::NodeLimit,
                0 => Status::Invalid,
                _ => Status::Unique,
            };
            Row::new(key, status, [Some(nodes), None, None, Some(nodes)])
        };
        Column::with_rows(config, "search", nodes.iter().enumerate().map(row))
    }

    fn ranked(columns: Vec<Column>, metric: Metric) -> Vec<Ranked> {
        by(&CorpusTable { name: "c".to_owned(), columns }, metric, LIMITS)
    }

    #[test]
    fn configs_are_ranked_against_the_virtual_best() {
        let columns = vec![column("a", &[9, 99, 3]), column("b", &[4, 4, 3])];
        let rows = ranked(columns, Metric::Nodes);
        let (b, a) = (&rows[0], &rows[1]);
        assert_eq!((b.config.as_str(), b.rank, b.decided, b.best_on), ("b", 1, 3, 3));
        assert_eq!((b.alone_best_on, b.share_of_virtual_best), (2, Some(1.0)));
        assert_eq!((a.rank, a.decided, a.best_on, a.alone_best_on), (2, 2, 1, 0));
        // The run that was cut at 99 nodes costs twice the limit of 1000, not twice 99.
        assert_eq!(a.par2_mean, Some((9.0 + 2000.0 + 3.0) / 3.0));
        assert_eq!(a.restricted_mean, Some((9.0 + 1000.0 + 3.0) / 3.0));
        assert_eq!(a.share_of_virtual_best, Some(11.0 / 2012.0));
        let without_b = 9.0 + 2000.0 + 3.0;
        assert_eq!((a.contribution, b.contribution), (Some(0.0), Some(1.0 - 11.0 / without_b)));
        assert_eq!(String::from_utf8(csv(&rows)).expect("UTF-8").lines().count(), 3);
    }

    #[test]
    fn a_config_that_decides_nothing_is_last() {
        let columns = || {
            vec![
                column("cheap", &[99; 3]),
                column("dear", &[900, 950, 990]),
                column("most", &[990, 99, 990]),
            ]
        };
        for metric in [Metric::Nodes, Metric::Time] {
            let rows = ranked(columns(), metric);
            let order: Vec<_> = rows.iter().map(|row| (&*row.config, row.rank)).collect();
            assert_eq!(order, [("dear", 1), ("most", 2), ("cheap", 3)]);
            assert_eq!((rows[2].best_on, rows[2].contribution), (0, Some(0.0)));
        }
        let rows = ranked(columns(), Metric::Time);
        assert_eq!(rows[1].par2_mean, None, "there is no time limit to double");
        assert_eq!(rows[0].par2_mean, Some(2840.0 / 3.0));
    }

    #[test]
    fn equal_ranks_are_shared_and_invalid_puzzles_left_out() {
        let columns =
            vec![column("a", &[5, 0, 7]), column("b", &[7, 0, 5]), column("c", &[8, 0, 8])];
        let rows = ranked(columns, Metric::Nodes);
        assert_eq!(rows.iter().map(|row| row.rank).collect::<Vec<_>>(), [1, 1, 3]);
        assert!(rows.iter().all(|row| (row.puzzles, row.decided) == (2, 2)));
    }

    #[test]
    fn an_isomorph_that_was_cut_does_not_double_the_others() {
        let row = |isomorph, status, nodes| {
            let key = PuzzleKey { puzzle_index: 0, isomorph };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        let rows = [
            row(1, Status::Unique, 10),
            row(2, Status::NodeLimit, 1000),
            row(3, Status::Unique, 20),
            row(4, Status::Error, 5),
        ];
        let rows = ranked(vec![Column::with_rows("a", "search", rows)], Metric::Nodes);
        assert_eq!((rows[0].puzzles, rows[0].decided), (1, 0));
        assert_eq!(rows[0].par2_mean, Some((10.0 + 2000.0 + 20.0 + 2000.0) / 4.0));
    }

    #[test]
    fn the_copy_of_a_config_contributes_nothing_on_noisy_times() {
        let time = |at: u64, copy: u64| 1000 + (at * 37 + copy * 61) % 30;
        let times = |copy| (0..100).map(|at| time(at, copy)).collect::<Vec<_>>();
        let columns = vec![column("a", &times(0)), column("a#2", &times(1))];
        for row in ranked(columns, Metric::Time) {
            assert_eq!((row.contribution, row.best_on, row.alone_best_on), (Some(0.0), 100, 0));
        }
    }
}
