//! Zip archives: every member that contains puzzles is a corpus.
//!
//! The crate `zip` reads the directory of the archive. A member is then read as a stream from its
//! position in the file, so the archive does not stay open. The length and checksum of the member are
//! compared at its end.

use super::compression::Compression;
use super::error::{CorpusError, ErrorKind};
use super::reader::ReadOptions;
use super::source::Source;
use super::window::Window;
use flate2::CrcReader;
use flate2::read::DeflateDecoder;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

/// A member of a zip archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    archive: PathBuf,
    name: String,
    is_deflated: bool,
    /// The position and length of its compressed data in the archive.
    start: u64,
    stored: u64,
    /// The length and checksum of the inflated data.
    size: u64,
    checksum: u32,
}

impl Member {
    /// Its path in the archive.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The archive.
    #[must_use]
    pub fn archive(&self) -> &Path {
        &self.archive
    }

    /// Its length.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn open(&self) -> io::Result<MemberReader> {
        let mut file = File::open(&self.archive)?;
        let _ = file.seek(SeekFrom::Start(self.start))?;
        let stored = BufReader::with_capacity(1 << 16, file).take(self.stored);
        let bytes: Box<dyn Read + Send> = match self.is_deflated {
            true => Box::new(DeflateDecoder::new(stored)),
            false => Box::new(stored),
        };
        Ok(MemberReader { bytes: CrcReader::new(bytes), size: self.size, checksum: self.checksum })
    }
}

/// A member as a stream.
pub(super) struct MemberReader {
    bytes: CrcReader<Box<dyn Read + Send>>,
    size: u64,
    checksum: u32,
}

impl Read for MemberReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.bytes.read(buffer)?;
        if bytes == 0 && !buffer.is_empty() {
            let crc = self.bytes.crc();
            if u64::from(crc.amount()) < self.size & 0xffff_ffff {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if crc.sum() != self.checksum {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "wrong checksum"));
            }
        }
        Ok(bytes)
    }
}

/// The content of an archive.
#[derive(Debug, Default)]
pub struct Members {
    /// The members that contain puzzles, in the order of the archive.
    pub corpora: Vec<Source>,
    /// The paths of the members without puzzles, or of an unsupported kind, with
    /// the reason.
    pub passed_over: Vec<(String, String)>,
}

/// Whether the file is a zip archive.
pub(super) fn is_zip(path: &Path) -> bool {
    let mut magic = [0; 4];
    let is_file = path.metadata().is_ok_and(|data| data.is_file());
    is_file
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut magic).is_ok())
        && matches!(&magic, b"PK\x03\x04" | b"PK\x05\x06")
}

/// The members of an archive.
pub(super) fn members(path: &Path, options: &ReadOptions) -> Result<Members, CorpusError> {
    let source = Source::File(path.to_owned());
    let file = File::open(path).map_err(|error| source.error(None, ErrorKind::Open(error)))?;
    let damaged = |error| match error {
        ZipError::Io(error) if error.raw_os_error().is_some() => ErrorKind::Read(error),
        error => ErrorKind::Corrupt(Compression::Zip, io::Error::other(error)),
    };
    let mut archive = ZipArchive::new(file).map_err(|error| source.error(None, damaged(error)))?;
    let mut members = Members::default();
    for index in 0..archive.len() {
        let entry =
            archive.by_index_raw(index).map_err(|error| source.error(None, damaged(error)))?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if entry.is_dir() || is_hidden(&name) {
            continue;
        }
        let is_deflated = entry.compression() == CompressionMethod::Deflated;
        let is_read = is_deflated || entry.compression() == CompressionMethod::Stored;
        let Some(start) = entry.data_start().filter(|_| is_read && !entry.encrypted()) else {
            let reason = match entry.encrypted() {
                true => "encrypted: unpack the archive (unzip)".to_owned(),
                false => format!(
                    "compressed by {}, expected deflate: unpack the archive",
                    entry.compression()
                ),
            };
            members.passed_over.push((name, reason));
            continue;
        };
        let member = Member {
            archive: path.to_owned(),
            name: name.clone(),
            is_deflated,
            start,
            stored: entry.compressed_size(),
            size: entry.size(),
            checksum: entry.crc32(),
        };
        let corpus = Source::Member(Box::new(member));
        match reason_to_pass_over(&corpus, options)? {
            None => members.corpora.push(corpus),
            Some(reason) => members.passed_over.push((name, reason)),
        }
    }
    Ok(members)
}

/// Extra files that archivers and file managers add.
fn is_hidden(name: &str) -> bool {
    name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX")
}

/// The reason for skipping a member; `None` if it contains a puzzle.
fn reason_to_pass_over(
    corpus: &Source,
    options: &ReadOptions,
) -> Result<Option<String>, CorpusError> {
    let mut window = Window::new();
    let holds_none = corpus.open_with(options).and_then(|mut reader| {
        while window.is_empty() && reader.read_window(1, &mut window)? {}
        Ok(window.is_empty())
    });
    match holds_none {
        Ok(holds_none) => Ok(holds_none.then(|| "no puzzle found in it".to_owned())),
        Err(CorpusError { kind: kind @ ErrorKind::Refused { .. }, .. }) => {
            Ok(Some(kind.to_string()))
        }
        Err(error) => Err(error),
    }
}
