//! `chart`: pictures of a run, each with the CSV that it was drawn from.

use super::{Exit, Failure, run_folder};
use crate::report::chart::{Context, KINDS, Kind};
use crate::report::run_table::RunTable;
use clap::builder::PossibleValuesParser;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What `chart` takes.
#[derive(Debug, clap::Args)]
pub(super) struct ChartArgs {
    /// The run's folder [default: the newest run under results/]
    dir: Option<PathBuf>,
    /// The kinds of charts
    #[arg(long, value_delimiter = ',', default_value = KINDS[0].name)]
    #[arg(value_parser = PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name)))]
    kind: Vec<String>,
    /// Where to write the charts [default: charts/ in the run's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Draws the charts and prints their names.
pub(super) fn execute(args: &ChartArgs) -> Result<Exit, Failure> {
    let folder = run_folder::given_or_newest(args.dir.as_deref())?;
    let table = RunTable::read(&folder).map_err(Failure::failed)?;
    let plan = run_folder::meta(&folder)?.plan;
    let context = Context { node_limit: plan.node_limit, time_limit_ns: plan.time_limit_ns };
    let out = args.out.clone().unwrap_or_else(|| folder.join("charts"));
    fs::create_dir_all(&out).map_err(|error| failed_at(&out, &error))?;
    for kind in kinds(&args.kind) {
        for chart in (kind.charts)(&table, &context) {
            let [csv, svg] = ["csv", "svg"].map(|kind| out.join(format!("{}.{kind}", chart.stem)));
            fs::write(&csv, &chart.csv).map_err(|error| failed_at(&csv, &error))?;
            fs::write(&svg, chart.into_svg()).map_err(|error| failed_at(&svg, &error))?;
            writeln!(std::io::stdout(), "{}", svg.display()).map_err(Failure::stdout)?;
        }
    }
    Ok(Exit::Done)
}

fn kinds(names: &[String]) -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().filter(|kind| names.iter().any(|name| name == kind.name))
}

fn failed_at(path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("{}: {error}", path.display()))
}
