//! Converts UTF-16 with a byte order mark to UTF-8.

use std::io::{self, Read};

/// Reads UTF-16 as UTF-8; invalid units become U+FFFD.
pub(super) struct Utf16<R> {
    input: R,
    /// The 16-bit number of two bytes.
    unit: fn([u8; 2]) -> u16,
    /// Bytes that are not decoded yet: half a unit, or half a pair.
    rest: Vec<u8>,
    decoded: Vec<u8>,
    taken: usize,
    at_end: bool,
}

impl<R: Read> Utf16<R> {
    /// A decoder of the bytes after the byte order mark; the input unchanged if the mark is not UTF-16.
    pub(super) fn after(mark: &[u8], input: R) -> Result<Self, R> {
        let unit = match mark {
            b"\xff\xfe" => u16::from_le_bytes,
            b"\xfe\xff" => u16::from_be_bytes,
            _ => return Err(input),
        };
        let (rest, decoded) = (Vec::new(), Vec::new());
        Ok(Self { input, unit, rest, decoded, taken: 0, at_end: false })
    }

    fn fill(&mut self) -> io::Result<()> {
        let mut buffer = [0; 8192];
        let bytes = self.input.read(&mut buffer)?;
        self.at_end = bytes == 0;
        self.rest.extend_from_slice(&buffer[..bytes]);
        let (pairs, odd) = self.rest.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|&pair| (self.unit)(pair)).collect();
        let mut left = odd.to_vec();
        if !self.at_end && matches!(units.last(), Some(0xd800..=0xdbff)) {
            left.splice(0..0, pairs[pairs.len() - 1]).for_each(drop);
            let _ = units.pop();
        }
        self.decoded.clear();
        self.taken = 0;
        for character in char::decode_utf16(units) {
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            self.decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        }
        if self.at_end && !left.is_empty() {
            self.decoded.extend_from_slice("\u{fffd}".as_bytes());
            left.clear();
        }
        self.rest = left;
        Ok(())
    }
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.decoded.len() && !self.at_end {
            self.fill()?;
        }
        let bytes = (&self.decoded[self.taken..]).read(buffer)?;
        self.taken += bytes;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(mark: &[u8], bytes: &[u8]) -> String {
        let mut text = String::new();
        let mut decoder = Utf16::after(mark, bytes).expect("a mark of UTF-16");
        let _ = decoder.read_to_string(&mut text).expect("it makes UTF-8");
        text
    }

    #[test]
    fn both_orders_are_decoded_across_reads() {
        let text = "é\u{1F600}9.\n".repeat(5000);
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert!(decode(b"\xff\xfe", &little) == text);
        assert!(decode(b"\xfe\xff", &big) == text);
        assert_eq!(decode(b"\xfe\xff", b"\0a\xd8\0\0b\0"), "a\u{fffd}b\u{fffd}");
        assert_eq!(decode(b"\xff\xfe", b""), "");
        assert!(Utf16::after(b"12", &b"3"[..]).is_err());
    }
}
