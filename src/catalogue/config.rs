//! Configs: `ORDER[:TIE]/VALUE/PRUNING[/BRANCHING]`, and what their parts are called.
//!
//! An omitted tie is `lowest`; orderings that leave no ties take none. `brelaz` is an alias of
//! `first_fail:ddeg`. A config prints in its canonical form, with the tie where the ordering
//! takes one.

use super::branchings::{BRANCHINGS, BranchingEntry};
use super::prunings::PruningEntry;
use super::tie_breaks::{TIE_BREAKS, TieEntry};
use super::value_orderings::ValueEntry;
use super::variable_orderings::VariableEntry;
use crate::identity::{ConfigName, ParseConfigError};
use crate::named::{Named, UnknownName};
use crate::pruning::Strength;
use crate::search::Branching;
use std::fmt;
use std::str::FromStr;

/// A variable ordering with its tie-break, a value ordering and a pruning level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Which cell next.
    pub variable: &'static VariableEntry,
    /// Which of equals; none where the ordering leaves no ties.
    pub tie: Option<&'static TieEntry>,
    /// Which digit first.
    pub value: &'static ValueEntry,
    /// The inference at every node.
    pub pruning: &'static PruningEntry,
    /// How the search branches.
    pub branching: &'static BranchingEntry,
}

/// Aliases of an ordering with its tie-break.
pub const ALIASES: [(&str, &str); 1] = [("brelaz", "first_fail:ddeg")];

/// A variable ordering with its tie-break: `ORDER[:TIE]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderAndTie {
    /// Which cell next.
    pub variable: &'static VariableEntry,
    /// Which of equals, if it was named.
    pub tie: Option<&'static TieEntry>,
}

/// Why a text is no config.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// It does not have the shape of a config.
    #[error(transparent)]
    Shape(#[from] ParseConfigError),
    /// A part has a name that its table does not know.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// A tie-break was given to an ordering that leaves no ties.
    #[error(
        "{ordering} leaves no ties and takes no tie-break, but {tie:?} was given: \
         expected {ordering} alone"
    )]
    Tie {
        /// The ordering.
        ordering: &'static str,
        /// The tie-break.
        tie: String,
    },
    /// A tie-break was given to an alias that includes one.
    #[error("{alias} means {meaning} and takes no tie-break: expected {alias} or {order}:{tie}")]
    Alias {
        /// The alias.
        alias: &'static str,
        /// The ordering and tie-break that it means.
        meaning: &'static str,
        /// The ordering alone.
        order: &'static str,
        /// The tie-break given.
        tie: &'static str,
    },
    /// A branching was given to a part that it does not work with.
    #[error("{part} cannot branch {branching}: expected {expected}")]
    Branching {
        /// The branching.
        branching: &'static str,
        /// The ordering or level.
        part: &'static str,
        /// What would be accepted.
        expected: &'static str,
    },
}

impl FromStr for OrderAndTie {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        match text.split_once(':') {
            Some((order, tie)) => Self::named(order, Some(tie)),
            None => Self::named(text, None),
        }
    }
}

impl OrderAndTie {
    fn named(order: &str, tie: Option<&str>) -> Result<Self, ConfigError> {
        let alias = ALIASES.into_iter().find(|(alias, _)| *alias == order);
        let (order, tie) = match alias {
            Some((alias, meaning)) => {
                let (order, of_alias) =
                    meaning.split_once(':').expect("an alias means an ordering with its tie-break");
                if let Some(tie) = tie {
                    let tie = TieEntry::named(tie)?.name;
                    return Err(ConfigError::Alias { alias, meaning, order, tie });
                }
                (order, Some(of_alias))
            }
            None => (order, tie),
        };
        let variable = VariableEntry::named(order).map_err(|_| {
            let mut known = VariableEntry::names();
            known.extend(ALIASES.map(|(alias, _)| alias));
            UnknownName::new(VariableEntry::KIND, order, known)
        })?;
        let tie = match tie {
            Some(tie) if !variable.takes_tie => {
                return Err(ConfigError::Tie { ordering: variable.name, tie: tie.to_owned() });
            }
            Some(tie) => Some(TieEntry::named(tie)?),
            None => None,
        };
        Ok(Self { variable, tie })
    }
}

impl Config {
    /// The config of its parts; an omitted tie is `lowest` where the ordering takes one.
    ///
    /// # Errors
    /// [`ConfigError::Branching`] if the ordering or the level cannot branch two ways: an ordering
    /// whose items are places too, or a level below `naked`, which leaves cells with one candidate.
    pub fn new(
        order: OrderAndTie,
        value: &'static ValueEntry,
        pruning: &'static PruningEntry,
        branching: &'static BranchingEntry,
    ) -> Result<Self, ConfigError> {
        let refused = |part, expected| {
            Err(ConfigError::Branching { branching: branching.name, part, expected })
        };
        if branching.branching == Branching::TwoWay {
            if order.variable.selects_places {
                return refused(order.variable.name, "d_way, or an ordering of cells");
            }
            if pruning.strength < Strength::Cascade {
                return refused(pruning.name, "d_way, or a level from naked up");
            }
        }
        let tie = order.variable.takes_tie.then(|| order.tie.unwrap_or(&TIE_BREAKS[0]));
        Ok(Self { variable: order.variable, tie, value, pruning, branching })
    }

    /// The config of a name.
    ///
    /// # Errors
    /// [`ConfigError`] if the catalogue does not know a part, or the ordering takes no tie-break.
    pub fn named(name: &ConfigName) -> Result<Self, ConfigError> {
        let branching = name.branching.as_deref().map(BranchingEntry::named).transpose()?;
        Self::new(
            OrderAndTie::named(&name.var_order, name.tie_break.as_deref())?,
            ValueEntry::named(&name.val_order)?,
            PruningEntry::named(&name.pruning)?,
            branching.unwrap_or(&BRANCHINGS[0]),
        )
    }

    /// The name in canonical form: with the tie-break where the ordering takes one.
    #[must_use]
    pub fn name(&self) -> ConfigName {
        ConfigName {
            var_order: self.variable.name.to_owned(),
            tie_break: self.tie.map(|tie| tie.name.to_owned()),
            val_order: self.value.name.to_owned(),
            pruning: self.pruning.name.to_owned(),
            branching: (self.branching != &BRANCHINGS[0]).then(|| self.branching.name.to_owned()),
        }
    }

    /// What the config does, in a line.
    #[must_use]
    pub fn formula(&self) -> String {
        let tie = self.tie.map_or(String::new(), |tie| format!("; ties: {}", tie.formula));
        let branching = match self.branching.branching {
            Branching::DWay => String::new(),
            Branching::TwoWay => format!("; branching: {}", self.branching.formula),
        };
        format!(
            "{}{tie}; values: {}; pruning: {}{branching}",
            self.variable.formula, self.value.formula, self.pruning.formula
        )
    }
}

impl FromStr for Config {
    type Err = ConfigError;

    fn from_str(text: &str) -> Result<Self, ConfigError> {
        Self::named(&text.parse()?)
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name().fmt(f)
    }
}

/// All configs of these parts: the cross product, in the order named.
///
/// # Errors
/// [`ConfigError::Branching`] if a part cannot branch as one of the branchings asks.
pub fn cross_product(
    orders: &[OrderAndTie],
    ties: &[&'static TieEntry],
    values: &[&'static ValueEntry],
    prunings: &[&'static PruningEntry],
    branchings: &[&'static BranchingEntry],
) -> Result<Vec<Config>, ConfigError> {
    let mut configs = Vec::new();
    for &order in orders {
        // An ordering without ties, or with its own, is not multiplied by the ties.
        let orders: Vec<_> = if order.variable.takes_tie && order.tie.is_none() {
            ties.iter().map(|&tie| OrderAndTie { tie: Some(tie), ..order }).collect()
        } else {
            vec![order]
        };
        for order in orders {
            for value in values {
                for pruning in prunings {
                    for branching in branchings {
                        let config = Config::new(order, value, pruning, branching)?;
                        if !configs.contains(&config) {
                            configs.push(config);
                        }
                    }
                }
            }
        }
    }
    Ok(configs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configs_print_in_canonical_form() {
        for (text, canonical) in [
            ("first_fail/indomain_min/none", "first_fail:lowest/indomain_min/none"),
            ("first_fail:highest/indomain_max/fc", "first_fail:highest/indomain_max/fc"),
            ("brelaz/indomain_min/singles", "first_fail:ddeg/indomain_min/singles"),
            ("input_order/indomain_min/naked", "input_order/indomain_min/naked"),
        ] {
            let config: Config = text.parse().expect("a config");
            assert_eq!(config.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(config));
        }
    }

    #[test]
    fn what_is_no_config_is_explained() {
        let explain = |text: &str| text.parse::<Config>().expect_err("no config").to_string();
        assert!(explain("first_fail").contains("ORDER[:TIE]/VALUE/PRUNING"));
        assert!(explain("first_fial/indomain_min/none").contains("nearest is first_fail;"));
        assert!(explain("input_order:lowest/indomain_min/none").contains("takes no tie-break"));
        assert!(explain("first_fail:low/indomain_min/none").contains("known: lowest, highest"));
        assert!(explain("first_fail/min/none").contains("value ordering"));
        assert!(explain("first_fail/indomain_min/None").contains("nearest is none"));
        assert_eq!(
            explain("brelaz:lowest/indomain_min/none"),
            "brelaz means first_fail:ddeg and takes no tie-break: \
             expected brelaz or first_fail:lowest"
        );
        assert!(explain("brelaz:low/indomain_min/none").contains("nearest is lowest"));
    }

    #[test]
    fn every_name_is_unique() {
        let mut names = VariableEntry::names();
        names.extend(ValueEntry::names());
        names.extend(PruningEntry::names());
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
