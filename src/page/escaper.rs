//! How the template escapes its values: what is not printable, then what HTML gives a meaning.

use crate::text::printable;
use askama::filters::{self, Escaper};
use std::fmt;

/// Escapes values of the page. Line breaks stay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printable;

impl Escaper for Printable {
    fn write_escaped_str<W: fmt::Write>(&self, mut page: W, text: &str) -> fmt::Result {
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                page.write_char('\n')?;
            }
            filters::Html.write_escaped_str(&mut page, &printable(line))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_printable_and_no_markup() {
        let mut page = String::new();
        let text = "a\x1b[31m\n<b>\u{202e}";
        Printable.write_escaped_str(&mut page, text).expect("writing to a string succeeds");
        assert_eq!(page, "a\\u{1b}[31m\n&#60;b&#62;\\u{202e}");
    }
}
