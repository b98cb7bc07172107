//! `chart`.

use super::{Exit, Failure};

/// What `chart` takes.
#[derive(Debug, clap::Args)]
pub(super) struct ChartArgs {}

/// Runs `chart`.
pub(super) fn execute(_: &ChartArgs) -> Result<Exit, Failure> {
    Err(Failure::usage("chart is not built yet"))
}
