//! Arguments that are names: parsed by their tables, with their errors, and completed from them.

use crate::catalogue::{
    ALIASES, BranchingEntry, Config, ConfigError, EngineEntry, OrderAndTie, PRUNINGS, Preset,
    PruningEntry, TIE_BREAKS, TieEntry, VALUE_ORDERINGS, VARIABLE_ORDERINGS, ValueEntry,
};
use crate::corpus::{Format, Writer};
use crate::generate::{Kind, Pattern};
use crate::goal::{Goal, ParseGoalError};
use crate::identity::EngineName;
use crate::isa::{InstructionSet, Isa, ParseIsaError};
use crate::judge::Problem;
use crate::named::{Named, UnknownName};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsStr;
use std::fmt;

/// A parser of names: how one is read, and which are known.
pub struct NameParser<T, E> {
    parse: fn(&str) -> Result<T, E>,
    known: fn() -> Vec<String>,
}

impl<T: Named> NameParser<&'static T, UnknownName> {
    /// The parser of the names of a table.
    const ENTRY: Self =
        Self { parse: T::named, known: || T::names().into_iter().map(str::to_owned).collect() };
}

impl<T, E> Clone for NameParser<T, E> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<T, E> fmt::Debug for NameParser<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((self.known)()).finish()
    }
}

impl<T, E> TypedValueParser for NameParser<T, E>
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
            let mut error = clap::Error::new(ErrorKind::ValueValidation).with_cmd(command);
            let _ = error.insert(ContextKind::Custom, ContextValue::String(message));
            error
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
pub fn order() -> NameParser<OrderAndTie, ConfigError> {
    NameParser {
        parse: str::parse,
        known: || {
            let mut known = Vec::new();
            for entry in &VARIABLE_ORDERINGS {
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

/// `ORDER[:TIE]/VALUE/PRUNING`; completed with every ordering and level, and the default value
/// ordering.
#[must_use]
pub fn config() -> NameParser<Config, ConfigError> {
    NameParser {
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

/// The grammar of configs and the names of its parts, for `--help`.
#[must_use]
pub fn grammar() -> String {
    let orders = VARIABLE_ORDERINGS.iter().map(|entry| entry.name);
    let aliases = ALIASES.iter().map(|&(alias, _)| alias);
    let axes = [
        ("ORDER", orders.chain(aliases).collect()),
        ("TIE", TieEntry::names()),
        ("VALUE", ValueEntry::names()),
        ("PRUNING", PruningEntry::names()),
        ("BRANCHING", BranchingEntry::names()),
        ("PRESET", Preset::names()),
        ("ENGINE", EngineEntry::names()),
        ("GOAL", vec!["first", "unique", "count:K", "max_score"]),
    ];
    let mut text = String::from(
        "Names (dokubench list explains each):\n  \
         CONFIG: ORDER[:TIE]/VALUE/PRUNING[/two_way], e.g. first_fail:ddeg/indomain_min/singles\n",
    );
    for (axis, names) in axes {
        text += &format!("  {axis}: {}\n", names.join(", "));
    }
    text
}

/// A goal; `count:K` is completed with an example.
#[must_use]
pub fn goal() -> NameParser<Goal, ParseGoalError> {
    NameParser {
        parse: str::parse,
        known: || ["first", "unique", "count:1000", "max_score"].map(str::to_owned).to_vec(),
    }
}

/// An instruction set that this CPU has.
#[must_use]
pub fn isa() -> NameParser<Isa, ParseIsaError> {
    NameParser {
        parse: str::parse,
        known: || InstructionSet::ALL.map(|set| set.name().to_owned()).to_vec(),
    }
}

/// Makes the parsers of entries of tables.
macro_rules! entries {
    ($($(#[$doc:meta])* $parser:ident: $entry:ty;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $parser() -> NameParser<&'static $entry, UnknownName> {
            NameParser::ENTRY
        }
    )*};
}
entries! {
    /// A tie-break.
    tie: TieEntry;
    /// A value ordering.
    value: ValueEntry;
    /// A pruning level.
    pruning: PruningEntry;
    /// A branching.
    branching: BranchingEntry;
    /// A preset.
    preset: Preset;
    /// A problem of an online judge.
    problem: Problem;
    /// A kind of puzzle that can be made.
    puzzle_kind: Kind;
    /// A format in which corpora are read.
    format: Format;
    /// A symmetry of the pattern of clues.
    pattern: Pattern;
}

/// An engine other than the search, which is named by its configs: the error says so.
#[must_use]
pub fn engine() -> NameParser<&'static EngineEntry, String> {
    const SEARCH: &str = EngineName::SEARCH.as_str();
    NameParser {
        parse: |text| {
            let others = EngineEntry::names();
            if text == SEARCH {
                return Err(format!(
                    "the engine {SEARCH} runs configs: expected --config, --order or --preset for \
                     it; --engine takes {}",
                    others.join(", ")
                ));
            }
            let known = [SEARCH].into_iter().chain(others);
            let unknown = || UnknownName::new(EngineEntry::KIND, text, known).to_string();
            EngineEntry::named(text).map_err(|_| unknown())
        },
        known: NameParser::<&'static EngineEntry, UnknownName>::ENTRY.known,
    }
}

/// A format in which corpora are read, where `--output-format` names another one: the error says so.
#[must_use]
pub fn input_format() -> NameParser<&'static Format, String> {
    NameParser {
        parse: |text| {
            Format::named(text)
                .map_err(|error| format!("{error}; --output-format is that of the output"))
        },
        known: NameParser::<&'static Format, UnknownName>::ENTRY.known,
    }
}

/// A format in which corpora are written.
#[must_use]
pub fn written_format() -> NameParser<&'static Writer, UnknownName> {
    NameParser {
        parse: Writer::named,
        known: || Writer::all().map(|writer| writer.name.to_owned()).collect(),
    }
}
