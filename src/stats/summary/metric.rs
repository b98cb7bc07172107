//! What is summed up of one metric over the runs of a config.

use super::saved::{bits, distribution};
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

/// The percentiles in files.
const PERCENTILES: [u64; 3] = [50, 90, 99];

/// The sum of a metric, its logarithms and its distribution.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Metric {
    /// What is added before the logarithm is taken: 1 node or 1 microsecond.
    #[serde(with = "bits")]
    shift: f64,
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

impl Metric {
    pub(super) fn new(shift: f64) -> Self {
        Self {
            shift,
            sum: 0,
            runs: 0,
            censored: 0,
            logarithms: Logarithms::default(),
            plain_logarithms: Logarithms::default(),
            max: 0,
            histogram: None,
            closed: None,
        }
    }

    #[inline]
    pub(super) fn add(&mut self, value: u64, is_censored: bool) {
        self.runs += 1;
        self.sum += u128::from(value);
        if is_censored {
            self.censored += 1;
            return;
        }
        self.max = self.max.max(value);
        if self.censored == 0 {
            self.logarithms.add(value as f64 + self.shift);
            self.plain_logarithms.add(value.max(1) as f64);
        }
        let histogram = self.histogram.get_or_insert_with(distribution::new);
        histogram.record(value).expect("a histogram that grows takes every value");
    }

    /// Of finished runs only: with a censored one among them, mean and maximum are not known.
    pub(super) fn finished<T>(&self, value: impl FnOnce() -> T) -> Option<T> {
        (self.runs > 0 && self.censored == 0).then(value)
    }

    pub(super) fn sum(&self) -> Option<u128> {
        (self.runs > 0).then_some(self.sum)
    }

    /// The mean of what is recorded; a lower bound if runs were censored.
    pub(super) fn mean_recorded(&self) -> Option<f64> {
        (self.runs > 0).then(|| self.sum as f64 / self.runs as f64)
    }

    pub(super) fn shifted_geometric_mean(&self) -> Option<f64> {
        self.finished(|| self.logarithms.geometric_mean(self.runs) - self.shift)
    }

    /// The geometric mean of values that are at least 1.
    pub(super) fn geometric_mean(&self) -> Option<f64> {
        self.finished(|| self.plain_logarithms.geometric_mean(self.runs))
    }

    /// For each percentile, the least value that is at least as large as that share of the runs; censored runs
    /// are larger than all others, and have none.
    pub(super) fn percentiles(&self) -> [Option<u64>; PERCENTILES.len()] {
        self.closed.unwrap_or_else(|| PERCENTILES.map(|percent| self.percentile(percent)))
    }

    /// Keeps the percentiles and drops the distribution, which takes far more memory.
    pub(super) fn close(&mut self) {
        self.closed = Some(self.percentiles());
        self.histogram = None;
    }

    /// Adds the runs of another metric of the same kind, which is not closed.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.runs += other.runs;
        self.censored += other.censored;
        self.logarithms.0 += other.logarithms.0;
        self.plain_logarithms.0 += other.plain_logarithms.0;
        self.max = self.max.max(other.max);
        if let Some(more) = &other.histogram {
            let histogram = self.histogram.get_or_insert_with(distribution::new);
            histogram.add(&**more).expect("a histogram that grows takes every value");
        }
    }

    fn percentile(&self, percent: u64) -> Option<u64> {
        let rank = (self.runs * percent).div_ceil(100);
        let finished = self.runs - self.censored;
        (1..=finished).contains(&rank).then(|| {
            let quantile = (rank as f64 - 0.5) / finished as f64;
            self.histogram
                .as_ref()
                .map_or(0, |histogram| histogram.value_at_quantile(quantile))
                .min(self.max)
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
