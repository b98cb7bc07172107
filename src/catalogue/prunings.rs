//! The pruning levels.

use super::table::Table;
use crate::isa::Isa;
use crate::named::Named;
use crate::pruning::{
    AllDifferent, AtIsa, Bounds, Clock, Excluding, Fc, Fish, Gac, Level, Locked, Naked, NoPruning,
    Pairs, RuleLevel, RuleMeter, Rules, Sac, Singles, Strength, Triads,
};

/// The pruning levels.
pub static PRUNINGS: Table<PruningEntry> = Table::new(
    &[
        PruningEntry::none(),
        PruningEntry::of::<Fc>(),
        PruningEntry::of::<Naked>(),
        PruningEntry::of::<Singles>(),
        PruningEntry::of::<Bounds>(),
        PruningEntry::of::<AllDifferent>(),
        PruningEntry::of::<Locked>(),
        PruningEntry::of::<Triads>(),
        PruningEntry::of::<Pairs>(),
        PruningEntry::of::<Gac>(),
        PruningEntry::of::<Fish>(),
        PruningEntry::of::<Sac>(),
    ],
    &[],
);

/// Makes a level for an instruction set. With a clock, the level meters its rules.
pub(super) type PruningBuilder = fn(Isa, Option<Clock>) -> Box<dyn Excluding>;

/// A pruning level: its names, and how it prunes.
#[derive(Clone, Copy, Debug)]
pub struct PruningEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// What is inferred at every node.
    pub formula: &'static str,
    /// The name in constraint programming, and the source.
    pub source: &'static str,
    /// Its rules, in the order in which they are tried.
    pub rules: fn() -> Vec<&'static str>,
    /// Whether it is on the ladder of the default configs.
    pub is_default: bool,
    /// The failures that it detects.
    pub strength: Strength,
    /// Makes the level on candidates; the level `none` has no candidates.
    pub(super) build: Option<PruningBuilder>,
}

impl PruningEntry {
    const fn none() -> Self {
        Self::of_level::<NoPruning>(Vec::new, None)
    }

    /// The entry of a level of rules.
    #[must_use]
    pub const fn of<L: RuleLevel + Send + 'static>() -> Self {
        Self::of_level::<L>(
            L::Rules::names,
            Some(|isa, clock| match clock {
                None => Box::new(AtIsa::<L>::new(isa)),
                Some(clock) => Box::new(AtIsa::<L, RuleMeter>::metered(isa, clock)),
            }),
        )
    }

    const fn of_level<L: Level>(
        rules: fn() -> Vec<&'static str>,
        build: Option<PruningBuilder>,
    ) -> Self {
        Self {
            name: L::NAME,
            formula: L::FORMULA,
            source: L::SOURCE,
            rules,
            is_default: L::IS_DEFAULT,
            strength: L::STRENGTH,
            build,
        }
    }
}

super::entry!(PruningEntry, "pruning level", PRUNINGS);
