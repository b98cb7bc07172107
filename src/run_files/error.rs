//! Why a file of a run cannot be used.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A file of a run cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("{}: {error}; expected the folder of a run", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It holds something that cannot be.
    #[error("{}: {invalid}", .path.display())]
    Invalid {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        invalid: Invalid,
    },
}

/// A value that cannot be, at a key of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct Invalid {
    /// The key, with those that it is in: `plan.corpora[0]`.
    pub key: String,
    /// The value and what would be accepted.
    pub problem: String,
}

impl Invalid {
    /// A value at a key, and what was expected there.
    #[must_use]
    pub fn new(key: &str, value: impl fmt::Display, expected: impl fmt::Display) -> Self {
        Self { key: key.to_owned(), problem: format!("{value}; expected {expected}") }
    }

    /// The same in a part of the file.
    #[must_use]
    pub fn within(self, key: &str) -> Self {
        Self { key: format!("{key}.{}", self.key), ..self }
    }

    /// The same at a file.
    #[must_use]
    pub fn at(self, path: &Path) -> FileError {
        FileError::Invalid { path: path.to_owned(), invalid: self }
    }
}

/// Reads a value that may be `null` and must be there. Without this, serde takes a missing key for
/// `null`.
pub(super) fn required<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}

/// The bytes of a file.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    std::fs::read(path).map_err(|error| FileError::Read { path: path.to_owned(), error })
}

/// Parses JSON, and says at which key it does not hold what it should.
pub(super) fn from_json<T: DeserializeOwned>(text: &[u8]) -> Result<T, Invalid> {
    let json = &mut serde_json::Deserializer::from_slice(text);
    let parsed = serde_path_to_error::deserialize(&mut *json);
    let value = parsed.map_err(|error| Invalid {
        key: error.path().to_string(),
        problem: error.into_inner().to_string(),
    })?;
    json.end().map_err(|error| Invalid { key: ".".to_owned(), problem: error.to_string() })?;
    Ok(value)
}
