//! The engine `kernel` against the loop, whose tree it searches: the same outcomes, counter by
//! counter, whatever the number of lanes, the block and the limit.

mod support;

use dokubench::engine::{Interrupt, Kernel, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use std::num::NonZero;
use support::{count_to, mixed_puzzles, puzzles_of, shared, solve, solve_with};

const CONFIG: &str = "first_fail:lowest/indomain_min/none";

fn limits(nodes: u64) -> Limits<'static> {
    Limits { nodes: NonZero::new(nodes), interrupt: None }
}

fn kernel(lanes: usize, goal: Goal, isa: Isa, puzzles: &[Puzzle], nodes: u64) -> Vec<Outcome> {
    solve_with(&Kernel::with_lanes(lanes), goal, isa, puzzles, &limits(nodes))
}

/// Puzzles of every kind, a full grid, a full grid but for one cell, and the empty grid.
fn puzzles() -> Vec<Puzzle> {
    let mut puzzles = mixed_puzzles(6);
    let mut nearly_full = support::random_puzzle(5, 81);
    puzzles.push(nearly_full);
    nearly_full.set(dokubench::grid::Cell::new(40), None);
    puzzles.extend([nearly_full, Puzzle::EMPTY]);
    puzzles
}

#[test]
fn every_counter_is_that_of_the_loop_at_every_limit() {
    let puzzles = puzzles();
    for goal in [Goal::First, Goal::Unique, count_to(30)] {
        for nodes in (1..150).chain([1_000, 30_000]) {
            let expected = solve(CONFIG, goal, &puzzles, Some(nodes));
            let outcomes = kernel(4, goal, Isa::best(), &puzzles, nodes);
            for ((puzzle, outcome), expected) in puzzles.iter().zip(&outcomes).zip(&expected) {
                assert_eq!(outcome, expected, "{goal} {puzzle} up to node {nodes}");
            }
        }
    }
}

#[test]
fn lanes_blocks_and_instruction_sets_change_nothing() {
    let puzzles = puzzles();
    let expected = kernel(4, Goal::Unique, Isa::best(), &puzzles, 20_000);
    for &isa in Isa::available() {
        for lanes in [1, 2, 3, 4, 7, 50] {
            let outcomes = kernel(lanes, Goal::Unique, isa, &puzzles, 20_000);
            assert_eq!(outcomes, expected, "{lanes} lanes, {isa}");
            let one_by_one: Vec<Outcome> = puzzles
                .iter()
                .flat_map(|puzzle| kernel(lanes, Goal::Unique, isa, &[*puzzle], 20_000))
                .collect();
            assert_eq!(one_by_one, expected, "{lanes} lanes, {isa}, blocks of one puzzle");
        }
    }
}

/// Time is up from the start.
#[derive(Debug)]
struct Due;

impl Interrupt for Due {
    fn is_due(&self) -> bool {
        true
    }
}

#[test]
fn a_time_limit_censors() {
    let limits = Limits { nodes: None, interrupt: Some(&Due) };
    let puzzles = [Puzzle::EMPTY; 9];
    let outcomes =
        solve_with(&Kernel::with_lanes(4), count_to(u64::MAX), Isa::best(), &puzzles, &limits);
    for outcome in outcomes {
        assert_eq!(outcome.status(count_to(u64::MAX)), Status::TimeLimit);
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
        let nodes = 20_000;
        let expected = solve(CONFIG, Goal::Unique, &all, Some(nodes));
        let outcomes = kernel(4, Goal::Unique, Isa::best(), &all, nodes);
        assert!(outcomes == expected, "{corpus}");
    }
}
