//! The input of charts.

use super::draw::Chart;
use super::style::thousands;
use crate::identity::ConfigName;
use crate::run_files::meta::read_meta;
use crate::run_files::plan::Plan;
use crate::run_files::puzzles::PuzzleTable;
use crate::run_files::summary::{SummaryRow, SummaryTable};
use crate::stats::block_table::BlockTable;
use crate::stats::comparison::{self, Comparison, Settings};
use crate::stats::ranking;
use crate::stats::run::{Run, RunError};
use crate::stats::run_table::{CorpusTable, Metric, RunTable};
use crate::stats::summary;
use crate::stats::summary::SummaryLimits;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::path::Path;

/// The metrics that charts of puzzles are drawn for.
const METRICS: [Metric; 2] = [Metric::Nodes, Metric::Time];

/// The limits of a run, for a chart's subtitle and axes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Context {
    /// The node limit, if there was one.
    pub(super) node_limit: Option<u64>,
    /// The time limit, if there was one.
    pub(super) time_limit_ns: Option<u64>,
}

impl Context {
    fn new(plan: &Plan) -> Self {
        Self {
            node_limit: plan.node_limit.map(NonZeroU64::get),
            time_limit_ns: plan.time_limit.map(|limit| limit.as_nanos() as u64),
        }
    }
}

impl Context {
    /// The limits as the ranking takes them.
    #[must_use]
    pub(super) const fn limits(&self) -> SummaryLimits {
        SummaryLimits { nodes: self.node_limit, time_ns: self.time_limit_ns }
    }
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.node_limit.map(|nodes| format!("{} nodes", thousands(nodes)));
        let time = self.time_limit_ns.map(|ns| format!("{} \u{b5}s", thousands(ns / 1000)));
        match (nodes, time) {
            (None, None) => f.write_str("no limit"),
            (Some(limit), None) | (None, Some(limit)) => write!(f, "limit {limit}"),
            (Some(nodes), Some(time)) => write!(f, "limits {nodes} and {time}"),
        }
    }
}

/// How many puzzles per second a config solved in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Throughput {
    /// The corpus.
    pub corpus: String,
    /// The config.
    pub config: String,
    /// Threads of the timed passes.
    pub threads: u32,
    /// Puzzles per second, of all threads.
    pub puzzles_per_s: f64,
}

/// The throughputs of a run.
fn throughputs(summary: &SummaryTable) -> Vec<Throughput> {
    let throughput = |row: &SummaryRow| {
        Some(Throughput {
            corpus: row.corpus.clone(),
            config: row.label(),
            threads: row.threads,
            puzzles_per_s: row.puzzles_per_s.filter(|rate| *rate > 0.0)?,
        })
    };
    summary.0.iter().filter_map(throughput).collect()
}

/// A run, or several for `scaling`, with all data for charts.
#[derive(Debug)]
pub struct ChartInput<'a> {
    /// The runs of the puzzles.
    pub table: &'a RunTable,
    /// The timed blocks.
    blocks: &'a BlockTable,
    /// The puzzles.
    pub puzzles: PuzzleTable,
    /// The limits.
    pub(super) context: Context,
    /// The parts of each config of the generic search.
    pub(super) parts: BTreeMap<String, ConfigName>,
    /// The config, by its label, that others are drawn against; if none, the best of each chart.
    pub baseline: Option<String>,
    /// The settings of comparisons.
    pub settings: Settings,
    /// The throughputs of all runs.
    pub(super) throughputs: Vec<Throughput>,
    /// All pairs of configs compared, by corpus; filled when they are first needed.
    comparisons: OnceCell<Vec<Vec<Comparison>>>,
    /// The corpora of which a part was run, and which part.
    pub(super) partial: BTreeMap<String, String>,
}

impl<'a> ChartInput<'a> {
    /// The limits of the run.
    #[must_use]
    pub fn limits(&self) -> SummaryLimits {
        self.context.limits()
    }

    /// A run to draw, with the files that only drawing needs.
    ///
    /// # Errors
    /// [`RunError`] if a file cannot be read.
    pub fn read(run: &'a Run) -> Result<Self, RunError> {
        let loops = run.meta.configs.iter().filter(|one| one.engine.is_search());
        let mut input = Self {
            table: &run.table,
            blocks: &run.blocks,
            puzzles: PuzzleTable::read(&run.folder, |folder, file| run.extent.open(folder, file))
                .map_err(RunError::File)?,
            context: Context::new(&run.meta.plan),
            parts: loops.filter_map(|one| Some((one.config.clone(), one.parts.clone()?))).collect(),
            baseline: None,
            settings: run.settings(),
            throughputs: Vec::new(),
            comparisons: OnceCell::new(),
            partial: run
                .meta
                .partial_corpora()
                .map(|(name, part)| (name.to_owned(), part))
                .collect(),
        };
        input.add_throughputs(&run.folder)?;
        Ok(input)
    }

    /// Adds the throughputs of another run.
    ///
    /// # Errors
    /// [`RunError`] if its summary cannot be read.
    pub fn add_throughputs(&mut self, folder: &Path) -> Result<(), RunError> {
        let summary = summary::read(folder, &read_meta(folder)?).map_err(RunError::File)?;
        self.throughputs.extend(throughputs(&summary));
        Ok(())
    }
}

impl ChartInput<'_> {
    /// The goal and limits, in words.
    pub(super) fn goal_and_limits(&self) -> String {
        format!("goal {}, {}", self.table.goal, self.context)
    }

    /// The charts of every corpus, for nodes and for time.
    pub(super) fn each<'s, C: IntoIterator<Item = Chart>>(
        &'s self,
        draw: impl Fn(&'s Self, &'s CorpusTable, Metric) -> C,
    ) -> Vec<Chart> {
        let mut charts = Vec::new();
        for corpus in &self.table.corpora {
            for metric in METRICS {
                charts.extend(draw(self, corpus, metric));
            }
        }
        charts
    }

    /// The comparisons of all pairs of configs of a corpus.
    pub fn comparisons(&self, corpus: &CorpusTable) -> &[Comparison] {
        let all = self.comparisons.get_or_init(|| {
            let settings = Settings { baseline: None, ..self.settings.clone() };
            let corpora = self.table.corpora.iter();
            corpora.map(|corpus| comparison::compare(corpus, self.blocks, &settings)).collect()
        });
        let place = self.table.corpora.iter().position(|known| known.name == corpus.name);
        place.map_or(&[], |place| &all[place])
    }

    /// The indices of the configs of a corpus that have a metric, the best first.
    pub(super) fn ranked(&self, corpus: &CorpusTable, metric: Metric) -> Vec<usize> {
        let place = |label: &str| corpus.columns.iter().position(|c| c.label() == label);
        let ranked = ranking::by(corpus, metric, self.context.limits());
        ranked.iter().filter_map(|row| place(&row.config)).collect()
    }

    /// The index of the config that others are compared with: the given baseline, or the best, if it
    /// decides any puzzle.
    pub(super) fn baseline(&self, corpus: &CorpusTable, metric: Metric) -> Option<usize> {
        let ranked = self.ranked(corpus, metric);
        match &self.baseline {
            Some(label) => ranked.into_iter().find(|&c| corpus.columns[c].label() == *label),
            None => ranked.first().copied().filter(|&best| {
                corpus.columns[best].statuses().iter().any(|status| status.is_decided())
            }),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::{Column, Row};

    /// The limit of samples.
    pub(in crate::charts) const LIMIT: u64 = 1000;

    /// A hand-built run with nodes only; a run of [`LIMIT`] nodes is censored.
    pub(in crate::charts) struct Sample {
        table: RunTable,
        blocks: BlockTable,
    }

    impl Sample {
        pub(in crate::charts) fn new(corpus: &str, configs: &[(&str, &[u64])]) -> Self {
            let row = |(index, &nodes): (usize, &u64)| {
                let key = PuzzleKey { puzzle_index: index as u64, isomorph: 0 };
                let status = if nodes == LIMIT { Status::NodeLimit } else { Status::Unique };
                Row::new(key, status, [Some(nodes), None, None, None])
            };
            let column = |&(config, nodes): &(&str, &[u64])| {
                Column::with_rows(config, "search", nodes.iter().enumerate().map(row))
            };
            let columns = configs.iter().map(column).collect();
            let corpora = vec![CorpusTable { name: corpus.to_owned(), columns }];
            Self {
                table: RunTable { goal: "unique".to_owned(), corpora },
                blocks: BlockTable::default(),
            }
        }

        pub(in crate::charts) fn input(&self) -> ChartInput<'_> {
            let parts = self.table.corpora[0].columns.iter().map(|column| {
                let (ordering, level) = column.config.split_once('/').unwrap_or(("x", "y"));
                let name = format!("{ordering}/v/{level}").parse().expect("a config");
                (column.config.clone(), name)
            });
            ChartInput {
                table: &self.table,
                blocks: &self.blocks,
                puzzles: PuzzleTable::default(),
                context: Context { node_limit: Some(LIMIT), time_limit_ns: None },
                parts: parts.collect(),
                baseline: None,
                settings: Settings::default(),
                throughputs: Vec::new(),
                comparisons: OnceCell::new(),
                partial: BTreeMap::new(),
            }
        }
    }

    #[test]
    fn the_baseline_is_the_best_unless_one_is_asked_for() {
        let sample = Sample::new("c", &[("a", &[5, 6]), ("b", &[2, 3]), ("c", &[9, 9])]);
        let mut input = sample.input();
        let corpus = &sample.table.corpora[0];
        assert_eq!(input.ranked(corpus, Metric::Nodes), [1, 0, 2]);
        assert_eq!(input.baseline(corpus, Metric::Nodes), Some(1));
        input.baseline = Some("c".to_owned());
        assert_eq!(input.baseline(corpus, Metric::Nodes), Some(2));
        assert_eq!(input.baseline(corpus, Metric::Time), None);
    }
}
