//! What defines a run: everything that a resumed run has to do again in the same way.

use super::compress::Compress;
use super::error::{Invalid, required};
use crate::corpus::{BUNDLED, Format, ReadOptions};
use crate::goal::Goal;
use crate::identity::{ConfigName, EngineName};
use crate::isa::{InstructionSet, Isa};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// What defines a run; `meta.json` keeps it.
///
/// [`Plan::default`] is what a run does where nothing is asked for; [`Plan::check`] says whether a
/// plan can be run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The corpora as they were named: paths, `-`, or names of bundled ones.
    #[serde(with = "super::stored_path")]
    pub corpora: Vec<PathBuf>,
    /// Whether the corpora are the bundled ones.
    pub is_bundled: bool,
    /// The format in which the corpora are read; detected if there is none.
    #[serde(with = "format_name")]
    pub format: Option<&'static Format>,
    /// Configs of the engine `search`, in the order in which they were named.
    pub configs: Vec<ConfigName>,
    /// Other engines, likewise.
    pub engines: Vec<EngineName>,
    /// Whether every contestant runs twice, under two names.
    pub aa: bool,
    /// The goal.
    pub goal: Goal,
    /// Whether `max_score` prunes by a bound.
    pub bound: bool,
    /// Threads that solve, within [`Plan::THREADS`].
    pub threads: usize,
    /// Threads of the timed passes, at most [`Plan::threads`].
    pub timing_threads: usize,
    /// Timed passes, within [`Plan::PASSES`].
    pub passes: u32,
    /// The node limit.
    #[serde(deserialize_with = "required")]
    pub node_limit: Option<NonZeroU64>,
    /// The time limit of a puzzle, config and pass; in files in nanoseconds.
    #[serde(rename = "time_limit_ns", with = "nanoseconds")]
    pub time_limit: Option<Duration>,
    /// How many puzzles of each corpus to take.
    #[serde(deserialize_with = "required")]
    pub take: Option<NonZeroU64>,
    /// How many puzzles of each corpus to sample, within [`Plan::SAMPLE`].
    #[serde(deserialize_with = "required")]
    pub sample: Option<u64>,
    /// Whether the puzzles of each corpus are taken in random order.
    #[serde(default, skip_serializing_if = "is_false")]
    pub shuffle: bool,
    /// How many random isomorphs of each puzzle to solve in its place, within
    /// [`Plan::ISOMORPHS`]; 0: the puzzle itself.
    pub isomorphs: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// Whether a separate pass measures what each pruning rule costs.
    pub rule_costs: bool,
    /// Whether `runs.csv` keeps the solutions.
    pub solutions: bool,
    /// How the large files are compressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compress: Option<Compress>,
    /// Whether the rows of puzzles and blocks are left out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub summary_only: bool,
    /// Whether rejected lines are an error.
    pub strict: bool,
    /// The most puzzles in a block of an engine that is timed by blocks; none: the share of a thread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub block: Option<NonZeroU64>,
    /// The instruction set.
    pub isa: InstructionSet,
    /// The name of the host in files.
    pub label: Label,
}

impl Default for Plan {
    fn default() -> Self {
        let threads = super::environment::physical_cores();
        Self {
            corpora: Vec::new(),
            is_bundled: false,
            format: None,
            configs: Vec::new(),
            engines: Vec::new(),
            aa: false,
            goal: Goal::default(),
            bound: false,
            threads,
            timing_threads: threads,
            passes: 5,
            node_limit: Some(Self::NODE_LIMIT),
            time_limit: None,
            take: None,
            sample: None,
            shuffle: false,
            isomorphs: 0,
            seed: 0,
            rule_costs: false,
            solutions: false,
            compress: None,
            summary_only: false,
            strict: false,
            block: None,
            isa: Isa::best().set(),
            label: Label::default(),
        }
    }
}

impl Plan {
    /// The numbers of threads that a run may have.
    pub const THREADS: RangeInclusive<u64> = 1..=1024;
    /// The numbers of timed passes that a run may have.
    pub const PASSES: RangeInclusive<u64> = 0..=10_000;
    /// The sizes of a sample.
    pub const SAMPLE: RangeInclusive<u64> = 1..=100_000_000;
    /// The numbers of isomorphs of a puzzle.
    pub const ISOMORPHS: RangeInclusive<u64> = 0..=100_000;
    /// The node limit where none is given.
    pub const NODE_LIMIT: NonZeroU64 = NonZeroU64::new(100_000).expect("it is not 0");

    /// The same plan with this number of threads, all of them timed.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, timing_threads: threads, ..self }
    }

    /// The same plan with or without shuffling.
    #[must_use]
    pub fn with_shuffle(self, shuffle: bool) -> Self {
        Self { shuffle, ..self }
    }

    /// Whether any of its figures is a time: passes are timed, or rules.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.passes > 0 || self.rule_costs
    }

    /// How the corpora are read.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        ReadOptions { format: self.format, ..ReadOptions::default() }
    }

    /// The numbers of the versions of a puzzle that are solved: 0 is the puzzle as given.
    #[must_use]
    pub fn isomorph_numbers(&self) -> std::ops::Range<u32> {
        if self.isomorphs == 0 { 0..1 } else { 1..self.isomorphs + 1 }
    }

    /// Whether the plan can be run, as far as that depends on no catalogue.
    ///
    /// # Errors
    /// [`Invalid`] names the first key whose value cannot be.
    pub fn check(&self) -> Result<(), Invalid> {
        let within = |key: &str, value: u64, range: RangeInclusive<u64>| {
            if range.contains(&value) {
                return Ok(());
            }
            Err(Invalid::new(key, value, format!("{} to {}", range.start(), range.end())))
        };
        self.check_corpora()?;
        if self.configs.is_empty() && self.engines.is_empty() {
            return Err(Invalid::new("configs", "[]", "a config, or an engine in engines"));
        }
        let is_bounded = self.bound && self.goal != Goal::MaxScore;
        if is_bounded {
            return Err(Invalid::new("bound", true, format!("false for the goal {}", self.goal)));
        }
        within("threads", self.threads as u64, Self::THREADS)?;
        within("timing_threads", self.timing_threads as u64, 1..=self.threads as u64)?;
        within("passes", self.passes.into(), Self::PASSES)?;
        if let Some(sample) = self.sample {
            within("sample", sample, Self::SAMPLE)?;
        }
        within("isomorphs", self.isomorphs.into(), Self::ISOMORPHS)
    }

    fn check_corpora(&self) -> Result<(), Invalid> {
        if self.corpora.is_empty() {
            return Err(Invalid::new("corpora", "[]", "at least one corpus"));
        }
        let is_bundled = |path: &Path| BUNDLED.iter().any(|known| Path::new(known.name) == path);
        for (at, path) in self.corpora.iter().enumerate() {
            let key = format!("corpora[{at}]");
            if cfg!(not(unix)) && path.to_str().is_none() {
                return Err(Invalid::new(&key, format!("{path:?}"), "a path in Unicode"));
            }
            if self.is_bundled && !is_bundled(path) {
                let names: Vec<_> = BUNDLED.iter().map(|known| known.name).collect();
                let expected = format!("a bundled corpus: {}", names.join(", "));
                return Err(Invalid::new(&key, format!("{path:?}"), expected));
            }
            let is_stdin = |path: &Path| path.as_os_str() == "-";
            if is_stdin(path) && self.corpora[..at].iter().any(|before| is_stdin(before)) {
                return Err(Invalid::new(&key, "\"-\"", "standard input only once"));
            }
        }
        Ok(())
    }
}

const fn is_false(value: &bool) -> bool {
    !*value
}

/// The name of the host in files, which can be part of a folder's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Label(String);

impl Label {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Label {
    fn default() -> Self {
        Self("host".to_owned())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text is no label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no label; expected letters, digits, - _ and .")]
pub struct ParseLabelError(String);

impl FromStr for Label {
    type Err = ParseLabelError;

    fn from_str(text: &str) -> Result<Self, ParseLabelError> {
        let is_fit = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if !text.is_empty() && !text.starts_with('.') && text.chars().all(is_fit) {
            return Ok(Self(text.to_owned()));
        }
        Err(ParseLabelError(text.to_owned()))
    }
}

impl TryFrom<String> for Label {
    type Error = ParseLabelError;

    fn try_from(text: String) -> Result<Self, ParseLabelError> {
        text.parse()
    }
}

impl From<Label> for String {
    fn from(label: Label) -> Self {
        label.0
    }
}

/// A format by its name.
mod format_name {
    use crate::corpus::Format;
    use crate::named::Named as _;
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        format: &Option<&'static Format>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        format.map(|format| format.name).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<&'static Format>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        name.map(|name| Format::named(&name)).transpose().map_err(D::Error::custom)
    }
}

/// A duration as a whole number of nanoseconds.
mod nanoseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::num::NonZeroU64;
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        time.map(nanoseconds).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        let time = Option::<NonZeroU64>::deserialize(deserializer)?;
        Ok(time.map(|time| Duration::from_nanos(time.get())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let config = "first_fail/indomain_min/none".parse().expect("a config");
        Plan { corpora: vec!["a.txt".into()], configs: vec![config], ..Plan::default() }
    }

    #[test]
    fn plans_are_read_as_they_are_written() {
        let plan = Plan {
            format: Some(&crate::corpus::FORMATS[0]),
            goal: "count:7".parse().expect("a goal"),
            time_limit: Some(Duration::from_millis(5)),
            node_limit: None,
            ..plan()
        };
        let json = serde_json::to_value(&plan).expect("JSON");
        assert_eq!(json["time_limit_ns"], 5_000_000);
        assert_eq!((&json["goal"], &json["node_limit"]), (&"count:7".into(), &().into()));
        assert_eq!(serde_json::from_value::<Plan>(json).expect("a plan"), plan);
    }

    #[test]
    fn every_key_is_required() {
        let json = serde_json::to_value(plan()).expect("JSON");
        for key in json.as_object().expect("an object").keys() {
            let mut json = json.clone();
            let _ = json.as_object_mut().expect("an object").remove(key);
            let error = serde_json::from_value::<Plan>(json).expect_err(key).to_string();
            assert!(error.contains("missing field") && error.contains(key), "{error}");
        }
    }

    #[test]
    fn plans_that_cannot_be_run_are_refused() {
        assert_eq!(plan().check(), Ok(()));
        type Change = (&'static str, fn(&mut Plan));
        let changes: [Change; 12] = [
            ("corpora", |plan| plan.corpora.clear()),
            ("corpora[0]", |plan| plan.is_bundled = true),
            ("corpora[1]", |plan| plan.corpora = vec!["-".into(), "-".into()]),
            ("configs", |plan| plan.configs.clear()),
            ("bound", |plan| plan.bound = true),
            ("threads", |plan| plan.threads = 0),
            ("threads", |plan| plan.threads = 1_000_000),
            ("timing_threads", |plan| plan.timing_threads = 0),
            ("timing_threads", |plan| plan.timing_threads = plan.threads + 1),
            ("passes", |plan| plan.passes = 10_001),
            ("sample", |plan| plan.sample = Some(0)),
            ("isomorphs", |plan| plan.isomorphs = u32::MAX),
        ];
        for (key, change) in changes {
            let mut plan = plan();
            change(&mut plan);
            assert_eq!(plan.check().expect_err(key).key, key);
        }
    }

    #[test]
    fn labels_are_parts_of_folder_names() {
        assert_eq!(
            "host-1.example".parse::<Label>().map(String::from).as_deref(),
            Ok("host-1.example")
        );
        for text in ["", "..", "a/b", "a b", "ä"] {
            assert!(text.parse::<Label>().is_err(), "{text}");
        }
    }
}
