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

/// The byte order mark of UTF-32, which begins with that of UTF-16. It is refused by its name.
const UTF_32: &[u8; 4] = b"\xff\xfe\0\0";

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
    let mut first = Vec::with_capacity(4);
    let _ = bytes.by_ref().take(4).read_to_end(&mut first).map_err(failed)?;
    let mark = if first == *UTF_32 { &[] } else { &first[..first.len().min(2)] }.to_vec();
    let behind = io::Cursor::new(first.split_off(mark.len())).chain(bytes);
    let bytes: Box<dyn Read + Send> = match Utf16::after(&mark, behind) {
        Ok(decoder) => Box::new(decoder),
        Err(behind) => Box::new(io::Cursor::new(mark).chain(behind)),
    };
    Ok(Text { bytes, compression, trailing })
}
