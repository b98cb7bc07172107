//! Times of engines that solve in blocks: compared on the stretches of puzzles that two configs
//! were both timed on, each at the median of its passes.
//!
//! A stretch counts once, with any number of puzzles. A small corpus has few stretches, and
//! fewer than ten give no interval and no verdict: only the blocks were timed.

use super::paired_tests::LEAST_PAIRS;
use super::pairing::{Basis, Pairs, Work};
use super::{Comparison, Contestant, Settings, describe};
use crate::stats::block_table::common;
use crate::stats::run_table::Metric;
use rayon::prelude::*;

/// Compares those pairs of which one was not timed puzzle by puzzle, and both block by block.
pub(super) fn compare(
    contestants: &[Contestant<'_>],
    index_pairs: &[(usize, usize)],
    settings: &Settings,
) -> Vec<Comparison> {
    let is_timed: Vec<_> =
        contestants.iter().map(|config| config.column.knows(Metric::Time)).collect();
    index_pairs
        .par_iter()
        .filter(|&&(a, b)| !(is_timed[a] && is_timed[b]))
        .filter_map(|&(a, b)| compare_pair(&contestants[a], &contestants[b], settings))
        .collect()
}

fn compare_pair(a: &Contestant<'_>, b: &Contestant<'_>, settings: &Settings) -> Option<Comparison> {
    let mut pairs = Pairs::default();
    let work = |ns: f64| Work { geometric: ns.max(1.0), mean: ns, is_censored: false };
    for ((first, second), stretch) in common(a.stretches, b.stretches).into_iter().zip(0..) {
        pairs.add(work(first), work(second), stretch);
    }
    if pairs.is_empty() {
        return None;
    }
    let comparison = describe(Metric::BlockTime, (a, b), &pairs, LEAST_PAIRS as u64, settings);
    // A limit that cut a run within a block cut the block's time, too.
    let basis = match (a.column.is_censored(), b.column.is_censored()) {
        (false, false) => Basis::Exact,
        (true, false) => Basis::AtLeast,
        (false, true) => Basis::AtMost,
        (true, true) => {
            let nothing = Comparison::unknown(a.corpus, Metric::BlockTime, &a.label, &b.label);
            let basis = Basis::BothDecided;
            return Some(Comparison { pairs: comparison.pairs, basis, ..nothing });
        }
    };
    Some(Comparison { basis, ..comparison })
}

#[cfg(test)]
mod tests {
    use crate::goal::Status;
    use crate::run_files::blocks::Block;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::block_table::BlockTable;
    use crate::stats::comparison::{Basis, Settings, Verdict, compare};
    use crate::stats::run_table::{Column, CorpusTable, Metric, Row};

    const WINDOWS: u64 = 12;

    fn column(engine: &str, status: Status, time_ns: Option<u64>) -> Column {
        let row = |puzzle_index| {
            let key = PuzzleKey { puzzle_index, isomorph: 0 };
            Row::new(key, status, [None, None, None, time_ns])
        };
        Column::with_rows(engine, engine, (0..8 * WINDOWS).map(row))
    }

    /// Timed blocks of an engine, a number of them to a window of eight puzzles.
    fn blocks(
        engine: &str,
        per_window: u32,
        puzzle_ns: u64,
    ) -> impl Iterator<Item = Block<String>> {
        let block = move |window, block| Block {
            corpus: "c".to_owned(),
            window,
            block,
            config: engine.to_owned(),
            engine: engine.to_owned(),
            pass: 1,
            thread: 0,
            puzzles: 8 / per_window,
            elapsed_ns: (puzzle_ns + window % 3) * u64::from(8 / per_window),
        };
        (0..WINDOWS).flat_map(move |window| (0..per_window).map(move |at| block(window, at)))
    }

    fn compared(status: Status) -> (Metric, u64, Basis, Verdict) {
        let columns =
            vec![column("lanes", status, None), column("loop", Status::Unique, Some(200))];
        let corpus = CorpusTable { name: "c".to_owned(), columns };
        let timed = blocks("lanes", 1, 100).chain(blocks("loop", 4, 200));
        let comparisons = compare(&corpus, &BlockTable::new(timed), &Settings::default());
        let [one] = &comparisons[..] else { panic!("{comparisons:?}") };
        let ratio = one.gm_ratio.expect("a ratio");
        assert!((0.49..0.52).contains(&ratio), "{ratio}");
        (one.metric, one.pairs, one.basis, one.verdict)
    }

    #[test]
    fn an_engine_without_times_of_puzzles_is_compared_by_stretches() {
        let (metric, pairs, basis, verdict) = compared(Status::Unique);
        assert_eq!((metric, pairs), (Metric::BlockTime, WINDOWS));
        assert_eq!((basis, verdict), (Basis::Exact, Verdict::Better));
        let (_, _, basis, verdict) = compared(Status::NodeLimit);
        assert_eq!((basis, verdict), (Basis::AtLeast, Verdict::Inconclusive));
    }

    #[test]
    fn one_window_gives_no_interval() {
        let columns =
            vec![column("lanes", Status::Unique, None), column("loop", Status::Unique, Some(200))];
        let corpus = CorpusTable { name: "c".to_owned(), columns };
        let whole = |engine: &str, elapsed_ns| Block {
            puzzles: 8 * WINDOWS as u32,
            elapsed_ns,
            ..blocks(engine, 1, 1).next().expect("a block")
        };
        let timed = BlockTable::new([whole("lanes", 100), whole("loop", 900)]);
        let comparisons = compare(&corpus, &timed, &Settings::default());
        assert_eq!((comparisons[0].pairs, comparisons[0].interval), (1, None));
        assert_eq!(comparisons[0].verdict, Verdict::Inconclusive);
    }
}
