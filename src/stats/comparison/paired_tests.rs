//! Tests for paired differences: Wilcoxon's signed ranks, the sign test, and Holm's correction.
//!
//! A difference is the logarithm of the ratio of two runs of one puzzle; infinite where one of
//! them is censored, so that such pairs rank above all others and tie with each other.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, Normal};

/// Fewer pairs say too little for the normal approximation, and for any verdict.
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

/// Wilcoxon's signed-rank test.
///
/// Zeros as Pratt (1959) treats them: they are ranked and then left out. Ties get their mean
/// rank, and the variance is corrected for them. Normal approximation without continuity
/// correction. Where all differences are zero nothing speaks against equality: p = 1.
#[must_use]
pub fn signed_ranks(differences: &[f64]) -> SignedRanks {
    let mut sorted = differences.to_vec();
    sorted.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = sorted.len() as f64;
    let zeros = sorted.partition_point(|&difference| difference == 0.0);
    let (mut positive, mut negative, mut ties) = (0.0, 0.0, 0.0);
    let mut ranked = zeros;
    for equal in sorted[zeros..].chunk_by(|a, b| a.abs() == b.abs()) {
        let size = equal.len();
        let rank = ranked as f64 + (size as f64 + 1.0) / 2.0;
        let above = equal.iter().filter(|&&difference| difference > 0.0).count();
        positive += rank * above as f64;
        negative += rank * (size - above) as f64;
        ties += cube(size as f64) - size as f64;
        ranked += size;
    }
    let z = zeros as f64;
    let mean = (n * (n + 1.0) - z * (z + 1.0)) / 4.0;
    let rank_squares = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0);
    let variance = (rank_squares(n) - rank_squares(z) - ties / 2.0) / 24.0;
    let p = || {
        if variance > 0.0 { two_sided((positive - mean) / variance.sqrt()) } else { 1.0 }
    };
    let sum = positive + negative;
    SignedRanks {
        p: (sorted.len() >= LEAST_PAIRS).then(p),
        rank_biserial: (sum > 0.0).then(|| (positive - negative) / sum),
    }
}

fn cube(number: f64) -> f64 {
    number * number * number
}

/// The probability that a standard normal variable is at least so far from zero.
fn two_sided(z: f64) -> f64 {
    (2.0 * Normal::standard().sf(z.abs())).min(1.0)
}

/// The exact two-sided sign test of so many wins and losses; ties are left out.
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

    #[test]
    fn ranks_of_a_textbook_case() {
        // Differences 1..=10, the smallest two negative: R- = 3, R+ = 52.
        let signed = |d: i32| f64::from(if d <= 2 { -d } else { d });
        let ranks = signed_ranks(&(1..=10).map(signed).collect::<Vec<_>>());
        assert_eq!(ranks.rank_biserial, Some(49.0 / 55.0));
        // z = (52 - 27.5) / sqrt(96.25) = 2.49728...
        assert!((ranks.p.expect("ten pairs") - 0.012_515_0).abs() < 1e-6, "{ranks:?}");
    }

    #[test]
    fn few_pairs_and_zeros_say_nothing() {
        assert_eq!(signed_ranks(&[1.0; 9]).p, None);
        assert_eq!(signed_ranks(&[]).rank_biserial, None);
        assert_eq!(signed_ranks(&[0.0; 20]), SignedRanks { p: Some(1.0), rank_biserial: None });
        assert_eq!(sign_test(0, 0), None);
    }

    #[test]
    fn infinite_differences_rank_highest_and_tie() {
        let mut differences = vec![-1.0; 9];
        differences.extend([f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY]);
        let with_infinities = signed_ranks(&differences);
        for difference in &mut differences {
            *difference = difference.clamp(-7.0, 7.0);
        }
        assert_eq!(with_infinities, signed_ranks(&differences));
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
