//! Rows in aligned columns, as all printed tables are laid out.

use comfy_table::{CellAlignment, Table, presets};

/// On which side the cells of a column end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The rows as lines, with a line break at the end of each: the first column ends on the left, the
/// others on the given side, with `gap` blanks between columns.
#[must_use]
pub fn aligned<R, C>(rows: impl IntoIterator<Item = R>, others: Side, gap: u16) -> String
where
    R: IntoIterator<Item = C>,
    C: ToString,
{
    let mut table = Table::new();
    let _ = table.load_style(presets::NOTHING);
    for row in rows {
        let _ = table.add_row(row.into_iter().map(|cell| cell.to_string()));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        let _ = column.set_padding((if index == 0 { 0 } else { gap }, 0));
        if index > 0 && others == Side::Right {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = String::new();
    for line in table.to_string().lines() {
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [["config", "nodes"], ["a", "12"], ["\u{e4}\u{f6}\u{fc}", ""]];
        assert_eq!(
            aligned(rows, Side::Right, 2),
            "config  nodes\na          12\n\u{e4}\u{f6}\u{fc}\n"
        );
        let rows = [["  ab", "c"], ["  a", "b  d"]];
        assert_eq!(aligned(rows, Side::Left, 2), "  ab  c\n  a   b  d\n");
    }
}
