//! Rows in aligned columns, as all printed tables are laid out.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

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
    layout(rows, others, gap, None)
}

/// The same with words, whose last column is wrapped so that the lines fit a width.
#[must_use]
pub fn wrapped<R, C>(rows: impl IntoIterator<Item = R>, gap: u16, width: Option<usize>) -> String
where
    R: IntoIterator<Item = C>,
    C: ToString,
{
    layout(rows, Side::Left, gap, width)
}

/// Columns of numbers behind a column of names. If they are wider than `width`, the columns are broken
/// into tables one below the other, each with the names.
#[must_use]
pub fn stacked(rows: &[Vec<String>], gap: u16, width: Option<usize>) -> String {
    let characters =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let columns = rows.first().map_or(0, Vec::len);
    let mut parts: Vec<Vec<usize>> = vec![vec![0]];
    let mut used = characters(0);
    for column in 1..columns {
        let wide = usize::from(gap) + characters(column);
        let is_full = width.is_some_and(|width| used + wide > width);
        let part = parts.last_mut().expect("there is always a part");
        if is_full && part.len() > 1 {
            parts.push(vec![0, column]);
            used = characters(0) + wide;
        } else {
            part.push(column);
            used += wide;
        }
    }
    let table = |part: &Vec<usize>| {
        let rows = rows.iter().map(|row| part.iter().map(|&column| row[column].as_str()));
        aligned(rows, Side::Right, gap)
    };
    parts.iter().map(table).collect::<Vec<_>>().join("\n")
}

/// Pieces in a line, with a line break at its end. Where the line would be wider than `width`, it
/// goes on below, indented.
#[must_use]
pub fn folded<'a>(
    pieces: impl IntoIterator<Item = &'a str>,
    gap: &str,
    width: Option<usize>,
) -> String {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        let wide = |line: &String| line.chars().count() + gap.len() + piece.chars().count();
        match lines.last_mut() {
            Some(line) if width.is_none_or(|width| wide(line) <= width) => {
                line.push_str(gap);
                line.push_str(piece);
            }
            Some(_) => lines.push(format!("  {piece}")),
            None => lines.push(piece.to_owned()),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn layout<R, C>(
    rows: impl IntoIterator<Item = R>,
    others: Side,
    gap: u16,
    width: Option<usize>,
) -> String
where
    R: IntoIterator<Item = C>,
    C: ToString,
{
    let mut table = Table::new();
    let _ = table.load_style(presets::NOTHING);
    if let Some(width) = width {
        let width = u16::try_from(width).unwrap_or(u16::MAX);
        let _ = table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    for row in rows {
        let _ = table.add_row(row.into_iter().map(|cell| cell.to_string()));
    }
    let last = table.column_count().saturating_sub(1);
    for (index, column) in table.column_iter_mut().enumerate() {
        if width.is_some() && index < last {
            let _ = column.set_constraint(ColumnConstraint::ContentWidth);
        }
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

    #[test]
    fn the_last_column_is_wrapped() {
        let rows = [["name", "several words behind it"], ["b", "c"]];
        assert_eq!(
            wrapped(rows, 2, Some(17)),
            "name  several\n      words\n      behind it\nb     c\n"
        );
        assert_eq!(wrapped(rows, 2, None).lines().count(), 2);
    }

    #[test]
    fn wide_tables_are_stacked() {
        let rows = [["name", "one", "two"], ["a", "1", "2"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(stacked(&rows, 2, None), "name  one  two\na       1    2\n");
        assert_eq!(stacked(&rows, 2, Some(14)), stacked(&rows, 2, None));
        assert_eq!(stacked(&rows, 2, Some(13)), "name  one\na       1\n\nname  two\na       2\n");
    }

    #[test]
    fn lines_are_folded_between_pieces() {
        assert_eq!(folded(["a b", "c", "d"], "  ", None), "a b  c  d\n");
        assert_eq!(folded(["a b", "c", "d"], "  ", Some(6)), "a b  c\n  d\n");
    }
}
