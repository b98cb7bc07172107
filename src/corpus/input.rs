//! The bytes of a corpus as stored: counted, and optionally hashed.

use super::error::{CorpusError, ErrorKind};
use super::pipe::Pipe;
use super::source::Source;
use super::zip::MemberReader;
use crate::text::hexadecimal;
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stored bytes, before decompression. Clones share them: each byte is read once.
#[derive(Clone)]
pub(super) struct Input {
    bytes: Arc<Mutex<Bytes>>,
    account: Arc<Mutex<Account>>,
}

enum Bytes {
    File(File),
    Stdin(io::Stdin),
    Pipe(Pipe),
    Bundled(&'static [u8]),
    Memory(io::Cursor<Arc<[u8]>>),
    Member(MemberReader),
}

/// The count, checksum and hash of the bytes read so far.
#[derive(Default)]
pub(super) struct Account {
    pub(super) bytes: u64,
    pub(super) at_end: bool,
    pub(super) checksum: Option<crc32fast::Hasher>,
    hash: Option<Sha256>,
}

/// What is computed of the bytes while they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    Nothing,
    Checksum,
    Digest,
}

/// What tells the bytes of a source from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digest {
    /// The SHA-256 in hexadecimal: what identifies a corpus to people and other programs.
    pub sha256: String,
    /// The CRC-32 (as of gzip): what a reader compares, because it takes less time.
    pub crc32: u32,
}

impl Input {
    /// Opens a source. With `stop`, a pipe ends when that is set.
    fn open(source: &Source, takes: Takes, stop: Option<&Arc<AtomicBool>>) -> io::Result<Self> {
        let bytes = match (source, stop) {
            (Source::Bundled(bundled), _) => Bytes::Bundled(bundled.bytes),
            (Source::Member(member), _) => Bytes::Member(member.open()?),
            (Source::Memory(_, bytes), _) => Bytes::Memory(io::Cursor::new(Arc::clone(bytes))),
            (Source::Stdin, Some(stop)) => Bytes::Pipe(Pipe::new(io::stdin(), Arc::clone(stop))?),
            (Source::Stdin, None) => Bytes::Stdin(io::stdin()),
            (Source::File(path), Some(stop)) if source.is_pipe() => {
                Bytes::Pipe(Pipe::new(File::open(path)?, Arc::clone(stop))?)
            }
            (Source::File(path), _) => Bytes::File(File::open(path)?),
        };
        let account = Account {
            checksum: (takes != Takes::Nothing).then(crc32fast::Hasher::new),
            hash: (takes == Takes::Digest).then(Sha256::new),
            ..Account::default()
        };
        Ok(Self { bytes: Arc::new(Mutex::new(bytes)), account: Arc::new(Mutex::new(account)) })
    }

    /// Reads all that is left, for the checksum.
    pub(super) fn read_rest(&mut self) -> io::Result<()> {
        let mut buffer = vec![0; 1 << 18];
        loop {
            match self.read(&mut buffer) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The account of what is read, kept while others own the input.
    pub(super) fn account(&self) -> Arc<Mutex<Account>> {
        Arc::clone(&self.account)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = match &mut *lock(&self.bytes) {
            Bytes::File(file) => file.read(buffer)?,
            Bytes::Stdin(stdin) => stdin.read(buffer)?,
            Bytes::Pipe(pipe) => pipe.read(buffer)?,
            Bytes::Bundled(bytes) => bytes.read(buffer)?,
            Bytes::Memory(bytes) => bytes.read(buffer)?,
            Bytes::Member(member) => member.read(buffer)?,
        };
        let mut account = lock(&self.account);
        account.bytes += bytes as u64;
        account.at_end |= bytes == 0 && !buffer.is_empty();
        if let Some(checksum) = &mut account.checksum {
            checksum.update(&buffer[..bytes]);
        }
        if let Some(hash) = &mut account.hash {
            hash.update(&buffer[..bytes]);
        }
        Ok(bytes)
    }
}

impl Source {
    /// The digest of the bytes as stored (of a zip archive's member: of its content); none for
    /// a pipe.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn digest(&self) -> Result<Option<Digest>, CorpusError> {
        if self.is_pipe() {
            return Ok(None);
        }
        let mut input = self.input(Takes::Digest, None)?;
        input.read_rest().map_err(|error| self.error(None, ErrorKind::Read(error)))?;
        let account = std::mem::take(&mut *lock(&input.account()));
        Ok(account.hash.zip(account.checksum).map(|(hash, checksum)| Digest {
            sha256: hexadecimal(&hash.finalize()),
            crc32: checksum.finalize(),
        }))
    }

    /// Opens the bytes. With `stop`, a pipe ends when that is set.
    pub(super) fn input(
        &self,
        takes: Takes,
        stop: Option<&Arc<AtomicBool>>,
    ) -> Result<Input, CorpusError> {
        if let Self::File(path) = self
            && path.is_dir()
        {
            return Err(self.error(None, ErrorKind::Folder));
        }
        Input::open(self, takes, stop).map_err(|error| self.error(None, ErrorKind::Open(error)))
    }
}

/// Input and account are consistent at any time, even if their owner panicked.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
