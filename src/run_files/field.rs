//! Fields of CSV rows, written by hand where there are millions of rows: numbers without
//! allocation, and text that is quoted only where it must be. The crate `csv` reads them.

/// Appends text, in quotes if it holds a comma, a quote or a line break.
pub fn push_text(row: &mut Vec<u8>, text: &[u8]) {
    if text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')) {
        row.push(b'"');
        for &byte in text {
            if byte == b'"' {
                row.push(b'"');
            }
            row.push(byte);
        }
        row.push(b'"');
    } else {
        row.extend_from_slice(text);
    }
}

/// Appends bytes of unknown encoding as UTF-8; what is not UTF-8 becomes U+FFFD.
pub fn push_bytes(row: &mut Vec<u8>, bytes: &[u8]) {
    push_text(row, String::from_utf8_lossy(bytes).as_bytes());
}

/// Appends an integer.
#[inline]
pub fn push_number(row: &mut Vec<u8>, number: u64) {
    row.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Appends an integer and a comma; nothing but the comma if it is not known.
#[inline]
pub fn push_known(row: &mut Vec<u8>, number: Option<u64>) {
    if let Some(number) = number {
        push_number(row, number);
    }
    row.push(b',');
}

/// The header line of columns.
#[must_use]
pub fn header(columns: &[&str]) -> Vec<u8> {
    let mut header = columns.join(",").into_bytes();
    header.push(b'\n');
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crate_csv_reads_what_is_written() {
        let fields = ["plain", "", "a,b", "say \"x\"", "two\r\nlines", "#\t;"];
        let mut row = Vec::new();
        for field in fields {
            push_text(&mut row, field.as_bytes());
            row.push(b',');
        }
        push_number(&mut row, u64::MAX);
        row.push(b'\n');
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&row[..]);
        let record = reader.records().next().expect("a row").expect("well-formed");
        assert_eq!(record.iter().take(6).collect::<Vec<_>>(), fields);
        assert_eq!(&record[6], "18446744073709551615");
    }

    #[test]
    fn bytes_that_are_no_text_stay_a_field() {
        let mut row = Vec::new();
        push_bytes(&mut row, b"caf\xe9, bar");
        assert_eq!(row, "\"caf\u{fffd}, bar\"".as_bytes());
    }
}
