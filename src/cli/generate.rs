//! `generate`.

use super::{Exit, Failure};

/// What `generate` takes.
#[derive(Debug, clap::Args)]
pub(super) struct GenerateArgs {}

/// Runs `generate`.
pub(super) fn execute(_: &GenerateArgs) -> Result<Exit, Failure> {
    Err(Failure::usage("generate is not built yet"))
}
