//! One round of all rules on a puzzle: straight-line code, 81 boxes of digits at once.
//!
//! The rules are those of the engine `lanes`, in another order, and reach the same fixpoint:
//!
//! **Naked singles.** If a cell has one candidate, the digit is struck from the rest of its box.
//!
//! **Chute rule.** A digit takes one triad in each line and in each box of a band or stack. A triad
//! that belongs to no possible choice is struck.
//!
//! **Triad rule.** If three digits have no other triad in a line, they fill the triad: every other
//! digit is struck from it. After the chute rule, the only row of a box is also the only triad of its line.
//!
//! **Hidden singles.** If a digit has one row and one column in a box, it takes their cell: all other
//! digits are struck from it. Rows and columns need no separate rule. After the chute rule, the only place
//! in a row is also the only place in its box, and a placed digit clears its row and column.
//!
//! Placing a single never strikes that single itself, so two singles that claim one cell or digit both
//! survive: a *clash*. It is detected when nothing changes any more.

use super::boxes::{ALL, Boxes, CELLS, Grid};

/// The result of a sweep.
#[derive(Clone, Copy)]
struct Verdict<B> {
    /// The remaining triads of each digit.
    left: Grid<B>,
    /// The cells with two or more candidates.
    several: B,
    /// Whether a cell has no candidate, or a digit has no place in a box.
    is_dead: bool,
    /// Whether a candidate was struck.
    has_changed: bool,
    /// Bits of cells where two singles clash, or one of them was struck.
    clash: B,
}

/// The state of a puzzle at the fixpoint of the sweeps.
pub(super) enum Settled<B> {
    /// It has no solution.
    Dead,
    /// It is solved.
    Solved,
    /// It must branch; the remaining triads of each digit.
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

/// For each cell, whether it has one or more candidates, and two or more.
#[inline(always)]
fn one_and_two<B: Boxes>([a, b, c]: &Grid<B>) -> (B, B) {
    let (one, two) = (a.or3(*b, *c), a.majority(*b, *c));
    let ((one_2, one_3), (two_2, two_3)) = (one.turned(), two.turned());
    (one.or3(one_2, one_3), two.or3(two_2, two_3).or(one.majority(one_2, one_3)))
}

/// The union over all digits, from the unions over three digits each.
#[inline(always)]
pub(super) fn over_digits<B: Boxes>(some: B) -> B {
    let (second, third) = some.turned();
    some.or3(second, third)
}

/// Strikes all other digits from each triad that three digits fill. Returns the triads that four
/// digits would fill.
#[inline(always)]
fn triad_rule<B: Boxes>(left: &mut Grid<B>) -> B {
    let mut alone = *left;
    for j in 0..3 {
        alone[j] = left[j].alone();
    }
    let [a, b, c] = alone;
    // The number of each triad's digits in binary: by three digits, then all. It only matters whether it is 3.
    let (low, high) = (a.xor3(b, c), a.majority(b, c));
    let ((low_2, low_3), (high_2, high_3)) = (low.turned(), high.turned());
    let (ones, twos) = (low.xor3(low_2, low_3), low.majority(low_2, low_3));
    let (some_high, two_high) = (high.or3(high_2, high_3), high.majority(high_2, high_3));
    // At least four: two of an odd bit, a carry of odd bits and another carry, or two carries of threes.
    let full = ones.majority(twos, some_high).or(two_high);
    for j in 0..3 {
        left[j] = left[j].and_unless(full, alone[j]);
    }
    two_high.or(twos.and(some_high))
}
