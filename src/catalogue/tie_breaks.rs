//! The tie-breaks.

use super::table::Table;
use crate::named::Named;
use crate::state::{Candidates, UnitMasks};
use crate::variable_ordering::tie_break::{Ddeg, Highest, Lowest, MinDdeg, Random, Tie, TieBreak};

/// The tie-breaks; the first is the default.
pub static TIE_BREAKS: Table<TieEntry> = Table::new(
    &[
        TieEntry::of::<Lowest>(),
        TieEntry::of::<Highest>(),
        TieEntry::of::<Random>(),
        TieEntry::of::<Ddeg>(),
        TieEntry::of::<MinDdeg>(),
    ],
    &[],
);

/// A tie-break: its names, and its constructors for both kinds of state.
#[derive(Clone, Copy, Debug)]
pub struct TieEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// The rule in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    /// Whether it draws random numbers.
    pub is_random: bool,
    /// Makes it from a seed, for the level `none`.
    pub(super) on_masks: fn(u64) -> Box<dyn TieBreak<UnitMasks>>,
    /// Makes it from a seed, for all other levels.
    pub(super) on_candidates: fn(u64) -> Box<dyn TieBreak<Candidates>>,
}

impl TieEntry {
    /// The entry of a tie-break.
    #[must_use]
    pub const fn of<T: Tie>() -> Self {
        Self {
            name: T::NAME,
            formula: T::FORMULA,
            source: T::SOURCE,
            is_random: T::IS_RANDOM,
            on_masks: |seed| Box::new(T::build(seed)),
            on_candidates: |seed| Box::new(T::build(seed)),
        }
    }
}

super::entry!(TieEntry, "tie-break", TIE_BREAKS);
