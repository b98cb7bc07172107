//! `report`.

use super::{Exit, Failure};

/// What `report` takes.
#[derive(Debug, clap::Args)]
pub(super) struct ReportArgs {}

/// Runs `report`.
pub(super) fn execute(_: &ReportArgs) -> Result<Exit, Failure> {
    Err(Failure::usage("report is not built yet"))
}
