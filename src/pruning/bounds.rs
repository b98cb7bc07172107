//! `bounds`: `naked`, and bounds consistency of the 27 all-different constraints (Lopez-Ortiz,
//! Quimper, Tromp & van Beek, IJCAI 2003, 245-250).
//!
//! An interval of k digits that holds the domains of k cells of a unit is a Hall interval: those
//! cells take all its digits. Every other cell of the unit then has neither its least nor its
//! largest candidate in the interval. Candidates between the bounds are left alone. With more than
//! k cells there is no solution. Gecode's `IPL_BND` prunes the same; it too strikes the digits of
//! filled cells.
//!
//! The paper finds the intervals in linear time. With nine digits there are 45 of them, and a unit
//! is checked against all.

use super::{Level, NakedSingles, Rule, RuleLevel, Strength};
use crate::grid::Unit;
use crate::state::{Candidates, Conflict};

/// The level `bounds`.
#[derive(Clone, Copy, Debug)]
pub struct Bounds;

impl Level for Bounds {
    const NAME: &'static str = "bounds";
    const FORMULA: &'static str =
        "naked, and bounds consistency of all 27 all-different constraints, to the fixpoint";
    const SOURCE: &'static str = "Hall intervals; Lopez-Ortiz et al. 2003; Gecode's IPL_BND";
    const STRENGTH: Strength = Strength::Cascade;
    const IS_DEFAULT: bool = false;
}

impl RuleLevel for Bounds {
    type Rules = (NakedSingles, (HallIntervals, ()));
}

/// A Hall interval of the cells of a unit takes its digits from the bounds of the others.
#[derive(Clone, Copy, Debug)]
pub struct HallIntervals;

impl Rule for HallIntervals {
    const NAME: &'static str = "hall_intervals";

    #[inline(always)]
    fn apply(state: &mut Candidates) -> Result<bool, Conflict> {
        let mut domains = state.domains();
        let mut has_struck = false;
        for unit in Unit::all() {
            let cells = unit.cells();
            let mut own = cells.map(|cell| domains[cell.index()]);
            if strike_bounds(&mut own)? {
                has_struck = true;
                for (cell, own) in cells.into_iter().zip(own) {
                    domains[cell.index()] = own;
                }
            }
        }
        if has_struck {
            state.keep_domains(&domains);
        }
        Ok(has_struck)
    }
}

/// Strikes what Hall intervals take from the bounds of the nine domains of a unit, filled cells
/// included, to the fixpoint. Says whether anything was struck.
///
/// # Errors
/// [`Conflict`] if a domain is empty, or an interval holds more domains than digits.
#[inline(always)]
fn strike_bounds(domains: &mut [u16; 9]) -> Result<bool, Conflict> {
    let before = *domains;
    loop {
        let at_start = *domains;
        for low in 0..9 {
            for high in low..9 {
                strike_interval(domains, low, high)?;
            }
        }
        if *domains == at_start {
            return Ok(*domains != before);
        }
    }
}

/// Strikes what the interval of the digits with bits `low..=high` takes, if it is a Hall interval.
#[inline(always)]
fn strike_interval(domains: &mut [u16; 9], low: u32, high: u32) -> Result<(), Conflict> {
    let interval = (1u16 << (high + 1)) - (1 << low);
    let inside = domains.iter().filter(|&&domain| domain & !interval == 0).count();
    let digits = (high - low + 1) as usize;
    if inside > digits || domains.contains(&0) {
        return Err(Conflict);
    }
    if inside == digits {
        for domain in domains.iter_mut().filter(|domain| **domain & !interval != 0) {
            let (least, largest) = (domain.trailing_zeros(), 15 - domain.leading_zeros());
            let holds = |bound: u32| low <= bound && bound <= high;
            if holds(least) || holds(largest) {
                *domain &= !interval;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least and the largest value of each variable in any assignment of different values from
    /// the intervals that the domains span, or none if there is no such assignment.
    fn plain(domains: &[u16; 9]) -> Option<[(u32, u32); 9]> {
        fn assign(spans: &[(u32, u32)], used: u16, path: &mut Vec<u32>, found: &mut [u16; 9]) {
            let Some((&(least, largest), rest)) = spans.split_first() else {
                path.iter().zip(found).for_each(|(&value, found)| *found |= 1 << value);
                return;
            };
            for value in (least..=largest).filter(|value| used >> value & 1 == 0) {
                path.push(value);
                assign(rest, used | 1 << value, path, found);
                let _ = path.pop();
            }
        }
        let spans = domains.map(|domain| (domain.trailing_zeros(), 15 - domain.leading_zeros()));
        let mut found = [0; 9];
        assign(&spans, 0, &mut Vec::new(), &mut found);
        (found[0] != 0)
            .then(|| found.map(|found| (found.trailing_zeros(), 15 - found.leading_zeros())))
    }

    #[test]
    fn every_bound_left_has_a_support_and_every_supported_value_is_left() {
        let mut random = 3u64;
        let mut struck = 0;
        for _ in 0..300 {
            let mut domains: [u16; 9] = std::array::from_fn(|at| {
                random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
                let span = 0x1ffu16 >> (random >> 60 & 7);
                (span << (random >> 50 & 3) | 1 << at) & (random >> 33) as u16 & 0x1ff | 1 << at
            });
            let before = domains;
            match strike_bounds(&mut domains) {
                Ok(has_struck) => {
                    struck += usize::from(has_struck);
                    let supported = plain(&domains).expect("an assignment");
                    for (at, (least, largest)) in supported.into_iter().enumerate() {
                        assert_eq!(least, domains[at].trailing_zeros(), "{before:?}");
                        assert_eq!(largest, 15 - domains[at].leading_zeros(), "{before:?}");
                        let between = (2u16 << largest) - (1 << least);
                        assert_eq!(domains[at], before[at] & between, "only bounds are struck");
                    }
                }
                Err(Conflict) => panic!("every domain has a value of its own: {before:?}"),
            }
        }
        assert!(struck > 50, "{struck}");
    }

    #[test]
    fn more_cells_than_digits_are_a_conflict() {
        let mut domains = [0x1ff; 9];
        domains[..3].fill(0b110);
        assert_eq!(strike_bounds(&mut domains), Err(Conflict));
    }
}
