//! What is summed up of one metric over the runs of a config.

use super::saved::{bits, distribution};
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

/// The percentiles in files.
const PERCENTILES: [u64; 3] = [50, 90, 99];

/// What is summed up of a metric. One that no run has takes no memory but this: a run over many
/// corpora has many of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Metric {
    /// What is added before the logarithm is taken: 1 node or 1 microsecond.
    #[serde(with = "bits")]
    shift: f64,
    values: Option<Box<Values>>,
}

/// The sum of a metric, its logarithms and its distribution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Values {
    pub(super) sum: u128,
    pub(super) runs: u64,
    pub(super) censored: u64,
    /// Of the shifted values.
    logarithms: Logarithms,
    /// Of the values as they are.
    plain_logarithms: Logarithms,
    pub(super) max: u64,
    /// The distribution; none before the first finished run, and after [`Metric::close`].
    #[serde(with = "distribution")]
    histogram: Option<Box<Histogram<u32>>>,
    /// The values of [`PERCENTILES`] of a closed metric.
    closed: Option<[Option<u64>; PERCENTILES.len()]>,
}

impl Values {
    const NONE: Self = Self {
        sum: 0,
        runs: 0,
        censored: 0,
        logarithms: Logarithms(0),
        plain_logarithms: Logarithms(0),
        max: 0,
        histogram: None,
        closed: None,
    };
}

impl Metric {
    pub(super) fn new(shift: f64) -> Self {
        Self { shift, values: None }
    }

    /// What is summed up so far.
    pub(super) fn values(&self) -> &Values {
        const NONE: &Values = &Values::NONE;
        self.values.as_deref().unwrap_or(NONE)
    }

    fn values_mut(&mut self) -> &mut Values {
        self.values.get_or_insert_with(|| Box::new(Values::NONE))
    }

    #[inline]
    pub(super) fn add(&mut self, value: u64, is_censored: bool) {
        let shift = self.shift;
        let values = self.values_mut();
        values.runs += 1;
        values.sum += u128::from(value);
        if is_censored {
            values.censored += 1;
            return;
        }
        values.max = values.max.max(value);
        if values.censored == 0 {
            values.logarithms.add(value as f64 + shift);
            values.plain_logarithms.add(value.max(1) as f64);
        }
        let histogram = values.histogram.get_or_insert_with(distribution::new);
        histogram.record(value).expect("a histogram that grows takes every value");
    }

    /// Of finished runs only: with a censored one among them, mean and maximum are not known.
    pub(super) fn finished<T>(&self, value: impl FnOnce() -> T) -> Option<T> {
        let values = self.values();
        (values.runs > 0 && values.censored == 0).then(value)
    }

    pub(super) fn sum(&self) -> Option<u128> {
        let values = self.values();
        (values.runs > 0).then_some(values.sum)
    }

    /// The mean of what is recorded; a lower bound if runs were censored.
    pub(super) fn mean_recorded(&self) -> Option<f64> {
        let values = self.values();
        (values.runs > 0).then(|| values.sum as f64 / values.runs as f64)
    }

    pub(super) fn shifted_geometric_mean(&self) -> Option<f64> {
        let values = self.values();
        self.finished(|| values.logarithms.geometric_mean(values.runs) - self.shift)
    }

    /// The geometric mean of values that are at least 1.
    pub(super) fn geometric_mean(&self) -> Option<f64> {
        let values = self.values();
        self.finished(|| values.plain_logarithms.geometric_mean(values.runs))
    }

    /// For each percentile, the least value that is at least as large as that share of the runs; censored runs
    /// are larger than all others, and have none.
    pub(super) fn percentiles(&self) -> [Option<u64>; PERCENTILES.len()] {
        self.values().closed.unwrap_or_else(|| PERCENTILES.map(|percent| self.percentile(percent)))
    }

    /// Keeps the percentiles and drops the distribution, which takes far more memory.
    pub(super) fn close(&mut self) {
        let percentiles = self.percentiles();
        if let Some(values) = &mut self.values {
            values.closed = Some(percentiles);
            values.histogram = None;
        }
    }

    /// Adds the runs of another metric of the same kind, which is not closed.
    pub(super) fn merge(&mut self, other: &Self) {
        let Some(other) = &other.values else { return };
        let values = self.values_mut();
        values.sum += other.sum;
        values.runs += other.runs;
        values.censored += other.censored;
        values.logarithms.0 += other.logarithms.0;
        values.plain_logarithms.0 += other.plain_logarithms.0;
        values.max = values.max.max(other.max);
        if let Some(more) = &other.histogram {
            let histogram = values.histogram.get_or_insert_with(distribution::new);
            histogram.add(&**more).expect("a histogram that grows takes every value");
        }
    }

    fn percentile(&self, percent: u64) -> Option<u64> {
        let values = self.values();
        let rank = (values.runs * percent).div_ceil(100);
        let finished = values.runs - values.censored;
        (1..=finished).contains(&rank).then(|| {
            let quantile = (rank as f64 - 0.5) / finished as f64;
            values
                .histogram
                .as_ref()
                .map_or(0, |histogram| histogram.value_at_quantile(quantile))
                .min(values.max)
        })
    }
}

/// A sum of logarithms. Each is rounded to a multiple of 2^-57 and the sum is exact, so it depends
/// neither on the order of the values nor on how they are split into shards.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Logarithms(i128);

impl Logarithms {
    /// The unit: the logarithm of every `u64` fits into an `i64`.
    const UNIT: f64 = (1_u64 << 57) as f64;

    #[inline]
    fn add(&mut self, value: f64) {
        self.0 += i128::from((value.ln() * Self::UNIT) as i64);
    }

    fn geometric_mean(self, runs: u64) -> f64 {
        (self.0 as f64 / Self::UNIT / runs as f64).exp()
    }
}

/// A mean in which every undecided run counts as twice its limit.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Penalised {
    sum: u128,
    runs: u64,
    is_unknown: bool,
}

impl Penalised {
    pub(super) fn add(&mut self, value: Option<u64>, is_decided: bool, limit: Option<u64>) {
        self.runs += 1;
        match if is_decided { value } else { limit.map(|limit| limit.saturating_mul(2)) } {
            Some(value) => self.sum += u128::from(value),
            None => self.is_unknown = true,
        }
    }

    /// Adds the runs of another mean with the same limit.
    pub(super) const fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.runs += other.runs;
        self.is_unknown |= other.is_unknown;
    }

    pub(super) fn mean(&self) -> Option<f64> {
        (self.runs > 0 && !self.is_unknown).then(|| self.sum as f64 / self.runs as f64)
    }
}
