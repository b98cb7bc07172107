//! The corpora that a command line names.

use super::{Failure, output};
use crate::corpus::{BUNDLED, BUNDLED_MORE, ReadOptions, Source};
use crate::named::UnknownName;
use std::path::Path;

/// The corpora of an argument: the members of a zip archive that hold puzzles, or the file itself.
pub(super) fn of(argument: &Path, options: &ReadOptions) -> Result<Vec<Source>, Failure> {
    if let Some(name) = argument.to_str().and_then(|text| text.strip_prefix("bundled:"))
        && matches!(Source::of(argument), Source::File(path) if !path.exists())
    {
        let known = BUNDLED.iter().chain(BUNDLED_MORE).map(|bundled| bundled.name);
        return Err(Failure::usage(UnknownName::new("bundled corpus", name, known)));
    }
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
