//! The engine `search`: any config, through the one depth-first loop.
//!
//! Measurements determine what is resolved at compile time. At the level `none` a node costs 10
//! to 60 ns, so the loop is compiled for each ordering, once for the tie-break `lowest` with the
//! value ordering `indomain_min` and once for all others. At higher levels a node costs hundreds of
//! nanoseconds and an indirect call is negligible, so one loop serves all orderings, tie-breaks, value
//! orderings and levels.

use super::{Clock, Engine, Identity, Limits, Outcome, Timing, UnsupportedGoal, Worker};
use crate::counters::RuleCost;
use crate::goal::{BoundedMaxScore, CountTo, Goal, MaxScore, Objective};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::pruning::Pruning;
use crate::search::Search;
use crate::state::State;
use crate::value_ordering::ValueOrdering;
use crate::variable_ordering::VariableOrdering;
use std::fmt;
use std::sync::Arc;

/// Makes a worker of a config for a goal.
pub type WorkerFactory = Box<dyn Fn(Goal, Isa) -> Box<dyn Worker> + Send + Sync>;

/// Makes the engine of the same config with its rules metered.
pub type MeteredFactory = Box<dyn Fn(Clock) -> Arc<dyn Engine> + Send + Sync>;

/// A config as an engine.
pub struct SearchEngine {
    identity: Identity,
    is_bounded: bool,
    factory: WorkerFactory,
    metered: Option<MeteredFactory>,
}

impl SearchEngine {
    /// The engine of a config whose workers the factory makes.
    #[must_use]
    pub fn new(identity: Identity, factory: WorkerFactory) -> Self {
        Self { identity, is_bounded: false, factory, metered: None }
    }

    /// The same for workers that pursue `max_score` by branch and bound, and no other goal.
    #[must_use]
    pub fn bounded(mut identity: Identity, factory: WorkerFactory) -> Self {
        identity.config += "+bound";
        identity.formula += BoundedMaxScore::FORMULA;
        Self { identity, is_bounded: true, factory, metered: None }
    }

    /// The same engine of a config whose level has rules, which can be metered.
    #[must_use]
    pub fn with_rules(self, metered: MeteredFactory) -> Self {
        Self { metered: Some(metered), ..self }
    }
}

impl fmt::Debug for SearchEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchEngine").field("identity", &self.identity).finish_non_exhaustive()
    }
}

impl Engine for SearchEngine {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        Timing::PerPuzzle
    }

    fn counts_solutions(&self) -> bool {
        !self.is_bounded
    }

    fn worker(&self, goal: Goal, isa: Isa) -> Result<Box<dyn Worker>, UnsupportedGoal> {
        if self.is_bounded && goal != Goal::MaxScore {
            return Err(UnsupportedGoal {
                engine: self.identity.config.clone(),
                goal,
                supported: "pursue max_score".into(),
            });
        }
        Ok((self.factory)(goal, isa))
    }

    fn metered(&self, clock: Clock) -> Option<Arc<dyn Engine>> {
        self.metered.as_ref().map(|metered| metered(clock))
    }
}

/// A worker that runs a search for a goal, its loop compiled for an instruction set.
pub fn worker<S, P, O, V>(search: Search<S, P, O, V>, goal: Goal, isa: Isa) -> Box<dyn Worker>
where
    S: State,
    P: Pruning<S> + 'static,
    O: VariableOrdering<S> + 'static,
    V: ValueOrdering<S>,
{
    match goal.stop_at() {
        Some(stop_at) => Box::new(SearchWorker { search, objective: CountTo::new(stop_at), isa }),
        None => Box::new(SearchWorker { search, objective: MaxScore::default(), isa }),
    }
}

/// A worker that finds the best score by branch and bound.
pub fn bounded_worker<S, P, O, V>(search: Search<S, P, O, V>, isa: Isa) -> Box<dyn Worker>
where
    S: State,
    P: Pruning<S> + 'static,
    O: VariableOrdering<S> + 'static,
    V: ValueOrdering<S>,
{
    Box::new(SearchWorker { search, objective: BoundedMaxScore::default(), isa })
}

struct SearchWorker<S: State, P, O: VariableOrdering<S>, V, G> {
    search: Search<S, P, O, V>,
    objective: G,
    isa: Isa,
}

impl<S, P, O, V, G> Worker for SearchWorker<S, P, O, V, G>
where
    S: State,
    P: Pruning<S>,
    O: VariableOrdering<S>,
    V: ValueOrdering<S>,
    G: Objective + Send,
{
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let Self { search, objective, isa } = self;
        for (puzzle, outcome) in puzzles.iter().zip(&mut outcomes[..puzzles.len()]) {
            let (ended, counts) = if S::IS_PRUNED {
                isa.run(
                    #[inline(always)]
                    || search.run(puzzle, objective, limits),
                )
            } else {
                isa.run_narrow(
                    #[inline(always)]
                    || search.run(puzzle, objective, limits),
                )
            };
            *outcome = Outcome { ended, found: objective.found(), counts };
        }
    }

    fn take_rule_costs(&mut self) -> Vec<RuleCost> {
        self.search.take_rule_costs()
    }
}
