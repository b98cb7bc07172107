//! `compare`: statistics between the configs of a run, or of a run against an earlier one.

mod between;
mod filter;

use super::{Exit, Failure, output, own_file, run_folder};
use crate::run_files::column::{json_lines, without_header};
use crate::stats::answer::answer;
use crate::stats::comparison::{Comparison, Settings, compare, file};
use crate::stats::ranking;
use crate::tables::{answer as short, comparison as table};
use clap::ValueEnum;
use filter::Filter;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// What `compare` takes.
#[derive(Debug, clap::Args)]
pub(super) struct CompareArgs {
    /// The run's folder [default: the newest run under results/]; of two, OLD and NEW: each config
    /// is compared with itself, OLD is a and NEW is b
    #[arg(value_name = "DIR", num_args = 0..=2)]
    dirs: Vec<PathBuf>,
    /// Several old runs, with --new: the run is a random effect
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "new", conflicts_with = "dirs")]
    old: Vec<PathBuf>,
    /// Several new runs, with --old
    #[arg(long, value_name = "DIR", num_args = 1.., requires = "old")]
    new: Vec<PathBuf>,
    /// Compare all configs with this one only
    #[arg(long, value_name = "CONFIG", conflicts_with = "fail_above")]
    baseline: Option<String>,
    /// Of an old and a new run: exit with 4 if a config needs more than this above the old run.
    /// Counts always; times on the same machine and number of threads, beyond what all configs
    /// differ by
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fail_above: Option<f64>,
    /// With --fail-above: exit with 4 also where times cannot be judged
    #[arg(long, requires = "fail_above")]
    strict_time: bool,
    /// A ratio closer to 1 makes no difference in practice
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = percent)]
    margin: f64,
    #[command(flatten)]
    filter: Filter,
    /// How to print the comparisons; the run's folder gets them as CSV anyway
    #[arg(long, visible_alias = "format", value_enum, default_value_t = OutputFormat::Table)]
    output_format: OutputFormat,
    /// The same as --output-format json: one comparison a line
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
}

impl CompareArgs {
    fn output_format(&self) -> OutputFormat {
        if self.json { OutputFormat::Json } else { self.output_format }
    }
}

/// How comparisons are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// A short answer, or tables to read
    Table,
    /// Markdown tables
    Markdown,
    /// CSV with a header
    Csv,
    /// JSON, one comparison a line
    Json,
}

/// Compares the configs of a run, or a run with an earlier one.
pub(super) fn execute(args: &CompareArgs) -> Result<Exit, Failure> {
    let one = std::slice::from_ref::<PathBuf>;
    match (&args.dirs[..], &args.old[..], &args.new[..]) {
        ([], [], []) | ([_], ..) if args.fail_above.is_some() => {
            Err(Failure::usage("--fail-above is about two runs: expected compare OLD NEW"))
        }
        ([_, _], ..) | (_, [_, ..], _) if args.baseline.is_some() => {
            Err(Failure::usage("--baseline is about the configs of one run, not of two"))
        }
        ([old, new], ..) => between::execute(one(old), one(new), args),
        (_, old @ [_, ..], new) => between::execute(old, new, args),
        (dirs, ..) => compare_configs(dirs.first().map(PathBuf::as_path), args),
    }
}

/// Writes `compare.csv` and `ranking.csv`, and prints the answer or the tables.
fn compare_configs(dir: Option<&Path>, args: &CompareArgs) -> Result<Exit, Failure> {
    let folder = run_folder::given_or_newest(dir)?;
    let run = run_folder::read(&folder)?;
    if args.filter.needs_baseline() && args.baseline.is_none() {
        return Err(Failure::usage("--pairs baseline: expected --baseline CONFIG, too"));
    }
    let baseline =
        args.baseline.as_deref().map(|name| run_folder::label(name, &run)).transpose()?;
    let is_short = args.output_format() == OutputFormat::Table
        && !args.filter.is_given()
        && args.baseline.is_none();
    if run.labels().len() < 2 && !is_short {
        output::warn(format!(
            "{}: one config, nothing to compare: expected a run of two configs, or compare OLD NEW",
            folder.display()
        ));
    }
    let settings = Settings { margin: args.margin, baseline, ..run.settings() };
    for warning in run.warnings() {
        output::warn(warning);
    }
    between::warn_of_wild_passes(&run.blocks);
    let corpora = || run.table.corpora.iter();
    let of_corpora: Vec<Vec<Comparison>> =
        corpora().map(|corpus| compare(corpus, &run.blocks, &settings)).collect();
    let limits = run.limits();
    let ranked: Vec<_> = corpora().flat_map(|corpus| ranking::rank(corpus, limits)).collect();
    let comparisons = of_corpora.concat();
    write(&folder.join(file::FILE), &file::csv(&comparisons))?;
    write(&folder.join(ranking::FILE), &ranking::csv(&ranked))?;
    if is_short {
        let answers: Vec<_> = corpora()
            .zip(&of_corpora)
            .map(|(corpus, comparisons)| answer(corpus, &run.blocks, comparisons, limits))
            .collect();
        let footer = short::Footer {
            why_no_times: run.why_no_times(),
            noise_floor: Some(settings.noise_floor).filter(|&floor| floor > 0.0),
            more: "all pairs: --all".to_owned(),
            margin: settings.margin,
        };
        output::print(&short::text(&answers, &footer))?;
        return Ok(Exit::Done);
    }
    let shown = args.filter.apply(comparisons, &ranked, &run)?;
    print(&shown, args.output_format())?;
    Ok(Exit::Done)
}

fn print(comparisons: &[Comparison], format: OutputFormat) -> Result<(), Failure> {
    let text = |style, width| output::print(&table::tables(comparisons, style, width));
    let data = match format {
        OutputFormat::Table => return text(table::Style::Plain, output::width()),
        OutputFormat::Markdown => return text(table::Style::Markdown, None),
        OutputFormat::Csv => file::csv(comparisons),
        OutputFormat::Json => {
            let csv = file::csv(comparisons);
            json_lines(&file::SPECS, without_header(&csv)).expect("the rows have these columns")
        }
    };
    std::io::stdout().write_all(&data).map_err(Failure::stdout)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    own_file::write_beside(path, bytes, own_file::Kind::Csv)
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
