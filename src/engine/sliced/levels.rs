//! The pruning levels that have a form for vectors.

use super::chute_levels::ChuteLevel;
use super::deferred::Deferred;
use super::level::Level;
use super::matchings::Matchings;
use super::naked::Naked;
use super::pairs::Pairs;
use super::singles::Singles;
use crate::engine::batch::vector::Vector;

/// A pruning level that has a form for vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlicedLevel {
    /// See [`Naked`](crate::pruning::Naked).
    Naked,
    /// See [`Singles`](crate::pruning::Singles).
    Singles,
    /// See [`AllDifferent`](crate::pruning::AllDifferent).
    AllDifferent,
    /// See [`Locked`](crate::pruning::Locked).
    Locked,
    /// See [`Triads`](crate::pruning::Triads).
    Triads,
    /// See [`Pairs`](crate::pruning::Pairs).
    Pairs,
    /// See [`Gac`](crate::pruning::Gac).
    Gac,
}

impl SlicedLevel {
    /// The level of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        use crate::pruning::{self, Level as _};
        Some(match name {
            pruning::Naked::NAME => Self::Naked,
            pruning::Singles::NAME => Self::Singles,
            pruning::AllDifferent::NAME => Self::AllDifferent,
            pruning::Locked::NAME => Self::Locked,
            pruning::Triads::NAME => Self::Triads,
            pruning::Pairs::NAME => Self::Pairs,
            pruning::Gac::NAME => Self::Gac,
            _ => return None,
        })
    }

    pub(super) fn build<V: Vector>(self) -> Box<dyn Level<V>> {
        match self {
            Self::Naked => Box::new(Naked::new()),
            Self::Singles => Box::new(Singles::new()),
            Self::AllDifferent => Box::new(Deferred::new(Singles::new(), Matchings::new())),
            Self::Locked => Box::new(ChuteLevel::locked()),
            Self::Triads => Box::new(ChuteLevel::triads()),
            Self::Pairs => Box::new(Deferred::new(ChuteLevel::locked(), Pairs)),
            Self::Gac => Box::new(Deferred::new(ChuteLevel::locked(), Matchings::new())),
        }
    }
}
