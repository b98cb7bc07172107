//! The choice of a cell for all lanes at once.
//!
//! Numbers are bit-sliced: bit i of the number of a cell is one vector. The cells with the smallest
//! number are found bit by bit from the highest: where some cell that is left lacks the bit, only
//! these cells are left. What is left after the ordering goes through the tie-break in the same
//! way, and the first or last cell by index is chosen.

use super::counting::{digits_of, no_cells};
use super::tree::Chooser;
use crate::engine::batch::frame::{CHOICE_BITS, Frame};
use crate::engine::batch::layout::Candidates;
use crate::engine::batch::rules::Choice;
use crate::engine::batch::vector::Vector;
use crate::grid::{Cell, Digit, DigitSet};
use crate::isa::Isa;

/// Which sizes of domains come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BySize {
    /// All are equal: `input_order`.
    Any,
    /// The smallest: `first_fail`.
    Smallest,
    /// The largest: `anti_first_fail`.
    Largest,
}

/// Which of equal cells comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByTie {
    /// The lowest index.
    Lowest,
    /// The highest index.
    Highest,
    /// The most blank peers, then the lowest index: `ddeg`.
    MostBlankPeers,
    /// The fewest blank peers, then the lowest index: `min_ddeg`.
    FewestBlankPeers,
}

/// A rule for the next cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlicedOrder {
    /// By size of the domain.
    pub size: BySize,
    /// Among equals.
    pub tie: ByTie,
}

/// A rule for the next digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlicedValues {
    /// The lowest: `indomain_min`.
    Lowest,
    /// The highest: `indomain_max`.
    Highest,
}

/// The choice of an order, with memory for the numbers of all cells.
struct AtOnce<V> {
    order: SlicedOrder,
    values: SlicedValues,
    /// The cells that are left.
    left: [V; Cell::COUNT],
    /// The bits of a number of each cell.
    numbers: [[V; Cell::COUNT]; 5],
}

pub(super) fn chooser<V: Vector>(order: SlicedOrder, values: SlicedValues) -> Box<dyn Chooser<V>> {
    Box::new(AtOnce { order, values, left: no_cells(), numbers: [no_cells(); 5] })
}

impl<V: Vector> AtOnce<V> {
    #[inline(always)]
    fn choose_at_once(&mut self, candidates: &Candidates<V>) -> Choice<V> {
        let mut is_open = V::zero();
        for cell in 0..Cell::COUNT {
            let is_blank = digits_of(candidates, cell).several;
            is_open = is_open.or(is_blank);
            self.left[cell] = is_blank;
        }
        let blanks = self.left;
        if self.order.size != BySize::Any {
            self.count_digits(candidates);
            self.keep(4, self.order.size == BySize::Largest);
        }
        if let ByTie::MostBlankPeers | ByTie::FewestBlankPeers = self.order.tie {
            self.count_peers(&blanks);
            self.keep(5, self.order.tie == ByTie::MostBlankPeers);
        }
        let number = match self.order.tie {
            ByTie::Highest => self.first((0..Cell::COUNT).rev()),
            _ => self.first(0..Cell::COUNT),
        };
        Choice { is_open, number }
    }

    /// The number of candidates of each cell.
    #[inline(always)]
    fn count_digits(&mut self, candidates: &Candidates<V>) {
        for cell in 0..Cell::COUNT {
            let count = count_of_nine(
                #[inline(always)]
                |digit| candidates.0[digit][cell],
            );
            for (bit, plane) in count.into_iter().enumerate() {
                self.numbers[bit][cell] = plane;
            }
        }
    }

    /// The number of blanks among each blank cell and its peers: those of the other boxes in its row
    /// and in its column, and those of its box.
    #[inline(always)]
    fn count_peers(&mut self, blanks: &[V; Cell::COUNT]) {
        let zero = V::zero();
        // By line and box, the number of blanks in a triad.
        let (mut across, mut down) = ([[(zero, zero); 3]; 9], [[(zero, zero); 3]; 9]);
        for line in 0..9 {
            for box_ in 0..3 {
                let (row, column) = (9 * line + 3 * box_, 27 * box_ + line);
                across[line][box_] = blanks[row].sum3(blanks[row + 1], blanks[row + 2]);
                down[line][box_] = blanks[column].sum3(blanks[column + 9], blanks[column + 18]);
            }
        }
        let mut boxes = [[zero; 4]; 9];
        for (number, sum) in boxes.iter_mut().enumerate() {
            let (row, column) = (number / 3 * 3, number % 3);
            let [a, b, c] = [across[row][column], across[row + 1][column], across[row + 2][column]];
            *sum = sum_of_three(a, b, c);
        }
        for cell in 0..Cell::COUNT {
            let (row, column) = (cell / 9, cell % 9);
            let [in_row, in_column] =
                [others(&across[row], column / 3), others(&down[column], row / 3)];
            let in_box = boxes[row / 3 * 3 + column / 3];
            let (one, two_a) = in_row[0].sum3(in_column[0], in_box[0]);
            let (sum, four_a) = in_row[1].sum3(in_column[1], in_box[1]);
            let (two, four_b) = (sum.xor(two_a), sum.and(two_a));
            let (sum, eight_a) = in_row[2].sum3(in_column[2], in_box[2]);
            let (four, eight_b) = sum.sum3(four_a, four_b);
            let (eight, sixteen) = eight_a.sum3(eight_b, in_box[3]);
            for (bit, plane) in [one, two, four, eight, sixteen].into_iter().enumerate() {
                self.numbers[bit][cell] = plane;
            }
        }
    }

    /// Keeps the cells with the smallest or the largest number of this many bits.
    #[inline(always)]
    fn keep(&mut self, bits: usize, is_largest: bool) {
        for plane in self.numbers[..bits].iter().rev() {
            // Whether some cell that is left has the better bit.
            let mut is_better = V::zero();
            for cell in 0..Cell::COUNT {
                is_better = if is_largest {
                    is_better.or_both(self.left[cell], plane[cell])
                } else {
                    is_better.or_unless(self.left[cell], plane[cell])
                };
            }
            for cell in 0..Cell::COUNT {
                let left = &mut self.left[cell];
                *left = if is_largest {
                    left.and_unless(is_better, plane[cell])
                } else {
                    left.and_not_both(is_better, plane[cell])
                };
            }
        }
    }

    /// The index of the first of the cells that are left, bit-sliced.
    #[inline(always)]
    fn first(&self, cells: impl Iterator<Item = usize>) -> [V; CHOICE_BITS] {
        let mut number = [V::zero(); CHOICE_BITS];
        let mut earlier = V::zero();
        for cell in cells {
            let first = self.left[cell].and_not(earlier);
            earlier = earlier.or(self.left[cell]);
            for (bit, plane) in number.iter_mut().enumerate() {
                if cell >> bit & 1 == 1 {
                    *plane = plane.or(first);
                }
            }
        }
        number
    }
}

/// The number of set bits among nine.
#[inline(always)]
fn count_of_nine<V: Vector>(of: impl Fn(usize) -> V) -> [V; 4] {
    sum_of_three(of(0).sum3(of(1), of(2)), of(3).sum3(of(4), of(5)), of(6).sum3(of(7), of(8)))
}

/// The sum of three numbers of two bits, of which each is at most three.
#[inline(always)]
fn sum_of_three<V: Vector>(a: (V, V), b: (V, V), c: (V, V)) -> [V; 4] {
    let (one, two) = a.0.sum3(b.0, c.0);
    let (another_two, four) = a.1.sum3(b.1, c.1);
    let another_four = two.and(another_two);
    [one, two.xor(another_two), four.xor(another_four), four.and(another_four)]
}

/// The sum of the two numbers of a line that are not in a box.
#[inline(always)]
fn others<V: Vector>(line: &[(V, V); 3], box_: usize) -> [V; 3] {
    let [a, b] = [line[(box_ + 1) % 3], line[(box_ + 2) % 3]];
    let (one, carry) = (a.0.xor(b.0), a.0.and(b.0));
    let (two, four) = a.1.sum3(b.1, carry);
    [one, two, four]
}

impl<V: Vector> Chooser<V> for AtOnce<V> {
    fn choose(&mut self, isa: Isa, candidates: &Candidates<V>) -> Choice<V> {
        V::run(
            isa,
            #[inline(always)]
            || self.choose_at_once(candidates),
        )
    }

    fn cell(&mut self, _: usize, frame: &Frame, _: usize) -> Cell {
        Cell::new(frame.choice())
    }

    fn take(&mut self, _: usize, _: &Frame, _: Cell, remaining: &mut DigitSet) -> Digit {
        let digit = match self.values {
            SlicedValues::Lowest => remaining.lowest(),
            SlicedValues::Highest => remaining.highest(),
        };
        let digit = digit.expect("an open node has an untried digit");
        *remaining = remaining.without(digit);
        digit
    }
}
