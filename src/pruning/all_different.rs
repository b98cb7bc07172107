//! `all_different`: generalised arc consistency of the 27 all-different constraints (Regin, AAAI 1994,
//! 362-367), and nothing else: every naked and hidden set of every size.
//!
//! Singles are Hall sets of one cell, and of all blank cells but one. They are found first because
//! that is cheaper; the fixpoint is the same. Gecode's `IPL_DOM` prunes the same.

use super::hall::strike_hall_sets;
use super::{HiddenSingles, Level, NakedSingles, Rule, RuleLevel, Strength};
use crate::grid::{Cell, DigitSet, Unit};
use crate::state::{Candidates, Conflict};

/// The level `all_different`.
#[derive(Clone, Copy, Debug)]
pub struct AllDifferent;

impl Level for AllDifferent {
    const NAME: &'static str = "all_different";
    const FORMULA: &'static str =
        "generalised arc consistency of all 27 all-different constraints, to the fixpoint";
    const SOURCE: &'static str = "all naked and hidden sets; Regin 1994; Gecode's IPL_DOM";
    const STRENGTH: Strength = Strength::Units;
    const IS_DEFAULT: bool = false;
}

impl RuleLevel for AllDifferent {
    type Rules = (NakedSingles, (HiddenSingles, (HallSets, ())));
}

/// A Hall set of the cells of a unit takes its digits from the others.
#[derive(Clone, Copy, Debug)]
pub struct HallSets;

impl Rule for HallSets {
    const NAME: &'static str = "all_different";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let mut domains = state.domains();
        let mut has_struck = false;
        for unit in Unit::all() {
            has_struck |= strike_in_unit(unit, &mut domains)?;
        }
        if has_struck {
            state.keep_domains(&domains);
        }
        Ok(has_struck)
    }
}

/// One pass over the blank cells of a unit.
#[inline(always)]
fn strike_in_unit(unit: Unit, domains: &mut [u16; Cell::COUNT]) -> Result<bool, Conflict> {
    let (mut cells, mut own, mut blanks) = ([0; 9], [0; 9], 0);
    for cell in unit.cells() {
        let domain = domains[cell.index()];
        cells[blanks] = cell.index();
        own[blanks] = domain;
        blanks += usize::from(DigitSet::from_bits(domain).has_several());
    }
    // Three cells have Hall sets of one cell and of all but one: singles, which come first.
    if blanks < 4 {
        return Ok(false);
    }
    let own = &mut own[..blanks];
    let has_struck = strike_hall_sets(own)?;
    if has_struck {
        for (&cell, &own) in cells.iter().zip(&*own) {
            domains[cell] = own;
        }
    }
    Ok(has_struck)
}
