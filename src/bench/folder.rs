//! The folder of a run: its files, written window by window.

use super::error::BenchError;
use super::new_folder::Place;
use crate::run_files::checkpoint::{self, Checkpoint, GROWING};
use crate::run_files::compress::{Compress, pack, stored_name};
use crate::run_files::field::header;
use crate::run_files::meta::{META_FILE, Meta};
use crate::run_files::plan::Plan;
use crate::run_files::{blocks, puzzles, rejected, runs, windows};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The rows for the files [`GROWING`], one buffer per file, in that order.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) runs: Vec<u8>,
    pub(crate) blocks: Vec<u8>,
    pub(crate) puzzles: Vec<u8>,
    pub(crate) rejected: Vec<u8>,
    /// The folder fills it in.
    windows: Vec<u8>,
}

impl Rows {
    /// Empties all buffers.
    pub(crate) fn clear(&mut self) {
        self.runs.clear();
        self.blocks.clear();
        self.puzzles.clear();
        self.rejected.clear();
        self.windows.clear();
    }

    fn in_order(&self) -> [&[u8]; GROWING.len()] {
        [&self.runs, &self.blocks, &self.puzzles, &self.rejected, &self.windows]
    }

    /// Compresses the rows of the large files.
    fn pack(&mut self, compress: Option<Compress>) -> io::Result<()> {
        pack(&mut self.runs, compress)?;
        pack(&mut self.puzzles, compress)
    }

    /// Appends other rows.
    fn add(&mut self, rows: &Self) {
        self.runs.extend_from_slice(&rows.runs);
        self.blocks.extend_from_slice(&rows.blocks);
        self.puzzles.extend_from_slice(&rows.puzzles);
        self.rejected.extend_from_slice(&rows.rejected);
        self.windows.extend_from_slice(&rows.windows);
    }

    /// The header lines of a new run.
    fn headers(plan: &Plan) -> Self {
        let mut columns = runs::COLUMNS.to_vec();
        if plan.solutions {
            columns.push(runs::SOLUTION.name);
        }
        Self {
            runs: header(&columns),
            blocks: header(&blocks::COLUMNS),
            puzzles: header(&puzzles::COLUMNS),
            rejected: header(&rejected::COLUMNS),
            windows: header(&windows::COLUMNS),
        }
    }
}

/// The folder of a run. No other process writes to it.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// What a new run has before its folder is made.
    unmade: Option<Unmade>,
    /// The folder of a shard, until it is whole.
    unpublished: Option<Unpublished>,
    files: Vec<File>,
    /// How the large files are compressed.
    compress: Option<Compress>,
    /// The length of each file in bytes, up to the last complete window.
    lengths: Vec<u64>,
    /// Whether there are complete windows that the checkpoint on the disk does not name.
    is_ahead: bool,
    /// When the checkpoint on the disk was replaced.
    saved: Instant,
}

/// A folder that nobody sees yet. If it is dropped, it is removed.
#[derive(Debug)]
pub(crate) struct Unpublished {
    place: Place,
    hidden: TempDir,
}

impl Unpublished {
    /// Gives the folder its name, which is returned.
    pub(crate) fn publish(self) -> Result<PathBuf, BenchError> {
        self.place.publish(self.hidden)
    }
}

/// What a new run has before its folder is made.
#[derive(Debug)]
struct Unmade {
    place: Place,
    meta: Meta,
    /// The headers, and rejected lines before the first row of `runs.csv`.
    rows: Rows,
}

/// The checkpoint is replaced at most this often, because each time all files are synced. A crash
/// costs at most the windows of this time.
const PERIOD: Duration = Duration::from_secs(1);

/// The folder is also made before the first puzzle when the rejected lines reach this many bytes.
const MOST_REJECTED: usize = 1 << 20;

impl Folder {
    /// The folder of a new run. It is made with its first rows.
    pub(crate) fn new(path: &Path, place: Place, meta: &Meta) -> Result<Self, BenchError> {
        let mut rows = Rows::headers(&meta.plan);
        rows.pack(meta.plan.compress).map_err(BenchError::file(path))?;
        let unmade = Some(Unmade { place, meta: meta.clone(), rows });
        let folder = Self::with(path, Vec::new(), vec![0; GROWING.len()], meta.plan.compress);
        Ok(Self { unmade, ..folder })
    }

    /// Opens the files of a resumed run, and cuts off everything after the last complete
    /// window.
    pub(crate) fn reopen(
        path: &Path,
        checkpoint: &Checkpoint,
        compress: Option<Compress>,
    ) -> Result<Self, BenchError> {
        let refused = |reason| BenchError::Refused { path: path.to_owned(), reason };
        if checkpoint.lengths.len() < GROWING.len() {
            let reason = "an earlier build began it, without checksums of its rows";
            return Err(refused(reason.to_owned()));
        }
        let files = open(path, false, compress)?;
        lock(path, &files)?;
        let folder = Self::with(path, files, checkpoint.lengths.clone(), compress);
        for (name, (file, &length)) in GROWING.iter().zip(folder.files.iter().zip(&folder.lengths))
        {
            let at = folder.path_of(name);
            if file.metadata().map_err(BenchError::file(&at))?.len() < length {
                let name = stored_name(name, compress);
                let reason = format!("{name} is shorter than the {length} bytes once written");
                return Err(refused(reason));
            }
            cut(file, length).map_err(BenchError::file(&at))?;
        }
        Ok(folder)
    }

    fn with(path: &Path, files: Vec<File>, lengths: Vec<u64>, compress: Option<Compress>) -> Self {
        let (path, saved) = (path.to_owned(), Instant::now());
        let (unmade, unpublished, is_ahead) = (None, None, false);
        Self { path, unmade, unpublished, files, compress, lengths, is_ahead, saved }
    }

    /// The path of a file, as it is stored.
    fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(&*stored_name(name, self.compress))
    }

    /// The folder, if it is made.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.unmade.is_none().then_some(&self.path)
    }

    /// The folder of a shard, to give it its name when all is written. Its files are closed.
    pub(crate) fn into_unpublished(self) -> Option<Unpublished> {
        self.unpublished
    }

    /// Makes the folder of a new run, with the headers and the first rows in its files.
    fn make(
        &mut self,
        unmade: Unmade,
        checkpoint: impl FnOnce() -> Checkpoint,
    ) -> Result<(), BenchError> {
        let hidden = unmade.place.hidden()?;
        let published = std::mem::replace(&mut self.path, hidden.path().to_owned());
        let made = (|| {
            self.files = open(hidden.path(), true, self.compress)?;
            lock(hidden.path(), &self.files)?;
            self.append(&unmade.rows)?;
            self.is_ahead = true;
            self.save(checkpoint)?;
            let meta = hidden.path().join(META_FILE);
            unmade.meta.write(hidden.path()).map_err(BenchError::file(&meta))
        })();
        let made = made.and_then(|()| match unmade.place.is_at_end() {
            true => Ok(Err(hidden)),
            false => self.publish(&unmade.place, hidden).map(Ok),
        });
        match made {
            Ok(Ok(path)) => self.path = path,
            Ok(Err(hidden)) => {
                self.unpublished = Some(Unpublished { place: unmade.place, hidden });
            }
            Err(error) => {
                let hidden = std::mem::replace(&mut self.path, published);
                self.unmade = Some(unmade);
                self.is_ahead = false;
                return Err(error.renamed(&hidden, &self.path));
            }
        }
        Ok(())
    }

    /// Gives the hidden folder its name. Windows renames no folder with open files in it.
    fn publish(&mut self, place: &Place, hidden: TempDir) -> Result<PathBuf, BenchError> {
        if cfg!(windows) {
            self.files.clear();
        }
        let path = place.publish(hidden)?;
        if cfg!(windows) {
            self.files = open(&path, false, self.compress)?;
        }
        Ok(path)
    }

    /// Appends rows to all files, or to none: a failure leaves the files unchanged.
    fn append(&mut self, rows: &Rows) -> Result<(), BenchError> {
        let mut written = self.files.iter().zip(rows.in_order()).zip(GROWING);
        let written = written.try_for_each(|((mut file, rows), name)| {
            file.write_all(rows).map_err(BenchError::file(&self.path_of(name)))
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
            let _ = cut(file, length);
        }
    }

    /// Appends the rows of a window, or nothing if that fails. Before the folder is made, they are kept.
    pub(crate) fn append_window(&mut self, rows: &mut Rows, window: u64) -> Result<(), BenchError> {
        rows.pack(self.compress).map_err(BenchError::file(&self.path))?;
        let files = [&*rows.runs, &rows.blocks, &rows.puzzles, &rows.rejected];
        windows::push_row(&mut rows.windows, window, files);
        if let Some(unmade) = &mut self.unmade {
            unmade.rows.add(rows);
            return Ok(());
        }
        self.append(rows)?;
        self.is_ahead = true;
        Ok(())
    }

    /// Records from time to time that the windows so far are complete. The first time it makes the
    /// folder, if they hold a puzzle. The checkpoint, which takes time for many corpora, is made only
    /// when it is due; this function fills in its lengths.
    pub(crate) fn commit(
        &mut self,
        has_puzzles: bool,
        checkpoint: impl FnOnce() -> Checkpoint,
    ) -> Result<(), BenchError> {
        if let Some(unmade) = self.unmade.take() {
            let is_awaited = !has_puzzles && !unmade.place.is_at_end();
            if is_awaited && unmade.rows.rejected.len() < MOST_REJECTED {
                self.unmade = Some(unmade);
                return Ok(());
            }
            return self.make(unmade, checkpoint);
        }
        if self.saved.elapsed() >= PERIOD { self.save(checkpoint) } else { Ok(()) }
    }

    /// Records that all windows so far are complete. A checkpoint never names bytes that are not on
    /// the disk.
    pub(crate) fn save(
        &mut self,
        checkpoint: impl FnOnce() -> Checkpoint,
    ) -> Result<(), BenchError> {
        if !self.is_ahead {
            return Ok(());
        }
        for (file, name) in self.files.iter().zip(GROWING) {
            file.sync_data().map_err(BenchError::file(&self.path_of(name)))?;
        }
        let path = self.path.join(checkpoint::FILE);
        let checkpoint = Checkpoint { lengths: self.lengths.clone(), ..checkpoint() };
        checkpoint.write(&self.path).map_err(BenchError::file(&path))?;
        self.is_ahead = false;
        self.saved = Instant::now();
        Ok(())
    }
}

/// Opens the files of a run, to append to them.
fn open(folder: &Path, is_new: bool, compress: Option<Compress>) -> Result<Vec<File>, BenchError> {
    let open = |name| {
        let path = folder.join(&*stored_name(name, compress));
        let mut options = OpenOptions::new();
        let _ = options.write(true).create_new(is_new);
        let opened = for_one_writer(&mut options).open(&path).and_then(|mut file| {
            let _ = file.seek(SeekFrom::End(0))?;
            Ok(file)
        });
        opened.map_err(|error| match error.raw_os_error() {
            Some(SHARING_VIOLATION) if cfg!(windows) => in_use(folder),
            _ => BenchError::file(&path)(error),
        })
    };
    GROWING.into_iter().map(open).collect()
}

/// Cuts a file to a length; what is written next follows there.
fn cut(mut file: &File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

/// The error of Windows if another process has opened a file for itself.
const SHARING_VIOLATION: i32 = 32;

/// Options of a file that no other process may write while it is open. On Windows a lock would keep
/// readers away, too; elsewhere [`lock`] does this.
fn for_one_writer(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt as _;
        const SHARE_READ: u32 = 1;
        options.share_mode(SHARE_READ)
    }
    #[cfg(not(windows))]
    options
}

/// Locks the folder for this process. The system releases the lock when the process ends.
fn lock(folder: &Path, files: &[File]) -> Result<(), BenchError> {
    if cfg!(not(windows))
        && let Err(TryLockError::WouldBlock) = files[0].try_lock()
    {
        return Err(in_use(folder));
    }
    Ok(())
}

fn in_use(folder: &Path) -> BenchError {
    let reason = "another process is at work on it".to_owned();
    BenchError::Refused { path: folder.to_owned(), reason }
}
