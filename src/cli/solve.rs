//! `solve`.

use super::{Exit, Failure};

/// What `solve` takes.
#[derive(Debug, clap::Args)]
pub(super) struct SolveArgs {}

/// Runs `solve`.
pub(super) fn execute(_: &SolveArgs) -> Result<Exit, Failure> {
    Err(Failure::usage("solve is not built yet"))
}
