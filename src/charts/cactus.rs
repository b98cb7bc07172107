//! `cactus`: the nodes, or the time, within which a config decides a given number of puzzles.
//!
//! This is the plot of the SAT competitions: each config's decided puzzles in ascending order of
//! nodes or time. A curve further right decides more puzzles; a lower curve needs less. The
//! steps are those of `ecdf` with the axes exchanged. The CSV contains the drawn steps.

use super::axis::Axis;
use super::csv_table::CsvTable;
use super::curve::Curve;
use super::draw::{Chart, Mark};
use super::input::ChartInput;
use super::style;
use crate::run_files::column::{self, ColumnSpec};
use crate::stats::run_table::{CorpusTable, Metric};
use crate::text::counted;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

/// The charts of nodes and of time of every corpus.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    input.each(chart)
}

fn chart(input: &ChartInput<'_>, corpus: &CorpusTable, metric: Metric) -> Option<Chart> {
    let columns = corpus.columns.iter().enumerate();
    let curves: Vec<_> = columns
        .filter_map(|(place, column)| Curve::new(place, column, metric))
        .filter(|curve| !curve.steps.is_empty())
        .collect();
    let puzzles = curves.iter().map(|curve| curve.puzzles).max()?;
    let axis = Axis::new(metric, &input.context);
    let point = |&(value, n): &(u64, usize)| (n as f64, axis.place(value as f64));
    let line = |curve: &Curve| {
        let mut points: Vec<_> = curve.steps.iter().map(point).collect();
        // The easiest puzzles all need the minimum.
        points.insert(0, (0.0, points[0].1));
        Plot::Line(style::line(curve.place).with_data(points))
    };
    let plots: Vec<_> = curves.iter().map(line).collect();
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label("puzzles decided")
        .with_y_label(axis.title)
        .with_log_y()
        .with_y_tick_format(style::counts())
        .with_x_axis_min(0.0)
        .with_x_axis_max(puzzles as f64)
        .with_x_tick_format(style::counts());
    let layout = style::limit_line(layout, axis.limit.filter(|_| metric == Metric::Nodes));
    let marks = curves.iter().flat_map(|curve| {
        curve.sample().map(|step| {
            let (x, y) = point(step);
            let text = format!("{} within {}", counted(step.1 as u64, "puzzle"), axis.words(y));
            Mark { x, y, name: curve.label.clone(), text }
        })
    });
    Some(Chart {
        corpus: corpus.name.clone(),
        stem: format!("cactus_{}_{}", metric.name(), style::corpus_stem(&corpus.name)),
        title: format!("{}: {} for the easiest puzzles of each config", corpus.name, axis.noun),
        subtitle: format!(
            "{} per config, {}",
            counted(puzzles as u64, "run"),
            input.goal_and_limits()
        ),
        csv: csv(corpus, metric, &curves),
        marks: marks.collect(),
        plots,
        layout,
        legend: curves.iter().map(|curve| style::key(curve.place, &curve.label)).collect(),
        text: None,
        frame: style::Frame::PAGE,
    })
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 6] = [
    column::CORPUS,
    column::CONFIG,
    column::ENGINE,
    ColumnSpec::integer("decided", "a number of puzzles"),
    ColumnSpec::integer("METRIC", "nodes, or the median time in ns, within which it decides them"),
    ColumnSpec::integer("puzzles", "the puzzles that were searched"),
];

fn csv(corpus: &CorpusTable, metric: Metric, curves: &[Curve]) -> Vec<u8> {
    let mut table = CsvTable::of(metric, &SPECS);
    for curve in curves {
        for &(value, decided) in &curve.steps {
            table.push([
                corpus.name.clone(),
                curve.config.clone(),
                curve.engine.clone(),
                decided.to_string(),
                value.to_string(),
                curve.puzzles.to_string(),
            ]);
        }
    }
    table.into_bytes()
}
