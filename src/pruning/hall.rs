//! Generalised arc consistency of one all-different constraint, by its Hall sets.
//!
//! Up to nine variables take different values, of which there are as many as variables. If the
//! domains of k variables contain k values together (a Hall set), these variables take all k values,
//! so no other variable can have them. With fewer than k values there is no solution. A value that no
//! Hall set strikes is part of some solution (Hall 1935; Regin, AAAI 1994, finds the same by
//! matchings). With nine variables the unions of all 511 sets are a table, filled by doubling in SIMD
//! registers. This is faster than a matching.

use crate::state::Conflict;

/// The size of each subset of nine variables.
static SIZES: [u16; 512] = {
    let mut sizes = [0; 512];
    let mut set = 0;
    while set < 512 {
        sizes[set] = (set as u16).count_ones() as u16;
        set += 1;
    }
    sizes
};

/// Strikes the values of Hall sets from the domains of all other variables (up to nine variables,
/// up to nine values). Returns whether anything was struck.
///
/// This is one pass. The next pass finds the Hall sets that a strike creates.
///
/// # Errors
/// [`Conflict`] if some set of variables has fewer values.
#[inline(always)]
pub(super) fn strike_hall_sets(domains: &mut [u16]) -> Result<bool, Conflict> {
    let mut unions = [0u16; 512];
    for (variable, &domain) in domains.iter().enumerate() {
        let (known, new) = unions.split_at_mut(1 << variable);
        for (new, known) in new.iter_mut().zip(&*known) {
            *new = known | domain;
        }
    }
    // The empty set and the full set are Hall sets that strike nothing.
    let proper = 1..(1 << domains.len()) - 1;
    let sets = || unions[proper.clone()].iter().zip(&SIZES[proper.clone()]);
    let (mut are_short, mut are_tight) = (false, false);
    for (union, &size) in sets() {
        let values = union.count_ones() as u16;
        are_short |= values < size;
        are_tight |= values == size;
    }
    if are_short {
        return Err(Conflict);
    }
    if !are_tight {
        return Ok(false);
    }
    let mut has_struck = false;
    for set in proper {
        let union = unions[set];
        if union.count_ones() as u16 == SIZES[set] {
            for (variable, domain) in domains.iter_mut().enumerate() {
                if set >> variable & 1 == 0 {
                    has_struck |= *domain & union != 0;
                    *domain &= !union;
                }
            }
        }
    }
    Ok(has_struck)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each variable, the values that it has in some assignment of different values.
    fn plain(domains: &[u16]) -> Vec<u16> {
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
        let mut support = vec![0; domains.len()];
        assign(domains, 0, &mut Vec::new(), &mut support);
        support
    }

    #[test]
    fn to_the_fixpoint_it_leaves_what_assignments_use() {
        let mut random = 7u64;
        for round in 0..3_000 {
            let n = 2 + round % 6;
            let mut domains: Vec<u16> = (0..n)
                .map(|_| {
                    random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(99);
                    ((random >> 33) & (random >> 45) | (1 << ((random >> 60) % n))) as u16
                        % (1 << n)
                })
                .collect();
            let support = plain(&domains);
            let is_open = loop {
                match strike_hall_sets(&mut domains) {
                    Ok(true) => {}
                    Ok(false) => break true,
                    Err(Conflict) => break false,
                }
            };
            // The set of all n variables is not checked: the caller guarantees n values.
            let all = domains.iter().fold(0, |all, domain| all | domain);
            if is_open && all.count_ones() as u64 == n {
                assert_eq!(domains, support);
            } else {
                assert!(support.iter().all(|&values| values == 0));
            }
        }
    }
}
