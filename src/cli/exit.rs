//! How the program ends.

use crate::catalogue::ConfigError;
use crate::engine::StartError;
use crate::solve::SolveError;
use crate::text::printable;
use std::io;
use std::process::ExitCode;

/// The exit codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, also with rejected lines, unsolvable or censored puzzles.
    Done = 0,
    /// Unreadable input, failed writing, no puzzle, rejected lines where they count.
    Failed = 1,
    /// Usage, unknown names, a refused comparison or resume.
    Usage = 2,
    /// The run is complete, with rows whose status is `wrong` or `error`.
    BadRows = 3,
    /// A regression was found by `compare --fail-above`.
    Regression = 4,
    /// Interrupted by the user.
    Interrupted = 130,
}

impl Exit {
    /// Each code and its meaning, for `--help` and the README.
    pub const MEANINGS: [(Self, &'static str); 6] = [
        (Self::Done, "done, also with rejected lines, unsolvable or censored puzzles"),
        (
            Self::Failed,
            "unreadable input, failed writing, no puzzle; rejected lines under --strict and in check",
        ),
        (Self::Usage, "usage, unknown names, a refused comparison or resume"),
        (Self::BadRows, "the run is complete, with rows whose status is wrong or error"),
        (Self::Regression, "compare --fail-above found a regression"),
        (Self::Interrupted, "interrupted"),
    ];
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Why a subcommand ended before it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure(Cause);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    /// Something went wrong, in a line.
    Error(Exit, String),
    /// Whoever read the output has closed it: nothing is wrong.
    ClosedPipe,
}

impl Failure {
    /// A failure at work: unreadable input, failed writing.
    pub fn failed(message: impl ToString) -> Self {
        Self(Cause::Error(Exit::Failed, printable(&message.to_string())))
    }

    /// What was asked for cannot be done: usage, unknown names, refusals.
    pub fn usage(message: impl ToString) -> Self {
        Self(Cause::Error(Exit::Usage, printable(&message.to_string())))
    }

    /// Writing to standard output failed.
    #[must_use]
    pub fn stdout(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self(Cause::ClosedPipe);
        }
        Self::failed(format!("standard output: {error}"))
    }

    /// The exit code.
    #[must_use]
    pub const fn exit(&self) -> Exit {
        match self.0 {
            Cause::Error(exit, _) => exit,
            Cause::ClosedPipe => Exit::Done,
        }
    }

    /// The line for the user, if there is anything to say.
    #[must_use]
    pub fn line(&self) -> Option<&str> {
        match &self.0 {
            Cause::Error(_, line) => Some(line),
            Cause::ClosedPipe => None,
        }
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::usage(error)
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Self::usage(error)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Start(_) => Self::usage(error),
            SolveError::Corpus(_) | SolveError::Threads(_) | SolveError::Wrong(_) => {
                Self::failed(error)
            }
        }
    }
}
