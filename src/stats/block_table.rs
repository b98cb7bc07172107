//! `blocks.csv` in memory: how long each config took for which stretch of puzzles.
//!
//! Engines cut a corpus into blocks of different sizes. Two of them are comparable on the shortest
//! stretches of puzzles whose ends are ends of blocks of both; ends of windows always are.

use crate::run_files::blocks::{Block, FILE};
use std::collections::BTreeMap;
use std::path::Path;

/// Consecutive puzzles that were timed together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The number of puzzles before its end, from the corpus's first.
    pub end: u64,
    /// The median time of the passes.
    pub time_ns: f64,
}

/// The stretches of one config over one corpus, in order.
pub type Stretches = Vec<Stretch>;

/// The timed blocks of a run, by corpus and config.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockTable(BTreeMap<(String, String, String), Stretches>);

impl BlockTable {
    /// Reads the `blocks.csv` of a run's folder.
    ///
    /// # Errors
    /// If it cannot be read, or holds anything but blocks; in a line.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let path = folder.join(FILE);
        let wrong = |error: csv::Error| format!("{}: {error}", path.display());
        let mut file = csv::Reader::from_path(&path).map_err(wrong)?;
        let blocks: Result<Vec<Block<String>>, _> = file.deserialize().collect();
        Ok(Self::new(blocks.map_err(wrong)?))
    }

    /// The blocks of a run, in any order.
    #[must_use]
    pub fn new(blocks: Vec<Block<String>>) -> Self {
        type Passes = (u64, Vec<u64>);
        let mut timed: BTreeMap<_, BTreeMap<(u64, u32), Passes>> = BTreeMap::new();
        for block in blocks {
            let column = timed.entry((block.corpus, block.config, block.engine)).or_default();
            let (puzzles, passes) = column.entry((block.window, block.block)).or_default();
            *puzzles = block.puzzles.into();
            passes.push(block.elapsed_ns);
        }
        let stretches = |column: BTreeMap<_, Passes>| {
            let mut end = 0;
            let stretch = |(puzzles, passes)| {
                end += puzzles;
                Stretch { end, time_ns: median(passes) }
            };
            column.into_values().map(stretch).collect()
        };
        Self(timed.into_iter().map(|(key, column)| (key, stretches(column))).collect())
    }

    /// The stretches of a config; none if it was not timed.
    #[must_use]
    pub fn of(&self, corpus: &str, config: &str, engine: &str) -> &[Stretch] {
        let key = (corpus.to_owned(), config.to_owned(), engine.to_owned());
        self.0.get(&key).map_or(&[], Vec::as_slice)
    }
}

fn median(mut times: Vec<u64>) -> f64 {
    times.sort_unstable();
    let middle = times.len() - 1;
    (times[middle / 2] as f64 + times[middle.div_ceil(2)] as f64) / 2.0
}

/// The times of two configs on the shortest stretches that both have.
#[must_use]
pub fn common(a: &[Stretch], b: &[Stretch]) -> Vec<(f64, f64)> {
    let (mut common, mut sums) = (Vec::new(), (0.0, 0.0));
    let mut others = b.iter().peekable();
    for stretch in a {
        sums.0 += stretch.time_ns;
        while let Some(other) = others.next_if(|other| other.end <= stretch.end) {
            sums.1 += other.time_ns;
            if other.end == stretch.end {
                common.push(std::mem::take(&mut sums));
            }
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretches(pairs: &[(u64, f64)]) -> Stretches {
        pairs.iter().map(|&(end, time_ns)| Stretch { end, time_ns }).collect()
    }

    #[test]
    fn common_stretches_end_where_blocks_of_both_end() {
        let small = stretches(&[(2, 1.0), (4, 2.0), (6, 4.0), (9, 8.0), (12, 16.0)]);
        let large = stretches(&[(4, 10.0), (8, 20.0), (12, 40.0)]);
        assert_eq!(common(&small, &large), [(3.0, 10.0), (28.0, 60.0)]);
        assert_eq!(common(&large, &small), [(10.0, 3.0), (60.0, 28.0)]);
        assert_eq!(common(&small, &[]), []);
    }

    #[test]
    fn blocks_are_put_in_order_and_passes_to_their_median() {
        let block = |window, block, pass, elapsed_ns| Block {
            corpus: "c".to_owned(),
            window,
            block,
            config: "x".to_owned(),
            engine: "search".to_owned(),
            pass,
            thread: 0,
            puzzles: 5,
            elapsed_ns,
        };
        let blocks =
            vec![block(4, 0, 1, 9), block(3, 1, 1, 4), block(3, 0, 1, 10), block(3, 0, 2, 20)];
        let table = BlockTable::new(blocks);
        let expected = stretches(&[(5, 15.0), (10, 4.0), (15, 9.0)]);
        assert_eq!(table.of("c", "x", "search"), expected);
        assert!(table.of("c", "y", "search").is_empty());
    }
}
