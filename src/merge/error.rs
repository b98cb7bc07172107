//! Why shards cannot be merged.

use crate::bench::BenchError;
use crate::run_files::error::FileError;
use crate::run_files::shard::Shard;
use std::path::PathBuf;

/// Why shards cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A file of a shard cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The merged run cannot be written.
    #[error(transparent)]
    Out(#[from] BenchError),
    /// A folder holds no whole shard of this run.
    #[error("{}: {reason}", .folder.display())]
    Refused {
        /// The folder.
        folder: PathBuf,
        /// Why, and what was expected.
        reason: String,
    },
    /// Two folders hold the same shard.
    #[error(
        "{} and {} are both shard {shard}; expected each shard once",
        .folders[0].display(),
        .folders[1].display()
    )]
    Doubled {
        /// Which.
        shard: Shard,
        /// Where.
        folders: [PathBuf; 2],
    },
    /// Shards are missing.
    #[error(
        "{} of {of} shards are missing; run them with --array={}, or merge what is there with --partial",
        .missing.len(),
        ranges(.missing)
    )]
    Missing {
        /// Their numbers, ascending.
        missing: Vec<u32>,
        /// How many shards the run has.
        of: u32,
    },
}

/// Ascending numbers as Slurm's `--array` takes them: `0,3-5,9`.
#[must_use]
pub fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|&one, &next| one + 1 == next).map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn numbers_that_follow_each_other_are_a_range() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[4]), "4");
        assert_eq!(ranges(&[0, 3, 4, 5, 9, 11, 12]), "0,3-5,9,11-12");
    }
}
