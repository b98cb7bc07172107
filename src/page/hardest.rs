//! The hardest puzzles of each config, with their grids.

use super::table::{Cell, Column, Table};
use crate::run_files::puzzles::PuzzleRow;
use crate::stats;
use crate::stats::run_table::{self, CorpusTable, Metric, Row};

/// The number of puzzles shown per config.
const SHOWN: usize = 5;

/// The hardest puzzles of every config: censored runs first, then by nodes, or by time if
/// nodes are not counted.
pub(super) fn hardest(corpus: &CorpusTable, puzzles: &[PuzzleRow]) -> Table {
    let rows = corpus.columns.iter().flat_map(|column| {
        let mut hardest = stats::hardest::runs(column, stats::hardest::metric(column));
        hardest.truncate(SHOWN);
        let cells = |row: Row| cells(column, &row, puzzles);
        hardest.into_iter().map(cells).collect::<Vec<_>>()
    });
    Table {
        caption: format!("Hardest puzzles, {SHOWN} of each config"),
        note: "",
        is_open: false,
        columns: vec![
            Column::words("config", "variable ordering : tie-break / value ordering / pruning"),
            Column::number("puzzle", "its number in the corpus, from 0"),
            Column::number("isomorph", "0 for the puzzle as given"),
            Column::number("line", "its line in the file, from 1"),
            Column::number("clues", "given digits"),
            Column::number("nodes", "of the search"),
            Column::number("time (\u{b5}s)", "the median of the passes"),
            Column::words("status", "how the run ended"),
            Column::words("label", "the text after the puzzle on its line"),
            Column::words("grid", "the puzzle as given"),
        ],
        rows: rows.collect(),
    }
}

fn cells(column: &run_table::Column, row: &Row, puzzles: &[PuzzleRow]) -> Vec<Cell> {
    let index = row.key.puzzle_index;
    let found = puzzles.binary_search_by_key(&index, |puzzle| puzzle.puzzle_index).ok();
    let puzzle = found.map(|at| &puzzles[at]);
    vec![
        Cell::name(column.label()),
        Cell::count(Some(index)),
        Cell::count(Some(row.key.isomorph.into())),
        Cell::count(puzzle.map(|puzzle| puzzle.line)),
        Cell::count(puzzle.map(|puzzle| puzzle.clues.into())),
        Cell::count(row.value(Metric::Nodes)),
        Cell::decimal(row.value(Metric::Time).map(|ns| ns as f64 / 1e3)),
        Cell::words(row.status.name()),
        Cell::label(puzzle.map_or("", |puzzle| &puzzle.label)),
        puzzle.map_or_else(Cell::default, |puzzle| Cell {
            is_block: true,
            key: Some(puzzle.puzzle.clone()),
            ..Cell::words(grid(&puzzle.puzzle))
        }),
    ]
}

/// A puzzle as a grid of nine lines, boxes apart.
fn grid(puzzle: &str) -> String {
    let cells: Vec<char> = puzzle.chars().collect();
    let mut grid = String::new();
    for (line, row) in cells.chunks(9).enumerate() {
        if line > 0 {
            grid.push_str(if line % 3 == 0 { "\n------+-------+------\n" } else { "\n" });
        }
        let boxes = row
            .chunks(3)
            .map(|cells| cells.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
        grid.push_str(&boxes.collect::<Vec<_>>().join(" | "));
    }
    grid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::runs::PuzzleKey;

    #[test]
    fn grids_are_drawn_with_their_boxes() {
        let grid = grid(&("12.456789".to_owned() + &".".repeat(72)));
        assert_eq!(grid.lines().next(), Some("1 2 . | 4 5 6 | 7 8 9"));
        assert_eq!(grid.lines().nth(3), Some("------+-------+------"));
        assert_eq!(grid.lines().count(), 11);
    }

    #[test]
    fn cut_runs_are_harder_than_any_other() {
        let row = |puzzle_index, status, nodes| {
            let key = PuzzleKey { puzzle_index, isomorph: 0 };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        let rows = vec![
            row(0, Status::Unique, 7),
            row(1, Status::TimeLimit, 5),
            row(2, Status::Unique, 9),
        ];
        let column = run_table::Column::with_rows("x", "search", rows);
        let corpus = CorpusTable { name: "c".into(), columns: vec![column] };
        let table = hardest(&corpus, &[]);
        let shown: Vec<_> = table.rows.iter().map(|cells| cells[1].text.as_str()).collect();
        assert_eq!(shown, ["1", "2", "0"]);
    }
}
