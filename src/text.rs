//! Names, paths and hashes as they are printed.

use std::fmt::Write as _;
use std::path::Path;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// The text with control characters and invisible formatting characters escaped. Names and lines of
/// files can then neither reach the terminal nor change the direction of the text around them, and
/// the text is allowed in XML.
#[must_use]
pub fn printable(text: &str) -> String {
    let mut printable = String::with_capacity(text.len());
    for character in text.chars() {
        if is_printable(character) {
            printable.push(character);
        } else {
            write!(printable, "{}", character.escape_default())
                .expect("writing to a string succeeds");
        }
    }
    printable
}

/// Whether a terminal shows the character itself and nothing else: it is neither a control
/// character nor a mark of direction, a separator of lines, a zero-width character or a character
/// that XML does not allow.
fn is_printable(character: char) -> bool {
    !character.is_control()
        && !matches!(
            character,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{fffe}'..='\u{ffff}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// The number of columns that a text takes in a terminal: a letter of Chinese takes two.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// The beginning of a text, as far as it fits in a number of columns.
#[must_use]
pub fn beginning(text: &str, columns: usize) -> &str {
    &text[..fitting(
        text.char_indices().map(|(at, letter)| (at + letter.len_utf8(), letter)),
        columns,
    )]
}

/// The end of a text, as far as it fits in a number of columns.
#[must_use]
pub fn ending(text: &str, columns: usize) -> &str {
    let length = text.len();
    let from_behind = text.char_indices().rev().map(|(at, letter)| (length - at, letter));
    &text[length - fitting(from_behind, columns)..]
}

/// The bytes of the letters that fit: each comes with the bytes up to and with it.
fn fitting(letters: impl Iterator<Item = (usize, char)>, columns: usize) -> usize {
    let mut used = 0;
    let fits = |&(_, letter): &(usize, char)| {
        used += letter.width().unwrap_or(0);
        used <= columns
    };
    letters.take_while(fits).last().map_or(0, |(bytes, _)| bytes)
}

/// The text in at most this number of columns: a longer one keeps its beginning and its end.
#[must_use]
pub fn fitted(text: &str, columns: usize) -> String {
    with_gap(text, "..", columns)
}

/// The same with a text of its own for the gap.
#[must_use]
pub fn with_gap(text: &str, gap: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let kept = columns.saturating_sub(width(gap));
    let beginning = beginning(text, kept / 2);
    format!("{beginning}{gap}{}", ending(text, kept - kept / 2))
}

/// Digits in groups of three.
#[must_use]
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of things: `1 window`, `1,234 windows`, `2 passes`.
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {}", grouped(number), noun_of(number, noun))
}

/// A noun in the singular or plural, as a number needs it.
#[must_use]
pub fn noun_of(number: u64, noun: &str) -> String {
    match number {
        1 => noun.to_owned(),
        _ if noun.ends_with('s') => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A path as one word of a shell command (POSIX, and `$'...'` where the path is not printable).
#[must_use]
pub fn shell_word(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+:,@%=".contains(byte);
    // A shell expands a tilde, and a program takes a dash for an option.
    let folder = if bytes.starts_with(b"-") { "./" } else { "" };
    match path.to_str() {
        Some(text) if !text.is_empty() && bytes.iter().all(is_plain) => format!("{folder}{text}"),
        Some(text) if text.chars().all(is_printable) => {
            format!("'{folder}{}'", text.replace('\'', r"'\''"))
        }
        _ => {
            let mut word = format!("$'{folder}");
            for &byte in bytes {
                match byte {
                    b'\'' | b'\\' => word.extend(['\\', char::from(byte)]),
                    b' '..=b'~' => word.push(char::from(byte)),
                    _ => write!(word, "\\x{byte:02x}").expect("writing to a string succeeds"),
                }
            }
            word + "'"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_are_not_shown_are_escaped() {
        assert_eq!(printable("a\x1b[31mb\nc\u{9b}\u{fc}"), "a\\u{1b}[31mb\\nc\\u{9b}\u{fc}");
        assert_eq!(printable("\u{202e}txt.\u{2066}a"), "\\u{202e}txt.\\u{2066}a");
        assert_eq!(
            printable("\u{200b}\u{2028}\u{feff}\u{fffe}"),
            "\\u{200b}\\u{2028}\\u{feff}\\u{fffe}"
        );
        for text in ["", "a b", "\u{6570}\u{72ec}.txt", "caf\u{e9}", "\u{5d0}\u{5d1}", "\u{fffd}"] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn texts_are_cut_to_columns() {
        let wide = "\u{6570}\u{72ec}ab\u{1f600}";
        assert_eq!((width(wide), width("e\u{301}")), (8, 1));
        assert_eq!((beginning(wide, 3), ending(wide, 3)), ("\u{6570}", "b\u{1f600}"));
        assert_eq!((beginning("e\u{301}x", 1), beginning(wide, 99)), ("e\u{301}", wide));
        assert_eq!(fitted(wide, 8), wide);
        assert_eq!(fitted(wide, 7), "\u{6570}..b\u{1f600}");
        assert_eq!(fitted("0123456789", 6), "01..89");
        assert_eq!(fitted("0123456789", 0), "..");
    }

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(1, "window"), "1 window");
        assert_eq!(counted(0, "window"), "0 windows");
        assert_eq!(counted(1234, "pass"), "1,234 passes");
    }

    #[test]
    fn paths_are_words_of_a_shell() {
        for (path, word) in [
            ("results/20260102T030405Z-host", "results/20260102T030405Z-host"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("$(x)`y`;z&", "'$(x)`y`;z&'"),
            ("-r", "./-r"),
            ("- r", "'./- r'"),
            ("~", "'~'"),
            ("", "''"),
            ("a\nb'c", r"$'a\x0ab\'c'"),
            ("\u{6570}", "'\u{6570}'"),
            ("\u{202e}", r"$'\xe2\x80\xae'"),
        ] {
            assert_eq!(shell_word(Path::new(path)), word);
        }
    }
}
