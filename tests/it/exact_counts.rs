//! A committed table of exact counts on the bundled corpora, so that any change of search
//! behaviour shows as a difference: every ordering x level, and every tie-break x value ordering.
//!
//! `UPDATE_COUNTS=1 cargo test --release --test it exact_counts` writes the table anew.

use crate::support::solve;
use dokubench::catalogue::{PRUNINGS, TIE_BREAKS, VALUE_ORDERINGS, VARIABLE_ORDERINGS};
use dokubench::corpus::{Source, Window};
use dokubench::engine::Outcome;
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use std::fmt::Write as _;

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/exact_counts.csv");
/// The first puzzles of each corpus, and where their searches are cut.
const PUZZLES: usize = 40;
const LIMIT: u64 = 3_000;

fn configs() -> Vec<String> {
    let mut configs = Vec::new();
    for order in &VARIABLE_ORDERINGS {
        for level in &PRUNINGS {
            configs.push(format!("{}/indomain_min/{}", order.name, level.name));
        }
    }
    for tie in &TIE_BREAKS {
        for value in &VALUE_ORDERINGS {
            for level in ["none", "singles"] {
                configs.push(format!("first_fail:{}/{}/{level}", tie.name, value.name));
            }
        }
    }
    for order in VARIABLE_ORDERINGS.iter().filter(|order| !order.selects_places) {
        for level in ["naked", "singles", "bounds", "all_different", "locked"] {
            configs.push(format!("{}/indomain_min/{level}/two_way", order.name));
        }
    }
    configs
}

fn row(corpus: &str, config: &str, goal: Goal, puzzles: &[Puzzle]) -> String {
    let outcomes = solve(config, goal, puzzles, Some(LIMIT));
    let sum =
        |counter: fn(&Outcome) -> Option<u64>| -> u64 { outcomes.iter().filter_map(counter).sum() };
    let decided = outcomes.iter().filter(|outcome| outcome.status(goal).is_decided()).count();
    format!(
        "{corpus},{config},{goal},{decided},{},{},{},{},{},{},{}",
        outcomes.iter().map(|outcome| outcome.found.solutions).sum::<u64>(),
        sum(|outcome| outcome.counts.nodes),
        sum(|outcome| outcome.counts.choices),
        sum(|outcome| outcome.counts.branches),
        sum(|outcome| outcome.counts.guesses),
        sum(|outcome| outcome.counts.fails),
        sum(|outcome| outcome.counts.max_depth),
    )
}

#[test]
fn counts_are_those_of_the_table() {
    let mut table =
        "corpus,config,goal,decided,solutions,nodes,choices,branches,guesses,fails,max_depth\n"
            .to_owned();
    for source in Source::bundled() {
        let mut window = Window::new();
        let mut reader = source.open().expect("a bundled corpus");
        let _ = reader.read_window(PUZZLES, &mut window).expect("a bundled corpus");
        for config in configs() {
            let goal = if config.contains("/indomain_min/") { Goal::Unique } else { Goal::First };
            writeln!(table, "{}", row(&source.name(), &config, goal, window.puzzles()))
                .expect("writing to a string succeeds");
        }
    }
    if std::env::var_os("UPDATE_COUNTS").is_some() {
        std::fs::write(TABLE, &table).expect("a writable table");
    }
    let committed = std::fs::read_to_string(TABLE).expect("tests/exact_counts.csv");
    for (line, (found, expected)) in table.lines().zip(committed.lines()).enumerate() {
        assert_eq!(found, expected, "line {} of tests/exact_counts.csv", line + 1);
    }
    assert_eq!(table.lines().count(), committed.lines().count());
}
