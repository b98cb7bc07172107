//! One round of all rules, on all lanes at once.
//!
//! Everything is and, or, xor of whole vectors: what a rule finds in one puzzle, it looks for in
//! 256. There is nothing to decide but at the end, from the [`Verdict`].
//!
//! **Chute rule** (per digit and chute). A digit takes one triad in each line and one in each box
//! of a chute, so it chooses one of the six permutations of the 3x3 triads; a triad that none of
//! the possible ones has is struck. This is pointing and claiming both ways, complete for a digit
//! in a chute.
//!
//! **Triad rule.** A triad is *definite* for a digit that has no other left in its line. Three
//! digits definite in one triad fill it: every other digit leaves.
//!
//! **Box rule.** A cell with one candidate takes it from the rest of its box (naked single); a
//! digit with one place in a box takes the cell (hidden single). Rows and columns need no rule of
//! their own: a digit with one place in a row is, after the chute rule, the only one in its box;
//! and one that is placed clears its row and column through the chute rule.
//!
//! The three stacks come first, then each band with its three boxes; each rule sees what those
//! before it struck.

use super::layout::{Candidates, Chute, Configurations, Triads};
use super::vector::Vector;
use crate::grid::Digit;

/// What a sweep learnt of each lane.
#[derive(Clone, Copy)]
pub(super) struct Verdict<V> {
    /// No contradiction was met.
    pub(super) alive: V,
    /// A candidate was struck.
    pub(super) changed: V,
    /// A cell had two candidates or more.
    pub(super) open: V,
}

/// The triads of a chute that are left, by digit.
pub(super) type Left<V> = [Triads<V>; Digit::COUNT];

/// Applies every rule once, in place. `left` is room to work in.
#[inline(always)]
pub(super) fn sweep<V: Vector>(candidates: &mut Candidates<V>, left: &mut Left<V>) -> Verdict<V> {
    let mut verdict = Verdict { alive: V::ones(), changed: V::zero(), open: V::zero() };
    for stack in 0..3 {
        let chute = Chute::stack(stack);
        chute_rule(candidates, chute, left, &mut verdict);
        strike(candidates, chute, left);
    }
    for band in 0..3 {
        // What is left of the triads is applied by the box rule.
        chute_rule(candidates, Chute::band(band), left, &mut verdict);
        for box_ in 0..3 {
            box_rule(candidates, Chute::band(band), box_, left, &mut verdict);
        }
    }
    verdict
}

/// Counts to three and stays there.
#[derive(Clone, Copy)]
struct Counter<V> {
    low: V,
    high: V,
}

impl<V: Vector> Counter<V> {
    #[inline(always)]
    fn add(&mut self, bit: V) {
        let Self { low, high } = *self;
        self.low = low.saturating_low(high, bit);
        self.high = high.or_both(low, bit);
    }

    #[inline(always)]
    fn is_three(self) -> V {
        self.low.and(self.high)
    }
}

/// The triads that are the only ones of their lines.
#[inline(always)]
fn definite<V: Vector>(triads: &Triads<V>) -> Triads<V> {
    let mut definite = [[V::zero(); 3]; 3];
    for (definite, &[a, b, c]) in definite.iter_mut().zip(triads) {
        *definite = [a.and_none(b, c), b.and_none(a, c), c.and_none(a, b)];
    }
    definite
}

/// The chute rule and the triad rule: finds the triads that are left to each digit.
#[inline(always)]
fn chute_rule<V: Vector>(
    candidates: &Candidates<V>,
    chute: Chute,
    left: &mut Left<V>,
    verdict: &mut Verdict<V>,
) {
    let mut counters = [[Counter { low: V::zero(), high: V::zero() }; 3]; 3];
    for (places, left) in candidates.0.iter().zip(left.iter_mut()) {
        let before = chute.triads(places);
        let after = Configurations::of(before).triads();
        let [a, b, c] = after[0];
        verdict.alive = verdict.alive.and(a.or3(b, c));
        let definite = definite(&after);
        for line in 0..3 {
            for box_ in 0..3 {
                let (before, after) = (before[line][box_], after[line][box_]);
                verdict.changed = verdict.changed.or_differs(before, after);
                counters[line][box_].add(definite[line][box_]);
            }
        }
        *left = after;
    }
    for left in left {
        let definite = definite(left);
        for line in 0..3 {
            for box_ in 0..3 {
                let before = left[line][box_];
                let is_full = counters[line][box_].is_three();
                let after = before.and_unless(is_full, definite[line][box_]);
                verdict.changed = verdict.changed.or_differs(before, after);
                left[line][box_] = after;
            }
        }
    }
}

/// Strikes every candidate whose triad is not left.
#[inline(always)]
fn strike<V: Vector>(candidates: &mut Candidates<V>, chute: Chute, left: &Left<V>) {
    for (places, left) in candidates.0.iter_mut().zip(left) {
        for line in 0..3 {
            for box_ in 0..3 {
                for cell in chute.triad(line, box_) {
                    places[cell] = places[cell].and(left[line][box_]);
                }
            }
        }
    }
}

/// The triads of a digit's places in a box of a band, by line: those whose row triads are left.
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

/// The cells of a box with one candidate, the digits with one place in it.
#[derive(Clone, Copy)]
struct Singles<V> {
    cells: [[V; 3]; 3],
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
    let singles = find_singles(candidates, band, box_, left, verdict);
    // The cells that some digit takes because it has no other place.
    let mut taken_cells = [[V::zero(); 3]; 3];
    for digit in 0..Digit::COUNT {
        for line in 0..3 {
            let taker = left[digit][line][box_].and(singles.digits[digit]);
            for (i, cell) in band.triad(line, box_).into_iter().enumerate() {
                let taken = &mut taken_cells[line][i];
                *taken = taken.or_both(candidates.0[digit][cell], taker);
            }
        }
    }
    let mut parity = V::zero();
    for digit in 0..Digit::COUNT {
        let mut has = [[V::zero(); 3]; 3];
        // Whether some cell takes the digit because it has no other candidate.
        let mut is_taken = V::zero();
        for line in 0..3 {
            has[line] = places_in_box(candidates, band, box_, left, digit, line);
            for i in 0..3 {
                is_taken = is_taken.or_both(has[line][i], singles.cells[line][i]);
            }
        }
        parity = parity.xor(is_taken);
        let places = &mut candidates.0[digit];
        for line in 0..3 {
            for (i, cell) in band.triad(line, box_).into_iter().enumerate() {
                let after = has[line][i]
                    .and_unless(is_taken, singles.cells[line][i])
                    .and_unless(taken_cells[line][i], singles.digits[digit]);
                verdict.changed = verdict.changed.or_differs(places[cell], after);
                places[cell] = after;
            }
        }
    }
    // Cells with one candidate are as many as digits that are taken, unless two cells have the
    // same: the parity tells at once, where sweeps would need some more.
    for &[a, b, c] in &singles.cells {
        parity = parity.xor(a.xor3(b, c));
    }
    verdict.alive = verdict.alive.and_not(parity);
}

/// Counts the digits of each cell of a box and the cells of each digit: one, or several?
#[inline(always)]
fn find_singles<V: Vector>(
    candidates: &Candidates<V>,
    band: Chute,
    box_: usize,
    left: &Left<V>,
    verdict: &mut Verdict<V>,
) -> Singles<V> {
    let mut several_places = [V::zero(); Digit::COUNT];
    let mut singles = Singles { cells: [[V::zero(); 3]; 3], digits: [V::zero(); Digit::COUNT] };
    for line in 0..3 {
        // By three digits, then cell: at least one of the three, at least two.
        let (mut one, mut two) = ([[V::zero(); 3]; 3], [[V::zero(); 3]; 3]);
        for three in 0..3 {
            let mut has = [[V::zero(); 3]; 3];
            for i in 0..3 {
                let digit = 3 * three + i;
                has[i] = places_in_box(candidates, band, box_, left, digit, line);
                let [a, b, c] = has[i];
                several_places[digit] = several_places[digit].or(a.majority(b, c));
            }
            for i in 0..3 {
                let (a, b, c) = (has[0][i], has[1][i], has[2][i]);
                (one[three][i], two[three][i]) = (a.or3(b, c), a.majority(b, c));
            }
        }
        for i in 0..3 {
            let [a, b, c] = [one[0][i], one[1][i], one[2][i]];
            let several = a.majority(b, c).or(two[0][i].or3(two[1][i], two[2][i]));
            verdict.alive = verdict.alive.and(a.or3(b, c));
            verdict.open = verdict.open.or(several);
            singles.cells[line][i] = several.not();
        }
    }
    for digit in 0..Digit::COUNT {
        let [a, b, c] = [left[digit][0][box_], left[digit][1][box_], left[digit][2][box_]];
        singles.digits[digit] = several_places[digit].or(a.majority(b, c)).not();
    }
    singles
}
