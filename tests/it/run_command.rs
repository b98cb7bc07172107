//! `run` as a user types it: the files of a run, for any number of threads and passes, and after any
//! interruption.

use crate::support::{minimal_puzzle, mixed_puzzles};
use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

fn dokubench(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dokubench"));
    let _ = command.args(args).stdin(Stdio::null());
    command
}

fn output(args: &[&str]) -> Output {
    dokubench(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A corpus in a folder of its own, and where a run of it may go.
struct Place {
    folder: tempfile::TempDir,
    corpus: PathBuf,
}

impl Place {
    fn new(lines: impl IntoIterator<Item = String>) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let corpus = folder.path().join("corpus.txt");
        let text: String = lines.into_iter().map(|line| line + "\n").collect();
        fs::write(&corpus, text).expect("a writable folder");
        Self { folder, corpus }
    }

    fn mixed() -> Self {
        let invalid = format!("11{} two equal clues", ".".repeat(79));
        let puzzles = mixed_puzzles(6).into_iter().map(|puzzle| puzzle.to_string());
        Self::new(puzzles.chain([invalid, "no puzzle".to_owned()]))
    }

    fn out(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Runs with these arguments into a folder of this name.
    fn run(&self, name: &str, args: &[&str]) -> Output {
        let out = self.out(name);
        let corpus = self.corpus.to_str().expect("UTF-8");
        output(&[&["run", corpus, "--out", &out], args].concat())
    }

    fn rows(&self, name: &str, file: &str) -> Vec<HashMap<String, String>> {
        let path = self.folder.path().join(name).join(file);
        let mut reader = csv::Reader::from_path(path).expect("a readable file");
        reader.deserialize().map(|row| row.expect("a row")).collect()
    }
}

/// `runs.csv` without its time columns.
fn untimed(folder: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(folder.join("runs.csv")).expect("a readable file");
    let headers = reader.headers().expect("a header").clone();
    let kept: Vec<usize> =
        (0..headers.len()).filter(|&at| !headers[at].starts_with("time_ns")).collect();
    let records = reader.records().map(|record| record.expect("a record"));
    records.map(|record| kept.iter().map(|&at| record[at].to_owned()).collect()).collect()
}

const CONFIGS: &str =
    "first_fail/indomain_min/none,first_fail:ddeg/indomain_min/singles,random/lcv/locked";

#[test]
fn rows_are_the_same_whatever_the_threads() {
    let place = Place::mixed();
    for passes in ["0", "3"] {
        let expected = place.out(&format!("1-{passes}"));
        for threads in ["1", "2", "7"] {
            let name = format!("{threads}-{passes}");
            let args = ["--config", CONFIGS, "--threads", threads, "--passes", passes];
            let output = place.run(&name, &[&args[..], &["--solutions"]].concat());
            assert!(output.status.success(), "{}", text(&output.stderr));
            assert_eq!(
                untimed(&place.folder.path().join(&name)),
                untimed(Path::new(&expected)),
                "{threads} threads, {passes} passes"
            );
        }
    }
}

#[test]
fn the_files_of_a_run_say_what_was_run() {
    let place = Place::mixed();
    let output = place.run("a", &["--config", CONFIGS, "--passes", "2", "--node-limit", "20000"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.starts_with("corpus.txt   19 puzzles   unique   limit 20,000 nodes"), "{table}");
    assert!(text(&output.stderr).contains("1 line rejected"));

    let runs = place.rows("a", "runs.csv");
    assert_eq!(runs.len(), 19 * 3);
    let order: Vec<_> = runs.iter().map(|row| row["puzzle_index"].clone()).collect();
    let expected: Vec<_> = (0..19).flat_map(|i| vec![i.to_string(); 3]).collect();
    assert_eq!(order, expected);
    let statuses: std::collections::BTreeSet<_> = runs.iter().map(|row| &*row["status"]).collect();
    for status in ["unique", "multiple", "unsolvable", "invalid"] {
        assert!(statuses.contains(status), "{statuses:?}");
    }
    for row in &runs {
        let is_searched = row["status"] != "invalid";
        assert_eq!(row["nodes"].is_empty(), !is_searched, "{row:?}");
        assert_eq!(row["passes"], if is_searched { "2" } else { "0" });
        if row["status"] == "node_limit" {
            assert_eq!((&*row["nodes"], &*row["solutions"]), ("20000", ""));
        }
    }

    let puzzles = place.rows("a", "puzzles.csv");
    assert_eq!((puzzles.len(), &*puzzles[18]["label"]), (19, "two equal clues"));
    let rejected = place.rows("a", "rejected.csv");
    assert_eq!(
        (rejected.len(), &*rejected[0]["line"], &*rejected[0]["text"]),
        (1, "20", "no puzzle")
    );

    for summary in place.rows("a", "summary.csv") {
        let of_config = || runs.iter().filter(|row| row["config"] == summary["config"]);
        let nodes: u64 = of_config().filter_map(|row| row["nodes"].parse::<u64>().ok()).sum();
        assert_eq!(summary["nodes_sum"], nodes.to_string());
        assert_eq!((&*summary["puzzles"], &*summary["invalid"]), ("19", "1"));
        assert!(summary["puzzles_per_s"].parse::<f64>().is_ok_and(|rate| rate > 0.0));
    }
    let blocks = place.rows("a", "blocks.csv");
    for config in CONFIGS.split(',') {
        let config = config.replace("first_fail/", "first_fail:lowest/");
        let of_config = blocks.iter().filter(|block| block["config"] == config);
        let puzzles: u32 =
            of_config.map(|block| block["puzzles"].parse::<u32>().expect("u32")).sum();
        assert_eq!(puzzles, 18 * 2, "every searched puzzle twice");
    }
    let meta = fs::read_to_string(place.out("a") + "/meta.json").expect("meta.json");
    for word in
        ["\"sha256\"", "\"formula\"", "\"clock_cost_ns\"", "\"rustc\"", "calls of the classic"]
    {
        assert!(meta.contains(word), "{word}");
    }
}

#[test]
fn a_time_limit_censors_and_the_run_ends_in_time() {
    // Two clues have too many solutions to enumerate.
    let place = Place::new([format!("12{}", ".".repeat(79))]);
    let start = Instant::now();
    let args = ["--goal", "count:18446744073709551615", "--node-limit", "none", "--passes", "1"];
    let configs = ["--config", "first_fail/indomain_min/none,first_fail/indomain_min/sac"];
    let output = place.run("a", &[&args[..], &configs, &["--time-limit", "50ms"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    for row in place.rows("a", "runs.csv") {
        assert_eq!((&*row["status"], &*row["solutions"]), ("time_limit", ""));
    }
}

#[test]
fn usage_errors_leave_nothing_behind() {
    let place = Place::mixed();
    for (args, expected) in [
        (&["--threads", "0"][..], "expected a whole number from 1 to 1024"),
        (&["--config", "input_order:lowest/indomain_min/none"], "takes no tie-break"),
        (&["--order", "input_order", "--tie", "ddeg"], "takes no tie-break"),
        (&["--order", "first_fial"], "nearest is first_fail"),
        (&["--time-limit", "1e30"], "expected a number and a unit"),
        (&["--time-limit", "NaN"], "expected a number and a unit"),
        (&["--node-limit", "-5"], "--node-limit"),
        (&["--threads", "99999999999999999999"], "99999999999999999999"),
        (&["--preset", "poj3074,p1074"], "name one with --goal"),
        (&["--bound"], "max_score"),
        (&["--engine", "dlx", "--goal", "max_score"], "dlx"),
        (&["--timing-threads", "3", "--threads", "2"], "more than"),
        (&["--label", "a/b"], "expected letters"),
    ] {
        let output = place.run("a", args);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{args:?}: {stderr}");
        assert!(stderr.contains(expected), "{args:?}: {stderr}");
        assert!(!place.folder.path().join("a").exists(), "{args:?}");
    }
}

#[test]
fn unreadable_input_fails_in_one_line() {
    let place = Place::new(["# only a comment".to_owned()]);
    let folder = place.folder.path().to_str().expect("UTF-8");
    let missing = place.out("missing.txt");
    for (corpus, expected) in [
        (&*missing, "cannot be opened"),
        (folder, "is a folder"),
        (&place.out("corpus.txt"), "no puzzle"),
    ] {
        let out = place.out("out");
        let output = output(&["run", corpus, "--out", &out, "--passes", "0"]);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{corpus}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(expected), "{stderr}");
        let _ = fs::remove_dir_all(&out);
    }
}

#[test]
fn a_folder_that_is_not_empty_is_refused() {
    let place = Place::mixed();
    let args = ["--config", "first_fail/indomain_min/locked", "--passes", "0"];
    assert!(place.run("a", &args).status.success());
    let before = fs::read(place.out("a") + "/runs.csv").expect("runs.csv");
    let output = place.run("a", &args);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("not empty"));
    assert_eq!(fs::read(place.out("a") + "/runs.csv").expect("runs.csv"), before);
}

#[test]
fn a_pipe_is_a_corpus() {
    let place = Place::mixed();
    let out = place.out("a");
    let mut command =
        dokubench(&["run", "-", "--out", &out, "--passes", "0", "--order", "first_fail"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("starts");
    let puzzle = minimal_puzzle(1).to_string() + "\n";
    child.stdin.take().expect("a pipe").write_all(puzzle.repeat(3000).as_bytes()).expect("written");
    assert!(child.wait().expect("ends").success());
    let rows = place.rows("a", "runs.csv");
    assert_eq!((rows.len(), &*rows[0]["corpus"]), (3000, "-"));
    let resumed = output(&["run", "--resume", &out]);
    assert_eq!(resumed.status.code(), Some(2));
    assert!(text(&resumed.stderr).contains("was a pipe"), "{}", text(&resumed.stderr));
}

/// A corpus that takes many windows.
fn long_corpus() -> Place {
    let puzzles: Vec<String> = (0..20).map(|seed| minimal_puzzle(seed).to_string()).collect();
    Place::new(puzzles.iter().cycle().take(30_000).cloned().chain(["rejected".to_owned()]))
}

const LONG: [&str; 6] = ["--config", CONFIGS, "--passes", "0", "--node-limit", "300"];

fn start(args: &[&str]) -> Child {
    let mut command = dokubench(args);
    command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts")
}

#[test]
fn a_killed_run_goes_on_with_no_row_lost_or_doubled() {
    let place = long_corpus();
    assert!(place.run("whole", &LONG).status.success());
    let (corpus, out) = (place.corpus.to_str().expect("UTF-8"), place.out("killed"));
    let mut child = start(&[&["run", corpus, "--out", &out], &LONG[..]].concat());
    for kill in 0..3 {
        std::thread::sleep(Duration::from_millis(60 + 70 * kill));
        child.kill().expect("it can be killed");
        let _ = child.wait().expect("it ends");
        child = start(&["run", "--resume", &out]);
    }
    // Killed before there was a meta.json: nothing to go on with.
    if !child.wait().expect("it ends").success() {
        assert!(!Path::new(&out).join("meta.json").exists());
        return;
    }
    let whole = place.out("whole");
    assert_eq!(untimed(Path::new(&out)), untimed(Path::new(&whole)));
    for file in ["puzzles.csv", "rejected.csv", "summary.csv"] {
        let read = |folder: &str| fs::read_to_string(format!("{folder}/{file}")).expect(file);
        assert_eq!(read(&out), read(&whole), "{file}");
    }
}

#[test]
fn a_torn_window_is_cut_off() {
    let place = Place::mixed();
    let args = ["--config", CONFIGS, "--passes", "1"];
    assert!(place.run("a", &args).status.success());
    let (out, whole) = (place.out("a"), untimed(Path::new(&place.out("a"))));
    let runs = format!("{out}/runs.csv");
    let mut file = fs::OpenOptions::new().append(true).open(&runs).expect("runs.csv");
    file.write_all(b"corpus.txt,99,0,half a li").expect("written");
    let output = output(&["run", "--resume", &out]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(untimed(Path::new(&out)), whole);
}

#[test]
fn a_changed_corpus_is_not_resumed() {
    let place = Place::mixed();
    assert!(place.run("a", &["--order", "first_fail", "--passes", "0"]).status.success());
    let mut file = fs::OpenOptions::new().append(true).open(&place.corpus).expect("the corpus");
    file.write_all(b"# more\n").expect("written");
    let output = output(&["run", "--resume", &place.out("a")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("corpus.txt has changed (SHA-256)"));
}

#[test]
fn isomorphs_keep_verdicts_and_are_numbered() {
    let place = Place::new(mixed_puzzles(3).iter().map(ToString::to_string));
    let args = ["--config", "first_fail/indomain_min/locked", "--passes", "0"];
    assert!(place.run("given", &args).status.success());
    assert!(place.run("turned", &[&args[..], &["--isomorphs", "4"]].concat()).status.success());
    let (given, turned) = (place.rows("given", "runs.csv"), place.rows("turned", "runs.csv"));
    assert_eq!(turned.len(), 4 * given.len());
    for (row, expected) in turned.iter().zip(given.iter().flat_map(|row| [row; 4])) {
        assert_eq!(row["puzzle_index"], expected["puzzle_index"]);
        assert_eq!(row["status"], expected["status"]);
    }
    let numbers: Vec<_> = turned.iter().map(|row| &*row["isomorph"]).take(5).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "1"]);
}

#[test]
fn the_same_engine_under_two_names_counts_alike() {
    let place = Place::mixed();
    assert!(place.run("a", &["--order", "first_fail", "--aa", "--passes", "1"]).status.success());
    let rows = place.rows("a", "runs.csv");
    for pair in rows.chunks(2) {
        assert_eq!(format!("{}#2", pair[0]["config"]), pair[1]["config"]);
        assert_eq!(pair[0]["nodes"], pair[1]["nodes"]);
    }
}
