//! The value orderings.

use super::table::Table;
use crate::named::Named;
use crate::state::{Candidates, UnitMasks};
use crate::value_ordering::{
    DigitScarce, IndomainMax, IndomainMin, IndomainRandom, Lcv, Mcv, ValueOrdering, Values,
};

/// The value orderings; the first is the default.
pub static VALUE_ORDERINGS: Table<ValueEntry> = Table::new(
    &[
        ValueEntry::of::<IndomainMin>(),
        ValueEntry::of::<IndomainMax>(),
        ValueEntry::of::<IndomainRandom>(),
        ValueEntry::of::<Lcv>(),
        ValueEntry::of::<Mcv>(),
        ValueEntry::of::<DigitScarce>(),
    ],
    &[],
);

/// A value ordering: its names, and its constructors for both kinds of state.
#[derive(Clone, Copy, Debug)]
pub struct ValueEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// The rule in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    /// Whether it draws random numbers.
    pub is_random: bool,
    /// Makes it from a seed, for the level `none`.
    pub(super) on_masks: fn(u64) -> Box<dyn ValueOrdering<UnitMasks>>,
    /// Makes it from a seed, for all other levels.
    pub(super) on_candidates: fn(u64) -> Box<dyn ValueOrdering<Candidates>>,
}

impl ValueEntry {
    /// The entry of a value ordering.
    #[must_use]
    pub const fn of<V: Values>() -> Self {
        Self {
            name: V::NAME,
            formula: V::FORMULA,
            source: V::SOURCE,
            is_random: V::IS_RANDOM,
            on_masks: |seed| Box::new(V::build(seed)),
            on_candidates: |seed| Box::new(V::build(seed)),
        }
    }
}

super::entry!(ValueEntry, "value ordering", VALUE_ORDERINGS);
