//! Charts of a run, each with the CSV that it was drawn from. One file for each kind.

mod ecdf;
mod style;

pub use ecdf::ecdf;

use super::run_table::RunTable;
use kuva::backend::svg::SvgBackend;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;
use std::fmt;

/// What a chart's subtitle tells besides the table itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Context {
    /// The node limit, if there was one.
    pub node_limit: Option<u64>,
    /// The time limit, if there was one.
    pub time_limit_ns: Option<u64>,
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.node_limit.map(|nodes| format!("{} nodes", style::thousands(nodes)));
        let time = self.time_limit_ns.map(|ns| format!("{} \u{b5}s", style::thousands(ns / 1000)));
        match (nodes, time) {
            (None, None) => f.write_str("no limit"),
            (Some(limit), None) | (None, Some(limit)) => write!(f, "limit {limit}"),
            (Some(nodes), Some(time)) => write!(f, "limits {nodes} and {time}"),
        }
    }
}

/// A kind of chart: its name, and the charts of that kind that a run has.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line and of the files.
    pub name: &'static str,
    /// What it shows, in a line.
    pub summary: &'static str,
    /// Draws it.
    pub charts: fn(&RunTable, &Context) -> Vec<Chart>,
}

/// The kinds of charts; the first is the default.
pub static KINDS: &[Kind] = &[Kind {
    name: "ecdf",
    summary: "the share of puzzles decided within so many nodes, and within so much time",
    charts: ecdf,
}];

/// A chart, ready to be drawn.
pub struct Chart {
    /// The name of its files, without extension.
    pub stem: String,
    /// What was drawn, as CSV.
    pub csv: Vec<u8>,
    plots: Vec<Plot>,
    layout: Layout,
}

impl fmt::Debug for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chart").field("stem", &self.stem).finish_non_exhaustive()
    }
}

impl Chart {
    /// The chart as an SVG picture.
    #[must_use]
    pub fn into_svg(self) -> String {
        SvgBackend::new().render_scene(&render_multiple(self.plots, self.layout))
    }
}
