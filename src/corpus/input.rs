//! The bytes of a corpus as stored: counted, and optionally hashed.

use super::source::Source;
use super::zip::MemberReader;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stored bytes, before decompression.
pub(super) struct Input {
    bytes: Bytes,
    tally: Arc<Mutex<Tally>>,
}

enum Bytes {
    File(File),
    Stdin(io::Stdin),
    Bundled(&'static [u8]),
    Memory(io::Cursor<Arc<[u8]>>),
    Member(MemberReader),
}

/// The count and hash of the bytes read so far.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) bytes: u64,
    pub(super) at_end: bool,
    pub(super) hash: Option<Sha256>,
}

impl Input {
    pub(super) fn open(source: &Source, hashes: bool) -> io::Result<Self> {
        let bytes = match source {
            Source::Bundled(bundled) => Bytes::Bundled(bundled.bytes),
            Source::Member(member) => Bytes::Member(member.open()?),
            Source::Memory(_, bytes) => Bytes::Memory(io::Cursor::new(Arc::clone(bytes))),
            Source::Stdin => Bytes::Stdin(io::stdin()),
            Source::File(path) => Bytes::File(File::open(path)?),
        };
        let tally = Tally { hash: hashes.then(Sha256::new), ..Tally::default() };
        Ok(Self { bytes, tally: Arc::new(Mutex::new(tally)) })
    }

    /// The shared count and hash of the read bytes, for use while others own the input.
    pub(super) fn tally(&self) -> Arc<Mutex<Tally>> {
        Arc::clone(&self.tally)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = match &mut self.bytes {
            Bytes::File(file) => file.read(buffer)?,
            Bytes::Stdin(stdin) => stdin.read(buffer)?,
            Bytes::Bundled(bytes) => bytes.read(buffer)?,
            Bytes::Memory(bytes) => bytes.read(buffer)?,
            Bytes::Member(member) => member.read(buffer)?,
        };
        let mut tally = lock(&self.tally);
        tally.bytes += bytes as u64;
        tally.at_end |= bytes == 0 && !buffer.is_empty();
        if let Some(hash) = &mut tally.hash {
            hash.update(&buffer[..bytes]);
        }
        Ok(bytes)
    }
}

/// A tally is consistent at any time, even if its owner panicked.
pub(super) fn lock(tally: &Mutex<Tally>) -> MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A hash as 64 hexadecimal digits.
pub(super) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
