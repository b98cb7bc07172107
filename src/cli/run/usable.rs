//! The corpora of a new run that hold puzzles.

use super::sources_of;
use crate::bench::{BenchError, Plan};
use crate::cli::{Failure, output};
use crate::corpus::{CorpusError, ErrorKind, Source, Window};
use std::path::Path;

/// The corpora of a plan, and whether all hold puzzles. Those that hold none are reported and leave
/// the plan: they do not cost the others.
///
/// # Errors
/// If a corpus cannot be opened, or none holds a puzzle.
pub(in crate::cli) fn of(plan: &mut Plan) -> Result<(Vec<Source>, bool), Failure> {
    if plan.is_bundled {
        return Ok((sources_of(plan, None)?, true));
    }
    let (mut sources, mut kept, mut bad) = (Vec::new(), Vec::new(), Vec::new());
    for path in std::mem::take(&mut plan.corpora) {
        match of_path(plan, &path)? {
            Ok(corpora) => {
                sources.extend(corpora);
                kept.push(path);
            }
            Err(failure) => bad.push(failure),
        }
    }
    if sources.is_empty()
        && let Some(first) = bad.first()
    {
        return Err(first.clone());
    }
    for failure in &bad {
        output::error(failure.line().unwrap_or_default());
    }
    plan.corpora = kept;
    Ok((sources, bad.is_empty()))
}

/// The corpora of a path, or why it holds no puzzle.
fn of_path(plan: &Plan, path: &Path) -> Result<Result<Vec<Source>, Failure>, Failure> {
    let of_one = Plan { corpora: vec![path.to_owned()], ..plan.clone() };
    let corpora = match sources_of(&of_one, None) {
        Ok(corpora) => corpora,
        Err(failure) => return Ok(Err(failure)),
    };
    for source in &corpora {
        match first_puzzle(plan, source) {
            Ok(true) => {}
            Ok(false) => {
                return Ok(Err(Failure::failed(BenchError::NoPuzzle(source.display()))));
            }
            Err(error) => {
                use ErrorKind::{Folder, Open, Read};
                let is_refused = matches!(error.kind, Open(_) | Folder | Read(_));
                let failure = Failure::failed(error);
                return if is_refused { Err(failure) } else { Ok(Err(failure)) };
            }
        }
    }
    Ok(Ok(corpora))
}

/// Whether a corpus holds a puzzle. A pipe can be read only once, so it is not looked at.
fn first_puzzle(plan: &Plan, source: &Source) -> Result<bool, CorpusError> {
    if source.is_pipe() {
        return Ok(true);
    }
    let mut window = Window::new();
    let mut reader = source.open_with(&plan.read_options())?;
    if let Some(warning) = reader.warning() {
        output::warn(format!("{}: {warning}", source.display()));
    }
    while window.is_empty() {
        if !reader.read_window(1, &mut window)? {
            break;
        }
    }
    Ok(!window.is_empty())
}
