//! One round of all rules, on all lanes at once.
//!
//! All operations are and, or, xor of whole vectors: a rule is applied to 256 puzzles at once. The only
//! decision is at the end, from the [`Verdict`].
//!
//! **Chute rule** (per digit and chute). A digit takes one triad in each line and one in each box
//! of a chute, so it chooses one of the six permutations of the 3x3 triads. A triad that belongs to none of
//! the possible permutations is struck. This is pointing and claiming in both directions, complete for a
//! digit in a chute.
//!
//! **Triad rule.** A triad is *definite* for a digit that has no other triad left in its line. Three
//! digits definite in one triad fill it: every other digit is struck. A fourth is a contradiction.
//!
//! **Box rule.** If a cell has one candidate, the digit is struck from the rest of its box (naked single).
//! If a digit has one place in a box, it takes the cell (hidden single). Rows and columns need no separate
//! rule. After the chute rule, a digit's only place in a row is also the only one in its box,
//! and a placed digit clears its row and column.
//!
//! The three stacks come first, then each band with its three boxes. Each rule sees the eliminations of
//! earlier rules. Eliminations of the chute rule in stacks need no other sweep: it would strike
//! nothing more there, and the later rules have used them.
//!
//! Placing a single never strikes that single itself, so two singles that claim one digit in a box or one
//! cell both survive: a *clash*. While candidates are struck, a clash may stay undetected; at the
//! fixpoint the sweep checks for it. The result of a lane therefore
//! does not depend on the order of rules, and the engine `bitboard` gets the same result.

use super::layout::{Candidates, Chute, Configurations, Triads};
use super::vector::Vector;
use crate::grid::Digit;

/// The result of a sweep for each lane.
#[derive(Clone, Copy)]
pub(super) struct Verdict<V> {
    /// No contradiction was found.
    pub(super) alive: V,
    /// Another sweep may strike more.
    pub(super) changed: V,
    /// Two singles clash, or one of them was struck.
    clash: V,
}

/// The remaining triads of a chute, by digit.
pub(super) type Left<V> = [Triads<V>; Digit::COUNT];

/// Applies every rule once, in place. `left` is scratch memory.
#[inline(always)]
pub(super) fn sweep<V: Vector>(candidates: &mut Candidates<V>, left: &mut Left<V>) -> Verdict<V> {
    let mut verdict = Verdict { alive: V::ones(), changed: V::zero(), clash: V::zero() };
    for stack in 0..3 {
        let chute = Chute::stack(stack);
        let full = chute_rule(candidates, chute, left, &mut verdict);
        strike(candidates, chute, left, &full, &mut verdict);
    }
    for band in 0..3 {
        let chute = Chute::band(band);
        let full = chute_rule(candidates, chute, left, &mut verdict);
        // The box rule applies the remaining triads and detects changes.
        for left in left.iter_mut() {
            *left = triad_rule(left, &full);
            // A digit without a configuration has no triad in any line, nor in a chute that crosses
            // this one.
            let [a, b, c] = left[0];
            verdict.alive = verdict.alive.and(a.or3(b, c));
        }
        for box_ in 0..3 {
            box_rule(candidates, chute, box_, left, &mut verdict);
        }
    }
    verdict.alive = verdict.alive.and_not(verdict.clash.and_not(verdict.changed));
    verdict
}

/// For each triad, whether one of the other two of its line remains.
#[inline(always)]
fn others<V: Vector>(triads: &Triads<V>) -> Triads<V> {
    let mut others = [[V::zero(); 3]; 3];
    for (others, &[a, b, c]) in others.iter_mut().zip(triads) {
        *others = [b.or(c), a.or(c), a.or(b)];
    }
    others
}

/// The chute rule: finds the remaining triads of each digit. Returns the triads that three digits
/// fill.
#[inline(always)]
fn chute_rule<V: Vector>(
    candidates: &Candidates<V>,
    chute: Chute,
    left: &mut Left<V>,
    verdict: &mut Verdict<V>,
) -> Triads<V> {
    let none = [[V::zero(); 3]; 3];
    // By three digits: the number of definite digits in binary.
    let (mut ones, mut twos) = ([none; 3], [none; 3]);
    for three in 0..3 {
        let mut definite = [none; 3];
        for i in 0..3 {
            let digit = 3 * three + i;
            let after = Configurations::of(chute.triads(&candidates.0[digit])).triads();
            for line in 0..3 {
                let [a, b, c] = after[line];
                definite[i][line] = [a.and_none(b, c), b.and_none(a, c), c.and_none(a, b)];
            }
            left[digit] = after;
        }
        for line in 0..3 {
            for box_ in 0..3 {
                let [a, b, c] = &definite;
                (ones[three][line][box_], twos[three][line][box_]) =
                    a[line][box_].sum3(b[line][box_], c[line][box_]);
            }
        }
    }
    let mut full = none;
    for line in 0..3 {
        for box_ in 0..3 {
            let [a, b, c] = &ones;
            let (one, two) = a[line][box_].sum3(b[line][box_], c[line][box_]);
            let [a, b, c] = &twos;
            let (another_two, four) = a[line][box_].sum3(b[line][box_], c[line][box_]);
            full[line][box_] = four.or(one.majority(two, another_two));
            let too_full = four.or_both(two, another_two);
            verdict.alive = verdict.alive.and_not(too_full);
        }
    }
    full
}

/// The triad rule for a digit: only digits without another triad keep a full triad.
#[inline(always)]
fn triad_rule<V: Vector>(left: &Triads<V>, full: &Triads<V>) -> Triads<V> {
    let (mut after, others) = (*left, others(left));
    for line in 0..3 {
        for box_ in 0..3 {
            after[line][box_] =
                after[line][box_].and_not_both(full[line][box_], others[line][box_]);
        }
    }
    after
}

/// Strikes every candidate whose triad does not remain, or is excluded by the triad rule.
#[inline(always)]
fn strike<V: Vector>(
    candidates: &mut Candidates<V>,
    chute: Chute,
    left: &Left<V>,
    full: &Triads<V>,
    verdict: &mut Verdict<V>,
) {
    for (places, before) in candidates.0.iter_mut().zip(left) {
        let after = triad_rule(before, full);
        for line in 0..3 {
            for box_ in 0..3 {
                let after = after[line][box_];
                verdict.changed = verdict.changed.or_differs(before[line][box_], after);
                for cell in chute.triad(line, box_) {
                    places[cell] = places[cell].and(after);
                }
            }
        }
    }
}

/// A digit's places in a line of a box whose row triad remains.
#[inline(always)]
fn places_in_box<V: Vector>(
    candidates: &Candidates<V>,
    band: Chute,
    box_: usize,
    left: &Left<V>,
    digit: usize,
    line: usize,
) -> [V; 3] {
    let [a, b, c] = band.triad(line, box_);
    let (places, left) = (&candidates.0[digit], left[digit][line][box_]);
    [places[a].and(left), places[b].and(left), places[c].and(left)]
}

/// The parts of a box that are not singles.
#[derive(Clone, Copy)]
struct Several<V> {
    /// The cells with at least two candidates.
    cells: [[V; 3]; 3],
    /// The digits with at least two places.
    digits: [V; Digit::COUNT],
}

/// The box rule in a box of a band.
#[inline(always)]
fn box_rule<V: Vector>(
    candidates: &mut Candidates<V>,
    band: Chute,
    box_: usize,
    left: &Left<V>,
    verdict: &mut Verdict<V>,
) {
    let several = count(candidates, band, box_, left, verdict);
    // The cells that some digit takes because it has no other place.
    let mut taken_cells = [[V::zero(); 3]; 3];
    for digit in 0..Digit::COUNT {
        for line in 0..3 {
            let taker = left[digit][line][box_].and_not(several.digits[digit]);
            for (i, cell) in band.triad(line, box_).into_iter().enumerate() {
                let taken = &mut taken_cells[line][i];
                *taken = taken.or_both(candidates.0[digit][cell], taker);
            }
        }
    }
    for digit in 0..Digit::COUNT {
        let mut has = [[V::zero(); 3]; 3];
        // Whether some cell takes the digit because it has no other candidate.
        let mut is_taken = V::zero();
        for line in 0..3 {
            has[line] = places_in_box(candidates, band, box_, left, digit, line);
            for i in 0..3 {
                is_taken = is_taken.or_unless(has[line][i], several.cells[line][i]);
            }
        }
        verdict.clash = verdict.clash.or_both(is_taken, several.digits[digit]);
        let places = &mut candidates.0[digit];
        for line in 0..3 {
            for (i, cell) in band.triad(line, box_).into_iter().enumerate() {
                let after = has[line][i]
                    .and_not_both(is_taken, several.cells[line][i])
                    .and_not_both(taken_cells[line][i], several.digits[digit]);
                verdict.changed = verdict.changed.or_differs(places[cell], after);
                places[cell] = after;
            }
        }
    }
    for line in 0..3 {
        for i in 0..3 {
            verdict.clash = verdict.clash.or_both(taken_cells[line][i], several.cells[line][i]);
        }
    }
}

/// Finds whether each cell of a box has several digits, and whether each digit has several cells.
#[inline(always)]
fn count<V: Vector>(
    candidates: &Candidates<V>,
    band: Chute,
    box_: usize,
    left: &Left<V>,
    verdict: &mut Verdict<V>,
) -> Several<V> {
    let mut several = Several { cells: [[V::zero(); 3]; 3], digits: [V::zero(); Digit::COUNT] };
    for line in 0..3 {
        // By three digits, then cell: at least one of the three, at least two.
        let (mut one, mut two) = ([[V::zero(); 3]; 3], [[V::zero(); 3]; 3]);
        for three in 0..3 {
            let mut has = [[V::zero(); 3]; 3];
            for i in 0..3 {
                let digit = 3 * three + i;
                has[i] = places_in_box(candidates, band, box_, left, digit, line);
                let [a, b, c] = has[i];
                several.digits[digit] = several.digits[digit].or(a.majority(b, c));
            }
            for i in 0..3 {
                let (a, b, c) = (has[0][i], has[1][i], has[2][i]);
                (one[three][i], two[three][i]) = (a.or3(b, c), a.majority(b, c));
            }
        }
        for i in 0..3 {
            let [a, b, c] = [one[0][i], one[1][i], one[2][i]];
            let cell = a.majority(b, c).or(two[0][i].or3(two[1][i], two[2][i]));
            verdict.alive = verdict.alive.and(a.or3(b, c));
            several.cells[line][i] = cell;
        }
    }
    for digit in 0..Digit::COUNT {
        let [a, b, c] = [left[digit][0][box_], left[digit][1][box_], left[digit][2][box_]];
        several.digits[digit] = several.digits[digit].or(a.majority(b, c));
    }
    several
}
