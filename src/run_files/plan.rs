//! What defines a run: everything that a resumed run has to do again in the same way.

use crate::corpus::{Format, ReadOptions};
use crate::goal::Goal;
use crate::named::Named as _;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// What defines a run; `meta.json` keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The corpora as they were named: paths, `-`, or names of bundled ones.
    pub corpora: Vec<PathBuf>,
    /// Whether the corpora are the bundled ones.
    pub is_bundled: bool,
    /// The format in which the corpora are read; detected if there is none.
    #[serde(default)]
    pub format: Option<String>,
    /// Configs of the engine `search`, in the order in which they were named.
    pub configs: Vec<String>,
    /// Other engines, likewise.
    pub engines: Vec<String>,
    /// Whether every contestant runs twice, under two names.
    pub aa: bool,
    /// The goal.
    pub goal: String,
    /// Whether `max_score` prunes by a bound.
    pub bound: bool,
    /// Threads that solve.
    pub threads: usize,
    /// Threads of the timed passes.
    pub timing_threads: usize,
    /// Timed passes.
    pub passes: u32,
    /// The node limit.
    pub node_limit: Option<u64>,
    /// The time limit of a puzzle, config and pass, in nanoseconds.
    pub time_limit_ns: Option<u64>,
    /// How many puzzles of each corpus to take.
    pub take: Option<u64>,
    /// How many puzzles of each corpus to sample.
    pub sample: Option<u64>,
    /// How many random isomorphs of each puzzle to solve in its place; 0: the puzzle itself.
    pub isomorphs: u32,
    /// The seed of all that is random.
    pub seed: u64,
    /// Whether a pass of its own measures what each pruning rule costs.
    #[serde(default)]
    pub rule_costs: bool,
    /// Whether `runs.csv` keeps the solutions.
    pub solutions: bool,
    /// Whether rejected lines are an error.
    pub strict: bool,
    /// The instruction set.
    pub isa: String,
    /// What stands for the host in files.
    pub label: String,
}

impl Plan {
    /// The time limit.
    #[must_use]
    pub fn time_limit(&self) -> Option<Duration> {
        self.time_limit_ns.map(Duration::from_nanos)
    }

    /// How the corpora are read.
    ///
    /// # Panics
    /// If the plan names an unknown format: whoever makes a plan checks that.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        let format = self.format.as_deref().map(Format::named);
        let format = format.map(|format| format.expect("a plan names known formats"));
        ReadOptions { format, ..ReadOptions::default() }
    }

    /// The goal.
    ///
    /// # Panics
    /// If the plan names none: whoever makes a plan checks that.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal.parse().expect("a plan names a goal")
    }

    /// The numbers of the versions of a puzzle that are solved: 0 is the puzzle as given.
    #[must_use]
    pub fn isomorph_numbers(&self) -> std::ops::Range<u32> {
        if self.isomorphs == 0 { 0..1 } else { 1..self.isomorphs + 1 }
    }
}
