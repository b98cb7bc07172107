//! Whether the files of a run are whole: as far as its checkpoint says, and as they were written.

use super::checkpoint::{self, Checkpoint, GROWING};
use super::compress::{Compress, skip_header, stored_name, unpack};
use super::error::{FileError, Invalid};
use super::meta::Meta;
use super::windows::{self, WindowRow};
use crate::text::{counted, hexadecimal};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};

/// How much of the growing files belongs to whole windows. What is behind it is not read: a window
/// that is being written, or that was cut.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// By file of [`GROWING`]; empty where a run has no checkpoint, whose files are whole.
    lengths: Vec<u64>,
    /// Whole windows.
    pub windows: Option<u64>,
    /// How the large files are compressed.
    compress: Option<Compress>,
}

impl Extent {
    /// The extent of a run by its checkpoint.
    ///
    /// # Errors
    /// [`FileError`] if the checkpoint cannot be used, or a file is shorter than it says.
    pub fn read(folder: &Path, meta: &Meta) -> Result<Self, FileError> {
        let compress = meta.plan.compress;
        if !folder.join(checkpoint::FILE).exists() && meta.finished.is_some() {
            return Ok(Self { compress, ..Self::default() });
        }
        let Checkpoint { lengths, windows, .. } = Checkpoint::read(folder, meta)?;
        for (name, &length) in GROWING.iter().zip(&lengths) {
            let path = folder.join(&*stored_name(name, compress));
            let read = std::fs::metadata(&path);
            let is = read.map_err(|error| FileError::Read { path: path.clone(), error })?.len();
            if is < length {
                let expected = format!("at least {length}: the file was cut");
                return Err(Invalid::new("length", format!("{is} bytes"), expected).at(&path));
            }
        }
        Ok(Self { lengths, windows: Some(windows), compress })
    }

    /// The path of a file of the run, as it is stored.
    #[must_use]
    pub fn path(&self, folder: &Path, name: &str) -> PathBuf {
        folder.join(&*stored_name(name, self.compress))
    }

    /// The bytes of a file, as it is stored, that belong to whole windows.
    #[must_use]
    pub fn length(&self, name: &str) -> u64 {
        let place = GROWING.iter().position(|&known| known == name);
        place.and_then(|place| self.lengths.get(place)).copied().unwrap_or(u64::MAX)
    }

    /// Opens a file of the run, up to the end of its whole windows. What is compressed is
    /// decompressed.
    ///
    /// # Errors
    /// If the system does not open it.
    pub fn open(&self, folder: &Path, name: &str) -> io::Result<Box<dyn Read + Send>> {
        unpack(name, self.open_stored(folder, name)?, self.compress)
    }

    /// The same as it is stored.
    fn open_stored(&self, folder: &Path, name: &str) -> io::Result<io::Take<File>> {
        Ok(File::open(self.path(folder, name))?.take(self.length(name)))
    }
}

/// Compares the rows of every window with the checksum that was written with them. Returns the number
/// of windows; none where an earlier build wrote none.
///
/// # Errors
/// [`FileError`] names the file and the window.
pub fn windows(folder: &Path, extent: &Extent) -> Result<Option<u64>, FileError> {
    if extent.lengths.len() < GROWING.len() {
        return Ok(None);
    }
    let path = folder.join(windows::FILE);
    let unread = |error: io::Error| FileError::Read { path: path.clone(), error };
    let wrong = |problem: String| Invalid { key: "rows".to_owned(), problem }.at(&path);
    let mut files = Vec::new();
    for name in &GROWING[..4] {
        let file = BufReader::new(extent.open_stored(folder, name).map_err(unread)?);
        files.push(skip_header(name, file, extent.compress).map_err(unread)?);
    }
    let rows = csv::Reader::from_reader(extent.open(folder, windows::FILE).map_err(unread)?);
    let mut count = 0;
    for row in rows.into_deserialize::<WindowRow>() {
        let row = row.map_err(|error| wrong(error.to_string()))?;
        let mut hash = crc32fast::Hasher::new();
        for (file, bytes) in files.iter_mut().zip(row.bytes()) {
            let _ = io::copy(&mut file.take(bytes), &mut Checksum(&mut hash)).map_err(unread)?;
        }
        if row.window != count || hexadecimal(&hash.finalize().to_be_bytes()) != row.crc32 {
            let problem =
                "their checksum is another; expected them as they were written".to_owned();
            return Err(Invalid { key: format!("rows of window {count}"), problem }.at(folder));
        }
        count += 1;
    }
    if extent.windows != Some(count) {
        let windows = extent.windows.unwrap_or_default();
        let windows_found = counted(count, "window");
        return Err(wrong(format!("{windows_found}; expected {windows}, as the checkpoint says")));
    }
    for (file, name) in files.iter_mut().zip(GROWING) {
        if !file.fill_buf().map_err(unread)?.is_empty() {
            let problem = "rows that belong to no window; expected none".to_owned();
            let path = extent.path(folder, name);
            return Err(Invalid { key: "rows".to_owned(), problem }.at(&path));
        }
    }
    Ok(Some(count))
}

/// A checksum of the bytes that are written to it.
struct Checksum<'a>(&'a mut crc32fast::Hasher);

impl io::Write for Checksum<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
