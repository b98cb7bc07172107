//! `forest`: the ratio of every config to the baseline, with its interval and verdict.
//!
//! The figures are those of `compare.csv`: geometric means of the ratios, their intervals, and
//! verdicts corrected for all pairs of the corpus and metric, for every baseline.

use super::csv_table::{CsvTable, decimal};
use super::draw::{Chart, Mark};
use super::input::ChartInput;
use super::style::{self, Frame, thousands};
use crate::run_files::column::{self, ColumnSpec};
use crate::stats::comparison::{Basis, Comparison, Verdict};
use crate::stats::run_table::{CorpusTable, Metric};
use kuva::plot::forest::ForestPlot;
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

/// The charts of nodes and of time of every corpus.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    input.each(chart)
}

struct Row {
    config: String,
    ratio: f64,
    interval: (f64, f64),
    basis: Basis,
    verdict: Verdict,
    pairs: u64,
}

impl Row {
    /// The row of a config against the baseline. The comparison may name either of them first.
    fn new(comparison: &Comparison, baseline: &str) -> Option<Self> {
        let ratio = comparison.gm_ratio?;
        // Where few puzzles differ there is no interval: the dot is alone.
        let interval = comparison.interval.unwrap_or((ratio, ratio));
        let row = Self {
            config: comparison.a.clone(),
            ratio,
            interval,
            basis: comparison.basis,
            verdict: comparison.verdict,
            pairs: comparison.pairs,
        };
        if comparison.b == baseline {
            return Some(row);
        }
        let verdict = row.verdict.mirrored();
        let basis = match row.basis {
            Basis::AtLeast => Basis::AtMost,
            Basis::AtMost => Basis::AtLeast,
            basis => basis,
        };
        let (low, high) = interval;
        let interval = (1.0 / high, 1.0 / low);
        let config = comparison.b.clone();
        (comparison.a == baseline).then(|| Self {
            config,
            ratio: 1.0 / ratio,
            interval,
            verdict,
            basis,
            ..row
        })
    }

    fn words(&self) -> String {
        format!("{}   {}{}", self.config, self.basis.sign(), style::ratio(self.ratio))
    }
}

fn chart(input: &ChartInput<'_>, corpus: &CorpusTable, metric: Metric) -> Option<Chart> {
    let baseline = corpus.columns[input.baseline(corpus, metric)?].label();
    let comparisons = input.comparisons(corpus).iter();
    let mut rows: Vec<_> = comparisons
        .filter(|comparison| comparison.metric == metric)
        .filter_map(|comparison| Row::new(comparison, &baseline))
        .collect();
    rows.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    let pairs = rows.iter().map(|row| row.pairs).max()?;
    let mut forest =
        ForestPlot::new().with_null_value(1.0).with_marker_size(4.5).with_cap_size(4.0);
    for row in &rows {
        let color = color(row.verdict);
        let (low, high) = row.interval;
        forest = forest.with_colored_row(style::plain(&row.words()), row.ratio, low, high, color);
    }
    let plots = vec![Plot::Forest(forest)];
    let least = rows.iter().map(|row| row.interval.0).fold(1.0, f64::min);
    let most = rows.iter().map(|row| row.interval.1).fold(1.0, f64::max);
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label(style::plain(&format!("ratio to {baseline}")))
        .with_x_tick_format(style::counts());
    // For ratios close to 1 a logarithmic axis is almost linear and would have no ticks.
    let layout = if most / least < 3.0 {
        let room = 0.1 * (most - least).max(0.02);
        layout.with_x_axis_min(least - room).with_x_axis_max(most + room)
    } else {
        layout.with_log_x().with_x_axis_min(least / 1.15).with_x_axis_max(most * 1.15)
    };
    let words: Vec<_> = rows.iter().map(Row::words).collect();
    let noun = if metric.is_time() { "time" } else { metric.name() };
    let cut = if rows.iter().any(|row| row.basis.is_bound()) { "; < > bounds" } else { "" };
    Some(Chart {
        corpus: corpus.name.clone(),
        stem: format!("forest_{}_{}", metric.name(), style::corpus_stem(&corpus.name)),
        title: format!("{}: {noun} as a ratio, with 95 % intervals", corpus.name),
        subtitle: format!("{} pairs, {}{cut}", thousands(pairs), input.goal_and_limits()),
        csv: csv(corpus, metric, &baseline, &rows),
        marks: marks(&rows),
        plots,
        layout,
        legend: legend(&rows),
        text: None,
        frame: Frame::of_rows(rows.len(), words.iter().map(String::as_str)),
    })
}

const fn color(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Better => "#0072B2",
        Verdict::Worse => "#D55E00",
        Verdict::Equivalent => "#009E73",
        Verdict::Inconclusive => "#767676",
    }
}

fn marks(rows: &[Row]) -> Vec<Mark> {
    let mark = |(at, row): (usize, &Row)| {
        let (low, high) = row.interval;
        let [ratio, low, high] = [row.ratio, low, high].map(|ratio| format!("{ratio:.4}"));
        Mark {
            x: row.ratio,
            y: (rows.len() - at) as f64,
            name: row.config.clone(),
            text: format!("{ratio} ({low} to {high}), {}", row.verdict),
        }
    };
    rows.iter().enumerate().map(mark).collect()
}

fn legend(rows: &[Row]) -> Vec<LegendEntry> {
    let verdicts = [
        (Verdict::Better, "better than the baseline"),
        (Verdict::Worse, "worse than the baseline"),
        (Verdict::Equivalent, "equivalent"),
        (Verdict::Inconclusive, "inconclusive"),
    ];
    let is_drawn = |verdict: Verdict| rows.iter().any(|row| row.verdict == verdict);
    let entry = |(verdict, label): (Verdict, &str)| LegendEntry {
        label: label.to_owned(),
        color: color(verdict).to_owned(),
        shape: LegendShape::Rect,
        dasharray: None,
    };
    verdicts.into_iter().filter(|&(verdict, _)| is_drawn(verdict)).map(entry).collect()
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 10] = [
    column::CORPUS,
    column::METRIC,
    column::LABEL,
    ColumnSpec::text("baseline", "the config that the others are compared with"),
    ColumnSpec::integer("pairs", "puzzles of which both are known"),
    ColumnSpec::decimal("gm_ratio", "the geometric mean of the ratios config/baseline")
        .empty("it is not known"),
    ColumnSpec::decimal("ci_low", "the lower end of its 95 % interval").empty("it is not known"),
    ColumnSpec::decimal("ci_high", "the upper end of its 95 % interval").empty("it is not known"),
    column::BOUND,
    ColumnSpec::text("verdict", "on the config, as in compare.csv"),
];

fn csv(corpus: &CorpusTable, metric: Metric, baseline: &str, rows: &[Row]) -> Vec<u8> {
    let mut table = CsvTable::new(&SPECS);
    for row in rows {
        table.push([
            corpus.name.clone(),
            metric.name().to_owned(),
            row.config.clone(),
            baseline.to_owned(),
            row.pairs.to_string(),
            decimal(row.ratio),
            decimal(row.interval.0),
            decimal(row.interval.1),
            u8::from(row.basis.is_bound()).to_string(),
            row.verdict.name().to_owned(),
        ]);
    }
    table.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::input::tests::Sample;

    #[test]
    fn rows_are_ratios_to_the_baseline_whichever_is_named_first() {
        let once: Vec<u64> = (10..50).collect();
        let twice: Vec<u64> = once.iter().map(|nodes| 2 * nodes).collect();
        let sample = Sample::new("c", &[("a", &twice), ("base", &once), ("b", &twice)]);
        let chart = charts(&sample.input()).remove(0);
        let csv = String::from_utf8(chart.csv.clone()).expect("UTF-8");
        let rows: Vec<Vec<&str>> =
            csv.lines().skip(1).map(|row| row.split(',').collect()).collect();
        assert_eq!(rows.len(), 2);
        for row in rows {
            assert_eq!((row[3], row[9]), ("base", "worse"), "{row:?}");
            let ratio: f64 = row[5].parse().expect("a ratio");
            let [low, high] = [6, 7].map(|at| row[at].parse::<f64>().expect("an end"));
            assert!((ratio - 2.0).abs() < 1e-6 && low <= ratio && ratio <= high, "{row:?}");
        }
    }
}
