//! Charts of a run, each with its data as CSV. One file per kind.

mod axis;
mod cactus;
mod clues;
mod compact;
mod csv_table;
mod curve;
mod dash;
mod draw;
mod ecdf;
mod forest;
mod heatmap;
mod input;
mod letters;
mod performance_profile;
mod scaling;
mod scatter;
mod style;
mod terminal;

pub use draw::{Chart, Hover};
pub use input::{ChartInput, Throughput};
pub use letters::Key;

use crate::run_files::column::ColumnSpec;

/// A kind of chart: its name, and the function that draws its charts.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line and of the files.
    pub name: &'static str,
    /// What it shows, in one line.
    pub summary: &'static str,
    /// What the columns of its CSV hold; `METRIC` is replaced by nodes or time_ns.
    pub columns: &'static [ColumnSpec],
    charts: fn(&ChartInput<'_>) -> Vec<Chart>,
}

impl Kind {
    /// Draws it. The charts of a partial run say so.
    #[must_use]
    pub fn draw(&self, input: &ChartInput<'_>) -> Vec<Chart> {
        let mut charts = (self.charts)(input);
        for chart in &mut charts {
            if let Some(part) = input.partial.get(&chart.corpus) {
                chart.subtitle += &format!("; {part}");
            }
        }
        charts
    }
}

/// The kinds of charts; the first is the default.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "ecdf",
        summary: "the share of puzzles decided within a given number of nodes, and a given time",
        columns: &ecdf::SPECS,
        charts: ecdf::charts,
    },
    Kind {
        name: "cactus",
        summary: "the nodes, and the time, within which each config decides a number of puzzles",
        columns: &cactus::SPECS,
        charts: cactus::charts,
    },
    Kind {
        name: "performance_profile",
        summary: "the share of puzzles on which a config needs at most a given multiple of the \
                  minimum (Dolan & Moré), for all configs and for each against the baseline",
        columns: &performance_profile::SPECS,
        charts: performance_profile::charts,
    },
    Kind {
        name: "scatter",
        summary: "two configs puzzle by puzzle",
        columns: &scatter::SPECS,
        charts: scatter::charts,
    },
    Kind {
        name: "forest",
        summary: "ratios to the baseline with their intervals and verdicts",
        columns: &forest::SPECS,
        charts: forest::charts,
    },
    Kind {
        name: "heatmap",
        summary: "orderings by pruning levels and branchings, each as a ratio to the best",
        columns: &heatmap::SPECS,
        charts: heatmap::charts,
    },
    Kind {
        name: "clues",
        summary: "work by the number of clues",
        columns: &clues::SPECS,
        charts: clues::charts,
    },
    Kind {
        name: "scaling",
        summary: "throughput by number of threads, from several runs",
        columns: &scaling::SPECS,
        charts: scaling::charts,
    },
];
