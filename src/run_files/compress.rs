//! The large files of a run, plain or compressed: `runs.csv.zst` instead of `runs.csv`.
//!
//! The header is a zstd frame (RFC 8878), and so are the rows of each window. A file can thus be cut
//! after any window, and every tool that reads zstd reads it.

use super::{puzzles, runs};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

/// How large files are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Compress {
    /// RFC 8878.
    Zstd,
}

impl Compress {
    /// The name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
        }
    }
}

/// The files that are compressed.
const LARGE: [&str; 2] = [runs::FILE, puzzles::FILE];

/// The level of zstd: several hundred megabytes a second.
const LEVEL: i32 = 3;

/// The name under which a file is stored.
#[must_use]
pub fn stored_name(name: &str, compress: Option<Compress>) -> Cow<'_, str> {
    match compress {
        Some(Compress::Zstd) if LARGE.contains(&name) => format!("{name}.zst").into(),
        _ => name.into(),
    }
}

/// Rows as they are stored; none stay none.
///
/// # Errors
/// If memory is short.
pub fn pack(rows: &mut Vec<u8>, compress: Option<Compress>) -> io::Result<()> {
    if let Some(Compress::Zstd) = compress
        && !rows.is_empty()
    {
        *rows = zstd::bulk::compress(rows, LEVEL)?;
    }
    Ok(())
}

/// The content of a stored file.
///
/// # Errors
/// If the decoder cannot be made.
pub fn unpack<R: Read + Send + 'static>(
    name: &str,
    file: R,
    compress: Option<Compress>,
) -> io::Result<Box<dyn Read + Send>> {
    match compress {
        Some(Compress::Zstd) if LARGE.contains(&name) => {
            Ok(Box::new(zstd::stream::read::Decoder::new(file)?))
        }
        _ => Ok(Box::new(file)),
    }
}

/// Passes over the header of a stored file. Nothing behind it is read.
///
/// # Errors
/// If the file cannot be read.
pub fn skip_header<R: Read>(
    name: &str,
    mut file: BufReader<R>,
    compress: Option<Compress>,
) -> io::Result<BufReader<R>> {
    match compress {
        Some(Compress::Zstd) if LARGE.contains(&name) => {
            let mut frame = zstd::stream::read::Decoder::with_buffer(file)?.single_frame();
            let _ = io::copy(&mut frame, &mut io::sink())?;
            Ok(frame.finish())
        }
        _ => {
            let _ = file.skip_until(b'\n')?;
            Ok(file)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_follow_each_other_and_the_first_is_the_header() {
        let zstd = Some(Compress::Zstd);
        let mut file = Vec::new();
        for rows in ["a,b\n", "", "1,2\n3,4\n", "5,6\n"] {
            let mut rows = rows.as_bytes().to_vec();
            pack(&mut rows, zstd).expect("memory");
            file.extend(rows);
        }
        let content = |file: Vec<u8>| {
            let mut text = String::new();
            let mut reader = unpack(runs::FILE, io::Cursor::new(file), zstd).expect("a decoder");
            let _ = reader.read_to_string(&mut text).expect("frames");
            text
        };
        assert_eq!(content(file.clone()), "a,b\n1,2\n3,4\n5,6\n");
        let mut rest = Vec::new();
        let reader = BufReader::new(&file[..]);
        let mut reader = skip_header(runs::FILE, reader, zstd).expect("a header");
        let _ = reader.read_to_end(&mut rest).expect("memory");
        assert_eq!(content(rest), "1,2\n3,4\n5,6\n");
        assert_eq!(stored_name(runs::FILE, zstd), "runs.csv.zst");
        assert_eq!(stored_name("blocks.csv", zstd), "blocks.csv");
        assert_eq!(stored_name(runs::FILE, None), "runs.csv");
    }
}
