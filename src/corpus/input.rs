//! The bytes of a corpus as stored: counted, and optionally hashed.

use super::error::{CorpusError, ErrorKind};
use super::source::Source;
use super::zip::MemberReader;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
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
    Bundled(&'static [u8]),
    Memory(io::Cursor<Arc<[u8]>>),
    Member(MemberReader),
}

/// The count and hash of the bytes read so far.
#[derive(Default)]
pub(super) struct Account {
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
        let account = Account { hash: hashes.then(Sha256::new), ..Account::default() };
        Ok(Self { bytes: Arc::new(Mutex::new(bytes)), account: Arc::new(Mutex::new(account)) })
    }

    /// Reads all that is left, for the hash.
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
            Bytes::Bundled(bytes) => bytes.read(buffer)?,
            Bytes::Memory(bytes) => bytes.read(buffer)?,
            Bytes::Member(member) => member.read(buffer)?,
        };
        let mut account = lock(&self.account);
        account.bytes += bytes as u64;
        account.at_end |= bytes == 0 && !buffer.is_empty();
        if let Some(hash) = &mut account.hash {
            hash.update(&buffer[..bytes]);
        }
        Ok(bytes)
    }
}

impl Source {
    /// The SHA-256 of the bytes as stored (of a zip archive's member: of its content), in
    /// hexadecimal; none for what can be read only once (stdin, a pipe: see [`Reader::sha256`](super::Reader::sha256)).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn sha256(&self) -> Result<Option<String>, CorpusError> {
        if self.size().is_none() && !matches!(self, Self::File(path) if !path.exists()) {
            return Ok(None);
        }
        let mut input = self.input(true)?;
        input.read_rest().map_err(|error| self.error(None, ErrorKind::Read(error)))?;
        let hash = lock(&input.account()).hash.take();
        Ok(hash.map(hexadecimal))
    }

    pub(super) fn input(&self, hashes: bool) -> Result<Input, CorpusError> {
        if let Self::File(path) = self
            && path.is_dir()
        {
            return Err(self.error(None, ErrorKind::Folder));
        }
        Input::open(self, hashes).map_err(|error| self.error(None, ErrorKind::Open(error)))
    }
}

/// Input and account are consistent at any time, even if their owner panicked.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A hash as 64 hexadecimal digits.
pub(super) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
