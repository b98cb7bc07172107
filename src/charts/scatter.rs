//! `scatter`: two configs puzzle by puzzle.
//!
//! A dot right of the diagonal is a puzzle on which the config of the vertical axis needs less. The
//! lines parallel to it are ratios of 2 and 10. Censored runs are crosses on the border,
//! beyond every finished run. Puzzles at the same position are one larger dot. The CSV contains the
//! positions with their number of puzzles. The chart shows the baseline against all other configs
//! or, without a given baseline, the best config against the next three.

use super::axis::Axis;
use super::csv_table::{CsvTable, decimal};
use super::curve::sample_of;
use super::draw::{Chart, Mark};
use super::input::ChartInput;
use super::style::{self, Frame};
use crate::run_files::column::{self, ColumnSpec};
use crate::stats::comparison::pairing::{WorkColumn, work};
use crate::stats::run_table::{CorpusTable, Metric};
use crate::text::counted;
use kuva::plot::LinePlot;
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::plot::scatter::{MarkerShape, ScatterPlot};
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use std::collections::BTreeMap;

/// The number of configs drawn against the best.
const RIVALS: usize = 3;
/// Positions per factor of ten along an axis.
const GRAIN: f64 = 80.0;
/// The maximum number of dots with hover values.
const MARKS: usize = 600;

const FINISHED: &str = "#0072B2";
const CUT: &str = "#D55E00";

/// The charts of nodes and of time of every corpus.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    input.each(|input, corpus, metric| {
        let base = input.baseline(corpus, metric).into_iter();
        let most = if input.baseline.is_some() { usize::MAX } else { RIVALS };
        base.flat_map(move |base| {
            let ranked = input.ranked(corpus, metric).into_iter();
            let others = ranked.filter(move |&other| other != base).take(most);
            others.filter_map(move |other| chart(input, corpus, metric, [base, other]))
        })
    })
}

/// Puzzles at one position of the chart.
#[derive(Clone, Copy)]
struct Dot {
    x: f64,
    y: f64,
    is_cut: [bool; 2],
    puzzles: usize,
}

impl Dot {
    fn is_any_cut(&self) -> bool {
        self.is_cut[0] || self.is_cut[1]
    }

    /// Its position; censored runs are on the border.
    fn place(&self, border: f64) -> (f64, f64) {
        let on = |value: f64, is_cut: bool| if is_cut { border } else { value };
        (on(self.x, self.is_cut[0]), on(self.y, self.is_cut[1]))
    }
}

fn dots(works: &[WorkColumn], axis: &Axis) -> Vec<Dot> {
    let mut dots: BTreeMap<(i64, i64, [bool; 2]), Dot> = BTreeMap::new();
    for (x, y) in works[0].iter().zip(works[1].iter()).filter_map(|(x, y)| x.zip(y)) {
        let is_cut = [x.is_censored, y.is_censored];
        let (x, y) = (axis.place(x.mean), axis.place(y.mean));
        let grain = |place: f64| (place.log10() * GRAIN).round() as i64;
        let dot = Dot { x, y, is_cut, puzzles: 0 };
        dots.entry((grain(x), grain(y), is_cut)).or_insert(dot).puzzles += 1;
    }
    dots.into_values().collect()
}

fn chart(
    input: &ChartInput<'_>,
    corpus: &CorpusTable,
    metric: Metric,
    pair: [usize; 2],
) -> Option<Chart> {
    let columns = pair.map(|place| &corpus.columns[place]);
    let labels = columns.map(|column| column.label());
    let axis = Axis::new(metric, &input.context);
    let dots = dots(&work(&columns, metric), &axis);
    let puzzles: usize = dots.iter().map(|dot| dot.puzzles).sum();
    let (least, most) = dots
        .iter()
        .flat_map(|dot| [dot.x, dot.y])
        .fold((f64::INFINITY, 0.0f64), |(least, most), place| (least.min(place), most.max(place)));
    if puzzles == 0 {
        return None;
    }
    let is_any_cut = dots.iter().any(Dot::is_any_cut);
    let border = most * 1.5;
    let (low, high) = (least / 1.3, if is_any_cut { border * 1.2 } else { most * 1.3 });
    let mut plots = guides(low, high);
    plots.extend([false, true].map(|is_cut| points(&dots, is_cut, border)));
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label(style::plain(&format!("{}: {}", axis.title, labels[0])))
        .with_y_label(style::plain(&format!("{}: {}", axis.title, labels[1])))
        .with_log_scale()
        .with_x_tick_format(style::counts())
        .with_y_tick_format(style::counts())
        .with_x_axis_min(low)
        .with_x_axis_max(high)
        .with_y_axis_min(low)
        .with_y_axis_max(high);
    Some(Chart {
        corpus: corpus.name.clone(),
        stem: [
            format!("scatter_{}_{}", metric.name(), style::corpus_stem(&corpus.name)),
            style::stem(&labels[0]),
            style::stem(&labels[1]),
        ]
        .join("__"),
        title: format!("{}: {} puzzle by puzzle", corpus.name, axis.noun),
        subtitle: format!("{}, {}", counted(puzzles as u64, "puzzle"), input.goal_and_limits()),
        csv: csv(corpus, metric, &labels, &dots),
        marks: sample_of(&dots, MARKS).map(|dot| mark(dot, border, &axis)).collect(),
        plots,
        layout,
        legend: legend(is_any_cut),
        text: None,
        frame: Frame { width: 700.0, height: 680.0, ..Frame::PAGE },
    })
}

/// The dots of finished puzzles, or those of puzzles with a censored run.
fn points(dots: &[Dot], is_cut: bool, border: f64) -> Plot {
    let own = dots.iter().filter(|dot| dot.is_any_cut() == is_cut);
    let (points, sizes): (Vec<_>, Vec<_>) =
        own.map(|dot| (dot.place(border), 2.2 + 0.6 * (dot.puzzles as f64).log2())).unzip();
    let (color, shape) =
        if is_cut { (CUT, MarkerShape::Cross) } else { (FINISHED, MarkerShape::Circle) };
    let plot = ScatterPlot::new().with_data(points).with_sizes(sizes).with_color(color);
    Plot::Scatter(plot.with_marker(shape).with_marker_opacity(0.6))
}

fn mark(dot: &Dot, border: f64, axis: &Axis) -> Mark {
    let (x, y) = dot.place(border);
    let words = |place: f64, is_cut: bool| {
        let bound = if is_cut { "cut at " } else { "" };
        format!("{bound}{}", axis.words(place))
    };
    Mark {
        x,
        y,
        name: counted(dot.puzzles as u64, "puzzle"),
        text: format!("{} and {}", words(dot.x, dot.is_cut[0]), words(dot.y, dot.is_cut[1])),
    }
}

/// The diagonal, and ratios of 2 and 10 on both sides of it.
fn guides(low: f64, high: f64) -> Vec<Plot> {
    let line = |ratio: f64| {
        let from = low.max(low / ratio);
        let to = high.min(high / ratio);
        let line = LinePlot::new()
            .with_data([(from, from * ratio), (to, to * ratio)])
            .with_color(style::GUIDE)
            .with_stroke_width(if ratio == 1.0 { 1.2 } else { 0.8 });
        (from < to).then_some(Plot::Line(if ratio == 1.0 { line } else { line.with_dashed() }))
    };
    [1.0, 2.0, 0.5, 10.0, 0.1].into_iter().filter_map(line).collect()
}

fn legend(is_any_cut: bool) -> Vec<LegendEntry> {
    let dot = |label: &str, color: &str, shape| LegendEntry {
        label: label.to_owned(),
        color: color.to_owned(),
        shape: LegendShape::Marker(shape),
        dasharray: None,
    };
    let mut legend = vec![dot("puzzles (larger: several)", FINISHED, MarkerShape::Circle)];
    if is_any_cut {
        legend.push(dot("cut at the limit", CUT, MarkerShape::Cross));
    }
    legend.push(style::guide_key("ratios of 2 and 10"));
    legend
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 8] = [
    column::CORPUS,
    ColumnSpec::text("a", "the config of the horizontal axis"),
    ColumnSpec::text("b", "the config of the vertical axis"),
    ColumnSpec::decimal("METRIC_a", "what a needed: nodes, or the median time in ns"),
    ColumnSpec::decimal("METRIC_b", "what b needed"),
    ColumnSpec::integer("a_censored", "1 if a limit cut a; else 0"),
    ColumnSpec::integer("b_censored", "1 if a limit cut b; else 0"),
    ColumnSpec::integer("puzzles", "the puzzles with these values"),
];

fn csv(corpus: &CorpusTable, metric: Metric, labels: &[String; 2], dots: &[Dot]) -> Vec<u8> {
    let unit = if metric.is_time() { 1e3 } else { 1.0 };
    let mut table = CsvTable::of(metric, &SPECS);
    for dot in dots {
        table.push([
            corpus.name.clone(),
            labels[0].clone(),
            labels[1].clone(),
            decimal(dot.x * unit),
            decimal(dot.y * unit),
            u8::from(dot.is_cut[0]).to_string(),
            u8::from(dot.is_cut[1]).to_string(),
            dot.puzzles.to_string(),
        ]);
    }
    table.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::input::tests::{LIMIT, Sample};

    #[test]
    fn equal_puzzles_are_one_dot_and_cut_runs_stand_on_the_border() {
        let sample = Sample::new("c", &[("a", &[2, 2, 50, 9]), ("b", &[4, 4, LIMIT, 9])]);
        let mut charts = charts(&sample.input());
        assert_eq!(charts.len(), 1, "the best against the other");
        let chart = charts.remove(0);
        let csv = String::from_utf8(chart.csv.clone()).expect("UTF-8");
        let expected = ["c,a,b,2,4,0,0,2", "c,a,b,9,9,0,0,1", "c,a,b,50,1000,0,1,1"];
        assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), expected);
        let cut = chart.marks.iter().find(|mark| mark.text.contains("cut at")).expect("a cut run");
        assert_eq!((cut.x, cut.y), (50.0, 1500.0));
    }
}
