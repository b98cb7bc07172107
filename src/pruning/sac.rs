//! `sac`: singleton consistency over `singles`. It strikes a candidate if `singles` refutes its
//! placement. Also: shaving; failed literals (Debruyne & Bessiere, IJCAI 1997, 412-417, for the
//! consistency).
//!
//! Only refuted probes count. A probe that completes the grid is not used as a solution, because that
//! would make the level a search.

use super::{HiddenSingles, Level, NakedSingles, Rule, RuleLevel, Singles, Strength};
use crate::grid::{Cell, DigitSet};
use crate::state::{Candidates, Conflict, State};

/// The level `sac`.
#[derive(Clone, Copy, Debug)]
pub struct Sac;

impl Level for Sac {
    const NAME: &'static str = "sac";
    const FORMULA: &'static str =
        "singles, and a candidate whose placement singles refutes is struck";
    const SOURCE: &'static str =
        "singleton arc consistency, shaving, failed literals; Debruyne & Bessiere 1997";
    const STRENGTH: Strength = Strength::Units;
}

impl RuleLevel for Sac {
    type Rules = (NakedSingles, (HiddenSingles, (Probes<Singles>, ())));
}

/// Strikes a candidate if the level `L` refutes its placement.
#[derive(Clone, Copy, Debug)]
pub struct Probes<L>(std::marker::PhantomData<L>);

impl<L: RuleLevel> Rule for Probes<L> {
    const NAME: &'static str = "probes";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let mut has_struck = false;
        for cell in state.blanks() {
            let refuted = state.domain(cell).into_iter().filter(|&digit| {
                let mut probe = *state;
                probe.fill(cell, digit).and_then(|()| L::close(&mut probe)).is_err()
            });
            let refuted: DigitSet = refuted.collect();
            if !refuted.is_empty() {
                has_struck = true;
                strike_all(state, cell, refuted);
                L::close(state)?;
            }
        }
        Ok(has_struck)
    }
}

fn strike_all(state: &mut Candidates, cell: Cell, digits: DigitSet) {
    for digit in digits {
        state.strike(cell, digit);
    }
}
