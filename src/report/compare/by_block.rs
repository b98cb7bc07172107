//! Times of engines that solve in blocks: compared on the stretches of puzzles that two configs
//! were both timed on.
//!
//! A stretch counts once, however many puzzles it holds. Stretches are few, so a verdict often
//! wants a larger corpus: that is honest, since only the blocks were timed.

use super::bootstrap::{Columns, percentile_interval};
use super::pairing::{Pairs, Work};
use super::{Comparison, Contestant, Settings, describe};
use crate::report::block_table::common;
use crate::report::run_table::Metric;
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
