//! Arguments that are names of the registry: parsed by it, with its errors, and completed from
//! its tables.

use crate::catalogue::{
    self, ENGINES, EngineEntry, PRESETS, PRUNINGS, Preset, PruningEntry, TIE_BREAKS, TieEntry,
    VALUE_ORDERINGS, VARIABLE_ORDERINGS, ValueEntry,
};
use crate::catalogue::{ALIASES, Config, ConfigError, OrderAndTie};
use crate::corpus::{FORMATS, FORMS, Form, Format, UnknownForm, UnknownFormat};
use crate::generate::{KINDS, Kind, PATTERNS, Pattern, UnknownKind, UnknownPattern};
use crate::goal::{Goal, ParseGoalError};
use crate::isa::Isa;
use crate::judge::{ParseProblemError, Problem};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use std::ffi::OsStr;
use std::fmt;

/// A parser of names: how one is read, and which are known.
pub struct Named<T, E> {
    parse: fn(&str) -> Result<T, E>,
    known: fn() -> Vec<String>,
}

impl<T, E> Clone for Named<T, E> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<T, E> fmt::Debug for Named<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((self.known)()).finish()
    }
}

impl<T, E> TypedValueParser for Named<T, E>
where
    T: Clone + Send + Sync + 'static,
    E: fmt::Display + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let error = |message: String| {
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        };
        let text = value
            .to_str()
            .ok_or_else(|| error(format!("{value:?} is no name: expected UTF-8 text")))?;
        (self.parse)(text).map_err(|reason| error(reason.to_string()))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.known)().into_iter().map(PossibleValue::new)))
    }
}

/// `ORDER[:TIE]`.
#[must_use]
pub fn order() -> Named<OrderAndTie, ConfigError> {
    Named {
        parse: str::parse,
        known: || {
            let mut known = Vec::new();
            for entry in VARIABLE_ORDERINGS {
                known.push(entry.name.to_owned());
                if entry.takes_tie {
                    known.extend(
                        TIE_BREAKS.iter().map(|tie| format!("{}:{}", entry.name, tie.name)),
                    );
                }
            }
            known.extend(ALIASES.map(|(alias, _)| alias.to_owned()));
            known
        },
    }
}

/// A tie-break.
#[must_use]
pub fn tie() -> Named<&'static TieEntry, ConfigError> {
    Named {
        parse: catalogue::tie_break,
        known: || TIE_BREAKS.iter().map(|entry| entry.name.to_owned()).collect(),
    }
}

/// A value ordering.
#[must_use]
pub fn value() -> Named<&'static ValueEntry, ConfigError> {
    Named {
        parse: catalogue::value_ordering,
        known: || VALUE_ORDERINGS.iter().map(|entry| entry.name.to_owned()).collect(),
    }
}

/// A pruning level.
#[must_use]
pub fn pruning() -> Named<&'static PruningEntry, ConfigError> {
    Named {
        parse: catalogue::pruning,
        known: || PRUNINGS.iter().map(|entry| entry.name.to_owned()).collect(),
    }
}

/// `ORDER[:TIE]/VALUE/PRUNING`; completed with every ordering and level, and the default value
/// ordering.
#[must_use]
pub fn config() -> Named<Config, ConfigError> {
    Named {
        parse: str::parse,
        known: || {
            let orders = VARIABLE_ORDERINGS.iter().map(|entry| entry.name);
            let value = VALUE_ORDERINGS[0].name;
            orders
                .flat_map(|order| {
                    PRUNINGS.iter().map(move |p| format!("{order}/{value}/{}", p.name))
                })
                .collect()
        },
    }
}

/// An engine other than `search`.
#[must_use]
pub fn engine() -> Named<&'static EngineEntry, ConfigError> {
    Named {
        parse: catalogue::engine,
        known: || ENGINES.iter().map(|entry| entry.name.to_owned()).collect(),
    }
}

/// A preset.
#[must_use]
pub fn preset() -> Named<&'static Preset, ConfigError> {
    Named {
        parse: catalogue::preset,
        known: || PRESETS.iter().map(|entry| entry.name.to_owned()).collect(),
    }
}

/// A problem of an online judge.
#[must_use]
pub fn problem() -> Named<Problem, ParseProblemError> {
    Named { parse: str::parse, known: || Problem::ALL.map(|p| p.name().to_owned()).to_vec() }
}

/// A goal; `count:K` is completed with an example.
#[must_use]
pub fn goal() -> Named<Goal, ParseGoalError> {
    Named {
        parse: str::parse,
        known: || ["first", "unique", "count:1000", "max_score"].map(str::to_owned).to_vec(),
    }
}

/// An instruction set that this CPU has.
#[must_use]
pub fn isa() -> Named<Isa, String> {
    Named {
        parse: |text| {
            let available = Isa::available();
            available.iter().copied().find(|isa| isa.name() == text).ok_or_else(|| {
                let names: Vec<_> = available.iter().map(|isa| isa.name()).collect();
                if Isa::NAMES.contains(&text) {
                    format!("this CPU has no instruction set {text}: it has {}", names.join(", "))
                } else {
                    format!("unknown instruction set {text:?}; known here: {}", names.join(", "))
                }
            })
        },
        known: || Isa::NAMES.map(str::to_owned).to_vec(),
    }
}

/// A kind of puzzle that can be made.
#[must_use]
pub fn puzzle_kind() -> Named<&'static Kind, UnknownKind> {
    Named { parse: Kind::named, known: || KINDS.iter().map(|kind| kind.name.to_owned()).collect() }
}

/// A format in which corpora are read.
#[must_use]
pub fn format() -> Named<&'static Format, UnknownFormat> {
    Named { parse: Format::named, known: || FORMATS.iter().map(|f| f.name.to_owned()).collect() }
}

/// A form in which puzzles are written.
#[must_use]
pub fn form() -> Named<&'static Form, UnknownForm> {
    Named { parse: Form::named, known: || FORMS.iter().map(|f| f.name.to_owned()).collect() }
}

/// A symmetry of the pattern of clues.
#[must_use]
pub fn pattern() -> Named<&'static Pattern, UnknownPattern> {
    Named { parse: Pattern::named, known: || PATTERNS.iter().map(|p| p.name.to_owned()).collect() }
}
