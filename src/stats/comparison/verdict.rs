//! What a comparison comes to.

use super::paired_tests::LEAST_PAIRS;
use super::{Comparison, Settings};
use std::fmt;

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first needs less.
    Better,
    /// The first needs more.
    Worse,
    /// Whatever difference there is does not matter.
    Equivalent,
    /// The data do not say.
    Inconclusive,
}

impl Verdict {
    /// The verdict of a comparison whose figures are all there.
    #[must_use]
    pub fn of(comparison: &Comparison, settings: &Settings) -> Self {
        let is_judged = settings.judges_time || !comparison.metric.is_time();
        let Some((low, high)) = comparison.interval else { return Self::Inconclusive };
        if !is_judged || comparison.pairs < LEAST_PAIRS as u64 {
            return Self::Inconclusive;
        }
        let (least, most) = (1.0 / (1.0 + settings.margin), 1.0 + settings.margin);
        let is_real = comparison.holm_p.is_some_and(|p| p < 0.05);
        if is_real && high < least {
            Self::Better
        } else if is_real && low > most {
            Self::Worse
        } else if !comparison.is_bound && least <= low && high <= most {
            Self::Equivalent
        } else {
            Self::Inconclusive
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
