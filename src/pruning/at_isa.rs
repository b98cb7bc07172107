//! A rule level as the search calls it: compiled for each instruction set, called once a node.

use super::{Pruning, RuleLevel};
use crate::grid::{Cell, Digit, Puzzle};
use crate::isa::Isa;
use crate::state::{Candidates, Conflict};
use std::marker::PhantomData;

/// The level `L`, compiled for an instruction set.
#[derive(Clone, Copy, Debug)]
pub struct AtIsa<L> {
    isa: Isa,
    level: PhantomData<L>,
}

impl<L> AtIsa<L> {
    /// The level for this instruction set.
    #[must_use]
    pub const fn new(isa: Isa) -> Self {
        Self { isa, level: PhantomData }
    }
}

impl<L: RuleLevel + Send> Pruning<Candidates> for AtIsa<L> {
    fn root(&self, puzzle: &Puzzle, root: &mut Candidates) -> Result<(), Conflict> {
        self.isa.run(
            #[inline(always)]
            || {
                *root = Candidates::FULL;
                for (cell, digit) in puzzle.clues() {
                    root.fill(cell, digit)?;
                }
                L::close(root)
            },
        )
    }

    fn child(
        &self,
        parent: &Candidates,
        cell: Cell,
        digit: Digit,
        child: &mut Candidates,
    ) -> Result<(), Conflict> {
        self.isa.run(
            #[inline(always)]
            || {
                *child = *parent;
                child.fill(cell, digit)?;
                L::close(child)
            },
        )
    }

    fn nodes_per_poll(&self) -> u64 {
        // At 0.1 to 100 microseconds a node: up to 2 ms.
        16
    }
}
