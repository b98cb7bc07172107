//! `scaling`: the puzzles per second of a config by number of threads, from several runs.
//!
//! Both axes are logarithmic, with ticks at the powers of two for the threads. Throughput in
//! proportion to the threads is a straight line: the grey ones, from the start of each config. There
//! is no chart if all runs have the same number of threads.

use super::csv_table::{CsvTable, decimal};
use super::draw::{Chart, Mark};
use super::input::{ChartInput, Throughput};
use super::style::{self, thousands};
use crate::run_files::column::{self, ColumnSpec};
use crate::text::counted;
use kuva::plot::LinePlot;
use kuva::plot::scatter::ScatterPlot;
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use std::sync::Arc;

/// The chart of every corpus.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    let corpora = input.table.corpora.iter();
    corpora.filter_map(|corpus| chart(input, &corpus.name)).collect()
}

fn chart(input: &ChartInput<'_>, corpus: &str) -> Option<Chart> {
    let rows: Vec<_> = input.throughputs.iter().filter(|row| row.corpus == corpus).collect();
    let mut threads: Vec<u32> = rows.iter().map(|row| row.threads).collect();
    threads.sort_unstable();
    threads.dedup();
    let (&fewest, &most) = (threads.first()?, threads.last()?);
    if fewest == most {
        return None;
    }
    let mut labels: Vec<&str> = Vec::new();
    for row in &rows {
        if !labels.contains(&row.config.as_str()) {
            labels.push(&row.config);
        }
    }
    let point = |row: &Throughput| (place(row.threads), row.puzzles_per_s);
    let mut plots = Vec::new();
    let mut guides = Vec::new();
    for (index, label) in labels.iter().enumerate() {
        let own = rows.iter().filter(|row| row.config == *label);
        let mut points: Vec<_> = own.map(|row| point(row)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let first = points[0];
        let last = place(most);
        guides.push([first, (last, first.1 * (last - first.0).exp2())]);
        plots.push(Plot::Line(style::line(index).with_data(points.clone())));
        let dots = ScatterPlot::new().with_data(points).with_size(3.5);
        plots.push(Plot::Scatter(dots.with_color(style::color(index))));
    }
    let least = rows.iter().map(|row| row.puzzles_per_s).fold(f64::INFINITY, f64::min);
    let ideal = guides.iter().map(|[_, end]| end.1);
    let greatest = rows.iter().map(|row| row.puzzles_per_s).chain(ideal).fold(least, f64::max);
    let guide = |ends: [(f64, f64); 2]| {
        let line = LinePlot::new().with_data(ends).with_color(style::GUIDE).with_dashed();
        Plot::Line(line.with_stroke_width(1.0))
    };
    // Guides are below the curves.
    let plots: Vec<_> = guides.into_iter().map(guide).chain(plots).collect();
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label("threads")
        .with_y_label("puzzles per second")
        .with_log_y()
        .with_x_axis_min(place(fewest) - 0.2)
        .with_x_axis_max(place(most) + 0.2)
        .with_x_tick_step(1.0)
        .with_y_axis_min(style::round_below(least))
        .with_y_axis_max(style::round_above(greatest))
        .with_x_tick_format(TickFormat::Custom(Arc::new(|place| style::short(place.exp2()))))
        .with_y_tick_format(style::counts());
    let mut legend: Vec<_> =
        labels.iter().enumerate().map(|(index, label)| style::key(index, label)).collect();
    legend.push(style::guide_key("in proportion to the threads, from each start"));
    Some(Chart {
        corpus: corpus.to_owned(),
        stem: format!("scaling_{}", style::corpus_stem(corpus)),
        title: format!("{corpus}: throughput by threads"),
        subtitle: format!("{} numbers of threads, {}", threads.len(), input.goal_and_limits()),
        csv: csv(&rows),
        marks: rows.iter().map(|row| mark(row)).collect(),
        plots,
        layout,
        legend,
        text: None,
        frame: style::Frame::PAGE,
    })
}

/// The place of a number of threads on the axis: its binary logarithm.
fn place(threads: u32) -> f64 {
    f64::from(threads).log2()
}

fn mark(row: &Throughput) -> Mark {
    let threads = counted(u64::from(row.threads), "thread");
    let rate = thousands(row.puzzles_per_s.round() as u64);
    Mark {
        x: place(row.threads),
        y: row.puzzles_per_s,
        name: row.config.clone(),
        text: format!("{threads}: {rate} puzzles/s"),
    }
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 4] = [
    column::CORPUS,
    column::LABEL,
    ColumnSpec::integer("threads", "the threads of the timed passes"),
    ColumnSpec::decimal("puzzles_per_s", "as in summary.csv").unit("1/s"),
];

fn csv(rows: &[&Throughput]) -> Vec<u8> {
    let mut table = CsvTable::new(&SPECS);
    for row in rows {
        table.push([
            row.corpus.clone(),
            row.config.clone(),
            row.threads.to_string(),
            decimal(row.puzzles_per_s),
        ]);
    }
    table.into_bytes()
}
