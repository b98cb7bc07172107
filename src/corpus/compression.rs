//! Compression, recognised by the first bytes and never by the file's name.

use std::fmt;

/// A kind of compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

impl Compression {
    /// The compression of data that begin with these bytes. Zip is none of a stream.
    pub(super) fn of(first: &[u8]) -> Option<Self> {
        match first {
            [0x1f, 0x8b, 8, ..] => Some(Self::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Some(Self::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            // A frame, or one that is skipped.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Whether these bytes are the beginning of a magic number, cut off.
    pub(super) fn begins(self, first: &[u8]) -> bool {
        let magics: &[&[u8]] = match self {
            Self::Gzip => &[b"\x1f\x8b\x08"],
            Self::Bzip2 => &[b"BZh"],
            Self::Xz => &[b"\xfd7zXZ\0"],
            Self::Zstd => &[b"\x28\xb5\x2f\xfd"],
            Self::Zip => &[],
        };
        let is_bzip2 = self == Self::Bzip2 && first.len() < 6 && first.starts_with(b"BZh");
        is_bzip2 || magics.iter().any(|magic| magic.len() > first.len() && magic.starts_with(first))
    }
}

/// The length of the longest magic number.
pub(super) const MAGIC: usize = 6;
