//! How much the times of identical configs differ: those that `--aa` runs twice.

use super::comparison::{Comparison, compare};
use super::run::Run;
use super::run_table::{Column, CorpusTable};

/// How the name of the second of two identical configs ends.
pub const SECOND: &str = "#2";

/// The times of identical configs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The share by which they differ; of several pairs the largest.
    pub measured: f64,
    /// The share by which they may differ: the far end of the 95 % interval, which contains the noise
    /// floor of the run. None if too little was timed.
    pub most: Option<f64>,
}

/// The difference between the configs of a run and their second selves; none if it has none, or they
/// were not timed.
#[must_use]
pub fn difference(run: &Run) -> Option<Difference> {
    let pairs = run.table.corpora.iter().flat_map(|corpus| {
        let second = |first: &Column| -> Option<Vec<Column>> {
            let name = format!("{}{SECOND}", first.config);
            let is_it = |column: &&Column| column.config == name && column.engine == first.engine;
            Some(vec![first.clone(), corpus.columns.iter().find(is_it)?.clone()])
        };
        let of_pair = |columns| CorpusTable { name: corpus.name.clone(), columns };
        corpus.columns.iter().filter_map(second).map(of_pair)
    });
    let settings = run.settings();
    let times = pairs.flat_map(|pair| compare(&pair, &run.blocks, &settings));
    times
        .filter(|one| one.metric.is_time())
        .filter_map(|one| of(&one, run.meta.noise_floor))
        .reduce(|a, b| Difference {
            measured: a.measured.max(b.measured),
            most: a.most.zip(b.most).map(|(a, b)| a.max(b)),
        })
}

fn of(comparison: &Comparison, noise_floor: Option<f64>) -> Option<Difference> {
    let share = |ratio: f64| ratio.max(1.0 / ratio) - 1.0;
    let measured = share(comparison.gm_ratio?);
    let far = comparison.interval.map(|(low, high)| share(low).max(share(high)));
    let most = far.into_iter().chain(noise_floor).reduce(f64::max);
    Some(Difference { measured, most: most.map(|most| most.max(measured)) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::run_table::Metric;

    #[test]
    fn the_far_end_of_the_interval_counts() {
        let comparison = Comparison {
            gm_ratio: Some(0.8),
            interval: Some((0.5, 1.25)),
            ..Comparison::unknown("c", Metric::Time, "x", "x#2")
        };
        let Difference { measured, most } = of(&comparison, Some(0.1)).expect("a ratio");
        assert!((measured - 0.25).abs() < 1e-12 && most == Some(1.0), "{measured} {most:?}");
        let short = Comparison { interval: None, ..comparison };
        assert_eq!(of(&short, None).expect("a ratio").most, None);
        assert_eq!(of(&short, Some(0.3)).expect("a ratio").most, Some(0.3));
        assert_eq!(of(&Comparison { gm_ratio: None, ..short }, None), None);
    }
}
