//! Generalised arc consistency of all-different constraints of nine variables and nine values, many
//! constraints at once (Regin, AAAI 1994, 362-367).
//!
//! A matching gives each variable a value of its own. In the directed graph "variable i can take the
//! value of variable j", a value is part of another matching if and only if its edge lies on a
//! cycle: variable j reaches variable i. All other values are struck. They are those that Hall sets
//! strike: k variables with k values together.
//!
//! A word of a [`Nine`] belongs to a constraint. Every step is a loop over the words, without
//! branches, so the steps compile to SIMD code for all constraints at once. Nine rounds of Warshall's
//! algorithm (Journal of the ACM 9, 1962) find who reaches whom.
#![expect(clippy::needless_range_loop, reason = "variables and constraints are named by number")]

use crate::state::Conflict;

/// A set of values (bits 0 to 8) for each of nine variables (or values) of `L` constraints.
pub(super) type Nine<const L: usize> = [[u16; L]; 9];

/// All values.
const ALL: u16 = 0x1ff;

/// All bits if the condition holds, else none.
#[inline(always)]
const fn all_if(condition: bool) -> u16 {
    0u16.wrapping_sub(condition as u16)
}

/// Strikes the values that are in no solution of their constraint from the domains, which are given
/// by variable. Returns the struck values by constraint: none (0) where the constraint was consistent.
///
/// # Errors
/// [`Conflict`] if a constraint has no solution.
#[inline(always)]
pub(super) fn strike_hall_sets<const L: usize>(
    domains: &mut Nine<L>,
) -> Result<[u16; L], Conflict> {
    let owned = matching(domains)?;
    let mut reached = *domains;
    for k in 0..9 {
        let through = reached[k];
        for i in 0..9 {
            for l in 0..L {
                reached[i][l] |= through[l] & all_if(reached[i][l] & owned[k][l] != 0);
            }
        }
    }
    let mut struck = [0; L];
    for i in 0..9 {
        let mut kept = [0; L];
        for j in 0..9 {
            for l in 0..L {
                kept[l] |= owned[j][l] & all_if(reached[j][l] & owned[i][l] != 0);
            }
        }
        for l in 0..L {
            struck[l] |= domains[i][l] & !kept[l];
            domains[i][l] &= kept[l];
        }
    }
    Ok(struck)
}

/// For each variable one value of its domain (one bit), all different.
///
/// # Errors
/// [`Conflict`] if there is no matching.
#[inline(always)]
fn matching<const L: usize>(domains: &Nine<L>) -> Result<Nine<L>, Conflict> {
    let mut owned = [[0; L]; 9];
    let mut free = [ALL; L];
    // Variables of one or two values first: the others find what is left more easily.
    for is_small in [true, false] {
        for i in 0..9 {
            for l in 0..L {
                let domain = domains[i][l];
                let rest = domain & domain.wrapping_sub(1);
                let is_next = (rest & rest.wrapping_sub(1) == 0) == is_small;
                let open = domain & free[l] & all_if(is_next);
                let lowest = open & open.wrapping_neg();
                owned[i][l] |= lowest;
                free[l] ^= lowest;
            }
        }
    }
    while free != [0; L] {
        augment(domains, &mut owned, &mut free)?;
    }
    Ok(owned)
}

/// Gives one more variable a value, in every constraint where a variable has none: along a shortest
/// path from such a variable to a free value.
///
/// # Errors
/// [`Conflict`] if there is no path in some constraint.
#[inline(always)]
fn augment<const L: usize>(
    domains: &Nine<L>,
    owned: &mut Nine<L>,
    free: &mut [u16; L],
) -> Result<(), Conflict> {
    // The values that paths of up to `t` exchanges reach.
    let mut seen = [[0u16; L]; 10];
    let mut last = 0;
    loop {
        let before = if last == 0 { [0; L] } else { seen[last - 1] };
        let mut now = before;
        for i in 0..9 {
            for l in 0..L {
                let from = owned[i][l];
                let joins = if last == 0 { from == 0 } else { from & before[l] != 0 };
                now[l] |= domains[i][l] & all_if(joins);
            }
        }
        seen[last] = now;
        let (mut searching, mut stuck) = (0, 0);
        for l in 0..L {
            let has_none = all_if(free[l] != 0) & all_if(now[l] & free[l] == 0);
            searching |= has_none;
            stuck |= has_none & all_if(now[l] == before[l]);
        }
        if stuck != 0 {
            return Err(Conflict);
        }
        if searching == 0 {
            break;
        }
        last += 1;
    }
    // Back along the path: each variable on it takes the next value and passes on its own.
    let mut passed = [0; L];
    for t in (0..=last).rev() {
        let before = if t == 0 { [0; L] } else { seen[t - 1] };
        for l in 0..L {
            let is_first = all_if(before[l] & free[l] == 0) & all_if(passed[l] == 0);
            let ends = seen[t][l] & free[l] & is_first;
            let end = ends & ends.wrapping_neg();
            passed[l] |= end;
            free[l] ^= end;
        }
        let mut next = [0; L];
        for i in 0..9 {
            for l in 0..L {
                let from = owned[i][l];
                let is_source = if t == 0 { from == 0 } else { from & before[l] != 0 };
                let takes = all_if(is_source) & all_if(passed[l] & domains[i][l] != 0);
                next[l] |= from & takes;
                owned[i][l] = (from & !takes) | (passed[l] & takes);
                passed[l] &= !takes;
            }
        }
        passed = next;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each variable, the values that it has in some assignment of different values.
    fn plain(domains: &[u16; 9]) -> [u16; 9] {
        fn assign(domains: &[u16], used: u16, path: &mut Vec<u16>, support: &mut [u16]) {
            let Some((&domain, rest)) = domains.split_first() else {
                for (support, value) in support.iter_mut().zip(&*path) {
                    *support |= value;
                }
                return;
            };
            for value in (0..9).map(|v| 1 << v).filter(|v| domain & v & !used != 0) {
                path.push(value);
                assign(rest, used | value, path, support);
                let _ = path.pop();
            }
        }
        let mut support = [0; 9];
        assign(domains, 0, &mut Vec::new(), &mut support);
        support
    }

    #[test]
    fn what_is_left_is_what_assignments_use() {
        let mut random = 7u64;
        let (mut struck, mut conflicts) = (0, 0);
        for round in 0..1_500 {
            // Eight constraints: domains around a hidden assignment, mostly.
            let mut domains = [[0; 8]; 9];
            for l in 0..8 {
                for i in 0..9 {
                    random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
                    let some = ((random >> 33) & (random >> 45)) as u16;
                    let fewer = some & (random >> 20) as u16;
                    let own = 1
                        << (if round % 9 == 0 { random >> 60 } else { i as u64 * 5 + l as u64 }
                            % 9);
                    domains[i][l] = (if round % 2 == 0 { some } else { fewer } | own) & ALL;
                }
            }
            let expected: [[u16; 9]; 8] =
                std::array::from_fn(|l| plain(&std::array::from_fn(|i| domains[i][l])));
            let before = domains;
            match strike_hall_sets(&mut domains) {
                Ok(values) => {
                    struck += usize::from(domains != before);
                    for l in 0..8 {
                        let lost = |i: usize| before[i][l] & !domains[i][l];
                        assert_eq!(values[l], (0..9).fold(0, |lost_any, i| lost_any | lost(i)));
                        assert_eq!(std::array::from_fn(|i| domains[i][l]), expected[l]);
                    }
                }
                Err(Conflict) => {
                    conflicts += 1;
                    assert!(expected.contains(&[0; 9]));
                }
            }
        }
        assert!(struck > 500 && conflicts > 50, "{struck} {conflicts}");
    }
}
