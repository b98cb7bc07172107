//! `impact` and `impact_fewest`: a plain program of the definition, compared with every instruction set
//! at every node, and the known totals.

use crate::golden_counts::{Row, rows};
use crate::support::{mixed_puzzles, puzzles_of, shared, solve};
use dokubench::engine::Limits;
use dokubench::goal::{CountTo, Goal};
use dokubench::grid::{Cell, CellSet, Digit, PEERS, Puzzle, Unit};
use dokubench::isa::Isa;
use dokubench::pruning::{
    AtIsa, Gac, Level, Locked, Naked, NoPruning, Pruning, RuleLevel, Singles, Strength,
};
use dokubench::search::{Search, Searching};
use dokubench::state::{Candidates, State, UnitMasks};
use dokubench::value_ordering::IndomainMin;
use dokubench::variable_ordering::tie_break::Lowest;
use dokubench::variable_ordering::{
    AnyOrdering, CellOrPlace, Impact, ImpactFewest, NamedOrdering, Setup, VariableOrdering, boxed,
};
use std::num::NonZero;

/// The alternatives of an item, and the item.
type Alternatives = Vec<(Cell, Digit)>;

/// The blank cells of a unit that hold the digit.
fn holders<S: State>(state: &S, unit: Unit, digit: Digit) -> CellSet {
    state.holders(digit) & unit.cell_set()
}

/// B(n(u, x)).
fn worth<S: State>(state: &S, unit: Unit, digit: Digit) -> u64 {
    match holders(state, unit, digit).len() {
        2 => 12,
        3 => 6,
        4 => 3,
        5 => 2,
        6 => 1,
        _ => 0,
    }
}

/// w(c, d).
fn weight<S: State>(state: &S, cell: Cell, digit: Digit) -> u64 {
    let mut weight = 0;
    for peer in state.holders(digit) & PEERS[cell] {
        let elsewhere = Unit::of(peer).into_iter().filter(|unit| !unit.cell_set().contains(cell));
        weight += 8 + elsewhere.map(|unit| worth(state, unit, digit)).sum::<u64>();
    }
    for other in state.domain(cell).without(digit) {
        weight += Unit::of(cell).into_iter().map(|unit| worth(state, unit, other)).sum::<u64>();
    }
    weight
}

fn score<S: State>(state: &S, alternatives: &Alternatives) -> u64 {
    let of_one = |&(cell, digit): &(Cell, Digit)| {
        let weight = weight(state, cell, digit).max(12);
        (1 << 22) / (weight * weight)
    };
    alternatives.iter().map(of_one).sum()
}

/// All items, in the order in which ties are resolved.
fn items<S: State>(state: &S) -> Vec<(CellOrPlace, Alternatives)> {
    let of_cell =
        |cell| state.domain(cell).into_iter().map(|digit| (cell, digit)).collect::<Vec<_>>();
    let cells = state.blanks().into_iter().map(|cell| (CellOrPlace::Cell(cell), of_cell(cell)));
    let places = Unit::all().flat_map(|unit| {
        state.unplaced(unit).into_iter().map(move |digit| {
            let cells = holders(state, unit, digit).into_iter();
            let places: Alternatives = cells.map(|cell| (cell, digit)).collect();
            (CellOrPlace::Place(unit, digit), places)
        })
    });
    // A digit without a place is no item.
    cells.chain(places.filter(|(_, places)| !places.is_empty())).collect()
}

/// The item that the definition selects.
fn reference<S: State>(state: &S, is_fewest: bool) -> CellOrPlace {
    let items = items(state);
    let fewest = items.iter().map(|(_, alternatives)| alternatives.len()).min().expect("an item");
    let most = if is_fewest { fewest } else { fewest.max(3) };
    let eligible = items.iter().filter(|(_, alternatives)| alternatives.len() <= most);
    let (item, _) =
        eligible.min_by_key(|(_, alternatives)| score(state, alternatives)).expect("an item");
    *item
}

/// An ordering that selects as every form does, which it compares.
struct Compared<S> {
    forms: Vec<(Isa, AnyOrdering<S>)>,
    is_fewest: bool,
    nodes: usize,
}

impl<S: State> Compared<S> {
    fn new(strength: Strength, is_fewest: bool) -> Self {
        let forms = Isa::available().iter().map(|&isa| {
            let setup = Setup { seed: 0, strength, isa };
            let form = if is_fewest {
                boxed(ImpactFewest::build::<S, _>(&setup, Lowest))
            } else {
                boxed(Impact::build::<S, _>(&setup, Lowest))
            };
            (isa, form)
        });
        Self { forms: forms.collect(), is_fewest, nodes: 0 }
    }
}

impl<S: State> VariableOrdering<S> for Compared<S> {
    type Item = CellOrPlace;

    fn select(&mut self, state: &S, depth: usize) -> CellOrPlace {
        let expected = reference(state, self.is_fewest);
        for (isa, form) in &mut self.forms {
            assert_eq!(form.select(state, depth), expected, "with {isa}");
        }
        self.nodes += 1;
        expected
    }
}

/// Compares all forms at every node of the searches of puzzles with a level.
fn compare<S: State, P: Pruning<S>>(
    puzzles: &[Puzzle],
    strength: Strength,
    level: impl Fn() -> P,
    blank: S,
    limits: &Limits<'_>,
) {
    for is_fewest in [false, true] {
        let compared = Compared::new(strength, is_fewest);
        let mut search = Search::new(level(), compared, IndomainMin, blank);
        for puzzle in puzzles {
            let _ = search.run(puzzle, &mut CountTo::new(NonZero::new(2).expect("2")), limits);
        }
    }
}

fn compare_at<L: RuleLevel + Level + Send>(puzzles: &[Puzzle], limits: &Limits<'_>) {
    let level = || AtIsa::<L>::new(Isa::best());
    compare(puzzles, L::STRENGTH, level, Candidates::FULL, limits);
}

#[test]
fn every_form_selects_what_the_definition_says() {
    let puzzles = [mixed_puzzles(4), vec![Puzzle::EMPTY]].concat();
    let limits = Limits { nodes: NonZero::new(200), interrupt: None };
    compare(&puzzles, Strength::None, || NoPruning, UnitMasks::EMPTY, &limits);
    compare_at::<dokubench::pruning::Fc>(&puzzles, &limits);
    compare_at::<Naked>(&puzzles, &limits);
    compare_at::<Singles>(&puzzles, &limits);
    compare_at::<Locked>(&puzzles, &limits);
    compare_at::<Gac>(&puzzles, &limits);
}

#[test]
fn every_form_selects_what_the_definition_says_on_magictour() {
    let Some(shared) = shared() else { return };
    let puzzles = puzzles_of(&shared.join("corpora/magictour_top1465.txt"));
    compare_at::<Singles>(&puzzles, &Limits::default());
    compare_at::<Locked>(&puzzles, &Limits::default());
}

/// Compares the totals of the rows of the known totals.
fn check_totals(is_checked: impl Fn(&Row) -> bool) {
    let Some(shared) = shared() else { return };
    let rows = rows(&shared.join("golden/impact_totals.csv"));
    let mut checked = 0;
    for row in rows.iter().filter(|row| is_checked(row)) {
        let puzzles = puzzles_of(&shared.join("corpora").join(&row["corpus"]));
        let outcomes = solve(&row["config"], Goal::Unique, &puzzles, None);
        assert_eq!(row["puzzles"], outcomes.len().to_string());
        let sums = outcomes.iter().fold([0; 4], |sums: [u64; 4], outcome| {
            let counts = outcome.counts;
            let known = [counts.nodes, counts.branches, counts.guesses, counts.fails];
            std::array::from_fn(|i| sums[i] + known[i].expect("search counts everything"))
        });
        for (sum, name) in sums.iter().zip(["nodes", "branches", "guesses", "fails"]) {
            assert_eq!(row[&format!("{name}_sum")], sum.to_string(), "{name} of {row:?}");
        }
        checked += 1;
    }
    eprintln!("{checked} of {} rows checked", rows.len());
    assert!(checked > 0);
}

#[test]
fn totals_are_the_known_ones() {
    check_totals(|row| row["nodes_sum"].parse::<u64>().expect("a number") < 100_000);
}

/// All rows, which take minutes: `scripts/slow-checks`.
#[test]
#[ignore = "takes minutes; scripts/slow-checks runs it"]
fn all_totals_are_the_known_ones() {
    check_totals(|_| true);
}
