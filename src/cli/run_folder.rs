//! The folder of a run: the one that is named, or the newest under `results/`.

use super::{Failure, output};
use crate::bench::{META_FILE, Meta, Plan};
use crate::catalogue::{Config, EngineEntry};
use crate::named::{Named as _, UnknownName};
use crate::run_files::compress::{Compress, stored_name};
use crate::run_files::error::{FileError, Invalid};
use crate::run_files::meta::read_meta_file;
use crate::run_files::runs;
use crate::run_files::verify::{self, Extent};
use crate::stats::run::{Run, RunError};
use crate::text::{counted, printable, shell_word};
use std::fmt;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

const RESULTS: &str = "results";

/// The folder of the run that was asked for.
pub(super) fn given_or_newest(given: Option<&Path>) -> Result<PathBuf, Failure> {
    given.map_or_else(|| newest(Path::new(RESULTS)), |folder| Ok(folder.to_owned()))
}

/// The run whose rows were written last. Folders without rows, or with a `meta.json` that cannot be
/// used, are passed over.
fn newest(results: &Path) -> Result<PathBuf, Failure> {
    let written = |folder: &Path| -> Option<SystemTime> {
        let zstd = stored_name(runs::FILE, Some(Compress::Zstd));
        let stored = [runs::FILE, &*zstd].map(|name| fs::metadata(folder.join(name)));
        stored.into_iter().flatten().next()?.modified().ok()
    };
    let folders = fs::read_dir(results).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut runs: Vec<_> = folders.filter_map(|folder| Some((written(&folder)?, folder))).collect();
    runs.sort();
    let newest = runs.into_iter().rev().map(|(_, folder)| folder).find(|folder| is_usable(folder));
    if let Some(folder) = &newest {
        output::note(format!("dokubench: the newest run is {}", folder.display()));
    }
    newest.ok_or_else(|| {
        Failure::failed(format!(
            "no run under {RESULTS}/: expected the folder of a run, or do `dokubench run` first"
        ))
    })
}

/// Whether a folder is that of a run with rows.
fn is_usable(folder: &Path) -> bool {
    let has_rows = |meta: Meta| {
        let extent = Extent::read(folder, &meta).ok()?;
        if meta.plan.summary_only {
            return Some(extent.windows != Some(0));
        }
        let rows = BufReader::new(extent.open(folder, runs::FILE).ok()?).lines();
        Some(rows.take(2).filter(Result::is_ok).count() == 2)
    };
    !is_hidden(folder) && meta(folder).ok().and_then(has_rows) == Some(true)
}

/// Whether a folder is that of a run that has not begun.
fn is_hidden(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// The `meta.json` of a run, whose names the catalogue knows.
pub(super) fn meta(folder: &Path) -> Result<Meta, Failure> {
    if !folder.is_dir() {
        let what = if folder.exists() { "it is a file" } else { "there is no folder" };
        return Err(Failure::failed(format!(
            "{}: {what}; expected the folder of a run, which `dokubench run` makes",
            folder.display()
        )));
    }
    meta_file(&folder.join(META_FILE))
}

/// The same of a file under any name.
pub(super) fn meta_file(path: &Path) -> Result<Meta, Failure> {
    let meta = read_meta_file(path)?;
    check_names(&meta.plan).map_err(|invalid| invalid.within("plan").at(path))?;
    Ok(meta)
}

/// The files of a run, whose names the catalogue knows.
pub(super) fn read(folder: &Path) -> Result<Run, Failure> {
    crate::solve::start_shared_threads()?;
    let _ = readable_meta(folder)?;
    Ok(Run::read(folder)?)
}

/// The `meta.json` of a run that is read. Warns if the run is not finished, or of a corpus that
/// changed.
pub(super) fn readable_meta(folder: &Path) -> Result<Meta, Failure> {
    let meta = meta(folder)?;
    if !meta.shards.is_empty() && meta.finished.is_none() {
        let missing = meta.warnings.first().map_or("shards are missing", String::as_str);
        output::warn(format!("{}: {missing}", folder.display()));
    } else if meta.finished.is_none() {
        let go_on = match meta.is_resumable() {
            true => format!("go on with: dokubench run --resume {}", shell_word(folder)),
            false => "a corpus was a pipe, so it cannot go on".to_owned(),
        };
        output::warn(format!(
            "{}: not finished: only its whole windows are used; {go_on}",
            folder.display()
        ));
    }
    for corpus in &meta.corpora {
        if let Some(problem) = &corpus.problem {
            output::warn(format!("{}: {}: {problem}", folder.display(), corpus.name));
        }
    }
    Ok(meta)
}

/// Compares the files of a run with its checkpoint, the checksums of its files and windows.
/// Returns what it found, in a line.
pub(super) fn verify(folder: &Path) -> Result<String, Failure> {
    let meta = meta(folder)?;
    let extent = Extent::read(folder, &meta)?;
    let rows = match verify::windows(folder, &extent)? {
        Some(windows) => format!("{} as written", counted(windows, "window")),
        None => "no checksums: an earlier build wrote it".to_owned(),
    };
    let problems = meta.corpora.iter().filter_map(|corpus| {
        let problem = corpus.problem.as_ref()?;
        Some(format!("{}: {}: {problem}", folder.display(), corpus.name))
    });
    if let Some(problem) = problems.into_iter().next() {
        return Err(Failure::failed(problem));
    }
    let state = if meta.finished.is_some() { "finished" } else { "not finished" };
    let puzzles: u64 = meta.corpora.iter().map(|corpus| corpus.puzzles).sum();
    let folder = printable(&folder.display().to_string());
    let (puzzles, configs) =
        (counted(puzzles, "puzzle"), counted(meta.configs.len() as u64, "config"));
    Ok(format!("{folder}: {rows}; {puzzles}, {configs}; {state}"))
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
    labels
        .iter()
        .find(is_it)
        .cloned()
        .ok_or_else(|| Failure::usage(UnknownName::new("config of this run", name, labels.clone())))
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
            RunError::SummaryOnly(_) => Self::usage(error),
            RunError::Table(_) | RunError::File(_) => Self::failed(error),
        }
    }
}
