//! An engine that takes part in a run, under the name that files give it.

use super::clock;
use crate::engine::Engine;
use crate::identity::Identity;
use std::sync::Arc;

/// An engine that takes part, under the name that files give it.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// What files call it.
    pub identity: Identity,
    /// The engine.
    pub engine: Arc<dyn Engine>,
}

impl Contestant {
    /// The engine under its own name.
    #[must_use]
    pub fn new(engine: Arc<dyn Engine>) -> Self {
        Self { identity: engine.identity().clone(), engine }
    }

    /// Whether the engine has pruning rules, which can be measured.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.engine.metered(clock::reading).is_some()
    }

    /// The engine under its own name and a number.
    #[must_use]
    pub fn numbered(engine: Arc<dyn Engine>, number: u32) -> Self {
        let mut contestant = Self::new(engine);
        contestant.identity.config.push_str(&format!("#{number}"));
        contestant
    }
}
