//! Tables of the page: headings, and cells with their sort keys.

/// A column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) title: &'static str,
    /// The meaning, in one line.
    pub(super) hint: &'static str,
    pub(super) is_number: bool,
}

impl Column {
    /// A column of words.
    pub(super) const fn words(title: &'static str, hint: &'static str) -> Self {
        Self { title, hint, is_number: false }
    }

    /// A column of numbers.
    pub(super) const fn number(title: &'static str, hint: &'static str) -> Self {
        Self { title, hint, is_number: true }
    }
}

/// A cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    /// The sort key, if it is not the text.
    pub(super) key: Option<String>,
    pub(super) class: &'static str,
    /// Whether its line breaks are kept.
    pub(super) is_block: bool,
}

impl Cell {
    /// A cell of words.
    pub(super) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The name of a config or a file.
    pub(super) fn name(text: impl Into<String>) -> Self {
        Self { class: "mono", ..Self::words(text) }
    }

    /// Words of any length.
    pub(super) fn label(text: impl Into<String>) -> Self {
        Self { class: "label", ..Self::words(text) }
    }

    /// A number: its text and its value.
    pub(super) fn number(text: impl Into<String>, value: f64) -> Self {
        let text = text.into();
        Self { class: "n", key: sort_key(&text, value), ..Self::words(text) }
    }

    /// A count; an empty cell if it is unknown.
    pub(super) fn count(count: Option<u64>) -> Self {
        count.map_or_else(Self::unknown, |count| Self::number(grouped(count), count as f64))
    }

    /// A number with four significant digits; an empty cell if it is unknown.
    pub(super) fn decimal(value: Option<f64>) -> Self {
        value.map_or_else(Self::unknown, |value| Self::number(four_digits(value), value))
    }

    /// A share in percent.
    pub(super) fn share(share: f64) -> Self {
        Self::number(format!("{:.1} %", 100.0 * share), share)
    }

    /// An unknown number.
    pub(super) fn unknown() -> Self {
        Self { class: "n", ..Self::default() }
    }
}

/// A table that the reader can sort and filter.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) note: &'static str,
    pub(super) is_open: bool,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
}

pub(super) use crate::tables::closing::grouped;

/// Four significant digits, with separated thousands.
pub(super) fn four_digits(value: f64) -> String {
    if value.abs() >= 1000.0 {
        return grouped(value.round() as u64);
    }
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    if rounded != 0.0 && rounded.abs() < 1e-3 {
        format!("{rounded:e}")
    } else {
        rounded.to_string()
    }
}

/// The sort key of a number, in seven digits; `None` if it equals the text.
fn sort_key(text: &str, value: f64) -> Option<String> {
    let rounded: f64 = format!("{value:.6e}").parse().unwrap_or(value);
    let (plain, scientific) = (rounded.to_string(), format!("{rounded:e}"));
    let key = if scientific.len() < plain.len() { scientific } else { plain };
    (text != key).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people_and_sorted_as_they_are() {
        let cell = Cell::decimal(Some(1234.567));
        assert_eq!((cell.text.as_str(), cell.key.as_deref()), ("1,235", Some("1234.567")));
        assert_eq!(Cell::decimal(Some(0.66382)).text, "0.6638");
        assert_eq!(Cell::decimal(Some(1.2e-9)).text, "1.2e-9");
        assert_eq!(Cell::decimal(None).text, "");
        assert_eq!(Cell::count(Some(0)).text, "0");
    }
}
