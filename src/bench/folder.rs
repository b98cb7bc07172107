//! The folder of a run: its files, written window by window.

use super::error::BenchError;
use crate::run_files::checkpoint::{self, Checkpoint, GROWING};
use crate::run_files::field::header;
use crate::run_files::replace::sync_folder;
use crate::run_files::{blocks, puzzles, rejected, runs};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The rows for the files [`GROWING`], one buffer per file, in that order.
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
    /// The checkpoint of complete windows that the checkpoint on the disk does not name yet.
    pending: Option<Checkpoint>,
    /// When the checkpoint on the disk was replaced.
    saved: Instant,
}

/// The checkpoint is replaced at most this often, because each time all files are synced. A crash
/// costs at most the windows of this time.
const PERIOD: Duration = Duration::from_secs(1);

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
        let files = GROWING.into_iter().map(create).collect::<Result<_, _>>()?;
        let mut folder = Self::with(path, files, vec![0; GROWING.len()])?;
        folder.commit(&rows, first.clone())?;
        folder.save()?;
        // Also the names of the files and of the folder survive a crash of the machine.
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        for folder in [path, parent.unwrap_or(Path::new("."))] {
            sync_folder(folder).map_err(BenchError::file(folder))?;
        }
        Ok(folder)
    }

    /// Opens the files of a resumed run, and cuts off everything after the last complete
    /// window.
    pub(super) fn reopen(path: &Path, checkpoint: &Checkpoint) -> Result<Self, BenchError> {
        let mut files = Vec::new();
        for name in GROWING {
            let file = path.join(name);
            let opened = OpenOptions::new().append(true).open(&file);
            files.push(opened.map_err(BenchError::file(&file))?);
        }
        let folder = Self::with(path, files, checkpoint.lengths.clone())?;
        for (name, (file, &length)) in GROWING.iter().zip(folder.files.iter().zip(&folder.lengths))
        {
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
        Ok(Self { path: path.to_owned(), files, lengths, pending: None, saved: Instant::now() })
    }

    /// Appends rows to all files, or to none: a failure leaves the files unchanged.
    fn append(&mut self, rows: &Rows) -> Result<(), BenchError> {
        let mut written = self.files.iter_mut().zip(rows.in_order()).zip(GROWING);
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

    /// Appends the rows of a window, and records from time to time that it and those before it are
    /// complete. This function fills in the checkpoint's lengths.
    pub(super) fn commit(
        &mut self,
        rows: &Rows,
        mut checkpoint: Checkpoint,
    ) -> Result<(), BenchError> {
        self.append(rows)?;
        checkpoint.lengths.clone_from(&self.lengths);
        self.pending = Some(checkpoint);
        if self.saved.elapsed() >= PERIOD { self.save() } else { Ok(()) }
    }

    /// Records that all windows so far are complete. A checkpoint never names bytes that are not on
    /// the disk.
    pub(super) fn save(&mut self) -> Result<(), BenchError> {
        let Some(checkpoint) = &self.pending else { return Ok(()) };
        for (file, name) in self.files.iter().zip(GROWING) {
            file.sync_data().map_err(BenchError::file(&self.path.join(name)))?;
        }
        let path = self.path.join(checkpoint::FILE);
        checkpoint.write(&self.path).map_err(BenchError::file(&path))?;
        self.pending = None;
        self.saved = Instant::now();
        Ok(())
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
