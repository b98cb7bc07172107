//! `compare`: statistics between the configs of a run, or of a run against an earlier one.

mod earlier;

use super::{Exit, Failure, number, output, run_folder};
use crate::stats::comparison::{Comparison, Settings, compare, file};
use crate::stats::ranking;
use crate::tables::comparison as table;
use clap::ValueEnum;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What `compare` takes.
#[derive(Debug, clap::Args)]
pub(super) struct CompareArgs {
    /// The run's folder [default: the newest run under results/]; of two, the first is the
    /// earlier run, and each config is compared with itself
    #[arg(value_name = "DIR", num_args = 0..=2)]
    dirs: Vec<PathBuf>,
    /// Compare all configs with this one only
    #[arg(long, value_name = "CONFIG", conflicts_with = "fail_above")]
    baseline: Option<String>,
    /// Of two runs: exit with 1 if the later one needs more than this above the earlier one;
    /// counts always, times (on the same machine and number of threads) if the statistics agree
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fail_above: Option<f64>,
    /// A ratio closer to 1 makes no difference in practice
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = percent)]
    margin: f64,
    /// The seed of the bootstrap
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed)]
    seed: u64,
    /// How to print the comparisons; the run's folder gets them as CSV anyway
    #[arg(long, visible_alias = "format", value_enum, default_value_t = OutputFormat::Table)]
    output_format: OutputFormat,
}

/// How comparisons are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// Tables to read
    Table,
    /// Markdown tables
    Markdown,
    /// CSV with a header
    Csv,
}

/// Compares the configs of a run, or a run with an earlier one.
pub(super) fn execute(args: &CompareArgs) -> Result<Exit, Failure> {
    match &args.dirs[..] {
        [_, _] if args.baseline.is_some() => {
            Err(Failure::usage("--baseline is about the configs of one run, not of two"))
        }
        [old, new] => earlier::execute(old, new, args),
        _ if args.fail_above.is_some() => {
            Err(Failure::usage("--fail-above is about two runs: expected compare OLD NEW"))
        }
        dirs => compare_configs(dirs.first().map(PathBuf::as_path), args),
    }
}

/// Writes `compare.csv` and `ranking.csv`, and prints the tables.
fn compare_configs(dir: Option<&Path>, args: &CompareArgs) -> Result<Exit, Failure> {
    let folder = run_folder::given_or_newest(dir)?;
    let run = run_folder::read(&folder)?;
    let baseline =
        args.baseline.as_deref().map(|name| run_folder::label(name, &run)).transpose()?;
    let settings = Settings { judges_time: run.judges_time(), baseline, ..settings_of(args) };
    for warning in run.warnings() {
        output::warn(warning);
    }
    let (table, blocks) = (&run.table, &run.blocks);
    let comparisons: Vec<Comparison> =
        table.corpora.iter().flat_map(|corpus| compare(corpus, blocks, &settings)).collect();
    let ranked: Vec<_> = table.corpora.iter().flat_map(ranking::rank).collect();
    write(&folder.join(file::FILE), &file::csv(&comparisons))?;
    write(&folder.join(ranking::FILE), &ranking::csv(&ranked))?;
    print(&comparisons, args.output_format)?;
    Ok(Exit::Done)
}

fn settings_of(args: &CompareArgs) -> Settings {
    Settings { seed: args.seed, margin: args.margin, ..Settings::default() }
}

fn print(comparisons: &[Comparison], format: OutputFormat) -> Result<(), Failure> {
    let text = match format {
        OutputFormat::Table => table::tables(comparisons, table::Style::Plain).into_bytes(),
        OutputFormat::Markdown => table::tables(comparisons, table::Style::Markdown).into_bytes(),
        OutputFormat::Csv => file::csv(comparisons),
    };
    std::io::stdout().write_all(&text).map_err(Failure::stdout)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// A share like `2%`, or `0.02`.
fn percent(text: &str) -> Result<f64, String> {
    let (number, unit) = text.strip_suffix('%').map_or((text, 1.0), |number| (number, 100.0));
    number
        .trim_end()
        .parse::<f64>()
        .ok()
        .map(|number| number / unit)
        .filter(|share| share.is_finite() && *share >= 0.0)
        .ok_or_else(|| format!("{text:?} is no share: expected e.g. 2% or 0.02"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_in_percent_or_as_numbers() {
        assert_eq!((percent("2%"), percent("0.02"), percent("0")), (Ok(0.02), Ok(0.02), Ok(0.0)));
        for text in ["", "%", "-1%", "NaN", "inf", "two", "1e999"] {
            assert!(percent(text).is_err(), "{text}");
        }
    }
}
