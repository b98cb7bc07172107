//! `compare`: statistics between the configs of a run.

use super::{Exit, Failure, output, run_folder};
use crate::report::compare::{Comparison, Settings, compare, file, table};
use crate::report::ranking;
use crate::report::run_table::{Column, RunTable};
use clap::ValueEnum;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Times that all cores at work inflate by more are not judged.
const TOLERATED_INFLATION: f64 = 1.05;

/// What `compare` takes.
#[derive(Debug, clap::Args)]
pub(super) struct CompareArgs {
    /// The run's folder [default: the newest run under results/]
    dir: Option<PathBuf>,
    /// Compare all configs with this one only
    #[arg(long, value_name = "CONFIG")]
    baseline: Option<String>,
    /// A ratio closer to 1 makes no difference in practice
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = percent)]
    margin: f64,
    /// The seed of the bootstrap
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// How to print the comparisons; the run's folder gets them as CSV anyway
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// How comparisons are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables to read
    Table,
    /// Markdown tables
    Markdown,
    /// CSV with a header
    Csv,
}

/// Compares the configs of a run, writes `compare.csv` and `ranking.csv`, and prints the tables.
pub(super) fn execute(args: &CompareArgs) -> Result<Exit, Failure> {
    let folder = run_folder::given_or_newest(args.dir.as_deref())?;
    let table = RunTable::read(&folder).map_err(Failure::failed)?;
    let meta = run_folder::meta(&folder)?;
    let is_inflated = meta.inflation.is_some_and(|inflation| inflation > TOLERATED_INFLATION);
    if is_inflated {
        output::warn("working on all cores inflated times by more than 5 %: no verdict on time");
    }
    let settings = Settings {
        judges_time: !is_inflated,
        seed: args.seed,
        margin: args.margin,
        baseline: args.baseline.as_deref().map(|name| baseline(name, &table)).transpose()?,
        ..Settings::default()
    };
    let comparisons: Vec<Comparison> =
        table.corpora.iter().flat_map(|corpus| compare(corpus, &settings)).collect();
    let csv = file::csv(&comparisons);
    let ranked: Vec<_> = table.corpora.iter().flat_map(ranking::rank).collect();
    write(&folder.join(file::FILE), &csv)?;
    write(&folder.join(ranking::FILE), &ranking::csv(&ranked))?;
    let text = match args.format {
        Format::Table => table::tables(&comparisons, table::Style::Plain).into_bytes(),
        Format::Markdown => table::tables(&comparisons, table::Style::Markdown).into_bytes(),
        Format::Csv => csv,
    };
    std::io::stdout().write_all(&text).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, bytes)
        .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// The label of the baseline, which may be given in any form that a config has.
fn baseline(name: &str, table: &RunTable) -> Result<String, Failure> {
    let canonical = name.parse::<crate::config::Config>().map(|config| config.to_string());
    let mut labels: Vec<_> =
        table.corpora.iter().flat_map(|corpus| &corpus.columns).map(Column::label).collect();
    labels.sort_unstable();
    labels.dedup();
    let is_it = |label: &&String| **label == name || Ok(*label) == canonical.as_ref();
    labels.iter().find(is_it).cloned().ok_or_else(|| {
        Failure::usage(format!("{name:?} is no config of this run: it has {}", labels.join(", ")))
    })
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
