//! `summary`: the tables of a run again, or its `summary.csv` as CSV or JSON.

use super::{Exit, Failure, closing, output, run_folder};
use crate::run_files::column::{json_lines, without_header};
use crate::run_files::verify::Extent;
use crate::stats::summary;
use clap::ValueEnum;
use std::io::Write as _;
use std::path::PathBuf;

/// The arguments of `summary`.
#[derive(Debug, clap::Args)]
pub(super) struct SummaryArgs {
    /// The run's folder [default: the newest run under results/]
    dir: Option<PathBuf>,
    /// How to print it
    #[arg(long, visible_alias = "format", value_enum, default_value_t = OutputFormat::Table)]
    output_format: OutputFormat,
    /// The same as --output-format json: one corpus and config a line
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
}

/// How a summary is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// The tables with which the run ended
    Table,
    /// CSV with a header, as summary.csv
    Csv,
    /// JSON, one corpus and config a line
    Json,
}

/// Prints the summary of a run; of one that is not finished, that of its whole windows.
pub(super) fn execute(args: &SummaryArgs) -> Result<Exit, Failure> {
    let folder = run_folder::given_or_newest(args.dir.as_deref())?;
    let meta = run_folder::readable_meta(&folder)?;
    let format = if args.json { OutputFormat::Json } else { args.output_format };
    let text = match format {
        OutputFormat::Table => {
            let extent = Extent::read(&folder, &meta)?;
            let summaries = summary::sum_up(&folder, &meta, &extent)
                .map_err(|error| Failure::failed(format!("{}: {error}", folder.display())))?;
            let stopped = meta.finished.is_none().then_some("it is not finished");
            output::print(&closing::tables(&meta, &summaries, stopped))?;
            return Ok(Exit::Done);
        }
        OutputFormat::Csv => summary::text(&folder, &meta).map_err(Failure::failed)?,
        OutputFormat::Json => {
            let text = summary::text(&folder, &meta).map_err(Failure::failed)?;
            let path = folder.join(summary::FILE);
            json_lines(summary::specs(), without_header(&text))
                .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?
        }
    };
    std::io::stdout().write_all(&text).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}
