//! Paths in JSON, without loss: as text, or as bytes where they are not UTF-8.

use crate::text::hexadecimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::PathBuf;

/// A path in JSON: a text, or `{"bytes": "..."}` in hexadecimal where it is not UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct StoredPath(pub PathBuf);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    Bytes { bytes: String },
}

impl From<StoredPath> for Form {
    fn from(StoredPath(path): StoredPath) -> Self {
        match path.to_str() {
            Some(text) => Self::Text(text.to_owned()),
            None => Self::Bytes { bytes: hexadecimal(path.as_os_str().as_encoded_bytes()) },
        }
    }
}

impl TryFrom<Form> for StoredPath {
    type Error = &'static str;

    fn try_from(form: Form) -> Result<Self, Self::Error> {
        match form {
            Form::Text(text) => Ok(Self(text.into())),
            Form::Bytes { bytes } => of_bytes(&bytes).map(Self).ok_or(
                "no path in hexadecimal, or one of another system; expected pairs of 0-9 and a-f",
            ),
        }
    }
}

/// The path of bytes in hexadecimal; none where the system has no paths of bytes.
#[cfg(unix)]
fn of_bytes(text: &str) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    let byte = |at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(byte).collect();
    Some(std::ffi::OsString::from_vec(bytes?).into())
}

#[cfg(not(unix))]
fn of_bytes(_: &str) -> Option<PathBuf> {
    None
}

pub(super) fn serialize<S: Serializer>(
    paths: &[PathBuf],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(paths.iter().map(|path| StoredPath(path.clone())))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<PathBuf>, D::Error> {
    let paths = Vec::<StoredPath>::deserialize(deserializer)?;
    Ok(paths.into_iter().map(|StoredPath(path)| path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_as_they_are_written() {
        let mut paths = vec![PathBuf::from("a b.txt"), PathBuf::from("\u{e4}")];
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStringExt as _;
            paths.push(std::ffi::OsString::from_vec(b"puzz\xe9.txt".to_vec()).into());
        }
        for path in paths {
            let json = serde_json::to_string(&StoredPath(path.clone())).expect("JSON");
            assert_eq!(serde_json::from_str::<StoredPath>(&json).expect("a path").0, path);
        }
        for text in ["{\"bytes\": \"7\"}", "{\"bytes\": \"\u{e4}\"}", "{\"bytes\": \"xx\"}", "7"] {
            assert!(serde_json::from_str::<StoredPath>(text).is_err(), "{text}");
        }
    }
}
