//! The counters and their only definition.
//!
//! Counts are a property of the puzzle, the config and the goal. They never depend on threads,
//! blocks, instruction sets or machines. A counter that an engine does not have stays empty
//! ([`Counts`]); empty is never 0.
//!
//! The cost and effect of single pruning rules ([`RuleCost`]) are measured only on request.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Each counter's name and definition, as `--help` prints and `meta.json` keeps them.
pub const DEFINITIONS: [(&str, &str); 7] = [
    (
        "nodes",
        "1 for the root and one for every digit the search itself places (also where there is one \
         candidate, also where placing it fails at once); for the level none this is the number of \
         calls of the classic recursive dfs",
    ),
    (
        "choices",
        "items selected (cells; under exact_cover_s also places) that had two or more alternatives",
    ),
    ("branches", "alternatives tried at such items"),
    ("guesses", "branches that were not the last alternative of their item"),
    ("fails", "nodes that ended in a conflict or whose selected item had no alternative"),
    (
        "max_depth",
        "the largest number of branches on the path from the root to any node; a last alternative \
         counts",
    ),
    ("search_free", "1 if the run ended uncensored with nodes = 1"),
];

/// The counters of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// 1 for the root and one for every digit the search itself placed.
    pub nodes: u64,
    /// Items selected that had two or more alternatives.
    pub choices: u64,
    /// Alternatives tried at such items.
    pub branches: u64,
    /// Branches that were not the last alternative of their item.
    pub guesses: u64,
    /// Nodes that ended in a conflict or whose selected item had no alternative.
    pub fails: u64,
    /// The largest number of branches on a path from the root.
    pub max_depth: u64,
}

/// The counters of an engine; `None` means "not known".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// See [`Counters::nodes`].
    pub nodes: Option<u64>,
    /// See [`Counters::choices`].
    pub choices: Option<u64>,
    /// See [`Counters::branches`].
    pub branches: Option<u64>,
    /// See [`Counters::guesses`].
    pub guesses: Option<u64>,
    /// See [`Counters::fails`].
    pub fails: Option<u64>,
    /// See [`Counters::max_depth`].
    pub max_depth: Option<u64>,
    /// Whether the run ended uncensored at the root.
    pub search_free: Option<bool>,
}

impl Counters {
    /// All counters of a search that was, or was not, cut by a limit.
    #[must_use]
    pub const fn counts(self, is_censored: bool) -> Counts {
        Counts {
            nodes: Some(self.nodes),
            choices: Some(self.choices),
            branches: Some(self.branches),
            guesses: Some(self.guesses),
            fails: Some(self.fails),
            max_depth: Some(self.max_depth),
            search_free: Some(!is_censored && self.nodes == 1),
        }
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
    fn costs_of_the_same_rule_add_up() {
        let cost = |rule, calls| RuleCost { calls, ..RuleCost::none(rule) };
        let mut sum = Vec::new();
        RuleCost::add_all(&mut sum, &[cost("a", 1), cost("b", 2)]);
        RuleCost::add_all(&mut sum, &[cost("a", 10), cost("b", 20)]);
        assert_eq!(sum, [cost("a", 11), cost("b", 22)]);
    }
}
