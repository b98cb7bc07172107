//! The canonical form of a puzzle: the least of all its isomorphs, read row by row with a blank as 0.
//! Two puzzles are isomorphs exactly if their canonical forms are equal.
//!
//! This is the "row min-lex" form of the Enjoy Sudoku forum (gsf and Red Ed, thread "Canonical form", 2007).
//! It is applied to the clues, as in gridchecker (M. Dobrichev), not to the solution, so puzzles
//! with several solutions or none have one too.
//!
//! There are 2 x 6^8 = 3,359,232 ways to transpose and permute the grid, and 9! labellings. The algorithm
//! places rows from top to bottom. It keeps all arrangements that tie for the least rows so far; they
//! share those rows. The next row of an arrangement is one of its current band, or of any unused
//! band. Digits get labels in the order in which they appear, so labels need no choice. Columns
//! are ordered as late as possible:
//!
//! ```text
//!   row 1   0 0 0 | 0 0 0 | 0 1 2     stacks without clues so far are interchangeable and leftmost;
//!           blank   blank     ^ ^     columns without clues so far likewise within their stack;
//!                             fixed   any other column has its place
//! ```
//!
//! A row with few clues leaves few ties: a puzzle of 17 clues takes microseconds. A full grid
//! takes milliseconds, because all its lines begin as 123456789. The worst case is a set of clues that
//! many symmetries map onto itself (three full boxes on the diagonal: half a million ties).

use super::{Cell, Puzzle};

/// Computes canonical forms; reuses its memory from puzzle to puzzle.
#[derive(Debug, Default)]
pub struct Canonizer {
    /// The arrangements that tie for the least rows so far, and those of the next row.
    ties: Vec<Arrangement>,
    next: Vec<Arrangement>,
}

/// A partial arrangement: some rows and columns have their places.
#[derive(Clone, Copy, Debug)]
struct Arrangement {
    is_transposed: bool,
    /// The placed rows, by bit.
    laid: u16,
    /// The row placed last.
    row: u8,
    /// The source column at each place.
    columns: [u8; 9],
    /// How many of the first columns of each stack have no clue so far.
    blank: [u8; 3],
    /// The label of each digit, 0 if it has not appeared.
    labels: [u8; 10],
    /// The last label assigned.
    last_label: u8,
}

impl Arrangement {
    const fn start(is_transposed: bool) -> Self {
        Self {
            is_transposed,
            laid: 0,
            row: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            blank: [3; 3],
            labels: [0; 10],
            last_label: 0,
        }
    }

    /// The rows that may be placed next, after `count` rows.
    fn next_rows(&self, count: usize) -> impl Iterator<Item = u8> + use<> {
        let (laid, band) = (self.laid, self.row / 3);
        (0..9).filter(move |&row| {
            laid & 1 << row == 0 && (count.is_multiple_of(3) || row / 3 == band)
        })
    }

    /// The label of a digit, possibly a new one; 0 for a blank.
    fn label(&mut self, digit: u8) -> u8 {
        if digit == 0 {
            return 0;
        }
        let label = &mut self.labels[usize::from(digit)];
        if *label == 0 {
            self.last_label += 1;
            *label = self.last_label;
        }
        *label
    }
}

/// The search for the least next row: the best so far, and the arrangements that reach it.
struct NextRow<'a> {
    row: &'a [u8; 9],
    least: &'a mut u64,
    ties: &'a mut Vec<Arrangement>,
}

impl Canonizer {
    /// A canonizer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The canonical form of a puzzle.
    pub fn canonical(&mut self, puzzle: &Puzzle) -> Puzzle {
        let boards = [rows(puzzle, |row, column| 9 * row + column), rows(puzzle, |r, c| 9 * c + r)];
        self.ties.clear();
        self.ties.extend([Arrangement::start(false), Arrangement::start(true)]);
        let mut form = [0; Cell::COUNT];
        for count in 0..9 {
            let mut least = u64::MAX;
            self.next.clear();
            for tie in &self.ties {
                for row in tie.next_rows(count) {
                    let mut laid = *tie;
                    (laid.laid, laid.row) = (tie.laid | 1 << row, row);
                    let row = &boards[usize::from(tie.is_transposed)][usize::from(row)];
                    NextRow { row, least: &mut least, ties: &mut self.next }.stacks(&laid, 0, 0);
                }
            }
            std::mem::swap(&mut self.ties, &mut self.next);
            for (place, number) in form[9 * count..9 * count + 9].iter_mut().enumerate() {
                *number = (least >> (4 * (8 - place))) as u8 & 15;
            }
        }
        Puzzle::from_numbers(form).expect("labels are digits")
    }
}

fn rows(puzzle: &Puzzle, cell: impl Fn(usize, usize) -> usize) -> [[u8; 9]; 9] {
    std::array::from_fn(|row| std::array::from_fn(|column| puzzle.numbers()[cell(row, column)]))
}

impl NextRow<'_> {
    /// Arranges this stack and all later ones in every way that may give the least row. `value` holds
    /// the labels of the earlier stacks, four bits each.
    fn stacks(&mut self, laid: &Arrangement, stack: usize, value: u64) {
        if stack == 3 {
            if value < *self.least {
                *self.least = value;
                self.ties.clear();
            }
            if value == *self.least {
                self.ties.push(*laid);
            }
            return;
        }
        // Interchangeable stacks are adjacent. If some stay blank, any one of them goes first;
        // otherwise each of them may come here.
        let blank = (stack..3).take_while(|&other| laid.blank[other] == 3).count().max(1);
        let mut others = stack..stack + blank;
        if let Some(stays) = others.clone().find(|&other| self.is_blank(laid, other)) {
            others = stays..stays + 1;
        }
        for other in others {
            let mut swapped = *laid;
            for place in 0..3 {
                swapped.columns.swap(3 * stack + place, 3 * other + place);
            }
            self.columns(&swapped, stack, value);
        }
    }

    /// Whether the row has no clue in a stack.
    fn is_blank(&self, laid: &Arrangement, stack: usize) -> bool {
        let columns = laid.columns[3 * stack..3 * stack + 3].iter();
        columns.map(|&column| self.row[usize::from(column)]).all(|number| number == 0)
    }

    /// Arranges the columns of a stack in every way that may give the least row.
    fn columns(&mut self, laid: &Arrangement, stack: usize, value: u64) {
        let columns: [u8; 3] = laid.columns.as_chunks::<3>().0[stack];
        let blank = usize::from(laid.blank[stack]);
        // Columns that stay blank go first, in one order; the others follow in every order.
        let (mut sorted, mut zeros) = (columns, 0);
        for at in 0..blank {
            if self.row[usize::from(sorted[at])] == 0 {
                sorted.swap(at, zeros);
                zeros += 1;
            }
        }
        for order in orders(blank - zeros) {
            let mut arranged = *laid;
            let mut here = sorted;
            for (to, from) in order.iter().enumerate() {
                here[zeros + to] = sorted[zeros + from];
            }
            arranged.columns[3 * stack..3 * stack + 3].copy_from_slice(&here);
            arranged.blank[stack] = zeros as u8;
            let mut value = value;
            for column in here {
                let digit = self.row[usize::from(column)];
                value = value << 4 | u64::from(arranged.label(digit));
            }
            if value <= *self.least >> (12 * (2 - stack)) {
                self.stacks(&arranged, stack + 1, value);
            }
        }
    }
}

/// All permutations of the numbers below `count`, which is at most 3.
const fn orders(count: usize) -> &'static [&'static [usize]] {
    match count {
        0 | 1 => &[&[]],
        2 => &[&[0, 1], &[1, 0]],
        _ => &[&[0, 1, 2], &[0, 2, 1], &[1, 0, 2], &[1, 2, 0], &[2, 0, 1], &[2, 1, 0]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Symmetry;

    /// The least and the greatest canonical grid, as published on the Enjoy Sudoku forum.
    #[test]
    fn forms_are_those_published() {
        for grid in [
            "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
            "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
        ] {
            let grid: Puzzle = grid.parse().expect("a grid");
            let turned = Symmetry::random(chooser(4)).apply(&grid);
            assert_eq!(Canonizer::new().canonical(&turned), grid);
        }
    }

    /// The definition, written out: all orders of lines, labels in order of appearance.
    #[test]
    fn the_form_is_the_least_of_all_isomorphs() {
        let puzzle: Puzzle =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
                .parse()
                .expect("a puzzle");
        let thirds = orders(3);
        let mut lines = Vec::new();
        for chutes in thirds {
            for [a, b, c] in thirds.iter().flat_map(|a| {
                thirds.iter().flat_map(move |b| thirds.iter().map(move |c| [a, b, c]))
            }) {
                let within = [a, b, c];
                lines.push(std::array::from_fn::<usize, 9, _>(|line| {
                    let chute = chutes[line / 3];
                    3 * chute + within[chute][line % 3]
                }));
            }
        }
        assert_eq!(lines.len(), 1296);
        let mut least = [10; Cell::COUNT];
        for (rows, columns) in lines.iter().flat_map(|r| lines.iter().map(move |c| (r, c))) {
            for is_transposed in [false, true] {
                let (mut labels, mut last, mut image) = ([0; 10], 0, [0; Cell::COUNT]);
                for at in 0..Cell::COUNT {
                    let (row, column) = (rows[at / 9], columns[at % 9]);
                    let from = if is_transposed { 9 * column + row } else { 9 * row + column };
                    let number = usize::from(puzzle.numbers()[from]);
                    if number > 0 && labels[number] == 0 {
                        last += 1;
                        labels[number] = last;
                    }
                    image[at] = labels[number];
                }
                least = least.min(image);
            }
        }
        assert_eq!(Canonizer::new().canonical(&puzzle).numbers(), &least);
    }

    /// A generator of choices.
    fn chooser(mut state: u64) -> impl FnMut(u32) -> u32 {
        move |n| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            (state >> 33) as u32 % n
        }
    }

    /// Random clues, which may contradict each other.
    fn random(clues: usize, choose: &mut impl FnMut(u32) -> u32) -> Puzzle {
        let mut numbers = [0; Cell::COUNT];
        for _ in 0..clues {
            numbers[choose(81) as usize] = 1 + choose(9) as u8;
        }
        Puzzle::from_numbers(numbers).expect("numbers of digits")
    }

    #[test]
    fn isomorphs_have_the_same_form_which_is_its_own() {
        let (mut canonizer, mut choose) = (Canonizer::new(), chooser(1));
        for clues in (0..60).chain([17; 40]) {
            let puzzle = random(clues, &mut choose);
            let form = canonizer.canonical(&puzzle);
            assert_eq!(canonizer.canonical(&form), form);
            assert_eq!(form.clue_count(), puzzle.clue_count());
            assert_eq!(form.is_consistent(), puzzle.is_consistent());
            for _ in 0..5 {
                let isomorph = Symmetry::random(&mut choose).apply(&puzzle);
                assert_eq!(canonizer.canonical(&isomorph), form, "{puzzle}");
                assert!(form <= isomorph || isomorph.clue_count() == 0, "{form} is the least");
            }
        }
    }

    /// A changed digit in one cell gives no isomorph if it changes the number of times each digit occurs.
    #[test]
    fn different_puzzles_have_different_forms() {
        let (mut canonizer, mut choose) = (Canonizer::new(), chooser(2));
        let counts = |puzzle: &Puzzle| {
            let mut counts = [0; 10];
            puzzle.numbers().iter().for_each(|&number| counts[usize::from(number)] += 1);
            counts[1..].sort_unstable();
            counts
        };
        for _ in 0..50 {
            let puzzle = random(25, &mut choose);
            let (cell, clue) = puzzle.clues().next().expect("it has clues");
            let other = crate::grid::Digit::from_index(choose(9) as usize);
            let mut changed = puzzle;
            changed.set(cell, Some(other));
            let is_same = canonizer.canonical(&changed) == canonizer.canonical(&puzzle);
            assert!(!is_same || other == clue || counts(&puzzle) == counts(&changed));
            changed.set(cell, None);
            assert_ne!(canonizer.canonical(&changed), canonizer.canonical(&puzzle));
        }
    }

    #[test]
    fn clues_with_many_symmetries_are_no_trouble() {
        let mut diagonal = Puzzle::EMPTY;
        for cell in Cell::all().filter(|cell| cell.row() / 3 == 0 && cell.column() / 3 == 0) {
            for chute in 0..2 {
                let digit =
                    crate::grid::Digit::from_index(3 * (cell.row() % 3) + cell.column() % 3);
                diagonal
                    .set(Cell::at(cell.row() + 3 * chute, cell.column() + 3 * chute), Some(digit));
            }
        }
        let mut canonizer = Canonizer::new();
        let turned = Symmetry::random(chooser(3)).apply(&diagonal);
        assert_eq!(canonizer.canonical(&turned), canonizer.canonical(&diagonal));
        assert_eq!(canonizer.canonical(&Puzzle::EMPTY), Puzzle::EMPTY);
    }
}
