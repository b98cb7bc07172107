//! `ecdf`: the share of puzzles decided within a given number of nodes, or a given time.
//!
//! There is one chart per corpus and metric, with one curve per config. A censored run never counts
//! as decided, so its curve ends below 100 %. Puzzles that were not searched (contradictory
//! clues) are left out. A curve with many distinct values is drawn from at most 250 of its steps,
//! evenly spaced in the share. The CSV contains the drawn steps.

use super::axis::Axis;
use super::csv_table::CsvTable;
use super::curve::Curve;
use super::draw::{Chart, Mark};
use super::input::ChartInput;
use super::style;
use crate::run_files::column::{self, ColumnSpec};
use crate::stats::run_table::{CorpusTable, Metric};
use crate::text::counted;
use kuva::plot::LinePlot;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

/// The charts of nodes and of time of every corpus.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    input.each(chart)
}

fn chart(input: &ChartInput<'_>, corpus: &CorpusTable, metric: Metric) -> Option<Chart> {
    let columns = corpus.columns.iter().enumerate();
    let curves: Vec<_> =
        columns.filter_map(|(place, column)| Curve::new(place, column, metric)).collect();
    let puzzles = curves.iter().map(|curve| curve.puzzles).max().filter(|&puzzles| puzzles > 0)?;
    let axis = Axis::new(metric, &input.context);
    let last = curves.iter().filter_map(|curve| curve.steps.last()).map(|step| step.0).max()?;
    let last = axis.place(last as f64);
    // Curves continue to the limit.
    let end = axis.limit.map_or(last, |limit| limit.min(last * 10.0).max(last));
    let plots: Vec<_> = curves.iter().map(|curve| Plot::Line(line(curve, end, &axis))).collect();
    let layout = Layout::auto_from_plots(&plots)
        .with_x_label(axis.title)
        .with_y_label("puzzles decided")
        .with_log_x()
        .with_x_tick_format(style::counts())
        .with_y_axis_min(0.0)
        .with_y_axis_max(1.0)
        .with_y_tick_format(style::percents());
    Some(Chart {
        corpus: corpus.name.clone(),
        stem: format!("ecdf_{}_{}", metric.name(), style::corpus_stem(&corpus.name)),
        title: format!("{}: share of puzzles decided within a given {}", corpus.name, axis.amount),
        subtitle: format!(
            "{} per config, {}",
            counted(puzzles as u64, "run"),
            input.goal_and_limits()
        ),
        csv: csv(corpus, metric, &curves),
        plots,
        layout,
        legend: curves.iter().map(|curve| style::key(curve.place, &curve.label)).collect(),
        marks: curves.iter().flat_map(|curve| marks(curve, &axis)).collect(),
        text: None,
        frame: style::Frame::PAGE,
    })
}

fn line(curve: &Curve, end: f64, axis: &Axis) -> LinePlot {
    let mut points = Vec::with_capacity(curve.steps.len() + 2);
    if let Some(&(first, _)) = curve.steps.first() {
        points.push((axis.place(first as f64), 0.0));
    }
    let step = |&(value, n): &(u64, usize)| (axis.place(value as f64), curve.share(n));
    points.extend(curve.steps.iter().map(step));
    points.push((end, points.last().map_or(0.0, |point| point.1)));
    style::line(curve.place).with_data(points).with_step()
}

fn marks<'a>(curve: &'a Curve, axis: &'a Axis) -> impl Iterator<Item = Mark> + 'a {
    curve.sample().map(|&(value, decided)| {
        let (x, y) = (axis.place(value as f64), curve.share(decided));
        let text = format!("{:.1} % within {}", 100.0 * y, axis.words(x));
        Mark { x, y, name: curve.label.clone(), text }
    })
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 7] = [
    column::CORPUS,
    column::CONFIG,
    column::ENGINE,
    ColumnSpec::integer("METRIC", "nodes, or the median time in ns: a step of the curve"),
    ColumnSpec::integer("decided", "the puzzles decided within it"),
    ColumnSpec::integer("puzzles", "the puzzles that were searched"),
    ColumnSpec::decimal("share", "decided / puzzles"),
];

fn csv(corpus: &CorpusTable, metric: Metric, curves: &[Curve]) -> Vec<u8> {
    let mut table = CsvTable::of(metric, &SPECS);
    for curve in curves {
        for &(value, decided) in &curve.steps {
            table.push([
                corpus.name.clone(),
                curve.config.clone(),
                curve.engine.clone(),
                value.to_string(),
                decided.to_string(),
                curve.puzzles.to_string(),
                format!("{:.6}", curve.share(decided)),
            ]);
        }
    }
    table.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::input::tests::Sample;

    #[test]
    fn a_chart_holds_every_config_and_its_csv_every_step() {
        let sample = Sample::new("a $x$ <b>,c.txt", &[("a", &[3, 9]), ("b", &[4, 4])]);
        let mut charts = charts(&sample.input());
        assert_eq!(charts.len(), 1, "no time is known");
        let chart = charts.remove(0);
        assert!(chart.stem.starts_with("ecdf_nodes_a__x___b__c.txt-"), "{}", chart.stem);
        let csv = String::from_utf8(chart.csv.clone()).expect("UTF-8");
        assert_eq!(csv.lines().count(), 4);
        assert_eq!(csv.lines().nth(3), Some("\"a $x$ <b>,c.txt\",b,search,4,2,2,1.000000"));
        let hover = chart.into_hover();
        assert!(hover.svg.contains("a $x$ &lt;b&gt;,c.txt: share"), "names are escaped");
        assert!(!hover.svg.contains("<script"), "pictures have no scripts");
        assert_eq!(hover.marks.len(), 3);
        assert_eq!(hover.marks[0].3, "100.0 % within 9 nodes");
    }
}
