//! The engine `kernel` compared with the loop: the same tree, outcomes and counters,
//! for any number of lanes, block size and limit.

use crate::support::{
    count_to, mixed_puzzles, puzzles_of, random_puzzle, shared, solve, solve_with,
};
use dokubench::engine::{Engine, Interrupt, Kernel, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};

fn limits(nodes: u64) -> Limits<'static> {
    Limits { nodes: NonZero::new(nodes), interrupt: None }
}

fn config(kernel: &Kernel) -> &str {
    &kernel.identity().config
}

/// Puzzles of every kind, a full grid, a full grid but for one cell, and the empty grid.
fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = mixed_puzzles(6);
    let mut nearly_full = random_puzzle(5, 81);
    puzzles.push(nearly_full);
    nearly_full.set(dokubench::grid::Cell::new(40), None);
    puzzles.extend([nearly_full, Puzzle::EMPTY]);
    puzzles
}

const GOALS: [Goal; 3] = [Goal::First, Goal::Unique, Goal::MaxScore];

#[test]
fn every_counter_is_that_of_the_loop_at_every_limit() {
    let puzzles = puzzles();
    for kernel in Kernel::all(Kernel::LANES) {
        for goal in GOALS.into_iter().chain([count_to(30)]) {
            for nodes in (1..150).chain([1_000, 3_001, 30_000]) {
                let expected = solve(config(&kernel), goal, &puzzles, Some(nodes));
                let outcomes = solve_with(&kernel, goal, Isa::best(), &puzzles, &limits(nodes));
                for ((puzzle, outcome), expected) in puzzles.iter().zip(&outcomes).zip(&expected) {
                    assert_eq!(
                        outcome,
                        expected,
                        "{} {goal} {puzzle} up to node {nodes}",
                        config(&kernel)
                    );
                }
            }
        }
    }
}

#[test]
fn lanes_blocks_and_instruction_sets_change_nothing() {
    let puzzles = puzzles();
    let limits = limits(20_000);
    let all = [1, 2, 3, 6, 7, 50].map(Kernel::all);
    for which in 0..all[0].len() {
        for goal in GOALS {
            let expected = solve(config(&all[0][which]), goal, &puzzles, Some(20_000));
            for &isa in Isa::available() {
                for (kernel, lanes) in all.iter().map(|kernels| &kernels[which]).zip(1..) {
                    let config = config(kernel);
                    let outcomes = solve_with(kernel, goal, isa, &puzzles, &limits);
                    assert_eq!(outcomes, expected, "{config} {goal}, lanes {lanes}, {isa}");
                    let one_by_one: Vec<Outcome> = puzzles
                        .iter()
                        .flat_map(|puzzle| solve_with(kernel, goal, isa, &[*puzzle], &limits))
                        .collect();
                    assert_eq!(one_by_one, expected, "{config} {goal}, {isa}, blocks of one");
                }
            }
        }
    }
}

/// Time is up when this was asked for so often.
#[derive(Debug)]
struct DueAfter(AtomicU32);

impl Interrupt for DueAfter {
    fn is_due(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 0
    }
}

#[test]
fn a_time_limit_censors_where_the_loop_would_be() {
    for kernel in Kernel::all(1) {
        for asked in [0, 1, 2, 7] {
            let due = DueAfter(AtomicU32::new(asked));
            let limits = Limits { nodes: None, interrupt: Some(&due) };
            let goal = count_to(u64::MAX);
            let outcomes = solve_with(&kernel, goal, Isa::best(), &[Puzzle::EMPTY], &limits);
            assert_eq!(outcomes[0].status(goal), Status::TimeLimit);
            let nodes = outcomes[0].counts.nodes;
            let expected = solve(config(&kernel), goal, &[Puzzle::EMPTY], nodes);
            assert_eq!(outcomes[0].counts, expected[0].counts, "{}", config(&kernel));
            assert_eq!(outcomes[0].found, expected[0].found, "{}", config(&kernel));
        }
    }
}

#[test]
fn counters_are_those_of_the_loop_in_long_searches() {
    let puzzles = [Puzzle::EMPTY, random_puzzle(1, 20)];
    let nodes = 2_500_003;
    for kernel in Kernel::all(Kernel::LANES) {
        for goal in [count_to(u64::MAX), Goal::MaxScore] {
            let expected = solve(config(&kernel), goal, &puzzles, Some(nodes));
            let outcomes = solve_with(&kernel, goal, Isa::best(), &puzzles, &limits(nodes));
            assert_eq!(outcomes, expected, "{} {goal}", config(&kernel));
        }
    }
}

#[test]
fn every_counter_is_that_of_the_loop_on_known_corpora() {
    let Some(shared) = shared() else { return };
    for (corpus, puzzles) in [
        ("magictour_top1465.txt", usize::MAX),
        ("17_clue.txt", 2_000),
        ("hardest_1905_11plus_a.txt", 2_000),
        ("serg_multiple_a.txt", 2_000),
    ] {
        let mut all = puzzles_of(&shared.join("corpora").join(corpus));
        all.truncate(puzzles);
        for kernel in Kernel::all(Kernel::LANES) {
            for goal in [Goal::Unique, Goal::MaxScore] {
                let nodes = 20_000;
                let expected = solve(config(&kernel), goal, &all, Some(nodes));
                let outcomes = solve_with(&kernel, goal, Isa::best(), &all, &limits(nodes));
                assert!(outcomes == expected, "{} {goal} {corpus}", config(&kernel));
            }
        }
    }
}
