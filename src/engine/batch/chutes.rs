//! Rules on chutes, triads and boxes, on all lanes at once.
//!
//! All operations are and, or, xor of whole vectors: a rule is applied to 256 puzzles at once. The only
//! decision is at the end, from the [`Verdict`].
//!
//! **Chute rule** (per digit and chute). A digit takes one triad in each line and one in each box
//! of a chute, so it chooses one of the six permutations of the 3x3 triads. A triad that belongs to none of
//! the possible permutations is struck. This is pointing and claiming in both directions, complete for a
//! digit in a chute.
//!
//! **Triad rules** ([`TriadRules`]). A triad is *definite* for a digit that has no other triad left in its
//! line. Three digits definite in one triad fill it: every other digit is struck. A fourth is a
//! contradiction. The second rule is the reverse: a triad with only three digits *closes*, and they are struck from the
//! rest of its line and box. With fewer than three it is a contradiction.
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
//! fixpoint the sweep checks for it. The result of a lane
//! therefore does not depend on the order of rules. The engine `bitboard` gets the same result with the first
//! triad rule, the levels `locked` and `triads` of `search` with none and with both.

use super::layout::{Candidates, Chute, Configurations, Triads};
use super::rules::Verdict;
use super::vector::Vector;
use crate::grid::Digit;

/// Which of the triad rules a sweep has.
pub(in crate::engine) trait TriadRules: Send {
    /// Three definite digits bar the others from their triad.
    const FILL: bool;
    /// Three digits that are alone in a triad leave the rest of its line and box.
    const CLOSE: bool;
}

/// The findings while a sweep is under way.
#[derive(Clone, Copy)]
struct Findings<V> {
    alive: V,
    changed: V,
    /// Two singles clash, or one of them was struck.
    clash: V,
}

/// The remaining triads of a chute, by digit.
type Left<V> = [Triads<V>; Digit::COUNT];

/// The triads that three digits fill, and those that are closed.
struct Sets<V> {
    full: Triads<V>,
    closed: Triads<V>,
}

/// Memory for a sweep.
pub(in crate::engine) struct ChuteSweep<V> {
    left: Left<V>,
}

impl<V: Vector> ChuteSweep<V> {
    pub(in crate::engine) fn new() -> Self {
        Self { left: [[[V::zero(); 3]; 3]; Digit::COUNT] }
    }

    /// Applies every rule once, in place.
    #[inline(always)]
    pub(in crate::engine) fn sweep<T: TriadRules>(
        &mut self,
        candidates: &mut Candidates<V>,
    ) -> Verdict<V> {
        let left = &mut self.left;
        let mut findings = Findings { alive: V::ones(), changed: V::zero(), clash: V::zero() };
        for stack in 0..3 {
            let chute = Chute::stack(stack);
            let sets = chute_rule::<V, T>(candidates, chute, left, &mut findings);
            strike::<V, T>(candidates, chute, left, &sets, &mut findings);
        }
        for band in 0..3 {
            let chute = Chute::band(band);
            let sets = chute_rule::<V, T>(candidates, chute, left, &mut findings);
            // The box rule applies the remaining triads and detects changes.
            for left in left.iter_mut() {
                *left = triad_rules::<V, T>(left, &sets);
                // A digit without a configuration has no triad in any line, nor in a chute that
                // crosses this one.
                let [a, b, c] = left[0];
                findings.alive = findings.alive.and(a.or3(b, c));
            }
            for box_ in 0..3 {
                box_rule(candidates, chute, box_, left, &mut findings);
            }
        }
        let Findings { alive, changed, clash } = findings;
        Verdict { alive: alive.and_not(clash.and_not(changed)), changed }
    }
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

/// The chute rule: finds the remaining triads of each digit, and the triads that three digits fill.
#[inline(always)]
fn chute_rule<V: Vector, T: TriadRules>(
    candidates: &Candidates<V>,
    chute: Chute,
    left: &mut Left<V>,
    findings: &mut Findings<V>,
) -> Sets<V> {
    let none = [[V::zero(); 3]; 3];
    let (mut definite, mut possible) = (Tally::<V>::none_yet(), Tally::<V>::none_yet());
    for three in 0..3 {
        let mut sole = [none; 3];
        for i in 0..3 {
            let digit = 3 * three + i;
            let after = Configurations::of(chute.triads(&candidates.0[digit])).triads();
            if T::FILL {
                for line in 0..3 {
                    let [a, b, c] = after[line];
                    sole[i][line] = [a.and_none(b, c), b.and_none(a, c), c.and_none(a, b)];
                }
            }
            left[digit] = after;
        }
        if T::FILL {
            definite.add(three, &sole);
        }
        if T::CLOSE {
            possible.add(three, &[left[3 * three], left[3 * three + 1], left[3 * three + 2]]);
        }
    }
    let mut sets = Sets { full: none, closed: none };
    for line in 0..3 {
        for box_ in 0..3 {
            if T::FILL {
                let count = definite.of(line, box_);
                sets.full[line][box_] = count.is_at_least_three();
                findings.alive = findings.alive.and_not(count.is_at_least_four());
            }
            if T::CLOSE {
                let count = possible.of(line, box_);
                sets.closed[line][box_] = count.is_at_least_four().not();
                findings.alive = findings.alive.and(count.is_at_least_three());
            }
        }
    }
    sets
}

/// The number of digits of each triad.
struct Tally<V> {
    /// By three digits: the number in binary.
    ones: [Triads<V>; 3],
    twos: [Triads<V>; 3],
}

/// The number of digits of a triad: `one + 2 (two + another_two) + 4 four`.
#[derive(Clone, Copy)]
struct Count<V> {
    one: V,
    two: V,
    another_two: V,
    four: V,
}

impl<V: Vector> Tally<V> {
    #[inline(always)]
    fn none_yet() -> Self {
        Self { ones: [[[V::zero(); 3]; 3]; 3], twos: [[[V::zero(); 3]; 3]; 3] }
    }

    /// Adds three digits.
    #[inline(always)]
    fn add(&mut self, three: usize, [a, b, c]: &[Triads<V>; 3]) {
        for line in 0..3 {
            for box_ in 0..3 {
                (self.ones[three][line][box_], self.twos[three][line][box_]) =
                    a[line][box_].sum3(b[line][box_], c[line][box_]);
            }
        }
    }

    /// The number of a triad's digits.
    #[inline(always)]
    fn of(&self, line: usize, box_: usize) -> Count<V> {
        let [a, b, c] = &self.ones;
        let (one, two) = a[line][box_].sum3(b[line][box_], c[line][box_]);
        let [a, b, c] = &self.twos;
        let (another_two, four) = a[line][box_].sum3(b[line][box_], c[line][box_]);
        Count { one, two, another_two, four }
    }
}

impl<V: Vector> Count<V> {
    #[inline(always)]
    fn is_at_least_three(self) -> V {
        self.four.or(self.one.majority(self.two, self.another_two))
    }

    #[inline(always)]
    fn is_at_least_four(self) -> V {
        self.four.or_both(self.two, self.another_two)
    }
}

/// The triad rules for a digit: only digits without another triad keep a full triad, and a digit of
/// a closed triad keeps no other in its line and box.
#[inline(always)]
fn triad_rules<V: Vector, T: TriadRules>(left: &Triads<V>, sets: &Sets<V>) -> Triads<V> {
    let mut after = *left;
    if T::FILL {
        let others = others(left);
        for line in 0..3 {
            for box_ in 0..3 {
                after[line][box_] =
                    after[line][box_].and_not_both(sets.full[line][box_], others[line][box_]);
            }
        }
    }
    if T::CLOSE {
        let mut taken = *left;
        for line in 0..3 {
            for box_ in 0..3 {
                taken[line][box_] = taken[line][box_].and(sets.closed[line][box_]);
            }
        }
        let in_line = others(&taken);
        for box_ in 0..3 {
            let [a, b, c] = [taken[0][box_], taken[1][box_], taken[2][box_]];
            for (line, in_box) in [b.or(c), a.or(c), a.or(b)].into_iter().enumerate() {
                after[line][box_] = after[line][box_].and_none(in_line[line][box_], in_box);
            }
        }
    }
    after
}

/// Strikes every candidate whose triad does not remain, or is excluded by the triad rule.
#[inline(always)]
fn strike<V: Vector, T: TriadRules>(
    candidates: &mut Candidates<V>,
    chute: Chute,
    left: &Left<V>,
    sets: &Sets<V>,
    findings: &mut Findings<V>,
) {
    for (places, before) in candidates.0.iter_mut().zip(left) {
        let after = triad_rules::<V, T>(before, sets);
        for line in 0..3 {
            for box_ in 0..3 {
                let after = after[line][box_];
                findings.changed = findings.changed.or_differs(before[line][box_], after);
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
    findings: &mut Findings<V>,
) {
    let several = count(candidates, band, box_, left, findings);
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
        findings.clash = findings.clash.or_both(is_taken, several.digits[digit]);
        let places = &mut candidates.0[digit];
        for line in 0..3 {
            for (i, cell) in band.triad(line, box_).into_iter().enumerate() {
                let after = has[line][i]
                    .and_not_both(is_taken, several.cells[line][i])
                    .and_not_both(taken_cells[line][i], several.digits[digit]);
                findings.changed = findings.changed.or_differs(places[cell], after);
                places[cell] = after;
            }
        }
    }
    for line in 0..3 {
        for i in 0..3 {
            findings.clash = findings.clash.or_both(taken_cells[line][i], several.cells[line][i]);
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
    findings: &mut Findings<V>,
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
            findings.alive = findings.alive.and(a.or3(b, c));
            several.cells[line][i] = cell;
        }
    }
    for digit in 0..Digit::COUNT {
        let [a, b, c] = [left[digit][0][box_], left[digit][1][box_], left[digit][2][box_]];
        several.digits[digit] = several.digits[digit].or(a.majority(b, c));
    }
    several
}
