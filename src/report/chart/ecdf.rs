//! `ecdf`: the share of puzzles decided within so many nodes, or so much time.
//!
//! One chart for each corpus and metric, one curve for each config. A censored run never counts
//! as decided, so its curve ends below 100 %; puzzles that were not searched (contradicting
//! clues) are left out. Curves of many distinct values are drawn from at most [`STEPS`] of their
//! steps, evenly spaced in the share; the CSV holds the steps that were drawn.

use super::style::{self, thousands};
use super::{Chart, Context};
use crate::report::field::{push_number, push_text};
use crate::report::run_table::{Column, CorpusTable, Metric, RunTable};
use kuva::plot::LinePlot;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

/// The greatest number of steps of a curve.
const STEPS: usize = 500;

/// The charts of nodes and of time of every corpus.
#[must_use]
pub fn ecdf(table: &RunTable, context: &Context) -> Vec<Chart> {
    table
        .corpora
        .iter()
        .flat_map(|corpus| {
            [Metric::Nodes, Metric::Time]
                .into_iter()
                .filter_map(|metric| chart(&table.goal, corpus, metric, context))
        })
        .collect()
}

/// One curve: how many of how many puzzles are decided within each value.
struct Curve {
    label: String,
    config: String,
    engine: String,
    puzzles: usize,
    /// Ascending values, each with the number of puzzles decided within it.
    steps: Vec<(u64, usize)>,
}

impl Curve {
    fn new(column: &Column, metric: Metric) -> Option<Self> {
        if !column.knows(metric) {
            return None;
        }
        let searched = || column.rows.iter().filter(|row| row.was_searched());
        let mut values: Vec<_> = searched()
            .filter(|row| row.status.is_decided())
            .filter_map(|row| row.value(metric))
            .collect();
        values.sort_unstable();
        let mut steps: Vec<_> = values
            .chunk_by(|a, b| a == b)
            .scan(0, |decided, equal| {
                *decided += equal.len();
                Some((equal[0], *decided))
            })
            .collect();
        thin(&mut steps);
        Some(Self {
            label: column.label(),
            config: column.config.clone(),
            engine: column.engine.clone(),
            puzzles: searched().count(),
            steps,
        })
    }

    fn share(&self, decided: usize) -> f64 {
        decided as f64 / self.puzzles.max(1) as f64
    }
}

/// Keeps the first and the last step, and those between that are a share apart.
fn thin(steps: &mut Vec<(u64, usize)>) {
    let Some(&(_, most)) = steps.last() else { return };
    if steps.len() <= STEPS {
        return;
    }
    let last = steps.len() - 1;
    let (mut at, mut due) = (0, 0);
    steps.retain(|&(_, decided)| {
        let is_kept = at == 0 || at == last || decided * STEPS >= due * most;
        if is_kept {
            due = decided * STEPS / most + 1;
        }
        at += 1;
        is_kept
    });
}

fn chart(goal: &str, corpus: &CorpusTable, metric: Metric, context: &Context) -> Option<Chart> {
    let curves: Vec<_> =
        corpus.columns.iter().filter_map(|column| Curve::new(column, metric)).collect();
    let puzzles = curves.iter().map(|curve| curve.puzzles).max().filter(|&puzzles| puzzles > 0)?;
    let (label, bound, unit) = match metric {
        Metric::Time => ("time per puzzle (\u{b5}s)", "a time", 1e3),
        metric => (metric.name(), "a number of nodes", 1.0),
    };
    let scale = |value: u64| value.max(1) as f64 / unit;
    let last = curves.iter().filter_map(|curve| curve.steps.last()).map(|step| step.0).max()?;
    let limit = match metric {
        Metric::Nodes => context.node_limit,
        _ => context.time_limit_ns,
    };
    // Curves that end at the limit run on to it.
    let end = limit.map_or(last, |limit| limit.min(last.saturating_mul(10)).max(last));
    let plots: Vec<_> = curves
        .iter()
        .enumerate()
        .map(|(index, curve)| Plot::Line(line(index, curve, end, scale)))
        .collect();
    let labels: Vec<_> = curves.iter().map(|curve| curve.label.clone()).collect();
    let layout = style::sized(Layout::auto_from_plots(&plots), &labels)
        .with_title(style::plain(&format!("{}: puzzles decided within {bound}", corpus.name)))
        .with_subtitle(format!(
            "{} runs per config, goal {goal}, {context}",
            thousands(puzzles as u64)
        ))
        .with_x_label(label)
        .with_y_label("puzzles decided")
        .with_log_x()
        .with_x_tick_format(style::counts())
        .with_y_axis_min(0.0)
        .with_y_axis_max(1.0)
        .with_y_tick_format(style::percents());
    Some(Chart {
        stem: format!("ecdf_{}_{}", metric.name(), style::stem(&corpus.name)),
        csv: csv(corpus, metric, &curves),
        plots,
        layout,
    })
}

fn line(index: usize, curve: &Curve, end: u64, scale: impl Fn(u64) -> f64) -> LinePlot {
    let mut points = Vec::with_capacity(curve.steps.len() + 2);
    if let Some(&(first, _)) = curve.steps.first() {
        points.push((scale(first), 0.0));
    }
    points.extend(curve.steps.iter().map(|&(value, n)| (scale(value), curve.share(n))));
    points.push((scale(end), points.last().map_or(0.0, |point| point.1)));
    LinePlot::new()
        .with_data(points)
        .with_step()
        .with_color(style::color(index))
        .with_line_style(style::line_style(index))
        .with_stroke_width(1.8)
}

fn csv(corpus: &CorpusTable, metric: Metric, curves: &[Curve]) -> Vec<u8> {
    let mut csv =
        format!("corpus,config,engine,{},decided,puzzles,share\n", metric.name()).into_bytes();
    for curve in curves {
        for &(value, decided) in &curve.steps {
            for text in [&corpus.name, &curve.config, &curve.engine] {
                push_text(&mut csv, text.as_bytes());
                csv.push(b',');
            }
            for number in [value, decided as u64, curve.puzzles as u64] {
                push_number(&mut csv, number);
                csv.push(b',');
            }
            csv.extend_from_slice(format!("{:.6}\n", curve.share(decided)).as_bytes());
        }
    }
    csv
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::report::run_table::Row;
    use crate::report::runs::PuzzleKey;

    fn column(config: &str, runs: &[(u64, Status)]) -> Column {
        let row = |(index, &(nodes, status)): (usize, &(u64, Status))| {
            let key = PuzzleKey { puzzle_index: index as u64, isomorph: 0 };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        Column {
            config: config.to_owned(),
            engine: "search".to_owned(),
            rows: runs.iter().enumerate().map(row).collect(),
        }
    }

    #[test]
    fn censored_runs_never_count_and_invalid_puzzles_are_left_out() {
        use Status::{Invalid, NodeLimit, Unique, Unsolvable};
        let runs = [(5, Unique), (2, Unsolvable), (100, NodeLimit), (5, Unique), (0, Invalid)];
        let curve = Curve::new(&column("x", &runs), Metric::Nodes).expect("nodes are known");
        assert_eq!((curve.puzzles, &curve.steps[..]), (4, &[(2, 1), (5, 3)][..]));
        assert!(Curve::new(&column("x", &runs), Metric::Time).is_none());
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_ends() {
        let runs: Vec<_> = (1..=100_000).map(|nodes| (nodes, Status::Unique)).collect();
        let curve = Curve::new(&column("x", &runs), Metric::Nodes).expect("nodes are known");
        assert!(curve.steps.len() <= STEPS + 2, "{}", curve.steps.len());
        assert_eq!(curve.steps.first(), Some(&(1, 1)));
        assert_eq!(curve.steps.last(), Some(&(100_000, 100_000)));
    }

    #[test]
    fn a_chart_holds_every_config_and_its_csv_every_step() {
        let columns = vec![
            column("a", &[(3, Status::Unique), (9, Status::Unique)]),
            column("b", &[(4, Status::Unique), (4, Status::Unique)]),
        ];
        let corpus = CorpusTable { name: "a $x$ <b>,c.txt".to_owned(), columns };
        let table = RunTable { goal: "unique".to_owned(), corpora: vec![corpus] };
        let mut charts = ecdf(&table, &Context::default());
        assert_eq!(charts.len(), 1);
        let chart = charts.remove(0);
        assert_eq!(chart.stem, "ecdf_nodes_a__x___b__c.txt");
        let csv = String::from_utf8(chart.csv.clone()).expect("UTF-8");
        assert_eq!(csv.lines().count(), 4);
        assert_eq!(csv.lines().nth(3), Some("\"a $x$ <b>,c.txt\",b,search,4,2,2,1.000000"));
        let svg = chart.into_svg();
        assert!(svg.contains("a $x$ &lt;b&gt;,c.txt: puzzles"), "names are escaped");
    }
}
