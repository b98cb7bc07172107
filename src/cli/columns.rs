//! `columns`: the files of a run and what their columns hold; as markdown it is COLUMNS.md.

use super::solve::SPECS as ANSWERS;
use super::{Exit, Failure, output};
use crate::bench::META_FILE;
use crate::charts::KINDS;
use crate::named::UnknownName;
use crate::run_files::column::{ColumnSpec, json_lines};
use crate::run_files::field::push_text;
use crate::run_files::meta::KEYS;
use crate::run_files::{blocks, puzzles, rejected, rules, runs, windows};
use crate::stats::comparison::{between, file as comparison};
use crate::stats::{ranking, summary};
use crate::tables::aligned::{folded, wrapped};
use clap::ValueEnum;
use std::io::Write as _;

/// The arguments of `columns`.
#[derive(Debug, clap::Args)]
pub(super) struct ColumnsArgs {
    /// Only files whose names contain one of these, e.g. summary or charts/ecdf
    files: Vec<String>,
    /// How to print them
    #[arg(long, visible_alias = "format", value_enum, default_value_t = OutputFormat::Table)]
    output_format: OutputFormat,
    /// JSON, one column a line
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// Text
    Table,
    /// Markdown, as COLUMNS.md
    Markdown,
}

/// A file and its columns.
struct FileSpec {
    name: String,
    /// What a row is, and when the file is written.
    about: String,
    columns: Vec<ColumnSpec>,
}

impl FileSpec {
    fn new(name: &str, about: &str, columns: &[ColumnSpec]) -> Self {
        Self { name: name.to_owned(), about: about.to_owned(), columns: columns.to_vec() }
    }
}

/// All files.
fn files() -> Vec<FileSpec> {
    let mut of_runs = runs::SPECS.to_vec();
    of_runs.push(runs::SOLUTION);
    let mut files = vec![
        FileSpec::new(
            runs::FILE,
            "One row per puzzle, isomorph and config, in this order.",
            &of_runs,
        ),
        FileSpec::new(blocks::FILE, "One row per timed block.", &blocks::SPECS),
        FileSpec::new(puzzles::FILE, "One row per puzzle read.", &puzzles::SPECS),
        FileSpec::new(rejected::FILE, "One row per line that is no puzzle.", &rejected::SPECS),
        FileSpec::new(
            windows::FILE,
            "One row per window: the checksum of its rows in the files above.",
            &windows::SPECS,
        ),
        FileSpec::new(
            summary::FILE,
            "One row per corpus and config. It is written when the run ends.",
            summary::specs(),
        ),
        FileSpec::new(
            rules::FILE,
            "One row per corpus, config and pruning rule; only with `--rule-costs`.",
            &rules::SPECS,
        ),
        FileSpec::new(
            comparison::FILE,
            "One row per corpus, metric and pair of configs; written by `compare`.",
            &comparison::SPECS,
        ),
        FileSpec::new(
            between::FILE,
            "The same for each config of two runs, written by `compare OLD NEW` into the folder of \
             NEW: a is the old run, b the new one.",
            &comparison::SPECS,
        ),
        FileSpec::new(
            ranking::FILE,
            "One row per corpus, metric and config; written by `compare`.",
            &ranking::SPECS,
        ),
    ];
    files.extend(KINDS.iter().map(|kind| {
        let name = format!("charts/{}_*.csv", kind.name);
        let about = format!("The data of a chart: {}; written by `chart`.", kind.summary);
        FileSpec { name, about, columns: kind.columns.to_vec() }
    }));
    files.push(FileSpec::new(META_FILE, "The run, as JSON: its keys.", &KEYS));
    files.push(FileSpec::new(
        "solve --output-format csv",
        "One row per puzzle, on standard output.",
        &ANSWERS,
    ));
    files
}

/// Prints the files and their columns.
pub(super) fn execute(args: &ColumnsArgs) -> Result<Exit, Failure> {
    let is_shown = |file: &FileSpec| {
        args.files.is_empty() || args.files.iter().any(|name| file.name.contains(name))
    };
    let all = files();
    let shown: Vec<_> = all.iter().filter(|file| is_shown(file)).collect();
    if shown.is_empty() {
        let known = all.iter().map(|file| file.name.as_str());
        return Err(Failure::usage(UnknownName::new("file", &args.files.join(" or "), known)));
    }
    let text = match args.output_format {
        _ if args.json => json(&shown)?,
        OutputFormat::Table => table(&shown),
        OutputFormat::Markdown => markdown(&shown),
    };
    std::io::stdout().write_all(text.as_bytes()).map_err(Failure::stdout)?;
    Ok(Exit::Done)
}

/// The kind and the unit of a column.
fn kind_of(column: &ColumnSpec) -> String {
    let kind = column.kind.name();
    if column.unit.is_empty() { kind.to_owned() } else { format!("{kind}, {}", column.unit) }
}

fn table(files: &[&FileSpec]) -> String {
    let mut text = String::new();
    for FileSpec { name, about, columns } in files {
        let blank = if text.is_empty() { "" } else { "\n" };
        let title = format!("{name}: {about}");
        text += &format!("{blank}{}", folded(title.split(' '), " ", output::width()));
        let rows = columns.iter().map(|column| {
            let empty = match column.empty {
                "" => String::new(),
                empty => format!(" [empty: {empty}]"),
            };
            let definition = format!("{}{empty}", column.definition);
            [format!("  {}", column.name), kind_of(column), definition]
        });
        text += &wrapped(rows, 2, output::width());
    }
    text
}

/// The document COLUMNS.md.
fn markdown(files: &[&FileSpec]) -> String {
    let mut text = "\
# Columns

The files of a run, their columns and units. `dokubench columns` prints the same.
`dokubench columns --output-format markdown` writes this document.

CSV files are UTF-8 (RFC 4180) with one header. Decimals have a point. An empty field means \"not known\"; it
is never 0. Columns without a unit hold counts, numbers or texts. With `--compress zstd`, `runs.csv` and
`puzzles.csv` are `runs.csv.zst` and `puzzles.csv.zst`. With `--summary-only`, `runs.csv`,
`blocks.csv` and `puzzles.csv` hold only their header. With `--json`, `compare`, `summary` and `solve` print one object a line, with the
columns as keys; an empty field is `null`.
"
    .to_owned();
    for FileSpec { name, about, columns } in files {
        text += &format!("\n## {name}\n\n{about}\n\n");
        text += "| column | kind | definition | empty when |\n|---|---|---|---|\n";
        for column in columns {
            let escaped = |text: &str| text.replace('|', "\\|");
            text += &format!(
                "| `{}` | {} | {} | {} |\n",
                column.name,
                kind_of(column),
                escaped(column.definition),
                escaped(column.empty)
            );
        }
    }
    text
}

/// One column a line.
fn json(files: &[&FileSpec]) -> Result<String, Failure> {
    const COLUMNS: [ColumnSpec; 6] = [
        ColumnSpec::text("file", "the file"),
        ColumnSpec::text("column", "the column"),
        ColumnSpec::text("kind", "the kind of its values"),
        ColumnSpec::text("unit", "the unit of its values"),
        ColumnSpec::text("definition", "what the values are"),
        ColumnSpec::text("empty", "when a field is empty"),
    ];
    let mut rows = Vec::new();
    for file in files {
        for column in &file.columns {
            let ColumnSpec { name, kind, unit, definition, empty } = column;
            for text in [file.name.as_str(), name, kind.name(), unit, definition, empty] {
                push_text(&mut rows, text.as_bytes());
                rows.push(b',');
            }
            *rows.last_mut().expect("a row has fields") = b'\n';
        }
    }
    let lines = json_lines(&COLUMNS, &rows).map_err(Failure::failed)?;
    Ok(String::from_utf8(lines).expect("JSON is UTF-8"))
}
