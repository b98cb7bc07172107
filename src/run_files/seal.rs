//! The checksum in a JSON file of a run: damage is noticed when the file is read.
//!
//! The value of the last key `checksum` is the SHA-256 of the file with 64 zeros in its place.

use super::error::Invalid;
use crate::text::hexadecimal;
use sha2::{Digest as _, Sha256};
use std::ops::Range;

/// The value before the checksum is known.
pub(super) const ZEROS: &str = "0000000000000000000000000000000000000000000000000000000000000000";

const KEY: &[u8] = b"\"checksum\":";

/// Puts the checksum in its place.
pub(super) fn seal(text: &mut [u8]) {
    if let Some(place) = place(text) {
        let hash = hash(text, &place);
        text[place].copy_from_slice(hash.as_bytes());
    }
}

/// Whether the checksum is that of the file. A file of an earlier build has none.
pub(super) fn check(text: &[u8]) -> Result<(), Invalid> {
    let Some(place) = place(text) else { return Ok(()) };
    let (written, expected) = (String::from_utf8_lossy(&text[place.clone()]), hash(text, &place));
    if written == expected {
        return Ok(());
    }
    let expected = format!("{expected}: the file was changed or damaged");
    Err(Invalid::new("checksum", written, expected))
}

fn hash(text: &[u8], place: &Range<usize>) -> String {
    let mut hash = Sha256::new();
    for part in [&text[..place.start], ZEROS.as_bytes(), &text[place.end..]] {
        hash.update(part);
    }
    hexadecimal(&hash.finalize())
}

/// Where the digits of the checksum are.
fn place(text: &[u8]) -> Option<Range<usize>> {
    let key = memchr::memmem::rfind(text, KEY)? + KEY.len();
    let start = key + memchr::memchr(b'"', &text[key..])? + 1;
    let end = start + ZEROS.len();
    (text.get(end) == Some(&b'"')).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_any_byte_is_noticed() {
        let mut text = format!("{{\"a\": 1,\n\"checksum\": \"{ZEROS}\"}}\n").into_bytes();
        seal(&mut text);
        assert_eq!(check(&text), Ok(()));
        for at in (0..text.len()).filter(|&at| text[at].is_ascii_digit()) {
            let mut damaged = text.clone();
            damaged[at] ^= 1;
            assert_eq!(check(&damaged).expect_err("damaged").key, "checksum");
        }
        assert_eq!(check(b"{\"a\": 1}"), Ok(()), "an earlier build wrote none");
    }
}
