//! The mean of clustered values, with its standard error and Student's interval.
//!
//! Values of one cluster share noise: puzzles that were timed in one block share the worker, the
//! core and the moment. So the standard error is the cluster-robust one (K.-Y. Liang & S. L. Zeger,
//! Biometrika 73, 1986; A. C. Cameron & D. L. Miller, Journal of Human Resources 50, 2015): sums
//! over clusters vary, not single values. Where every value is a cluster of its own, it is the
//! usual s / sqrt(n).
//!
//! The degrees of freedom are the clusters that have a value other than 0, less one: where most
//! pairs tie, the few that differ are all that is known of the variance.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
    /// Degrees of freedom of the standard error.
    pub degrees: u64,
}

impl Estimate {
    /// The 95 % interval. `noise` is the half width of a 95 % interval of noise that all values
    /// share; it is added in quadrature.
    #[must_use]
    pub fn interval(&self, noise: f64) -> (f64, f64) {
        let half = (student(self.degrees) * self.standard_error).hypot(noise);
        (self.mean - half, self.mean + half)
    }
}

/// The 97.5 % quantile of Student's distribution.
///
/// # Panics
/// If there are no degrees of freedom.
#[must_use]
pub fn student(degrees: u64) -> f64 {
    let student = StudentsT::new(0.0, 1.0, degrees as f64).expect("degrees of freedom");
    student.inverse_cdf(0.975)
}

/// Values in clusters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    values: Vec<(f64, u32)>,
}

impl Sample {
    /// Values with the number of their cluster.
    #[must_use]
    pub fn new(values: impl Iterator<Item = (f64, u32)>) -> Self {
        Self { values: values.collect() }
    }

    /// The mean and its standard error; none unless two clusters have a value other than 0.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let count = self.values.len() as f64;
        let mean = self.values.iter().map(|value| value.0).sum::<f64>() / count;
        let clusters = self.values.iter().map(|value| value.1).max()? as usize + 1;
        // By cluster: the sum of what its values are apart from the mean, or none without values.
        let mut sums: Vec<Option<f64>> = vec![None; clusters];
        let mut is_other = vec![false; clusters];
        for &(value, cluster) in &self.values {
            *sums[cluster as usize].get_or_insert(0.0) += value - mean;
            is_other[cluster as usize] |= value != 0.0;
        }
        let filled = sums.iter().flatten().count() as f64;
        let squares: f64 = sums.iter().flatten().map(|sum| sum * sum).sum();
        let degrees = is_other.iter().filter(|&&other| other).count().checked_sub(1)?;
        (degrees > 0).then(|| Estimate {
            mean,
            standard_error: (squares * filled / (filled - 1.0)).sqrt() / count,
            degrees: degrees as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[(f64, u32)]) -> Option<Estimate> {
        Sample::new(values.iter().copied()).estimate()
    }

    #[test]
    fn single_values_have_the_usual_standard_error() {
        let values: Vec<_> = (1..=5).map(|i| (f64::from(i), i)).collect();
        let estimate = sample(&values).expect("five values");
        assert_eq!((estimate.mean, estimate.degrees), (3.0, 4));
        assert!((estimate.standard_error - (2.5f64 / 5.0).sqrt()).abs() < 1e-12);
        let (low, high) = estimate.interval(0.0);
        // scipy.stats.t.interval(0.95, 4, 3, sqrt(0.5))
        assert!((low - 1.036_756_838_522_44).abs() < 1e-9, "{low}");
        assert!((high - 4.963_243_161_477_56).abs() < 1e-9, "{high}");
    }

    #[test]
    fn values_of_a_cluster_count_once() {
        let single = sample(&[(1.0, 0), (2.0, 1), (6.0, 2)]).expect("three clusters");
        let doubled: Vec<_> =
            [(1.0, 0), (2.0, 1), (6.0, 2)].into_iter().flat_map(|value| [value; 2]).collect();
        let clustered = sample(&doubled).expect("three clusters");
        assert!((single.standard_error - clustered.standard_error).abs() < 1e-12);
        assert_eq!(clustered.degrees, 2);
    }

    #[test]
    fn ties_bring_no_degrees_of_freedom_and_shared_noise_widens() {
        let values: Vec<_> = (0..50).map(|i| (if i < 3 { 1.0 } else { 0.0 }, i)).collect();
        assert_eq!(sample(&values).map(|estimate| estimate.degrees), Some(2));
        assert_eq!(sample(&[(0.0, 0), (0.0, 1)]), None);
        assert_eq!(sample(&[(0.0, 0), (1.0, 1)]), None);
        assert_eq!(sample(&[]), None);
        let estimate = Estimate { mean: 0.0, standard_error: 3.0 / student(9), degrees: 9 };
        assert!((estimate.interval(4.0).1 - 5.0).abs() < 1e-9);
    }
}
