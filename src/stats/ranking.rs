//! `ranking.csv`: each config against the virtual best, which takes the best config for every
//! puzzle.
//!
//! A censored run costs twice its recorded value (PAR2). Costs are compared with one added, as
//! everywhere, so that shares are known where a config needs nothing. A config's contribution is
//! what the virtual best would lose without it.

use super::comparison::file::nine_digits;
use super::comparison::pairing::{Work, work};
use super::run_table::{Column, CorpusTable, Metric};
use crate::run_files::field::{header, push_text};

/// The file's name.
pub const FILE: &str = "ranking.csv";

/// The columns.
pub const COLUMNS: [&str; 11] = [
    "corpus",
    "metric",
    "config",
    "puzzles",
    "decided",
    "par2_mean",
    "share_of_virtual_best",
    "best_on",
    "alone_best_on",
    "contribution",
    "rank",
];

/// One config on one corpus and metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The corpus.
    pub corpus: String,
    /// Nodes or time.
    pub metric: Metric,
    /// The config.
    pub config: String,
    /// Puzzles that all ranked configs have run.
    pub puzzles: usize,
    /// Those that this one decided.
    pub decided: usize,
    /// The mean cost, censored runs at twice their value.
    pub par2_mean: f64,
    /// The cost of the virtual best as a share of the config's own: 1 if it is always the best.
    pub share_of_virtual_best: f64,
    /// Puzzles on which none needs less.
    pub best_on: usize,
    /// Puzzles on which all others need more.
    pub alone_best_on: usize,
    /// How much less the virtual best costs for having it, as a share.
    pub contribution: f64,
    /// 1 for the least mean cost; equal costs share the better rank.
    pub rank: usize,
}

/// Ranks the configs of a corpus on nodes and on time, the best first.
#[must_use]
pub fn rank(corpus: &CorpusTable) -> Vec<Ranked> {
    [Metric::Nodes, Metric::Time].into_iter().flat_map(|metric| by(corpus, metric)).collect()
}

/// Ranks the configs that know a metric, the best first.
#[must_use]
pub fn by(corpus: &CorpusTable, metric: Metric) -> Vec<Ranked> {
    let columns: Vec<_> = corpus.columns.iter().collect();
    let works = work(&columns, metric);
    // Engines that do not know the metric take no part.
    let ranked: Vec<_> =
        (0..works.len()).filter(|&config| works[config].iter().any(Option::is_some)).collect();
    let puzzles: Vec<Vec<Work>> = (0..works.first().map_or(0, Vec::len))
        .filter_map(|puzzle| ranked.iter().map(|&config| works[config][puzzle]).collect())
        .collect();
    if ranked.is_empty() || puzzles.is_empty() {
        return Vec::new();
    }
    let mut costs = Costs::new(ranked.len());
    puzzles.iter().for_each(|works| costs.add(works));
    let best: f64 = costs.best;
    let mut rows: Vec<_> = ranked
        .iter()
        .enumerate()
        .map(|(place, &config)| Ranked {
            corpus: corpus.name.clone(),
            metric,
            config: Column::label(&corpus.columns[config]),
            puzzles: puzzles.len(),
            decided: puzzles.iter().filter(|works| !works[place].is_censored).count(),
            par2_mean: costs.own[place] / puzzles.len() as f64 - 1.0,
            share_of_virtual_best: best / costs.own[place],
            best_on: costs.best_on[place],
            alone_best_on: costs.alone_best_on[place],
            contribution: costs.lost_without[place] / (best + costs.lost_without[place]),
            rank: 1 + costs.own.iter().filter(|&&other| other < costs.own[place]).count(),
        })
        .collect();
    rows.sort_by_key(|row| row.rank);
    rows
}

/// Sums of PAR2 costs, each with one added.
struct Costs {
    own: Vec<f64>,
    best: f64,
    best_on: Vec<usize>,
    alone_best_on: Vec<usize>,
    /// What the virtual best costs more without a config.
    lost_without: Vec<f64>,
}

impl Costs {
    fn new(configs: usize) -> Self {
        Self {
            own: vec![0.0; configs],
            best: 0.0,
            best_on: vec![0; configs],
            alone_best_on: vec![0; configs],
            lost_without: vec![0.0; configs],
        }
    }

    fn add(&mut self, works: &[Work]) {
        let cost = |work: &Work| work.mean * if work.is_censored { 2.0 } else { 1.0 } + 1.0;
        let costs: Vec<_> = works.iter().map(cost).collect();
        let mut sorted = costs.clone();
        sorted.sort_by(f64::total_cmp);
        let (least, next) = (sorted[0], sorted.get(1).copied());
        self.best += least;
        for (config, cost) in costs.iter().enumerate() {
            self.own[config] += cost;
            if *cost == least {
                self.best_on[config] += 1;
                self.alone_best_on[config] += usize::from(next.is_none_or(|next| next > least));
                self.lost_without[config] += next.map_or(0.0, |next| next - least);
            }
        }
    }
}

/// The file of these ranks.
#[must_use]
pub fn csv(rows: &[Ranked]) -> Vec<u8> {
    let mut csv = header(&COLUMNS);
    for row in rows {
        for text in [&row.corpus, row.metric.name(), &row.config] {
            push_text(&mut csv, text.as_bytes());
            csv.push(b',');
        }
        let line = format!(
            "{},{},{},{},{},{},{},{}\n",
            row.puzzles,
            row.decided,
            nine_digits(row.par2_mean),
            nine_digits(row.share_of_virtual_best),
            row.best_on,
            row.alone_best_on,
            nine_digits(row.contribution),
            row.rank
        );
        csv.extend_from_slice(line.as_bytes());
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::identity::EngineName;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn column(config: &str, nodes: &[u64]) -> Column {
        let row = |(index, &nodes): (usize, &u64)| {
            let key = PuzzleKey { puzzle_index: index as u64, isomorph: 0 };
            let status = if nodes == 99 { Status::NodeLimit } else { Status::Unique };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        Column {
            config: config.to_owned(),
            engine: EngineName::SEARCH,
            rows: nodes.iter().enumerate().map(row).collect(),
        }
    }

    #[test]
    fn configs_are_ranked_against_the_virtual_best() {
        let columns = vec![column("a", &[9, 99, 3]), column("b", &[4, 4, 3])];
        let corpus = CorpusTable { name: "c".to_owned(), columns };
        let rows = rank(&corpus);
        assert_eq!(rows.len(), 2, "times are not known");
        let (b, a) = (&rows[0], &rows[1]);
        assert_eq!((b.config.as_str(), b.rank, b.decided, b.best_on), ("b", 1, 3, 3));
        assert_eq!((b.alone_best_on, b.share_of_virtual_best), (2, 1.0));
        assert_eq!((a.rank, a.decided, a.best_on, a.alone_best_on), (2, 2, 1, 0));
        assert_eq!(a.par2_mean, (9.0 + 198.0 + 3.0) / 3.0);
        assert_eq!(a.share_of_virtual_best, 14.0 / 213.0);
        assert_eq!((a.contribution, b.contribution), (0.0, 199.0 / 213.0));
        assert_eq!(String::from_utf8(csv(&rows)).expect("UTF-8").lines().count(), 3);
    }

    #[test]
    fn one_config_is_the_virtual_best() {
        let columns = vec![column("a", &[9, 0])];
        let rows = rank(&CorpusTable { name: "c".to_owned(), columns });
        assert_eq!((rows[0].share_of_virtual_best, rows[0].contribution), (1.0, 0.0));
    }
}
