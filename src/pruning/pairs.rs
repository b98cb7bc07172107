//! `pairs`: `locked`, and naked and hidden pairs. If two cells of a unit have the same two candidates,
//! these digits are struck from the rest of the unit. If two digits have the same two places in a
//! unit, all other digits are struck from these places.

use super::{HiddenSingles, Level, LockedCandidates, NakedSingles, Rule, RuleLevel, Strength};
use crate::grid::{Digit, Unit};
use crate::state::{Candidates, Conflict};

/// The level `pairs`.
#[derive(Clone, Copy, Debug)]
pub struct Pairs;

impl Level for Pairs {
    const NAME: &'static str = "pairs";
    const FORMULA: &'static str = "locked, and naked and hidden pairs";
    const SOURCE: &'static str = "Hall sets of two cells, and of all but two";
    const STRENGTH: Strength = Strength::Units;
}

impl RuleLevel for Pairs {
    type Rules =
        (NakedSingles, (HiddenSingles, (LockedCandidates, (NakedPairs, (HiddenPairs, ())))));
}

/// Naked pairs: if two cells of a unit have the same two candidates, these are struck from the rest
/// of the unit.
#[derive(Clone, Copy, Debug)]
pub struct NakedPairs;

impl Rule for NakedPairs {
    const NAME: &'static str = "naked_pairs";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let mut domains = state.domains();
        let mut has_struck = false;
        for unit in Unit::all() {
            let cells = unit.cells();
            has_struck |= strike_pairs(&mut cells.map(|cell| domains[cell.index()]), |at, own| {
                domains[cells[at].index()] = own;
            });
        }
        if has_struck {
            state.keep_domains(&domains);
        }
        Ok(has_struck)
    }
}

/// Hidden pairs: if two digits have the same two places in a unit, all other digits are struck from
/// these places.
#[derive(Clone, Copy, Debug)]
pub struct HiddenPairs;

impl Rule for HiddenPairs {
    const NAME: &'static str = "hidden_pairs";

    /// A hidden pair is a naked pair of digits with their places as domains. It strikes these places
    /// from the other digits, so the pair's cells keep only the pair.
    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let domains = state.domains();
        let mut kept = domains;
        let mut has_struck = false;
        for unit in Unit::all() {
            let cells = unit.cells();
            let own = cells.map(|cell| domains[cell.index()]);
            let mut places = [0u16; 9];
            for (d, places) in places.iter_mut().enumerate() {
                for (at, own) in own.iter().enumerate() {
                    *places |= (own >> d & 1) << at;
                }
            }
            has_struck |= strike_pairs(&mut places, |d, places| {
                let digit = Digit::from_index(d);
                for (at, cell) in cells.iter().enumerate() {
                    if places >> at & 1 == 0 {
                        kept[cell.index()] &= !(1 << digit.index());
                    }
                }
            });
        }
        if has_struck {
            state.keep_domains(&kept);
        }
        Ok(has_struck)
    }
}

/// Strikes every pair (two equal sets of two) from the other sets, including a third equal set, and
/// reports each set that lost an element. Returns whether any did.
#[inline(always)]
fn strike_pairs(sets: &mut [u16; 9], mut tell: impl FnMut(usize, u16)) -> bool {
    let mut has_struck = false;
    for a in 0..9 {
        let pair = sets[a];
        if pair.count_ones() != 2 {
            continue;
        }
        let Some(b) = (a + 1..9).find(|&b| sets[b] == pair) else { continue };
        for (at, set) in sets.iter_mut().enumerate() {
            if at != a && at != b && *set & pair != 0 {
                *set &= !pair;
                tell(at, *set);
                has_struck = true;
            }
        }
    }
    has_struck
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, DigitSet};

    #[test]
    fn pairs_strike_what_their_names_say() {
        let mut naked = Candidates::FULL;
        let mut hidden = Candidates::FULL;
        for digit in Digit::all() {
            for column in 0..9 {
                let cell = Cell::at(4, column);
                // Columns 0 and 8 have only 1 and 2; 1 and 2 are only in columns 0 and 8.
                let (is_first, is_outer) = (digit.index() < 2, column % 8 == 0);
                if is_outer && !is_first {
                    naked.strike(cell, digit);
                }
                if is_first && !is_outer {
                    hidden.strike(cell, digit);
                }
            }
        }
        assert_eq!(NakedPairs::apply(&mut naked), Ok(true));
        assert_eq!(naked.candidates_of(Cell::at(4, 4)), DigitSet::from_bits(0x1fc));
        assert_eq!(naked.candidates_of(Cell::at(3, 0)), DigitSet::ALL);
        assert_eq!(NakedPairs::apply(&mut naked), Ok(false));
        assert_eq!(HiddenPairs::apply(&mut hidden), Ok(true));
        assert_eq!(hidden.candidates_of(Cell::at(4, 0)), DigitSet::from_bits(3));
        assert_eq!(hidden.candidates_of(Cell::at(4, 4)), DigitSet::from_bits(0x1fc));
        assert_eq!(HiddenPairs::apply(&mut hidden), Ok(false));
    }
}
