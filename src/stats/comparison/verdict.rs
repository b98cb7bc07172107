//! What a comparison comes to.

use super::pairing::Basis;
use super::{Comparison, Settings};
use std::fmt;

/// The fewest puzzles on which two configs differ for an interval and for `equivalent`.
pub const LEAST_DIFFERING: u64 = 20;

/// Where all of this many puzzles tie, two configs are equivalent: with 95 % confidence they differ
/// on fewer than 1 % of puzzles (the rule of three; J. A. Hanley & A. Lippman-Hand, JAMA 249, 1983).
pub const LEAST_TIED: u64 = 300;

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first needs less.
    Better,
    /// The first needs more.
    Worse,
    /// The difference is within the margin.
    Equivalent,
    /// The data do not decide.
    Inconclusive,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Better, Self::Worse, Self::Equivalent, Self::Inconclusive];

    /// The verdict of a comparison whose figures are all there. `is_comparable` is whether the
    /// metric means the same for both configs.
    #[must_use]
    pub fn of(comparison: &Comparison, settings: &Settings, is_comparable: bool) -> Self {
        let Comparison { metric, basis, pairs, ties, .. } = *comparison;
        if !is_comparable || metric.is_time() && !settings.judges_time {
            return Self::Inconclusive;
        }
        let all_tie = ties == pairs && basis == Basis::Exact && !metric.is_time();
        if all_tie && pairs >= LEAST_TIED {
            return Self::Equivalent;
        }
        let Some((low, high)) = comparison.interval else { return Self::Inconclusive };
        let most = 1.0 + settings.margin;
        // Identical configs differ by up to the noise floor: a smaller difference is none.
        let noise = if metric.is_time() { settings.noise_floor } else { 0.0 };
        let beyond = most.max(1.0 + noise);
        let is_real = comparison.holm_p.is_some_and(|p| p < 0.05);
        let ranks = comparison.rank_biserial.unwrap_or(0.0);
        // A lower bound of the ratio cannot show that it is small, nor an upper one that it is large.
        if is_real && high < 1.0 / beyond && ranks < 0.0 && basis != Basis::AtLeast {
            Self::Better
        } else if is_real && low > beyond && ranks > 0.0 && basis != Basis::AtMost {
            Self::Worse
        } else if basis == Basis::Exact && 1.0 / most <= low && high <= most {
            Self::Equivalent
        } else {
            Self::Inconclusive
        }
    }

    /// The verdict on the second config.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Better => Self::Worse,
            Self::Worse => Self::Better,
            Self::Equivalent | Self::Inconclusive => self,
        }
    }

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Equivalent => "equivalent",
            Self::Inconclusive => "inconclusive",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::run_table::Metric;

    /// A comparison of 100 pairs with an interval and ranks.
    fn comparison(low: f64, high: f64, ranks: f64) -> Comparison {
        Comparison {
            pairs: 100,
            interval: Some((low, high)),
            rank_biserial: Some(ranks),
            holm_p: Some(0.001),
            ..Comparison::unknown("c", Metric::Nodes, "a", "b")
        }
    }

    fn verdict(comparison: &Comparison) -> Verdict {
        Verdict::of(comparison, &Settings::default(), true)
    }

    #[test]
    fn ratio_and_ranks_must_agree() {
        assert_eq!(verdict(&comparison(0.5, 0.8, -0.4)), Verdict::Better);
        assert_eq!(verdict(&comparison(0.5, 0.8, 0.4)), Verdict::Inconclusive);
        assert_eq!(verdict(&comparison(1.2, 1.8, 0.4)), Verdict::Worse);
        assert_eq!(verdict(&comparison(1.2, 1.8, -0.4)), Verdict::Inconclusive);
    }

    #[test]
    fn a_bound_decides_in_its_own_direction_only() {
        let bound = |basis, low, high, ranks| Comparison { basis, ..comparison(low, high, ranks) };
        assert_eq!(verdict(&bound(Basis::AtLeast, 1.2, 1.8, 0.4)), Verdict::Worse);
        assert_eq!(verdict(&bound(Basis::AtLeast, 0.5, 0.8, -0.4)), Verdict::Inconclusive);
        assert_eq!(verdict(&bound(Basis::AtMost, 0.5, 0.8, -0.4)), Verdict::Better);
        assert_eq!(verdict(&bound(Basis::AtMost, 1.2, 1.8, 0.4)), Verdict::Inconclusive);
        for basis in [Basis::AtLeast, Basis::AtMost, Basis::BothDecided] {
            assert_eq!(verdict(&bound(basis, 0.999, 1.001, 0.1)), Verdict::Inconclusive);
        }
    }

    #[test]
    fn equivalence_needs_an_interval_or_many_ties() {
        assert_eq!(verdict(&comparison(0.995, 1.005, 0.1)), Verdict::Equivalent);
        let tied =
            |pairs| Comparison { pairs, ties: pairs, interval: None, ..comparison(1.0, 1.0, 0.0) };
        assert_eq!(verdict(&tied(299)), Verdict::Inconclusive);
        assert_eq!(verdict(&tied(300)), Verdict::Equivalent);
        assert_eq!(
            verdict(&Comparison { metric: Metric::Time, ..tied(300) }),
            Verdict::Inconclusive
        );
        let cut = Comparison { basis: Basis::BothDecided, ..tied(300) };
        assert_eq!(verdict(&cut), Verdict::Inconclusive);
    }

    #[test]
    fn a_difference_of_times_must_exceed_the_noise_floor() {
        let settings = Settings { noise_floor: 0.03, ..Settings::default() };
        let time = Comparison { metric: Metric::Time, ..comparison(0.975, 0.985, -0.9) };
        assert_eq!(verdict(&time), Verdict::Better);
        assert_eq!(Verdict::of(&time, &settings, true), Verdict::Inconclusive);
        assert_eq!(Verdict::of(&comparison(0.975, 0.985, -0.9), &settings, true), Verdict::Better);
        assert_eq!(
            Verdict::of(&comparison(0.5, 0.6, -0.9), &settings, false),
            Verdict::Inconclusive
        );
    }
}
