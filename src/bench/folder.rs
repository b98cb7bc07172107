//! The folder of a run: its files, written window by window.

use super::checkpoint::Checkpoint;
use crate::report::field::header;
use crate::report::{blocks, puzzles, rejected, runs};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The files that grow, in the order of [`Checkpoint::lengths`].
const FILES: [&str; 4] = [runs::FILE, blocks::FILE, puzzles::FILE, rejected::FILE];

/// Rows for the files, one buffer for each, in that order.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) runs: Vec<u8>,
    pub(super) blocks: Vec<u8>,
    pub(super) puzzles: Vec<u8>,
    pub(super) rejected: Vec<u8>,
}

impl Rows {
    /// Empties all buffers.
    pub(super) fn clear(&mut self) {
        self.runs.clear();
        self.blocks.clear();
        self.puzzles.clear();
        self.rejected.clear();
    }

    fn in_order(&self) -> [&[u8]; 4] {
        [&self.runs, &self.blocks, &self.puzzles, &self.rejected]
    }
}

/// The folder of a run.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    files: Vec<File>,
    /// Bytes in each file up to the last whole window.
    lengths: Vec<u64>,
}

impl Folder {
    /// Makes the files of a new run, each with its header.
    pub(super) fn create(path: &Path, has_solutions: bool) -> io::Result<Self> {
        let mut columns = runs::COLUMNS.to_vec();
        if has_solutions {
            columns.push(runs::SOLUTION_COLUMN);
        }
        let rows = Rows {
            runs: header(&columns),
            blocks: header(&blocks::COLUMNS),
            puzzles: header(&puzzles::COLUMNS),
            rejected: header(&rejected::COLUMNS),
        };
        let create = |name| OpenOptions::new().write(true).create_new(true).open(path.join(name));
        let files = FILES.into_iter().map(create).collect::<io::Result<_>>()?;
        let mut folder = Self { path: path.to_owned(), files, lengths: vec![0; FILES.len()] };
        folder.append(&rows)?;
        Ok(folder)
    }

    /// Opens the files of a run that goes on, and cuts off what stands behind the last whole
    /// window.
    pub(super) fn reopen(path: &Path, checkpoint: &Checkpoint) -> io::Result<Self> {
        let mut files = Vec::new();
        for (name, &length) in FILES.into_iter().zip(&checkpoint.lengths) {
            let mut file = OpenOptions::new().append(true).open(path.join(name))?;
            if file.metadata()?.len() < length {
                let message = format!("{name} is shorter than its checkpoint says");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            file.set_len(length)?;
            let _ = io::Seek::seek(&mut file, io::SeekFrom::End(0))?;
            files.push(file);
        }
        Ok(Self { path: path.to_owned(), files, lengths: checkpoint.lengths.clone() })
    }

    /// Appends rows to all files, or to none: after a failure the files are as they were.
    fn append(&mut self, rows: &Rows) -> io::Result<()> {
        let written = self
            .files
            .iter_mut()
            .zip(rows.in_order())
            .try_for_each(|(file, rows)| file.write_all(rows));
        if written.is_err() {
            for (file, &length) in self.files.iter().zip(&self.lengths) {
                let _ = file.set_len(length);
            }
            return written;
        }
        for (length, rows) in self.lengths.iter_mut().zip(rows.in_order()) {
            *length += rows.len() as u64;
        }
        Ok(())
    }

    /// Appends the rows of a window and notes that it is whole. The checkpoint's lengths are
    /// filled in here.
    pub(super) fn commit(&mut self, rows: &Rows, mut checkpoint: Checkpoint) -> io::Result<()> {
        let before = self.lengths.clone();
        self.append(rows)?;
        checkpoint.lengths.clone_from(&self.lengths);
        checkpoint.write(&self.path).inspect_err(|_| {
            for (file, &length) in self.files.iter().zip(&before) {
                let _ = file.set_len(length);
            }
        })
    }
}

/// Makes the folder of a run, which must be new or empty.
pub(super) fn make(path: &Path) -> io::Result<bool> {
    match fs::create_dir(path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            fs::create_dir_all(path)?;
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {
            Ok(fs::read_dir(path)?.next().is_none())
        }
        Err(error) => Err(error),
    }
}

/// Removes the files that grow, where they are.
pub(super) fn remove_files(path: &Path) -> io::Result<()> {
    for name in FILES {
        match fs::remove_file(path.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
