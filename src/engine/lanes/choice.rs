//! What every lane branches on, chosen for all lanes at once.
//!
//! The chute with the fewest configurations left among its unresolved digits (those with two or
//! more): a tdoku-like rule, in which a digit with n configurations weighs n + 2 where it is
//! unresolved and 1 where it is not. In it the first digit with exactly two configurations, or, if
//! there is none, the first unresolved one; of that digit the first triad that is not alone in its
//! line. The first child has the digit in that triad, the second has not.
//!
//! Numbers are bit-sliced: bit i of 256 counts is one vector, and an adder is five gates. It is
//! meant for lanes at their fixpoint, where the triads that the candidates fill are those left.

use super::layout::{Candidates, Chute, Configurations, Triads};
use super::vector::Vector;
use crate::grid::Digit;

/// How many vectors a choice has.
pub(super) const BITS: usize = 11;

/// A choice, bit-sliced: three bits of the chute's number, four of the digit's index, four of the
/// triad's number, which is 3 line + box; the lowest bit first.
pub(super) type Choice<V> = [V; BITS];

/// A bit-sliced sum: nine digits weigh 72 at most.
type Sum<V> = [V; 7];

/// A bit-sliced weight, up to 8.
type Weight<V> = [V; 4];

/// Room to work in: what is known of each chute.
pub(super) struct Survey<V> {
    chutes: [OfChute<V>; Chute::COUNT],
}

/// What is known of each digit in a chute.
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

/// What each lane branches on; of lanes that are solved or dead, anything.
#[inline(always)]
pub(super) fn choose<V: Vector>(candidates: &Candidates<V>, survey: &mut Survey<V>) -> Choice<V> {
    let mut sums = [[V::zero(); 7]; Chute::COUNT];
    let (bands, stacks) = sums.split_at_mut(3);
    // Two loops, in each of which the strides of a chute are constant.
    for (i, sum) in bands.iter_mut().enumerate() {
        *sum = weigh_chute(candidates, Chute::band(i), &mut survey.chutes[i]);
    }
    for (i, sum) in stacks.iter_mut().enumerate() {
        *sum = weigh_chute(candidates, Chute::stack(i), &mut survey.chutes[3 + i]);
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
    let mut open = [V::zero(); 9];
    for line in 0..3 {
        let [a, b, c] = triads[line];
        open[3 * line] = a.and_any(b, c);
        open[3 * line + 1] = b.and_any(a, c);
        open[3 * line + 2] = c.and_any(a, b);
    }
    let [c0, c1, c2, _] = number(is_chosen);
    let [d0, d1, d2, d3] = number(digit);
    let [t0, t1, t2, t3] = number(first(open));
    [c0, c1, c2, d0, d1, d2, d3, t0, t1, t2, t3]
}

/// Surveys a chute and sums up the weights of its digits; the sum of a chute without an
/// unresolved digit is the largest there is.
#[inline(always)]
fn weigh_chute<V: Vector>(
    candidates: &Candidates<V>,
    chute: Chute,
    survey: &mut OfChute<V>,
) -> Sum<V> {
    let mut sum = [V::zero(); 7];
    let mut some_unresolved = V::zero();
    for (digit, places) in candidates.0.iter().enumerate() {
        let triads = chute.triads(places);
        let Configurations { even: [a, b, c], odd: [d, e, f] } = Configurations::of(triads);
        // Two full adders: as many as 2 (high_even + high_odd) + even + odd.
        let (even, high_even) = (a.xor3(b, c), a.majority(b, c));
        let (odd, high_odd) = (d.xor3(e, f), d.majority(e, f));
        let both = even.and(odd);
        let unresolved = both.or3(high_even, high_odd);
        let has_two =
            both.and_none(high_even, high_odd).or(high_even.xor(high_odd).and_none(even, odd));
        let (twos, fours) =
            (high_even.xor3(high_odd, unresolved), high_even.majority(high_odd, unresolved));
        let more_fours = twos.and(both);
        let weight = [even.xor(odd), twos.xor(both), fours.xor(more_fours), fours.and(more_fours)];
        add(&mut sum, weight);
        some_unresolved = some_unresolved.or(unresolved);
        survey.triads[digit] = triads;
        survey.unresolved[digit] = unresolved;
        survey.has_two[digit] = has_two;
    }
    let resolved = some_unresolved.not();
    for bit in &mut sum {
        *bit = bit.or(resolved);
    }
    sum
}

#[inline(always)]
fn add<V: Vector>(sum: &mut Sum<V>, weight: Weight<V>) {
    let mut carry = V::zero();
    for (i, bit) in sum.iter_mut().enumerate() {
        (*bit, carry) = match weight.get(i) {
            Some(&weight) => (bit.xor3(weight, carry), bit.majority(weight, carry)),
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

/// For each digit, whether it is the one to branch on in the chosen chute.
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

/// Of nine bits a lane, the first that is set.
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

/// The number of the one bit that is set, bit-sliced.
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
