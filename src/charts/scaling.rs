//! `scaling`: the puzzles per second of a config by number of threads, from several runs.
//!
//! Both axes are logarithmic. Throughput in proportion to the threads is a straight line
//! (the grey one, from the config with the lowest throughput). There is no chart if all runs
//! have the same number of threads.

use super::csv_table::{CsvTable, decimal};
use super::draw::{Chart, Mark};
use super::input::{ChartInput, Throughput};
use super::style::{self, thousands};
use crate::run_files::column::{self, ColumnSpec};
use crate::text::counted;
use kuva::plot::LinePlot;
use kuva::plot::scatter::ScatterPlot;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

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
    let point = |row: &Throughput| (f64::from(row.threads), row.puzzles_per_s);
    let mut plots = Vec::new();
    for (place, label) in labels.iter().enumerate() {
        let own = rows.iter().filter(|row| row.config == *label);
        let mut points: Vec<_> = own.map(|row| point(row)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        plots.push(Plot::Line(style::line(place).with_data(points.clone())));
        let dots = ScatterPlot::new().with_data(points).with_size(3.5);
        plots.push(Plot::Scatter(dots.with_color(style::color(place))));
    }
    let at_fewest = rows.iter().filter(|row| row.threads == fewest);
    let least = at_fewest.map(|row| row.puzzles_per_s).fold(f64::INFINITY, f64::min);
    let factor = f64::from(most) / f64::from(fewest);
    let greatest =
        rows.iter().map(|row| row.puzzles_per_s).fold(least, f64::max).max(least * factor);
    let ideal = [(f64::from(fewest), least), (f64::from(most), least * factor)];
    plots.push(Plot::Line(LinePlot::new().with_data(ideal).with_color(style::GUIDE).with_dashed()));
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label("threads")
        .with_y_label("puzzles per second")
        .with_log_scale()
        .with_x_axis_min(f64::from(fewest) / 1.1)
        .with_x_axis_max(f64::from(most) * 1.1)
        .with_y_axis_min(style::round_below(least))
        .with_y_axis_max(style::round_above(greatest))
        .with_x_tick_format(style::counts())
        .with_y_tick_format(style::counts());
    let mut legend: Vec<_> =
        labels.iter().enumerate().map(|(place, label)| style::key(place, label)).collect();
    legend.push(style::guide_key("in proportion to the threads"));
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

fn mark(row: &Throughput) -> Mark {
    let threads = counted(u64::from(row.threads), "thread");
    let rate = thousands(row.puzzles_per_s.round() as u64);
    Mark {
        x: f64::from(row.threads),
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
