//! `solve --judge`: a problem's input on standard input or in a file, its output on standard
//! output.

use crate::cli::{Exit, Failure};
use crate::judge::{Form, JudgeError, Problem, judge};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Answers a file, or standard input if it is `-`.
pub(super) fn execute(problem: Problem, form: Form, file: &Path) -> Result<Exit, Failure> {
    let is_stdin = file == Path::new("-");
    let name = if is_stdin { "standard input".into() } else { file.to_string_lossy() };
    let failed = |error: &dyn ToString| Failure::failed(format!("{name}: {}", error.to_string()));
    let mut input: Box<dyn Read> = if is_stdin {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(|error| failed(&error))?)
    };
    match judge(problem, form, &mut *input, &mut io::stdout().lock()) {
        Ok(()) => Ok(Exit::Done),
        Err(JudgeError::Write(error)) => Err(Failure::stdout(error)),
        Err(error) => Err(failed(&error)),
    }
}
