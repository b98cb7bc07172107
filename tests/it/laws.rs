//! Laws that hold the space of configs together. They need no known answers: each compares
//! searches with each other, on puzzles with one, many and no solution.

use crate::support::{count_to, engine, minimal_puzzle, mixed_puzzles, solve, solve_with};
use dokubench::catalogue::{Config, OrderAndTie};
use dokubench::catalogue::{PRUNINGS, TIE_BREAKS, VALUE_ORDERINGS, VARIABLE_ORDERINGS};
use dokubench::engine::{Ended, Interrupt, Job, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::{Puzzle, Symmetry};
use dokubench::isa::Isa;
use dokubench::random::{Choices, Chooser};
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};

/// Cuts the searches of the weakest configs, which laws about exhausted trees then pass over.
const LIMIT: Option<u64> = Some(200_000);

/// Orderings with every tie-break that they take.
fn orders() -> Vec<String> {
    let mut orders = Vec::new();
    for variable in VARIABLE_ORDERINGS {
        if variable.takes_tie {
            orders.extend(TIE_BREAKS.iter().map(|tie| format!("{}:{}", variable.name, tie.name)));
        } else {
            orders.push(variable.name.to_owned());
        }
    }
    orders
}

fn levels() -> impl Iterator<Item = &'static str> {
    PRUNINGS.iter().map(|level| level.name)
}

/// Orderings, with every tie-break that they take, that can branch two ways.
fn two_way_orders() -> impl Iterator<Item = String> {
    let selects_places = |order: &str| {
        let order: OrderAndTie = order.parse().expect("an ordering");
        order.variable.selects_places
    };
    orders().into_iter().filter(move |order| !selects_places(order))
}

/// The levels that can branch two ways, and the branching.
fn two_way_levels() -> impl Iterator<Item = String> {
    levels()
        .filter(|level| !matches!(*level, "none" | "fc"))
        .map(|level| format!("{level}/two_way"))
}

/// Whether ordering and tie-break look at nothing but the state.
fn is_memoryless(order: &str) -> bool {
    let (name, tie) = order.split_once(':').unwrap_or((order, ""));
    tie != "random" && !VARIABLE_ORDERINGS.iter().any(|v| v.name == name && v.has_memory)
}

fn is_cut(outcome: &Outcome) -> bool {
    outcome.ended.is_censored()
}

/// Every config answers as `locked` does, and keeps the laws.
fn check_configs(puzzles: &[Puzzle], configs: impl Iterator<Item = String>) {
    let expected = solve("first_fail/indomain_min/locked", count_to(500), puzzles, None);
    for config in configs {
        let outcomes = solve(&config, count_to(500), puzzles, LIMIT);
        for ((puzzle, outcome), expected) in puzzles.iter().zip(&outcomes).zip(&expected) {
            if is_cut(outcome) {
                continue;
            }
            let solutions = outcome.found.solutions;
            assert_eq!(solutions, expected.found.solutions, "{config} on {puzzle}");
            check_laws(&config, outcome, solutions < 500);
        }
    }
}

#[test]
fn every_config_answers_alike_and_counts_lawfully() {
    let config = |order: String| levels().map(move |level| format!("{order}/indomain_min/{level}"));
    check_configs(&mixed_puzzles(4), orders().into_iter().flat_map(config));
}

#[test]
fn two_way_branching_answers_alike_and_counts_lawfully() {
    let config =
        |order: String| two_way_levels().map(move |level| format!("{order}/indomain_min/{level}"));
    check_configs(&mixed_puzzles(2), two_way_orders().flat_map(config));
}

/// The laws of one outcome.
fn check_laws(config: &str, outcome: &Outcome, is_exhausted: bool) {
    let counts = &outcome.counts;
    let counter = |counter: Option<u64>| counter.expect("search counts everything");
    let (nodes, branches) = (counter(counts.nodes), counter(counts.branches));
    let (guesses, fails) = (counter(counts.guesses), counter(counts.fails));
    let level = config.split('/').nth(2).expect("a level");
    let order: OrderAndTie = config.split('/').next().expect("an ordering").parse().expect("known");
    let has_single_items = matches!(level, "none" | "fc")
        || (matches!(level, "naked" | "bounds") && order.variable.selects_places);
    if !has_single_items {
        assert_eq!(nodes, 1 + branches, "{config}");
    }
    if is_exhausted {
        assert_eq!(guesses + 1, fails + outcome.found.solutions, "{config}");
        assert_eq!(guesses, branches - counter(counts.choices), "{config}");
        if config.ends_with("/two_way") {
            assert_eq!(counts.choices, counts.guesses, "{config}");
        }
    }
    assert!(guesses <= branches && branches < nodes, "{config}");
    assert!(counter(counts.max_depth) <= branches, "{config}");
    assert_eq!(counts.search_free, Some(nodes == 1), "{config}");
}

#[test]
fn on_a_puzzle_with_one_solution_every_guess_is_a_fail() {
    let puzzles: Vec<_> = (0..8).map(minimal_puzzle).collect();
    for order in orders() {
        for level in levels() {
            let config = format!("{order}/indomain_min/{level}");
            for outcome in solve(&config, Goal::Unique, &puzzles, LIMIT) {
                if !is_cut(&outcome) {
                    assert_eq!(outcome.status(Goal::Unique), Status::Unique, "{config}");
                    assert_eq!(outcome.counts.guesses, outcome.counts.fails, "{config}");
                }
            }
        }
    }
}

#[test]
fn isomorphs_keep_status_and_number_of_solutions() {
    let puzzles = mixed_puzzles(2);
    let mut choices = Choices::new(7, Chooser::Isomorph);
    let isomorphs: Vec<_> = puzzles
        .iter()
        .map(|puzzle| Symmetry::random(|n| choices.choose(n)).apply(puzzle))
        .collect();
    assert!(puzzles.iter().zip(&isomorphs).all(|(puzzle, isomorph)| puzzle != isomorph));
    for order in orders() {
        for level in levels() {
            let config = format!("{order}/indomain_min/{level}");
            let [given, turned] =
                [&puzzles, &isomorphs].map(|puzzles| solve(&config, count_to(500), puzzles, LIMIT));
            for (given, turned) in given.iter().zip(&turned) {
                if !is_cut(given) && !is_cut(turned) {
                    assert_eq!(given.found.solutions, turned.found.solutions, "{config}");
                    assert_eq!(given.status(Goal::Unique), turned.status(Goal::Unique));
                }
                // A level sees in an isomorph what it sees in the puzzle, unless it depends on the
                // order of the digits.
                if level != "bounds" {
                    assert_eq!(given.counts.search_free, turned.counts.search_free, "{config}");
                }
            }
        }
    }
}

#[test]
fn value_orderings_change_no_exhausted_tree_of_an_ordering_without_memory() {
    let puzzles = mixed_puzzles(2);
    for order in orders().iter().filter(|order| is_memoryless(order)) {
        for level in levels() {
            let outcomes = |value: &str, puzzles: &[Puzzle]| {
                solve(&format!("{order}/{value}/{level}"), count_to(5_000), puzzles, LIMIT)
            };
            let all = outcomes("indomain_min", &puzzles);
            let is_exhausted = |outcome: &Outcome| outcome.ended == Ended::Exhausted;
            let exhausted = puzzles.iter().zip(&all).filter(|(_, outcome)| is_exhausted(outcome));
            let (puzzles, expected): (Vec<Puzzle>, Vec<Outcome>) = exhausted.unzip();
            for value in VALUE_ORDERINGS {
                for (outcome, expected) in outcomes(value.name, &puzzles).iter().zip(&expected) {
                    let value = value.name;
                    assert_eq!(outcome.counts, expected.counts, "{order} {value} {level}");
                }
            }
        }
    }
}

#[test]
fn none_and_fc_count_alike_where_an_empty_domain_is_taken_at_once() {
    let puzzles = mixed_puzzles(4);
    for order in ["first_fail", "dom_ddeg", "max_elimination", "exact_cover_s"] {
        for tie in TIE_BREAKS.iter().filter(|tie| tie.name != "random") {
            let counts = |level: &str| {
                let config = format!("{order}:{}/indomain_min/{level}", tie.name);
                let outcomes = solve(&config, count_to(300), &puzzles, None);
                outcomes.iter().map(|outcome| outcome.counts).collect::<Vec<_>>()
            };
            // The root apart: fc may refute it before anything is selected, as none cannot.
            assert_eq!(counts("none"), counts("fc"), "{order}:{}", tie.name);
        }
    }
}

/// The orderings that are settled by the clues.
const STATIC: [&str; 5] = [
    "input_order",
    "static_first_fail",
    "static_anti_first_fail",
    "row_fewest_blanks",
    "row_most_blanks",
];

#[test]
fn stronger_levels_never_need_more_nodes_under_a_static_order() {
    let puzzles = mixed_puzzles(3);
    let ladder = ["fc", "naked", "singles", "locked", "pairs", "gac", "fish"];
    let chains: [&[&str]; 3] = [&ladder, &["locked", "triads", "gac"], &["pairs", "sac"]];
    for order in STATIC {
        for chain in chains {
            for pair in chain.windows(2) {
                let [weak, strong] = [0, 1].map(|i| {
                    let config = format!("{order}/indomain_min/{}", pair[i]);
                    solve(&config, count_to(u64::MAX), &puzzles, LIMIT)
                });
                for (weak, strong) in weak.iter().zip(&strong) {
                    assert!(is_cut(weak) || strong.counts.nodes <= weak.counts.nodes, "{pair:?}");
                }
            }
        }
    }
}

#[test]
fn a_node_limit_cuts_exactly_there_and_censors() {
    let puzzles = mixed_puzzles(2);
    for config in ["first_fail/indomain_min/none", "input_order/indomain_min/singles"] {
        let whole = solve(config, Goal::Unique, &puzzles, None);
        for limit in [1, 2, 10, 100] {
            let outcomes = solve(config, Goal::Unique, &puzzles, Some(limit));
            for (outcome, whole) in outcomes.iter().zip(&whole) {
                let nodes = whole.counts.nodes.expect("search counts nodes");
                if nodes <= limit {
                    assert_eq!(outcome, whole);
                } else {
                    assert_eq!(outcome.status(Goal::Unique), Status::NodeLimit);
                    assert_eq!(outcome.counts.nodes, Some(limit));
                    assert_eq!(outcome.counts.search_free, Some(false));
                    let law = |counts: &dokubench::counters::Counts| {
                        counts.guesses <= counts.branches && counts.branches < counts.nodes
                    };
                    assert!(law(&outcome.counts), "{outcome:?}");
                }
            }
        }
    }
}

/// Due when it has been asked so often.
#[derive(Debug)]
struct DueAfter {
    left: AtomicU32,
}

impl Interrupt for DueAfter {
    fn is_due(&self) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        left == 0
    }
}

#[test]
fn an_interrupt_censors_and_never_says_unsolvable() {
    for (config, nodes_per_poll) in
        [("first_fail/indomain_min/none", 1024), ("first_fail/indomain_min/singles", 16)]
    {
        let interrupt = DueAfter { left: AtomicU32::new(3) };
        let limits = Limits { nodes: None, interrupt: Some(&interrupt) };
        let outcome = solve_with(
            &*engine(config),
            count_to(u64::MAX),
            Isa::best(),
            &[Puzzle::EMPTY],
            &limits,
        )[0];
        assert_eq!(outcome.status(count_to(u64::MAX)), Status::TimeLimit);
        assert_eq!(outcome.counts.nodes, Some(1 + 4 * nodes_per_poll));
    }
}

#[test]
fn outcomes_do_not_depend_on_instruction_set_or_block() {
    let puzzles = mixed_puzzles(3);
    for order in [
        "first_fail:ddeg",
        "dom_wdeg",
        "random",
        "exact_cover_s",
        "impact",
        "impact_fewest",
        "last_conflict",
    ] {
        for level in levels() {
            let config: Config = format!("{order}/indomain_min/{level}").parse().expect("a config");
            let engine = engine(&config.to_string());
            let limits = Limits { nodes: NonZero::new(2_000), interrupt: None };
            let expected = solve_with(&*engine, Goal::Unique, Isa::PORTABLE, &puzzles, &limits);
            for &isa in Isa::available() {
                let mut worker =
                    engine.start(&Job { isa, ..Job::new(Goal::Unique) }).expect("a supported goal");
                // One worker, backwards and one puzzle a call: nothing is carried over.
                for (puzzle, expected) in puzzles.iter().zip(&expected).rev() {
                    let mut outcome = [Outcome::NOT_RUN];
                    worker.solve(&[*puzzle], &limits, &mut outcome);
                    assert_eq!(&outcome[0], expected, "{config} on {puzzle} with {isa}");
                }
            }
        }
    }
}

#[test]
fn the_goals_agree_with_each_other() {
    let puzzles = mixed_puzzles(5);
    let config = "first_fail:ddeg/indomain_min/singles";
    let counted = solve(config, count_to(u64::MAX), &puzzles, None);
    let first = solve(config, Goal::First, &puzzles, None);
    let unique = solve(config, Goal::Unique, &puzzles, None);
    let best = solve(config, Goal::MaxScore, &puzzles, None);
    for i in 0..puzzles.len() {
        let solutions = counted[i].found.solutions;
        assert_eq!(first[i].found.solutions, solutions.min(1));
        assert_eq!(unique[i].found.solutions, solutions.min(2));
        assert_eq!(best[i].found.solutions, solutions);
        assert_eq!(first[i].found.solution, counted[i].found.solution);
        assert_eq!(best[i].counts, counted[i].counts);
        assert_eq!(best[i].found.score.is_some(), solutions > 0);
        assert_eq!(best[i].found.score, best[i].found.solution.map(|s| dokubench::goal::score(&s)));
    }
}

#[test]
fn ties_are_for_orderings_that_leave_them() {
    for variable in VARIABLE_ORDERINGS {
        let text = format!("{}:ddeg", variable.name);
        assert_eq!(text.parse::<OrderAndTie>().is_ok(), variable.takes_tie, "{text}");
    }
}
