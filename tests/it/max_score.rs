//! `max_score`, enumerating and by branch and bound.

use crate::command::dokubench;
use crate::support::{mixed_puzzles, random_grid, random_puzzle, shared, solve, solve_job};
use dokubench::bench::Contestant;
use dokubench::catalogue::{self, PRUNINGS, TIE_BREAKS, VALUE_ORDERINGS, VARIABLE_ORDERINGS};
use dokubench::engine::{Ended, Interrupt, Job, Limits, Outcome};
use dokubench::goal::{Goal, Status, score};
use dokubench::grid::Puzzle;
use std::num::NonZero;
use std::sync::Arc;

/// The outcomes of a config by branch and bound.
fn bounded(config: &str, puzzles: &[Puzzle], limits: &Limits<'_>) -> Vec<Outcome> {
    let job = Job { bound: true, ..Job::new(Goal::MaxScore) };
    let engine = catalogue::search(&config.parse().expect("a config"));
    let name = Contestant::new(Arc::clone(&engine)).bounded().identity.config;
    assert_eq!(name, format!("{config}+bound"));
    assert!(!job.counts_solutions());
    solve_job(&*engine, &job, puzzles, limits)
}

/// The outcomes of a config by enumeration, up to a number of nodes.
fn enumerated(config: &str, puzzles: &[Puzzle], nodes: u64) -> Vec<Outcome> {
    solve(config, Goal::MaxScore, puzzles, Some(nodes))
}

fn up_to(nodes: u64) -> Limits<'static> {
    Limits { nodes: NonZero::new(nodes), interrupt: None }
}

/// Every ordering with every tie-break, and every value ordering.
fn orders() -> Vec<String> {
    let mut orders = Vec::new();
    for variable in &VARIABLE_ORDERINGS {
        let ties = if variable.takes_tie { TIE_BREAKS.len() } else { 1 };
        for tie in &TIE_BREAKS[..ties] {
            let tie = if variable.takes_tie { format!(":{}", tie.name) } else { String::new() };
            orders.push(format!("{}{tie}/indomain_min", variable.name));
        }
    }
    orders.extend(VALUE_ORDERINGS.iter().map(|value| format!("first_fail:lowest/{}", value.name)));
    orders
}

/// Whether a search that leaves out subtrees still meets the rest in the same order.
fn keeps_its_order(config: &str) -> bool {
    !["random", "dom_wdeg", "last_conflict"].iter().any(|name| config.contains(name))
}

#[test]
fn the_bound_changes_neither_best_nor_solution_of_any_config() {
    let mut puzzles = mixed_puzzles(2);
    puzzles.extend((0..2).map(|seed| random_puzzle(seed, 34)));
    for order in orders() {
        for level in &PRUNINGS {
            let config = format!("{order}/{}", level.name);
            let all = enumerated(&config, &puzzles, 20_000);
            let outcomes = bounded(&config, &puzzles, &up_to(20_000));
            for ((puzzle, outcome), all) in puzzles.iter().zip(outcomes).zip(all) {
                let is_cut = all.ended.is_censored() || outcome.ended.is_censored();
                if is_cut && (all.ended.is_censored() || !keeps_its_order(&config)) {
                    continue;
                }
                assert_eq!(outcome.found.score, all.found.score, "{config} {puzzle}");
                assert_eq!(outcome.status(Goal::MaxScore), all.status(Goal::MaxScore));
                assert_eq!(outcome.found.score, outcome.found.solution.as_ref().map(score));
                if keeps_its_order(&config) {
                    assert_eq!(outcome.found.solution, all.found.solution, "{config} {puzzle}");
                    assert!(outcome.counts.nodes <= all.counts.nodes, "{config} {puzzle}");
                }
            }
        }
    }
}

#[test]
fn the_best_of_grids_with_many_solutions_is_that_of_the_enumeration() {
    let puzzles: Vec<_> =
        (0..500).map(|seed| random_puzzle(1000 + seed, 24 + seed as usize % 7)).collect();
    let all = enumerated("first_fail:lowest/indomain_min/none", &puzzles, 500_000);
    let none = bounded("first_fail:lowest/indomain_min/none", &puzzles, &up_to(1_000_000));
    let locked = bounded("first_fail:ddeg/indomain_max/locked", &puzzles, &up_to(100_000));
    let (mut compared, mut nodes, mut cut_nodes) = (0, 0, 0);
    for ((puzzle, all), (none, locked)) in puzzles.iter().zip(all).zip(none.iter().zip(locked)) {
        if !none.ended.is_censored() && !locked.ended.is_censored() {
            assert_eq!(none.found.score, locked.found.score, "{puzzle}");
        }
        if all.ended.is_censored() {
            assert!(none.found.score >= all.found.score, "{puzzle}");
            continue;
        }
        assert_eq!(none.found.score, all.found.score, "{puzzle}");
        assert_eq!(none.found.solution, all.found.solution, "{puzzle}");
        compared += 1;
        nodes += all.counts.nodes.expect("a counter of the search");
        cut_nodes += none.counts.nodes.expect("a counter of the search");
    }
    assert!(compared >= 400, "only {compared} grids were enumerated");
    assert!(20 * cut_nodes < nodes, "{cut_nodes} nodes of {nodes} are left");
}

#[test]
fn grids_without_choice_have_the_score_they_have() {
    let full = random_grid(3);
    let puzzle = Puzzle::from_numbers(*full.numbers()).expect("numbers");
    for level in &PRUNINGS {
        let config = format!("row_fewest_blanks/indomain_min/{}", level.name);
        let outcome = bounded(&config, &[puzzle], &Limits::default())[0];
        assert_eq!(outcome.found.score, Some(score(&full)), "{config}");
        assert_eq!(outcome.found.solution, Some(full), "{config}");
    }
}

#[test]
fn limits_cut_the_empty_grid() {
    #[derive(Debug)]
    struct Due;
    impl Interrupt for Due {
        fn is_due(&self) -> bool {
            true
        }
    }
    for config in ["first_fail:lowest/indomain_min/none", "first_fail:ddeg/indomain_min/locked"] {
        let outcome = bounded(config, &[Puzzle::EMPTY], &up_to(50_000))[0];
        assert_eq!((outcome.ended, outcome.counts.nodes), (Ended::AtNodeLimit, Some(50_000)));
        let due = Limits { nodes: None, interrupt: Some(&Due) };
        let outcome = bounded(config, &[Puzzle::EMPTY], &due)[0];
        assert_eq!(outcome.status(Goal::MaxScore), Status::TimeLimit);
    }
}

#[test]
fn a_bound_is_for_scores_only() {
    let config = "first_fail/indomain_min/locked".parse().expect("a config");
    let refusal = catalogue::search(&config).start(&Job { bound: true, ..Job::new(Goal::Unique) });
    assert_eq!(
        refusal.err().expect("a refusal").to_string(),
        "first_fail:lowest/indomain_min/locked cannot pursue the goal unique: \
         it can pursue max_score with a bound"
    );
}

#[test]
fn a_run_with_a_bound_says_so_and_counts_no_solutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines: String = (0..20).map(|seed| format!("{}\n", random_puzzle(seed, 34))).collect();
    std::fs::write(folder.path().join("target.txt"), lines).expect("a file");
    let run = |out: &str, more: &[&str]| {
        let args = ["run", "target.txt", "--preset", "p1074", "--passes", "1", "--out", out];
        let _ = dokubench(folder.path(), &[&args, more].concat()).code(0);
        let rows = std::fs::read_to_string(folder.path().join(out).join("runs.csv"));
        rows.expect("the rows of a run")
    };
    let column = |rows: &str, name: &str| -> Vec<String> {
        let mut rows =
            rows.lines().map(|row| row.split(',').map(str::to_owned).collect::<Vec<_>>());
        let at = rows.next().and_then(|header| header.iter().position(|field| field == name));
        rows.map(|row| row[at.expect("a column")].clone()).collect()
    };
    let (all, cut) = (run("all", &[]), run("cut", &["--bound"]));
    assert_eq!(column(&all, "score"), column(&cut, "score"));
    assert!(column(&all, "solutions").iter().all(|solutions| !solutions.is_empty()));
    assert!(column(&cut, "solutions").iter().all(String::is_empty));
    assert!(
        column(&cut, "config").iter().all(|c| c == "row_fewest_blanks/indomain_min/none+bound")
    );
    assert!(column(&cut, "status").iter().all(|status| status == "best"));
}

#[test]
fn the_made_grid_with_64398_solutions() {
    let Some(shared) = shared() else { return };
    let text = std::fs::read(shared.join("inputs/p1074/made-09-64398-solutions.in"))
        .expect("an input of the problem");
    let numbers = text.iter().filter(|byte| byte.is_ascii_digit()).map(|byte| byte - b'0');
    let numbers: Vec<_> = numbers.collect();
    let puzzle = Puzzle::from_numbers(numbers.try_into().expect("81 numbers")).expect("digits");
    let config = "row_fewest_blanks/indomain_min/none";
    let all = enumerated(config, &[puzzle], 3_000_000)[0];
    let cut = bounded(config, &[puzzle], &Limits::default())[0];
    assert_eq!((all.found.score, all.found.solutions), (Some(2876), 64398));
    assert_eq!((cut.found.score, cut.found.solution), (Some(2876), all.found.solution));
    let (all, cut) = (all.counts.nodes.expect("counted"), cut.counts.nodes.expect("counted"));
    assert!(10 * cut <= all, "{cut} nodes of {all}");
}
