//! The engine `kernel`: hand-written searches for single configs. The tree equals that of the engine
//! `search`, node by node, so the counters are the same.
//!
//! A kernel shows the speed that a config can reach. Its times are comparable only with other kernels.

mod counts;
mod first_fail;
mod fixed_order;
mod in_turn;
mod used_digits;

use super::{
    Engine, EngineName, Identity, Job, NamedEngine, StartError, Timing, UnsupportedGoal, Worker,
};
use crate::goal::{CountTo, MaxScore, Objective};
use crate::grid::Solution;
use crate::identity::ConfigName;
use crate::isa::Isa;
use crate::variable_ordering::{by_fewest_blanks, by_index};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The configs that have a kernel: the searches of the programs that the project grew from.
static RECIPES: [Recipe; 3] = [
    Recipe {
        var_order: "first_fail",
        tie_break: Some("lowest"),
        formula: "81 words of struck digits in vectors",
        search: Search::FirstFail,
    },
    Recipe {
        var_order: "input_order",
        tie_break: None,
        formula: "the digits of 27 units in vectors, dead children counted by their parents",
        search: Search::FixedOrder(by_index),
    },
    Recipe {
        var_order: "row_fewest_blanks",
        tie_break: None,
        formula: "the digits of 27 units in vectors, dead children counted by their parents",
        search: Search::FixedOrder(by_fewest_blanks),
    },
];

/// A kernel: its config, whose value ordering is `indomain_min` and level `none`, and its search.
#[derive(Debug)]
struct Recipe {
    var_order: &'static str,
    tie_break: Option<&'static str>,
    formula: &'static str,
    search: Search,
}

#[derive(Clone, Copy, Debug)]
enum Search {
    FirstFail,
    FixedOrder(fixed_order::Order),
}

impl Search {
    fn worker(self, aim: impl Aim, isa: Isa, lanes: usize) -> Box<dyn Worker> {
        match self {
            Self::FirstFail => first_fail::worker(aim, isa, lanes),
            Self::FixedOrder(order) => fixed_order::worker(order, aim, isa, lanes),
        }
    }
}

/// The engine `kernel` for a config.
#[derive(Debug)]
pub struct Kernel {
    identity: Identity,
    search: Search,
    lanes: usize,
}

impl Kernel {
    /// The kernels of all configs that have one. They search `lanes` puzzles in turn, one node of
    /// each at a time (`benches/kernel.rs` compares different numbers).
    ///
    /// # Panics
    /// If there is no lane.
    #[must_use]
    pub fn all(lanes: usize) -> Vec<Self> {
        assert!(lanes > 0, "a search needs a lane");
        RECIPES.iter().map(|recipe| Self::of(recipe, lanes)).collect()
    }

    fn of(recipe: &Recipe, lanes: usize) -> Self {
        let &Recipe { var_order, tie_break, formula, search } = recipe;
        let parts = ConfigName {
            var_order: var_order.to_owned(),
            tie_break: tie_break.map(str::to_owned),
            val_order: "indomain_min".to_owned(),
            pruning: "none".to_owned(),
            branching: None,
        };
        let identity = Identity {
            config: parts.to_string(),
            engine: EngineName::KERNEL,
            parts: Some(parts),
            formula: format!("{formula}, {lanes} puzzles in turn"),
        };
        Self { identity, search, lanes }
    }

    /// The number of puzzles searched in turn. A node depends on the previous node of its puzzle, and the
    /// core fills the waiting time with nodes of the other puzzles.
    pub const LANES: usize = 6;
}

impl NamedEngine for Kernel {
    const NAME: &'static str = EngineName::KERNEL.as_str();
    const FORMULA: &'static str = "first_fail:lowest, input_order and row_fewest_blanks, each with \
                                   indomain_min/none, by hand in vectors, six puzzles in turn";
    const SOURCE: &'static str = "the searches of the AcWing 166, POJ 3074, POJ 2676 and Luogu \
                                  P1074 solvers";
    /// No, because its times would appear next to those of the same config in the loop.
    const IS_DEFAULT: bool = false;

    fn build() -> Vec<Arc<dyn Engine>> {
        Self::all(Self::LANES).into_iter().map(|kernel| Arc::new(kernel) as _).collect()
    }
}

impl Engine for Kernel {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        if self.lanes == 1 { Timing::PerPuzzle } else { Timing::PerBlock }
    }

    fn start(&self, job: &Job) -> Result<Box<dyn Worker>, StartError> {
        match job.goal.stop_at() {
            Some(stop_at) => Ok(self.search.worker(CountTo::new(stop_at), job.isa, self.lanes)),
            None if !job.bound => Ok(self.search.worker(MaxScore::default(), job.isa, self.lanes)),
            None => Err(StartError::Goal(UnsupportedGoal {
                engine: Self::NAME.to_owned(),
                goal: job.goal,
                supported: "pursue every goal, max_score only without --bound".into(),
            })),
        }
    }
}

/// A goal that can record a solution by its score.
trait Aim: Objective + Copy + Send + 'static {
    /// Whether it asks for scores.
    const SCORES: bool;

    /// Records a solution; its score is known if the goal asks for scores.
    fn meet(&mut self, score: u32, grid: impl FnOnce() -> Solution) -> ControlFlow<()>;
}

impl Aim for CountTo {
    const SCORES: bool = false;

    fn meet(&mut self, _: u32, grid: impl FnOnce() -> Solution) -> ControlFlow<()> {
        self.solution(grid)
    }
}

impl Aim for MaxScore {
    const SCORES: bool = true;

    fn meet(&mut self, score: u32, grid: impl FnOnce() -> Solution) -> ControlFlow<()> {
        self.offer(score, grid);
        ControlFlow::Continue(())
    }
}
