//! The engine `search`: any config, through the one depth-first loop.
//!
//! Measurements determine what is resolved at compile time. At the level `none` a node costs 10
//! to 60 ns, so the loop is compiled for each ordering, once for the tie-break `lowest` with the
//! value ordering `indomain_min` and once for all others. At higher levels a node costs hundreds of
//! nanoseconds and an indirect call is negligible, so one loop serves all orderings, tie-breaks, value
//! orderings and levels.

use super::{Engine, Identity, Job, Limits, Outcome, StartError, Timing, UnsupportedGoal, Worker};
use crate::counters::RuleCost;
use crate::goal::{BoundedMaxScore, CountTo, Goal, MaxScore, Objective};
use crate::grid::Puzzle;
use crate::isa::Isa;
use crate::search::Searching;
use std::fmt;

/// Makes a worker of a config for a job. A job with a bound has the goal `max_score`.
pub type WorkerFactory = Box<dyn Fn(&Job) -> Box<dyn Worker> + Send + Sync>;

/// A config as an engine.
pub struct SearchEngine {
    identity: Identity,
    has_rules: bool,
    factory: WorkerFactory,
}

impl SearchEngine {
    /// The engine of a config whose workers the factory makes. `has_rules` tells whether its
    /// pruning level has rules that a worker can measure.
    #[must_use]
    pub fn new(identity: Identity, has_rules: bool, factory: WorkerFactory) -> Self {
        Self { identity, has_rules, factory }
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

    fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError> {
        if job.bound && job.goal != Goal::MaxScore {
            return Err(StartError::Goal(UnsupportedGoal {
                engine: self.identity.config.clone(),
                goal: job.goal,
                supported: "pursue max_score with a bound".into(),
            }));
        }
        Ok((self.factory)(job))
    }

    fn has_rules(&self) -> bool {
        self.has_rules
    }
}

/// A worker that runs a search for the goal of a job, its loop compiled for the job's instruction
/// set.
pub fn worker(search: impl Searching + 'static, job: &Job) -> Box<dyn Worker> {
    let isa = job.isa;
    match job.goal.stop_at() {
        Some(stop_at) => Box::new(SearchWorker { search, objective: CountTo::new(stop_at), isa }),
        None => Box::new(SearchWorker { search, objective: MaxScore::default(), isa }),
    }
}

/// A worker that finds the best score by branch and bound.
pub fn bounded_worker(search: impl Searching + 'static, job: &Job) -> Box<dyn Worker> {
    Box::new(SearchWorker { search, objective: BoundedMaxScore::default(), isa: job.isa })
}

struct SearchWorker<Q, G> {
    search: Q,
    objective: G,
    isa: Isa,
}

impl<Q: Searching, G: Objective + Send> Worker for SearchWorker<Q, G> {
    fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits<'_>, outcomes: &mut [Outcome]) {
        let Self { search, objective, isa } = self;
        for (puzzle, outcome) in puzzles.iter().zip(&mut outcomes[..puzzles.len()]) {
            let (ended, counts) = if Q::IS_PRUNED {
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
