//! The engine `dlx`: its tree is that of a config of the engine `search`, so all that it counts
//! is checked by another program.

use crate::support::{
    SharedCorpus, count_to, mixed_puzzles, random_grid, shared, shared_corpora, solve, solve_with,
};
use dokubench::catalogue::EngineEntry;
use dokubench::engine::{Ended, Engine, Interrupt, Job, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use dokubench::named::Named as _;
use std::num::NonZero;
use std::sync::Arc;

/// The config that has the same tree.
const SAME_TREE: &str = "exact_cover_s:lowest/indomain_min/none";

fn engine() -> Arc<dyn Engine> {
    EngineEntry::named("dlx").expect("a known engine").engines().remove(0)
}

fn dlx(goal: Goal, puzzles: &[Puzzle], limits: &Limits<'_>) -> Vec<Outcome> {
    solve_with(&*engine(), goal, Isa::best(), puzzles, limits)
}

fn nodes(limit: u64) -> Limits<'static> {
    Limits { nodes: NonZero::new(limit), interrupt: None }
}

#[test]
fn tree_and_answers_are_those_of_exact_cover_s() {
    let mut puzzles = mixed_puzzles(8);
    puzzles.push(Puzzle::EMPTY);
    for goal in [Goal::First, Goal::Unique, count_to(300)] {
        for limit in [1, 2, 30, 63, 64, 65, 1_000_000] {
            let expected = solve(SAME_TREE, goal, &puzzles, Some(limit));
            let outcomes = dlx(goal, &puzzles, &nodes(limit));
            for ((puzzle, outcome), expected) in puzzles.iter().zip(outcomes).zip(expected) {
                assert_eq!(outcome, expected, "{puzzle} {goal} {limit}");
            }
        }
    }
}

#[test]
fn a_full_grid_needs_no_search() {
    let full = Puzzle::from_numbers(*random_grid(5).numbers()).expect("numbers");
    let outcome = dlx(Goal::Unique, &[full], &Limits::default())[0];
    assert_eq!(outcome.status(Goal::Unique), Status::Unique);
    assert_eq!((outcome.counts.nodes, outcome.counts.search_free), (Some(1), Some(true)));
}

#[test]
fn counting_the_empty_grid_obeys_limits() {
    #[derive(Debug)]
    struct Due;
    impl Interrupt for Due {
        fn is_due(&self) -> bool {
            true
        }
    }
    let goal = count_to(u64::MAX);
    let by_nodes = dlx(goal, &[Puzzle::EMPTY], &nodes(100_000))[0];
    assert_eq!((by_nodes.ended, by_nodes.counts.nodes), (Ended::AtNodeLimit, Some(100_000)));
    let due = Limits { nodes: None, interrupt: Some(&Due) };
    assert_eq!(dlx(goal, &[Puzzle::EMPTY], &due)[0].ended, Ended::AtTimeLimit);
}

#[test]
fn scores_are_no_goal_of_exact_cover() {
    let refusal = engine().start(&Job::new(Goal::MaxScore)).err().expect("a refusal");
    assert_eq!(
        refusal.to_string(),
        "dlx cannot pursue the goal max_score: it can pursue first, unique and count:K"
    );
}

#[test]
fn every_shared_corpus_is_answered_as_by_search() {
    for SharedCorpus { goal, puzzles, expected, .. } in shared_corpora() {
        let goal = *goal;
        let outcomes = dlx(goal, puzzles, &Limits::default());
        for ((puzzle, outcome), expected) in puzzles.iter().zip(&outcomes).zip(expected) {
            assert_eq!(outcome.status(goal), expected.status(goal), "{puzzle}");
            assert_eq!(outcome.found.solutions, expected.found.solutions, "{puzzle}");
        }
    }
}

#[test]
fn solutions_of_the_inputs_that_broke_others_are_counted() {
    let Some(shared) = shared() else { return };
    let table = std::fs::read_to_string(shared.join("inputs/bugs/EXPECTED-COUNTS.tsv"))
        .expect("a table of counts");
    let goal = count_to(20_000);
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<_> = row.split('\t').collect();
        let puzzle: Puzzle = fields[2].parse().expect("81 symbols");
        let expected =
            fields[3].strip_prefix(">=").unwrap_or(fields[3]).parse::<u64>().expect("a count");
        let solutions = if puzzle.is_consistent() {
            dlx(goal, &[puzzle], &Limits::default())[0].found.solutions
        } else {
            0
        };
        assert_eq!(solutions, expected.min(20_000), "{row}");
        rows += 1;
    }
    assert!(rows >= 25, "the table has only {rows} rows");
}
