//! Output for the user: warnings, and text from files.

use super::Failure;
use crate::tables::aligned::folded;
use crate::text::printable;
use std::fmt::Display;
use std::io::{IsTerminal, Write as _};

/// The text for standard output: unchanged on a terminal, otherwise without the escape sequences of
/// colours.
#[must_use]
pub fn without_colours_unless_terminal(text: &str) -> String {
    if std::io::stdout().is_terminal() {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("\x1b[") {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        rest = rest.find('m').map_or("", |end| &rest[end + 1..]);
    }
    plain + rest
}

/// Prints lines of text on standard output. What is not printable is escaped: names come from files.
///
/// # Errors
/// If standard output cannot be written.
pub fn print(text: &str) -> Result<(), Failure> {
    let lines: String = text.lines().map(|line| printable(line) + "\n").collect();
    std::io::stdout().write_all(lines.as_bytes()).map_err(Failure::stdout)
}

/// The width of the terminal, if standard output is one.
#[must_use]
pub fn width() -> Option<usize> {
    width_of(&std::io::stdout())
}

fn width_of(stream: &impl IsTerminal) -> Option<usize> {
    let columns = || terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    stream.is_terminal().then(columns)
}

/// One warning on standard error.
pub fn warn(message: impl Display) {
    // A closed standard error does not stop the program.
    let _ = writeln!(std::io::stderr(), "dokubench: warning: {}", printable(&message.to_string()));
}

/// Prints one error on standard error; the program continues.
pub fn error(message: impl Display) {
    let _ = writeln!(std::io::stderr(), "dokubench: error: {}", printable(&message.to_string()));
}

/// One line on standard error that is neither a warning nor an error. On a terminal it is folded
/// between words.
pub fn note(message: impl Display) {
    let line = printable(&message.to_string());
    let width = width_of(&std::io::stderr());
    let _ = write!(std::io::stderr(), "{}", folded(line.split(' '), " ", width));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals() {
        assert_eq!(without_colours_unless_terminal("a\x1b[38;2;1;2;3mb\x1b[0m\n"), "ab\n");
    }
}
