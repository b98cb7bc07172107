//! Times of a run against those of an earlier one.
//!
//! Two runs of the same program differ by several percent, and all configs differ alike: the
//! machine was faster or slower. So each config is judged by what it differs from the others. Its
//! shift is taken off: the median of the changes of all other configs. What remains is compared
//! with the spread of the others (median absolute deviation, Student's distribution), like a new
//! observation with a prediction interval.
//!
//! A shift common to all configs may be the machine or the code: two runs cannot tell. With several
//! runs on each side the run is a random effect: the runs of a side differ by the machine alone,
//! so Student's interval over runs (equal variances) judges the shift, too.

use super::between::{Shared, Side, shared};
use super::interval::student;
use super::pairing::work_on;
use super::{Comparison, Settings};
use crate::stats::run_table::{Column, Metric, puzzles};

/// Fewer configs do not tell a shift that is common to all from a change of one.
pub const LEAST_CONFIGS: usize = 4;

/// A change of time, new by old, with its 95 % interval. Above 1 is slower.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The ratio.
    pub ratio: f64,
    /// Its interval; none where one run on each side leaves it unknown.
    pub interval: Option<(f64, f64)>,
}

/// A config's change beyond the shift of its corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct ConfigChange {
    /// The config.
    pub config: String,
    /// The change as measured, with the shift in it.
    pub measured: f64,
    /// What remains of it.
    pub beyond: Change,
}

/// The changes of time on one corpus.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// The corpus.
    pub corpus: String,
    /// What is common to all configs.
    pub shift: Change,
    /// Each config's own change.
    pub configs: Vec<ConfigChange>,
}

impl Drift {
    /// Why times are not judged, if they are not. A shift beyond the margin and the noise floor
    /// may be the machine or the code, unless several runs tell.
    #[must_use]
    pub fn why_not_judged(&self, settings: &Settings) -> Option<String> {
        if self.shift.interval.is_some() {
            return None;
        }
        let allowed = (settings.margin + settings.noise_floor).ln_1p();
        if self.configs.len() < LEAST_CONFIGS {
            return Some(format!("fewer than {LEAST_CONFIGS} configs were timed"));
        }
        (self.shift.ratio.ln().abs() > allowed)
            .then(|| "a shift may be the machine or the code".to_owned())
    }

    /// What is slower by more than the margin and the noise floor, each in a line.
    #[must_use]
    pub fn regressions(&self, settings: &Settings) -> Vec<String> {
        let most = 1.0 + settings.margin.max(settings.noise_floor);
        let is_slower = |change: Change| change.interval.is_some_and(|(low, _)| low > most);
        let percent = |ratio: f64| 100.0 * (ratio - 1.0);
        let mut lines = Vec::new();
        if is_slower(self.shift) {
            let more = percent(self.shift.ratio);
            lines.push(format!("{}: all configs are slower by {more:.1} %", self.corpus));
        }
        for ConfigChange { config, beyond, .. } in &self.configs {
            if is_slower(*beyond) {
                let more = percent(beyond.ratio);
                lines.push(format!("{}: {config} is slower by {more:.1} %", self.corpus));
            }
        }
        lines
    }
}

/// The drifts between one old and one new run, from their comparisons on times.
#[must_use]
pub fn of_two(comparisons: &[Comparison]) -> Vec<Drift> {
    let timed: Vec<_> = comparisons.iter().filter(|one| one.metric.is_time()).collect();
    let corpora = timed.chunk_by(|a, b| a.corpus == b.corpus);
    corpora.filter_map(of_two_on_corpus).collect()
}

fn of_two_on_corpus(comparisons: &[&Comparison]) -> Option<Drift> {
    let mut changes: Vec<(String, f64, f64)> = Vec::new();
    for comparison in comparisons {
        let config = comparison.b.strip_suffix(" (new)").unwrap_or(&comparison.b).to_owned();
        let Some(ratio) = comparison.gm_ratio else { continue };
        // A config that is timed puzzle by puzzle has block times, too: the first counts.
        if changes.iter().all(|(known, _, _)| *known != config) {
            let half = comparison.interval.map_or(0.0, |(low, high)| (high / low).ln() / 2.0);
            changes.push((config, -ratio.ln(), half));
        }
    }
    let logarithms: Vec<_> = changes.iter().map(|change| change.1).collect();
    let shift = median(logarithms.clone())?;
    let configs = changes.iter().enumerate().map(|(at, (config, change, half))| {
        let mut others = logarithms.clone();
        let _ = others.remove(at);
        ConfigChange {
            config: config.clone(),
            measured: change.exp(),
            beyond: beyond(*change, *half, &others),
        }
    });
    Some(Drift {
        corpus: comparisons[0].corpus.clone(),
        shift: Change { ratio: shift.exp(), interval: None },
        configs: configs.collect(),
    })
}

/// A config's change against those of the others; `half` is the half width of its own interval.
fn beyond(change: f64, half: f64, others: &[f64]) -> Change {
    let shift = median(others.to_vec()).unwrap_or(0.0);
    let rest = change - shift;
    let interval = (others.len() + 1 >= LEAST_CONFIGS).then(|| {
        let deviations = others.iter().map(|other| (other - shift).abs()).collect();
        // The factor makes it the standard deviation of a normal distribution.
        let spread = 1.4826 * median(deviations).unwrap_or(0.0);
        let count = others.len() as f64;
        let prediction = student(others.len() as u64 - 1) * spread * (1.0 + 1.0 / count).sqrt();
        let half = half.hypot(prediction);
        ((rest - half).exp(), (rest + half).exp())
    });
    Change { ratio: rest.exp(), interval }
}

/// The drifts between several old and several new runs.
///
/// # Panics
/// If there are not at least two runs on each side.
#[must_use]
pub fn of_several(old: &[Side<'_>], new: &[Side<'_>]) -> Vec<Drift> {
    assert!(old.len() > 1 && new.len() > 1, "a run is a random effect where there are several");
    let corpora = shared(old[0], new[0]);
    corpora.filter_map(|corpus| of_several_on_corpus(&corpus, old, new)).collect()
}

fn of_several_on_corpus(corpus: &Shared<'_>, old: &[Side<'_>], new: &[Side<'_>]) -> Option<Drift> {
    let runs: Vec<_> = old.iter().chain(new).copied().collect();
    let mut changes: Vec<(String, Vec<f64>)> = Vec::new();
    for (_, column) in &corpus.columns {
        if let Some(mut levels) = levels(&corpus.new.name, column, &runs) {
            let mean = levels.iter().sum::<f64>() / levels.len() as f64;
            levels.iter_mut().for_each(|level| *level -= mean);
            changes.push((column.label(), levels));
        }
    }
    let common = |run: usize| median(changes.iter().map(|(_, levels)| levels[run]).collect());
    let common: Vec<f64> = (0..runs.len()).map(common).collect::<Option<_>>()?;
    let configs = changes.iter().map(|(config, levels)| {
        let rest: Vec<_> =
            levels.iter().zip(&common).map(|(level, common)| level - common).collect();
        ConfigChange {
            config: config.clone(),
            measured: between(levels, old.len()).ratio,
            beyond: between(&rest, old.len()),
        }
    });
    Some(Drift {
        corpus: corpus.new.name.clone(),
        shift: between(&common, old.len()),
        configs: configs.collect(),
    })
}

/// The mean logarithm of a config's times in each run, over the puzzles that it decided in all;
/// of a config that was timed by block, the logarithm of its time per puzzle.
fn levels(corpus: &str, column: &Column, runs: &[Side<'_>]) -> Option<Vec<f64>> {
    let is_it =
        |other: &&Column| (&other.config, &other.engine) == (&column.config, &column.engine);
    let tables = runs.iter().map(|run| run.table);
    let by_block = || {
        let time = |run: &Side<'_>| {
            run.blocks.time_per_puzzle(corpus, &column.config, column.engine.as_str()).map(f64::ln)
        };
        runs.iter().map(time).collect()
    };
    let of_run = tables.map(|run| {
        let table = run.corpora.iter().find(|table| table.name == corpus)?;
        table.columns.iter().find(is_it)
    });
    let columns: Vec<_> = of_run.collect::<Option<_>>()?;
    if !columns.iter().all(|column| column.knows(Metric::Time)) {
        return by_block();
    }
    let puzzles = puzzles(&columns);
    let works = work_on(&puzzles, &columns, Metric::Time);
    let mut sums = vec![0.0; runs.len()];
    let mut count = 0;
    for puzzle in 0..puzzles.len() {
        let of_all = works.iter().map(|works| works.get(puzzle).filter(|work| !work.is_censored));
        let Some(of_all) = of_all.collect::<Option<Vec<_>>>() else { continue };
        sums.iter_mut().zip(of_all).for_each(|(sum, work)| *sum += work.geometric.ln());
        count += 1;
    }
    (count > 0).then(|| sums.into_iter().map(|sum| sum / f64::from(count)).collect())
}

/// The change from the first runs to the others, with Student's interval over runs.
fn between(levels: &[f64], old: usize) -> Change {
    let (old, new) = levels.split_at(old);
    let mean = |levels: &[f64]| levels.iter().sum::<f64>() / levels.len() as f64;
    let squares = |levels: &[f64]| {
        let mean = mean(levels);
        levels.iter().map(|level| (level - mean).powi(2)).sum::<f64>()
    };
    let change = mean(new) - mean(old);
    let degrees = old.len() + new.len() - 2;
    let variance = (squares(old) + squares(new)) / degrees as f64;
    let of_mean = variance * (1.0 / old.len() as f64 + 1.0 / new.len() as f64);
    let half = student(degrees as u64) * of_mean.sqrt();
    let interval = ((change - half).exp(), (change + half).exp());
    Change { ratio: change.exp(), interval: Some(interval) }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len().checked_sub(1)?;
    Some(values[middle / 2].midpoint(values[middle.div_ceil(2)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::runs::PuzzleKey;
    use crate::stats::block_table::BlockTable;
    use crate::stats::comparison::between::compare;
    use crate::stats::run_table::{CorpusTable, Row, RunTable};

    /// A run of configs whose times are multiples of 100,000 ns, puzzles differing by a few percent.
    fn run(factors: &[f64]) -> RunTable {
        let column = |(config, factor): (usize, &f64)| {
            let row = |puzzle_index: u64| {
                let noise = 1.0 + ((puzzle_index * 37 + config as u64 * 11) % 13) as f64 / 1000.0;
                let time = (1e5 * factor * noise) as u64;
                let key = PuzzleKey { puzzle_index, isomorph: 0 };
                Row::new(key, Status::Unique, [None, None, None, Some(time)])
            };
            Column::with_rows(&format!("x{config}"), "search", (0..60).map(row))
        };
        let columns = factors.iter().enumerate().map(column).collect();
        let corpora = vec![CorpusTable { name: "c".into(), columns }];
        RunTable { goal: "unique".into(), corpora }
    }

    fn settings() -> Settings {
        Settings { margin: 0.02, noise_floor: 0.005, ..Settings::default() }
    }

    fn two(old: &[f64], new: &[f64]) -> Drift {
        let (old, new, blocks) = (run(old), run(new), BlockTable::default());
        let side = |table| Side { table, blocks: &blocks };
        of_two(&compare(side(&old), side(&new), &settings())).remove(0)
    }

    fn several(old: &[[f64; 4]], new: &[[f64; 4]]) -> Drift {
        let blocks = BlockTable::default();
        let tables = |runs: &[[f64; 4]]| runs.iter().map(|run_of| run(run_of)).collect::<Vec<_>>();
        let (old, new) = (tables(old), tables(new));
        let side = |table| Side { table, blocks: &blocks };
        let old: Vec<_> = old.iter().map(side).collect();
        let new: Vec<_> = new.iter().map(side).collect();
        of_several(&old, &new).remove(0)
    }

    #[test]
    fn a_shift_of_all_configs_is_reported_and_not_judged() {
        let drift = two(&[1.0, 2.0, 3.0, 4.0, 5.0], &[1.1, 2.2, 3.3, 4.4, 5.5]);
        assert!((drift.shift.ratio - 1.1).abs() < 1e-3);
        assert!(drift.why_not_judged(&settings()).is_some_and(|why| why.contains("machine")));
        assert!(drift.regressions(&settings()).is_empty());
        assert!(drift.configs.iter().all(|config| (config.beyond.ratio - 1.0).abs() < 1e-3));
    }

    #[test]
    fn one_config_that_is_slower_is_found_beside_a_small_shift() {
        let drift = two(&[1.0; 6], &[1.01, 1.012, 1.008, 1.122, 1.009, 1.011]);
        assert_eq!(drift.why_not_judged(&settings()), None);
        let lines = drift.regressions(&settings());
        assert!(lines.len() == 1 && lines[0].starts_with("c: x3 is slower by 11."), "{lines:?}");
    }

    #[test]
    fn three_configs_are_not_judged() {
        let drift = two(&[1.0; 3], &[1.0, 1.0, 1.3]);
        assert_eq!(
            drift.why_not_judged(&settings()).as_deref(),
            Some("fewer than 4 configs were timed")
        );
    }

    #[test]
    fn several_runs_judge_a_shift() {
        let scaled = |factor: f64| [1.0, 2.0, 3.0, 4.0].map(|time| time * factor);
        let old = [0.99, 1.0, 1.01].map(scaled);
        let slower = several(&old, &[1.09, 1.1, 1.11].map(scaled));
        assert_eq!(slower.why_not_judged(&settings()), None);
        assert_eq!(slower.regressions(&settings()).len(), 1, "{slower:?}");
        let same = several(&old, &[0.98, 1.01, 1.02].map(scaled));
        assert!(same.regressions(&settings()).is_empty(), "{same:?}");
    }
}
