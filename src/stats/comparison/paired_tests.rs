//! Tests for paired differences: Wilcoxon's signed ranks, the sign test, and Holm's correction.
//!
//! A difference is the logarithm of the ratio of two runs of one puzzle; infinite where one of
//! them is censored, so that such pairs rank above all others and tie with each other.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

/// The fewest pairs for the normal approximation.
pub const LEAST_PAIRS: usize = 10;

/// What signed ranks say of the differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRanks {
    /// The two-sided p-value; none for fewer than [`LEAST_PAIRS`] pairs.
    pub p: Option<f64>,
    /// Matched-pairs rank-biserial correlation, -1 (all differences negative) to 1; none where
    /// all differences are zero.
    pub rank_biserial: Option<f64>,
}

/// Wilcoxon's signed-rank test of differences, each with the number of its cluster.
///
/// Zeros as Pratt (1959) treats them: they are ranked and then left out. Ties get their mean
/// rank. Normal approximation without continuity correction. Where all differences are zero
/// nothing speaks against equality: p = 1.
///
/// Differences of one cluster may share noise, so the variance is that of the sums of signed ranks
/// over clusters (B. Rosner, R. J. Glynn & M.-L. T. Lee, Biometrics 62, 2006). Where each
/// difference is a cluster of its own, that is the usual variance, corrected for ties.
#[must_use]
pub fn signed_ranks(differences: &[(f64, u32)]) -> SignedRanks {
    let size = |&at: &u32| differences[at as usize].0.abs();
    let mut order: Vec<u32> = (0..differences.len() as u32).collect();
    order.sort_unstable_by(|a, b| size(a).total_cmp(&size(b)));
    let zeros = order.partition_point(|at| size(at) == 0.0);
    let clusters = differences.iter().map(|difference| difference.1 as usize + 1).max();
    let mut of_cluster = vec![0.0; clusters.unwrap_or(0)];
    let (mut positive, mut negative) = (0.0, 0.0);
    let mut ranked = zeros;
    for equal in order[zeros..].chunk_by(|a, b| size(a) == size(b)) {
        let rank = ranked as f64 + (equal.len() as f64 + 1.0) / 2.0;
        for &at in equal {
            let (difference, cluster) = differences[at as usize];
            *(if difference > 0.0 { &mut positive } else { &mut negative }) += rank;
            of_cluster[cluster as usize] += rank.copysign(difference);
        }
        ranked += equal.len();
    }
    let variance: f64 = of_cluster.iter().map(|sum| sum * sum).sum();
    let p = || {
        if variance > 0.0 { two_sided((positive - negative) / variance.sqrt()) } else { 1.0 }
    };
    let sum = positive + negative;
    SignedRanks {
        p: (differences.len() >= LEAST_PAIRS).then(p),
        rank_biserial: (sum > 0.0).then(|| (positive - negative) / sum),
    }
}

/// The probability that a standard normal variable is at least so far from zero.
fn two_sided(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).min(1.0)
}

/// The exact two-sided sign test of a number of wins and losses; ties are left out.
#[must_use]
pub fn sign_test(wins: u64, losses: u64) -> Option<f64> {
    let decided = wins + losses;
    if decided == 0 {
        return None;
    }
    let coin = Binomial::new(0.5, decided).expect("one half is a probability");
    Some((2.0 * coin.cdf(wins.min(losses))).min(1.0))
}

/// Holm's (1979) correction of p-values of one family; where there is none, none.
#[must_use]
pub fn holm(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut order: Vec<_> =
        p_values.iter().enumerate().filter_map(|(index, p)| Some((index, (*p)?))).collect();
    order.sort_by(|a, b| a.1.total_cmp(&b.1));
    let mut corrected = vec![None; p_values.len()];
    let mut highest: f64 = 0.0;
    for (rank, &(index, p)) in order.iter().enumerate() {
        highest = highest.max((p * (order.len() - rank) as f64).min(1.0));
        corrected[index] = Some(highest);
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn single(differences: impl IntoIterator<Item = f64>) -> Vec<(f64, u32)> {
        differences.into_iter().zip(0..).collect()
    }

    #[test]
    fn differences_of_a_cluster_share_their_noise() {
        let signs: Vec<f64> = (0..40).map(|at| if at % 40 < 25 { 1.0 } else { -1.0 }).collect();
        let p = |per_cluster: u32| {
            let clustered = signs.iter().zip(0..).map(|(&sign, at)| (sign, at / per_cluster));
            signed_ranks(&clustered.collect::<Vec<_>>()).p.expect("forty pairs")
        };
        assert!(p(1) < 0.12 && p(5) > 0.3, "{} {}", p(1), p(5));
    }

    #[test]
    fn ranks_of_a_textbook_case() {
        // Differences 1..=10, the smallest two negative: R- = 3, R+ = 52.
        let signed = |d: i32| f64::from(if d <= 2 { -d } else { d });
        let ranks = signed_ranks(&single((1..=10).map(signed)));
        assert_eq!(ranks.rank_biserial, Some(49.0 / 55.0));
        // z = (52 - 27.5) / sqrt(96.25) = 2.49728...
        assert!((ranks.p.expect("ten pairs") - 0.012_515_0).abs() < 1e-6, "{ranks:?}");
    }

    #[test]
    fn few_pairs_and_zeros_say_nothing() {
        assert_eq!(signed_ranks(&single([1.0; 9])).p, None);
        assert_eq!(signed_ranks(&[]).rank_biserial, None);
        assert_eq!(
            signed_ranks(&single([0.0; 20])),
            SignedRanks { p: Some(1.0), rank_biserial: None }
        );
        assert_eq!(sign_test(0, 0), None);
    }

    #[test]
    fn infinite_differences_rank_highest_and_tie() {
        let mut differences = vec![-1.0; 9];
        differences.extend([f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY]);
        let with_infinities = signed_ranks(&single(differences.clone()));
        for difference in &mut differences {
            *difference = difference.clamp(-7.0, 7.0);
        }
        assert_eq!(with_infinities, signed_ranks(&single(differences)));
    }

    #[test]
    fn the_sign_test_is_exact() {
        let p = |wins, losses| sign_test(wins, losses).expect("pairs that differ");
        assert!((p(0, 5) - 2.0 / 32.0).abs() < 1e-12);
        assert_eq!((p(3, 3), p(7, 2)), (1.0, p(2, 7)));
    }

    #[test]
    fn holm_steps_down_and_skips_what_is_empty() {
        let corrected = holm(&[Some(0.01), None, Some(0.04), Some(0.03), Some(0.9)]);
        let expected = [Some(0.04), None, Some(0.09), Some(0.09), Some(0.9)];
        for (a, b) in corrected.iter().zip(expected) {
            assert!(a.zip(b).is_none_or(|(a, b)| (a - b).abs() < 1e-12), "{corrected:?}");
            assert_eq!(a.is_some(), b.is_some());
        }
    }
}
