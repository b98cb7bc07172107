//! `run --budget` and `--shuffle`: when a run ends, what it keeps, and how it goes on.

use crate::command::dokubench;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Slow enough that a second does not suffice for the bundled corpora.
const SLOW: [&str; 10] = [
    "--config",
    "input_order/indomain_min/none,first_fail/indomain_min/singles",
    "--node-limit",
    "200k",
    "--passes",
    "2",
    "--threads",
    "1",
    "--seed",
    "7",
];

fn run(place: &Path, out: &str, args: &[&str]) -> String {
    let args = [&["run", "bundled:minimal.txt", "bundled:easy.txt", "--out", out], args].concat();
    dokubench(place, &args).code(0).stdout
}

/// The rows of `runs.csv` without their times, in any order.
fn rows(folder: &Path) -> Vec<Vec<String>> {
    let mut file = csv::Reader::from_path(folder.join("runs.csv")).expect("runs.csv");
    let is_time: Vec<_> =
        file.headers().expect("a header").iter().map(|name| name.starts_with("time_ns")).collect();
    let row = |row: Result<csv::StringRecord, _>| {
        let row = row.expect("a row");
        let fields = row.iter().zip(&is_time).filter(|(_, is_time)| !**is_time);
        fields.map(|(field, _)| field.to_owned()).collect::<Vec<_>>()
    };
    file.records().map(row).collect()
}

fn meta(folder: &Path) -> Value {
    serde_json::from_slice(&fs::read(folder.join("meta.json")).expect("meta.json")).expect("JSON")
}

#[test]
fn a_budget_is_kept_and_the_part_is_marked() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let start = Instant::now();
    let table = run(place.path(), "a", &[&SLOW[..], &["--budget", "1s"]].concat());
    // A busy machine takes longer to start and to end, and so does a build without optimisation.
    let most = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 });
    assert!(start.elapsed() < most, "{:?}", start.elapsed());
    assert!(table.contains(" of 400 puzzles") && table.contains("partial run: "), "{table}");
    let folder = place.path().join("a");
    let meta = meta(&folder);
    assert_eq!((&meta["plan"]["shuffle"], &meta["finished"]), (&true.into(), &Value::Null));
    assert_eq!(meta["corpora"][0]["of"], 400);
    let done = meta["corpora"][0]["puzzles"].as_u64().expect("a number");
    assert!((1..400).contains(&done), "{done}");
    let rows = rows(&folder);
    let index = |row: &Vec<String>| (row[0].clone(), row[1].parse::<u64>().expect("a number"));
    let minimal: BTreeSet<_> =
        rows.iter().map(index).filter(|(name, _)| name == "minimal.txt").collect();
    assert_eq!(minimal.len() as u64, done);
    // Every kept puzzle has a row of every config, and the puzzles are not the first ones.
    assert_eq!(rows.iter().filter(|row| row[0] == "minimal.txt").count() as u64, 2 * done);
    assert!(minimal.iter().any(|&(_, index)| index >= done));
    // The second corpus has its share.
    assert!(rows.iter().any(|row| row[0] == "easy.txt"));
    for args in [&["compare", "a"][..], &["compare", "a", "a"]] {
        let told = dokubench(place.path(), args).code(0).stderr;
        assert!(
            told.contains("minimal.txt: a partial run: ") && told.contains(" of 400"),
            "{told}"
        );
    }
    let _ = dokubench(place.path(), &["chart", "a"]).code(0);
    let chart =
        fs::read_to_string(folder.join("charts/ecdf_nodes_minimal.txt.svg")).expect("a chart");
    assert!(chart.contains("a partial run: "), "{chart}");
    let _ = dokubench(place.path(), &["report", "a"]).code(0);
    let page = fs::read_to_string(folder.join("report.html")).expect("report.html");
    assert!(page.contains("minimal.txt: a partial run: "));
}

#[test]
fn a_run_resumed_to_its_end_has_the_rows_of_an_unbroken_one() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let quick =
        ["--order", "first_fail,input_order", "--passes", "1", "--threads", "1", "--seed", "3"];
    let _ = run(place.path(), "whole", &[&quick[..], &["--shuffle"]].concat());
    // A folder appears with its first rows, for which a busy machine may need longer.
    let mut budget = 60;
    while !place.path().join("cut").exists() {
        let time = format!("{budget}ms");
        let corpora = ["run", "bundled:minimal.txt", "bundled:easy.txt", "--out", "cut"];
        let _ = dokubench(place.path(), &[&corpora[..], &quick, &["--budget", &time]].concat());
        budget *= 2;
    }
    for _ in 0..3 {
        let _ = dokubench(place.path(), &["run", "--resume", "cut", "--budget", "90ms"]).code(0);
    }
    let _ = dokubench(place.path(), &["run", "--resume", "cut"]).code(0);
    let [whole, cut] = ["whole", "cut"].map(|name| place.path().join(name));
    let sorted = |folder: &Path| {
        let mut rows = rows(folder);
        rows.sort();
        rows
    };
    assert!(sorted(&whole) == sorted(&cut));
    assert!(meta(&cut)["finished"].is_string() && meta(&cut)["corpora"][0].get("of").is_none());
    // The statistics read the corpus that comes back as one.
    let table = dokubench(place.path(), &["compare", "cut"]).code(0).stdout;
    assert_eq!(table.matches("minimal.txt").count(), 1, "{table}");
}

#[test]
fn the_order_is_part_of_the_plan() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let quick = ["--order", "first_fail", "--passes", "0"];
    let of = |name: &str, args: &[&str]| {
        let _ = run(place.path(), name, &[&quick[..], args].concat());
        rows(&place.path().join(name))
    };
    let given = of("given", &["--budget", "1h", "--no-shuffle"]);
    let shuffled = of("shuffled", &["--shuffle", "--seed", "1"]);
    assert!(of("again", &["--shuffle", "--seed", "1"]) == shuffled);
    assert!(of("other", &["--shuffle", "--seed", "2"]) != shuffled);
    assert!(of("plain", &[]) == given);
    let input =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
    let args =
        ["run", "-", "--order", "first_fail", "--shuffle", "--passes", "0", "--out", "stdin"];
    let told = crate::command::dokubench_with(place.path(), &args, input.as_bytes()).code(0).stderr;
    assert!(told.contains("standard input cannot be shuffled"), "{told}");
}

#[test]
fn the_node_limit_is_one_number_for_all_corpora() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let _ = run(place.path(), "a", &["--order", "first_fail", "--passes", "0"]);
    assert_eq!(meta(&place.path().join("a"))["plan"]["node_limit"], 100_000);
}

#[test]
fn a_budget_that_suffices_for_no_puzzle_is_an_error() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let args = ["run", "bundled:minimal.txt", "--budget", "1ms", "--out", "a"];
    let ran = dokubench(place.path(), &args).code(1);
    assert!(ran.stderr.contains("expected a longer --budget"), "{}", ran.stderr);
    assert!(ran.stdout.is_empty() && !place.path().join("a").exists());
}

#[test]
fn a_budget_keeps_what_one_slow_puzzle_needs() {
    let place = tempfile::tempdir().expect("a temporary folder");
    // Each puzzle takes some 50 ms: eight of them would not fit.
    let args = ["--config", "input_order/indomain_min/none", "--time-limit", "50ms"];
    let more = ["--node-limit", "none", "--passes", "1", "--threads", "1", "--budget", "400ms"];
    let corpus = ["run", "bundled:adversarial.txt", "--out", "a"];
    let _ = dokubench(place.path(), &[&corpus[..], &args, &more].concat()).code(0);
    assert!(!rows(&place.path().join("a")).is_empty());
}
