//! Every name and its constructor: the one file that knows them all.
//!
//! The tables feed the command line, `list`, shell completion and the errors that name what is
//! known. Adding a strategy is its file, its `mod` line, and one line here.

mod config;

pub use crate::engine::Settings;
use crate::engine::{
    Bitboard, Clock, Dlx, Engine, Identity, Kernel, Lanes, NamedEngine, Refill, SearchEngine,
    WorkerFactory, bounded_search_worker, search_worker,
};
use crate::goal::Goal;
use crate::isa::Isa;
use crate::pruning::{
    AtIsa, Fc, Fish, Gac, Level, Locked, Naked, NoPruning, Pairs, Pruning, RuleLevel, RuleMeter,
    Rules, Sac, Singles, Strength, Triads,
};
use crate::search::Search;
use crate::state::{Candidates, UnitMasks};
use crate::value_ordering::{
    DigitScarce, IndomainMax, IndomainMin, IndomainRandom, Lcv, Mcv, ValueOrdering, Values,
};
use crate::variable_ordering::tie_break::{self, Ddeg, Highest, Lowest, MinDdeg, Tie, TieBreak};
use crate::variable_ordering::{
    AntiFirstFail, AnyOrdering, DomDdeg, DomWdeg, ExactCoverS, FirstFail, InputOrder, LastConflict,
    MaxElimination, NamedOrdering, Random, RowFewestBlanks, RowMostBlanks, Setup,
    StaticAntiFirstFail, StaticFirstFail, boxed,
};
use config::unknown;
pub(crate) use config::write_unknown;
pub use config::{ALIASES, Config, ConfigError, OrderAndTie, cross_product};
use std::sync::Arc;

/// The variable orderings.
pub static VARIABLE_ORDERINGS: &[VariableEntry] = &[
    VariableEntry::of::<InputOrder>(),
    VariableEntry::of::<StaticFirstFail>(),
    VariableEntry::of::<StaticAntiFirstFail>(),
    VariableEntry::of::<RowFewestBlanks>(),
    VariableEntry::of::<RowMostBlanks>(),
    VariableEntry::of::<FirstFail>(),
    VariableEntry::of::<AntiFirstFail>(),
    VariableEntry::of::<Random>(),
    VariableEntry::of::<DomDdeg>(),
    VariableEntry::of::<DomWdeg>(),
    VariableEntry::of::<ExactCoverS>(),
    VariableEntry::of::<MaxElimination>(),
    VariableEntry::of::<LastConflict>(),
];

/// The tie-breaks; the first is the default.
pub static TIE_BREAKS: &[TieEntry] = &[
    TieEntry::of::<Lowest>(),
    TieEntry::of::<Highest>(),
    TieEntry::of::<tie_break::Random>(),
    TieEntry::of::<Ddeg>(),
    TieEntry::of::<MinDdeg>(),
];

/// The value orderings; the first is the default.
pub static VALUE_ORDERINGS: &[ValueEntry] = &[
    ValueEntry::of::<IndomainMin>(),
    ValueEntry::of::<IndomainMax>(),
    ValueEntry::of::<IndomainRandom>(),
    ValueEntry::of::<Lcv>(),
    ValueEntry::of::<Mcv>(),
    ValueEntry::of::<DigitScarce>(),
];

/// The pruning levels.
pub static PRUNINGS: &[PruningEntry] = &[
    PruningEntry::none(),
    PruningEntry::of::<Fc>(),
    PruningEntry::of::<Naked>(),
    PruningEntry::of::<Singles>(),
    PruningEntry::of::<Locked>(),
    PruningEntry::of::<Triads>(),
    PruningEntry::of::<Pairs>(),
    PruningEntry::of::<Gac>(),
    PruningEntry::of::<Fish>(),
    PruningEntry::of::<Sac>(),
];

/// The engines other than the search: solvers of their own kind.
pub static ENGINES: &[EngineEntry] = &[
    EngineEntry::of::<Bitboard>(),
    EngineEntry::of::<Dlx>(),
    EngineEntry::of::<Kernel>(),
    EngineEntry::of::<Lanes>(),
];

/// The presets: the searches of the four programs that the project grew from.
pub static PRESETS: &[Preset] = &[
    Preset { name: "acwing166", config: "first_fail:lowest/indomain_min/none", goal: Goal::First },
    Preset { name: "poj3074", config: "first_fail:lowest/indomain_min/none", goal: Goal::First },
    Preset { name: "poj2676", config: "input_order/indomain_min/none", goal: Goal::First },
    Preset { name: "p1074", config: "row_fewest_blanks/indomain_min/none", goal: Goal::MaxScore },
];

/// A config and goal under the name of the program that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The program's problem.
    pub name: &'static str,
    /// Its search.
    pub config: &'static str,
    /// What it is asked for.
    pub goal: Goal,
}

/// A variable ordering: its names, and its searches.
#[derive(Debug)]
pub struct VariableEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// The rule in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    /// Whether a config may name a tie-break.
    pub takes_tie: bool,
    build: fn(&Setup, &TieEntry) -> AnyOrdering<Candidates>,
    none: fn(&Recipe, Goal, Isa) -> Box<dyn crate::engine::Worker>,
}

/// A tie-break: its names, and its constructors for both kinds of state.
#[derive(Debug)]
pub struct TieEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// The rule in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    on_masks: fn(u64) -> Box<dyn TieBreak<UnitMasks>>,
    on_candidates: fn(u64) -> Box<dyn TieBreak<Candidates>>,
}

/// A value ordering: its names, and its constructors for both kinds of state.
#[derive(Debug)]
pub struct ValueEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// The rule in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    on_masks: fn(u64) -> Box<dyn ValueOrdering<UnitMasks>>,
    on_candidates: fn(u64) -> Box<dyn ValueOrdering<Candidates>>,
}

/// Makes a level for an instruction set; lent a clock, one that meters its rules.
type PruningBuilder = fn(Isa, Option<Clock>) -> Box<dyn Pruning<Candidates>>;

/// A pruning level: its names, and how it prunes.
#[derive(Debug)]
pub struct PruningEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// What is inferred at every node.
    pub formula: &'static str,
    /// The name in constraint programming, and the source.
    pub source: &'static str,
    /// Its rules, in the order in which they are tried.
    pub rules: fn() -> Vec<&'static str>,
    strength: Strength,
    /// The level on candidates; the level `none` has none.
    build: Option<PruningBuilder>,
}

/// An engine other than the search: its name, and its constructor.
#[derive(Debug)]
pub struct EngineEntry {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// How it solves, in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    /// Whether it is run where no config and no engine is named.
    pub is_default: bool,
    build: fn(&Settings) -> Vec<Arc<dyn Engine>>,
}

impl EngineEntry {
    const fn of<E: NamedEngine>() -> Self {
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
    pub fn engines(&self, settings: &Settings) -> Vec<Arc<dyn Engine>> {
        (self.build)(settings)
    }
}

/// Entries are rows of one table: the name tells them apart.
macro_rules! equal_by_name {
    ($($entry:ty),*) => {$(
        impl PartialEq for $entry {
            fn eq(&self, other: &Self) -> bool {
                self.name == other.name
            }
        }
        impl Eq for $entry {}
    )*};
}
equal_by_name!(VariableEntry, TieEntry, ValueEntry, PruningEntry, EngineEntry);

/// A config and all else that its searches depend on.
struct Recipe {
    config: Config,
    settings: Settings,
}

impl Recipe {
    fn setup(&self) -> Setup {
        Setup { seed: self.settings.seed, strength: self.config.pruning.strength }
    }

    /// The tie-break; orderings that leave no ties never ask it.
    fn tie(&self) -> &'static TieEntry {
        self.config.tie.unwrap_or(&TIE_BREAKS[0])
    }
}

impl VariableEntry {
    const fn of<O: NamedOrdering>() -> Self {
        Self {
            name: O::NAME,
            formula: O::FORMULA,
            source: O::SOURCE,
            takes_tie: O::TAKES_TIE,
            build: |setup, tie| {
                boxed(O::build::<Candidates, _>(setup, (tie.on_candidates)(setup.seed)))
            },
            none: |recipe, goal, isa| {
                let (setup, tie) = (recipe.setup(), recipe.tie());
                let (value, bound) = (recipe.config.value, recipe.settings.bound);
                let blank = UnitMasks::EMPTY;
                if tie.name == Lowest::NAME && value.name == IndomainMin::NAME && !bound {
                    let ordering = O::build(&setup, Lowest);
                    let search = Search::new(NoPruning, ordering, IndomainMin, blank);
                    return search_worker(search, goal, isa);
                }
                let ordering = O::build(&setup, (tie.on_masks)(setup.seed));
                let values = (value.on_masks)(setup.seed);
                if bound {
                    let search = Search::new(NoPruning, boxed(ordering), values, blank);
                    bounded_search_worker(search, isa)
                } else {
                    search_worker(Search::new(NoPruning, ordering, values, blank), goal, isa)
                }
            },
        }
    }
}

impl TieEntry {
    const fn of<T: Tie>() -> Self {
        Self {
            name: T::NAME,
            formula: T::FORMULA,
            source: T::SOURCE,
            on_masks: |seed| Box::new(T::build(seed)),
            on_candidates: |seed| Box::new(T::build(seed)),
        }
    }
}

impl ValueEntry {
    const fn of<V: Values>() -> Self {
        Self {
            name: V::NAME,
            formula: V::FORMULA,
            source: V::SOURCE,
            on_masks: |seed| Box::new(V::build(seed)),
            on_candidates: |seed| Box::new(V::build(seed)),
        }
    }
}

impl PruningEntry {
    const fn none() -> Self {
        Self::named::<NoPruning>(Vec::new, None)
    }

    const fn of<L: RuleLevel + Send + 'static>() -> Self {
        Self::named::<L>(
            L::Rules::names,
            Some(|isa, clock| match clock {
                None => Box::new(AtIsa::<L>::new(isa)),
                Some(clock) => Box::new(AtIsa::<L, RuleMeter>::metered(isa, clock)),
            }),
        )
    }

    const fn named<L: Level>(
        rules: fn() -> Vec<&'static str>,
        build: Option<PruningBuilder>,
    ) -> Self {
        Self {
            name: L::NAME,
            formula: L::FORMULA,
            source: L::SOURCE,
            rules,
            strength: L::STRENGTH,
            build,
        }
    }
}

/// The engine `search` for a config.
#[must_use]
pub fn search(config: &Config, settings: &Settings) -> Arc<dyn Engine> {
    let engine = search_by(config, settings, None);
    if (config.pruning.rules)().is_empty() {
        return Arc::new(engine);
    }
    let (config, settings) = (*config, *settings);
    let metered = move |clock| Arc::new(search_by(&config, &settings, Some(clock))) as _;
    Arc::new(engine.with_rules(Box::new(metered)))
}

/// The engine `search` for a config; lent a clock, with its rules metered.
fn search_by(config: &Config, settings: &Settings, clock: Option<Clock>) -> SearchEngine {
    let identity = Identity {
        config: config.to_string(),
        engine: "search".to_owned(),
        var_order: config.variable.name.to_owned(),
        tie_break: config.tie.map_or("", |tie| tie.name).to_owned(),
        val_order: config.value.name.to_owned(),
        pruning: config.pruning.name.to_owned(),
        formula: config.formula(),
    };
    let recipe = Recipe { config: *config, settings: *settings };
    let factory: WorkerFactory = match config.pruning.build {
        None => Box::new(move |goal, isa| (recipe.config.variable.none)(&recipe, goal, isa)),
        Some(pruning) => Box::new(move |goal, isa| {
            let ordering = (recipe.config.variable.build)(&recipe.setup(), recipe.tie());
            let values = (recipe.config.value.on_candidates)(recipe.settings.seed);
            let search = Search::new(pruning(isa, clock), ordering, values, Candidates::FULL);
            if recipe.settings.bound {
                bounded_search_worker(search, isa)
            } else {
                search_worker(search, goal, isa)
            }
        }),
    };
    if settings.bound {
        SearchEngine::bounded(identity, factory)
    } else {
        SearchEngine::new(identity, factory)
    }
}

/// From about so many puzzles at once, `lanes` is faster than `bitboard` (`results/engines/`).
const BATCH: usize = 256;

/// The fastest engine for a goal and a number of puzzles at once. Whatever the number, it finds the
/// same solution first: `lanes` and `bitboard` have the same tree.
#[must_use]
pub fn fastest(goal: Goal, puzzles: usize) -> Arc<dyn Engine> {
    if goal == Goal::MaxScore {
        let config = "first_fail:ddeg/indomain_max/locked".parse().expect("a known config");
        return search(&config, &Settings { bound: true, ..Settings::default() });
    }
    if puzzles >= BATCH {
        return Arc::new(Lanes::with_refill(Refill::BEST));
    }
    Arc::new(Bitboard::new())
}

/// Looks a name up in a table.
macro_rules! lookup {
    ($function:ident, $table:ident, $entry:ty, $kind:literal) => {
        #[doc = concat!("The ", $kind, " of a name.")]
        ///
        /// # Errors
        /// [`ConfigError::Unknown`] with the known names.
        pub fn $function(name: &str) -> Result<&'static $entry, ConfigError> {
            $table
                .iter()
                .find(|entry| entry.name == name)
                .ok_or_else(|| unknown($kind, name, $table.iter().map(|e| e.name).collect()))
        }
    };
}
lookup!(variable_ordering, VARIABLE_ORDERINGS, VariableEntry, "variable ordering");
lookup!(tie_break, TIE_BREAKS, TieEntry, "tie-break");
lookup!(value_ordering, VALUE_ORDERINGS, ValueEntry, "value ordering");
lookup!(pruning, PRUNINGS, PruningEntry, "pruning level");
lookup!(engine, ENGINES, EngineEntry, "engine");
lookup!(preset, PRESETS, Preset, "preset");
