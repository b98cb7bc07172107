//! `input_order` and `row_fewest_blanks` with `indomain_min/none`: the order of the blanks is
//! fixed at the start of the puzzle, and the code has no branch that a processor would often mispredict.
//!
//! All children of a node branch on the same blank. Each child removes at most one digit from the free
//! digits of that blank. Dead children are therefore known when their parent is made: none if two or
//! more digits are free, all if none is, and if one digit is free, the
//! child that takes it. The search counts all children of a node at once and makes only the live ones.
//!
//! ```text
//!     frame            its cell       the next cell            the cell after it
//!     parent           takes digit    free: next               looked up in the child
//!     child            -              free: next - digit       free: its next
//!                                     live: those that leave its next something
//! ```
//!
//! The index of a node's frame is its depth, so the path is complete at any time. A frame stores the nearest
//! frame above with an untried child. Whether a node has untried children, or was a last child, only
//! selects an index.
//!
//! The counts include the children of the path that the search has not visited yet. A step adds at most
//! nine. Close to a limit, the frames are therefore [settled](FixedOrder::settle)
//! and the last nodes are [walked](FixedOrder::walk) one by one.

mod frame;

use self::frame::{COUNTS, DEPTHS, Frame, JOINED, Level, Stack, live};
use super::in_turn::{Lane, solve_in_turn};
#[cfg(target_arch = "x86_64")]
use super::used_digits::ByDigit;
use super::used_digits::{ByUnit, UsedDigits};
use super::{Aim, counts};
use crate::engine::{Limits, Outcome, Worker};
use crate::goal::WEIGHTS;
use crate::grid::{Cell, Digit, PEERS, Puzzle, Solution};
use crate::isa::Isa;
use crate::search::{Ended, Horizon, Open, Tally};
use std::hint::select_unpredictable;

/// Sorts blanks from row-major order into the order of a search.
pub(super) type Order = fn(&Puzzle, &mut [Cell]);

/// The number of nodes, of five nanoseconds each, between two checks of the time limit in a lane.
const NODES_PER_POLL: u64 = 8192;

/// The maximum number of children of a node.
const MOST_CHILDREN: u64 = 9;

/// A worker that searches a number of puzzles in turn, in an order, for a goal.
pub(super) fn worker(order: Order, aim: impl Aim, isa: Isa, lanes: usize) -> Box<dyn Worker> {
    #[cfg(target_arch = "x86_64")]
    if isa.has_avx512() {
        return Box::new(FixedOrderWorker::<ByDigit, _>::new(order, aim, isa, lanes));
    }
    Box::new(FixedOrderWorker::<ByUnit, _>::new(order, aim, isa, lanes))
}

struct FixedOrderWorker<U: UsedDigits, A> {
    /// One per puzzle that is searched at the same time.
    stacks: Vec<Stack<U>>,
    order: Order,
    aim: A,
    isa: Isa,
}

impl<U: UsedDigits, A: Aim> FixedOrderWorker<U, A> {
    fn new(order: Order, aim: A, isa: Isa, lanes: usize) -> Self {
        let stacks = U::run(isa, || vec![Stack::new(); lanes]);
        Self { stacks, order, aim, isa }
    }
}

impl<U: UsedDigits, A: Aim> Worker for FixedOrderWorker<U, A> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let Self { stacks, order, aim, isa } = self;
        let lanes = stacks.iter_mut().map(|stack| FixedOrder::new(stack, *order, *aim, limits));
        let mut lanes: Vec<_> = lanes.collect();
        U::run(
            *isa,
            #[inline(always)]
            || solve_in_turn(&mut lanes, puzzles, &mut outcomes[..puzzles.len()]),
        );
    }
}

/// A search of one puzzle after another, a node at a time.
struct FixedOrder<'a, U: UsedDigits, A> {
    stack: &'a mut Stack<U>,
    /// The last frame in use.
    top: usize,
    /// The frame of a full grid.
    full: usize,
    nodes: u64,
    choices: u64,
    /// Nodes with a child: all but those that failed or were solutions.
    items: u64,
    max_depth: u32,
    solutions: u64,
    /// The counts that are not yet added to the numbers above.
    counts: u64,
    /// The count from which the search must check a limit.
    pause: u64,
    horizon: Horizon<'a>,
    aim: A,
    order: Order,
    puzzle: Puzzle,
    /// The blanks in order.
    cells: [Cell; Cell::COUNT],
    limits: Limits<'a>,
}

impl<'a, U: UsedDigits, A: Aim> FixedOrder<'a, U, A> {
    fn new(stack: &'a mut Stack<U>, order: Order, aim: A, limits: &Limits<'a>) -> Self {
        Self {
            stack,
            top: 0,
            full: 0,
            nodes: 0,
            choices: 0,
            items: 0,
            max_depth: 0,
            solutions: 0,
            counts: 0,
            pause: 0,
            horizon: Horizon::new(limits, NODES_PER_POLL),
            aim,
            order,
            puzzle: Puzzle::EMPTY,
            cells: [Cell::new(0); Cell::COUNT],
            limits: *limits,
        }
    }

    /// Sorts the blanks and stores the data that all nodes at a depth share.
    #[inline(always)]
    fn lay_out(&mut self, puzzle: &Puzzle) {
        let blanks = puzzle.blanks();
        let cells = &mut self.cells[..blanks.len() as usize];
        for (slot, cell) in cells.iter_mut().zip(blanks) {
            *slot = cell;
        }
        (self.order)(puzzle, cells);
        self.full = cells.len() + 1;
        for depth in 0..=cells.len() {
            let cell = |ahead: usize| cells.get(depth + ahead).copied();
            let is_joined =
                matches!((cell(0), cell(1)), (Some(a), Some(b)) if PEERS[a].contains(b));
            self.stack.0[depth + 1].level = Level {
                place: cell(0).map_or(U::BEHIND, U::place),
                after_next: cell(2).map_or(U::BEHIND, U::place),
                joined: if is_joined { JOINED } else { 0 },
                weight: cell(0).map_or(0, |cell| WEIGHTS[cell.index()]),
            };
        }
    }

    /// Sets the count at which the search must check a limit.
    #[inline(always)]
    fn set_pause(&mut self) {
        let nodes = self.horizon.nodes.saturating_sub(self.nodes + MOST_CHILDREN - 1);
        self.pause = counts::at_nodes(nodes);
    }

    /// Adds the counts to the numbers of nodes, choices and items.
    fn add_counts(&mut self) {
        let [nodes, choices, items] = counts::split(self.counts);
        self.nodes += nodes;
        self.choices += choices;
        self.items += items;
        self.counts = 0;
    }

    /// Reports the solution at the end of the path to the goal.
    fn meet_solution(&mut self) -> bool {
        let Self { stack, full, puzzle, cells, .. } = self;
        let grid = || {
            let mut grid = *puzzle;
            for (pair, &cell) in stack.0[1..=*full].windows(2).zip(&*cells) {
                let place = U::place(cell);
                let digit = pair[0].used.free(place) & !pair[1].used.free(place);
                grid.set(cell, Some(Digit::from_index(digit.trailing_zeros() as usize)));
            }
            Solution::from_numbers(*grid.numbers()).expect("every blank has a digit")
        };
        self.solutions += 1;
        self.aim.meet(stack.0[*full].score, grid).is_continue()
    }

    /// Subtracts the counts of the children that the search has not visited. They become the untried
    /// children of the frames, dead or alive.
    fn settle(&mut self) {
        for frame in &mut self.stack.0[1..=self.top] {
            let free = frame.used.free(frame.level.place);
            let tried = live(free, frame.next, frame.level.joined) & !frame.remaining;
            let visited = (1 << (u32::BITS - tried.leading_zeros())) - 1;
            frame.remaining = free & !visited;
            self.nodes -= u64::from(frame.remaining.count_ones());
        }
    }

    /// Searches settled frames, node by node, up to a number of nodes.
    fn walk(&mut self, nodes: u64) -> Option<Ended> {
        loop {
            while self.stack.0[self.top].remaining == 0 {
                if self.top <= 1 {
                    self.top = 0;
                    return Some(Ended::Exhausted);
                }
                self.top -= 1;
            }
            if self.nodes >= nodes {
                return None;
            }
            let frame = &mut self.stack.0[self.top];
            let digit = frame.remaining & frame.remaining.wrapping_neg();
            frame.remaining ^= digit;
            let Frame { used, branches, score, level, .. } = *frame;
            self.nodes += 1;
            self.max_depth = self.max_depth.max(branches);
            let child = &mut self.stack.0[self.top + 1];
            child.used = used.with(level.place, digit);
            child.score = score + level.weight * (digit.trailing_zeros() + 1);
            if self.top + 1 == self.full {
                if self.meet_solution() {
                    continue;
                }
                return Some(Ended::AtGoal);
            }
            let free = child.used.free(child.level.place);
            if free != 0 {
                let is_choice = !free.is_power_of_two();
                child.remaining = free;
                child.branches = branches + u32::from(is_choice);
                self.items += 1;
                self.choices += u64::from(is_choice);
                self.top += 1;
            }
        }
    }

    /// The outcome of a search whose frames are settled.
    fn outcome(&self, ended: Ended) -> Outcome {
        let mut open = Open { choices: 0, items: 0 };
        for frame in &self.stack.0[1..=self.top] {
            if frame.remaining != 0 {
                if frame.used.free(frame.level.place).is_power_of_two() {
                    open.items += 1;
                } else {
                    open.choices += 1;
                }
            }
        }
        let tally = Tally {
            nodes: self.nodes,
            choices: self.choices,
            fails: self.nodes - self.items - self.solutions,
            solutions: self.solutions,
            max_depth: self.max_depth as u16,
        };
        let counts = tally.counters(&open).counts(ended.is_censored());
        Outcome { ended, found: self.aim.found(), counts }
    }
}

impl<U: UsedDigits, A: Aim> Lane for FixedOrder<'_, U, A> {
    #[inline(always)]
    fn begin(&mut self, puzzle: &Puzzle) {
        self.puzzle = *puzzle;
        self.lay_out(puzzle);
        self.aim.start(puzzle);
        self.horizon = Horizon::new(&self.limits, NODES_PER_POLL);
        let used = U::of(puzzle);
        let next = match self.cells[..self.full - 1].get(1) {
            Some(&cell) => used.free(U::place(cell)),
            None => used.free(U::BEHIND),
        };
        let score =
            |(cell, digit): (Cell, Digit)| WEIGHTS[cell.index()] * u32::from(digit.number());
        let root = &mut self.stack.0[1];
        let free = used.free(root.level.place);
        let is_choice = free.count_ones() > 1;
        *root = Frame {
            used,
            remaining: live(free, next, root.level.joined),
            next,
            above: 0,
            branches: u32::from(is_choice),
            score: puzzle.clues().map(score).sum(),
            level: root.level,
        };
        self.nodes = 1 + u64::from(free.count_ones());
        self.choices = u64::from(is_choice);
        self.items = u64::from(free != 0);
        self.solutions = 0;
        self.counts = 0;
        let Frame { remaining, branches, .. } = *root;
        self.set_pause();
        // If not all children may be counted, the search walks them even if none is alive.
        self.top = usize::from(remaining != 0 || self.pause == 0);
        // Deeper nodes have at least as many branches above them.
        self.max_depth = if self.top == 0 { branches } else { 0 };
    }

    /// Makes the next live child, and counts its children.
    #[inline(always)]
    fn step(&mut self) -> bool {
        let at = self.top;
        if at == 0 || at == self.full || self.counts >= self.pause {
            return false;
        }
        let frame = &mut self.stack.0[at % DEPTHS];
        let digit = frame.remaining & frame.remaining.wrapping_neg();
        let rest = frame.remaining & frame.remaining.wrapping_sub(1);
        frame.remaining = rest;
        let above = select_unpredictable(rest != 0, at as u32, frame.above);
        let free = frame.next & !(digit & frame.level.joined);
        let used = frame.used.with(frame.level.place, digit);
        let next = used.free(frame.level.after_next);
        let is_choice = free & free.wrapping_sub(1) != 0;
        let branches = frame.branches + u32::from(is_choice);
        let score = frame.score + frame.level.weight * (digit.trailing_zeros() + 1);
        let child = &mut self.stack.0[(at + 1) % DEPTHS];
        let remaining = live(free, next, child.level.joined);
        child.used = used;
        child.remaining = remaining;
        child.next = next;
        child.above = above;
        child.branches = branches;
        if A::SCORES {
            child.score = score;
        }
        self.counts += COUNTS[free as usize];
        self.max_depth = self.max_depth.max(branches);
        self.top = select_unpredictable(remaining != 0, at + 1, above as usize);
        true
    }

    #[cold]
    fn attend(&mut self) -> Option<Outcome> {
        self.add_counts();
        if self.top == 0 {
            return Some(self.outcome(Ended::Exhausted));
        }
        if self.top == self.full {
            // It was taken for a node with the one child that is free behind the last cell.
            self.nodes -= 1;
            self.items -= 1;
            if self.meet_solution() {
                self.top = self.stack.0[self.full].above as usize;
                self.set_pause();
                return None;
            }
            self.top -= 1;
            self.settle();
            return Some(self.outcome(Ended::AtGoal));
        }
        let limit = self.horizon.reached(self.nodes);
        self.set_pause();
        if limit.is_none() && self.pause > 0 {
            return None;
        }
        self.settle();
        // The deepest node counted may be the next.
        let last =
            if limit == Some(Ended::AtTimeLimit) { self.nodes + 1 } else { self.horizon.nodes };
        let ended = self.walk(last).or(limit).unwrap_or(Ended::AtNodeLimit);
        Some(self.outcome(ended))
    }
}
