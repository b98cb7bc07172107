//! `blocks.csv` in memory: how long each config took for which stretch of puzzles.
//!
//! Engines cut a corpus into blocks of different sizes. Two of them are comparable on the shortest
//! stretches of puzzles whose ends are ends of blocks of both; ends of windows always are.
//!
//! A block counts at the median of its passes: one pass that was disturbed does not move it.

use super::run_table::{Column, runs_of_puzzles};
use crate::goal::Status;
use crate::identity::EngineName;
use crate::run_files::blocks::{Block, FILE};
use crate::run_files::verify::Extent;
use std::collections::BTreeMap;
use std::path::Path;

/// Consecutive puzzles that were timed together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The number of searched runs before its end, from the corpus's first.
    pub end: u64,
    /// The median time of the passes.
    pub time_ns: f64,
}

/// A pass that took much longer than the others did.
#[derive(Clone, Debug, PartialEq)]
pub struct WildPass {
    /// The corpus.
    pub corpus: String,
    /// The config.
    pub config: String,
    /// The window.
    pub window: u64,
    /// The pass.
    pub pass: u32,
    /// Its time as a multiple of the median pass.
    pub factor: f64,
}

/// A pass over a window is wild if it takes more than this many times the median pass.
const WILD: f64 = 2.0;

/// The stretches of one config over one corpus, in order.
pub type Stretches = Vec<Stretch>;

/// The timed blocks of a run, by corpus, config and engine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockTable {
    stretches: BTreeMap<(String, String, String), Stretches>,
    /// Passes that took much longer than the others did.
    pub wild: Vec<WildPass>,
}

/// The blocks of a config: by window and block the puzzles, and by pass the time.
type Timed = BTreeMap<(u64, u32), (u64, Vec<(u32, u64)>)>;

impl BlockTable {
    /// Reads the `blocks.csv` of a run's folder.
    ///
    /// # Errors
    /// If it cannot be read, or holds anything but blocks; in a line.
    pub fn read(folder: &Path, extent: &Extent) -> Result<Self, String> {
        let path = folder.join(FILE);
        let wrong = |error: csv::Error| format!("{}: {error}", path.display());
        let file = extent.open(folder, FILE).map_err(csv::Error::from).map_err(wrong)?;
        let mut file = csv::Reader::from_reader(file);
        let blocks: Result<Vec<Block<String>>, _> = file.deserialize().collect();
        Ok(Self::new(blocks.map_err(wrong)?))
    }

    /// The blocks of a run, in any order.
    #[must_use]
    pub fn new(blocks: impl IntoIterator<Item = Block<String>>) -> Self {
        let mut timed: BTreeMap<_, Timed> = BTreeMap::new();
        for block in blocks {
            let column = timed.entry((block.corpus, block.config, block.engine)).or_default();
            let (puzzles, passes) = column.entry((block.window, block.block)).or_default();
            *puzzles = block.puzzles.into();
            passes.push((block.pass, block.elapsed_ns));
        }
        let mut table = Self::default();
        for ((corpus, config, engine), column) in timed {
            let name = EngineName::new(&engine).label(&config);
            table.wild.extend(wild_passes(&corpus, &name, &column));
            let mut end = 0;
            let stretch = |(puzzles, passes): (u64, Vec<(u32, u64)>)| {
                end += puzzles;
                Stretch { end, time_ns: median(passes.into_iter().map(|(_, ns)| ns).collect()) }
            };
            let stretches = column.into_values().map(stretch).collect();
            let _ = table.stretches.insert((corpus, config, engine), stretches);
        }
        table
    }

    /// Drops the configs whose blocks a clock that ticks so coarsely does not resolve.
    pub fn keep_resolved(&mut self, tick_ns: u64) {
        self.stretches.retain(|(corpus, config, engine), stretches| {
            let total: f64 = stretches.iter().map(|stretch| stretch.time_ns).sum();
            let is_kept = is_resolved(total, stretches.len() as u64, tick_ns);
            if !is_kept {
                let name = EngineName::new(engine).label(config);
                self.wild.retain(|wild| (&wild.corpus, &wild.config) != (corpus, &name));
            }
            is_kept
        });
    }

    /// The stretches of a config; none if it was not timed.
    #[must_use]
    pub fn of(&self, corpus: &str, config: &str, engine: &str) -> &[Stretch] {
        let key = (corpus.to_owned(), config.to_owned(), engine.to_owned());
        self.stretches.get(&key).map_or(&[], Vec::as_slice)
    }

    /// The time of a config per puzzle, in nanoseconds, at the medians of the passes.
    #[must_use]
    pub fn time_per_puzzle(&self, corpus: &str, config: &str, engine: &str) -> Option<f64> {
        let stretches = self.of(corpus, config, engine);
        let puzzles = stretches.last().filter(|last| last.end > 0)?.end;
        Some(stretches.iter().map(|stretch| stretch.time_ns).sum::<f64>() / puzzles as f64)
    }
}

/// Whether a clock resolves blocks that took this time in all: on average a block must take
/// 20 ticks of it.
#[must_use]
pub fn is_resolved(total_ns: f64, blocks: u64, tick_ns: u64) -> bool {
    total_ns >= (LEAST_TICKS * tick_ns) as f64 * blocks as f64
}

/// The least time of a block, in ticks of the clock.
const LEAST_TICKS: u64 = 20;

fn wild_passes(corpus: &str, config: &str, column: &Timed) -> Vec<WildPass> {
    let mut totals: BTreeMap<u64, BTreeMap<u32, u64>> = BTreeMap::new();
    for (&(window, _), (_, passes)) in column {
        for &(pass, elapsed_ns) in passes {
            *totals.entry(window).or_default().entry(pass).or_default() += elapsed_ns;
        }
    }
    let of_window = |(window, passes): (u64, BTreeMap<u32, u64>)| {
        let usual = median(passes.values().copied().collect());
        passes.into_iter().filter_map(move |(pass, total)| {
            let factor = total as f64 / usual;
            let (corpus, config) = (corpus.to_owned(), config.to_owned());
            (factor > WILD).then_some(WildPass { corpus, config, window, pass, factor })
        })
    };
    totals.into_iter().flat_map(of_window).collect()
}

/// The middle of times; of two in the middle, their mean.
///
/// # Panics
/// If there are none.
#[must_use]
pub fn median(mut times: Vec<u64>) -> f64 {
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

/// The number of the block in which each puzzle was timed first; empty if there are no blocks.
#[must_use]
pub fn clusters(stretches: &[Stretch], column: &Column, puzzles: &[u64]) -> Vec<u32> {
    if stretches.is_empty() {
        return Vec::new();
    }
    // Puzzles that were not searched are in no block.
    let is_searched = |at: &usize| column.statuses()[*at] != Status::Invalid;
    let mut clusters = vec![0; puzzles.len()];
    let (mut searched, mut block) = (0, 0);
    for (puzzle, runs) in runs_of_puzzles(puzzles, column) {
        while stretches.get(block).is_some_and(|stretch| stretch.end <= searched) {
            block += 1;
        }
        clusters[puzzle] = block as u32;
        searched += runs.filter(is_searched).count() as u64;
    }
    clusters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::run_table::Row;

    fn stretches(pairs: &[(u64, f64)]) -> Stretches {
        pairs.iter().map(|&(end, time_ns)| Stretch { end, time_ns }).collect()
    }

    fn block(window: u64, block: u32, pass: u32, elapsed_ns: u64) -> Block<String> {
        Block {
            corpus: "c".to_owned(),
            window,
            block,
            config: "x".to_owned(),
            engine: "search".to_owned(),
            pass,
            thread: 0,
            puzzles: 5,
            elapsed_ns,
        }
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
        let blocks = [block(4, 0, 1, 9), block(3, 1, 1, 4), block(3, 0, 1, 10), block(3, 0, 2, 20)];
        let table = BlockTable::new(blocks);
        let expected = stretches(&[(5, 15.0), (10, 4.0), (15, 9.0)]);
        assert_eq!(table.of("c", "x", "search"), expected);
        assert!(table.of("c", "y", "search").is_empty());
    }

    #[test]
    fn one_wild_pass_does_not_move_the_time_and_is_reported() {
        let times = [6, 7, 210, 6, 6];
        let blocks = (1..).zip(times).map(|(pass, ns)| block(0, 0, pass, ns * 1000));
        let table = BlockTable::new(blocks);
        assert_eq!(table.time_per_puzzle("c", "x", "search"), Some(1200.0));
        let [wild] = &table.wild[..] else { panic!("{:?}", table.wild) };
        assert_eq!((wild.window, wild.pass, wild.factor), (0, 3, 35.0));
    }

    #[test]
    fn puzzles_belong_to_the_block_in_which_they_were_timed() {
        let row = |puzzle_index| {
            let status = if puzzle_index == 2 { Status::Invalid } else { Status::Unique };
            Row::new(PuzzleKey { puzzle_index, isomorph: 0 }, status, [None; 4])
        };
        let column = Column::with_rows("x", "search", [4, 1, 2, 0, 3].map(row));
        let blocks = stretches(&[(2, 1.0), (4, 1.0)]);
        assert_eq!(clusters(&blocks, &column, &[0, 1, 2, 3, 4]), [1, 0, 1, 1, 0]);
        assert!(clusters(&[], &column, &[0, 1, 2, 3, 4]).is_empty());
    }
}
