//! The engine `bitboard` against the engine `search`, and against itself on other instruction sets.

use crate::support::{
    SharedCorpus, assert_as_expected, assert_as_search, bundled, count_to, mixed_puzzles, mutated,
    mutated_corpora, random_puzzle, shared_corpora, solve_with,
};
use dokubench::catalogue::EngineEntry;
use dokubench::engine::{Ended, Engine, Interrupt, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use dokubench::named::Named as _;
use std::num::NonZero;
use std::sync::Arc;

fn engine() -> Arc<dyn Engine> {
    EngineEntry::named("bitboard").expect("a known engine").engines().remove(0)
}

fn bitboard(goal: Goal, isa: Isa, puzzles: &[Puzzle], nodes: Option<u64>) -> Vec<Outcome> {
    let limits = Limits { nodes: nodes.and_then(NonZero::new), interrupt: None };
    solve_with(&*engine(), goal, isa, puzzles, &limits)
}

/// The outcomes of the best instruction set, which are those of every other.
fn at_every_isa(goal: Goal, puzzles: &[Puzzle], nodes: Option<u64>) -> Vec<Outcome> {
    let best = bitboard(goal, Isa::best(), puzzles, nodes);
    for isa in Isa::available() {
        let outcomes = bitboard(goal, *isa, puzzles, nodes);
        for ((puzzle, outcome), best) in puzzles.iter().zip(outcomes).zip(&best) {
            assert_eq!(outcome, *best, "{puzzle} {goal} {isa}");
        }
    }
    best
}

#[test]
fn bundled_corpora_are_answered_as_by_search() {
    let puzzles = bundled();
    for goal in [Goal::First, Goal::Unique, count_to(100)] {
        assert_as_search(goal, &puzzles, &at_every_isa(goal, &puzzles, None));
    }
}

#[test]
fn mutated_puzzles_are_answered_as_by_search() {
    let puzzles = mutated(&bundled(), 30_000);
    let goal = count_to(20);
    let outcomes = at_every_isa(goal, &puzzles, None);
    assert_as_search(goal, &puzzles, &outcomes);
    for kind in [|n| n == 0, |n| n == 1, |n| n > 1] as [fn(u64) -> bool; 3] {
        let count = outcomes.iter().filter(|outcome| kind(outcome.found.solutions)).count();
        assert!(count > 1000, "few of a kind: {count}");
    }
}

#[test]
fn a_limit_censors_and_forbids_another_branch() {
    let mut puzzles = mixed_puzzles(33);
    puzzles.push(Puzzle::EMPTY);
    for goal in [Goal::First, Goal::Unique, count_to(9)] {
        let unlimited = bitboard(goal, Isa::best(), &puzzles, None);
        for limit in [1, 2, 3, 10, 40] {
            let outcomes = at_every_isa(goal, &puzzles, Some(limit));
            for (outcome, unlimited) in outcomes.iter().zip(&unlimited) {
                let branches = unlimited.counts.branches.expect("counted");
                if branches < limit {
                    assert_eq!(outcome, unlimited);
                } else {
                    assert_eq!(outcome.ended, Ended::AtNodeLimit);
                    assert_eq!(outcome.counts.branches, Some(limit - 1));
                    assert_eq!(outcome.counts.search_free, Some(false));
                }
            }
        }
    }
}

#[test]
fn an_interrupt_leaves_the_undecided_censored() {
    #[derive(Debug)]
    struct Due;
    impl Interrupt for Due {
        fn is_due(&self) -> bool {
            true
        }
    }
    let limits = Limits { nodes: None, interrupt: Some(&Due) };
    let full = random_puzzle(5, 81);
    let goal = count_to(u64::MAX);
    let outcomes = solve_with(&*engine(), goal, Isa::best(), &[Puzzle::EMPTY, full], &limits);
    assert_eq!(outcomes[0].status(goal), Status::TimeLimit);
    assert_eq!((outcomes[1].ended, outcomes[1].found.solutions), (Ended::Exhausted, 1));
}

#[test]
fn every_shared_corpus_is_answered_as_by_search() {
    for SharedCorpus { goal, puzzles, expected, .. } in shared_corpora() {
        let outcomes = bitboard(*goal, Isa::best(), puzzles, None);
        assert_as_expected(*goal, puzzles, &outcomes, expected);
    }
    for SharedCorpus { goal, puzzles, expected, .. } in mutated_corpora() {
        assert_as_expected(*goal, puzzles, &at_every_isa(*goal, puzzles, None), expected);
    }
}
