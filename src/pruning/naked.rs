//! `naked`: `fc`, with cascading naked singles: a cell with one candidate takes it. Also: arc
//! consistency on the disequalities of peers; unit propagation.

use super::{Level, Rule, RuleLevel, Strength};
use crate::state::{Candidates, Conflict};

/// The level `naked`.
#[derive(Clone, Copy, Debug)]
pub struct Naked;

impl Level for Naked {
    const NAME: &'static str = "naked";
    const FORMULA: &'static str = "fc, and a cell with one candidate takes it, to the fixpoint";
    const SOURCE: &'static str = "naked singles; arc consistency on disequalities (AC-3, \
                                  Mackworth 1977); unit propagation";
    const STRENGTH: Strength = Strength::Cascade;
}

impl RuleLevel for Naked {
    type Rules = (NakedSingles, ());
}

/// A blank cell with one candidate takes it; a cell with none is a conflict.
#[derive(Clone, Copy, Debug)]
pub struct NakedSingles;

impl Rule for NakedSingles {
    const NAME: &'static str = "naked_singles";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let singles = state.naked_singles()?;
        if singles == [0; 3] {
            return Ok(false);
        }
        state.fill_naked_singles(&singles)?;
        Ok(true)
    }
}
