//! The counters and their only definition.
//!
//! Counts are a property of the puzzle, the config and the goal. They never depend on threads,
//! blocks, instruction sets or machines. A counter that an engine does not have stays empty
//! ([`Counts`]); empty is never 0.
//!
//! The cost and effect of single pruning rules ([`RuleCost`]) are measured only on request.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Defines the counters from one line each: its name, whether `summary.csv` has statistics of it,
/// and its definition.
macro_rules! counters {
    ($($name:ident, has_statistics: $has_statistics:literal, $definition:literal;)*) => {
        /// The counters, in the order of their columns in files.
        pub const COUNTERS: [Counter; COUNT] = [$(Counter {
            name: stringify!($name),
            has_statistics: $has_statistics,
            definition: $definition,
        }),*];

        /// The number of counters.
        pub const COUNT: usize = [$(stringify!($name)),*].len();

        /// The counters of an engine; `None` means "not known".
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Counts {
            $(#[doc = $definition] pub $name: Option<u64>,)*
            /// Whether the run ended uncensored at the root.
            pub search_free: Option<bool>,
        }

        impl Counts {
            /// No counter is known.
            pub const UNKNOWN: Self = Self { $($name: None,)* search_free: None };

            /// The counters with these values, in the order of [`COUNTERS`].
            #[inline(always)]
            #[must_use]
            pub const fn new(values: [Option<u64>; COUNT], search_free: Option<bool>) -> Self {
                let [$($name),*] = values;
                Self { $($name,)* search_free }
            }

            /// The values of the counters, in the order of [`COUNTERS`].
            #[inline(always)]
            #[must_use]
            pub const fn values(&self) -> [Option<u64>; COUNT] {
                [$(self.$name),*]
            }
        }
    };
}

counters! {
    nodes, has_statistics: true,
        "1 for the root and one for every digit the search itself places (also where there is one \
         candidate, also where placing it fails at once); for the level none this is the number of \
         calls of the classic recursive dfs";
    choices, has_statistics: true,
        "items selected (cells; under exact_cover_s and impact also places) that had two or more alternatives";
    branches, has_statistics: true, "alternatives tried at such items";
    guesses, has_statistics: true, "branches that were not the last alternative of their item";
    fails, has_statistics: true,
        "nodes that ended in a conflict or whose selected item had no alternative";
    max_depth, has_statistics: false,
        "the largest number of branches on the path from the root to any node; a last alternative \
         counts";
}

/// A counter: all that files, help and reports say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The name, which is that of its column.
    pub name: &'static str,
    /// Whether `summary.csv` has statistics of it.
    pub has_statistics: bool,
    /// What is counted.
    pub definition: &'static str,
}

/// The position of `nodes` among the counters.
pub const NODES: usize = 0;

/// The column behind the counters: it follows from them.
pub const SEARCH_FREE: (&str, &str) =
    ("search_free", "1 if the run ended uncensored with nodes = 1");

/// The name and definition of each counter and of [`SEARCH_FREE`], as `--help` prints and
/// `meta.json` keeps them.
pub fn definitions() -> impl Iterator<Item = (&'static str, &'static str)> {
    COUNTERS.iter().map(|counter| (counter.name, counter.definition)).chain([SEARCH_FREE])
}

/// What a depth-first search counts that has all the counters of the classic definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// See [`Counts::nodes`].
    pub nodes: u64,
    /// See [`Counts::choices`].
    pub choices: u64,
    /// See [`Counts::branches`].
    pub branches: u64,
    /// See [`Counts::guesses`].
    pub guesses: u64,
    /// See [`Counts::fails`].
    pub fails: u64,
    /// See [`Counts::max_depth`].
    pub max_depth: u64,
}

impl Counters {
    /// The counters of a search that was, or was not, cut by a limit.
    #[inline(always)]
    #[must_use]
    pub const fn counts(self, is_censored: bool) -> Counts {
        let mut counts = Counts::UNKNOWN;
        counts.nodes = Some(self.nodes);
        counts.choices = Some(self.choices);
        counts.branches = Some(self.branches);
        counts.guesses = Some(self.guesses);
        counts.fails = Some(self.fails);
        counts.max_depth = Some(self.max_depth);
        counts.search_free = Some(!is_censored && self.nodes == 1);
        counts
    }
}

/// What a rule cost and brought, over many calls.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleCost {
    /// The rule's name.
    pub rule: Cow<'static, str>,
    /// How often it was applied to a state.
    pub calls: u64,
    /// Candidates struck by calls that saw no conflict, those that a placement takes from its cell
    /// and its peers too.
    pub eliminations: u64,
    /// Cells filled by calls that saw no conflict.
    pub placements: u64,
    /// Calls that ended in a conflict.
    pub conflicts: u64,
    /// The time of all calls, each with one reading of the clock.
    pub time_ns: u64,
}

impl RuleCost {
    /// Each figure's name and definition, as `--help` prints them.
    pub const DEFINITIONS: [(&str, &str); 5] = [
        ("calls", "how often the rule was applied to a state"),
        (
            "eliminations",
            "candidates struck by calls that saw no conflict, those that a placement takes from \
             its cell and its peers too",
        ),
        ("placements", "cells filled by calls that saw no conflict"),
        ("conflicts", "calls that ended in a conflict"),
        ("time_ns", "the time of all calls, each with one reading of the clock"),
    ];

    /// No calls yet.
    #[must_use]
    pub fn none(rule: &'static str) -> Self {
        Self { rule: rule.into(), ..Self::default() }
    }

    /// Adds the costs of the same rules in other searches; `sum` may be empty yet.
    pub fn add_all(sum: &mut Vec<Self>, more: &[Self]) {
        for more in more {
            match sum.iter_mut().find(|cost| cost.rule == more.rule) {
                Some(cost) => {
                    cost.calls += more.calls;
                    cost.eliminations += more.eliminations;
                    cost.placements += more.placements;
                    cost.conflicts += more.conflicts;
                    cost.time_ns += more.time_ns;
                }
                None => sum.push(more.clone()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_in_the_order_of_the_counters() {
        let counts = Counts { nodes: Some(5), fails: Some(2), ..Counts::UNKNOWN };
        let named: Vec<_> = COUNTERS.iter().map(|c| c.name).zip(counts.values()).collect();
        assert_eq!(named[NODES], ("nodes", Some(5)));
        assert!(named.contains(&("fails", Some(2))) && named.contains(&("max_depth", None)));
        assert_eq!(Counts::new(counts.values(), None), counts);
    }

    #[test]
    fn costs_of_the_same_rule_add_up() {
        let cost = |rule, calls| RuleCost { calls, ..RuleCost::none(rule) };
        let mut sum = Vec::new();
        RuleCost::add_all(&mut sum, &[cost("a", 1), cost("b", 2)]);
        RuleCost::add_all(&mut sum, &[cost("a", 10), cost("b", 20)]);
        assert_eq!(sum, [cost("a", 11), cost("b", 22)]);
    }
}
