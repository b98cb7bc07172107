//! The folder of a run: its files, written window by window.

use super::error::BenchError;
use crate::run_files::checkpoint::Checkpoint;
use crate::run_files::field::header;
use crate::run_files::{blocks, puzzles, rejected, runs};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The files that grow, in the order of [`Checkpoint::lengths`].
const FILES: [&str; 4] = [runs::FILE, blocks::FILE, puzzles::FILE, rejected::FILE];

/// The rows for the files, one buffer per file, in that order.
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

/// The folder of a run. No other process writes to it.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    files: Vec<File>,
    /// The length of each file in bytes, up to the last complete window.
    lengths: Vec<u64>,
    committed: Instant,
}

/// Windows longer than this are synced to the disk before the checkpoint names them, so
/// that they survive a crash of the machine. Shorter windows survive a crash of the process.
const SYNCED: Duration = Duration::from_secs(1);

impl Folder {
    /// Creates the files of a new run, each with its header, and the checkpoint.
    pub(super) fn create(
        path: &Path,
        has_solutions: bool,
        first: &Checkpoint,
    ) -> Result<Self, BenchError> {
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
        let create = |name| {
            let file = path.join(name);
            match OpenOptions::new().append(true).create_new(true).open(&file) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    Err(BenchError::NotEmpty(path.to_owned()))
                }
                opened => opened.map_err(BenchError::file(&file)),
            }
        };
        let files = FILES.into_iter().map(create).collect::<Result<_, _>>()?;
        let mut folder = Self::with(path, files, vec![0; FILES.len()])?;
        folder.commit(&rows, first.clone())?;
        Ok(folder)
    }

    /// Opens the files of a resumed run, and cuts off everything after the last complete
    /// window.
    pub(super) fn reopen(path: &Path, checkpoint: &Checkpoint) -> Result<Self, BenchError> {
        let mut files = Vec::new();
        for name in FILES {
            let file = path.join(name);
            let opened = OpenOptions::new().append(true).open(&file);
            files.push(opened.map_err(BenchError::file(&file))?);
        }
        let folder = Self::with(path, files, checkpoint.lengths.clone())?;
        for (name, (file, &length)) in FILES.iter().zip(folder.files.iter().zip(&folder.lengths)) {
            let at = path.join(name);
            if file.metadata().map_err(BenchError::file(&at))?.len() < length {
                return Err(BenchError::Refused {
                    path: path.to_owned(),
                    reason: format!("{name} is shorter than the {length} bytes once written"),
                });
            }
            file.set_len(length).map_err(BenchError::file(&at))?;
        }
        Ok(folder)
    }

    /// Locks the folder for this process. The system releases the lock when the process ends.
    fn with(path: &Path, files: Vec<File>, lengths: Vec<u64>) -> Result<Self, BenchError> {
        if let Err(TryLockError::WouldBlock) = files[0].try_lock() {
            let reason = "another process is at work on it".to_owned();
            return Err(BenchError::Refused { path: path.to_owned(), reason });
        }
        Ok(Self { path: path.to_owned(), files, lengths, committed: Instant::now() })
    }

    /// Appends rows to all files, or to none: a failure leaves the files unchanged.
    fn append(&mut self, rows: &Rows) -> Result<(), BenchError> {
        let mut written = self.files.iter_mut().zip(rows.in_order()).zip(FILES);
        let written = written.try_for_each(|((file, rows), name)| {
            file.write_all(rows).map_err(BenchError::file(&self.path.join(name)))
        });
        match written {
            Ok(()) => {
                for (length, rows) in self.lengths.iter_mut().zip(rows.in_order()) {
                    *length += rows.len() as u64;
                }
            }
            Err(_) => self.cut_back(),
        }
        written
    }

    /// Cuts off everything after the last complete window.
    fn cut_back(&self) {
        for (file, &length) in self.files.iter().zip(&self.lengths) {
            // The disk is full or missing. The next resume cuts again.
            let _ = file.set_len(length);
        }
    }

    /// Appends the rows of a window and records that it is complete. This function fills in the
    /// checkpoint's lengths.
    pub(super) fn commit(
        &mut self,
        rows: &Rows,
        mut checkpoint: Checkpoint,
    ) -> Result<(), BenchError> {
        let before = self.lengths.clone();
        self.append(rows)?;
        if self.committed.elapsed() > SYNCED {
            for (file, name) in self.files.iter().zip(FILES) {
                file.sync_data().map_err(BenchError::file(&self.path.join(name)))?;
            }
        }
        self.committed = Instant::now();
        checkpoint.lengths.clone_from(&self.lengths);
        checkpoint.write(&self.path).map_err(|error| {
            self.lengths = before;
            self.cut_back();
            BenchError::File { path: self.path.clone(), error }
        })
    }
}

/// Creates the folder of a run, which must be new or empty.
pub(super) fn make(path: &Path) -> Result<(), BenchError> {
    fs::create_dir_all(path).map_err(BenchError::file(path))?;
    match fs::read_dir(path).map_err(BenchError::file(path))?.next() {
        None => Ok(()),
        Some(_) => Err(BenchError::NotEmpty(path.to_owned())),
    }
}
