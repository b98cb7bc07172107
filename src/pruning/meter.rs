//! The cost and effect of each rule: a level's fixpoint loop applies its rules through a [`Meter`].
//!
//! [`Unmetered`] compiles to nothing, so the timed search has no overhead.
//! [`RuleMeter`] compares the state before and after every call and reads a clock before and after
//! it. Both use the same loop, so both run the same rules in the same order and reach the same
//! states.

use super::Rule;
use crate::counters::RuleCost;
use crate::isa::Isa;
use crate::state::{Candidates, Conflict, State};
use std::time::Duration;

/// A clock: the time since some fixed moment. Levels have no clock; the caller passes one.
pub type Clock = fn() -> Duration;

/// The interface between a level and its rules.
pub trait Meter {
    /// Applies a rule once.
    ///
    /// # Errors
    /// [`Conflict`] if the rule shows that there is no solution.
    fn apply<R: Rule>(&mut self, state: &mut Candidates) -> Result<bool, Conflict>;

    /// The cost of each rule since the last call.
    fn take_costs(&mut self) -> Vec<RuleCost> {
        Vec::new()
    }
}

/// Applies rules without measuring.
#[derive(Clone, Copy, Debug)]
pub struct Unmetered;

impl Meter for Unmetered {
    #[inline(always)]
    fn apply<R: Rule>(&mut self, state: &mut Candidates) -> Result<bool, Conflict> {
        R::apply(state)
    }
}

/// Applies rules and measures the cost and effect of each.
#[derive(Clone, Debug)]
pub struct RuleMeter {
    isa: Isa,
    clock: Clock,
    /// One for each rule of the level, in the order in which they are tried.
    costs: Vec<RuleCost>,
}

impl RuleMeter {
    /// A meter for rules with these names, compiled for an instruction set.
    #[must_use]
    pub fn new(names: &[&'static str], isa: Isa, clock: Clock) -> Self {
        Self { isa, clock, costs: names.iter().map(|&name| RuleCost::none(name)).collect() }
    }
}

/// Applies a rule once. A separate function, which all levels share.
#[inline(never)]
fn apply<R: Rule>(isa: Isa, state: &mut Candidates) -> Result<bool, Conflict> {
    isa.run(
        #[inline(always)]
        || R::apply(state),
    )
}

impl Meter for RuleMeter {
    fn apply<R: Rule>(&mut self, state: &mut Candidates) -> Result<bool, Conflict> {
        let (candidates, blanks) = (state.candidate_count(), state.blanks().len());
        let start = (self.clock)();
        let applied = apply::<R>(self.isa, state);
        let elapsed = (self.clock)().saturating_sub(start);
        let cost = self.costs.iter_mut().find(|cost| cost.rule == R::NAME);
        let cost = cost.expect("the meter knows the rules of its level");
        cost.calls += 1;
        cost.time_ns += elapsed.as_nanos() as u64;
        match applied {
            Ok(_) => {
                cost.eliminations += u64::from(candidates - state.candidate_count());
                cost.placements += (blanks - state.blanks().len()) as u64;
            }
            Err(Conflict) => cost.conflicts += 1,
        }
        applied
    }

    fn take_costs(&mut self) -> Vec<RuleCost> {
        let none = self
            .costs
            .iter()
            .map(|cost| RuleCost { rule: cost.rule.clone(), ..RuleCost::default() });
        let none = none.collect();
        std::mem::replace(&mut self.costs, none)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Level, RuleLevel, Rules as _, Singles};
    use super::*;
    use crate::grid::{Cell, Digit};
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A clock that advances by a nanosecond at each reading.
    fn ticks() -> Duration {
        static READINGS: AtomicU64 = AtomicU64::new(0);
        Duration::from_nanos(READINGS.fetch_add(1, Ordering::Relaxed))
    }

    /// A row that holds the digits 1 to 8.
    fn almost_a_row() -> Candidates {
        let mut state = Candidates::FULL;
        for d in 0..8 {
            state.fill(Cell::new(d), Digit::from_index(d)).expect("no conflict");
        }
        state
    }

    #[test]
    fn calls_and_what_they_bring_are_counted() {
        let names = <Singles as RuleLevel>::Rules::names();
        assert_eq!(names, ["naked_singles", "hidden_singles"], "{}", Singles::NAME);
        let mut meter = RuleMeter::new(&names, Isa::best(), ticks);
        let (mut metered, mut plain) = (almost_a_row(), almost_a_row());
        assert_eq!(Singles::close_by(&mut meter, &mut metered), Ok(()));
        assert_eq!(Singles::close(&mut plain), Ok(()));
        assert_eq!(metered, plain);
        let costs = meter.take_costs();
        // The ninth cell takes 9 and strikes it from eight blanks of its column and six of its
        // box, of which two are the same.
        let naked = &costs[0];
        assert_eq!((naked.calls, naked.placements, naked.conflicts), (2, 1, 0));
        assert_eq!(naked.eliminations, 12);
        let hidden = &costs[1];
        assert_eq!((hidden.calls, hidden.placements, hidden.eliminations), (1, 0, 0));
        assert!(costs.iter().all(|cost| cost.time_ns >= cost.calls), "{costs:?}");
        assert!(meter.take_costs().iter().all(|cost| cost.calls == 0 && cost.time_ns == 0));
    }

    #[test]
    fn a_conflict_brings_nothing_else() {
        let mut state = almost_a_row();
        state.strike(Cell::new(8), Digit::from_index(8));
        let mut meter = RuleMeter::new(&<Singles as RuleLevel>::Rules::names(), Isa::best(), ticks);
        assert_eq!(Singles::close_by(&mut meter, &mut state), Err(Conflict));
        let naked = &meter.take_costs()[0];
        assert_eq!((naked.calls, naked.conflicts), (1, 1));
        assert_eq!((naked.eliminations, naked.placements), (0, 0));
    }
}
