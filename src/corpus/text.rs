//! The text in the stored bytes: decompressed, and as UTF-8.

use super::compression::{Compression, MAGIC};
use super::concatenated::{Concatenated, Trailing};
use super::utf16::Utf16;
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

/// Decompressed text.
pub(super) struct Text {
    pub(super) bytes: Box<dyn Read + Send>,
    pub(super) compression: Option<Compression>,
    /// What follows the compressed data, known at their end.
    pub(super) trailing: Arc<OnceLock<Trailing>>,
}

/// Detects compression by the first bytes and decompresses. Then converts UTF-16 to UTF-8
/// if the content begins with its byte order mark.
///
/// # Errors
/// Together with the compression, if it was recognised before.
pub(super) fn text(
    mut input: impl Read + Send + 'static,
) -> Result<Text, (io::Error, Option<Compression>)> {
    let mut magic = Vec::with_capacity(MAGIC);
    let _ = input.by_ref().take(MAGIC as u64).read_to_end(&mut magic).map_err(|e| (e, None))?;
    let compression = Compression::of(&magic);
    let whole = io::Cursor::new(magic).chain(input);
    let trailing = Arc::new(OnceLock::new());
    let failed = |error| (error, compression);
    let mut bytes: Box<dyn Read + Send> = match compression {
        None => Box::new(whole),
        Some(compression) => {
            Box::new(Concatenated::new(compression, whole, Arc::clone(&trailing)).map_err(failed)?)
        }
    };
    let mut mark = Vec::with_capacity(2);
    let _ = bytes.by_ref().take(2).read_to_end(&mut mark).map_err(failed)?;
    let bytes: Box<dyn Read + Send> = match Utf16::after(&mark, bytes) {
        Ok(decoder) => Box::new(decoder),
        Err(bytes) => Box::new(io::Cursor::new(mark).chain(bytes)),
    };
    Ok(Text { bytes, compression, trailing })
}
