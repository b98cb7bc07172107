//! The rows of a stored file, taken in groups.

use crate::run_files::compress::{Compress, unpack};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Seek as _, SeekFrom};
use std::path::PathBuf;

/// Files that stay open while a number of shards is merged; those of more shards are opened each
/// time they are read, because a process may open only so many files.
pub(super) const MOST_OPEN: usize = 200;

/// The bytes that are read of a file at a time.
const BUFFER: usize = 16 * 1024;

/// The rows of a file behind its header.
pub(super) struct Records(BufReader<Box<dyn Read + Send>>);

impl Records {
    /// The rows of a file up to a length, after its header.
    pub(super) fn open(
        path: PathBuf,
        name: &str,
        length: u64,
        compress: Option<Compress>,
        stays_open: bool,
    ) -> io::Result<Self> {
        let stored = Stored { path, file: None, at: 0, end: length, stays_open };
        let mut records = Self(BufReader::with_capacity(BUFFER, unpack(name, stored, compress)?));
        records.take(1, &mut Vec::new())?;
        Ok(records)
    }

    /// Appends the next rows to others.
    ///
    /// # Errors
    /// If there are fewer, or the file cannot be read.
    pub(super) fn take(&mut self, count: u64, rows: &mut Vec<u8>) -> io::Result<()> {
        let mut left = count;
        let mut is_quoted = false;
        while left > 0 {
            let bytes = self.0.fill_buf()?;
            if bytes.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let mut end = bytes.len();
            // A line break in quotes is part of a field; a doubled quote ends them and begins them anew.
            for at in memchr::memchr2_iter(b'\n', b'"', bytes) {
                if bytes[at] == b'"' {
                    is_quoted = !is_quoted;
                } else if !is_quoted {
                    left -= 1;
                    if left == 0 {
                        end = at + 1;
                        break;
                    }
                }
            }
            rows.extend_from_slice(&bytes[..end]);
            self.0.consume(end);
        }
        Ok(())
    }

    /// Whether there are no more rows.
    pub(super) fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.0.fill_buf()?.is_empty())
    }

    /// The rows that are left, as a stream.
    pub(super) fn into_reader(self) -> Box<dyn Read + Send> {
        Box::new(self.0)
    }
}

/// A file up to a length, which is open all the time or only while it is read.
struct Stored {
    path: PathBuf,
    file: Option<File>,
    at: u64,
    end: u64,
    stays_open: bool,
}

impl Read for Stored {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = buffer.len().min(usize::try_from(self.end - self.at).unwrap_or(usize::MAX));
        if room == 0 {
            return Ok(0);
        }
        let mut file = match self.file.take() {
            Some(file) => file,
            None => {
                let mut file = File::open(&self.path)?;
                let _ = file.seek(SeekFrom::Start(self.at))?;
                file
            }
        };
        let read = file.read(&mut buffer[..room])?;
        self.at += read as u64;
        self.file = self.stays_open.then_some(file);
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_taken_whole_also_with_line_breaks_in_quotes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.csv");
        let long = "x".repeat(3 * BUFFER);
        let rows = ["1,a\n", "2,\"b\nc\"\n", "3,\"d\"\"\n\"\"\"\n", &format!("4,{long}\n"), "5,\n"];
        std::fs::write(&path, format!("n,text\n{}torn", rows.concat())).expect("a writable folder");
        let length = 7 + rows.concat().len() as u64;
        for stays_open in [true, false] {
            let open = || Records::open(path.clone(), "a.csv", length, None, stays_open);
            let mut records = open().expect("a file");
            for group in [&rows[..2], &rows[2..4], &rows[4..]] {
                let mut taken = Vec::new();
                records.take(group.len() as u64, &mut taken).expect("rows");
                assert_eq!(String::from_utf8(taken).expect("UTF-8"), group.concat());
            }
            assert!(records.is_at_end().expect("a file"));
            let error = records.take(1, &mut Vec::new()).expect_err("no more rows");
            assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        }
    }
}
