//! What a column holds. The headers of files, `dokubench columns`, COLUMNS.md and JSON have one
//! definition of each column.

use serde_json::Value;

/// A column of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSpec {
    /// The name in the header.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// The unit of its values; empty for counts, numbers and texts.
    pub unit: &'static str,
    /// What the values are.
    pub definition: &'static str,
    /// When a field is empty; empty if no field is.
    pub empty: &'static str,
}

/// The kind of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number from 0.
    Integer,
    /// A number with a decimal point, perhaps with an exponent.
    Decimal,
}

impl Kind {
    /// The name in documents.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Decimal => "decimal",
        }
    }
}

impl ColumnSpec {
    /// A column of texts.
    #[must_use]
    pub const fn text(name: &'static str, definition: &'static str) -> Self {
        Self { name, kind: Kind::Text, unit: "", definition, empty: "" }
    }

    /// A column of whole numbers.
    #[must_use]
    pub const fn integer(name: &'static str, definition: &'static str) -> Self {
        Self { kind: Kind::Integer, ..Self::text(name, definition) }
    }

    /// A column of decimals.
    #[must_use]
    pub const fn decimal(name: &'static str, definition: &'static str) -> Self {
        Self { kind: Kind::Decimal, ..Self::text(name, definition) }
    }

    /// The same column with a unit.
    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    /// The same column, in which fields may be empty.
    #[must_use]
    pub const fn empty(self, empty: &'static str) -> Self {
        Self { empty, ..self }
    }
}

/// The names of columns.
#[must_use]
pub const fn names<const N: usize>(columns: &[ColumnSpec; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = columns[at].name;
        at += 1;
    }
    names
}

/// The column of the corpus, which most files have.
pub const CORPUS: ColumnSpec = ColumnSpec::text(
    "corpus",
    "the name of the corpus's file without folders; a second one of that name ends in #2; - is \
     standard input",
);

/// The column of the puzzle's number.
pub const PUZZLE_INDEX: ColumnSpec = ColumnSpec::integer(
    "puzzle_index",
    "the number of the puzzle in its corpus, from 0, also under --take, --sample and --shuffle; \
     rejected lines have none",
);

/// The column of the window.
pub const WINDOW: ColumnSpec =
    ColumnSpec::integer("window", "the number of the window in the run, from 0");

/// The column of the config, which most files have.
pub const CONFIG: ColumnSpec = ColumnSpec::text(
    "config",
    "ORDER[:TIE]/VALUE/PRUNING[/two_way] in its canonical form, or the name of an engine; with \
     --bound it ends in +bound, and the second of each with --aa in #2",
);

/// The column of the engine.
pub const ENGINE: ColumnSpec =
    ColumnSpec::text("engine", "the engine that solved: search for configs, or its own name");

/// The column of a config where engines are compared.
pub const LABEL: ColumnSpec = ColumnSpec::text(
    "config",
    "the config; with the engine in parentheses where it is neither search nor the config's name",
);

/// The column of a metric that has several.
pub const METRIC: ColumnSpec = ColumnSpec::text("metric", "what is compared: nodes or time_ns");

/// The column that says whether a ratio is a bound.
pub const BOUND: ColumnSpec =
    ColumnSpec::integer("bound", "1 if a limit cut runs, so that the value is a bound; else 0");

/// CSV rows without a header as JSON, one object a line, with the columns as keys. An empty field is
/// `null`.
///
/// # Errors
/// If the rows are no CSV of these columns.
pub fn json_lines(columns: &[ColumnSpec], rows: &[u8]) -> Result<Vec<u8>, csv::Error> {
    let mut lines = Vec::with_capacity(2 * rows.len());
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(rows);
    for record in reader.records() {
        let record = record?;
        for (at, (column, field)) in columns.iter().zip(&record).enumerate() {
            lines.push(if at == 0 { b'{' } else { b',' });
            lines.extend_from_slice(Value::from(column.name).to_string().as_bytes());
            lines.push(b':');
            match (field, column.kind) {
                ("", _) => lines.extend_from_slice(b"null"),
                (text, Kind::Text) => {
                    lines.extend_from_slice(Value::from(text).to_string().as_bytes());
                }
                (number, Kind::Integer | Kind::Decimal) => {
                    lines.extend_from_slice(number.as_bytes());
                }
            }
        }
        lines.extend_from_slice(b"}\n");
    }
    Ok(lines)
}

/// A file without its first line.
#[must_use]
pub fn without_header(file: &[u8]) -> &[u8] {
    memchr::memchr(b'\n', file).map_or(&[], |end| &file[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_json_objects_of_their_columns() {
        let columns = [
            ColumnSpec::text("a", "a text"),
            ColumnSpec::integer("b", "a number"),
            ColumnSpec::decimal("c", "a ratio").unit("ns").empty("it is not known"),
        ];
        let file = b"a,b,c\n\"x, \"\"y\"\"\",7,1.5e-7\n,8,\n";
        let lines = json_lines(&columns, without_header(file)).expect("rows");
        let expected =
            "{\"a\":\"x, \\\"y\\\"\",\"b\":7,\"c\":1.5e-7}\n{\"a\":null,\"b\":8,\"c\":null}\n";
        assert_eq!(String::from_utf8(lines).expect("UTF-8"), expected);
        assert_eq!(names(&columns), ["a", "b", "c"]);
        assert!(without_header(b"").is_empty());
    }
}
