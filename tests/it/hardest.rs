//! `hardest` and `convert --hardest`: the puzzles of a run on which a config needed most.

use crate::command::{Ran, dokubench};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

const CONFIG: &str = "input_order/indomain_min/naked";

/// A folder with a finished run of two configs over two corpora in `results/r`, made once.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let make = || {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, seed) in [("a.txt", "1"), ("b.txt", "2")] {
            let args = ["generate", "minimal", "--count=25", "--seed", seed];
            let lines = dokubench(folder.path(), &args).code(0).stdout;
            let label = |(at, line): (usize, &str)| format!("# a comment\n{line} own {at}\n");
            let labelled: String = lines.lines().enumerate().map(label).collect();
            fs::write(folder.path().join(name), labelled).expect("a corpus");
        }
        let configs = format!("--config={CONFIG},first_fail/indomain_min/singles");
        let args = ["run", "a.txt", "b.txt", &configs, "--node-limit=2000", "--passes=1"];
        let _ = dokubench(folder.path(), &[&args[..], &["--out=results/r"]].concat()).code(0);
        folder
    };
    FOLDER.get_or_init(make).path()
}

/// Runs `hardest` or `convert --hardest` with a config.
fn hardest(args: &[&str]) -> Ran {
    dokubench(folder(), args)
}

/// The puzzles of the config with what it needed, computed here from the files of the run: the hardest
/// first.
fn expected() -> Vec<(String, String)> {
    let read = |name: &str| fs::read_to_string(folder().join("results/r").join(name)).expect(name);
    let puzzles = read("puzzles.csv");
    let row = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let puzzles: BTreeMap<_, _> = puzzles
        .lines()
        .skip(1)
        .map(row)
        .map(|row| ((row[0].clone(), row[1].clone()), row))
        .collect();
    let runs = read("runs.csv");
    let mut needs: Vec<_> =
        runs.lines().skip(1).map(row).filter(|row| row[3].starts_with(CONFIG)).collect();
    let key = |row: &Vec<String>| (row[6] == "node_limit", row[9].parse::<u64>().expect("nodes"));
    needs.sort_by_key(|row| std::cmp::Reverse(key(row)));
    let line = |row: Vec<String>| {
        let puzzle = &puzzles[&(row[0].clone(), row[1].clone())];
        let bound = if row[6] == "node_limit" { ">" } else { "" };
        let [corpus, line, label] = [&row[0], &puzzle[2], &puzzle[5]];
        (puzzle[3].clone(), format!("{bound}{} nodes {corpus}:{line} {label}", row[9]))
    };
    needs.into_iter().map(line).collect()
}

#[test]
fn the_hardest_puzzles_of_all_corpora_come_first() {
    let expected = expected();
    assert!(expected.len() == 50 && expected[0].1.starts_with(">2000 nodes "), "{expected:?}");
    assert!(expected[49].1.contains(" own "), "{}", expected[49].1);
    let all = hardest(&["hardest", "results/r", "--config", CONFIG]).code(0);
    let lines: Vec<_> =
        expected.iter().map(|(puzzle, label)| format!("{puzzle} {label}")).collect();
    assert_eq!(all.stdout.lines().collect::<Vec<_>>(), lines);
    let few = hardest(&["hardest", "--config", CONFIG, "--count", "7"]).code(0);
    assert_eq!(few.stdout.lines().collect::<Vec<_>>(), lines[..7], "the newest run is r");
    let one = hardest(&["hardest", "results/r", "--config", CONFIG, "--corpus", "b.txt"]).code(0);
    let of_b: Vec<_> = lines.iter().filter(|line| line.contains(" b.txt:")).collect();
    assert_eq!(one.stdout.lines().collect::<Vec<_>>(), of_b);
    let by_time = ["hardest", "results/r", "--config", CONFIG, "--by", "time", "--count=50"];
    let by_time = hardest(&by_time).code(0);
    let times = by_time.stdout.lines().filter(|line| line.contains(" ns ")).count();
    assert_eq!(times, 50, "{}", by_time.stdout);
}

#[test]
fn they_are_a_corpus_that_every_command_reads() {
    let lines = hardest(&["hardest", "results/r", "--config", CONFIG, "--count=9"]).code(0).stdout;
    let args = ["convert", "--hardest=results/r", "--config", CONFIG, "--count=9"];
    let converted = hardest(&args).code(0);
    assert_eq!(converted.stdout, lines);
    let csv = hardest(&[&args[..], &["--unique", "--to=csv"]].concat()).code(0).stdout;
    assert_eq!(csv.lines().count(), 10, "{csv}");
    assert!(csv.lines().nth(1).expect("a row").contains(&expected()[0].0), "{csv}");
    fs::write(folder().join("hardest.txt"), &lines).expect("a corpus");
    let solved = hardest(&["solve", "hardest.txt"]).code(0);
    assert_eq!(solved.stdout.lines().count(), 9);
}

#[test]
fn what_cannot_be_selected_is_one_line() {
    for (args, expected) in [
        (&["hardest", "results/r"][..], "expected --config with one of the configs of the run: f"),
        (
            &["hardest", "results/r", "--config", "brelaz"],
            "unknown config of this run \"brelaz\"; known: f",
        ),
        (
            &["hardest", "results/r", "--config", CONFIG, "--corpus", "c"],
            "unknown corpus of this run \"c\"; known: a.txt, b.txt",
        ),
        (&["convert", "a.txt", "--count", "5"], "expected --hardest, too"),
        (&["convert", "a.txt", "--hardest=results/r"], "cannot be used with"),
        (&["hardest", "results/r", "--config", CONFIG, "--count", "0"], "invalid value '0'"),
    ] {
        let ran = hardest(args).code(2);
        assert!(ran.error().contains(expected), "{args:?}: {}", ran.error());
    }
    let _ = hardest(&["hardest", "nowhere", "--config", CONFIG]).code(1);
}

#[test]
fn what_is_no_folder_of_a_run_is_named() {
    let place = tempfile::tempdir().expect("a temporary folder");
    fs::write(place.path().join("a.txt"), "").expect("a file");
    for (args, expected) in [
        (["convert", "--hardest", "a.txt"], "a.txt: it is a file; expected the folder of a run"),
        (["convert", "--hardest", "b"], "b: there is no folder; expected the folder of a run"),
        (["compare", "b", "--all"], "b: there is no folder; expected the folder of a run"),
    ] {
        let ran = dokubench(place.path(), &args).code(1);
        assert!(ran.error().starts_with(expected), "{args:?}: {}", ran.error());
    }
}
