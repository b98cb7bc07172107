//! The corpora that a command line names.

use super::{Failure, output};
use crate::corpus::{ReadOptions, Source};
use std::path::Path;

/// The corpora of an argument: the members of a zip archive that hold puzzles, or the file itself.
pub(super) fn of(argument: &Path, options: &ReadOptions) -> Result<Vec<Source>, Failure> {
    let members = Source::of(argument).expand_with(options).map_err(Failure::failed)?;
    for (name, reason) in &members.passed_over {
        output::warn(format!("{}/{name}: passed over: {reason}", argument.display()));
    }
    if members.corpora.is_empty() {
        return Err(Failure::failed(format!(
            "{}: no puzzle in any member: expected text in a zip archive, not encrypted",
            argument.display()
        )));
    }
    Ok(members.corpora)
}
