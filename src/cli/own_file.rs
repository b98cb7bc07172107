//! Files that a command writes: it replaces those of its own kind and no others.

use super::{Failure, output};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

/// How the files of a kind begin, as a part of the new content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A table whose first column has the same name.
    Csv,
    /// A picture.
    Svg,
    /// A picture.
    Png,
    /// A report.
    Html,
    /// A man page.
    Man,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Csv => "table of this kind",
            Self::Svg => "SVG picture",
            Self::Png => "PNG picture",
            Self::Html => "report of dokubench",
            Self::Man => "man page of dokubench",
        }
    }

    /// The part of the new content with which a file of the kind begins.
    fn mark(self, content: &[u8]) -> &[u8] {
        let end = |text: &[u8]| memchr::memmem::find(content, text).map(|at| at + text.len());
        let length = match self {
            Self::Csv => end(b","),
            Self::Svg => end(b"<svg"),
            Self::Png => Some(8),
            Self::Html => end(b"script-src 'sha256-"),
            Self::Man => end(b".TH dokubench"),
        };
        &content[..length.unwrap_or(content.len()).min(content.len())]
    }
}

/// Writes a file, unless another kind of file has its name.
pub(super) fn write(path: &Path, content: &[u8], kind: Kind) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::failed(format!("{}: {error}", path.display()));
    let mark = kind.mark(content);
    if path.is_file() {
        let mut begin = Vec::new();
        let file = File::open(path).map_err(failed)?;
        let _ = file.take(mark.len() as u64).read_to_end(&mut begin).map_err(failed)?;
        if !begin.is_empty() && begin != mark {
            let name = kind.name();
            return Err(Failure::usage(format!(
                "{}: is no {name}, so it is not replaced; expected a new file or a {name}",
                path.display()
            )));
        }
    }
    fs::write(path, content).map_err(failed)
}

/// The same of a file beside what is printed: in a folder that cannot be written it is left out, with
/// a warning.
pub(super) fn write_beside(path: &Path, content: &[u8], kind: Kind) -> Result<(), Failure> {
    let result = write(path, content, kind);
    match &result {
        Err(failure) if failure.exit() == super::Exit::Failed => {
            output::warn(format!("not written: {}", failure.line().unwrap_or_default()));
            Ok(())
        }
        _ => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_same_kind_are_replaced() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        let html = b"<!DOCTYPE html> script-src 'sha256-x";
        let contents: [(Kind, &[u8]); 5] = [
            (Kind::Csv, b"corpus,metric\n1,2\n"),
            (Kind::Svg, b"<svg xmlns>"),
            (Kind::Png, b"\x89PNG\r\n\x1a\nx"),
            (Kind::Html, html),
            (Kind::Man, b".TH dokubench 1\n"),
        ];
        for (kind, content) in contents {
            for (other, old) in contents {
                fs::write(&path, old).expect("a writable folder");
                assert_eq!(
                    write(&path, content, kind).is_ok(),
                    kind == other,
                    "{kind:?} {other:?}"
                );
            }
            for old in [&b"notes"[..], b"puzzle,solution\n", b"\0", b"<html>"] {
                fs::write(&path, old).expect("a writable folder");
                let failure = write(&path, content, kind).expect_err("another kind");
                assert_eq!(failure.exit(), crate::cli::Exit::Usage);
                assert_eq!(fs::read(&path).expect("the file"), old);
            }
            fs::write(&path, "").expect("a writable folder");
            assert!(write(&path, content, kind).is_ok(), "an empty file holds nothing");
        }
    }
}
