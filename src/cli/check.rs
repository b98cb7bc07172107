//! `check`: reads, validates and describes corpora.

use super::crew::{Chunk, Crew};
use super::solve::DEFAULT_CONFIG;
use super::{Exit, Failure, output};
use crate::corpus::Source;
use crate::goal::{Goal, Status};
use crate::registry::{self, Settings};
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What `check` takes.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// The corpora; - is standard input [default: the bundled ones]
    corpus: Vec<PathBuf>,
    /// How to write the description
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

/// How the description is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table to read
    Table,
    /// CSV with a header
    Csv,
}

/// The verdicts, as `unique` gives them.
const VERDICTS: [Status; 4] =
    [Status::Unique, Status::Multiple, Status::Unsolvable, Status::Invalid];

/// What is in a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Description {
    name: String,
    puzzles: u64,
    verdicts: [u64; VERDICTS.len()],
    clues_sum: u64,
    /// The least and the most clues of a puzzle.
    clues: Option<(usize, usize)>,
    rejected: BTreeMap<&'static str, u64>,
}

impl Description {
    fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    fn of(chunk: &Chunk<'_>) -> Result<Self, Failure> {
        let mut description = Self::default();
        for (position, puzzle, answer) in chunk.iter() {
            let verdict = VERDICTS.iter().position(|&verdict| verdict == answer.status);
            let verdict = verdict.ok_or_else(|| {
                let line = chunk.window.lines()[position];
                Failure::failed(format!("line {line}: {DEFAULT_CONFIG} gave a wrong answer"))
            })?;
            let clues = puzzle.clue_count();
            description.puzzles += 1;
            description.verdicts[verdict] += 1;
            description.clues_sum += clues as u64;
            description.add_clues((clues, clues));
        }
        Ok(description)
    }

    fn add_clues(&mut self, (least, most): (usize, usize)) {
        self.clues = Some(match self.clues {
            Some((low, high)) => (low.min(least), high.max(most)),
            None => (least, most),
        });
    }

    fn add(&mut self, other: &Self) {
        self.puzzles += other.puzzles;
        self.clues_sum += other.clues_sum;
        for (sum, more) in self.verdicts.iter_mut().zip(other.verdicts) {
            *sum += more;
        }
        if let Some(clues) = other.clues {
            self.add_clues(clues);
        }
        for (cause, count) in &other.rejected {
            *self.rejected.entry(cause).or_default() += count;
        }
    }

    fn rejected(&self) -> u64 {
        self.rejected.values().sum()
    }

    /// The cells of a row; what is not known is empty.
    fn cells(&self) -> Vec<String> {
        let mut cells =
            vec![self.name.clone(), self.puzzles.to_string(), self.rejected().to_string()];
        match self.clues {
            Some((least, most)) => cells.extend([
                least.to_string(),
                format!("{:.2}", self.clues_sum as f64 / self.puzzles as f64),
                most.to_string(),
            ]),
            None => cells.extend([const { String::new() }; 3]),
        }
        cells.extend(self.verdicts.map(|count| count.to_string()));
        cells
    }

    /// The causes of rejection with their counts.
    fn causes(&self, separator: &str) -> String {
        let causes = self.rejected.iter().map(|(cause, count)| format!("{cause}: {count}"));
        causes.collect::<Vec<_>>().join(separator)
    }
}

const COLUMNS: [&str; 10] = [
    "corpus",
    "puzzles",
    "rejected",
    "clues_min",
    "clues_mean",
    "clues_max",
    "unique",
    "multiple",
    "unsolvable",
    "invalid",
];

/// Describes the corpora; those that cannot be read do not keep the others from being described.
pub(super) fn execute(args: &CheckArgs) -> Result<Exit, Failure> {
    let mut is_sound = true;
    let mut sources = Vec::new();
    for corpus in &args.corpus {
        match super::corpora::of(corpus) {
            Ok(corpora) => sources.extend(corpora),
            Err(failure) => {
                is_sound = false;
                output::error(failure.line().unwrap_or_default());
            }
        }
    }
    if args.corpus.is_empty() {
        sources = Source::bundled();
    }
    let engine = registry::search(&DEFAULT_CONFIG.parse()?, &Settings::default());
    let crew = Crew::new(&*engine, Goal::Unique, args.threads, None)?;
    let mut descriptions = Vec::new();
    for source in &sources {
        let mut description = Description::named(source.name());
        if let Err(failure) = describe(&crew, source, &mut description) {
            is_sound = false;
            output::error(failure.line().unwrap_or_default());
        }
        is_sound &= description.rejected() == 0;
        descriptions.push(description);
    }
    if descriptions.len() > 1 {
        let mut total = Description::named("total");
        descriptions.iter().for_each(|description| total.add(description));
        descriptions.push(total);
    }
    let mut out = io::stdout().lock();
    match args.format {
        Format::Table => write_table(&mut out, &descriptions),
        Format::Csv => write_csv(&mut out, &descriptions),
    }
    .map_err(Failure::stdout)?;
    Ok(if is_sound { Exit::Done } else { Exit::Failed })
}

/// Describes a corpus as far as it can be read.
fn describe(crew: &Crew, source: &Source, into: &mut Description) -> Result<(), Failure> {
    let mut reader = source.open().map_err(Failure::failed)?;
    crew.answer(&mut reader, Description::of, |rejected, chunks| {
        for line in rejected {
            *into.rejected.entry(line.cause.kind()).or_default() += 1;
        }
        for chunk in chunks {
            into.add(&chunk?);
        }
        Ok(())
    })?;
    if into.puzzles == 0 { Err(super::solve::no_puzzle(source)) } else { Ok(()) }
}

fn write_table(out: &mut impl Write, descriptions: &[Description]) -> io::Result<()> {
    let mut rows = vec![COLUMNS.map(|column| column.replace('_', " ")).to_vec()];
    rows.extend(descriptions.iter().map(Description::cells));
    for row in &mut rows {
        row[0] = output::printable(&row[0]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<_> = (0..COLUMNS.len()).map(|column| width(column).unwrap_or(0)).collect();
    for row in &rows {
        write!(out, "{:<1$}", row[0], widths[0])?;
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    for description in descriptions.iter().filter(|description| description.rejected() > 0) {
        let name = output::printable(&description.name);
        writeln!(out, "{name}: rejected {}: {}", description.rejected(), description.causes(", "))?;
    }
    Ok(())
}

fn write_csv(out: &mut impl Write, descriptions: &[Description]) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(COLUMNS.iter().chain(&["rejected_causes"]))?;
    for description in descriptions {
        csv.write_record(description.cells().iter().chain([&description.causes("; ")]))?;
    }
    csv.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_add_up() {
        let mut total = Description::named("total");
        for (clues, cause) in [(17, "a"), (30, "b"), (25, "a")] {
            let mut one = Description { puzzles: 1, clues_sum: clues, ..Description::default() };
            one.add_clues((clues as usize, clues as usize));
            let _ = one.rejected.insert(cause, 2);
            total.add(&one);
        }
        assert_eq!((total.puzzles, total.clues, total.rejected()), (3, Some((17, 30)), 6));
        assert_eq!(total.causes(", "), "a: 4, b: 2");
        assert_eq!(total.cells()[3..6], ["17", "24.00", "30"]);
        assert_eq!(Description::default().cells()[3..6], ["", "", ""]);
    }
}
