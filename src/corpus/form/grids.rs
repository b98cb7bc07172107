//! `grids`: nine rows below a caption with the puzzle's number and its label. It cannot represent
//! stored answers.

use super::{Entry, Form, one_line, remark};
use std::io::{self, Write};

pub(super) const FORM: Form = Form { name: "grids", header: "", write };

fn write(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    let separator = if entry.number > 1 { "\n" } else { "" };
    // The word is too long to be read as a row.
    write!(out, "{separator}Puzzle {}", entry.number)?;
    let label = one_line(remark(entry.label, entry.stored));
    if !label.is_empty() {
        out.write_all(b": ")?;
        out.write_all(&label)?;
    }
    out.write_all(b"\n")?;
    for row in entry.puzzle.to_line().as_chunks::<9>().0 {
        out.write_all(row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
