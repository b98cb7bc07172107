//! `fc`: a placement removes the digit from the peers. An empty domain fails immediately. Nothing
//! cascades. Also: forward checking (Haralick & Elliott, Artificial Intelligence 14, 1980,
//! 263-313).
//!
//! Cells with one candidate stay blank. The search fills each of them in a node without a choice.

use super::{Level, Meter, RuleLevel, Strength};
use crate::state::{Candidates, Conflict};

/// The level `fc`.
#[derive(Clone, Copy, Debug)]
pub struct Fc;

impl Level for Fc {
    const NAME: &'static str = "fc";
    const FORMULA: &'static str = "assignment removes the digit from peers; an empty domain fails \
                                   at once; no cascade";
    const SOURCE: &'static str = "forward checking; Haralick & Elliott 1980";
    const STRENGTH: Strength = Strength::EmptyCells;
}

impl RuleLevel for Fc {
    type Rules = ();

    #[inline(always)]
    fn close_by(_: &mut impl Meter, state: &mut Candidates) -> Result<(), Conflict> {
        if state.has_no_empty_cell() { Ok(()) } else { Err(Conflict) }
    }
}
