//! The nodes of a merged run: how fast each worked, and what they warn of.

use super::table::{Cell, Column, Table};
use crate::run_files::shard::{MergedShard, Node};

/// A row per node, the fastest first.
pub(super) fn nodes(shards: &[MergedShard]) -> Table {
    let nodes = Node::of(shards);
    let fastest = nodes.first().and_then(|node| node.median());
    let row = |node: &Node<'_>| {
        let of_fastest = node.median().zip(fastest).map(|(rate, fastest)| rate / fastest);
        vec![
            Cell::name(node.host),
            Cell::words(node.cpu),
            Cell::count(Some(node.shards as u64)),
            Cell::count(Some(node.puzzles)),
            Cell::decimal(node.median()),
            Cell::decimal(node.rates.first().copied()),
            Cell::decimal(node.rates.last().copied()),
            of_fastest.map_or_else(Cell::unknown, Cell::share),
            Cell::label(node.warnings.iter().copied().collect::<Vec<_>>().join("; ")),
        ]
    };
    Table {
        caption: "Nodes".to_owned(),
        note: "The shards of a run, by the machine that made them. Each shard has its own puzzles, so \
               rates differ also on equal machines.",
        is_open: true,
        columns: vec![
            Column::words("node", "the name of the host"),
            Column::words("CPU", "the processor"),
            Column::number("shards", "how many it made"),
            Column::number("puzzles", "of its shards, each solved by all contestants"),
            Column::number("puzzles a second", "the median of its shards, by wall time"),
            Column::number("least", "of its slowest shard"),
            Column::number("most", "of its fastest shard"),
            Column::number("of the fastest", "its median against that of the fastest node"),
            Column::words("warnings", "what limits the value of its times"),
        ],
        rows: nodes.iter().map(row).collect(),
    }
}
