//! The engine `sliced` for a config.

use super::config::Config;
use super::search::search;
use super::tie_breaks::TIE_BREAKS;
use crate::engine::{
    BySize, ByTie, Job, LiftedOrderings, Sliced, SlicedChoice, SlicedLevel, SlicedOrder,
    SlicedValues,
};
use crate::search::Branching;
use crate::value_ordering::{IndomainMax, IndomainMin, Values as _};
use crate::variable_ordering::tie_break::{Ddeg, Highest, Lowest, MinDdeg, Tie as _};
use crate::variable_ordering::{AntiFirstFail, FirstFail, InputOrder, NamedOrdering as _, Setup};

/// A config has no form for vectors.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{config} has no sliced form: {part} has none; expected {expected}")]
pub struct NotSliced {
    /// The config.
    pub config: String,
    /// The part that has no sliced form.
    pub part: &'static str,
    /// What would be accepted.
    pub expected: &'static str,
}

/// The engine `sliced` for a config.
///
/// # Errors
/// [`NotSliced`] if its level, ordering or branching has no form for vectors.
pub fn sliced(config: &Config) -> Result<Sliced, NotSliced> {
    let refused = |part, expected| NotSliced { config: config.to_string(), part, expected };
    let level = SlicedLevel::named(config.pruning.name).ok_or_else(|| {
        let expected = "naked, singles, all_different, locked, triads, pairs or gac";
        refused(config.pruning.name, expected)
    })?;
    if config.branching.branching != Branching::DWay {
        return Err(refused(config.branching.name, "d_way"));
    }
    if config.variable.selects_places || config.variable.has_memory {
        let expected = "an ordering of cells that depends on the node alone";
        return Err(refused(config.variable.name, expected));
    }
    let choice = match (order(config), values(config)) {
        (Some(order), Some(values)) => SlicedChoice::AtOnce(order, values),
        _ => SlicedChoice::Lifted(lifted(config)),
    };
    Ok(Sliced::new(search(config).identity().clone(), level, choice))
}

/// The rule for all lanes at once that is the variable ordering of a config.
fn order(config: &Config) -> Option<SlicedOrder> {
    let size = match config.variable.name {
        InputOrder::NAME => BySize::Any,
        FirstFail::NAME => BySize::Smallest,
        AntiFirstFail::NAME => BySize::Largest,
        _ => return None,
    };
    let tie = match config.tie.map_or(Lowest::NAME, |tie| tie.name) {
        Lowest::NAME => ByTie::Lowest,
        Highest::NAME => ByTie::Highest,
        Ddeg::NAME => ByTie::MostBlankPeers,
        MinDdeg::NAME => ByTie::FewestBlankPeers,
        _ => return None,
    };
    Some(SlicedOrder { size, tie })
}

/// The rule for all lanes at once that is the value ordering of a config.
fn values(config: &Config) -> Option<SlicedValues> {
    match config.value.name {
        IndomainMin::NAME => Some(SlicedValues::Lowest),
        IndomainMax::NAME => Some(SlicedValues::Highest),
        _ => None,
    }
}

/// The orderings of a config, for one lane after another.
fn lifted(config: &Config) -> LiftedOrderings {
    let config = *config;
    let tie = config.tie.unwrap_or(&TIE_BREAKS[0]);
    let strength = config.pruning.strength;
    LiftedOrderings {
        variable: Box::new(move |job: &Job| {
            let setup = Setup { seed: job.seed, strength, isa: job.isa };
            (config.variable.build)(&setup, tie)
        }),
        values: Box::new(move |seed| (config.value.on_candidates)(seed)),
        is_random: tie.is_random || config.value.is_random,
    }
}
