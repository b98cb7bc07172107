//! `meta.json`: what was run, on what, and what its words mean.

use super::checkpoint::replace;
use super::environment::Environment;
use super::plan::Plan;
use crate::counters::definitions;
use crate::identity::Identity;
use crate::run_files::SCHEMA;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

/// The file's name.
pub const META_FILE: &str = "meta.json";

/// The content of `meta.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Meta {
    /// The version of the files' columns.
    pub schema: u32,
    /// The command line, as it was typed.
    pub command_line: Vec<String>,
    /// When the run began, UTC.
    pub started: String,
    /// When it ended; none if it has not.
    pub finished: Option<String>,
    /// What defines the run.
    pub plan: Plan,
    /// The machine.
    pub environment: Environment,
    /// What reading the clock costs.
    pub clock_cost_ns: u64,
    /// How much working on all cores inflates times; none where it was not measured.
    pub inflation: Option<f64>,
    /// The corpora.
    pub corpora: Vec<CorpusMeta>,
    /// The contestants, with the formula of each.
    pub configs: Vec<Identity>,
    /// The counters and their definitions.
    pub counters: BTreeMap<String, String>,
    /// What makes figures worth less than they seem.
    pub warnings: Vec<String>,
}

/// A corpus as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorpusMeta {
    /// Its name in files.
    pub name: String,
    /// The SHA-256 of its bytes as stored; none for a pipe.
    pub sha256: Option<String>,
    /// Puzzles taken from it.
    pub puzzles: u64,
    /// Lines that held no puzzle.
    pub rejected: u64,
}

impl Meta {
    /// What is known before the run.
    #[must_use]
    pub fn new(
        plan: Plan,
        configs: Vec<Identity>,
        corpora: Vec<CorpusMeta>,
        clock_cost: Duration,
    ) -> Self {
        let environment = Environment::of_this_machine();
        Self {
            schema: SCHEMA,
            command_line: Vec::new(),
            started: now(),
            finished: None,
            plan,
            warnings: environment.warnings(),
            environment,
            clock_cost_ns: clock_cost.as_nanos() as u64,
            inflation: None,
            corpora,
            configs,
            counters: definitions()
                .map(|(name, definition)| (name.to_owned(), definition.to_owned()))
                .collect(),
        }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If the system does not write it.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        replace(&folder.join(META_FILE), &text)
    }
}

/// Reads the `meta.json` of a run.
///
/// # Errors
/// If there is none, or it is not what this version writes.
pub fn read_meta(folder: &Path) -> io::Result<Meta> {
    Ok(serde_json::from_slice(&fs::read(folder.join(META_FILE))?)?)
}

/// The time in UTC, to the second.
#[must_use]
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
