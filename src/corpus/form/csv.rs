//! `csv`: RFC 4180, the columns `puzzle,solution,solution_count,label`.

use super::{Entry, Form, remark};
use std::io::{self, Write};

pub(super) const FORM: Form =
    Form { name: "csv", header: "puzzle,solution,solution_count,label\n", write };

fn write(entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&entry.puzzle.to_line())?;
    out.write_all(b",")?;
    if let Some(solution) = entry.stored.and_then(|stored| stored.solution) {
        out.write_all(&solution.to_line())?;
    }
    out.write_all(b",")?;
    if let Some(solutions) = entry.stored.and_then(|stored| stored.solutions) {
        write!(out, "{solutions}")?;
    }
    out.write_all(b",")?;
    let label = remark(entry.label, entry.stored);
    if label.iter().any(|byte| b",\"\r\n".contains(byte)) {
        out.write_all(b"\"")?;
        for (at, part) in label.split(|&byte| byte == b'"').enumerate() {
            out.write_all(if at > 0 { b"\"\"" } else { b"" })?;
            out.write_all(part)?;
        }
        out.write_all(b"\"")?;
    } else {
        out.write_all(label)?;
    }
    out.write_all(b"\n")
}
