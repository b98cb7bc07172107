//! The folder of a run: the one that is named, or the newest under `results/`.

use super::Failure;
use crate::bench::{META_FILE, Meta, Plan, read_meta};
use crate::catalogue::{Config, EngineEntry};
use crate::named::Named as _;
use crate::run_files::error::{FileError, Invalid};
use crate::stats::run::{Run, RunError};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const RESULTS: &str = "results";

/// The folder of the run that was asked for.
pub(super) fn given_or_newest(given: Option<&Path>) -> Result<PathBuf, Failure> {
    given.map_or_else(|| newest(Path::new(RESULTS)), |folder| Ok(folder.to_owned()))
}

/// The run whose files were written last.
fn newest(results: &Path) -> Result<PathBuf, Failure> {
    let written = |folder: &Path| -> Option<SystemTime> {
        fs::metadata(folder.join("runs.csv")).ok()?.modified().ok()
    };
    let folders = fs::read_dir(results).into_iter().flatten().flatten().map(|entry| entry.path());
    folders
        .filter_map(|folder| Some((written(&folder)?, folder)))
        .max()
        .map(|(_, folder)| folder)
        .ok_or_else(|| {
            Failure::failed(format!(
                "no run under {RESULTS}/: expected the folder of a run, or do `dokubench run` first"
            ))
        })
}

/// The `meta.json` of a run, whose names the catalogue knows.
pub(super) fn meta(folder: &Path) -> Result<Meta, Failure> {
    let meta = read_meta(folder)?;
    check_names(&meta.plan)
        .map_err(|invalid| invalid.within("plan").at(&folder.join(META_FILE)))?;
    Ok(meta)
}

/// The files of a run, whose names the catalogue knows.
pub(super) fn read(folder: &Path) -> Result<Run, Failure> {
    crate::solve::start_shared_threads()?;
    let _ = meta(folder)?;
    Ok(Run::read(folder)?)
}

/// Whether the catalogue knows the configs and engines of a plan.
fn check_names(plan: &Plan) -> Result<(), Invalid> {
    let at = |list: &str, number: usize, error: &dyn fmt::Display| Invalid {
        key: format!("{list}[{number}]"),
        problem: error.to_string(),
    };
    for (number, config) in plan.configs.iter().enumerate() {
        let _ = Config::named(config).map_err(|error| at("configs", number, &error))?;
    }
    for (number, engine) in plan.engines.iter().enumerate() {
        let _ =
            EngineEntry::named(engine.as_str()).map_err(|error| at("engines", number, &error))?;
    }
    Ok(())
}

/// The label of a config of a run, which may be given in any form that a config has.
pub(super) fn label(name: &str, run: &Run) -> Result<String, Failure> {
    let canonical = name.parse::<Config>().map(|config| config.to_string());
    let labels = run.labels();
    let is_it = |label: &&String| **label == name || Ok(*label) == canonical.as_ref();
    labels.iter().find(is_it).cloned().ok_or_else(|| {
        Failure::usage(format!("{name:?} is no config of this run: it has {}", labels.join(", ")))
    })
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Read { .. } => Self::failed(error),
            FileError::Invalid { .. } => Self::usage(error),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Meta(error) => error.into(),
            RunError::Table(_) | RunError::File(_) => Self::failed(error),
        }
    }
}
