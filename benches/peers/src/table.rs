//! The printed table.

use crate::contestant::Contestant;
use std::time::Duration;

/// A contestant on a corpus.
#[derive(Clone, Debug)]
pub struct Row {
    corpus: String,
    engine: String,
    isa: String,
    block: Option<usize>,
    threads: usize,
    puzzles: usize,
    unique: usize,
    rounds: usize,
    /// Of the slowest, the median and the fastest round.
    puzzles_per_s: [f64; 3],
}

impl Row {
    /// The row of a contestant, from ascending times.
    pub fn new(
        corpus: &str,
        contestant: &dyn Contestant,
        puzzles: usize,
        unique: usize,
        times: &[Duration],
    ) -> Self {
        let speed = |at: usize| puzzles as f64 / times[at].as_secs_f64();
        Self {
            corpus: corpus.to_owned(),
            engine: contestant.name(),
            isa: contestant.isa(),
            block: contestant.block(),
            threads: contestant.threads(),
            puzzles,
            unique,
            rounds: times.len(),
            puzzles_per_s: [times.len() - 1, times.len() / 2, 0].map(speed),
        }
    }
}

/// Prints the header.
pub fn begin(csv: bool) {
    if csv {
        println!(
            "corpus,engine,isa,block,threads,puzzles,unique,rounds,puzzles_per_s_min,\
             puzzles_per_s_median,puzzles_per_s_max"
        );
    }
}

/// Prints a row.
pub fn print(row: &Row, csv: bool) {
    let Row { corpus, engine, isa, threads, puzzles, unique, rounds, .. } = row;
    let block = row.block.map(|block| block.to_string()).unwrap_or_default();
    let [min, median, max] = row.puzzles_per_s;
    if csv {
        println!(
            "{corpus},{engine},{isa},{block},{threads},{puzzles},{unique},{rounds},\
             {min:.0},{median:.0},{max:.0}"
        );
    } else {
        println!(
            "{corpus:<28} {engine:<42} {isa:<9} {block:>6} {threads:>2} {puzzles:>6} \
             {median:>10.0} puzzles/s ({min:.0} to {max:.0})"
        );
    }
}
