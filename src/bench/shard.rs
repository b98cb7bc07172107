//! A shard whose folder is there already: made by an earlier attempt, or by one that was faster.

use super::error::BenchError;
use crate::run_files::checkpoint::{self, Checkpoint};
use crate::run_files::error::Invalid;
use crate::run_files::meta::{META_FILE, Meta, read_meta};
use crate::run_files::same_run;
use crate::run_files::verify::Extent;
use crate::stats::summary::{self, ConfigSummary};
use std::path::Path;

/// By corpus, then contestant.
type Summaries = Vec<Vec<ConfigSummary>>;

/// The shard in a folder, if there is one, with its summaries.
///
/// # Errors
/// If the folder has something else, which nobody touches: another shard, a shard of another run, a
/// damaged one.
pub(super) fn there(folder: &Path, wanted: &Meta) -> Result<Option<(Meta, Summaries)>, BenchError> {
    if !folder.join(META_FILE).exists() {
        return Ok(None);
    }
    let meta = read_meta(folder)?;
    let of = |meta: &Meta| meta.shard.as_ref().map(|made| made.shard);
    let difference = match (of(&meta), of(wanted)) {
        (None, _) => Some("it is no shard".to_owned()),
        (there, wanted) if there != wanted => there.map(|shard| format!("it is shard {shard}")),
        _ => same_run::difference(wanted, &meta),
    };
    if let Some(difference) = difference {
        return Err(BenchError::OtherShard { path: folder.to_owned(), difference });
    }
    let _ = Extent::read(folder, &meta)?;
    let text = Checkpoint::read(folder, &meta)?.summaries;
    let summaries = text.and_then(|text| summary::restore(&text, &meta)).ok_or_else(|| {
        let path = folder.join(checkpoint::FILE);
        Invalid::new("summaries", "none of this shard", "those of a whole one").at(&path)
    })?;
    Ok(Some((meta, summaries)))
}
