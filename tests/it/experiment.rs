//! Experiment files: what defines a run, written, read and run again; runs by number of threads.

use crate::command::{Ran, dokubench, dokubench_with};
use crate::support::shared;
use dokubench::catalogue::{PRUNINGS, TIE_BREAKS, VARIABLE_ORDERINGS};
use serde_json::Value;
use std::fs;
use std::path::Path;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A folder with a corpus.
fn place() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    fs::write(place.path().join("c.txt"), format!("{PUZZLE}\n").repeat(30)).expect("writable");
    place
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

/// The plan in the `meta.json` of a run.
fn plan(place: &Path, run: &str) -> Value {
    json(&place.join(run).join("meta.json"))["plan"].take()
}

/// Writes `e.toml` and runs it with more arguments.
fn run(place: &Path, text: &str, args: &[&str]) -> Ran {
    fs::write(place.join("e.toml"), text).expect("writable");
    dokubench(place, &[&["run", "--experiment", "e.toml"], args].concat())
}

#[test]
fn a_written_experiment_runs_as_its_options_do() {
    let place = place();
    let place = place.path();
    let options = [
        "run",
        "c.txt",
        "--order",
        "first_fail,dom_wdeg",
        "--prune",
        "fc,singles",
        "--engine",
        "dlx",
        "--goal",
        "count:3",
        "--passes",
        "0",
        "--node-limit",
        "1k",
        "--isomorphs",
        "2",
        "--seed",
        "9",
        "--shuffle",
        "--solutions",
    ];
    let written = dokubench(place, &[&options[..], &["--write-experiment"]].concat()).code(0);
    assert!(!place.join("results").exists(), "nothing is run");
    assert!(written.stdout.contains("{ path = \"c.txt\", sha256 = \""), "{}", written.stdout);
    let _ =
        dokubench(place, &[&options[..], &["--threads", "1", "--out", "typed"]].concat()).code(0);
    let _ = run(place, &written.stdout, &["--threads", "1", "--out", "file"]).code(0);
    assert_eq!(plan(place, "typed"), plan(place, "file"));
    let again = ["run", "--experiment", "typed/meta.json", "--threads", "1", "--out", "again"];
    let _ = dokubench(place, &again).code(0);
    assert_eq!(plan(place, "typed"), plan(place, "again"));
    let rows = |run: &str| fs::read_to_string(place.join(run).join("runs.csv")).expect("rows");
    assert_eq!((rows("typed"), rows("typed")), (rows("file"), rows("again")));
    // A written experiment is written as it is, also from a meta.json.
    for file in ["e.toml", "typed/meta.json"] {
        let args = ["run", "--experiment", file, "--write-experiment"];
        assert_eq!(dokubench(place, &args).code(0).stdout, written.stdout);
    }
}

#[test]
fn experiments_take_axes_presets_and_options_that_they_do_not_set() {
    let place = place();
    let place = place.path();
    let text =
        "corpora = [\"c.txt\"]\norder = [\"brelaz\", \"random\"]\nprune = [\"fc\"]\npasses = 0\n";
    let _ = run(place, text, &["--goal", "first", "--tie=lowest", "--out", "a"]).code(2);
    let _ = run(place, text, &["--goal", "first", "--out", "a"]).code(0);
    let plan = plan(place, "a");
    assert_eq!(plan["goal"], "first");
    assert_eq!(plan["configs"][1], "random/indomain_min/fc");
    let text = "preset = [\"p1074\"]\npasses = 0\nnode-limit = \"none\"\n";
    let _ = run(place, text, &["c.txt", "--out", "b"]).code(0);
    assert_eq!(self::plan(place, "b")["goal"], "max_score");
}

#[test]
fn corpora_begin_in_the_folder_of_the_file_or_the_one_that_is_named() {
    let place = place();
    let place = place.path();
    fs::create_dir(place.join("e")).expect("writable");
    let text =
        "corpora = [\"c.txt\", \"bundled:hard.txt\"]\npasses = 0\ntake = 1\nengine = [\"dlx\"]\n";
    fs::write(place.join("e/e.toml"), text).expect("writable");
    let of =
        |args: &[&str]| dokubench(place, &[&["run", "--experiment", "e/e.toml"], args].concat());
    let absent = of(&["--out", "a"]).code(1);
    assert!(absent.error().starts_with("e/c.txt: "), "{}", absent.error());
    let _ = of(&["--corpora-in", ".", "--out", "a"]).code(0);
    // Run from elsewhere, a meta.json finds the corpora of its working folder.
    let _ = dokubench(&place.join("e"), &["run", "--experiment", "../a/meta.json", "--out", "b"])
        .code(0);
    assert_eq!(
        json(&place.join("e/b/meta.json"))["corpora"],
        json(&place.join("a/meta.json"))["corpora"]
    );
}

#[test]
fn wrong_experiments_are_refused_in_one_line() {
    let place = place();
    let place = place.path();
    for (text, args, expected) in [
        (
            "passess = 3",
            &[][..],
            "e.toml:1: unknown key \"passess\", nearest is passes; known: corpora",
        ),
        ("\nnode_limit = 3", &[], "e.toml:2: unknown key \"node_limit\", nearest is node-limit;"),
        ("configs = []", &[], "e.toml:1: unknown key \"configs\", nearest is config;"),
        ("no-shuffle = true", &[], "e.toml:1: unknown key \"no-shuffle\", nearest is shuffle;"),
        (
            "threads = 3",
            &[],
            "e.toml:1: threads: says where or how a run works; expected --threads",
        ),
        ("out = \"a\"", &[], "e.toml:1: out: says where or how"),
        (
            "seed = 1\ngoal = \"uniqe\"",
            &[],
            "e.toml:2: goal: unknown goal \"uniqe\", nearest is unique",
        ),
        ("passes = 1.5", &[], "e.toml:1: passes: invalid value '1.5'"),
        ("passes = [1]", &[], "e.toml:1: passes: expected one value"),
        ("passes = true", &[], "e.toml:1: passes: expected one value"),
        ("aa = 1", &[], "e.toml:1: aa: expected true or false"),
        ("config = true", &[], "e.toml:1: config: expected a list"),
        ("goal = first", &[], "e.toml:1: no TOML"),
        ("solutions = true\nsummary-only = true", &[], "e.toml: the argument "),
        ("corpora = [\"no.txt\"]", &[], "no.txt: "),
        ("passes = 3", &["--passes", "3"], "--passes: e.toml sets passes too; expected it in"),
        ("shuffle = false", &["--no-shuffle"], "--no-shuffle: e.toml sets shuffle too;"),
        ("corpora = [\"c.txt\"]", &["c.txt"], "corpora: e.toml sets corpora too;"),
        ("corpora = [7]", &[], "e.toml:1: corpora: expected a list of paths"),
    ] {
        let ran = run(place, text, args);
        assert!(ran.error().starts_with(expected), "{text}: {}", ran.error());
        assert!(ran.code == 2 || expected.starts_with("no.txt"), "{text}: {}", ran.code);
    }
    let absent = dokubench(place, &["run", "--experiment", "no.toml"]).code(1);
    assert!(absent.error().contains("expected an experiment file"), "{}", absent.error());
    let both = dokubench(place, &["run", "--experiment", "e.toml", "--resume", "a"]).code(2);
    assert!(both.error().contains("cannot be used with"), "{}", both.error());
    let alone = dokubench(place, &["run", "--corpora-in", "a"]).code(2);
    assert!(alone.error().contains("--experiment"), "{}", alone.error());
}

#[test]
fn a_corpus_with_another_hash_is_refused() {
    let place = place();
    let place = place.path();
    let args = ["run", "c.txt", "--engine", "dlx", "--passes", "0", "--write-experiment"];
    let text = dokubench(place, &args).code(0).stdout;
    let _ = run(place, &text, &["--out", "a"]).code(0);
    fs::write(place.join("c.txt"), PUZZLE).expect("writable");
    let ran = run(place, &text, &["--out", "b"]).code(2);
    assert!(ran.error().contains("c.txt: its SHA-256 is "), "{}", ran.error());
    let ran = dokubench(place, &["run", "--experiment", "a/meta.json", "--out", "b"]).code(2);
    assert!(ran.error().contains("c.txt: its SHA-256 is "), "{}", ran.error());
}

#[test]
fn a_list_of_threads_makes_a_run_for_each() {
    let place = place();
    let place = place.path();
    let args = ["run", "c.txt", "--engine", "dlx,bitboard", "--passes", "1", "--out", "s"];
    let ran = dokubench(place, &[&args[..], &["--threads", "1,2,2"]].concat()).code(0);
    assert!(
        ran.stdout.ends_with("chart --kind scaling s-threads-1 s-threads-2\n"),
        "{}",
        ran.stdout
    );
    for (run, threads) in [("s-threads-1", 1), ("s-threads-2", 2)] {
        let plan = plan(place, run);
        assert_eq!((&plan["threads"], &plan["timing_threads"]), (&threads.into(), &threads.into()));
    }
    let chart = ["chart", "--kind", "scaling", "s-threads-1", "s-threads-2"];
    assert!(dokubench(place, &chart).code(0).stdout.contains("scaling_c"));
    let again = dokubench(place, &[&args[..], &["--threads", "3,2"]].concat()).code(2);
    assert!(again.error().starts_with("s-threads-2: not empty"), "{}", again.error());
    assert!(!place.join("s-threads-3").exists(), "nothing is run before all folders are new");
    for (more, expected) in [
        (
            &["--threads", "2,1", "--timing-threads", "2"][..],
            "--timing-threads 2 is more than --threads 1",
        ),
        (&["--threads", "1,0"], "expected a whole number from 1"),
        (&["--threads", "1,2", "-"], "standard input (-) can be read only once"),
    ] {
        let ran = dokubench_with(place, &[&args[..], more].concat(), b"").code(2);
        assert!(ran.error().contains(expected), "{}", ran.error());
    }
    let list = dokubench(place, &["run", "--resume", "s-threads-1", "--threads", "1,2"]).code(2);
    assert!(list.error().contains("one number of --threads"), "{}", list.error());
}

#[test]
fn blocks_have_at_most_the_puzzles_that_are_asked_for() {
    let place = place();
    let place = place.path();
    let args =
        ["run", "c.txt", "--engine", "lanes", "--threads", "1", "--passes", "2", "--out", "a"];
    let _ = dokubench(place, &[&args[..], &["--block", "8"]].concat()).code(0);
    let rows = fs::read_to_string(place.join("a/blocks.csv")).expect("blocks");
    let mut rows = rows.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let puzzles = header.iter().position(|&name| name == "puzzles").expect("the column puzzles");
    let sizes: Vec<u32> = rows.map(|row| row[puzzles].parse().expect("a number")).collect();
    assert!(sizes.len() >= 4 && sizes.iter().all(|&size| size == 7 || size == 8), "{sizes:?}");
    assert_eq!(plan(place, "a")["block"], 8);
    let none = ["run", "c.txt", "--engine", "dlx", "--block", "8", "--out", "b"];
    let ran = dokubench(place, &none).code(2);
    assert!(ran.error().contains("no engine here solves many puzzles at once"), "{}", ran.error());
}

#[test]
fn committed_experiments_are_those_of_the_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let given = |name: &str, more: &[&str]| {
        let file = format!("results/{name}/experiment.toml");
        let args = ["run", "--experiment", &file, "--write-experiment"];
        dokubench(root, &[&args[..], more].concat())
    };
    let default = dokubench(root, &["run", "--write-experiment"]).code(0).stdout;
    assert_eq!(given("reference", &[]).code(0).stdout, default, "the main job is the default");
    let Some(shared) = shared() else { return };
    let corpora = shared.join("corpora");
    let corpora = ["--corpora-in", corpora.to_str().expect("UTF-8")];
    let _ = given("ladder", &corpora).code(0);
    let space = given("space", &corpora).code(0).stdout;
    let orders = VARIABLE_ORDERINGS.iter().map(|o| if o.takes_tie { TIE_BREAKS.len() } else { 1 });
    let configs = orders.sum::<usize>() * PRUNINGS.len();
    assert_eq!(space.matches("/indomain_min/").count(), configs, "the space is whole");
}
