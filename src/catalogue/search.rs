//! The engine `search` for a config.

use super::config::Config;
use super::tie_breaks::TIE_BREAKS;
use super::variable_orderings::Unpruned;
use crate::engine::{
    Engine, Identity, Job, SearchEngine, WorkerFactory, bounded_search_worker, search_worker,
};
use crate::identity::EngineName;
use crate::search::{Branching, Search, TwoWay};
use crate::state::Candidates;
use crate::variable_ordering::Setup;
use std::sync::Arc;

/// The engine `search` for a config.
#[must_use]
pub fn search(config: &Config) -> Arc<dyn Engine> {
    let identity = Identity {
        config: config.to_string(),
        engine: EngineName::SEARCH,
        parts: Some(config.name()),
        formula: config.formula(),
    };
    let has_rules = !(config.pruning.rules)().is_empty();
    let config = *config;
    // Orderings that leave no ties never ask the tie-break.
    let tie = config.tie.unwrap_or(&TIE_BREAKS[0]);
    let setup =
        move |job: &Job| Setup { seed: job.seed, strength: config.pruning.strength, isa: job.isa };
    let factory: WorkerFactory = match config.pruning.build {
        None => Box::new(move |job| {
            let (setup, value) = (setup(job), config.value);
            (config.variable.unpruned)(&Unpruned { setup, tie, value, job: *job })
        }),
        Some(pruning) => Box::new(move |job| {
            let ordering = (config.variable.build)(&setup(job), tie);
            let values = (config.value.on_candidates)(job.seed);
            let pruning = pruning(job.isa, job.clock);
            let search = Search::new(pruning, ordering, values, Candidates::FULL);
            match (config.branching.branching, job.bound) {
                (Branching::DWay, false) => search_worker(search, job),
                (Branching::DWay, true) => bounded_search_worker(search, job),
                (Branching::TwoWay, false) => search_worker(TwoWay(search), job),
                (Branching::TwoWay, true) => bounded_search_worker(TwoWay(search), job),
            }
        }),
    };
    Arc::new(SearchEngine::new(identity, has_rules, factory))
}
