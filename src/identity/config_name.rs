//! The grammar of configs: `ORDER[:TIE]/VALUE/PRUNING[/BRANCHING]`.
//!
//! A [`ConfigName`] is only text in the right shape. The catalogue knows which parts exist, which
//! orderings take a tie-break, and the canonical form.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The parts of a config, by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ConfigName {
    /// The variable ordering.
    pub var_order: String,
    /// The tie-break; none where it is omitted, or where the ordering takes none.
    pub tie_break: Option<String>,
    /// The value ordering.
    pub val_order: String,
    /// The pruning level.
    pub pruning: String,
    /// The branching; none where it is the default, `d_way`.
    pub branching: Option<String>,
}

impl ConfigName {
    /// The orderings: the config without its pruning level and branching.
    #[must_use]
    pub fn orderings(&self) -> String {
        let Self { var_order, tie_break, val_order, .. } = self;
        match tie_break {
            Some(tie) => format!("{var_order}:{tie}/{val_order}"),
            None => format!("{var_order}/{val_order}"),
        }
    }

    /// The rest of the config: the pruning level, and the branching if it is not the default.
    #[must_use]
    pub fn level_and_branching(&self) -> String {
        match &self.branching {
            Some(branching) => format!("{}/{branching}", self.pruning),
            None => self.pruning.clone(),
        }
    }
}

/// A text does not have the shape of a config.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no config: expected ORDER[:TIE]/VALUE/PRUNING[/two_way], \
     e.g. first_fail:lowest/indomain_min/singles"
)]
pub struct ParseConfigError(pub String);

impl FromStr for ConfigName {
    type Err = ParseConfigError;

    fn from_str(text: &str) -> Result<Self, ParseConfigError> {
        let parts: Vec<_> = text.split('/').collect();
        let (order, value, pruning, branching) = match parts[..] {
            [order, value, pruning] => (order, value, pruning, None),
            [order, value, pruning, branching] => (order, value, pruning, Some(branching)),
            _ => return Err(ParseConfigError(text.to_owned())),
        };
        let (order, tie) = match order.split_once(':') {
            Some((order, tie)) => (order, Some(tie)),
            None => (order, None),
        };
        if [order, value, pruning].contains(&"") || [tie, branching].contains(&Some("")) {
            return Err(ParseConfigError(text.to_owned()));
        }
        Ok(Self {
            var_order: order.to_owned(),
            tie_break: tie.map(str::to_owned),
            val_order: value.to_owned(),
            pruning: pruning.to_owned(),
            branching: branching.map(str::to_owned),
        })
    }
}

impl fmt::Display for ConfigName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.orderings(), self.pruning)?;
        match &self.branching {
            Some(branching) => write!(f, "/{branching}"),
            None => Ok(()),
        }
    }
}

impl TryFrom<String> for ConfigName {
    type Error = ParseConfigError;

    fn try_from(text: String) -> Result<Self, ParseConfigError> {
        text.parse()
    }
}

impl From<ConfigName> for String {
    fn from(name: ConfigName) -> Self {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configs_are_printed_as_they_are_read() {
        for text in [
            "first_fail:lowest/indomain_min/none",
            "input_order/indomain_min/naked",
            "input_order/indomain_min/naked/two_way",
        ] {
            assert_eq!(
                text.parse::<ConfigName>().map(|name| name.to_string()),
                Ok(text.to_owned())
            );
        }
    }

    #[test]
    fn texts_of_another_shape_are_refused() {
        for text in ["", "a", "a/b", "a/b/c/", "a/b/c/d/e", "a//c", "/b/c", "a:/b/c", "a/b/"] {
            let error = text.parse::<ConfigName>().expect_err(text).to_string();
            assert!(error.contains("expected ORDER[:TIE]/VALUE/PRUNING"), "{error}");
        }
    }
}
