//! The branching rule, for all lanes at once.
//!
//! It chooses the chute with the fewest remaining triads, among those with more than one triad for some
//! digit and line. In this chute it chooses the first digit with two remaining configurations or, if there
//! is none, the first with more. Of that digit it chooses the first triad, by box, then line, that is not the
//! only one in its box. The first child has the digit in that triad, the second does not. This is tdoku's
//! choice, with triads counted instead of configurations. The engine `bitboard` makes the same choice.
//!
//! A digit with one configuration has three triads. With two configurations it has five or six, since two
//! configurations share one triad or none. With more it has seven to nine.
//!
//! Numbers are bit-sliced: bit i of 256 counts is one vector, and an adder is two gates. The rule requires
//! lanes at their fixpoint, where the triads with candidates are the remaining triads.

use crate::engine::batch::frame::CHOICE_BITS;
use crate::engine::batch::layout::{Candidates, Chute, Triads};
use crate::engine::batch::rules::Choice;
use crate::engine::batch::vector::Vector;
use crate::grid::Digit;

/// The bit-sliced number of a digit's triads in a chute: nine at most.
type Count<V> = [V; 4];

/// The bit-sliced number of all digits' triads in a chute: 81 at most.
type Sum<V> = [V; 7];

/// Scratch memory: the counts of each chute.
pub(super) struct Survey<V> {
    chutes: [OfChute<V>; Chute::COUNT],
}

/// The counts of each digit in a chute.
#[derive(Clone, Copy)]
struct OfChute<V> {
    triads: [Triads<V>; Digit::COUNT],
    unresolved: [V; Digit::COUNT],
    has_two: [V; Digit::COUNT],
}

impl<V: Vector> Survey<V> {
    pub(super) fn new() -> Self {
        let zeros = [V::zero(); Digit::COUNT];
        let triads = [[[V::zero(); 3]; 3]; Digit::COUNT];
        Self { chutes: [OfChute { triads, unresolved: zeros, has_two: zeros }; Chute::COUNT] }
    }
}

/// Chooses for all lanes: a digit and a triad of a chute, if some digit has more than one
/// configuration. The number has three bits of the chute, four of the digit's index, four of the
/// triad's number, which is 3 box + line.
#[inline(always)]
pub(super) fn choose<V: Vector>(candidates: &Candidates<V>, survey: &mut Survey<V>) -> Choice<V> {
    let mut sums = [[V::zero(); 7]; Chute::COUNT];
    let mut is_open = V::zero();
    let (bands, stacks) = sums.split_at_mut(3);
    // Two loops, in each of which the strides of a chute are constant.
    for (i, sum) in bands.iter_mut().enumerate() {
        let survey = &mut survey.chutes[i];
        is_open = is_open.or(count_chute(candidates, Chute::band(i), survey, sum));
    }
    for (i, sum) in stacks.iter_mut().enumerate() {
        let survey = &mut survey.chutes[3 + i];
        is_open = is_open.or(count_chute(candidates, Chute::stack(i), survey, sum));
    }
    let is_chosen = lightest(&sums);
    let digit = first_digit(survey, &is_chosen);
    let mut triads = [[V::zero(); 3]; 3];
    for (chute, &is_chosen) in survey.chutes.iter().zip(&is_chosen) {
        for (of_digit, &digit) in chute.triads.iter().zip(&digit) {
            let here = is_chosen.and(digit);
            for (sum, line) in triads.iter_mut().zip(of_digit) {
                for (sum, &triad) in sum.iter_mut().zip(line) {
                    *sum = sum.or_both(triad, here);
                }
            }
        }
    }
    let mut open_triads = [V::zero(); 9];
    for box_ in 0..3 {
        let [a, b, c] = [triads[0][box_], triads[1][box_], triads[2][box_]];
        open_triads[3 * box_] = a.and_any(b, c);
        open_triads[3 * box_ + 1] = b.and_any(a, c);
        open_triads[3 * box_ + 2] = c.and_any(a, b);
    }
    let [c0, c1, c2, _] = number(is_chosen);
    let [d0, d1, d2, d3] = number(digit);
    let [t0, t1, t2, t3] = number(first(open_triads));
    let number: [V; CHOICE_BITS] = [c0, c1, c2, d0, d1, d2, d3, t0, t1, t2, t3];
    Choice { is_open, number }
}

/// Counts the triads of each digit in a chute and their sum. A chute without an unresolved
/// digit gets the largest sum. Returns whether the chute has an unresolved digit.
#[inline(always)]
fn count_chute<V: Vector>(
    candidates: &Candidates<V>,
    chute: Chute,
    survey: &mut OfChute<V>,
    sum: &mut Sum<V>,
) -> V {
    let mut some_unresolved = V::zero();
    for (digit, places) in candidates.0.iter().enumerate() {
        let triads = chute.triads(places);
        let count = count(&triads);
        let [ones, twos, fours, eights] = count;
        add(sum, count);
        let unresolved = fours.or(eights);
        some_unresolved = some_unresolved.or(unresolved);
        survey.triads[digit] = triads;
        survey.unresolved[digit] = unresolved;
        // Five or six.
        survey.has_two[digit] = fours.and(ones.xor(twos));
    }
    let resolved = some_unresolved.not();
    for bit in sum {
        *bit = bit.or(resolved);
    }
    some_unresolved
}

/// The number of triads among nine, bit-sliced.
#[inline(always)]
fn count<V: Vector>(&[r, s, t]: &Triads<V>) -> Count<V> {
    let (one_r, two_r) = r[0].sum3(r[1], r[2]);
    let (one_s, two_s) = s[0].sum3(s[1], s[2]);
    let (one_t, two_t) = t[0].sum3(t[1], t[2]);
    let (one, two) = one_r.sum3(one_s, one_t);
    let (another_two, four) = two_r.sum3(two_s, two_t);
    let another_four = two.and(another_two);
    [one, two.xor(another_two), four.xor(another_four), four.and(another_four)]
}

#[inline(always)]
fn add<V: Vector>(sum: &mut Sum<V>, count: Count<V>) {
    let mut carry = V::zero();
    for (i, bit) in sum.iter_mut().enumerate() {
        (*bit, carry) = match count.get(i) {
            Some(&count) => bit.sum3(count, carry),
            None => (bit.xor(carry), bit.and(carry)),
        };
    }
}

/// For each chute, whether its sum is the first of the smallest.
#[inline(always)]
fn lightest<V: Vector>(sums: &[Sum<V>; Chute::COUNT]) -> [V; Chute::COUNT] {
    let mut smallest = sums[0];
    let mut is_lightest = [V::zero(); Chute::COUNT];
    is_lightest[0] = V::ones();
    for (i, sum) in sums.iter().enumerate().skip(1) {
        let mut is_less = V::zero();
        for (&bit, &other) in sum.iter().zip(&smallest) {
            is_less = bit.borrow(other, is_less);
        }
        for (other, &bit) in smallest.iter_mut().zip(sum) {
            *other = is_less.select(bit, *other);
        }
        for earlier in &mut is_lightest[..i] {
            *earlier = earlier.and_not(is_less);
        }
        is_lightest[i] = is_less;
    }
    is_lightest
}

/// For each digit, whether the chosen chute branches on it.
#[inline(always)]
fn first_digit<V: Vector>(survey: &Survey<V>, is_chosen: &[V; Chute::COUNT]) -> [V; Digit::COUNT] {
    let mut unresolved = [V::zero(); Digit::COUNT];
    let mut has_two = [V::zero(); Digit::COUNT];
    for (chute, &is_chosen) in survey.chutes.iter().zip(is_chosen) {
        for digit in 0..Digit::COUNT {
            unresolved[digit] = unresolved[digit].or_both(chute.unresolved[digit], is_chosen);
            has_two[digit] = has_two[digit].or_both(chute.has_two[digit], is_chosen);
        }
    }
    let mut some_has_two = V::zero();
    for bit in has_two {
        some_has_two = some_has_two.or(bit);
    }
    for digit in 0..Digit::COUNT {
        has_two[digit] = some_has_two.select(has_two[digit], unresolved[digit]);
    }
    first(has_two)
}

/// The first set bit of nine bits per lane.
#[inline(always)]
fn first<V: Vector>(mut bits: [V; 9]) -> [V; 9] {
    let mut earlier = V::zero();
    for bit in &mut bits {
        let first = bit.and_not(earlier);
        earlier = earlier.or(*bit);
        *bit = first;
    }
    bits
}

/// The index of the only set bit, bit-sliced.
#[inline(always)]
fn number<V: Vector, const N: usize>(bits: [V; N]) -> [V; 4] {
    let mut sum = [V::zero(); 4];
    for (number, &bit) in bits.iter().enumerate() {
        for (i, sum) in sum.iter_mut().enumerate() {
            if number >> i & 1 == 1 {
                *sum = sum.or(bit);
            }
        }
    }
    sum
}
