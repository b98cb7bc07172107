//! The command line: one file per subcommand.
//!
//! Data goes to standard output or files, everything else to standard error. A failure is one
//! line; a closed pipe ends the program quietly.

mod chart;
mod check;
mod closing;
mod columns;
mod compare;
mod completions;
mod convert;
mod corpora;
mod exit;
mod generate;
mod hardest;
mod interrupt;
mod list;
mod man;
mod merge;
pub mod names;
mod noise;
mod number;
pub mod output;
mod own_file;
mod report;
mod run;
mod run_folder;
mod serve;
mod solve;
mod summary;
mod usage;

pub use exit::{Exit, Failure};

use crate::counters::definitions;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::process::ExitCode;

/// What is typed behind `dokubench`.
#[derive(Debug, Parser)]
#[command(name = "dokubench", version, about, after_long_help = counters_help())]
#[command(arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Benchmark configs and engines over corpora
    #[command(after_help = names::grammar())]
    #[command(after_long_help = format!("{}\n{}", names::grammar(), counters_help()))]
    Run(Box<run::RunArgs>),
    /// Solve puzzles, one answer per puzzle, in input order
    Solve(solve::SolveArgs),
    /// Read, validate and describe corpora
    Check(check::CheckArgs),
    /// Write corpora anew, as lines, CSV or grids, filtered
    Convert(convert::ConvertArgs),
    /// Merge the shards of a run (run --shard K/N) into the run
    Merge(merge::MergeArgs),
    /// Statistics between the configs of a run, or of a run against an earlier one
    Compare(compare::CompareArgs),
    /// The tables of a run again, or its summary as CSV or JSON
    Summary(summary::SummaryArgs),
    /// How much the times of two identical configs differ on this machine
    Noise(noise::NoiseArgs),
    /// Charts of a run
    Chart(chart::ChartArgs),
    /// One self-contained report.html
    Report(report::ReportArgs),
    /// The puzzles of a run on which a config needed most, as a corpus
    Hardest(hardest::HardestArgs),
    /// Make corpora
    Generate(generate::GenerateArgs),
    /// Answer puzzles on standard input by the solver protocol, as a config or an engine
    Serve(serve::ServeArgs),
    /// Orderings, tie-breaks, value orderings, pruning levels, goals, engines, presets
    List(list::ListArgs),
    /// The files of a run and what their columns hold
    Columns(columns::ColumnsArgs),
    /// Write man pages into a folder
    Man(man::ManArgs),
    /// Print the completions for a shell
    Completions(completions::CompletionsArgs),
}

impl Command {
    fn execute(self) -> Result<Exit, Failure> {
        match self {
            Self::Run(args) => run::execute(*args),
            Self::Solve(args) => solve::execute(&args),
            Self::Check(args) => check::execute(&args),
            Self::Convert(args) => convert::execute(&args),
            Self::Merge(args) => merge::execute(&args),
            Self::Compare(args) => compare::execute(&args),
            Self::Summary(args) => summary::execute(&args),
            Self::Noise(args) => noise::execute(&args),
            Self::Chart(args) => chart::execute(&args),
            Self::Report(args) => report::execute(&args),
            Self::Hardest(args) => hardest::execute(&args),
            Self::Generate(args) => generate::execute(&args),
            Self::Serve(args) => serve::execute(&args),
            Self::List(args) => list::execute(&args),
            Self::Columns(args) => columns::execute(&args),
            Self::Man(args) => man::execute(&args),
            Self::Completions(args) => completions::execute(&args),
        }
    }
}

/// Parses the command line, runs it, and prints the one line of a failure.
#[must_use]
pub fn main() -> ExitCode {
    let exit = execute(std::env::args_os()).unwrap_or_else(|failure| {
        if let Some(line) = failure.line() {
            output::error(line);
        }
        failure.exit()
    });
    exit.into()
}

/// Parses a command line, with the program's name before it, and runs it.
///
/// # Errors
/// [`Failure`] with the line for the user and the exit code.
pub fn execute(args: impl IntoIterator<Item = OsString>) -> Result<Exit, Failure> {
    let words: Vec<OsString> = args.into_iter().collect();
    let parsed = Cli::command().try_get_matches_from(&words);
    let exit = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli.command.execute()?,
        Err(error) => explain(&error, &words)?,
    };
    std::io::stdout().flush().map_err(Failure::stdout)?;
    Ok(exit)
}

/// Prints the help or version that was asked for; makes one line of a usage error.
fn explain(error: &clap::Error, words: &[OsString]) -> Result<Exit, Failure> {
    use clap::error::ErrorKind;
    let rendered = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let mut stdout = std::io::stdout();
            let written = if stdout.is_terminal() {
                write!(stdout, "{}", rendered.ansi())
            } else {
                write!(stdout, "{rendered}")
            };
            written.map_err(Failure::stdout)?;
            Ok(Exit::Done)
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = write!(std::io::stderr(), "{rendered}");
            Ok(Exit::Usage)
        }
        _ => Err(Failure::usage(usage::one_line(error, words))),
    }
}

fn counters_help() -> String {
    let mut help = String::from("Counters:\n");
    for (name, definition) in definitions() {
        writeln!(help, "  {name}: {definition}").expect("writing to a string succeeds");
    }
    help += "\nExit codes:\n";
    for (exit, meaning) in Exit::MEANINGS {
        writeln!(help, "  {}: {meaning}", exit as u8).expect("writing to a string succeeds");
    }
    help
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
