//! The names of engines in files.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The name of an engine in files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EngineName(Cow<'static, str>);

impl EngineName {
    /// The generic search, which runs every config: only its times compare orderings.
    pub const SEARCH: Self = Self(Cow::Borrowed("search"));
    /// Searches made by hand for single configs: the same trees as the generic search.
    pub const KERNEL: Self = Self(Cow::Borrowed("kernel"));

    /// The trees of the generic search, for a batch of puzzles at once.
    pub const SLICED: Self = Self(Cow::Borrowed("sliced"));

    /// The engine of a name.
    #[must_use]
    pub fn new(name: &str) -> Self {
        [Self::SEARCH, Self::KERNEL, Self::SLICED]
            .into_iter()
            .find(|known| known.as_str() == name)
            .unwrap_or_else(|| Self(name.to_owned().into()))
    }

    /// The name.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match &self.0 {
            Cow::Borrowed(name) => name,
            Cow::Owned(name) => name.as_str(),
        }
    }

    /// Whether this is the generic search.
    #[must_use]
    pub fn is_search(&self) -> bool {
        *self == Self::SEARCH
    }

    /// Whether the name of a config tells which engine ran it: it is the generic search, or an
    /// engine without configs (also as its second contestant, `dlx#2`).
    #[must_use]
    pub fn is_told_by(&self, config: &str) -> bool {
        let names_itself = config
            .strip_prefix(self.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('#'));
        self.is_search() || names_itself
    }

    /// What a config is called where engines appear side by side.
    #[must_use]
    pub fn label(&self, config: &str) -> String {
        if self.is_told_by(config) { config.to_owned() } else { format!("{config} ({self})") }
    }
}

impl fmt::Display for EngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for EngineName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        if name.is_empty() {
            return Err("an engine without name; expected its name".to_owned());
        }
        Ok(Self::new(&name))
    }
}

impl From<EngineName> for String {
    fn from(name: EngineName) -> Self {
        name.0.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_the_engine_where_the_config_does_not() {
        let config = "input_order/indomain_min/none";
        assert_eq!(EngineName::SEARCH.label(config), config);
        assert_eq!(EngineName::KERNEL.label(config), format!("{config} (kernel)"));
        let dlx = EngineName::new("dlx");
        assert_eq!((&*dlx.label("dlx"), &*dlx.label("dlx#2")), ("dlx", "dlx#2"));
    }

    #[test]
    fn a_name_from_a_file_is_the_constant() {
        assert_eq!(EngineName::try_from("kernel".to_owned()), Ok(EngineName::KERNEL));
        assert!(EngineName::try_from(String::new()).is_err());
    }
}
