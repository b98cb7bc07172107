//! Compression, recognised by the first bytes and never by the file's name: gzip of several
//! members, zstd of several frames, bzip2 and xz of several streams.
//!
//! Uses the crate `niffler`. Its xz decoder silently stops after the first of several streams, so
//! xz uses the crate below it.

use super::utf16::Utf16;
use liblzma::stream::{CONCATENATED, Stream};
use std::fmt;
use std::io::{self, BufReader, Read};

/// A kind of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// RFC 1952.
    Gzip,
    /// bzip2.
    Bzip2,
    /// XZ Utils.
    Xz,
    /// RFC 8878.
    Zstd,
    /// A zip archive: its members are corpora.
    Zip,
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstd => "zstd",
            Self::Zip => "zip",
        })
    }
}

/// The bytes, decompressed if they are compressed.
pub(super) type Decompressed = Box<dyn Read + Send>;

/// Detects compression by the first bytes and decompresses. Then converts UTF-16 to UTF-8
/// if the content begins with its byte order mark.
///
/// # Errors
/// Together with the compression, if it was recognised before.
pub(super) fn text(
    input: impl Read + Send + 'static,
) -> Result<(Decompressed, Option<Compression>), (io::Error, Option<Compression>)> {
    let (mut bytes, compression) = decompress(input).map_err(|error| (error, None))?;
    let mut mark = Vec::with_capacity(2);
    let _ = bytes.by_ref().take(2).read_to_end(&mut mark).map_err(|error| (error, compression))?;
    let bytes: Decompressed = match Utf16::after(&mark, bytes) {
        Ok(decoder) => Box::new(decoder),
        Err(bytes) => Box::new(io::Cursor::new(mark).chain(bytes)),
    };
    Ok((bytes, compression))
}

fn decompress(
    mut input: impl Read + Send + 'static,
) -> io::Result<(Decompressed, Option<Compression>)> {
    let mut magic = Vec::with_capacity(MAGIC);
    let _ = input.by_ref().take(MAGIC as u64).read_to_end(&mut magic)?;
    let compression = match magic[..] {
        [0x1f, 0x8b, 8, ..] => Some(Compression::Gzip),
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Some(Compression::Bzip2),
        [0xfd, b'7', b'z', b'X', b'Z', 0] => Some(Compression::Xz),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Compression::Zstd),
        _ => None,
    };
    let whole = io::Cursor::new(magic).chain(input);
    Ok(match compression {
        None => (Box::new(whole), None),
        Some(Compression::Xz) => {
            let input = BufReader::with_capacity(BUFFER, whole);
            let streams = Stream::new_stream_decoder(XZ_MEMORY, CONCATENATED)?;
            (Box::new(liblzma::bufread::XzDecoder::new_stream(input, streams)), compression)
        }
        Some(_) => {
            let (decoder, _) =
                niffler::send::get_reader(Box::new(whole)).map_err(io::Error::other)?;
            (decoder, compression)
        }
    })
}

/// The length of the longest magic number.
const MAGIC: usize = 6;

const BUFFER: usize = 1 << 16;

/// The memory limit of xz, in bytes: files of `xz -9` need 65 MiB.
const XZ_MEMORY: u64 = 80 << 20;
