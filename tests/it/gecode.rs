//! The same trees as Gecode, node for node: its counts in `../shared/golden`, and the adapter of
//! `solvers/gecode` beside ours.
//!
//! The adapter is built here. Its tests are skipped where Gecode is absent; with `REQUIRE_GECODE`
//! they fail. `scripts/slow-checks` runs the larger tests: `GECODE_MOST_NODES` is the largest tree of the
//! known answers that is searched, `GECODE_PUZZLES` a range of puzzles for the live comparison (`0..20000`).

use crate::golden_counts::{Row, rows};
use crate::support::unsolvable_puzzle;
use crate::support::{minimal_puzzle, puzzles_of, random_puzzle, shared, skip, solve};
use dokubench::engine::Outcome;
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::OnceLock;

/// Nodes, fails and solutions.
type Counts = (u64, u64, u64);

fn from_environment<T: FromStr>(name: &str, default: T) -> T {
    match std::env::var(name) {
        Ok(text) => text.parse().ok().unwrap_or_else(|| panic!("{name}={text} is no number")),
        Err(_) => default,
    }
}

/// Where Gecode's trees are too large for a test.
fn most_nodes(default: u64) -> u64 {
    from_environment("GECODE_MOST_NODES", default)
}

fn counts(outcome: &Outcome) -> Counts {
    let (nodes, fails) = (outcome.counts.nodes, outcome.counts.fails);
    (nodes.expect("counted"), fails.expect("counted"), outcome.found.solutions)
}

fn total(counts: impl Iterator<Item = Counts>) -> Counts {
    counts.fold((0, 0, 0), |(n, f, s), (nodes, fails, solutions)| {
        (n + nodes, f + fails, s + solutions)
    })
}

/// The config of a row of a table of Gecode's counts.
fn config_of(row: &Row) -> String {
    format!("{}/{}/{}/{}", row["ordering"], row["value"], row["level"], row["branching"])
}

fn number(row: &Row, column: &str) -> u64 {
    row[column].parse().expect("a number")
}

/// The table of counts by puzzle: for each corpus and config, the puzzles and Gecode's counts.
fn counts_by_puzzle(shared: &Path) -> BTreeMap<(String, String), Vec<(usize, Counts)>> {
    let mut known = BTreeMap::<_, Vec<_>>::new();
    for row in rows(&shared.join("golden/gecode_counts.csv")) {
        let counts = (number(&row, "nodes"), number(&row, "fails"), number(&row, "solutions"));
        let index = number(&row, "puzzle_index") as usize;
        known.entry((row["corpus"].clone(), config_of(&row))).or_default().push((index, counts));
    }
    known
}

#[test]
fn totals_are_those_of_gecode() {
    let Some(shared) = shared() else { return };
    let rows = rows(&shared.join("golden/gecode_totals.csv"));
    rows.par_iter().filter(|row| number(row, "nodes_sum") <= most_nodes(1_000_000)).for_each(
        |row| {
            let puzzles = puzzles_of(&shared.join("corpora").join(&row["corpus"]));
            let count = number(row, "puzzles") as usize;
            let outcomes = solve(&config_of(row), Goal::Unique, &puzzles[..count], None);
            let known =
                ["nodes_sum", "fails_sum", "solutions_sum"].map(|column| number(row, column));
            assert_eq!(<[u64; 3]>::from(total(outcomes.iter().map(counts))), known, "{row:?}");
        },
    );
}

#[test]
fn every_puzzle_has_the_tree_of_gecode() {
    let Some(shared) = shared() else { return };
    let known = counts_by_puzzle(&shared);
    assert_eq!(known.values().map(Vec::len).sum::<usize>(), 3_200);
    known.par_iter().for_each(|((corpus, config), known)| {
        let puzzles = puzzles_of(&shared.join("corpora").join(corpus));
        let asked: Vec<Puzzle> = known.iter().map(|&(index, _)| puzzles[index]).collect();
        let outcomes = solve(config, Goal::Unique, &asked, None);
        for (outcome, (index, known)) in outcomes.iter().zip(known) {
            assert_eq!(counts(outcome), *known, "{config} on puzzle {index} of {corpus}");
        }
    });
}

/// The adapter, built once; none where Gecode is absent.
#[track_caller]
fn adapter() -> Option<&'static Path> {
    static PROGRAM: OnceLock<Option<PathBuf>> = OnceLock::new();
    let program = PROGRAM.get_or_init(|| {
        let header = "echo '#include <gecode/search.hh>' | c++ -E -x c++ - >/dev/null 2>&1";
        if !Command::new("sh").args(["-c", header]).status().is_ok_and(|status| status.success()) {
            return None;
        }
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gecode");
        let made = Command::new("make")
            .args(["-s", "-C", concat!(env!("CARGO_MANIFEST_DIR"), "/solvers/gecode")])
            .arg(format!("OUT={}", program.display()))
            .status()
            .expect("make is installed");
        assert!(made.success(), "solvers/gecode does not compile");
        Some(program)
    });
    if program.is_none() {
        skip("REQUIRE_GECODE", "Gecode's headers are absent (Debian: libgecode-dev)");
    }
    program.as_deref()
}

/// The adapter's answers under the goal `unique`, none where it was cut at a number of nodes.
fn ask(
    program: &Path,
    config: &str,
    puzzles: &[Puzzle],
    most_nodes: Option<u64>,
) -> Vec<Option<Counts>> {
    let mut requests = tempfile::NamedTempFile::new().expect("a temporary file");
    for puzzle in puzzles {
        writeln!(requests, "{puzzle}\n").expect("a temporary file");
    }
    let answered = Command::new(program)
        .arg(config)
        .env("DOKUBENCH_PROTOCOL", "1")
        .env("DOKUBENCH_GOAL", "unique")
        .env("DOKUBENCH_LIMIT", "2")
        .env("DOKUBENCH_NODE_LIMIT", most_nodes.map_or(String::new(), |nodes| nodes.to_string()))
        .stdin(File::open(requests.path()).expect("a temporary file"))
        .stderr(Stdio::inherit())
        .output()
        .expect("the adapter starts");
    assert!(answered.status.success(), "{config}: {}", answered.status);
    let text = String::from_utf8(answered.stdout).expect("text");
    let answers: Vec<_> =
        text.lines().zip(puzzles).map(|(line, puzzle)| parse(line, puzzle)).collect();
    assert_eq!((text.lines().count(), answers.len()), (puzzles.len(), puzzles.len()), "{config}");
    answers
}

/// An answer to a puzzle. Its solution, if any, fits the clues.
fn parse(line: &str, puzzle: &Puzzle) -> Option<Counts> {
    if line == "unknown node_limit" {
        return None;
    }
    let words: Vec<&str> = line.split(' ').collect();
    let key = |name: &str| {
        let value = words.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
        value.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in {line}"))
    };
    let solutions = words[0].parse().expect("a number of solutions");
    if solutions == 0 {
        assert_eq!(words[1], "-", "{line}");
    } else {
        let solution: Puzzle = words[1].parse().expect("81 digits");
        let fits = puzzle.clues().all(|(cell, digit)| solution.clue(cell) == Some(digit));
        assert!(
            fits && solution.is_consistent() && solution.blanks().is_empty(),
            "{puzzle}: {line}"
        );
    }
    Some((key("nodes"), key("fails"), solutions))
}

/// Every config that Gecode has too.
fn common_configs() -> Vec<String> {
    let mut configs = Vec::new();
    for ordering in ["first_fail", "anti_first_fail", "input_order"] {
        for value in ["indomain_min", "indomain_max"] {
            for level in ["naked", "bounds", "all_different"] {
                for branching in ["d_way", "two_way"] {
                    configs.push(format!("{ordering}/{value}/{level}/{branching}"));
                }
            }
        }
    }
    configs
}

/// Cuts the searches of the weakest configs.
const LIMIT: u64 = 300;

#[test]
fn gecode_beside_search_on_generated_puzzles() {
    let Some(program) = adapter() else { return };
    let range = std::env::var("GECODE_PUZZLES").unwrap_or_else(|_| "0..300".into());
    let (first, last) = range.split_once("..").expect("GECODE_PUZZLES is FIRST..LAST");
    let bound = |text: &str| text.parse::<u64>().expect("GECODE_PUZZLES has numbers");
    let puzzles: Vec<Puzzle> = (bound(first)..bound(last))
        .into_par_iter()
        .map(|seed| match seed % 3 {
            0 => minimal_puzzle(seed),
            1 => random_puzzle(seed, 22 + seed as usize % 9),
            _ => unsolvable_puzzle(seed),
        })
        .collect();
    let decided: usize = common_configs()
        .par_iter()
        .map(|config| {
            let ours = solve(config, Goal::Unique, &puzzles, Some(LIMIT));
            let theirs = ask(program, config, &puzzles, Some(LIMIT));
            for ((puzzle, ours), theirs) in puzzles.iter().zip(&ours).zip(&theirs) {
                let is_cut = ours.status(Goal::Unique) == Status::NodeLimit;
                let ours = (!is_cut).then(|| counts(ours));
                assert_eq!(ours, *theirs, "{config} on {puzzle}: ours, Gecode's");
            }
            theirs.iter().flatten().count()
        })
        .sum();
    let asked = common_configs().len() * puzzles.len();
    println!("{asked} comparisons, {decided} of them decided within {LIMIT} nodes: no difference");
    assert!(decided * 2 > asked, "{decided} of {asked} decided");
}

/// The adapter is the program that the known answers are of.
#[test]
fn the_adapter_makes_the_known_answers_anew() {
    let Some(program) = adapter() else { return };
    let Some(shared) = shared() else { return };
    let known = counts_by_puzzle(&shared);
    let nodes = |known: &[(usize, Counts)]| total(known.iter().map(|&(_, counts)| counts)).0;
    let small = known.par_iter().filter(|(_, known)| nodes(known) <= most_nodes(20_000));
    let compared = small.map(|((corpus, config), known)| {
        let puzzles = puzzles_of(&shared.join("corpora").join(corpus));
        let asked: Vec<Puzzle> = known.iter().map(|&(index, _)| puzzles[index]).collect();
        for (answer, (index, known)) in ask(program, config, &asked, None).iter().zip(known) {
            assert_eq!(*answer, Some(*known), "{config} on puzzle {index} of {corpus}");
        }
        known.len()
    });
    let compared: usize = compared.sum();
    println!("{compared} rows made anew");
    assert!(compared >= 2_400, "{compared} rows");
}
