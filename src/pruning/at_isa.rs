//! A rule level as the search calls it: compiled for each instruction set, called once per node.

use super::{Clock, Excluding, Meter, Pruning, RuleLevel, RuleMeter, Rules, Unmetered};
use crate::counters::RuleCost;
use crate::grid::{Cell, Digit, Puzzle};
use crate::isa::Isa;
use crate::state::{Candidates, Conflict};
use std::marker::PhantomData;

/// What makes a state of its parent.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Nothing: the parent itself is pruned.
    Root,
    /// The cell gets the digit.
    Place(Cell, Digit),
    /// The cell loses the digit.
    Exclude(Cell, Digit),
}

/// The level `L`, compiled for an instruction set, its rules applied through a meter.
#[derive(Clone, Debug)]
pub struct AtIsa<L, M = Unmetered> {
    isa: Isa,
    meter: M,
    level: PhantomData<L>,
}

impl<L> AtIsa<L> {
    /// The level for this instruction set.
    #[must_use]
    pub const fn new(isa: Isa) -> Self {
        Self { isa, meter: Unmetered, level: PhantomData }
    }
}

impl<L: RuleLevel> AtIsa<L, RuleMeter> {
    /// The same level, which also measures its rules.
    #[must_use]
    pub fn metered(isa: Isa, clock: Clock) -> Self {
        let meter = RuleMeter::new(&L::Rules::names(), isa, clock);
        Self { isa, meter, level: PhantomData }
    }
}

impl<L: RuleLevel, M: Meter> AtIsa<L, M> {
    /// Makes `state` the one that `from` becomes by a step, pruned. The one function that is
    /// compiled for each set: a level is much code.
    #[inline(never)]
    fn close(
        &mut self,
        from: &Candidates,
        step: Step,
        state: &mut Candidates,
    ) -> Result<(), Conflict> {
        let Self { isa, meter, .. } = self;
        isa.run(
            #[inline(always)]
            || {
                *state = *from;
                match step {
                    Step::Root => {}
                    Step::Place(cell, digit) => state.fill(cell, digit)?,
                    Step::Exclude(cell, digit) => state.strike(cell, digit),
                }
                L::close_by(meter, state)
            },
        )
    }
}

impl<L: RuleLevel + Send, M: Meter + Send> Pruning<Candidates> for AtIsa<L, M> {
    fn root(&mut self, puzzle: &Puzzle, root: &mut Candidates) -> Result<(), Conflict> {
        let mut clues = Candidates::FULL;
        for (cell, digit) in puzzle.clues() {
            clues.fill(cell, digit)?;
        }
        self.close(&clues, Step::Root, root)
    }

    fn child(
        &mut self,
        parent: &Candidates,
        cell: Cell,
        digit: Digit,
        child: &mut Candidates,
    ) -> Result<(), Conflict> {
        self.close(parent, Step::Place(cell, digit), child)
    }

    fn nodes_per_poll(&self) -> u64 {
        // At 0.1 to 100 microseconds per node: up to 2 ms.
        16
    }

    fn take_costs(&mut self) -> Vec<RuleCost> {
        self.meter.take_costs()
    }
}

impl<L: RuleLevel + Send, M: Meter + Send> Excluding for AtIsa<L, M> {
    fn excluding(
        &mut self,
        parent: &Candidates,
        cell: Cell,
        digit: Digit,
        child: &mut Candidates,
    ) -> Result<(), Conflict> {
        self.close(parent, Step::Exclude(cell, digit), child)
    }
}
