//! Laws that hold the space of configs together: those of the library for all of its own parts, and
//! those between parts. They need no known answers: each compares searches with each other, on puzzles
//! with one, many and no solution.

use crate::support::{count_to, engine, mixed_puzzles, solve, solve_with};
use dokubench::catalogue::{ENGINES, OrderAndTie};
use dokubench::catalogue::{PRUNINGS, TIE_BREAKS, VALUE_ORDERINGS, VARIABLE_ORDERINGS};
use dokubench::engine::{Interrupt, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::{Puzzle, Symmetry};
use dokubench::isa::Isa;
use dokubench::laws;
use dokubench::random::{Choices, Chooser};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Cuts the searches of the weakest configs, which laws about exhausted trees then pass over.
const LIMIT: Option<u64> = Some(200_000);

fn levels() -> impl Iterator<Item = &'static str> {
    PRUNINGS.iter().map(|level| level.name)
}

fn is_cut(outcome: &Outcome) -> bool {
    outcome.ended.is_censored()
}

/// Panics if a part of the catalogue breaks a law.
fn keeps_the_laws(name: &str) {
    laws::check(name).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn every_ordering_with_every_tie_break_and_level_keeps_the_laws() {
    VARIABLE_ORDERINGS.par_iter().for_each(|ordering| keeps_the_laws(ordering.name));
}

#[test]
fn every_value_ordering_and_engine_keeps_the_laws() {
    VALUE_ORDERINGS[1..].par_iter().for_each(|value| keeps_the_laws(value.name));
    ENGINES.iter().for_each(|engine| keeps_the_laws(engine.name));
}

#[test]
fn a_level_sees_in_an_isomorph_what_it_sees_in_the_puzzle() {
    let puzzles = mixed_puzzles(2);
    let mut choices = Choices::new(7, Chooser::Isomorph);
    let isomorphs: Vec<_> = puzzles
        .iter()
        .map(|puzzle| Symmetry::random(|n| choices.choose(n)).apply(puzzle))
        .collect();
    // A level that depends on the order of the digits sees other things.
    for level in levels().filter(|&level| level != "bounds") {
        for order in ["first_fail", "exact_cover_s"] {
            let config = format!("{order}/indomain_min/{level}");
            let search_free = |puzzles: &[Puzzle]| -> Vec<_> {
                let outcomes = solve(&config, count_to(500), puzzles, None);
                outcomes.iter().map(|outcome| outcome.counts.search_free).collect()
            };
            assert_eq!(search_free(&puzzles), search_free(&isomorphs), "{config}");
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
fn max_score_visits_all_solutions() {
    let puzzles = mixed_puzzles(5);
    let config = "first_fail:ddeg/indomain_min/singles";
    let counted = solve(config, count_to(u64::MAX), &puzzles, None);
    let first = solve(config, Goal::First, &puzzles, None);
    let best = solve(config, Goal::MaxScore, &puzzles, None);
    for ((counted, first), best) in counted.iter().zip(&first).zip(&best) {
        assert_eq!(first.found.solution, counted.found.solution);
        assert_eq!(best.found.solutions, counted.found.solutions);
        assert_eq!(best.counts, counted.counts);
        assert_eq!(best.found.score, best.found.solution.map(|s| dokubench::goal::score(&s)));
    }
}

#[test]
fn ties_are_for_orderings_that_leave_them() {
    for variable in &VARIABLE_ORDERINGS {
        let text = format!("{}:ddeg", variable.name);
        assert_eq!(text.parse::<OrderAndTie>().is_ok(), variable.takes_tie, "{text}");
    }
}
