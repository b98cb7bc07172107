//! Times of engines that solve in blocks: compared on the stretches of puzzles that two configs
//! were both timed on.
//!
//! A stretch counts once, however many puzzles it holds. Stretches are few, so a verdict often
//! wants a larger corpus: that is honest, since only the blocks were timed.

use super::bootstrap::{Columns, percentile_interval};
use super::pairing::{Pairs, Work};
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
    let times = common(a.stretches, b.stretches);
    // The time of a censored run within a block is a bound, and so is the block's.
    let is_censored =
        [a, b].iter().any(|x| x.column.rows.iter().any(|row| row.status.is_censored()));
    let work =
        |time_ns: f64| Some(Work { shifted: time_ns + 1.0, mean: time_ns, is_censored: false });
    let (first, second): (Vec<_>, Vec<_>) =
        times.iter().map(|&(first, second)| (work(first), work(second))).unzip();
    let pairs = Pairs::new(&first, &second);
    if pairs.is_empty() {
        return None;
    }
    let mut columns = Columns::new(pairs.len());
    let _ = columns.push(pairs.differences.iter().map(|&difference| Some(difference)));
    let means = columns.resampled_means(settings.resamples, settings.seed);
    let interval = percentile_interval(means.iter().map(|row| row[0].exp()).collect());
    let comparison = describe(Metric::BlockTime, (a, b), &pairs, interval);
    Some(Comparison { is_bound: is_censored, ..comparison })
}

#[cfg(test)]
mod tests {
    use crate::goal::Status;
    use crate::identity::EngineName;
    use crate::run_files::blocks::Block;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::block_table::BlockTable;
    use crate::stats::comparison::{Settings, Verdict, compare};
    use crate::stats::run_table::{Column, CorpusTable, Metric, Row};

    const WINDOWS: u64 = 12;

    fn column(engine: &str, status: Status, time_ns: Option<u64>) -> Column {
        let row = |puzzle_index| {
            let key = PuzzleKey { puzzle_index, isomorph: 0 };
            Row::new(key, status, [None, None, None, time_ns])
        };
        let rows = (0..8 * WINDOWS).map(row).collect();
        Column { config: engine.to_owned(), engine: EngineName::new(engine), rows }
    }

    /// Timed blocks of an engine, so many to a window of eight puzzles.
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

    fn compared(status: Status) -> (Metric, u64, bool, Verdict) {
        let columns = vec![column("lanes", status, None), column("loop", status, Some(200))];
        let corpus = CorpusTable { name: "c".to_owned(), columns };
        let timed = blocks("lanes", 1, 100).chain(blocks("loop", 4, 200)).collect();
        let settings = Settings { resamples: 500, ..Settings::default() };
        let comparisons = compare(&corpus, &BlockTable::new(timed), &settings);
        let [one] = &comparisons[..] else { panic!("{comparisons:?}") };
        let ratio = one.gm_ratio.expect("a ratio");
        assert!((0.49..0.52).contains(&ratio), "{ratio}");
        (one.metric, one.pairs, one.is_bound, one.verdict)
    }

    #[test]
    fn an_engine_without_times_of_puzzles_is_compared_by_stretches() {
        assert_eq!(compared(Status::Unique), (Metric::BlockTime, WINDOWS, false, Verdict::Better));
        assert_eq!(
            compared(Status::NodeLimit),
            (Metric::BlockTime, WINDOWS, true, Verdict::Better)
        );
    }
}
