//! The depth-first loop: one for all orderings, levels and goals.
//!
//! A node is a state that its level has pruned. If it has blanks, the variable ordering selects an
//! item, the value ordering takes the item's alternatives one after another, and each makes a
//! child: a copy of the state with one more digit, pruned. The stack holds the path from the root,
//! so nothing is ever undone.
//!
//! The counters are defined in [`counters`](crate::counters).

use crate::counters::Counters;
use crate::goal::Objective;
use crate::grid::{Cell, Digit, DigitSet, Puzzle};
use crate::pruning::Pruning;
use crate::state::{Conflict, State};
use crate::value_ordering::ValueOrdering;
use crate::variable_ordering::{Failure, Item, Placement, VariableOrdering};
use std::num::NonZeroU64;

/// What may end a run before its goal does. The default is nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// A run that would enter one node more is censored.
    pub nodes: Option<NonZeroU64>,
    /// Asked every few microseconds whether time is up.
    pub interrupt: Option<&'a dyn Interrupt>,
}

/// A source of "time is up".
pub trait Interrupt: Sync + std::fmt::Debug {
    /// Whether the search is to end now.
    fn is_due(&self) -> bool;
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The whole tree was searched.
    Exhausted,
    /// The goal was reached.
    AtGoal,
    /// The run was about to exceed its node limit.
    AtNodeLimit,
    /// The run was interrupted.
    AtTimeLimit,
}

impl Ended {
    /// Whether a limit ended the run.
    #[must_use]
    pub const fn is_censored(self) -> bool {
        matches!(self, Self::AtNodeLimit | Self::AtTimeLimit)
    }
}

/// One node of the path from the root.
#[derive(Clone, Copy, Debug)]
struct Frame<S> {
    state: S,
    item: Item,
    /// The alternatives of the item that were not tried yet.
    remaining: DigitSet,
    /// Whether the item had two alternatives or more.
    is_choice: bool,
    /// The number of branches on the path to this node.
    branches: u8,
    /// The digit that the search placed in this node last: it made the next node of the path.
    placed: (Cell, Digit),
}

/// The root, a node for each of at most 81 placements, and the place of a child that never comes.
const DEPTHS: usize = Cell::COUNT + 2;

type Stack<S> = [Frame<S>; DEPTHS];

/// A search: a level, a variable ordering and a value ordering at work on one puzzle after
/// another.
#[derive(Debug)]
pub struct Search<S, P, O, V> {
    pruning: P,
    ordering: O,
    values: V,
    /// The path from the root to the node at hand, which is below it by `depth` placements.
    stack: Box<Stack<S>>,
}

impl<S, P, O, V> Search<S, P, O, V>
where
    S: State,
    P: Pruning<S>,
    O: VariableOrdering<S>,
    V: ValueOrdering<S>,
{
    /// A search that begins with no puzzle; `blank` is any state.
    pub fn new(pruning: P, ordering: O, values: V, blank: S) -> Self {
        let nowhere = Cell::new(0);
        let frame = Frame {
            state: blank,
            item: Item::Cell(nowhere),
            remaining: DigitSet::EMPTY,
            is_choice: false,
            branches: 0,
            placed: (nowhere, Digit::from_index(0)),
        };
        Self { pruning, ordering, values, stack: Box::new([frame; DEPTHS]) }
    }

    /// Searches a puzzle whose clues do not contradict each other.
    ///
    /// What was found is in the objective.
    #[inline(always)]
    pub fn run<G: Objective>(
        &mut self,
        puzzle: &Puzzle,
        objective: &mut G,
        limits: &Limits<'_>,
    ) -> (Ended, Counters) {
        let Self { pruning, ordering, values, stack } = self;
        let mut counters = Counters { nodes: 1, ..Counters::default() };
        let mut horizon = Horizon::new(limits, pruning.nodes_per_poll());
        objective.start(puzzle);
        ordering.start(puzzle);
        values.start(puzzle);
        if pruning.root(puzzle, &mut stack[0].state) == Err(Conflict) {
            counters.fails = 1;
            return (Ended::Exhausted, counters);
        }
        stack[0].branches = 0;
        let mut depth = 0;
        loop {
            // A node that its level did not refute: a solution, or an item to branch on.
            let (path, rest) = stack.split_at_mut(depth);
            let node = &mut rest[0];
            if node.state.is_full() {
                let placed = || path.iter().map(|frame| frame.placed);
                if objective.solution(|| node.state.solution(puzzle, placed())).is_break() {
                    return (Ended::AtGoal, counters);
                }
                node.remaining = DigitSet::EMPTY;
            } else {
                node.item = ordering.select(&node.state, depth);
                node.remaining = node.item.alternatives(&node.state);
                node.is_choice = node.remaining.has_several();
                counters.choices += u64::from(node.is_choice);
                if node.remaining.is_empty() {
                    counters.fails += 1;
                    ordering.failed(&Failure {
                        placement: path.last().map(Frame::placement),
                        empty: match node.item {
                            Item::Cell(cell) => Some(cell),
                            Item::Place(..) => None,
                        },
                    });
                }
            }
            // The next child, of this node or of one above it, that its level does not refute.
            loop {
                let (path, rest) = stack.split_at_mut(depth + 1);
                let (parent, child) = (&mut path[depth], &mut rest[0]);
                if parent.remaining.is_empty() {
                    if depth == 0 {
                        return (Ended::Exhausted, counters);
                    }
                    depth -= 1;
                    continue;
                }
                if counters.nodes >= horizon.nodes
                    && let Some(ended) = horizon.reached(counters.nodes)
                {
                    return (ended, counters);
                }
                let (cell, digit) = parent.take_next(values);
                counters.nodes += 1;
                let is_branch = u64::from(parent.is_choice);
                counters.branches += is_branch;
                counters.guesses += is_branch & u64::from(!parent.remaining.is_empty());
                child.branches = parent.branches + is_branch as u8;
                counters.max_depth = counters.max_depth.max(u64::from(child.branches));
                match pruning.child(&parent.state, cell, digit, &mut child.state) {
                    Ok(()) => {
                        ordering.placed(cell);
                        depth += 1;
                        break;
                    }
                    Err(Conflict) => {
                        counters.fails += 1;
                        let placement = Some(parent.placement());
                        ordering.failed(&Failure { placement, empty: None });
                    }
                }
            }
        }
    }
}

impl<S: State> Frame<S> {
    /// Takes the next alternative of the item.
    #[inline(always)]
    fn take_next(&mut self, values: &mut impl ValueOrdering<S>) -> (Cell, Digit) {
        self.placed = match self.item {
            Item::Cell(cell) => {
                let digit = values.next(&self.state, cell, self.remaining);
                self.remaining = self.remaining.without(digit);
                (cell, digit)
            }
            Item::Place(unit, digit) => {
                // Nine bits like a set of digits, but they stand for the cells of the unit.
                let at = self.remaining.lowest().expect("an alternative remains");
                self.remaining = self.remaining.without(at);
                (unit.cells()[at.index()], digit)
            }
        };
        self.placed
    }

    fn placement(&self) -> Placement<'_, S> {
        let (cell, digit) = self.placed;
        Placement { parent: &self.state, cell, digit }
    }
}

/// The number of nodes at which the search has to look at its limits.
struct Horizon<'a> {
    nodes: u64,
    limits: Limits<'a>,
    nodes_per_poll: u64,
}

impl<'a> Horizon<'a> {
    fn new(limits: &Limits<'a>, nodes_per_poll: u64) -> Self {
        let mut horizon = Self { nodes: 0, limits: *limits, nodes_per_poll };
        horizon.move_on(1);
        horizon
    }

    fn node_limit(&self) -> u64 {
        self.limits.nodes.map_or(u64::MAX, NonZeroU64::get)
    }

    fn move_on(&mut self, nodes: u64) {
        self.nodes = self.node_limit();
        if self.limits.interrupt.is_some() {
            self.nodes = self.nodes.min(nodes.saturating_add(self.nodes_per_poll));
        }
    }

    /// Whether a limit is reached after so many nodes.
    #[cold]
    fn reached(&mut self, nodes: u64) -> Option<Ended> {
        if nodes >= self.node_limit() {
            return Some(Ended::AtNodeLimit);
        }
        if self.limits.interrupt.is_some_and(|interrupt| interrupt.is_due()) {
            return Some(Ended::AtTimeLimit);
        }
        self.move_on(nodes);
        None
    }
}
