//! A record of CSV, line by line: fields with and without quotes.

/// A record that is being read.
///
/// A quote opens a quoted field at the field's beginning only (blanks before it do not count). Two
/// quotes inside a quoted field are one quote. A field without quotes may contain quotes.
#[derive(Clone, Debug)]
pub(super) struct Record {
    delimiter: u8,
    /// The fields, one after another, and their ends.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    state: State,
    /// Whether something other than blanks follows the end of a quoted field.
    is_malformed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// At the beginning of a field, behind its leading blanks.
    Start,
    Plain,
    Quoted,
    /// Behind a quote in a quoted field: its end, or the first of two quotes.
    Quote,
    /// Behind the end of a quoted field.
    Closed,
}

impl Record {
    pub(super) const fn new(delimiter: u8) -> Self {
        Self {
            delimiter,
            bytes: Vec::new(),
            ends: Vec::new(),
            state: State::Start,
            is_malformed: false,
        }
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
        self.state = State::Start;
        self.is_malformed = false;
    }

    /// Reads the next line of the record; returns whether the record is complete.
    pub(super) fn feed(&mut self, line: &[u8]) -> bool {
        for &byte in line {
            self.byte(byte);
        }
        if self.state == State::Quoted {
            self.bytes.push(b'\n');
            return false;
        }
        self.end_field();
        true
    }

    fn byte(&mut self, byte: u8) {
        let is_blank = matches!(byte, b' ' | b'\t');
        match self.state {
            State::Start | State::Plain | State::Quote | State::Closed
                if byte == self.delimiter =>
            {
                self.end_field();
            }
            State::Start if byte == b'"' => {
                self.bytes.truncate(self.start());
                self.state = State::Quoted;
            }
            State::Start if is_blank => self.bytes.push(byte),
            State::Start | State::Plain => {
                self.bytes.push(byte);
                self.state = State::Plain;
            }
            State::Quoted if byte == b'"' => self.state = State::Quote,
            State::Quoted => self.bytes.push(byte),
            State::Quote if byte == b'"' => {
                self.bytes.push(byte);
                self.state = State::Quoted;
            }
            State::Quote | State::Closed if is_blank => self.state = State::Closed,
            State::Quote | State::Closed => {
                self.is_malformed = true;
                self.bytes.push(byte);
                self.state = State::Plain;
            }
        }
    }

    /// Where the field that is being read begins.
    fn start(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn end_field(&mut self) {
        self.ends.push(self.bytes.len());
        self.state = State::Start;
    }

    /// Whether something other than blanks follows the end of a quoted field.
    pub(super) const fn is_malformed(&self) -> bool {
        self.is_malformed
    }

    /// The number of fields.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The field of this number, from 0.
    pub(super) fn field(&self, at: usize) -> Option<&[u8]> {
        let start = if at == 0 { 0 } else { *self.ends.get(at - 1)? };
        Some(&self.bytes[start..*self.ends.get(at)?])
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).filter_map(|at| self.field(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Option<(Vec<String>, bool)> {
        let mut record = Record::new(b',');
        let is_complete = text.split('\n').map(|line| record.feed_text(line)).last();
        let field = |field: &[u8]| String::from_utf8_lossy(field).into_owned();
        is_complete?.then(|| (record.fields().map(field).collect(), record.is_malformed()))
    }

    impl Record {
        fn feed_text(&mut self, line: &str) -> bool {
            self.feed(line.as_bytes())
        }
    }

    #[test]
    fn quotes_open_and_close_fields() {
        let whole = |text, expected: &[&str]| {
            assert_eq!(
                fields(text),
                Some((expected.iter().map(ToString::to_string).collect(), false))
            );
        };
        whole("", &[""]);
        whole("a,,b", &["a", "", "b"]);
        whole(" \"a,\"\"b\"\"\" ,c", &["a,\"b\"", "c"]);
        whole("=\"12\",6\" x", &["=\"12\"", "6\" x"]);
        whole("\"a\nb\",c", &["a\nb", "c"]);
        assert_eq!(fields("a,\"b"), None);
        assert!(fields("\"a\"b,c").is_some_and(|(_, is_malformed)| is_malformed));
        let mut record = Record::new(b';');
        assert!(!record.feed_text("\"a"));
        record.clear();
        assert!(record.feed_text(";b"));
        assert_eq!((record.len(), record.field(1)), (2, Some(&b"b"[..])));
    }
}
