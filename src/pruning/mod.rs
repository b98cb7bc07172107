//! Pruning: the inference at every node, run to its fixpoint.
//!
//! A level above `fc` is a list of [`Rule`]s. The level tries them in order and starts again with
//! the first whenever one changed something. Rules are monotone, so the fixpoint does not depend on
//! their order. The fixpoint and the search tree are properties of the level.

mod all_different;
mod at_isa;
mod bounds;
mod fc;
mod fish;
mod gac;
mod hall;
mod locked;
mod meter;
mod naked;
mod none;
mod pairs;
mod sac;
mod singles;
mod triad_words;
mod triads;

pub use all_different::{AllDifferent, HallSets};
pub use at_isa::AtIsa;
pub use bounds::{Bounds, HallIntervals};
pub use fc::Fc;
pub use fish::{Fish, RowsToColumns};
pub use gac::Gac;
pub use locked::{Locked, LockedCandidates};
pub use meter::{Clock, Meter, RuleMeter, Unmetered};
pub use naked::{Naked, NakedSingles};
pub use none::NoPruning;
pub use pairs::{HiddenPairs, NakedPairs, Pairs};
pub use sac::{Probes, Sac};
pub use singles::{HiddenSingles, Singles};
pub use triads::{TriadSets, Triads};

use crate::counters::RuleCost;
use crate::grid::{Cell, Digit, Puzzle};
use crate::state::{Candidates, Conflict};

/// The inference of a level, as the search uses it.
pub trait Pruning<S>: Send {
    /// Sets `root` to the state of the clues, pruned.
    ///
    /// # Errors
    /// [`Conflict`] if the level shows that there is no solution.
    fn root(&mut self, puzzle: &Puzzle, root: &mut S) -> Result<(), Conflict>;

    /// Sets `child` to the parent's state with one more digit, pruned.
    ///
    /// # Errors
    /// [`Conflict`] if the level shows that there is no solution below.
    fn child(
        &mut self,
        parent: &S,
        cell: Cell,
        digit: Digit,
        child: &mut S,
    ) -> Result<(), Conflict>;

    /// The number of nodes (a power of two) between two checks of the time limit: at most a few
    /// milliseconds.
    fn nodes_per_poll(&self) -> u64;

    /// The cost of each rule since the last call; empty unless the rules are metered.
    fn take_costs(&mut self) -> Vec<RuleCost> {
        Vec::new()
    }
}

/// The inference of a level on candidates, as a search needs it that also excludes values.
pub trait Excluding: Pruning<Candidates> {
    /// Makes `child` the parent's state without one candidate of a blank cell, pruned.
    ///
    /// # Errors
    /// [`Conflict`] if the level sees that there is no solution below.
    fn excluding(
        &mut self,
        parent: &Candidates,
        cell: Cell,
        digit: Digit,
        child: &mut Candidates,
    ) -> Result<(), Conflict>;
}

/// What a level is called, and how to describe it.
pub trait Level {
    /// The name in configs and files.
    const NAME: &'static str;
    /// The inference at every node, in one line.
    const FORMULA: &'static str;
    /// The name in constraint programming, and the source.
    const SOURCE: &'static str;
    /// The property of the level that orderings may use.
    const STRENGTH: Strength;
    /// Whether the level is on the ladder of the default configs.
    const IS_DEFAULT: bool = true;
}

/// The kind of failures that a level detects (for orderings that learn from failures).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// An empty domain fails when its cell is selected.
    None,
    /// An empty domain fails immediately.
    EmptyCells,
    /// Naked singles also cascade.
    Cascade,
    /// A digit without a place in a unit also fails, and hidden singles cascade.
    Units,
}

/// One inference of a level.
pub trait Rule {
    /// The name in files.
    const NAME: &'static str;

    /// Applies the rule once, to the whole grid. Returns whether anything changed.
    ///
    /// # Errors
    /// [`Conflict`] if the rule shows that there is no solution.
    fn apply(state: &mut Candidates) -> Result<bool, Conflict>;
}

/// Rules in the order in which they are tried: `(A, (B, ()))`.
pub trait Rules {
    /// Applies the rules through the meter, up to the first that changes something. Returns whether
    /// one did.
    ///
    /// # Errors
    /// [`Conflict`] if a rule shows that there is no solution.
    fn apply_first(meter: &mut impl Meter, state: &mut Candidates) -> Result<bool, Conflict>;

    /// The names of the rules, in order.
    fn names() -> Vec<&'static str>;
}

impl Rules for () {
    #[inline(always)]
    fn apply_first(_: &mut impl Meter, _: &mut Candidates) -> Result<bool, Conflict> {
        Ok(false)
    }

    fn names() -> Vec<&'static str> {
        Vec::new()
    }
}

impl<A: Rule, B: Rules> Rules for (A, B) {
    #[inline(always)]
    fn apply_first(meter: &mut impl Meter, state: &mut Candidates) -> Result<bool, Conflict> {
        Ok(meter.apply::<A>(state)? || B::apply_first(meter, state)?)
    }

    fn names() -> Vec<&'static str> {
        [vec![A::NAME], B::names()].concat()
    }
}

/// A level that runs rules to their fixpoint.
pub trait RuleLevel: Level {
    /// The rules of the level.
    type Rules: Rules;

    /// Prunes a state to the level's fixpoint and applies every rule through the meter.
    ///
    /// # Errors
    /// [`Conflict`] if a rule shows that there is no solution.
    #[inline(always)]
    fn close_by(meter: &mut impl Meter, state: &mut Candidates) -> Result<(), Conflict> {
        while Self::Rules::apply_first(meter, state)? {}
        Ok(())
    }

    /// Prunes a state to the level's fixpoint.
    ///
    /// # Errors
    /// [`Conflict`] if a rule shows that there is no solution.
    #[inline(always)]
    fn close(state: &mut Candidates) -> Result<(), Conflict> {
        Self::close_by(&mut Unmetered, state)
    }
}

impl<S, T: Pruning<S> + ?Sized> Pruning<S> for Box<T> {
    fn root(&mut self, puzzle: &Puzzle, root: &mut S) -> Result<(), Conflict> {
        (**self).root(puzzle, root)
    }
    fn child(
        &mut self,
        parent: &S,
        cell: Cell,
        digit: Digit,
        child: &mut S,
    ) -> Result<(), Conflict> {
        (**self).child(parent, cell, digit, child)
    }
    fn nodes_per_poll(&self) -> u64 {
        (**self).nodes_per_poll()
    }
    fn take_costs(&mut self) -> Vec<RuleCost> {
        (**self).take_costs()
    }
}

impl<T: Excluding + ?Sized> Excluding for Box<T> {
    fn excluding(
        &mut self,
        parent: &Candidates,
        cell: Cell,
        digit: Digit,
        child: &mut Candidates,
    ) -> Result<(), Conflict> {
        (**self).excluding(parent, cell, digit, child)
    }
}
