//! The names of a contestant in the files of a run.

/// What an engine is called in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Identity {
    /// The config in canonical form, or the name of an engine without configs.
    pub config: String,
    /// The engine's name.
    pub engine: String,
    /// The variable ordering; empty for an engine without configs.
    pub var_order: String,
    /// The tie-break; empty where the ordering takes none.
    pub tie_break: String,
    /// The value ordering; empty for an engine without configs.
    pub val_order: String,
    /// The pruning level; empty for an engine without configs.
    pub pruning: String,
    /// What the config does, in a line.
    pub formula: String,
}

impl Identity {
    /// An engine without configs, under its own name.
    #[must_use]
    pub fn whole(name: &str, formula: &str) -> Self {
        let (name, formula) = (name.to_owned(), formula.to_owned());
        Self { config: name.clone(), engine: name, formula, ..Self::default() }
    }
}
