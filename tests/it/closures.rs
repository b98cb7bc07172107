//! Laws of the closures: what a level leaves of a state is a property of the level and the state.
//!
//! The states are those of puzzles with one, many and no solution, thinned out at random, so that
//! every rule has something to do and some states are refuted.

use crate::support::{mixed_puzzles, solve};
use dokubench::goal::Goal;
use dokubench::grid::{Cell, Digit, Puzzle, Symmetry};
use dokubench::pruning::{
    AllDifferent, Bounds, Fc, Fish, Gac, HallIntervals, HallSets, HiddenPairs, HiddenSingles,
    Level, Locked, LockedCandidates, Naked, NakedPairs, NakedSingles, Pairs, Probes, RowsToColumns,
    Rule, RuleLevel, Rules as _, Sac, Singles, TriadSets, Triads,
};
use dokubench::random::{Choices, Chooser};
use dokubench::state::{Candidates, Conflict};

/// A state, or what is below all states: a refuted one.
type Closed = Result<Candidates, Conflict>;
type Close = fn(Candidates) -> Closed;

fn close<L: RuleLevel>(mut state: Candidates) -> Closed {
    L::close(&mut state).map(|()| state)
}

const LEVELS: [(&str, Close); 11] = [
    (Fc::NAME, close::<Fc>),
    (Naked::NAME, close::<Naked>),
    (Singles::NAME, close::<Singles>),
    (Bounds::NAME, close::<Bounds>),
    (AllDifferent::NAME, close::<AllDifferent>),
    (Locked::NAME, close::<Locked>),
    (Triads::NAME, close::<Triads>),
    (Pairs::NAME, close::<Pairs>),
    (Gac::NAME, close::<Gac>),
    (Fish::NAME, close::<Fish>),
    (Sac::NAME, close::<Sac>),
];

/// Which level is stronger than which.
const STRONGER: [(Close, Close); 13] = [
    (close::<Fc>, close::<Naked>),
    (close::<Naked>, close::<Singles>),
    (close::<Naked>, close::<Bounds>),
    (close::<Bounds>, close::<AllDifferent>),
    (close::<Singles>, close::<AllDifferent>),
    (close::<AllDifferent>, close::<Gac>),
    (close::<Singles>, close::<Locked>),
    (close::<Locked>, close::<Triads>),
    (close::<Locked>, close::<Pairs>),
    (close::<Triads>, close::<Gac>),
    (close::<Pairs>, close::<Gac>),
    (close::<Gac>, close::<Fish>),
    (close::<Pairs>, close::<Sac>),
];

/// Whether no candidate is in `a` that is not in `b`; a refuted state has none.
fn is_subset(a: &Closed, b: &Closed) -> bool {
    match (a, b) {
        (Err(Conflict), _) => true,
        (Ok(_), Err(Conflict)) => false,
        (Ok(a), Ok(b)) => a.domains().iter().zip(b.domains()).all(|(a, b)| a & !b == 0),
    }
}

/// No candidates at all.
fn nothing() -> Candidates {
    let mut nothing = Candidates::FULL;
    Cell::all().for_each(|cell| Digit::all().for_each(|digit| nothing.strike(cell, digit)));
    nothing
}

/// The state of a puzzle's clues.
fn state_of(puzzle: &Puzzle) -> Candidates {
    let mut state = Candidates::FULL;
    let filled = puzzle.clues().try_for_each(|(cell, digit)| state.fill(cell, digit));
    filled.expect("clues that do not contradict each other");
    state
}

/// The state without one in `n` of the candidates, at random; those of `spared` stay.
fn thinned(state: &Candidates, choices: &mut Choices, n: u32, spared: &Candidates) -> Candidates {
    let mut thinned = *state;
    for cell in Cell::all() {
        for digit in state.candidates_of(cell) {
            if choices.choose(n) == 0 && !spared.candidates_of(cell).contains(digit) {
                thinned.strike(cell, digit);
            }
        }
    }
    thinned
}

/// States to close: as the clues leave them, thinned around a solution, and thinned anywhere.
fn states() -> Vec<Candidates> {
    let puzzles = mixed_puzzles(12);
    let outcomes = solve("first_fail:ddeg/indomain_min/locked", Goal::First, &puzzles, None);
    let mut choices = Choices::new(11, Chooser::Variable);
    let mut states = Vec::new();
    for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
        let state = state_of(puzzle);
        states.push(state);
        if let Some(solution) = outcome.found.solution {
            let mut full = Candidates::FULL;
            for cell in Cell::all() {
                full.fill(cell, solution.digit(cell)).expect("a solution");
            }
            for n in [3, 6, 20] {
                states.push(thinned(&state, &mut choices, n, &full));
            }
        }
        states.push(thinned(&state, &mut choices, 12, &nothing()));
    }
    states
}

#[test]
fn a_stronger_level_leaves_a_subset() {
    let mut differences = [0; STRONGER.len()];
    for state in states() {
        for (&(weak, strong), differences) in STRONGER.iter().zip(&mut differences) {
            let (weak, strong) = (weak(state), strong(state));
            assert!(is_subset(&strong, &weak), "{state:?}");
            *differences += usize::from(strong != weak);
        }
    }
    assert!(differences.iter().all(|&differences| differences > 0), "{differences:?}");
}

#[test]
fn fewer_candidates_before_are_no_more_after() {
    let mut choices = Choices::new(12, Chooser::Variable);
    for state in states() {
        for (name, close) in LEVELS {
            let closed = close(state);
            assert!(is_subset(&closed, &Ok(state)), "{name} adds a candidate");
            let fewer = thinned(&state, &mut choices, 9, &nothing());
            assert!(is_subset(&close(fewer), &closed), "{name} is not monotone");
            if let Ok(fixpoint) = closed {
                assert_eq!(close(fixpoint), closed, "{name} does not end at a fixpoint");
            }
        }
    }
}

type Apply = fn(&mut Candidates) -> Result<bool, Conflict>;

/// A level and its rules one by one, checked to be those of the level.
macro_rules! rules {
    ($level:ty, $($rule:ty),+) => {{
        let names = <$level as RuleLevel>::Rules::names();
        assert_eq!(names, [$(<$rule as Rule>::NAME),+]);
        (<$level>::NAME, close::<$level> as Close, vec![$(<$rule as Rule>::apply as Apply),+])
    }};
}

/// All orders of some rules (Heap's algorithm).
fn permutations(rules: &mut [Apply], among: usize, visit: &mut impl FnMut(&[Apply])) {
    if among < 2 {
        return visit(rules);
    }
    for last in 0..among {
        permutations(rules, among - 1, visit);
        rules.swap(if among.is_multiple_of(2) { last } else { 0 }, among - 1);
    }
}

/// The rules in this order, round after round until a round changes nothing.
fn close_in_rounds(rules: &[Apply], mut state: Candidates) -> Closed {
    loop {
        let mut has_changed = false;
        for rule in rules {
            has_changed |= rule(&mut state)?;
        }
        if !has_changed {
            return Ok(state);
        }
    }
}

#[test]
fn the_order_of_rules_makes_no_difference() {
    let levels = [
        rules!(Naked, NakedSingles),
        rules!(Singles, NakedSingles, HiddenSingles),
        rules!(Locked, NakedSingles, HiddenSingles, LockedCandidates),
        rules!(Triads, NakedSingles, HiddenSingles, LockedCandidates, TriadSets),
        rules!(Pairs, NakedSingles, HiddenSingles, LockedCandidates, NakedPairs, HiddenPairs),
        rules!(Bounds, NakedSingles, HallIntervals),
        rules!(AllDifferent, NakedSingles, HiddenSingles, HallSets),
        rules!(Gac, NakedSingles, HiddenSingles, LockedCandidates, HallSets),
        rules!(Fish, NakedSingles, HiddenSingles, LockedCandidates, HallSets, RowsToColumns),
        rules!(Sac, NakedSingles, HiddenSingles, Probes<Singles>),
    ];
    let states = states();
    for (name, close, mut rules) in levels {
        let expected: Vec<Closed> = states.iter().map(|&state| close(state)).collect();
        let (count, mut orders) = (rules.len(), 0);
        permutations(&mut rules, count, &mut |order| {
            orders += 1;
            // Each order on every seventh state.
            for (state, expected) in states.iter().zip(&expected).skip(orders % 7).step_by(7) {
                assert_eq!(&close_in_rounds(order, *state), expected, "{name}, order {orders}");
            }
        });
        assert_eq!(orders, (1..=count).product::<usize>(), "{name}");
        let refuted = expected.iter().filter(|closed| closed.is_err()).count();
        assert!(refuted > 0 && refuted < states.len(), "{name}: {refuted} refuted");
    }
}

/// The candidates of a state turned by a symmetry, by cell.
fn image(symmetry: &Symmetry, state: &Candidates) -> [u16; Cell::COUNT] {
    let mut image = [0; Cell::COUNT];
    for cell in Cell::all() {
        for digit in state.candidates_of(cell) {
            let (cell, digit) = symmetry.image(cell, digit);
            image[cell.index()] |= 1 << digit.index();
        }
    }
    image
}

#[test]
fn closures_commute_with_symmetries() {
    let mut choices = Choices::new(13, Chooser::Isomorph);
    for puzzle in mixed_puzzles(12) {
        for _ in 0..4 {
            let symmetry = Symmetry::random(|n| choices.choose(n));
            let isomorph = symmetry.apply(&puzzle);
            // Bounds are those of an order of the digits, which a symmetry changes.
            for (name, close) in LEVELS.into_iter().filter(|&(name, _)| name != Bounds::NAME) {
                let (given, turned) = (close(state_of(&puzzle)), close(state_of(&isomorph)));
                let given = given.map(|state| image(&symmetry, &state));
                assert_eq!(given, turned.map(|state| state.domains()), "{name} on {puzzle}");
            }
        }
    }
}
