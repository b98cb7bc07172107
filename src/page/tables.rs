//! The page's tables: corpora, summary, ranking, comparisons.

use super::table::{Cell, Column, Table, four_digits};
use crate::run_files::meta::CorpusMeta;
use crate::run_files::summary::SummaryRow;
use crate::stats::comparison::{Comparison, Verdict};
use crate::stats::ranking;
use crate::stats::run_table::{CorpusTable, Metric};
use crate::stats::summary::SummaryLimits;
use crate::text::counted;

/// The corpora as they were read.
pub(super) fn corpora(corpora: &[CorpusMeta]) -> Table {
    let row = |corpus: &CorpusMeta| {
        vec![
            Cell::name(&corpus.name),
            Cell::count(Some(corpus.puzzles)),
            Cell::count(Some(corpus.rejected)),
            Cell::name(corpus.sha256.as_deref().unwrap_or_default()),
        ]
    };
    Table {
        caption: "Corpora".to_owned(),
        note: "",
        is_open: true,
        columns: vec![
            Column::words("corpus", "the file's name"),
            Column::number("puzzles", "puzzles taken from it"),
            Column::number("rejected", "lines that are not puzzles"),
            Column::words("SHA-256", "of the bytes as they are stored"),
        ],
        rows: corpora.iter().map(row).collect(),
    }
}

/// The summary of each config.
pub(super) fn summary<'a>(rows: impl Iterator<Item = &'a SummaryRow>) -> Table {
    let row = |row: &SummaryRow| {
        let micros = |ns: Option<u64>| Cell::decimal(ns.map(|ns| ns as f64 / 1e3));
        let share = |part: u64| Cell::share(part as f64 / row.puzzles.max(1) as f64);
        vec![
            Cell::name(row.label()),
            Cell::count(Some(row.puzzles)),
            share(row.decided),
            row.search_free.map_or_else(Cell::unknown, share),
            Cell::count(Some(row.wrong + row.error)),
            Cell::count(row.nodes_p50),
            Cell::count(row.nodes_p99),
            Cell::count(row.nodes_max),
            micros(row.time_ns_p50),
            micros(row.time_ns_p99),
            Cell::decimal(row.puzzles_per_s),
        ]
    };
    Table {
        caption: "Summary".to_owned(),
        note: "If runs hit a limit, the maximum and every quantile that falls among these runs \
               are unknown.",
        is_open: true,
        columns: vec![
            Column::words("config", "variable ordering : tie-break / value ordering / pruning"),
            Column::number("runs", "puzzles, or puzzles x isomorphs"),
            Column::number("decided", "neither cut by a limit nor failed"),
            Column::number("search-free", "decided at the root"),
            Column::number("failed", "wrong answers and errors"),
            Column::number("nodes p50", "the median"),
            Column::number("nodes p99", "the 99 % quantile"),
            Column::number("nodes max", "the maximum"),
            Column::number("time p50 (\u{b5}s)", "the median of the puzzles' median times"),
            Column::number("time p99 (\u{b5}s)", "the 99 % quantile of the puzzles' median times"),
            Column::number("puzzles/s", "of all threads, over the timed blocks"),
        ],
        rows: rows.map(row).collect(),
    }
}

/// The configs against the virtual best.
pub(super) fn ranking(corpus: &CorpusTable, limits: SummaryLimits) -> Table {
    let row = |ranked: &ranking::Ranked| {
        let unit = if ranked.metric.is_time() { 1e3 } else { 1.0 };
        vec![
            Cell::words(if ranked.metric.is_time() { "time" } else { "nodes" }),
            Cell::count(Some(ranked.rank as u64)),
            Cell::name(&ranked.config),
            Cell::count(Some(ranked.decided as u64)),
            Cell::decimal(ranked.par2_mean.map(|mean| mean / unit)),
            Cell::decimal(ranked.restricted_mean.map(|mean| mean / unit)),
            ranked.share_of_virtual_best.map_or_else(Cell::unknown, Cell::share),
            Cell::count(Some(ranked.best_on as u64)),
            Cell::count(Some(ranked.alone_best_on as u64)),
            ranked.contribution.map_or_else(Cell::unknown, Cell::share),
        ]
    };
    Table {
        caption: "Ranking".to_owned(),
        note: "Ranked by puzzles decided, then PAR2: a run that hit a limit costs twice the limit, or \
               the limit itself in the restricted mean. The virtual best uses the best decided run \
               of every puzzle; times within 5 % tie. A node costs a different amount of work at \
               each pruning level.",
        is_open: true,
        columns: vec![
            Column::words("metric", "nodes, or the median time of a puzzle"),
            Column::number("rank", "by puzzles decided, then PAR2; equal configs share a rank"),
            Column::words("config", "variable ordering : tie-break / value ordering / pruning"),
            Column::number("decided", "puzzles that it decided, with all their isomorphs"),
            Column::number("PAR2 mean", "nodes, or microseconds; needs a limit if a run hit one"),
            Column::number("restricted mean", "the same with the limit counted once"),
            Column::number("share of virtual best", "the cost of the virtual best over its own"),
            Column::number("best on", "puzzles on which no config needs less"),
            Column::number("alone best on", "puzzles on which all other configs need more"),
            Column::number("contribution", "the loss of the virtual best without this config"),
        ],
        rows: ranking::rank(corpus, limits).iter().map(row).collect(),
    }
}

/// All pairs of configs.
pub(super) fn comparisons(comparisons: &[Comparison]) -> Table {
    let row = |comparison: &Comparison| {
        let bound = comparison.basis.sign();
        let ratio = |ratio: f64| Cell::number(format!("{bound}{}", four_digits(ratio)), ratio);
        let end = |end: fn((f64, f64)) -> f64| Cell::decimal(comparison.interval.map(end));
        let verdict = comparison.verdict;
        let is_told = verdict != Verdict::Inconclusive;
        vec![
            Cell::words(metric(comparison.metric)),
            Cell::name(&comparison.a),
            Cell::name(&comparison.b),
            Cell::count(Some(comparison.pairs)),
            comparison.gm_ratio.map_or_else(Cell::unknown, ratio),
            end(|interval| interval.0),
            end(|interval| interval.1),
            Cell::count(Some(comparison.wins)),
            Cell::count(Some(comparison.ties)),
            Cell::count(Some(comparison.losses)),
            Cell::decimal(comparison.rank_biserial),
            Cell::decimal(comparison.holm_p),
            Cell {
                class: if is_told { verdict.name() } else { "" },
                ..Cell::words(verdict.name())
            },
        ]
    };
    Table {
        caption: format!("Comparisons ({})", counted(comparisons.len() as u64, "pair")),
        note: "Ratios are a/b: below 1, a needs less. < and > bounds, because a limit cut runs of one \
               config; where it cut runs of both, the ratio is over the puzzles that both decided. \
               The verdict is about a. It needs an interval beyond the margin, a corrected p below \
               0.05, and ranks that point the same way.",
        is_open: false,
        columns: vec![
            Column::words("metric", "block times: of stretches of puzzles timed together"),
            Column::words("a", "the first config"),
            Column::words("b", "the second config"),
            Column::number("pairs", "puzzles, or stretches, measured for both"),
            Column::number("ratio", "geometric mean of the ratios; of x + 1 where x may be 0"),
            Column::number("low", "lower end of its 95 % interval"),
            Column::number("high", "upper end of its 95 % interval"),
            Column::number("wins", "puzzles on which a needs less"),
            Column::number("ties", "puzzles on which both need the same or are both cut"),
            Column::number("losses", "puzzles on which b needs less"),
            Column::number("rank-biserial", "-1: a always needs less; 1: always more"),
            Column::number("p", "Wilcoxon's signed ranks, corrected by Holm for all pairs"),
            Column::words("verdict", "better, worse, equivalent or inconclusive"),
        ],
        rows: comparisons.iter().map(row).collect(),
    }
}

fn metric(metric: Metric) -> &'static str {
    match metric {
        Metric::Time => "time",
        Metric::BlockTime => "block time",
        count => count.ratio_name(),
    }
}
