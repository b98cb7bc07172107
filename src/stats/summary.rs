//! `summary.csv`: one row per corpus x config, accumulated from rows in key order, whether they
//! come from the run itself or from the files of one that is resumed.

mod from_files;
mod metric;
mod saved;

use crate::counters::{self, COUNTERS, NODES, SEARCH_FREE};
use crate::goal::Status;
use crate::identity::Identity;
use crate::run_files::column::{self, ColumnSpec};
use crate::run_files::field::push_text;
use crate::run_files::runs::Run;
pub use crate::run_files::summary::FILE;
use crate::stats::block_table::{is_resolved, median};
pub use from_files::{file, none, read, sum_up, text};
use metric::{Metric, Penalised};
pub use saved::{restore, save};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The columns before those of the metrics.
const BEFORE: [ColumnSpec; 23] = [
    column::CORPUS,
    column::CONFIG,
    column::ENGINE,
    ColumnSpec::text("var_order", "the variable ordering").empty(NO_PARTS),
    ColumnSpec::text("tie_break", "its tie-break")
        .empty("the engine has no config, or the ordering takes no tie-break"),
    ColumnSpec::text("val_order", "the value ordering").empty(NO_PARTS),
    ColumnSpec::text("pruning", "the pruning level").empty(NO_PARTS),
    ColumnSpec::text("goal", "what the searches were asked for"),
    ColumnSpec::integer("threads", "the threads of the timed passes"),
    ColumnSpec::integer("puzzles", "the runs: rows of runs.csv; with --isomorphs N, N per puzzle"),
    ColumnSpec::integer("decided", "runs that were searched, and neither censored nor failed"),
    ColumnSpec::integer("found", "runs with this status: a solution was found"),
    ColumnSpec::integer("unique", "runs with this status: one solution"),
    ColumnSpec::integer("multiple", "runs with this status: two solutions or more"),
    ColumnSpec::integer("counted", "runs with this status: solutions were counted, up to K"),
    ColumnSpec::integer("best", "runs with this status: the best score was found"),
    ColumnSpec::integer("unsolvable", "runs with this status: no solution"),
    ColumnSpec::integer("node_limit", "runs with this status: censored by the node limit"),
    ColumnSpec::integer("time_limit", "runs with this status: censored by the time limit"),
    ColumnSpec::integer("invalid", "runs with this status: two equal clues, not searched"),
    ColumnSpec::integer("wrong", "runs with this status: the answer failed verification"),
    ColumnSpec::integer("error", "runs with this status: the engine failed, or passes differ"),
    ColumnSpec::integer(SEARCH_FREE.0, "the sum of this column of runs.csv")
        .empty("the engine does not count it; no run ended"),
];

const NO_PARTS: &str = "the engine has no config";

/// What there are statistics of: counters, and behind them the median time of the timed passes.
fn metrics() -> impl Iterator<Item = &'static str> {
    COUNTERS
        .iter()
        .filter(|counter| counter.has_statistics)
        .map(|counter| counter.name)
        .chain(["time_ns"])
}

/// What is added to times before their geometric mean is taken.
pub const TIME_SHIFT_NS: f64 = 1000.0;

const NOT_KNOWN: &str = "no run has a value";
const CENSORED: &str = "no run has a value, or any is censored";

/// What is known of each metric, for the runs that are neither invalid nor failed: the name and the
/// definition. METRIC is replaced by the metric's column in `runs.csv`.
const STATISTICS: [ColumnSpec; 7] = [
    ColumnSpec::integer("sum", "the sum of METRIC as recorded, also of censored runs")
        .empty(NOT_KNOWN),
    ColumnSpec::decimal("mean", "the arithmetic mean of METRIC").empty(CENSORED),
    ColumnSpec::decimal(
        "sgm",
        "the shifted geometric mean: exp(mean(ln(METRIC + s))) - s, where s is 1, and 1000 for \
         times",
    )
    .empty(CENSORED),
    ColumnSpec::integer("p50", "the median of METRIC; QUANTILE").empty(QUANTILE_CENSORED),
    ColumnSpec::integer("p90", "the 90 % quantile of METRIC; QUANTILE").empty(QUANTILE_CENSORED),
    ColumnSpec::integer("p99", "the 99 % quantile of METRIC; QUANTILE").empty(QUANTILE_CENSORED),
    ColumnSpec::integer("max", "the greatest METRIC").empty(CENSORED),
];

const QUANTILE: &str = "the value of rank ceil(p n / 100) of n runs, censored runs above all \
                        others, from a histogram of three significant digits";
const QUANTILE_CENSORED: &str = "no run has a value, or the run of that rank is censored";

/// The columns behind those of the metrics.
const BEHIND: [ColumnSpec; 4] = [
    ColumnSpec::decimal(
        "puzzles_per_s",
        "threads x the sum of puzzles / the sum of elapsed_ns, over the config's rows of blocks.csv",
    )
    .unit("1/s")
    .empty("nothing was timed, or the clock is too coarse"),
    ColumnSpec::decimal(
        "nodes_per_s",
        "threads x the sum over runs of nodes x passes / the sum of elapsed_ns of blocks.csv",
    )
    .unit("1/s")
    .empty("nothing was timed, the clock is too coarse, or the engine counts no nodes"),
    ColumnSpec::decimal(
        "par2_nodes",
        "the mean of nodes over the runs that were searched, where one that was not decided counts \
         twice plan.node_limit of meta.json",
    )
    .empty("no run was searched; the engine counts no nodes; one was not decided without a limit"),
    ColumnSpec::decimal(
        "par2_time_ns",
        "the mean of time_ns_median over the runs that were searched, where one that was not decided \
         counts twice plan.time_limit_ns of meta.json",
    )
    .unit("ns")
    .empty("no run was searched or timed by puzzle; one was not decided without a limit"),
];

/// What the columns hold.
#[must_use]
pub fn specs() -> &'static [ColumnSpec] {
    static SPECS: LazyLock<Vec<ColumnSpec>> = LazyLock::new(|| {
        let statistics = metrics().flat_map(|metric| {
            let (source, unit) =
                if metric == "time_ns" { ("time_ns_median", "ns") } else { (metric, "") };
            STATISTICS.map(|statistic| {
                let definition = statistic.definition.replace("METRIC", source);
                // They are made once and live as long as the program.
                let name = String::leak(format!("{metric}_{}", statistic.name));
                let definition = String::leak(definition.replace("QUANTILE", QUANTILE));
                ColumnSpec { name, definition, unit, ..statistic }
            })
        });
        BEFORE.into_iter().chain(statistics).chain(BEHIND).collect()
    });
    &SPECS
}

/// The header line.
#[must_use]
pub fn header() -> Vec<u8> {
    let columns: Vec<_> = specs().iter().map(|column| column.name).collect();
    crate::run_files::field::header(&columns)
}

/// What limits the runs that are summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SummaryLimits {
    /// The node limit.
    pub nodes: Option<u64>,
    /// The time limit.
    pub time_ns: Option<u64>,
}

/// All there is to say about one config on one corpus.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConfigSummary {
    runs: u64,
    statuses: [u64; Status::ALL.len()],
    search_free: Option<u64>,
    /// In the order of [`COUNTERS`]; those without statistics stay empty.
    counters: [Metric; counters::COUNT],
    /// Median times of the timed passes.
    time: Metric,
    limits: SummaryLimits,
    par2_nodes: Penalised,
    par2_time: Penalised,
    block_puzzles: u64,
    block_elapsed_ns: u64,
    /// Puzzles of timed blocks, each counted once.
    block_distinct: u64,
    /// The sum over blocks of the median of their passes.
    #[serde(with = "saved::bits")]
    block_median_ns: f64,
    /// Timed blocks.
    #[serde(default)]
    blocks: u64,
    /// What the clock ticks in, if that is coarse; else 0.
    #[serde(default)]
    tick_ns: u64,
    /// Nodes of timed passes.
    timed_nodes: u128,
}

impl ConfigSummary {
    /// The summary of no runs.
    #[must_use]
    pub fn new(limits: SummaryLimits) -> Self {
        Self::with_tick(limits, 0)
    }

    /// The same where the clock ticks coarsely: times of blocks that it does not resolve are not known.
    #[must_use]
    pub fn with_tick(limits: SummaryLimits, tick_ns: u64) -> Self {
        Self {
            runs: 0,
            statuses: [0; Status::ALL.len()],
            search_free: None,
            counters: std::array::from_fn(|_| Metric::new(1.0)),
            time: Metric::new(TIME_SHIFT_NS),
            limits,
            par2_nodes: Penalised::default(),
            par2_time: Penalised::default(),
            block_puzzles: 0,
            block_elapsed_ns: 0,
            block_distinct: 0,
            block_median_ns: 0.0,
            blocks: 0,
            tick_ns,
            timed_nodes: 0,
        }
    }

    /// Adds a run. Runs that failed are counted, and nothing of theirs is summed.
    pub fn add(&mut self, run: &Run) {
        self.runs += 1;
        self.statuses[run.status as usize] += 1;
        if run.status == Status::Invalid {
            return;
        }
        let counts = &run.counts;
        self.par2_nodes.add(counts.nodes, run.status.is_decided(), self.limits.nodes);
        self.par2_time.add(run.time_ns_median, run.status.is_decided(), self.limits.time_ns);
        if matches!(run.status, Status::Wrong | Status::Error) {
            return;
        }
        if let Some(free) = counts.search_free {
            *self.search_free.get_or_insert(0) += u64::from(free);
        }
        let is_censored = run.status.is_censored();
        let values = counts.values().into_iter().zip(COUNTERS);
        for (metric, (value, counter)) in self.counters.iter_mut().zip(values) {
            if let Some(value) = value.filter(|_| counter.has_statistics) {
                metric.add(value, is_censored);
            }
        }
        if let Some(time) = run.time_ns_median {
            self.time.add(time, is_censored);
        }
        self.timed_nodes += u128::from(counts.nodes.unwrap_or(0)) * u128::from(run.passes);
    }

    /// Adds a block with the time of each of its timed passes.
    pub fn add_block(&mut self, puzzles: u32, passes_ns: Vec<u64>) {
        if passes_ns.is_empty() {
            return;
        }
        self.block_puzzles += u64::from(puzzles) * passes_ns.len() as u64;
        self.block_elapsed_ns += passes_ns.iter().sum::<u64>();
        self.block_distinct += u64::from(puzzles);
        self.block_median_ns += median(passes_ns);
        self.blocks += 1;
    }

    /// Adds the runs and blocks of another summary of the same config, which is not closed: that of
    /// another shard.
    pub fn merge(&mut self, other: &Self) {
        self.runs += other.runs;
        for (count, more) in self.statuses.iter_mut().zip(other.statuses) {
            *count += more;
        }
        self.search_free = match (self.search_free, other.search_free) {
            (Some(one), Some(more)) => Some(one + more),
            (one, more) => one.or(more),
        };
        for (metric, more) in self.counters.iter_mut().zip(&other.counters) {
            metric.merge(more);
        }
        self.time.merge(&other.time);
        self.par2_nodes.merge(&other.par2_nodes);
        self.par2_time.merge(&other.par2_time);
        self.block_puzzles += other.block_puzzles;
        self.block_elapsed_ns += other.block_elapsed_ns;
        self.blocks += other.blocks;
        self.block_distinct += other.block_distinct;
        self.block_median_ns += other.block_median_ns;
        self.timed_nodes += other.timed_nodes;
    }

    /// Drops what only more runs need: the corpus is done. A run over many corpora keeps no
    /// distribution of each.
    pub fn close(&mut self) {
        self.counters.iter_mut().for_each(Metric::close);
        self.time.close();
    }

    /// The number of runs.
    #[must_use]
    pub const fn runs(&self) -> u64 {
        self.runs
    }

    /// The number of runs in which there was anything to search.
    #[must_use]
    pub const fn searched(&self) -> u64 {
        self.runs - self.with_status(Status::Invalid)
    }

    /// How many runs ended so.
    #[must_use]
    pub const fn with_status(&self, status: Status) -> u64 {
        self.statuses[status as usize]
    }

    /// How many runs were neither censored nor failed.
    #[must_use]
    pub fn decided(&self) -> u64 {
        Status::ALL.iter().filter(|s| s.is_decided()).map(|&s| self.with_status(s)).sum()
    }

    /// Mean nodes per run as recorded, and whether that is but a lower bound.
    #[must_use]
    pub fn mean_nodes(&self) -> Option<(f64, bool)> {
        let nodes = &self.counters[NODES];
        Some((nodes.mean_recorded()?, nodes.values().censored > 0))
    }

    /// Mean of the times per puzzle as recorded, in nanoseconds, and whether that is but a lower
    /// bound.
    #[must_use]
    pub fn mean_time_ns(&self) -> Option<(f64, bool)> {
        let time = &self.time;
        Some((time.mean_recorded()?, time.values().censored > 0))
    }

    /// Whether blocks were timed by a clock that resolves them.
    fn has_block_times(&self) -> bool {
        self.block_elapsed_ns > 0 && is_resolved(self.block_median_ns, self.blocks, self.tick_ns)
    }

    /// Time per puzzle in timed blocks, in nanoseconds, each block at the median of its passes.
    #[must_use]
    pub fn block_time_ns(&self) -> Option<f64> {
        self.has_block_times().then(|| self.block_median_ns / self.block_distinct as f64)
    }

    /// The geometric mean of the nodes of all runs; none where a limit cut one.
    #[must_use]
    pub fn geometric_mean_nodes(&self) -> Option<f64> {
        self.counters[NODES].geometric_mean()
    }

    /// How many timed puzzles all threads together solve in a second.
    #[must_use]
    pub fn puzzles_per_second(&self, threads: usize) -> Option<f64> {
        self.has_block_times().then(|| {
            threads as f64 * self.block_puzzles as f64 * 1e9 / self.block_elapsed_ns as f64
        })
    }

    fn nodes_per_second(&self, threads: usize) -> Option<f64> {
        (self.has_block_times() && self.counters[NODES].values().runs > 0)
            .then(|| threads as f64 * self.timed_nodes as f64 * 1e9 / self.block_elapsed_ns as f64)
    }

    /// Appends the row of a config.
    pub fn push_row(
        &self,
        rows: &mut Vec<u8>,
        corpus: &str,
        identity: &Identity,
        goal: &str,
        threads: usize,
    ) {
        let [var_order, tie_break, val_order, pruning] = match &identity.parts {
            None => [""; 4],
            Some(parts) => [
                &parts.var_order,
                parts.tie_break.as_deref().unwrap_or_default(),
                &parts.val_order,
                &parts.pruning,
            ],
        };
        let (config, engine) = (&identity.config, identity.engine.as_str());
        let texts = [corpus, config, engine, var_order, tie_break, val_order, pruning, goal];
        for text in texts {
            push_text(rows, text.as_bytes());
            rows.push(b',');
        }
        push(rows, Some(threads));
        push(rows, Some(self.runs));
        push(rows, Some(self.decided()));
        for count in self.statuses {
            push(rows, Some(count));
        }
        push(rows, self.search_free);
        let counters = self.counters.iter().zip(COUNTERS);
        let counters = counters.filter(|(_, counter)| counter.has_statistics);
        for metric in counters.map(|(metric, _)| metric).chain([&self.time]) {
            push(rows, metric.sum());
            push_decimal(
                rows,
                metric.finished(|| metric.values().sum as f64 / metric.values().runs as f64),
            );
            push_decimal(rows, metric.shifted_geometric_mean());
            for value in metric.percentiles() {
                push(rows, value);
            }
            push(rows, metric.finished(|| metric.values().max));
        }
        push_decimal(rows, self.puzzles_per_second(threads));
        push_decimal(rows, self.nodes_per_second(threads));
        push_decimal(rows, self.par2_nodes.mean());
        push_decimal(rows, self.par2_time.mean());
        *rows.last_mut().expect("a row has fields") = b'\n';
    }
}

fn push(rows: &mut Vec<u8>, value: Option<impl ToString>) {
    if let Some(value) = value {
        rows.extend_from_slice(value.to_string().as_bytes());
    }
    rows.push(b',');
}

/// Three decimals: a thousandth of a node or nanosecond.
fn push_decimal(rows: &mut Vec<u8>, value: Option<f64>) {
    push(rows, value.map(|value| format!("{value:.3}")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::Counts;

    fn run(status: Status, nodes: u64, time_ns: u64) -> Run {
        Run {
            status,
            solutions: None,
            score: None,
            counts: Counts {
                nodes: Some(nodes),
                search_free: Some(nodes == 1),
                ..Counts::default()
            },
            passes: 1,
            time_ns_min: Some(time_ns),
            time_ns_median: Some(time_ns),
        }
    }

    fn fields(summary: &ConfigSummary) -> impl Fn(&str) -> String {
        let mut file = header();
        summary.push_row(&mut file, "c.txt", &Identity::whole("x", ""), "unique", 2);
        let mut reader = csv::Reader::from_reader(&file[..]);
        let columns = reader.headers().expect("a header").clone();
        let row = reader.records().next().expect("a row").expect("as many fields as columns");
        move |name| {
            let at = columns.iter().position(|column| column == name).expect("a known column");
            row[at].to_owned()
        }
    }

    #[test]
    fn the_columns_are_those_of_the_schema() {
        let of = |metric: &str| {
            ["sum", "mean", "sgm", "p50", "p90", "p99", "max"]
                .map(|name| format!("{metric}_{name}"))
        };
        let metrics = ["nodes", "choices", "branches", "guesses", "fails", "time_ns"];
        let columns = format!(
            "corpus,config,engine,var_order,tie_break,val_order,pruning,goal,threads,puzzles,\
             decided,found,unique,multiple,counted,best,unsolvable,node_limit,time_limit,invalid,\
             wrong,error,search_free,{},puzzles_per_s,nodes_per_s,par2_nodes,par2_time_ns\n",
            metrics.map(of).concat().join(",")
        );
        assert_eq!(header(), columns.as_bytes());
    }

    #[test]
    fn finished_runs_have_mean_and_quantiles() {
        let mut summary = ConfigSummary::new(SummaryLimits::default());
        for nodes in 1..=100 {
            summary.add(&run(Status::Unique, nodes, 1000 * nodes));
        }
        summary.add_block(100, vec![5_050_000]);
        let field = fields(&summary);
        for (name, expected) in [
            ("puzzles", "100"),
            ("decided", "100"),
            ("unique", "100"),
            ("search_free", "1"),
            ("nodes_sum", "5050"),
            ("nodes_mean", "50.500"),
            ("nodes_p50", "50"),
            ("nodes_p90", "90"),
            ("nodes_p99", "99"),
            ("nodes_max", "100"),
            ("choices_sum", ""),
            ("puzzles_per_s", "39603.960"),
            ("nodes_per_s", "2000000.000"),
            ("par2_nodes", "50.500"),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
        // exp(mean(ln(n + 1))) - 1 for n = 1..=100: (101!)^(1/100) - 1.
        assert_eq!(field("nodes_sgm"), "38.787");
    }

    #[test]
    fn censored_runs_rank_above_all_others() {
        let mut summary = ConfigSummary::new(SummaryLimits { nodes: Some(1000), time_ns: None });
        for _ in 0..6 {
            summary.add(&run(Status::Unique, 10, 100));
        }
        for _ in 0..4 {
            summary.add(&run(Status::NodeLimit, 1000, 9000));
        }
        let field = fields(&summary);
        for (name, expected) in [
            ("decided", "6"),
            ("node_limit", "4"),
            ("nodes_sum", "4060"),
            ("nodes_mean", ""),
            ("nodes_sgm", ""),
            ("nodes_p50", "10"),
            ("nodes_p90", ""),
            ("nodes_max", ""),
            ("par2_nodes", "806.000"),
            ("par2_time_ns", ""),
            ("puzzles_per_s", ""),
        ] {
            assert_eq!(field(name), expected, "{name}");
        }
        assert_eq!(summary.mean_nodes(), Some((406.0, true)));
    }

    #[test]
    fn summaries_are_restored_as_they_were_saved() {
        let limits = SummaryLimits { nodes: Some(1000), time_ns: None };
        let mut summary = ConfigSummary::new(limits);
        for nodes in 1..=5000 {
            summary.add(&run(Status::Unique, nodes * nodes, 1 + nodes / 3));
        }
        summary.add_block(5000, vec![3, 7, 12_345_678]);
        let text = serde_json::to_string(&summary).expect("JSON");
        let mut again: ConfigSummary = serde_json::from_str(&text).expect("a summary");
        for one in [&mut summary, &mut again] {
            one.add(&run(Status::Unique, 77, 78));
        }
        let row = |one: &ConfigSummary| {
            let mut row = Vec::new();
            one.push_row(&mut row, "c", &Identity::whole("x", ""), "unique", 2);
            String::from_utf8(row).expect("UTF-8")
        };
        assert_eq!(row(&again), row(&summary));
        again.close();
        let closed: ConfigSummary =
            serde_json::from_str(&serde_json::to_string(&again).expect("JSON")).expect("closed");
        assert_eq!(row(&closed), row(&summary));
    }

    #[test]
    fn a_summary_does_not_depend_on_how_its_runs_are_split() {
        let limits = SummaryLimits { nodes: Some(90_000), time_ns: None };
        let runs: Vec<_> = (1..=3000).map(|n| run(Status::Unique, n * n % 7919, 1 + n)).collect();
        let row = |parts: usize| {
            let mut whole = ConfigSummary::new(limits);
            for part in 0..parts {
                let mut summary = ConfigSummary::new(limits);
                runs.iter().skip(part).step_by(parts).for_each(|run| summary.add(run));
                whole.merge(&summary);
            }
            let mut row = Vec::new();
            whole.push_row(&mut row, "c", &Identity::whole("x", ""), "unique", 2);
            String::from_utf8(row).expect("UTF-8")
        };
        for parts in [2, 3, 7, 64, 4000] {
            assert_eq!(row(parts), row(1), "{parts}");
        }
    }

    #[test]
    fn failed_and_invalid_runs_are_only_counted() {
        let mut summary = ConfigSummary::new(SummaryLimits::default());
        for status in [Status::Invalid, Status::Wrong, Status::Error] {
            summary.add(&run(status, 5, 5));
        }
        let field = fields(&summary);
        assert_eq!((field("puzzles"), field("decided")), ("3".to_owned(), "0".to_owned()));
        assert_eq!((field("nodes_sum"), field("par2_nodes")), (String::new(), String::new()));
    }
}
