//! The short answer to "which config is best": per corpus, by nodes and by time, and how sure that
//! is.
//!
//! The best config decides most puzzles, and of those that decide as many it has the least mean
//! (nodes), or the least time per puzzle at the medians of the passes. Every other config is then
//! either told apart from it (the comparison says so, or it decides fewer puzzles and the corrected
//! rank test agrees), or not.

use super::block_table::BlockTable;
use super::comparison::{Comparison, Verdict};
use super::ranking;
use super::run_table::{Column, CorpusTable, Metric};
use super::summary::SummaryLimits;
use crate::goal::Status;

/// The answer for one corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The corpus.
    pub corpus: String,
    /// Puzzles that were searched.
    pub puzzles: usize,
    /// The number of configs.
    pub configs: usize,
    /// The best by nodes; none if no config counts nodes or decides a puzzle.
    pub nodes: Option<Best>,
    /// The best by time; none if nothing was timed or decided.
    pub time: Option<Best>,
}

/// The best config by nodes or by time.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The config.
    pub config: String,
    /// Puzzles that it decided.
    pub decided: usize,
    /// Its mean, in nodes or nanoseconds per puzzle.
    pub mean: f64,
    /// Configs that are not told apart from it.
    pub tied: Vec<String>,
    /// Configs of which nothing was compared with it.
    pub uncompared: usize,
    /// The ratio to the best of the next config that differs from it and decides as much.
    pub next: Option<f64>,
}

/// The answer for a corpus whose pairs of configs are compared.
#[must_use]
pub fn answer(
    corpus: &CorpusTable,
    blocks: &BlockTable,
    comparisons: &[Comparison],
    limits: SummaryLimits,
) -> Answer {
    let searched = |column: &Column| {
        column.statuses().iter().filter(|status| **status != Status::Invalid).count()
    };
    Answer {
        corpus: corpus.name.clone(),
        puzzles: corpus.columns.iter().map(searched).max().unwrap_or(0),
        configs: corpus.columns.len(),
        nodes: best(by_nodes(corpus, limits), comparisons, &[Metric::Nodes]),
        time: best(by_time(corpus, blocks), comparisons, &[Metric::Time, Metric::BlockTime]),
    }
}

/// A config with what ranks it.
struct Candidate {
    config: String,
    decided: usize,
    mean: f64,
}

fn by_nodes(corpus: &CorpusTable, limits: SummaryLimits) -> Vec<Candidate> {
    let candidate = |row: ranking::Ranked| Candidate {
        mean: row.restricted_mean.unwrap_or(f64::NAN),
        config: row.config,
        decided: row.decided,
    };
    ranking::by(corpus, Metric::Nodes, limits).into_iter().map(candidate).collect()
}

fn by_time(corpus: &CorpusTable, blocks: &BlockTable) -> Vec<Candidate> {
    let candidate = |column: &Column| {
        let is_decided = |status: &&Status| status.is_decided();
        Some(Candidate {
            config: column.label(),
            decided: column.statuses().iter().filter(is_decided).count(),
            mean: blocks.time_per_puzzle(&corpus.name, &column.config, column.engine.as_str())?,
        })
    };
    let mut candidates: Vec<_> = corpus.columns.iter().filter_map(candidate).collect();
    candidates.sort_by(|a, b| b.decided.cmp(&a.decided).then(a.mean.total_cmp(&b.mean)));
    candidates
}

fn best(
    candidates: Vec<Candidate>,
    comparisons: &[Comparison],
    metrics: &[Metric],
) -> Option<Best> {
    let (first, others) = candidates.split_first().filter(|(first, _)| first.decided > 0)?;
    let mut best = Best {
        config: first.config.clone(),
        decided: first.decided,
        mean: first.mean,
        tied: Vec::new(),
        uncompared: 0,
        next: None,
    };
    for other in others {
        let names = [&first.config, &other.config];
        let is_it = |comparison: &&Comparison| {
            let pair = [&comparison.a, &comparison.b];
            metrics.contains(&comparison.metric) && (pair == names || pair == [names[1], names[0]])
        };
        let Some(comparison) = comparisons.iter().find(is_it) else {
            best.uncompared += 1;
            continue;
        };
        let (verdict, ratio, ranks) = seen_from(comparison, &first.config);
        let decides_less = other.decided < first.decided
            && ranks < 0.0
            && comparison.holm_p.is_some_and(|p| p < 0.05);
        if verdict != Verdict::Better && !decides_less {
            best.tied.push(other.config.clone());
        } else if let Some(ratio) = ratio.filter(|_| other.decided == first.decided) {
            best.next = Some(best.next.map_or(ratio, |next: f64| next.min(ratio)));
        }
    }
    Some(best)
}

/// The verdict on a config, the ratio of the other to it, and the ranks: below 0 it needs less.
fn seen_from(comparison: &Comparison, config: &str) -> (Verdict, Option<f64>, f64) {
    let ranks = comparison.rank_biserial.unwrap_or(0.0);
    if comparison.a == config {
        (comparison.verdict, comparison.gm_ratio.map(|ratio| 1.0 / ratio), ranks)
    } else {
        (comparison.verdict.mirrored(), comparison.gm_ratio, -ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::comparison::{Settings, compare};
    use crate::stats::run_table::Row;

    const LIMITS: SummaryLimits = SummaryLimits { nodes: Some(1000), time_ns: None };

    fn column(config: &str, nodes: impl Fn(u64) -> u64) -> Column {
        let row = |puzzle_index| {
            let nodes = nodes(puzzle_index).min(1000);
            let status = if nodes == 1000 { Status::NodeLimit } else { Status::Unique };
            let key = PuzzleKey { puzzle_index, isomorph: 0 };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        Column::with_rows(config, "search", (0..100).map(row))
    }

    fn answered(columns: Vec<Column>) -> Best {
        let corpus = CorpusTable { name: "c".to_owned(), columns };
        let blocks = BlockTable::default();
        let comparisons = compare(&corpus, &blocks, &Settings::default());
        let answer = answer(&corpus, &blocks, &comparisons, LIMITS);
        assert_eq!((answer.puzzles, answer.time), (100, None));
        answer.nodes.expect("nodes are known")
    }

    #[test]
    fn the_best_is_told_apart_from_all_or_not() {
        let best = answered(vec![
            column("x", |puzzle| 20 + puzzle),
            column("double", |puzzle| 40 + 2 * puzzle),
            column("cut", |puzzle| if puzzle % 2 == 0 { 1000 } else { 1 }),
            column("treble", |puzzle| 60 + 3 * puzzle),
        ]);
        assert_eq!((&*best.config, best.decided, best.mean), ("x", 100, 69.5));
        assert!(best.next.is_some_and(|next| (next - 2.0).abs() < 1e-9), "{best:?}");
        assert!(best.tied.is_empty(), "{best:?}");
        let best = answered(vec![
            column("x", |puzzle| 20 + puzzle),
            column("like", |puzzle| 20 + puzzle + puzzle % 2),
        ]);
        assert_eq!((best.tied, best.next), (vec!["like".to_owned()], None));
    }
}
