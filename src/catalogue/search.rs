//! The engine `search` for a config.

use super::config::Config;
use super::tie_breaks::TIE_BREAKS;
use super::variable_orderings::Unpruned;
use crate::engine::{
    Clock, Engine, Identity, SearchEngine, Settings, WorkerFactory, bounded_search_worker,
    search_worker,
};
use crate::identity::EngineName;
use crate::search::Search;
use crate::state::Candidates;
use crate::variable_ordering::Setup;
use std::sync::Arc;

/// The engine `search` for a config.
#[must_use]
pub fn search(config: &Config, settings: &Settings) -> Arc<dyn Engine> {
    let engine = engine(config, settings, None);
    if (config.pruning.rules)().is_empty() {
        return Arc::new(engine);
    }
    let (config, settings) = (*config, *settings);
    let metered = move |clock| Arc::new(self::engine(&config, &settings, Some(clock))) as _;
    Arc::new(engine.with_rules(Box::new(metered)))
}

/// The engine `search` for a config. With a clock, it meters its rules.
fn engine(config: &Config, settings: &Settings, clock: Option<Clock>) -> SearchEngine {
    let identity = Identity {
        config: config.to_string(),
        engine: EngineName::SEARCH,
        parts: Some(config.name()),
        formula: config.formula(),
    };
    let (config, settings) = (*config, *settings);
    let setup = Setup { seed: settings.seed, strength: config.pruning.strength };
    // Orderings that leave no ties never ask the tie-break.
    let tie = config.tie.unwrap_or(&TIE_BREAKS[0]);
    let factory: WorkerFactory = match config.pruning.build {
        None => Box::new(move |goal, isa| {
            let value = config.value;
            (config.variable.unpruned)(&Unpruned { setup, tie, value, settings, goal, isa })
        }),
        Some(pruning) => Box::new(move |goal, isa| {
            let ordering = (config.variable.build)(&setup, tie);
            let values = (config.value.on_candidates)(settings.seed);
            let search = Search::new(pruning(isa, clock), ordering, values, Candidates::FULL);
            if settings.bound {
                bounded_search_worker(search, isa)
            } else {
                search_worker(search, goal, isa)
            }
        }),
    };
    if settings.bound {
        SearchEngine::bounded(identity, factory)
    } else {
        SearchEngine::new(identity, factory)
    }
}
