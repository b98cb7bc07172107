//! An engine that takes part in a run, under the name that files give it.

use crate::engine::Engine;
use crate::goal::BoundedMaxScore;
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

    /// The same engine in a run with a bound, whose tree and counts are others.
    #[must_use]
    pub fn bounded(mut self) -> Self {
        self.identity.config += "+bound";
        self.identity.formula += BoundedMaxScore::FORMULA;
        self
    }

    /// The engine under its own name and a number.
    #[must_use]
    pub fn numbered(engine: Arc<dyn Engine>, number: u32) -> Self {
        let mut contestant = Self::new(engine);
        contestant.identity.config.push_str(&format!("#{number}"));
        contestant
    }
}
