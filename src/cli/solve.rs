//! `solve`: one answer per puzzle, in input order.
//!
//! A line that is no puzzle gets no answer, but a warning. The engine is the fastest for the number
//! of puzzles, unless a config is given, or a node limit, which means nothing without one.

mod judge;

use super::{Exit, Failure, names, number, output};
use crate::catalogue;
use crate::catalogue::Config;
use crate::corpus::{self, Format, ReadOptions, Reader, Source};
use crate::engine::Job;
use crate::goal::{Goal, Status};
use crate::grid::{Puzzle, Solution};
use crate::judge::{Form, Problem};
use crate::run_files::column::{self, ColumnSpec, json_lines, names as column_names};
use crate::run_files::field::{header, push_known};
use crate::solve::{Answer, BatchSolver, Choice, Chunk};
use crate::text::counted;
use clap::ValueEnum;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;

/// What a node limit counts the nodes of where no config is given.
const LIMITED_CONFIG: &str = "first_fail:ddeg/indomain_min/locked";

/// What `solve` takes.
#[derive(Debug, clap::Args)]
pub(super) struct SolveArgs {
    /// The puzzles; - is standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The format in which the puzzles are read [default: detected by content]
    #[arg(long, visible_alias = "input-format", value_name = "NAME", value_parser = names::input_format())]
    format: Option<&'static Format>,
    /// The format of the answers
    #[arg(long, value_enum, default_value_t = OutputFormat::Line)]
    output_format: OutputFormat,
    /// The same as --output-format json: one object a line
    #[arg(long, conflicts_with = "output_format")]
    json: bool,
    /// The goal: first, unique, count:K or max_score
    #[arg(long, value_parser = names::goal(), default_value = "unique", hide_possible_values = true)]
    goal: Goal,
    /// Solve with this config: ORDER[:TIE]/VALUE/PRUNING
    #[arg(long, value_parser = names::config(), hide_possible_values = true)]
    config: Option<Config>,
    /// The node limit per puzzle
    #[arg(long, value_name = "N", value_parser = number::whole::<NonZeroU64>(1..=u64::MAX))]
    node_limit: Option<NonZeroU64>,
    /// The seed of random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::seed)]
    seed: u64,
    /// The number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads())]
    threads: Option<NonZeroUsize>,
    /// Fail if a line is not a puzzle
    #[arg(long)]
    strict: bool,
    /// Use the input and output of an online judge's problem: acwing166, poj3074, poj2676 or p1074
    #[arg(long, value_name = "PROBLEM", value_parser = names::problem(), hide_possible_values = true)]
    #[arg(conflicts_with_all = ["format", "output_format", "json", "goal", "config", "node_limit", "threads", "strict"])]
    judge: Option<&'static Problem>,
    /// With --judge poj2676: an empty line between grids
    #[arg(long, requires = "judge")]
    blank_line: bool,
}

/// The format of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// One line: the solution, or a word for the reason why there is none
    Line,
    /// Nine rows below a caption
    Grid,
    /// CSV with a header
    Csv,
    /// JSON, one object a line
    Json,
}

/// What the columns of CSV hold, and the keys of JSON.
pub(super) const SPECS: [ColumnSpec; 7] = [
    column::PUZZLE_INDEX,
    ColumnSpec::integer("line", "the line on which the puzzle begins, from 1"),
    ColumnSpec::text("puzzle", "81 characters, row by row: 1-9 is a clue, . a blank"),
    ColumnSpec::text("status", "how it ended, as in runs.csv"),
    ColumnSpec::integer("solutions", "the solutions counted, up to the goal's K (2 for unique)")
        .empty("the puzzle was not decided; the search prunes by a bound"),
    ColumnSpec::integer("score", "the best weighted sum of digits")
        .empty("the goal is not max_score; there is no answer"),
    ColumnSpec::text("solution", "81 digits, row by row").empty("there is no solution to show"),
];

impl SolveArgs {
    fn output_format(&self) -> OutputFormat {
        if self.json { OutputFormat::Json } else { self.output_format }
    }
}

/// The output of a chunk.
struct Answers {
    text: Vec<u8>,
    puzzles: u64,
    /// The lines of puzzles with wrong answers, the engine and what is wrong.
    wrong: Vec<(u64, String, String)>,
}

/// Solves the puzzles and prints the answers.
pub(super) fn execute(args: &SolveArgs) -> Result<Exit, Failure> {
    if let Some(&problem) = args.judge {
        return judge::execute(problem, Form { blank_line: args.blank_line }, &args.file);
    }
    let (choice, job) = choice(args)?;
    let solver = BatchSolver::new(choice, job, args.threads)?;
    let mut out = io::stdout().lock();
    if args.output_format() == OutputFormat::Csv {
        out.write_all(&header(&column_names(&SPECS))).map_err(Failure::stdout)?;
    }
    let mut is_rejected = false;
    let options = ReadOptions { format: args.format, ..ReadOptions::default() };
    for source in super::corpora::of(&args.file, &options)? {
        let mut reader = source.open_with(&options).map_err(Failure::failed)?;
        is_rejected |= solve(args, &solver, &mut reader, &mut out)? > 0;
    }
    Ok(if args.strict && is_rejected { Exit::Failed } else { Exit::Done })
}

/// The engine, and its job.
fn choice(args: &SolveArgs) -> Result<(Choice, Job), Failure> {
    let goal = args.goal;
    let job = Job { node_limit: args.node_limit, seed: args.seed, ..Job::new(goal) };
    let config = match (args.config, args.node_limit) {
        (None, None) => {
            let job = Job { bound: goal == Goal::MaxScore, ..job };
            return Ok((Box::new(move |puzzles| catalogue::fastest(goal, puzzles)), job));
        }
        (None, Some(_)) => LIMITED_CONFIG.parse()?,
        (Some(config), _) => config,
    };
    let engine = catalogue::search(&config);
    Ok((Box::new(move |_| Arc::clone(&engine)), job))
}

/// Solves the puzzles of a corpus; returns how many lines were none.
fn solve(
    args: &SolveArgs,
    solver: &BatchSolver,
    reader: &mut Reader,
    out: &mut impl Write,
) -> Result<u64, Failure> {
    let source = &reader.source().clone();
    let mut rejected = RejectedLines::of(source);
    let (mut puzzles, mut wrong) = (0, Vec::new());
    solver.answer(
        reader,
        |chunk| write(chunk, args.output_format(), args.goal),
        |lines, chunks| {
            lines.iter().for_each(|line| rejected.add(line));
            for chunk in chunks {
                out.write_all(&chunk.text).map_err(Failure::stdout)?;
                puzzles += chunk.puzzles;
                wrong.extend(chunk.wrong);
            }
            out.flush().map_err(Failure::stdout)
        },
    )?;
    rejected.warn();
    rejected.warn_of(reader);
    if let Some((line, config, reason)) = wrong.first() {
        return Err(Failure::failed(format!(
            "{}: line {line}: {config} gave a wrong answer: {reason} ({} in all)",
            source.display(),
            wrong.len()
        )));
    }
    if puzzles == 0 {
        return Err(rejected.no_puzzle());
    }
    Ok(rejected.count)
}

/// The lines that were no puzzle: the first ones are named, all are counted.
pub(super) struct RejectedLines {
    source: String,
    count: u64,
    first: Option<(u64, corpus::Cause)>,
}

impl RejectedLines {
    const NAMED: u64 = 5;

    pub(super) fn of(source: &Source) -> Self {
        Self { source: source.display(), count: 0, first: None }
    }

    pub(super) fn add(&mut self, line: &corpus::Rejected) {
        self.count += 1;
        let _ = self.first.get_or_insert((line.line, line.cause));
        if self.count <= Self::NAMED {
            output::warn(format!("{}: line {}: {}", self.source, line.line, line.cause));
        }
    }

    pub(super) fn warn(&self) {
        if self.count > Self::NAMED {
            output::warn(format!(
                "{}: {} in all are no puzzles",
                self.source,
                counted(self.count, "line")
            ));
        }
    }

    /// Warns of what is suspect in a corpus that was read.
    pub(super) fn warn_of(&self, reader: &Reader) {
        if let Some(warning) = reader.warning() {
            output::warn(format!("{}: {warning}", self.source));
        }
    }

    /// The failure of a corpus without any puzzle.
    pub(super) fn no_puzzle(&self) -> Failure {
        let source = &self.source;
        Failure::failed(match self.first {
            Some((line, cause)) => format!("{source}: line {line}: no puzzle in the file: {cause}"),
            None => format!(
                "{source}: no puzzle: expected lines of 81 symbols, 1-9 or a blank, one of . 0 * _ - x X"
            ),
        })
    }
}

fn write(chunk: &Chunk<'_>, format: OutputFormat, goal: Goal) -> Answers {
    let mut text = Vec::with_capacity(chunk.answers.len() * 82);
    let mut wrong = Vec::new();
    for (position, puzzle, answer) in chunk.iter() {
        let line = chunk.window.lines()[position];
        if let Some(reason) = &answer.fault {
            wrong.push((line, chunk.engine.identity().config.clone(), reason.clone()));
        }
        let index = chunk.window.indices()[position];
        let written = match format {
            OutputFormat::Line => write_line(&mut text, answer, goal),
            OutputFormat::Grid => write_grid(&mut text, index, answer, goal),
            OutputFormat::Csv | OutputFormat::Json => {
                push_csv(&mut text, (index, line), puzzle, answer, chunk.job.counts_solutions());
                Ok(())
            }
        };
        written.expect("writing to memory succeeds");
    }
    if format == OutputFormat::Json {
        text = json_lines(&SPECS, &text).expect("the rows have these columns");
    }
    Answers { text, puzzles: chunk.answers.len() as u64, wrong }
}

/// The solution that may be shown.
fn solution(answer: &Answer) -> Option<&Solution> {
    answer.outcome.found.solution.as_ref().filter(|_| answer.fault.is_none())
}

/// What there is to say besides the solution, if anything.
fn remark(answer: &Answer, goal: Goal) -> Option<String> {
    let found = &answer.outcome.found;
    match answer.status {
        Status::Counted => {
            let is_all = goal.stop_at().is_none_or(|most| found.solutions < most.get());
            let count = found.solutions;
            Some(if is_all { count.to_string() } else { format!("{count} or more") })
        }
        Status::Best => found.score.map(|score| score.to_string()),
        Status::Found | Status::Unique => None,
        status => Some(status.name().to_owned()),
    }
}

/// The solution and, behind a blank, what else there is to say.
fn write_line(text: &mut Vec<u8>, answer: &Answer, goal: Goal) -> io::Result<()> {
    let remark = remark(answer, goal);
    if let Some(solution) = solution(answer) {
        text.extend_from_slice(&solution.to_line());
        if remark.is_some() {
            text.push(b' ');
        }
    }
    writeln!(text, "{}", remark.unwrap_or_default())
}

fn write_grid(text: &mut Vec<u8>, index: u64, answer: &Answer, goal: Goal) -> io::Result<()> {
    if index > 0 {
        writeln!(text)?;
    }
    let remark = remark(answer, goal).unwrap_or_else(|| answer.status.name().to_owned());
    writeln!(text, "puzzle {index}: {remark}")?;
    let Some(solution) = solution(answer) else { return Ok(()) };
    for (row, digits) in solution.to_line().chunks(9).enumerate() {
        if row > 0 && row % 3 == 0 {
            writeln!(text, "------+-------+------")?;
        }
        for (column, digit) in digits.iter().enumerate() {
            let gap = match column {
                0 => "",
                3 | 6 => " | ",
                _ => " ",
            };
            write!(text, "{gap}{}", char::from(*digit))?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn push_csv(
    text: &mut Vec<u8>,
    (index, line): (u64, u64),
    puzzle: &Puzzle,
    answer: &Answer,
    has_count: bool,
) {
    let found = &answer.outcome.found;
    let is_counted = has_count && answer.status.is_decided();
    push_known(text, Some(index));
    push_known(text, Some(line));
    text.extend_from_slice(&puzzle.to_line());
    text.push(b',');
    text.extend_from_slice(answer.status.name().as_bytes());
    text.push(b',');
    push_known(text, is_counted.then_some(found.solutions));
    push_known(text, found.score.filter(|_| answer.fault.is_none()).map(u64::from));
    if let Some(solution) = solution(answer) {
        text.extend_from_slice(&solution.to_line());
    }
    text.push(b'\n');
}
