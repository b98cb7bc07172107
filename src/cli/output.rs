//! What is written for the user: warnings, and text that came from files.

use std::fmt::{Display, Write as _};
use std::io::Write as _;

/// The text with control characters escaped, so that names and lines of files cannot reach the
/// terminal.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            write!(printable, "{}", character.escape_default())
                .expect("writing to a string succeeds");
        } else {
            printable.push(character);
        }
    }
    printable
}

/// One warning on standard error.
pub fn warn(message: impl Display) {
    // A closed standard error is no reason to stop.
    let _ = writeln!(std::io::stderr(), "dokubench: warning: {}", printable(&message.to_string()));
}

/// One error on standard error, where the program goes on.
pub fn error(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "dokubench: error: {}", printable(&message.to_string()));
}

/// One line on standard error that is neither a warning nor an error.
pub fn note(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "{}", printable(&message.to_string()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(printable("a\x1b[31mb\nc\u{9b}ü"), "a\\u{1b}[31mb\\nc\\u{9b}ü");
    }
}
