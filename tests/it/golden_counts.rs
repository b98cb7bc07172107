//! Counts against those of other programs: the four originals, and totals that two independent
//! programs found. Skipped where `../shared` is absent.

use crate::support::{puzzles_of, shared, solve};
use dokubench::engine::Outcome;
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::pruning::{
    HallSets, HiddenSingles, Level, Naked, NakedSingles, Probes, RuleLevel, Rules, Strength,
};
use dokubench::state::{Candidates, State};
use std::collections::HashMap;
use std::path::Path;

pub(crate) type Row = HashMap<String, String>;
type Counter = fn(&Outcome) -> Option<u64>;

/// The rows of a table, by column.
pub(crate) fn rows(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).expect("a readable table");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn puzzles(shared: &Path, corpus: &str) -> Vec<Puzzle> {
    let file = match corpus {
        "magictour" => "magictour_top1465.txt",
        other => &format!("{other}.txt"),
    };
    puzzles_of(&shared.join("corpora").join(file))
}

/// What a table of an original says of one config, against our outcome.
fn check_seed_row(row: &Row, column: &str, outcome: &Outcome, goal: Goal) {
    let name = row.get("name").or(row.get("puzzle_index")).expect("a name");
    let field = |what: &str| row.get(&format!("{column}_{what}")).map(String::as_str);
    let nodes = outcome.counts.nodes.expect("search counts nodes");
    assert_eq!(field("nodes"), Some(&*nodes.to_string()), "{name} {column} nodes");
    if let Some(choices) = field("choices") {
        assert_eq!(outcome.counts.choices, choices.parse().ok(), "{name} {column} choices");
    }
    if let Some(status) = field("status") {
        let expected = if status == "solved" { "found" } else { status };
        assert_eq!(outcome.status(goal).name(), expected, "{name} {column} status");
    }
    if goal == Goal::MaxScore && outcome.status(goal) != Status::NodeLimit {
        assert_eq!(field("solutions"), Some(&*outcome.found.solutions.to_string()), "{name}");
        let best = outcome.found.score.map_or(-1, i64::from);
        assert_eq!(field("best"), Some(&*best.to_string()), "{name}");
    }
}

fn check_seed_programs(file: &str, limit: u64) {
    let Some(shared) = shared() else { return };
    let rows = rows(&shared.join("golden").join(file));
    assert!(!rows.is_empty());
    let puzzles: Vec<Puzzle> = rows.iter().map(|row| row["puzzle"].parse().expect("81")).collect();
    for (column, config, goal) in [
        ("first_fail_none", "first_fail:lowest/indomain_min/none", Goal::First),
        ("input_order_none", "input_order/indomain_min/none", Goal::First),
        ("static_first_fail_none", "static_first_fail/indomain_min/none", Goal::First),
        ("static_anti_first_fail_none", "static_anti_first_fail/indomain_min/none", Goal::First),
        ("row_fewest_blanks_max_score", "row_fewest_blanks/indomain_min/none", Goal::MaxScore),
    ] {
        let outcomes = solve(config, goal, &puzzles, Some(limit));
        for (row, outcome) in rows.iter().zip(&outcomes) {
            check_seed_row(row, column, outcome, goal);
            if column == "first_fail_none" {
                let solution = outcome.found.solution.map_or(String::new(), |s| s.to_string());
                assert_eq!(row["solution"], solution);
            }
        }
    }
}

#[test]
fn the_four_originals_on_project_euler_96() {
    check_seed_programs("seed_programs_euler_50.csv", 1_000_000);
}

#[test]
fn the_four_originals_on_magictour() {
    check_seed_programs("seed_programs_magictour_200.csv", 1_000_000);
}

#[test]
fn the_four_originals_on_target_sudoku() {
    check_seed_programs("seed_programs_p1074.csv", 100_000_000);
}

#[test]
fn totals_over_whole_corpora() {
    let Some(shared) = shared() else { return };
    for file in ["search_totals.csv", "search_totals_by_definition.csv"] {
        for row in rows(&shared.join("golden").join(file)) {
            let goal: Goal = row["goal"].parse().expect("a goal");
            let outcomes = solve(&row["config"], goal, &puzzles(&shared, &row["corpus"]), None);
            assert_eq!(row["puzzles"], outcomes.len().to_string());
            let total =
                |counter: Counter| outcomes.iter().filter_map(counter).sum::<u64>().to_string();
            let counters: [(&str, Counter); 3] = [
                ("branches", |outcome| outcome.counts.branches),
                ("guesses", |outcome| outcome.counts.guesses),
                ("fails", |outcome| outcome.counts.fails),
            ];
            for (name, counter) in counters {
                if let Some(expected) = row.get(name).filter(|expected| !expected.is_empty()) {
                    assert_eq!(&total(counter), expected, "{name} of {row:?}");
                }
            }
        }
    }
}

/// A level made of parts of ours, for a row of the table of closures.
macro_rules! level {
    ($name:ident, $label:literal, $rules:ty) => {
        struct $name;
        impl Level for $name {
            const NAME: &'static str = $label;
            const FORMULA: &'static str = "";
            const SOURCE: &'static str = "";
            const STRENGTH: Strength = Strength::Units;
        }
        impl RuleLevel for $name {
            type Rules = $rules;
        }
    };
}
// All-different consistency without locked candidates: naked and hidden singles are part of it.
level!(GacOnly, "gac_only", (NakedSingles, (HiddenSingles, (HallSets, ()))));
level!(SacOverNaked, "sac(naked)", (NakedSingles, (Probes<Naked>, ())));

fn is_solved_at_root<R: Rules, L: RuleLevel<Rules = R>>(puzzle: &Puzzle) -> bool {
    let mut state = Candidates::FULL;
    let placed = puzzle.clues().try_for_each(|(cell, digit)| state.fill(cell, digit));
    placed.and_then(|()| L::close(&mut state)).is_ok() && state.is_full()
}

#[test]
fn puzzles_solved_by_pruning_alone() {
    let Some(shared) = shared() else { return };
    for row in rows(&shared.join("golden/closure_search_free.csv")) {
        let puzzles = puzzles(&shared, &row["corpus"]);
        assert_eq!(row["puzzles"], puzzles.len().to_string());
        let free = match &*row["pruning"] {
            "gac_only" => puzzles.iter().filter(|p| is_solved_at_root::<_, GacOnly>(p)).count(),
            "sac(naked)" => {
                puzzles.iter().filter(|p| is_solved_at_root::<_, SacOverNaked>(p)).count()
            }
            level => {
                let config = format!("first_fail/indomain_min/{level}");
                // The root alone: a puzzle that needs a second node is cut.
                let outcomes = solve(&config, Goal::Unique, &puzzles, Some(1));
                outcomes.iter().filter(|o| o.counts.search_free == Some(true)).count()
            }
        };
        assert_eq!(row["search_free"], free.to_string(), "{row:?}");
    }
}
