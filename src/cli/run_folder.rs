//! The folder of a run: the one that is named, or the newest under `results/`.

use super::Failure;
use crate::bench::{Meta, read_meta};
use std::collections::BTreeMap;
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

/// What the folder's `meta.json` says.
pub(super) fn meta(folder: &Path) -> Result<Meta, Failure> {
    read_meta(folder).map_err(|error| {
        let path = folder.join("meta.json");
        Failure::failed(format!("{}: {error}: expected the folder of a run", path.display()))
    })
}

/// The pruning level of each config of a run.
pub(super) fn levels(meta: &Meta) -> BTreeMap<String, String> {
    meta.configs.iter().map(|one| (one.config.clone(), one.pruning.clone())).collect()
}
