//! `report`: a run in one self-contained file.

use super::{Exit, Failure, own_file, run_folder};
use crate::charts::ChartInput;
use crate::page::{FILE, report};
use crate::run_files::rules::RuleTable;
use crate::stats::summary;
use crate::text::printable;
use std::io::Write as _;
use std::path::PathBuf;

/// The arguments of `report`.
#[derive(Debug, clap::Args)]
pub(super) struct ReportArgs {
    /// The run's folder [default: the newest run under results/]
    dir: Option<PathBuf>,
    /// The config that others are compared with [default: the best of each chart]
    #[arg(long, value_name = "CONFIG")]
    baseline: Option<String>,
    /// The file of the report [default: report.html in the run's folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Writes the report and prints its name.
pub(super) fn execute(args: &ReportArgs) -> Result<Exit, Failure> {
    let folder = run_folder::given_or_newest(args.dir.as_deref())?;
    let run = run_folder::read(&folder)?;
    let summary = summary::read(&folder, &run.meta).map_err(Failure::failed)?;
    let rules = RuleTable::read(&folder).map_err(Failure::failed)?;
    let mut input = ChartInput::read(&run)?;
    if let Some(name) = &args.baseline {
        input.baseline = Some(run_folder::label(name, &run)?);
    }
    let page = report(&run, &input, &summary, &rules).map_err(Failure::failed)?;
    let path = args.out.clone().unwrap_or_else(|| folder.join(FILE));
    own_file::write(&path, page.as_bytes(), own_file::Kind::Html)?;
    writeln!(std::io::stdout(), "{}", printable(&path.display().to_string()))
        .map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
