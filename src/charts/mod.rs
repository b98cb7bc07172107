//! Charts of a run, each with the CSV that it was drawn from. One file for each kind.

mod axis;
mod cactus;
mod clues;
mod compact;
mod curve;
mod dash;
mod draw;
mod ecdf;
mod forest;
mod heatmap;
mod performance_profile;
mod scaling;
mod scatter;
mod sheet;
mod style;
mod subject;
mod terminal;

pub use draw::{Chart, Hover};
pub use subject::{ConfigParts, Context, Subject, Throughput, throughputs};

/// A kind of chart: its name, and the charts of that kind that there are to draw.
#[derive(Debug)]
pub struct Kind {
    /// The name on the command line and of the files.
    pub name: &'static str,
    /// What it shows, in a line.
    pub summary: &'static str,
    /// Draws it.
    pub charts: fn(&Subject<'_>) -> Vec<Chart>,
}

/// The kinds of charts; the first is the default.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "ecdf",
        summary: "the share of puzzles decided within so many nodes, and within so much time",
        charts: ecdf::charts,
    },
    Kind {
        name: "cactus",
        summary: "the nodes, and the time, within which each config decides so many puzzles",
        charts: cactus::charts,
    },
    Kind {
        name: "performance_profile",
        summary: "the share of puzzles on which a config needs at most so many times the least \
                  (Dolan & Moré), of all configs and of each against the baseline",
        charts: performance_profile::charts,
    },
    Kind { name: "scatter", summary: "two configs puzzle by puzzle", charts: scatter::charts },
    Kind {
        name: "forest",
        summary: "ratios to the baseline with their intervals and verdicts",
        charts: forest::charts,
    },
    Kind {
        name: "heatmap",
        summary: "orderings by pruning levels, each as a ratio to the best",
        charts: heatmap::charts,
    },
    Kind { name: "clues", summary: "work by the number of clues", charts: clues::charts },
    Kind {
        name: "scaling",
        summary: "throughput by threads, of several runs",
        charts: scaling::charts,
    },
];
