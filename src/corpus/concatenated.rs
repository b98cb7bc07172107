//! Compressed data of several members one behind another, each with its own decoder: gzip of several
//! members, zstd of several frames, bzip2 and xz of several streams.
//!
//! Between members and behind the last one, zeros are padding. Where something else follows a member,
//! the data end there: the rest is read past, and [`Trailing`] says what it is.

use super::compression::{Compression, MAGIC};
use flate2::bufread::GzDecoder;
use liblzma::bufread::XzDecoder;
use liblzma::stream::Stream;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::sync::{Arc, OnceLock};

/// Data behind the last member that are not compressed alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Trailing {
    /// The compression of the members.
    pub compression: Compression,
    /// What the data are, by their first bytes.
    pub what: &'static str,
    /// The number of bytes.
    pub bytes: u64,
}

impl fmt::Display for Trailing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} bytes of {} behind the {} data, which are not read; expected {2} data only",
            self.bytes, self.what, self.compression
        )
    }
}

impl Trailing {
    /// Data that begin with these bytes.
    pub(super) fn of(compression: Compression, first: &[u8], bytes: u64) -> Self {
        let is_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..);
        let what = match Compression::of(first) {
            Some(Compression::Gzip) => "gzip data",
            Some(Compression::Bzip2) => "bzip2 data",
            Some(Compression::Xz) => "xz data",
            Some(Compression::Zstd) => "zstd data",
            _ if first.starts_with(b"PK") => "a zip archive",
            _ if std::str::from_utf8(first).is_ok() && first.iter().all(is_text) => "text",
            _ => "other data",
        };
        Self { compression, what, bytes }
    }
}

/// A reader of all members.
pub(super) struct Concatenated<R> {
    /// The decoder of a member; none behind the last.
    member: Option<Member<R>>,
    compression: Compression,
    trailing: Arc<OnceLock<Trailing>>,
}

enum Member<R> {
    Gzip(GzDecoder<Ahead<R>>),
    Bzip2(bzip2::bufread::BzDecoder<Ahead<R>>),
    Xz(XzDecoder<Ahead<R>>),
    Zstd(zstd::Decoder<'static, Ahead<R>>),
}

impl<R: Read> Concatenated<R> {
    /// A reader of the members; `trailing` gets what follows them, at the end.
    pub(super) fn new(
        compression: Compression,
        input: R,
        trailing: Arc<OnceLock<Trailing>>,
    ) -> io::Result<Self> {
        let input = Ahead { bytes: [0; MAGIC], start: 0, end: 0, input: buffered(input) };
        Ok(Self { member: Some(Member::new(compression, input)?), compression, trailing })
    }

    /// Goes from the end of a member to the next one, if there is one.
    fn next_member(&mut self) -> io::Result<()> {
        let Some(member) = self.member.take() else { return Ok(()) };
        let mut input = member.into_input();
        input.skip_zeros()?;
        let first = input.peek()?;
        if first.is_empty() {
            return Ok(());
        }
        if Compression::of(first) == Some(self.compression) {
            self.member = Some(Member::new(self.compression, input)?);
            return Ok(());
        }
        let is_begun = self.compression.begins(first);
        let mut start = Vec::new();
        let mut bytes = input.by_ref().take(FIRST).read_to_end(&mut start)? as u64;
        bytes += io::copy(&mut input, &mut io::sink())?;
        let mut trailing = Trailing::of(self.compression, &start, bytes);
        if is_begun {
            trailing.what = "a next member, cut off, or of other data";
        }
        let _ = self.trailing.set(trailing);
        Ok(())
    }
}

/// The memory limit of xz, in bytes: files of `xz -9` need 65 MiB.
const XZ_MEMORY: u64 = 80 << 20;

/// The number of bytes by which data are named.
const FIRST: u64 = 64;

fn buffered<R: Read>(input: R) -> BufReader<R> {
    BufReader::with_capacity(1 << 16, input)
}

impl<R: Read> Member<R> {
    fn new(compression: Compression, input: Ahead<R>) -> io::Result<Self> {
        Ok(match compression {
            Compression::Bzip2 => Self::Bzip2(bzip2::bufread::BzDecoder::new(input)),
            Compression::Xz => {
                let stream = Stream::new_stream_decoder(XZ_MEMORY, 0)?;
                Self::Xz(XzDecoder::new_stream(input, stream))
            }
            Compression::Zstd => Self::Zstd(zstd::Decoder::with_buffer(input)?.single_frame()),
            Compression::Gzip | Compression::Zip => Self::Gzip(GzDecoder::new(input)),
        })
    }

    fn into_input(self) -> Ahead<R> {
        match self {
            Self::Gzip(member) => member.into_inner(),
            Self::Bzip2(member) => member.into_inner(),
            Self::Xz(member) => member.into_inner(),
            Self::Zstd(member) => member.finish(),
        }
    }
}

impl<R: Read> Read for Member<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Gzip(member) => member.read(buffer),
            Self::Bzip2(member) => member.read(buffer),
            Self::Xz(member) => member.read(buffer),
            Self::Zstd(member) => member.read(buffer),
        }
    }
}

impl<R: Read> Read for Concatenated<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let bytes = member.read(buffer)?;
            if bytes > 0 || buffer.is_empty() {
                return Ok(bytes);
            }
            self.next_member()?;
        }
        Ok(0)
    }
}

/// An input of which the next bytes can be seen.
struct Ahead<R> {
    /// Bytes taken from the input and not yet read.
    bytes: [u8; MAGIC],
    start: usize,
    end: usize,
    input: BufReader<R>,
}

impl<R: Read> Ahead<R> {
    /// The next bytes, as many as the longest magic number has; fewer at the end.
    fn peek(&mut self) -> io::Result<&[u8]> {
        self.bytes.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        while self.end < MAGIC {
            match self.input.read(&mut self.bytes[self.end..]) {
                Ok(0) => break,
                Ok(bytes) => self.end += bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&self.bytes[..self.end])
    }

    fn skip_zeros(&mut self) -> io::Result<()> {
        loop {
            let bytes = self.fill_buf()?;
            let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
            let is_end = zeros < bytes.len() || bytes.is_empty();
            self.consume(zeros);
            if is_end {
                return Ok(());
            }
        }
    }
}

impl<R: Read> Read for Ahead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(buffer)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

impl<R: Read> BufRead for Ahead<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.start < self.end {
            Ok(&self.bytes[self.start..self.end])
        } else {
            self.input.fill_buf()
        }
    }

    fn consume(&mut self, bytes: usize) {
        if self.start < self.end { self.start += bytes } else { self.input.consume(bytes) }
    }
}
