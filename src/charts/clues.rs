//! `clues`: the work of each config by the number of clues.
//!
//! A point is the shifted geometric mean of `summary.csv` (shifted by 1 node or 1 microsecond) over
//! the puzzles of a corpus with a given number of clues. Censored runs count as their limit, so
//! their point is a bound; the CSV marks bounds. There is no chart for a corpus whose puzzles all
//! have the same number of clues.

use super::axis::Axis;
use super::csv_table::{CsvTable, decimal};
use super::draw::{Chart, Mark};
use super::input::ChartInput;
use super::style::{self, thousands};
use crate::run_files::column::{self, ColumnSpec};
use crate::stats::run_table::{Column, CorpusTable, Metric};
use crate::stats::summary::TIME_SHIFT_NS;
use kuva::plot::scatter::ScatterPlot;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use std::collections::BTreeMap;

/// The charts of nodes and of time of every corpus.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    input.each(chart)
}

/// The runs of a config on the puzzles with a given number of clues.
#[derive(Clone, Copy, Default)]
struct Bin {
    runs: usize,
    logarithms: f64,
    shift: f64,
    is_bound: bool,
}

impl Bin {
    fn mean(&self) -> f64 {
        (self.logarithms / self.runs as f64).exp() - self.shift
    }
}

struct Series {
    place: usize,
    label: String,
    bins: BTreeMap<u32, Bin>,
}

fn series(place: usize, column: &Column, metric: Metric, clues: &BTreeMap<u64, u32>) -> Series {
    let shift = if metric.is_time() { TIME_SHIFT_NS } else { 1.0 };
    let mut bins: BTreeMap<u32, Bin> = BTreeMap::new();
    for row in column.rows() {
        let is_counted = row.status.is_decided() || row.status.is_censored();
        let value = row.value(metric).filter(|_| is_counted && row.was_searched());
        let (Some(value), Some(&clues)) = (value, clues.get(&row.key.puzzle_index)) else {
            continue;
        };
        let bin = bins.entry(clues).or_default();
        bin.runs += 1;
        bin.shift = shift;
        bin.logarithms += (value as f64 + shift).ln();
        bin.is_bound |= row.status.is_censored();
    }
    Series { place, label: column.label(), bins }
}

fn chart(input: &ChartInput<'_>, corpus: &CorpusTable, metric: Metric) -> Option<Chart> {
    let clues: BTreeMap<u64, u32> = input
        .puzzles
        .of(&corpus.name)
        .iter()
        .map(|puzzle| (puzzle.puzzle_index, puzzle.clues))
        .collect();
    let columns = corpus.columns.iter().enumerate();
    let all: Vec<_> = columns
        .map(|(place, column)| series(place, column, metric, &clues))
        .filter(|series| !series.bins.is_empty())
        .collect();
    if all.iter().map(|series| series.bins.len()).max()? < 2 {
        return None;
    }
    let runs = all.iter().map(|one| one.bins.values().map(|bin| bin.runs).sum()).max();
    let axis = Axis::new(metric, &input.context);
    let mut plots = Vec::new();
    let mut marks = Vec::new();
    for one in &all {
        let place = |(&clues, bin): (&u32, &Bin)| (f64::from(clues), axis.place(bin.mean()));
        let points: Vec<_> = one.bins.iter().map(place).collect();
        plots.push(Plot::Line(style::line(one.place).with_data(points.clone())));
        let dots = ScatterPlot::new().with_data(points).with_size(3.0);
        plots.push(Plot::Scatter(dots.with_color(style::color(one.place))));
        marks.extend(one.bins.iter().map(|entry| {
            let (x, y) = place(entry);
            let (clues, Bin { runs, is_bound, .. }) = entry;
            let bound = if *is_bound { "at least " } else { "" };
            let text = format!("{clues} clues, {runs} runs: {bound}{}", axis.words(y));
            Mark { x, y, name: one.label.clone(), text }
        }));
    }
    let title = format!("geometric mean of {}", axis.title);
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label("clues")
        .with_y_label(title)
        .with_log_y()
        .with_y_tick_format(style::counts())
        .with_x_tick_step(1.0)
        .with_x_tick_format(style::counts());
    Some(Chart {
        corpus: corpus.name.clone(),
        stem: format!("clues_{}_{}", metric.name(), style::corpus_stem(&corpus.name)),
        title: format!("{}: {} by the number of clues", corpus.name, axis.noun),
        subtitle: format!(
            "{} runs per config, {}; runs that were cut count as the limit",
            thousands(runs.unwrap_or(0) as u64),
            input.goal_and_limits()
        ),
        csv: csv(corpus, metric, &all),
        plots,
        layout,
        legend: all.iter().map(|one| style::key(one.place, &one.label)).collect(),
        marks,
        text: None,
        frame: style::Frame::PAGE,
    })
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 6] = [
    column::CORPUS,
    column::LABEL,
    ColumnSpec::integer("clues", "a number of clues"),
    ColumnSpec::integer("runs", "the searched runs of puzzles with that number"),
    ColumnSpec::decimal(
        "METRIC_sgm",
        "their shifted geometric mean of nodes, or of median times in ns, as in summary.csv",
    ),
    column::BOUND,
];

fn csv(corpus: &CorpusTable, metric: Metric, all: &[Series]) -> Vec<u8> {
    let mut table = CsvTable::of(metric, &SPECS);
    for one in all {
        for (clues, bin) in &one.bins {
            table.push([
                corpus.name.clone(),
                one.label.clone(),
                clues.to_string(),
                bin.runs.to_string(),
                decimal(bin.mean()),
                u8::from(bin.is_bound).to_string(),
            ]);
        }
    }
    table.into_bytes()
}
