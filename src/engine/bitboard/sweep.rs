//! One round of all rules on a puzzle: straight-line code, 81 boxes of digits at once.
//!
//! The rules are those of the engine `lanes`, in another order, and come to the same in the end:
//!
//! **Naked singles.** A cell that has one candidate takes it from the rest of its box.
//!
//! **Chute rule.** A digit takes one triad in each line and in each box of a band or stack; a triad
//! that no such choice has is struck.
//!
//! **Triad rule.** Three digits that have no other triad of its line fill a triad: every other
//! digit leaves. After the chute rule, the only row of a box is also the only triad of its line.
//!
//! **Hidden singles.** A digit that has one row and one column of a box takes their cell from all
//! others. Rows and columns need no rule of their own: what is alone in a row is, after the chute
//! rule, alone in its box; and one that is placed clears its row and column through the chute rule.
//!
//! What is alone is spared when others are struck for its sake, so two that claim the same spare each
//! other: a *clash*, which is looked for when nothing changes any more.

use super::boxes::{ALL, Boxes, CELLS, Grid};

/// What a sweep learnt.
#[derive(Clone, Copy)]
struct Verdict<B> {
    /// The triads left to each digit.
    left: Grid<B>,
    /// The cells that had two candidates or more.
    several: B,
    /// A cell had no candidate, or a digit had no place in a box.
    is_dead: bool,
    /// A candidate was struck.
    has_changed: bool,
    /// Bits of cells where two singles claim the same, or one of them was struck.
    clash: B,
}

/// What a puzzle came to when sweeps changed nothing more.
pub(super) enum Settled<B> {
    /// It has no solution.
    Dead,
    /// It is its solution.
    Solved,
    /// It has to branch; each digit has these triads left.
    Open(Grid<B>),
}

/// Sweeps until nothing changes.
#[inline(always)]
pub(super) fn settle<B: Boxes>(grid: &mut Grid<B>) -> Settled<B> {
    loop {
        let Verdict { left, several, is_dead, has_changed, clash } = sweep(grid);
        if is_dead {
            return Settled::Dead;
        }
        if !has_changed {
            return match (clash.has_any(CELLS), several.has_any(CELLS)) {
                (true, _) => Settled::Dead,
                (false, true) => Settled::Open(left),
                (false, false) => Settled::Solved,
            };
        }
    }
}

/// Applies every rule once, in place.
#[inline(always)]
fn sweep<B: Boxes>(grid: &mut Grid<B>) -> Verdict<B> {
    let before = *grid;
    let (some, several) = one_and_two(grid);
    let singles = some.and_not(several);
    let mut left = before;
    for j in 0..3 {
        grid[j] = grid[j].prefer(singles);
        left[j] = grid[j].triads().chute_rule();
    }
    let too_full = triad_rule(&mut left);
    let mut settled = left;
    for j in 0..3 {
        settled[j] = left[j].settled_cells();
    }
    let taken = over_digits(settled[0].or3(settled[1], settled[2]));
    let mut differs = B::all(0);
    let mut clash = too_full.or(taken.and(several));
    for j in 0..3 {
        clash = clash.or(grid[j].and(singles).and_not(settled[j]));
        grid[j] = grid[j].and_unless(taken, settled[j]).and(left[j].cells());
        differs = differs.or_differs(grid[j], before[j]);
    }
    let is_dead = B::all(ALL).and_not(some).has_any(CELLS) || B::is_any_empty(grid);
    Verdict { left, several, is_dead, has_changed: differs.has_any(CELLS), clash }
}

/// Of each cell: has it one candidate or more, two or more?
#[inline(always)]
fn one_and_two<B: Boxes>([a, b, c]: &Grid<B>) -> (B, B) {
    let (one, two) = (a.or3(*b, *c), a.majority(*b, *c));
    let ((one_2, one_3), (two_2, two_3)) = (one.turned(), two.turned());
    (one.or3(one_2, one_3), two.or3(two_2, two_3).or(one.majority(one_2, one_3)))
}

/// What is set for some digit, given that for some of three.
#[inline(always)]
pub(super) fn over_digits<B: Boxes>(some: B) -> B {
    let (second, third) = some.turned();
    some.or3(second, third)
}

/// Strikes from each triad that three digits fill every other digit. Returns the triads that four
/// would fill.
#[inline(always)]
fn triad_rule<B: Boxes>(left: &mut Grid<B>) -> B {
    let mut alone = *left;
    for j in 0..3 {
        alone[j] = left[j].alone();
    }
    let [a, b, c] = alone;
    // Each triad's digits in binary: by three, then all; what counts is whether there are three.
    let (low, high) = (a.xor3(b, c), a.majority(b, c));
    let ((low_2, low_3), (high_2, high_3)) = (low.turned(), high.turned());
    let (ones, twos) = (low.xor3(low_2, low_3), low.majority(low_2, low_3));
    let (some_high, two_high) = (high.or3(high_2, high_3), high.majority(high_2, high_3));
    // Two of: an odd one, a carry of odd ones, another carry. Or two carries of threes.
    let full = ones.majority(twos, some_high).or(two_high);
    for j in 0..3 {
        left[j] = left[j].and_unless(full, alone[j]);
    }
    two_high.or(twos.and(some_high))
}
