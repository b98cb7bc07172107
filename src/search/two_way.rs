//! Two-way branching: x = v, then x != v, and the ordering selects again (Hwang & Mitchell, CP 2005,
//! 343-357, who compare it with d-way branching). Constraint solvers branch this way.
//!
//! Every node with blanks is a choice with two branches. The child of the first has one placement
//! more on its path. The child of the second replaces its parent on the stack, since the parent has
//! no branch left, so the stack is as deep as under d-way branching.

use super::{Ended, Horizon, Limits, Node, Search, Searching};
use crate::counters::{Counters, Counts, RuleCost};
use crate::goal::{Made, Objective};
use crate::grid::{Cell, Digit, Puzzle};
use crate::pruning::Excluding;
use crate::state::{Candidates, Conflict, State};
use crate::value_ordering::ValueOrdering;
use crate::variable_ordering::{Decision, Failure, Item, VariableOrdering};

/// What became of the node at hand.
enum Visited {
    /// It has a first branch that its level did not refute: that child is the node at hand.
    Descended,
    /// It is a solution, and the goal asks for more. It has no branches.
    Leaf,
    /// Its first branch was refuted. The second is open.
    Open,
    /// The search ends here.
    Ended(Ended),
}

/// A search at work on one puzzle.
struct Descent<'a, 'l, P, O: VariableOrdering<Candidates>, V, G> {
    puzzle: &'a Puzzle,
    pruning: &'a mut P,
    ordering: &'a mut O,
    values: &'a mut V,
    objective: &'a mut G,
    stack: &'a mut [Node<Candidates, O::Item>],
    horizon: Horizon<'l>,
    counters: Counters,
    /// Placements on the path to the node at hand, which is `stack[depth]`. The second branch of
    /// every node above it is open.
    depth: usize,
    /// Branches on the path to the node at hand.
    branches: u16,
}

/// A search that branches two ways.
///
/// Its level fills every cell that has one candidate (`naked` and above), so every item has two
/// alternatives or more.
pub struct TwoWay<P, O: VariableOrdering<Candidates>, V>(pub Search<Candidates, P, O, V>);

impl<P, O, V> Searching for TwoWay<P, O, V>
where
    P: Excluding,
    O: VariableOrdering<Candidates>,
    V: ValueOrdering<Candidates>,
{
    const IS_PRUNED: bool = true;

    fn run<G: Objective>(
        &mut self,
        puzzle: &Puzzle,
        objective: &mut G,
        limits: &Limits<'_>,
    ) -> (Ended, Counts) {
        if let Some(refuted) = self.0.start(puzzle, objective) {
            return refuted;
        }
        let Search { pruning, ordering, values, stack } = &mut self.0;
        let horizon = Horizon::new(limits, pruning.nodes_per_poll());
        let mut descent = Descent {
            puzzle,
            pruning,
            ordering,
            values,
            objective,
            stack: &mut stack.0,
            horizon,
            counters: Counters { nodes: 1, ..Counters::default() },
            depth: 0,
            branches: 0,
        };
        let ended = descent.descend();
        (ended, descent.counters.counts(ended.is_censored()))
    }

    fn take_rule_costs(&mut self) -> Vec<RuleCost> {
        self.0.pruning.take_costs()
    }
}

impl<P, O, V, G> Descent<'_, '_, P, O, V, G>
where
    P: Excluding,
    O: VariableOrdering<Candidates>,
    V: ValueOrdering<Candidates>,
    G: Objective,
{
    /// Searches from the root on until something ends it.
    fn descend(&mut self) -> Ended {
        loop {
            let is_open = match self.visit() {
                Visited::Descended => continue,
                Visited::Ended(ended) => return ended,
                Visited::Leaf => false,
                Visited::Open => true,
            };
            if !is_open {
                if self.depth == 0 {
                    return Ended::Exhausted;
                }
                self.depth -= 1;
            }
            if let Some(ended) = self.turn() {
                return ended;
            }
        }
    }

    /// Takes the first branch of the node at hand, unless that is a solution.
    fn visit(&mut self) -> Visited {
        let depth = self.depth;
        let (path, rest) = self.stack.split_at_mut(depth);
        let [node, child, ..] = rest else { unreachable!("the stack holds 81 placements") };
        if node.state.is_full() {
            let all_placed = path.iter().map(|node| node.placed);
            let (state, puzzle) = (&node.state, self.puzzle);
            return match self.objective.solution(|| state.solution(puzzle, all_placed)).is_break() {
                true => Visited::Ended(Ended::AtGoal),
                false => Visited::Leaf,
            };
        }
        let item = self.ordering.select(&node.state, depth);
        let mut alternatives = item.alternatives(&node.state);
        self.counters.choices += 1;
        if let Some(ended) = at_limit(&mut self.horizon, self.counters.nodes) {
            return Visited::Ended(ended);
        }
        let (cell, digit) = item.take_next(&mut alternatives, &node.state, self.values);
        (node.placed, node.branches) = ((cell, digit), self.branches);
        self.counters.guesses += 1;
        let made = self.pruning.child(&node.state, cell, digit, &mut child.state).and_then(|()| {
            let made = Made::Placing { depth: depth + 1, cell, digit };
            self.objective.admit(&child.state, made)
        });
        let is_refuted = made.is_err();
        if is_refuted {
            self.ordering.failed(&failure(&node.state, cell, digit, true));
        } else {
            self.ordering.placed(cell);
            self.depth += 1;
        }
        let branches = self.branches + 1;
        self.count_branch(branches, is_refuted);
        if is_refuted {
            return Visited::Open;
        }
        self.branches = branches;
        Visited::Descended
    }

    /// Takes the second branch of the deepest node that has one open and is not refuted there.
    /// Returns why the search ends, if it does.
    fn turn(&mut self) -> Option<Ended> {
        loop {
            if let Some(ended) = at_limit(&mut self.horizon, self.counters.nodes) {
                return Some(ended);
            }
            let node = &mut self.stack[self.depth];
            let (parent, (cell, digit), branches) = (node.state, node.placed, node.branches);
            let made =
                self.pruning.excluding(&parent, cell, digit, &mut node.state).and_then(|()| {
                    self.objective.admit(&node.state, Made::Excluding { depth: self.depth })
                });
            self.count_branch(branches + 1, made.is_err());
            let Err(Conflict) = made else {
                self.branches = branches + 1;
                return None;
            };
            self.ordering.failed(&failure(&parent, cell, digit, false));
            if self.depth == 0 {
                return Some(Ended::Exhausted);
            }
            self.depth -= 1;
        }
    }

    /// Counts a branch that made a node with this many branches on its path.
    fn count_branch(&mut self, depth: u16, is_refuted: bool) {
        self.counters.nodes += 1;
        self.counters.branches += 1;
        self.counters.fails += u64::from(is_refuted);
        self.counters.max_depth = self.counters.max_depth.max(depth.into());
    }
}

/// Why the search may make no further node, if it may not.
fn at_limit(horizon: &mut Horizon<'_>, nodes: u64) -> Option<Ended> {
    if nodes < horizon.nodes { None } else { horizon.reached(nodes) }
}

const fn failure(
    parent: &Candidates,
    cell: Cell,
    digit: Digit,
    is_placement: bool,
) -> Failure<'_, Candidates> {
    Failure { decision: Some(Decision { parent, cell, digit, is_placement }), empty: None }
}
