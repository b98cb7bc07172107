//! `meta.json`: what was run, on what, and what its words mean.

use super::SCHEMA;
use super::column::ColumnSpec;
use super::cpu_quota::cpu_quota;
use super::environment::Environment;
use super::error::{self, FileError, Invalid};
use super::plan::Plan;
use super::replace::replace;
use super::seal;
use super::shard::{MergedShard, ShardMeta};
use super::stored_path::StoredPath;
use crate::counters::definitions;
use crate::identity::Identity;
use crate::text::{counted, grouped};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::time::Duration;

/// The file's name.
pub const META_FILE: &str = "meta.json";

/// What the keys of `meta.json` hold.
pub const KEYS: [ColumnSpec; 18] = [
    ColumnSpec::integer("schema", "the version of the files' columns"),
    ColumnSpec::text("command_line", "a list: the command line, as it was typed"),
    ColumnSpec::text("started", "when the run began, in UTC"),
    ColumnSpec::text("finished", "when it ended, in UTC").empty("it is not finished: null"),
    ColumnSpec::text(
        "plan",
        "an object: what defines the run. plan.threads, plan.timing_threads, plan.passes, \
         plan.node_limit (null: none), plan.time_limit_ns (null: none), plan.take, plan.sample, \
         plan.shuffle, plan.isomorphs, plan.seed and the others are the options of run",
    ),
    ColumnSpec::text(
        "environment",
        "an object: version, git revision, compiler, CPU, cores, governor, load, system",
    ),
    ColumnSpec::integer("clock_cost_ns", "what reading the clock costs").unit("ns"),
    ColumnSpec::decimal("inflation", "the factor by which working on all cores makes times longer")
        .empty("it was not measured: null"),
    ColumnSpec::decimal("noise_floor", "the share by which times of identical configs differ")
        .empty("it was not measured: no such key"),
    ColumnSpec::integer("coarse_tick_ns", "what the clock ticks in, if that is too coarse")
        .unit("ns")
        .empty("the clock is fine enough: no such key"),
    ColumnSpec::text(
        "corpora",
        "a list of objects: name, sha256, puzzles, of (how many it has, where the run is partial), \
         rejected, problem",
    ),
    ColumnSpec::text("configs", "a list of objects: config, engine, its parts and its formula"),
    ColumnSpec::text("counters", "an object: each counter with its definition"),
    ColumnSpec::text("warnings", "a list: what limits the value of the figures"),
    ColumnSpec::text(
        "shard",
        "an object: shard (number and of), host, job_id, attempt, elapsed_ms (its wall time)",
    )
    .empty("the run is no shard: no such key"),
    ColumnSpec::text("shards", "a list of objects: made (as in shard), cpu, puzzles, warnings")
        .empty("the run was not merged: no such key"),
    ColumnSpec::text("working_folder", "the folder in which relative paths of the plan begin")
        .empty("it is not known: no such key"),
    ColumnSpec::text("checksum", "the SHA-256 of the file with 64 zeros in this place"),
];

/// The content of `meta.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meta {
    /// The version of the files' columns.
    pub schema: u32,
    /// The command line, as it was typed.
    pub command_line: Vec<String>,
    /// When the run began, UTC.
    pub started: String,
    /// When it ended; none if it has not.
    #[serde(deserialize_with = "error::required")]
    pub finished: Option<String>,
    /// What defines the run.
    pub plan: Plan,
    /// The machine.
    pub environment: Environment,
    /// What reading the clock costs.
    pub clock_cost_ns: u64,
    /// How much working on all cores inflates times; none where it was not measured.
    #[serde(deserialize_with = "error::required")]
    pub inflation: Option<f64>,
    /// The share by which times of identical configs differ; none where it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise_floor: Option<f64>,
    /// What the clock ticks in, if that is too coarse to time puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coarse_tick_ns: Option<u64>,
    /// The corpora.
    pub corpora: Vec<CorpusMeta>,
    /// The contestants, with the formula of each.
    pub configs: Vec<Identity>,
    /// The counters and their definitions.
    pub counters: BTreeMap<String, String>,
    /// What makes figures worth less than they seem.
    pub warnings: Vec<String>,
    /// Of a shard: which part of the run it is, and where it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<ShardMeta>,
    /// Of a run that was merged: its shards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<MergedShard>,
    /// The folder that relative paths of the plan begin in; an earlier build wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub working_folder: Option<StoredPath>,
    /// The checksum of the file; an earlier build wrote none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
}

/// A corpus as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusMeta {
    /// Its name in files.
    pub name: String,
    /// The SHA-256 of its bytes as stored; none for a pipe.
    #[serde(deserialize_with = "error::required")]
    pub sha256: Option<String>,
    /// Puzzles taken from it.
    pub puzzles: u64,
    /// Puzzles that the plan takes from it, where the run ended before all were taken, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<u64>,
    /// Lines that held no puzzle.
    pub rejected: u64,
    /// Why its rows cannot be relied on: it changed while it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl CorpusMeta {
    /// How many puzzles were taken, and of how many, e.g. `256 of 49,158 puzzles`.
    #[must_use]
    pub fn extent(&self) -> String {
        match self.of.filter(|&of| of != self.puzzles) {
            Some(of) => format!("{} of {}", grouped(self.puzzles), counted(of, "puzzle")),
            None => counted(self.puzzles, "puzzle"),
        }
    }
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
        let mut environment = Environment::of_this_machine();
        if plan.is_timed() {
            environment.measure_busy_cores();
        }
        let mut warnings = environment.warnings();
        if let Some(quota) = cpu_quota().filter(|&quota| quota < plan.threads as f64) {
            let threads = plan.threads;
            warnings.push(format!("{threads} threads share a quota of {quota:.1} processors"));
        }
        Self {
            schema: SCHEMA,
            command_line: Vec::new(),
            started: now(),
            finished: None,
            plan,
            warnings,
            environment,
            clock_cost_ns: clock_cost.as_nanos() as u64,
            inflation: None,
            noise_floor: None,
            coarse_tick_ns: None,
            corpora,
            configs,
            counters: definitions()
                .map(|(name, definition)| (name.to_owned(), definition.to_owned()))
                .collect(),
            shard: None,
            shards: Vec::new(),
            working_folder: None,
            checksum: None,
        }
    }

    /// Whether a run that is not finished can go on: a pipe cannot be read again.
    #[must_use]
    pub fn is_resumable(&self) -> bool {
        self.corpora.iter().all(|corpus| corpus.sha256.is_some())
    }

    /// The corpora of which a run that is not finished has done a part, and which part.
    pub fn partial_corpora(&self) -> impl Iterator<Item = (&str, String)> {
        let is_partial = |corpus: &&CorpusMeta| corpus.of != Some(corpus.puzzles);
        let corpora = self.corpora.iter().filter(|_| self.finished.is_none()).filter(is_partial);
        corpora.map(|corpus| {
            let part = format!("a partial run: {}", corpus.extent());
            (corpus.name.as_str(), part)
        })
    }

    /// The same, each in a line.
    #[must_use]
    pub fn partial(&self) -> Vec<String> {
        self.partial_corpora().map(|(name, part)| format!("{name}: {part}")).collect()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If the system does not write it.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let checksum = Some(seal::ZEROS.to_owned());
        let mut text = serde_json::to_vec_pretty(&Self { checksum, ..self.clone() })?;
        text.push(b'\n');
        seal::seal(&mut text);
        replace(&folder.join(META_FILE), &text)
    }

    /// Whether everything in it is possible, as far as that depends on no catalogue.
    ///
    /// # Errors
    /// [`Invalid`] names the first key whose value cannot be.
    pub fn check(&self) -> Result<(), Invalid> {
        self.plan.check().map_err(|invalid| invalid.within("plan"))?;
        let started = ("started", Some(&self.started));
        for (key, time) in [started, ("finished", self.finished.as_ref())] {
            if let Some(time) = time.filter(|time| time.parse::<jiff::Timestamp>().is_err()) {
                let expected = "a time in UTC, e.g. 2026-01-31T23:59:59Z";
                return Err(Invalid::new(key, format!("{time:?}"), expected));
            }
        }
        if let Some(inflation) = self.inflation.filter(|&inflation| inflation <= 0.0) {
            return Err(Invalid::new("inflation", inflation, "a number above 0"));
        }
        if let Some(floor) = self.noise_floor.filter(|&floor| floor < 0.0) {
            return Err(Invalid::new("noise_floor", floor, "a number from 0"));
        }
        if let Some(meta) = &self.shard {
            meta.shard.check()?;
        }
        self.check_corpora()?;
        self.check_configs()
    }

    fn check_corpora(&self) -> Result<(), Invalid> {
        if self.corpora.is_empty() {
            return Err(Invalid::new("corpora", "[]", "at least one corpus"));
        }
        let mut names = BTreeSet::new();
        for (at, CorpusMeta { name, sha256, .. }) in self.corpora.iter().enumerate() {
            let key = |key: &str| format!("corpora[{at}].{key}");
            if name.is_empty() || !names.insert(name) {
                let expected = "a name that no other corpus has";
                return Err(Invalid::new(&key("name"), format!("{name:?}"), expected));
            }
            let is_hash =
                |hash: &str| hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            if let Some(hash) = sha256.as_deref().filter(|hash| !is_hash(hash)) {
                let expected = "64 hexadecimal digits, or null for a pipe";
                return Err(Invalid::new(&key("sha256"), format!("{hash:?}"), expected));
            }
        }
        Ok(())
    }

    fn check_configs(&self) -> Result<(), Invalid> {
        if self.configs.is_empty() {
            return Err(Invalid::new("configs", "[]", "at least one config or engine"));
        }
        let mut names = BTreeSet::new();
        for (at, identity) in self.configs.iter().enumerate() {
            if !names.insert((&identity.config, &identity.engine)) {
                let key = format!("configs[{at}].config");
                let value = format!("{:?} of the engine {}", identity.config, identity.engine);
                return Err(Invalid::new(&key, value, "each config of an engine only once"));
            }
        }
        Ok(())
    }
}

/// The version of a `meta.json`, independent of its other content.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// Reads the `meta.json` of a run, and checks everything in it that depends on no catalogue.
///
/// # Errors
/// [`FileError`] names the file, the key, the value and what would be accepted.
pub fn read_meta(folder: &Path) -> Result<Meta, FileError> {
    read_meta_file(&folder.join(META_FILE))
}

/// The same of a file under any name.
///
/// # Errors
/// As [`read_meta`].
pub fn read_meta_file(path: &Path) -> Result<Meta, FileError> {
    let text = error::read(path)?;
    parse(&text).map_err(|invalid| invalid.at(path))
}

fn parse(text: &[u8]) -> Result<Meta, Invalid> {
    // A file of another schema lacks keys of this one: say that it is another schema.
    let Version { schema } = error::from_json(text)?;
    if schema != SCHEMA {
        return Err(Invalid::new("schema", schema, format!("{SCHEMA}, which this version reads")));
    }
    let meta: Meta = error::from_json(text)?;
    meta.check()?;
    seal::check(text)?;
    Ok(meta)
}

/// The time in UTC, to the second.
#[must_use]
pub fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const REFERENCE: &str = include_str!("../../results/reference/meta.json");

    #[test]
    fn the_reference_run_is_read_and_written_as_it_is() {
        let meta = parse(REFERENCE.as_bytes()).expect("the reference run");
        let again = serde_json::to_string_pretty(&meta).expect("JSON");
        assert_eq!(again + "\n", REFERENCE);
    }

    /// The error of the reference run with another value at a JSON pointer.
    fn error(pointer: &str, value: Value) -> String {
        let mut json: Value = serde_json::from_str(REFERENCE).expect("JSON");
        *json.pointer_mut(pointer).expect(pointer) = value;
        parse(json.to_string().as_bytes()).expect_err(pointer).to_string()
    }

    #[test]
    fn wrong_values_are_refused_with_key_value_and_what_is_accepted() {
        let zero = json!(0);
        for (pointer, value, [key, told, accepted]) in [
            ("/schema", json!(2), ["schema", "2", "expected 1"]),
            ("/plan/goal", json!("uniqe"), ["plan.goal", "\"uniqe\"", "known: first, unique"]),
            ("/plan/format", json!("xml"), ["plan.format", "\"xml\"", "known: "]),
            ("/plan/isa", json!("sse"), ["plan.isa", "`sse`", "expected one of `portable`"]),
            ("/plan/configs/1", json!("a/b"), ["plan.configs[1]", "\"a/b\"", "ORDER[:TIE]/VALUE"]),
            ("/plan/engines/0", json!(""), ["plan.engines[0]", "without name", "expected"]),
            ("/plan/threads", zero.clone(), ["plan.threads", "0", "expected 1 to 1024"]),
            ("/plan/threads", json!("two"), ["plan.threads", "\"two\"", "expected usize"]),
            ("/plan/timing_threads", json!(3), ["plan.timing_threads", "3", "expected 1 to 2"]),
            ("/plan/node_limit", zero.clone(), ["plan.node_limit", "`0`", "expected a nonzero"]),
            ("/plan/time_limit_ns", zero.clone(), ["plan.time_limit_ns", "`0`", "expected a nonz"]),
            ("/plan/take", json!(-1), ["plan.take", "`-1`", "expected a nonzero"]),
            ("/plan/label", json!("a/b"), ["plan.label", "\"a/b\"", "expected letters"]),
            ("/plan/corpora", json!([]), ["plan.corpora", "[]", "at least one"]),
            ("/plan/corpora/0", json!("no.txt"), ["plan.corpora[0]", "\"no.txt\"", "easy.txt"]),
            ("/corpora", json!([]), ["corpora", "[]", "at least one"]),
            ("/corpora/1/name", json!("easy.txt"), ["corpora[1].name", "easy.txt", "no other"]),
            ("/corpora/0/sha256", json!("12"), ["corpora[0].sha256", "\"12\"", "64 hexadecimal"]),
            ("/configs", json!([]), ["configs", "[]", "at least one"]),
            ("/configs/0/val_order", json!(""), ["configs[0]", "first_fail", "expected var_order"]),
            ("/started", json!("today"), ["started", "\"today\"", "a time in UTC"]),
            ("/inflation", json!(-1.5), ["inflation", "-1.5", "above 0"]),
        ] {
            let error = error(pointer, value);
            assert!(error.starts_with(&format!("{key}: ")), "{pointer}: {error}");
            assert!(error.contains(told) && error.contains(accepted), "{pointer}: {error}");
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    #[test]
    fn every_key_is_required() {
        let whole: Value = serde_json::from_str(REFERENCE).expect("JSON");
        for at in ["", "/plan", "/environment", "/corpora/0", "/configs/0"] {
            let keys = whole.pointer(at).and_then(Value::as_object).expect(at).keys();
            for key in keys {
                let mut json = whole.clone();
                let object = json.pointer_mut(at).and_then(Value::as_object_mut).expect(at);
                let _ = object.remove(key);
                let error = parse(json.to_string().as_bytes()).expect_err(key).to_string();
                assert!(error.contains(&format!("missing field `{key}`")), "{error}");
            }
        }
    }

    #[test]
    fn what_is_no_meta_json_is_refused() {
        for text in ["", "{", "[]", "null", "{}", "{\"schema\":\"1\"}"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
        assert!(parse(format!("{REFERENCE}x").as_bytes()).is_err());
    }
}
