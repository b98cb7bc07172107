//! `lines`: 81 symbols, the stored answer, the label.

use super::{Entry, Form, one_line, remark};
use std::io::{self, Write};

pub(super) const FORM: Form = Form { name: "lines", header: "", write };

fn write(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&entry.puzzle.to_line())?;
    if let Some(stored) = entry.stored {
        match (stored.solutions, stored.solution) {
            (Some(solutions), Some(solution)) => write!(out, ":{solutions}:{solution}")?,
            (Some(solutions), None) => write!(out, ":{solutions}")?,
            (None, Some(solution)) => write!(out, " {solution}")?,
            (None, None) => {}
        }
    }
    let remark = one_line(remark(entry.label, entry.stored));
    if !remark.is_empty() {
        // After a count, a label begins with another colon.
        let has_count = entry.stored.is_some_and(|stored| stored.solutions.is_some());
        out.write_all(if has_count { b":" } else { b" " })?;
        out.write_all(&remark)?;
    }
    out.write_all(b"\n")
}
