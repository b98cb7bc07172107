//! `check`.

use super::{Exit, Failure};

/// What `check` takes.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {}

/// Runs `check`.
pub(super) fn execute(_: &CheckArgs) -> Result<Exit, Failure> {
    Err(Failure::usage("check is not built yet"))
}
