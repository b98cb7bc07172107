//! The depth-first loop: one for all orderings, levels and goals.
//!
//! A node is a state that its level has pruned. If it has blanks, the variable ordering selects an
//! item, and the value ordering takes the item's alternatives one after another. Each alternative makes a
//! child: a copy of the state with one more digit, pruned. The stack holds the path from the root,
//! so backtracking never undoes a placement.
//!
//! The counters are defined in [`counters`](crate::counters).

mod branching;
mod two_way;

pub use branching::Branching;
pub use two_way::TwoWay;

use crate::counters::{Counters, Counts, RuleCost};
use crate::goal::{Made, Objective};
use crate::grid::{Cell, Digit, DigitSet, Puzzle};
use crate::pruning::Pruning;
use crate::state::{Conflict, State};
use crate::value_ordering::ValueOrdering;
use crate::variable_ordering::{Decision, Failure, Item, VariableOrdering};
use std::num::NonZeroU64;

/// The limits that may end a run before it reaches its goal. The default is no limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// The maximum number of nodes. A run that would enter one more node is censored.
    pub nodes: Option<NonZeroU64>,
    /// The time limit, checked every few microseconds.
    pub interrupt: Option<&'a dyn Interrupt>,
}

/// A time limit or another signal that ends a search.
pub trait Interrupt: Sync + std::fmt::Debug {
    /// Whether the search must end now.
    fn is_due(&self) -> bool;
}

/// How the search of a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The puzzle was not searched yet: the engine gave no answer.
    NotRun,
    /// The engine failed on the puzzle; it keeps the reason.
    Failed,
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
struct Node<S, I> {
    state: S,
    /// The item that the search branches on.
    item: I,
    /// The untried alternatives of the item, stored while the search is below this node.
    remaining: DigitSet,
    /// The last placement of the search in this node, which made the next node of the path.
    placed: (Cell, Digit),
    /// The number of branches on the path to any child.
    branches: u16,
}

/// The root, a node for each of at most 81 placements, and space for a child of the last one.
const DEPTHS: usize = Cell::COUNT + 2;

/// A placeholder before the first placement.
const NOTHING: (Cell, Digit) = (Cell::new(0), Digit::from_index(0));

/// Aligned to a page, so that the address does not change the speed: two searches of one config run
/// equally fast.
#[repr(align(4096))]
#[derive(Debug)]
struct Stack<S, I>([Node<S, I>; DEPTHS]);

/// A search: a level, a variable ordering and a value ordering, for one puzzle after
/// another.
#[derive(Debug)]
pub struct Search<S: State, P, O: VariableOrdering<S>, V> {
    pruning: P,
    ordering: O,
    values: V,
    /// The path from the root to the current node, which is `depth` placements below the root.
    stack: Box<Stack<S, O::Item>>,
}

/// A search of one puzzle after another, with either branching.
pub trait Searching: Send {
    /// Whether a level prunes the nodes.
    const IS_PRUNED: bool;

    /// Searches a puzzle whose clues do not contradict each other. The objective holds the findings.
    fn run<G: Objective>(
        &mut self,
        puzzle: &Puzzle,
        objective: &mut G,
        limits: &Limits<'_>,
    ) -> (Ended, Counts);

    /// The cost of each rule of the level since the last call; empty unless the rules are
    /// metered.
    fn take_rule_costs(&mut self) -> Vec<RuleCost>;
}

impl<S, P, O, V> Searching for Search<S, P, O, V>
where
    S: State,
    P: Pruning<S>,
    O: VariableOrdering<S>,
    V: ValueOrdering<S>,
{
    const IS_PRUNED: bool = S::IS_PRUNED;

    #[inline(always)]
    fn run<G: Objective>(
        &mut self,
        puzzle: &Puzzle,
        objective: &mut G,
        limits: &Limits<'_>,
    ) -> (Ended, Counts) {
        match self.start(puzzle, objective) {
            Some(refuted) => refuted,
            None => self.descend(puzzle, objective, limits),
        }
    }

    fn take_rule_costs(&mut self) -> Vec<RuleCost> {
        self.pruning.take_costs()
    }
}

impl<S, P, O, V> Search<S, P, O, V>
where
    S: State,
    P: Pruning<S>,
    O: VariableOrdering<S>,
    V: ValueOrdering<S>,
{
    /// A search without a puzzle; `blank` is any state.
    pub fn new(pruning: P, ordering: O, values: V, blank: S) -> Self {
        let placed = NOTHING;
        let node = Node {
            state: blank,
            item: O::Item::ANY,
            remaining: DigitSet::EMPTY,
            placed,
            branches: 0,
        };
        Self { pruning, ordering, values, stack: Box::new(Stack([node; DEPTHS])) }
    }

    /// Makes the root. Returns the result of the search if the level refutes it.
    #[inline(always)]
    fn start<G: Objective>(
        &mut self,
        puzzle: &Puzzle,
        objective: &mut G,
    ) -> Option<(Ended, Counts)> {
        objective.start(puzzle);
        self.ordering.start(puzzle);
        self.values.start(puzzle);
        let root = &mut self.stack.0[0].state;
        let is_refuted =
            self.pruning.root(puzzle, root).is_err() || objective.admit(root, Made::Root).is_err();
        is_refuted.then(|| {
            let counters = Counters { nodes: 1, fails: 1, ..Counters::default() };
            (Ended::Exhausted, counters.counts(false))
        })
    }

    /// Searches from the root until the tree, the goal or a limit ends the search.
    #[inline(always)]
    fn descend<G: Objective>(
        &mut self,
        puzzle: &Puzzle,
        objective: &mut G,
        limits: &Limits<'_>,
    ) -> (Ended, Counts) {
        let Self { pruning, ordering, values, stack } = self;
        let stack = &mut stack.0;
        let mut horizon = Horizon::new(limits, pruning.nodes_per_poll());
        let mut tally = Tally { nodes: 1, ..Tally::default() };
        // The current node has `depth` nodes above it. The last of them branches on `item`, whose
        // untried alternatives are `remaining`. The path to its children has `branches` branches.
        let mut depth = 0;
        let mut item = O::Item::ANY;
        let mut remaining = DigitSet::EMPTY;
        let mut branches = 0;
        let mut placed = NOTHING;
        let ended = 'search: loop {
            // A node that its level did not refute: a solution, or an item to branch on.
            let (path, rest) = stack.split_at_mut(depth);
            let node = &mut rest[0];
            if node.state.is_full() {
                tally.solutions += 1;
                let all_placed = || path.iter().map(|node| node.placed);
                if objective.solution(|| node.state.solution(puzzle, all_placed())).is_break() {
                    break Ended::AtGoal;
                }
            } else {
                let selected = ordering.select(&node.state, depth);
                let alternatives = match path.last() {
                    Some(parent) => selected.child_alternatives(&parent.state, placed, &node.state),
                    None => selected.alternatives(&node.state),
                };
                if alternatives.is_empty() {
                    tally.fails += 1;
                    let decision = path.last().map(Node::decision);
                    ordering.failed(&Failure { decision, empty: selected.cell() });
                } else {
                    if let Some(parent) = path.last_mut() {
                        parent.remaining = remaining;
                    }
                    item = selected;
                    remaining = alternatives;
                    let is_choice = alternatives.has_several();
                    tally.choices += u64::from(is_choice);
                    branches += u16::from(is_choice);
                    node.item = item;
                    node.branches = branches;
                    depth += 1;
                }
            }
            // The next child that its level does not refute, of the last node or of one above it.
            loop {
                while remaining.is_empty() {
                    if depth < 2 {
                        break 'search Ended::Exhausted;
                    }
                    depth -= 1;
                    tally.max_depth = tally.max_depth.max(branches);
                    let node = &stack[depth - 1];
                    (item, remaining, branches) = (node.item, node.remaining, node.branches);
                }
                if tally.nodes >= horizon.nodes
                    && let Some(ended) = horizon.reached(tally.nodes)
                {
                    break 'search ended;
                }
                let (path, rest) = stack.split_at_mut(depth);
                let parent = &mut path[depth - 1];
                placed = item.take_next(&mut remaining, &parent.state, values);
                let (cell, digit) = placed;
                parent.placed = placed;
                tally.nodes += 1;
                let child = &mut rest[0].state;
                let made = pruning
                    .child(&parent.state, cell, digit, child)
                    .and_then(|()| objective.admit(child, Made::Placing { depth, cell, digit }));
                match made {
                    Ok(()) => {
                        ordering.placed(cell);
                        break;
                    }
                    Err(Conflict) => {
                        tally.fails += 1;
                        let decision = Some(parent.decision());
                        ordering.failed(&Failure { decision, empty: None });
                    }
                }
            }
        };
        // Nodes above the last have tried an alternative. Those with another one left are choices.
        let above = stack[..depth.saturating_sub(1)].iter();
        let mut open =
            Open { choices: above.filter(|node| !node.remaining.is_empty()).count(), items: 0 };
        let mut tried = depth;
        if let Some(last) = stack[..depth].last()
            && !remaining.is_empty()
        {
            let alternatives = item.alternatives(&last.state);
            if alternatives.has_several() {
                open.choices += 1;
            } else {
                open.items += 1;
            }
            tried -= usize::from(remaining == alternatives);
        }
        // `max_depth` already covers nodes left earlier; add the current path.
        let deepest = stack[..tried].last().map_or(0, |node| node.branches);
        tally.max_depth = tally.max_depth.max(deepest);
        (ended, tally.counters(&open).counts(ended.is_censored()))
    }
}

/// The counts of the loop. The other counters follow from them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) nodes: u64,
    pub(crate) choices: u64,
    pub(crate) fails: u64,
    pub(crate) solutions: u64,
    pub(crate) max_depth: u16,
}

/// The untried branches on the path of a search that stopped.
pub(crate) struct Open {
    /// Choices with an alternative left.
    pub(crate) choices: usize,
    /// Items with one untried alternative: the last selected item, if any.
    pub(crate) items: usize,
}

impl Tally {
    /// All counters.
    ///
    /// Every node is a fail, a solution, or has a selected item. Every node but the root is
    /// an alternative of a selected item. An item that is not a choice has one alternative. So
    ///
    /// ```text
    /// nodes     = fails + solutions + items
    /// nodes - 1 = branches + (items - choices - untried items)
    /// ```
    ///
    /// which gives the branches. The last alternative of a choice is a branch but not a guess, unless
    /// it is still untried.
    pub(crate) const fn counters(&self, open: &Open) -> Counters {
        let branches = self.choices + self.fails + self.solutions + open.items as u64 - 1;
        Counters {
            nodes: self.nodes,
            choices: self.choices,
            branches,
            guesses: branches + open.choices as u64 - self.choices,
            fails: self.fails,
            max_depth: self.max_depth as u64,
        }
    }
}

impl<S, I> Node<S, I> {
    const fn decision(&self) -> Decision<'_, S> {
        let (cell, digit) = self.placed;
        Decision { parent: &self.state, cell, digit, is_placement: true }
    }
}

/// The number of nodes at which the search must check its limits.
pub(crate) struct Horizon<'a> {
    /// The node count of the next check.
    pub(crate) nodes: u64,
    limits: Limits<'a>,
    nodes_per_poll: u64,
}

impl<'a> Horizon<'a> {
    /// The horizon of a search at its root. The search checks the time limit every
    /// `nodes_per_poll` nodes.
    pub(crate) fn new(limits: &Limits<'a>, nodes_per_poll: u64) -> Self {
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

    /// The limit that is reached after this number of nodes, if any.
    #[cold]
    pub(crate) fn reached(&mut self, nodes: u64) -> Option<Ended> {
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
