//! `merge`: the shards of a run into the run.

use super::output::{note, print, warn};
use super::{Exit, Failure, closing};
use crate::bench::META_FILE;
use crate::bench::new_folder::ATTEMPT;
use crate::goal::Status;
use crate::merge::{MergeError, MergeOptions, Merged, merge, ranges};
use crate::run_files::compress::{Compress, stored_name};
use crate::run_files::runs;
use crate::text::{counted, printable};
use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The arguments of `merge`.
#[derive(Debug, clap::Args)]
pub(super) struct MergeArgs {
    /// The folders of all shards, in any order; or a folder that has them
    #[arg(required = true, value_name = "DIR")]
    shards: Vec<PathBuf>,
    /// The folder of the merged run, new or empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Merge the shards that are there, also if others are missing
    #[arg(long)]
    partial: bool,
    /// Merge also times of different processors, with a warning
    #[arg(long)]
    mixed_cpus: bool,
    /// Remove what killed attempts left beside the shards, and name it
    #[arg(long)]
    clean: bool,
}

/// Merges shards.
pub(super) fn execute(args: &MergeArgs) -> Result<Exit, Failure> {
    let folders = folders(&args.shards)?;
    let options = MergeOptions { partial: args.partial, mixed_cpus: args.mixed_cpus };
    let command_line = std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned());
    let command_line = std::iter::once("dokubench".to_owned()).chain(command_line).collect();
    let merged = merge(&folders, &args.out, options, command_line)?;
    left_over(&folders, args.clean);
    conclude(&merged)
}

/// The folders of shards: those that are given, and those in a given folder that is none itself.
fn folders(given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for folder in given {
        let is_run = |folder: &Path| folder.join(META_FILE).exists();
        if is_run(folder) || !folder.is_dir() {
            all.push(folder.clone());
            continue;
        }
        let failed = |error| Failure::failed(format!("{}: {error}", folder.display()));
        let entries = fs::read_dir(folder).map_err(failed)?.flatten().map(|entry| entry.path());
        let mut inside: Vec<_> = entries.filter(|path| !is_attempt(path) && is_run(path)).collect();
        if inside.is_empty() {
            let expected = "expected the folder of run --shard, or one that has several";
            return Err(Failure::usage(format!("{}: no shard; {expected}", folder.display())));
        }
        inside.sort();
        all.extend(inside);
    }
    Ok(all)
}

/// Whether a folder is that of an attempt that has not ended.
fn is_attempt(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with('.') && name.ends_with(ATTEMPT)
}

/// Names what attempts left beside shards, and removes it if asked to.
fn left_over(shards: &[PathBuf], cleans: bool) {
    let parent = |folder: &PathBuf| match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    };
    let parents: BTreeSet<_> = shards.iter().map(parent).collect();
    let entries = parents.iter().filter_map(|parent| fs::read_dir(parent).ok()).flatten().flatten();
    let mut attempts: Vec<_> =
        entries.map(|entry| entry.path()).filter(|path| is_attempt(path)).collect();
    attempts.sort();
    if !cleans && !attempts.is_empty() {
        let (count, s) = (attempts.len(), if attempts.len() == 1 { "" } else { "s" });
        note(format!(
            "{count} unfinished attempt{s} beside the shards; --clean removes what is left over"
        ));
        return;
    }
    for attempt in attempts {
        let name = printable(&attempt.display().to_string());
        if is_at_work(&attempt) {
            note(format!("{name}: at work, not removed"));
        } else if let Err(error) = fs::remove_dir_all(&attempt) {
            warn(format!("{name}: {error}"));
        } else {
            note(format!("{name}: removed"));
        }
    }
}

/// Whether a process has an attempt's rows locked.
fn is_at_work(attempt: &Path) -> bool {
    let names = [None, Some(Compress::Zstd)].map(|compress| stored_name(runs::FILE, compress));
    let is_locked = |name: &str| {
        let file = File::open(attempt.join(name)).ok()?;
        Some(matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
    };
    names.iter().any(|name| is_locked(name) == Some(true))
}

/// Prints the tables of the run, and where it is.
fn conclude(merged: &Merged) -> Result<Exit, Failure> {
    let Merged { folder, meta, summaries, missing } = merged;
    if !missing.is_empty() {
        let of = meta.shards.first().map_or(0, |shard| shard.made.shard.of);
        warn(format!("{} of {of} shards are missing: {}", missing.len(), ranges(missing)));
    }
    let stopped = (!missing.is_empty()).then_some("shards are missing");
    let mut text = closing::tables(meta, summaries, stopped);
    text += &closing::last_line(meta, summaries, folder, true);
    print(&text)?;
    let failed = |status| -> u64 {
        summaries.iter().flatten().map(|summary| summary.with_status(status)).sum()
    };
    let failures = failed(Status::Wrong) + failed(Status::Error);
    if failures > 0 {
        let failures = counted(failures, "run");
        warn(format!("{failures} failed: see the columns status and error of runs.csv"));
    }
    Ok(if failures > 0 { Exit::BadRows } else { Exit::Done })
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        match error {
            MergeError::File(error) => error.into(),
            MergeError::Out(error) => error.into(),
            MergeError::Refused { .. }
            | MergeError::Doubled { .. }
            | MergeError::Missing { .. } => Self::usage(error),
        }
    }
}
