//! `compare`.

use super::{Exit, Failure};

/// What `compare` takes.
#[derive(Debug, clap::Args)]
pub(super) struct CompareArgs {}

/// Runs `compare`.
pub(super) fn execute(_: &CompareArgs) -> Result<Exit, Failure> {
    Err(Failure::usage("compare is not built yet"))
}
