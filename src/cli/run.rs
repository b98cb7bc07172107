//! `run`: configs and engines over corpora.

use super::{Exit, Failure};

/// What `run` takes.
#[derive(Debug, clap::Args)]
pub(super) struct RunArgs {}

/// Runs the benchmark.
pub(super) fn execute(_: RunArgs) -> Result<Exit, Failure> {
    Err(Failure::usage("run is not built yet"))
}
