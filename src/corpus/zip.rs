//! Zip archives: the files in them, each read as a stream.
//!
//! Crate `zip` reads the directory of the archive. A member is then read as a stream from its
//! position in the file, so that no archive stays open; its length and checksum are compared at its
//! end.

use super::compression::Compression;
use super::concatenated::Trailing;
use super::error::ErrorKind;
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
    /// What follows the archive, if this is its last member.
    pub(super) trailing: Option<Trailing>,
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

/// Whether the file is a zip archive.
pub(super) fn is_zip(path: &Path) -> bool {
    let mut magic = [0; 4];
    let is_file = path.metadata().is_ok_and(|data| data.is_file());
    is_file
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut magic).is_ok())
        && matches!(&magic, b"PK\x03\x04" | b"PK\x05\x06")
}

/// A file in an archive: its name, and the member or why it cannot be read.
pub(super) type Entry = (String, Result<Member, String>);

/// The files in an archive, in its order, without folders.
///
/// # Errors
/// If the archive cannot be opened, or its directory is damaged.
pub(super) fn entries(path: &Path) -> Result<Vec<Entry>, ErrorKind> {
    let file = File::open(path).map_err(ErrorKind::Open)?;
    let damaged = |error| match error {
        ZipError::Io(error) if error.raw_os_error().is_some() => ErrorKind::Read(error),
        error => ErrorKind::Corrupt(Compression::Zip, io::Error::other(error)),
    };
    let mut archive = ZipArchive::new(file).map_err(damaged)?;
    let mut entries = Vec::new();
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index).map_err(damaged)?;
        if entry.is_dir() {
            continue;
        }
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        let is_deflated = entry.compression() == CompressionMethod::Deflated;
        let is_read = is_deflated || entry.compression() == CompressionMethod::Stored;
        let member = match entry.data_start() {
            Some(start) if is_read && !entry.encrypted() => Ok(Member {
                archive: path.to_owned(),
                name: name.clone(),
                is_deflated,
                start,
                stored: entry.compressed_size(),
                size: entry.size(),
                checksum: entry.crc32(),
                trailing: None,
            }),
            _ if entry.encrypted() => Err("encrypted: unpack the archive (unzip)".to_owned()),
            _ => Err(format!(
                "compressed by {}, expected deflate: unpack the archive",
                entry.compression()
            )),
        };
        entries.push((name, member));
    }
    Ok(entries)
}

/// What follows the end of an archive, if that is more than zeros.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn trailing(path: &Path) -> io::Result<Option<Trailing>> {
    const END: usize = 22;
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    // The end of the archive, its comment, and some bytes behind it.
    let start = length.saturating_sub(LOOKED_AT);
    let _ = file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    let _ = file.read_to_end(&mut bytes)?;
    let Some(at) = memchr::memmem::rfind(&bytes, b"PK\x05\x06") else { return Ok(None) };
    let Some(&[low, high]) = bytes.get(at + 20..at + END).and_then(|length| length.first_chunk())
    else {
        return Ok(None);
    };
    let end = at + END + usize::from(u16::from_le_bytes([low, high]));
    let rest = bytes.get(end..).unwrap_or_default();
    let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
    let rest = &rest[zeros..];
    let what = || Trailing::of(Compression::Zip, &rest[..rest.len().min(64)], rest.len() as u64);
    Ok((!rest.is_empty()).then(what))
}

/// The number of bytes at the end of a file in which the end of the archive is looked for.
const LOOKED_AT: u64 = 1 << 20;
