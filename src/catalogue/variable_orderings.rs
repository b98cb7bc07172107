//! The variable orderings.

use super::table::Table;
use super::tie_breaks::TieEntry;
use super::value_orderings::ValueEntry;
use crate::engine::{Job, Worker, bounded_search_worker, search_worker};
use crate::named::Named;
use crate::pruning::NoPruning;
use crate::search::Search;
use crate::state::{Candidates, UnitMasks};
use crate::value_ordering::{IndomainMin, Values};
use crate::variable_ordering::tie_break::{Lowest, Tie};
use crate::variable_ordering::{
    AntiFirstFail, AnyOrdering, DomDdeg, DomWdeg, ExactCoverS, FirstFail, Impact, ImpactFewest,
    InputOrder, LastConflict, MaxElimination, NamedOrdering, Random, RowFewestBlanks,
    RowMostBlanks, Setup, StaticAntiFirstFail, StaticFirstFail, boxed,
};

/// The variable orderings.
pub static VARIABLE_ORDERINGS: Table<VariableEntry> = Table::new(
    &[
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
        VariableEntry::of::<Impact>(),
        VariableEntry::of::<ImpactFewest>(),
        VariableEntry::of::<MaxElimination>(),
        VariableEntry::of::<LastConflict>(),
    ],
    &["brelaz"],
);

/// A variable ordering: its names, and its searches.
#[derive(Clone, Copy, Debug)]
pub struct VariableEntry {
    /// The name in configs and files.
    pub name: &'static str,
    /// The rule in a line.
    pub formula: &'static str,
    /// Synonyms and source.
    pub source: &'static str,
    /// Whether a config may name a tie-break.
    pub takes_tie: bool,
    /// Whether it selects places of digits besides cells.
    pub selects_places: bool,
    /// Whether its choices depend on earlier nodes or random numbers.
    pub has_memory: bool,
    /// Makes the ordering on candidates.
    pub(super) build: fn(&Setup, &TieEntry) -> AnyOrdering<Candidates>,
    /// Makes a worker at the level `none`.
    pub(super) unpruned: fn(&Unpruned) -> Box<dyn Worker>,
}

/// What a search at the level `none` depends on besides its variable ordering.
pub(super) struct Unpruned {
    pub(super) setup: Setup,
    pub(super) tie: &'static TieEntry,
    pub(super) value: &'static ValueEntry,
    pub(super) job: Job,
}

impl VariableEntry {
    /// The entry of an ordering.
    #[must_use]
    pub const fn of<O: NamedOrdering>() -> Self {
        Self {
            name: O::NAME,
            formula: O::FORMULA,
            source: O::SOURCE,
            takes_tie: O::TAKES_TIE,
            selects_places: O::SELECTS_PLACES,
            has_memory: O::HAS_MEMORY,
            build: |setup, tie| {
                boxed(O::build::<Candidates, _>(setup, (tie.on_candidates)(setup.seed)))
            },
            unpruned: |with| {
                let Unpruned { setup, tie, value, job } = with;
                let blank = UnitMasks::EMPTY;
                let is_plain = tie.name == Lowest::NAME && value.name == IndomainMin::NAME;
                if is_plain && !job.bound {
                    let ordering = O::build(setup, Lowest);
                    let search = Search::new(NoPruning, ordering, IndomainMin, blank);
                    return search_worker(search, job);
                }
                let ordering = O::build(setup, (tie.on_masks)(setup.seed));
                let values = (value.on_masks)(setup.seed);
                if job.bound {
                    let search = Search::new(NoPruning, boxed(ordering), values, blank);
                    bounded_search_worker(search, job)
                } else {
                    search_worker(Search::new(NoPruning, ordering, values, blank), job)
                }
            },
        }
    }
}

super::entry!(VariableEntry, "variable ordering", VARIABLE_ORDERINGS);
