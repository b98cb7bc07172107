//! `chart`: charts of a run, each with its data as CSV.

use super::{Exit, Failure, output, own_file, run_folder};
use crate::charts::{Chart, ChartInput, KINDS, Kind};
use crate::text::printable;
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// The name of all kinds together.
const ALL: &str = "all";

/// The arguments of `chart`.
#[derive(Debug, clap::Args)]
pub(super) struct ChartArgs {
    /// The folders of runs [default: the newest run under results/]; scaling compares several
    /// runs, the other kinds draw each run
    #[arg(value_name = "DIR")]
    dirs: Vec<PathBuf>,
    /// The kinds of charts
    #[arg(long, value_delimiter = ',', default_value = KINDS[0].name)]
    #[arg(value_parser = PossibleValuesParser::new(KINDS.iter().map(|kind| kind.name).chain([ALL])))]
    kind: Vec<String>,
    /// Draw only these configs, by their names in files
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    config: Vec<String>,
    /// The config that others are compared with [default: the best of each chart]
    #[arg(long, value_name = "CONFIG")]
    baseline: Option<String>,
    /// The format of the charts
    #[arg(long, visible_alias = "format", value_enum, default_value_t = OutputFormat::Svg)]
    output_format: OutputFormat,
    /// Print the charts as text instead of writing them
    #[arg(long, conflicts_with_all = ["output_format", "out"])]
    terminal: bool,
    /// The folder for the charts [default: charts/ in the (first) run's folder]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The format of the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// Vector graphics
    Svg,
    /// Pixel graphics
    Png,
}

/// Draws the charts and prints their names, or the charts themselves.
pub(super) fn execute(args: &ChartArgs) -> Result<Exit, Failure> {
    let folders = match &args.dirs[..] {
        [] => vec![run_folder::given_or_newest(None)?],
        dirs => dirs.to_vec(),
    };
    let (of_many, of_each): (Vec<_>, Vec<_>) =
        kinds(&args.kind).partition(|kind| kind.name == "scaling");
    if folders.len() > 1 && args.out.is_some() && !of_each.is_empty() {
        return Err(Failure::usage("--out: several runs would write the same names: name one run"));
    }
    let mut drawn = 0;
    for folder in &folders {
        drawn += draw(&of_each, folder, std::slice::from_ref(folder), args)?;
    }
    drawn += draw(&of_many, &folders[0], &folders, args)?;
    if drawn == 0 {
        output::warn(format!("nothing to draw: {}", why_nothing(&args.kind)));
    }
    Ok(Exit::Done)
}

fn kinds(names: &[String]) -> impl Iterator<Item = &'static Kind> {
    KINDS.iter().filter(|kind| names.iter().any(|name| name == kind.name || name == ALL))
}

fn why_nothing(names: &[String]) -> &'static str {
    match names {
        [one] if one == "scaling" => "expected runs with different numbers of threads",
        [one] if one == "heatmap" => "expected configs of several orderings or pruning levels",
        [one] if one == "clues" => "expected puzzles with different numbers of clues",
        _ => "expected a run of several configs with the data of these charts",
    }
}

/// Draws the charts of some kinds; returns their number.
fn draw(
    kinds: &[&Kind],
    folder: &Path,
    runs: &[PathBuf],
    args: &ChartArgs,
) -> Result<usize, Failure> {
    if kinds.is_empty() {
        return Ok(0);
    }
    let mut run = run_folder::read(folder)?;
    if !args.config.is_empty() {
        let labels = args.config.iter().map(|name| run_folder::label(name, &run));
        let labels: Vec<_> = labels.collect::<Result<_, _>>()?;
        run.keep(&labels);
    }
    let mut input = ChartInput::read(&run)?;
    for other in runs.iter().filter(|&other| other != folder) {
        input.add_throughputs(other)?;
    }
    if let Some(name) = &args.baseline {
        input.baseline = Some(run_folder::label(name, &run)?);
    }
    let out = args.out.clone().unwrap_or_else(|| folder.join("charts"));
    if !args.terminal {
        fs::create_dir_all(&out).map_err(|error| failed_at(&out, &error))?;
    }
    let mut drawn = 0;
    for chart in kinds.iter().flat_map(|kind| kind.draw(&input)) {
        drawn += 1;
        if args.terminal {
            let mut stdout = std::io::stdout();
            let text = chart.into_terminal(columns());
            writeln!(stdout, "{}", output::without_colours_unless_terminal(&text))
                .map_err(Failure::stdout)?;
        } else {
            write(chart, args.output_format, &out)?;
        }
    }
    Ok(drawn)
}

fn write(chart: Chart, format: OutputFormat, out: &Path) -> Result<(), Failure> {
    let extension = if format == OutputFormat::Svg { "svg" } else { "png" };
    let [csv, picture] =
        ["csv", extension].map(|extension| out.join(format!("{}.{extension}", chart.stem)));
    own_file::write(&csv, &chart.csv, own_file::Kind::Csv)?;
    let (bytes, kind) = match format {
        OutputFormat::Svg => (chart.into_svg().into_bytes(), own_file::Kind::Svg),
        OutputFormat::Png => (chart.into_png().map_err(Failure::failed)?, own_file::Kind::Png),
    };
    own_file::write(&picture, &bytes, kind)?;
    writeln!(std::io::stdout(), "{}", printable(&picture.display().to_string()))
        .map_err(Failure::stdout)
}

/// The width of a chart in the terminal: that of the terminal, as far as a chart is readable in it.
/// Without a terminal it is 80.
fn columns() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).clamp(60, 200))
}

fn failed_at(path: &Path, error: &std::io::Error) -> Failure {
    Failure::failed(format!("{}: {error}", path.display()))
}
