//! `check`: reads, validates and describes corpora.
//!
//! Besides verdicts it counts wrong stored answers, duplicate puzzles,
//! and with `--isomorphs` puzzles that are isomorphic to an earlier one. For this it stores 16 bytes
//! per puzzle (and 16 bytes per canonical form).

use super::solve::RejectedLines;
use super::{Exit, Failure, names, number, output, run_folder};
use crate::bench::META_FILE;
use crate::catalogue;
use crate::corpus::{Fingerprint, Format, ReadOptions, Seen, Source};
use crate::engine::{Engine, Job};
use crate::goal::Goal;
use crate::grid::Canonizer;
use crate::solve::description::{COLUMNS, Description};
use crate::solve::stored_answers::{Disagreement, disagreements};
use crate::solve::{BatchSolver, Chunk, SolveError};
use crate::tables::aligned::stacked;
use crate::text::{counted, printable};
use clap::ValueEnum;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// The arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// The corpora; - is standard input; the folder of a run: whether its files are whole, as they
    /// were written [default: the bundled corpora]
    corpus: Vec<PathBuf>,
    /// Also count the puzzles that are isomorphic to an earlier one of their corpus
    #[arg(long)]
    isomorphs: bool,
    /// The format in which the corpora are read [default: detected by content]
    #[arg(long, visible_alias = "input-format", value_name = "NAME", value_parser = names::input_format())]
    format: Option<&'static Format>,
    /// The format of the description
    #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
    output_format: OutputFormat,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads())]
    threads: Option<NonZeroUsize>,
}

/// The format of the description.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// A text table
    Table,
    /// CSV with a header
    Csv,
}

/// Describes the corpora. An unreadable corpus does not prevent the description of the others.
pub(super) fn execute(args: &CheckArgs) -> Result<Exit, Failure> {
    let mut is_sound = true;
    let options = ReadOptions { format: args.format, ..ReadOptions::default() };
    let mut sources = Vec::new();
    let (runs, corpora): (Vec<_>, Vec<_>) =
        args.corpus.iter().partition(|path| path.join(META_FILE).is_file());
    for run in &runs {
        match run_folder::verify(run) {
            Ok(line) => writeln!(io::stdout(), "{line}").map_err(Failure::stdout)?,
            Err(failure) if corpora.is_empty() && runs.len() == 1 => return Err(failure),
            Err(failure) => {
                is_sound = false;
                output::error(failure.line().unwrap_or_default());
            }
        }
    }
    if corpora.is_empty() && !runs.is_empty() {
        return Ok(if is_sound { Exit::Done } else { Exit::Failed });
    }
    for corpus in corpora {
        match super::corpora::of(corpus, &options) {
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
    let fastest = |puzzles| catalogue::fastest(Goal::Unique, puzzles);
    let solver = BatchSolver::new(Box::new(fastest), Job::new(Goal::Unique), args.threads)?;
    let counter = catalogue::fastest(Goal::Unique, 1);
    let checker = Checker { solver, counter, options, has_isomorphs: args.isomorphs };
    let mut descriptions = Vec::new();
    for source in &sources {
        let mut description = Description::named(source.name());
        if let Err(failure) = checker.describe(source, &mut description) {
            is_sound = false;
            output::error(failure.line().unwrap_or_default());
        }
        is_sound &= description.rejected() == 0 && description.disagreeing == 0;
        descriptions.push(description);
    }
    if descriptions.len() > 1 {
        let mut total = Description::named("total");
        descriptions.iter().for_each(|description| total.add(description));
        descriptions.push(total);
    }
    let mut out = io::stdout().lock();
    match args.output_format {
        OutputFormat::Table => write_table(&mut out, &descriptions, args.isomorphs),
        OutputFormat::Csv => write_csv(&mut out, &descriptions),
    }
    .map_err(Failure::stdout)?;
    Ok(if is_sound { Exit::Done } else { Exit::Failed })
}

/// The settings of all checks.
struct Checker {
    solver: BatchSolver,
    /// Counts the solutions of puzzles with several stored ones.
    counter: Arc<dyn Engine>,
    options: ReadOptions,
    has_isomorphs: bool,
}

/// The result of a chunk.
struct Summary {
    description: Description,
    puzzles: Vec<Fingerprint>,
    forms: Vec<Fingerprint>,
    disagreements: Vec<Disagreement>,
}

/// The maximum number of disagreements that are listed per corpus.
const NAMED: u64 = 5;

impl Checker {
    /// Describes the readable part of a corpus.
    fn describe(&self, source: &Source, into: &mut Description) -> Result<(), Failure> {
        let mut reader = source.open_with(&self.options).map_err(Failure::failed)?;
        let (mut puzzles, mut forms) = (Seen::default(), Seen::default());
        let mut rejected = RejectedLines::of(source);
        into.isomorphs = self.has_isomorphs.then_some(0);
        self.solver.answer(
            &mut reader,
            |chunk| self.digest(chunk),
            |lines, chunks| {
                for line in lines {
                    rejected.add(line);
                    *into.rejected.entry(line.cause.kind()).or_default() += 1;
                }
                for chunk in chunks {
                    let chunk: Summary = chunk.map_err(|error| {
                        Failure::failed(format!("{}: {error}", source.display()))
                    })?;
                    into.add(&chunk.description);
                    into.duplicates += again(&mut puzzles, &chunk.puzzles);
                    if let Some(isomorphs) = &mut into.isomorphs {
                        *isomorphs += again(&mut forms, &chunk.forms);
                    }
                    for disagreement in &chunk.disagreements {
                        into.disagreeing += 1;
                        if into.disagreeing <= NAMED {
                            output::warn(format!("{}: {disagreement}", source.display()));
                        }
                    }
                }
                Ok::<_, Failure>(())
            },
        )?;
        rejected.warn();
        rejected.warn_of(&reader);
        if into.puzzles == 0 { Err(rejected.no_puzzle()) } else { Ok(()) }
    }

    fn digest(&self, chunk: &Chunk<'_>) -> Result<Summary, SolveError> {
        let puzzles = &chunk.window.puzzles()[chunk.positions.clone()];
        let mut canonizer = Canonizer::new();
        let of_form = |puzzle| Fingerprint::of(&canonizer.canonical(puzzle));
        Ok(Summary {
            description: Description::of(chunk)?,
            puzzles: puzzles.iter().map(Fingerprint::of).collect(),
            forms: match self.has_isomorphs {
                true => puzzles.iter().map(of_form).collect(),
                false => Vec::new(),
            },
            disagreements: disagreements(chunk, &*self.counter)?,
        })
    }
}

/// The number of fingerprints that have been seen before.
fn again(seen: &mut Seen, fingerprints: &[Fingerprint]) -> u64 {
    fingerprints.iter().map(|&fingerprint| u64::from(!seen.add(fingerprint))).sum()
}

/// The table; it has the last column only with `--isomorphs`.
fn write_table(
    out: &mut impl Write,
    descriptions: &[Description],
    has_isomorphs: bool,
) -> io::Result<()> {
    let mut rows = vec![COLUMNS.map(|column| column.replace('_', " ")).to_vec()];
    rows.extend(descriptions.iter().map(Description::cells));
    for row in &mut rows {
        row[0] = printable(&row[0]);
        row.truncate(COLUMNS.len() - usize::from(!has_isomorphs));
    }
    out.write_all(stacked(&rows, 2, output::width()).as_bytes())?;
    for description in descriptions.iter().filter(|description| description.rejected() > 0) {
        let name = printable(&description.name);
        let rejected = counted(description.rejected(), "line");
        writeln!(out, "{name}: {rejected} rejected: {}", description.causes(", "))?;
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
