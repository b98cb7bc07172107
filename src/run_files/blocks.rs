//! `blocks.csv`: one row per timed block.

use super::column::{self, ColumnSpec, names};
use super::field::{push_number, push_text};
use serde::Deserialize;

/// The file's name.
pub const FILE: &str = "blocks.csv";

/// What the columns hold.
pub const SPECS: [ColumnSpec; 9] = [
    column::CORPUS,
    column::WINDOW,
    ColumnSpec::integer(
        "block",
        "the number of the block among those of its config in the window, from 0",
    ),
    column::CONFIG,
    column::ENGINE,
    ColumnSpec::integer("pass", "the timed pass, from 1"),
    ColumnSpec::integer("thread", "the thread that solved the block, from 0"),
    ColumnSpec::integer("puzzles", "the searched puzzles of the block, each isomorph counted"),
    ColumnSpec::integer("elapsed_ns", "the time of the whole block").unit("ns"),
];

/// The columns.
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// One timed block.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Block<T> {
    /// The corpus.
    pub corpus: T,
    /// The window, numbered through the run from 0.
    pub window: u64,
    /// The block of its config in the window, from 0.
    pub block: u32,
    /// The config.
    pub config: T,
    /// The engine.
    pub engine: T,
    /// The timed pass, from 1.
    pub pass: u32,
    /// The thread that solved it, from 0.
    pub thread: u32,
    /// How many puzzles it held.
    pub puzzles: u32,
    /// How long it took.
    pub elapsed_ns: u64,
}

/// Appends a row.
pub fn push_row(rows: &mut Vec<u8>, block: &Block<&str>) {
    push_text(rows, block.corpus.as_bytes());
    rows.push(b',');
    push_number(rows, block.window);
    rows.push(b',');
    push_number(rows, block.block.into());
    for text in [block.config, block.engine] {
        rows.push(b',');
        push_text(rows, text.as_bytes());
    }
    for number in [block.pass, block.thread, block.puzzles] {
        rows.push(b',');
        push_number(rows, number.into());
    }
    rows.push(b',');
    push_number(rows, block.elapsed_ns);
    rows.push(b'\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_files::field::header;

    #[test]
    fn rows_are_read_as_they_were_written() {
        let block = Block {
            corpus: "a.txt",
            window: 3,
            block: 1,
            config: "lanes",
            engine: "lanes",
            pass: 5,
            thread: 0,
            puzzles: 4096,
            elapsed_ns: 1_000_000,
        };
        let mut file = header(&COLUMNS);
        push_row(&mut file, &block);
        let mut reader = csv::Reader::from_reader(&file[..]);
        let read: Block<String> = reader.deserialize().next().expect("a row").expect("a block");
        assert_eq!(
            (read.config.as_str(), read.puzzles, read.elapsed_ns),
            ("lanes", 4096, 1_000_000)
        );
    }
}
