//! Naked and hidden pairs of all units.
//!
//! A unit is a square matrix: nine cells, nine digits. If two rows have the same two columns, these columns are struck
//! from the other rows. With cells as rows that is the naked pair, with digits as rows the hidden one.
//!
//! Equality of two rows with two entries each is found by a code of six bits for each column: the exclusive or of the codes of a row's
//! columns is different for all 36 pairs (a Sidon set: Erdos and Turan 1941).

use super::counting::Tally;
use super::deferred::Pass;
use crate::engine::batch::layout::Candidates;
use crate::engine::batch::rules::Verdict;
use crate::engine::batch::vector::Vector;
use crate::grid::{Cell, Unit};
use crate::isa::Isa;

/// Naked and hidden pairs.
pub(super) struct Pairs;

/// Nine rows of nine columns.
type Square<V> = [[V; 9]; 9];

/// A code for each column. No two pairs have the same exclusive or.
const CODES: [u8; 9] = [1, 2, 4, 8, 16, 32, 15, 51, 60];

impl<V: Vector> Pass<V> for Pairs {
    fn pass(&mut self, isa: Isa, candidates: &mut Candidates<V>) -> Verdict<V> {
        V::run(
            isa,
            #[inline(always)]
            || {
                let mut verdict = Verdict { alive: V::ones(), changed: V::zero() };
                for unit in Unit::all() {
                    let cells = unit.cells().map(Cell::index);
                    let mut square = [[V::zero(); 9]; 9];
                    for (row, &cell) in square.iter_mut().zip(&cells) {
                        for (value, places) in row.iter_mut().zip(&candidates.0) {
                            *value = places[cell];
                        }
                    }
                    let before = square;
                    strike_pairs(&mut square, &mut verdict.alive);
                    let mut by_digit = transposed(&square);
                    strike_pairs(&mut by_digit, &mut verdict.alive);
                    for (places, (row, digit)) in
                        candidates.0.iter_mut().zip(by_digit.iter().zip(0..9))
                    {
                        for at in 0..9 {
                            verdict.changed =
                                verdict.changed.or_differs(row[at], before[at][digit]);
                            places[cells[at]] = row[at];
                        }
                    }
                }
                verdict
            },
        )
    }
}

#[inline(always)]
fn transposed<V: Vector>(square: &Square<V>) -> Square<V> {
    let mut turned = *square;
    for i in 0..9 {
        for j in 0..9 {
            turned[j][i] = square[i][j];
        }
    }
    turned
}

/// Strikes the columns of every pair of equal rows with two entries from the other rows. A column
/// that more than two rows of pairs claim is a contradiction.
#[inline(always)]
fn strike_pairs<V: Vector>(square: &mut Square<V>, alive: &mut V) {
    let zero = V::zero();
    let (mut has_two, mut codes) = ([zero; 9], [[zero; 6]; 9]);
    for i in 0..9 {
        let row = &square[i];
        has_two[i] = exactly_two(row);
        for (bit, plane) in codes[i].iter_mut().enumerate() {
            for (column, code) in CODES.iter().enumerate() {
                if code >> bit & 1 == 1 {
                    *plane = plane.xor(row[column]);
                }
            }
        }
    }
    let mut is_in_pair = [zero; 9];
    for a in 0..9 {
        for b in a + 1..9 {
            let mut differs = zero;
            for bit in 0..6 {
                differs = differs.or_differs(codes[a][bit], codes[b][bit]);
            }
            let is_pair = has_two[a].and(has_two[b]).and_not(differs);
            is_in_pair[a] = is_in_pair[a].or(is_pair);
            is_in_pair[b] = is_in_pair[b].or(is_pair);
        }
    }
    for column in 0..9 {
        let mut claims = [zero; 9];
        let (mut one, mut two, mut three) = (zero, zero, zero);
        for i in 0..9 {
            let claim = is_in_pair[i].and(square[i][column]);
            three = three.or_both(two, claim);
            two = two.or_both(one, claim);
            one = one.or(claim);
            claims[i] = claim;
        }
        *alive = alive.and_not(three);
        for i in 0..9 {
            square[i][column] = square[i][column].and_not(one.and_not(claims[i]));
        }
    }
}

/// Whether a row has two entries.
#[inline(always)]
fn exactly_two<V: Vector>(row: &[V; 9]) -> V {
    let of = |i: usize| Tally::of([row[i], row[i + 1], row[i + 2]]);
    let parts = [of(0), of(3), of(6)];
    let (mut one, mut two, mut three) = (V::zero(), V::zero(), V::zero());
    for (part, i) in parts.into_iter().zip([0, 3, 6]) {
        let all = row[i].and3(row[i + 1], row[i + 2]);
        three = three.or(all).or_both(two, part.any).or_both(one, part.several);
        two = two.or(part.several).or_both(one, part.any);
        one = one.or(part.any);
    }
    two.and_not(three)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::simd::{Portable, WordVector as _};

    #[test]
    fn no_two_pairs_have_the_same_code() {
        let mut codes: Vec<u8> =
            (0..9).flat_map(|a| (0..a).map(move |b| CODES[a] ^ CODES[b])).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), 36);
        assert!(codes[0] > 0 && CODES.iter().all(|&code| code < 64));
    }

    #[test]
    fn rows_with_two_entries_are_found() {
        for entries in 0..512u64 {
            let row = std::array::from_fn(|i| Portable::<4>::splat(entries >> i & 1));
            assert_eq!(exactly_two(&row).words()[0] & 1 == 1, entries.count_ones() == 2);
        }
    }
}
