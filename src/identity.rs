//! Names of contestants in the files of a run: configs, engines, and who is who.

mod config_name;
mod engine_name;

pub use config_name::{ConfigName, ParseConfigError};
pub use engine_name::EngineName;

use serde::{Deserialize, Serialize};

/// What a contestant is called in files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Flat", into = "Flat")]
pub struct Identity {
    /// The name in the column `config`: a config in canonical form, or the name of an engine
    /// without configs. It ends in `+bound` for branch and bound, and in `#2` for a second
    /// contestant of the same name.
    pub config: String,
    /// The engine.
    pub engine: EngineName,
    /// The parts of the config; none for an engine without configs.
    pub parts: Option<ConfigName>,
    /// What the contestant does, in a line.
    pub formula: String,
}

impl Identity {
    /// An engine without configs, under its own name.
    #[must_use]
    pub fn whole(name: &str, formula: &str) -> Self {
        Self {
            config: name.to_owned(),
            engine: EngineName::new(name),
            parts: None,
            formula: formula.to_owned(),
        }
    }

    /// The name where engines appear side by side.
    #[must_use]
    pub fn label(&self) -> String {
        self.engine.label(&self.config)
    }

    /// The pruning level; empty for an engine without configs.
    #[must_use]
    pub fn pruning(&self) -> &str {
        self.parts.as_ref().map_or("", |parts| &parts.pruning)
    }
}

/// An identity as `meta.json` keeps it: an empty text where there is no such part.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Flat {
    config: String,
    engine: EngineName,
    var_order: String,
    tie_break: String,
    val_order: String,
    pruning: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    branching: Option<String>,
    formula: String,
}

impl From<Identity> for Flat {
    fn from(identity: Identity) -> Self {
        let Identity { config, engine, parts, formula } = identity;
        let (var_order, tie_break, val_order, pruning, branching) = match parts {
            None => Default::default(),
            Some(ConfigName { var_order, tie_break, val_order, pruning, branching }) => {
                (var_order, tie_break.unwrap_or_default(), val_order, pruning, branching)
            }
        };
        Self { config, engine, var_order, tie_break, val_order, pruning, branching, formula }
    }
}

impl TryFrom<Flat> for Identity {
    type Error = String;

    fn try_from(flat: Flat) -> Result<Self, String> {
        let Flat { config, engine, var_order, tie_break, val_order, pruning, branching, formula } =
            flat;
        let required = [&var_order, &val_order, &pruning];
        let parts = if required.iter().all(|part| part.is_empty()) && tie_break.is_empty() {
            None
        } else if required.iter().any(|part| part.is_empty()) {
            return Err(format!(
                "{config:?} has a part of a config only; expected var_order, val_order and pruning, \
                 or none of them"
            ));
        } else {
            let tie_break = Some(tie_break).filter(|tie| !tie.is_empty());
            Some(ConfigName { var_order, tie_break, val_order, pruning, branching })
        };
        if config.is_empty() {
            return Err("config is empty; expected the name of a config or an engine".to_owned());
        }
        Ok(Self { config, engine, parts, formula })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_keep_an_empty_text_for_no_part() {
        let json = r#"{"config":"input_order/indomain_min/none","engine":"search","var_order":"input_order","tie_break":"","val_order":"indomain_min","pruning":"none","formula":"f"}"#;
        let identity: Identity = serde_json::from_str(json).expect("an identity");
        let parts = identity.parts.as_ref().expect("a config");
        assert_eq!((parts.tie_break.as_deref(), identity.pruning()), (None, "none"));
        assert_eq!(serde_json::to_string(&identity).expect("JSON"), json);
        let json = r#"{"config":"dlx","engine":"dlx","var_order":"","tie_break":"","val_order":"","pruning":"","formula":"f"}"#;
        let identity: Identity = serde_json::from_str(json).expect("an identity");
        assert_eq!(identity, Identity::whole("dlx", "f"));
        assert_eq!(serde_json::to_string(&identity).expect("JSON"), json);
    }

    #[test]
    fn half_a_config_is_refused() {
        let json = r#"{"config":"x","engine":"search","var_order":"first_fail","tie_break":"","val_order":"","pruning":"none","formula":"f"}"#;
        let error = serde_json::from_str::<Identity>(json).expect_err("half a config").to_string();
        assert!(error.contains("expected var_order, val_order and pruning"), "{error}");
    }
}
