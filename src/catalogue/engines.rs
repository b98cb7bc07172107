//! The engines other than the search.

use super::table::Table;
use crate::engine::{Bitboard, Dlx, Engine, Kernel, Lanes, NamedEngine};
use crate::named::Named;
use std::sync::Arc;

/// The engines other than the search: solvers with their own algorithms.
pub static ENGINES: Table<EngineEntry> = Table::new(
    &[
        EngineEntry::of::<Bitboard>(),
        EngineEntry::of::<Dlx>(),
        EngineEntry::of::<Kernel>(),
        EngineEntry::of::<Lanes>(),
    ],
    &["search"],
);

/// An engine other than the search: its name, and its constructor.
#[derive(Clone, Copy, Debug)]
pub struct EngineEntry {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// How it solves, in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    /// Whether it is run where no config and no engine is named.
    pub is_default: bool,
    build: fn() -> Vec<Arc<dyn Engine>>,
}

impl EngineEntry {
    /// The entry of an engine.
    #[must_use]
    pub const fn of<E: NamedEngine>() -> Self {
        Self {
            name: E::NAME,
            formula: E::FORMULA,
            source: E::SOURCE,
            is_default: E::IS_DEFAULT,
            build: E::build,
        }
    }

    /// The engine; where it comes in several forms, one for each, in their order.
    #[must_use]
    pub fn engines(&self) -> Vec<Arc<dyn Engine>> {
        (self.build)()
    }
}

super::entry!(EngineEntry, "engine", ENGINES);
