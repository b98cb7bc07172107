//! `gac`: `locked`, and generalised arc consistency of the 27 all-different constraints (Regin,
//! AAAI 1994, 362-367).
//!
//! The literature's GAC is the level `all_different`. `gac` adds locked candidates, which follow from
//! two constraints together, so its trees are smaller.

use super::{HallSets, HiddenSingles, Level, LockedCandidates, NakedSingles, RuleLevel, Strength};

/// The level `gac`.
#[derive(Clone, Copy, Debug)]
pub struct Gac;

impl Level for Gac {
    const NAME: &'static str = "gac";
    const FORMULA: &'static str =
        "locked, and generalised arc consistency of all 27 all-different constraints";
    const SOURCE: &'static str = "all naked and hidden sets; Regin 1994";
    const STRENGTH: Strength = Strength::Units;
}

impl RuleLevel for Gac {
    type Rules = (NakedSingles, (HiddenSingles, (LockedCandidates, (HallSets, ()))));
}
