//! `indomain_min`: digits ascending; `indomain_max`: digits descending. The names are MiniZinc's.

use super::{ValueOrdering, Values};
use crate::grid::{Cell, Digit, DigitSet};
use crate::state::State;

/// The value ordering `indomain_min`.
#[derive(Clone, Copy, Debug)]
pub struct IndomainMin;

impl Values for IndomainMin {
    const NAME: &'static str = "indomain_min";
    const FORMULA: &'static str = "digits ascending";
    const SOURCE: &'static str = "MiniZinc indomain_min; all four original solvers";

    fn build<S: State>(_: u64) -> impl ValueOrdering<S> {
        Self
    }
}

impl<S: State> ValueOrdering<S> for IndomainMin {
    #[inline(always)]
    fn take(&mut self, _: &S, _: Cell, remaining: &mut DigitSet) -> Digit {
        remaining.pop_lowest()
    }
}

/// The value ordering `indomain_max`.
#[derive(Clone, Copy, Debug)]
pub struct IndomainMax;

impl Values for IndomainMax {
    const NAME: &'static str = "indomain_max";
    const FORMULA: &'static str = "digits descending";
    const SOURCE: &'static str = "MiniZinc indomain_max";

    fn build<S: State>(_: u64) -> impl ValueOrdering<S> {
        Self
    }
}

impl<S: State> ValueOrdering<S> for IndomainMax {
    #[inline(always)]
    fn take(&mut self, _: &S, _: Cell, remaining: &mut DigitSet) -> Digit {
        remaining.pop_highest()
    }
}
