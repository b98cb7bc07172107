//! Corpora that come through a pipe: what came out of it before Ctrl-C is kept.
#![cfg(unix)]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Starts a run of corpora without timed passes.
fn start(place: &Path, corpora: &[&str], args: &[&str]) -> Child {
    let fixed = ["--order", "first_fail", "--threads", "1", "--passes", "0", "--out", "r"];
    Command::new(env!("CARGO_BIN_EXE_dokubench"))
        .arg("run")
        .args(corpora)
        .args(fixed)
        .args(args)
        .current_dir(place)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Writes to a run, waits until it has read all, and sends Ctrl-C while the pipe is open. Returns what
/// the run printed.
fn interrupted(mut run: Child, input: &[u8]) -> String {
    let mut stdin = run.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("the run reads");
    std::thread::sleep(Duration::from_millis(600));
    let pid = run.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().expect("kill starts");
    assert!(sent.success());
    let asked = Instant::now();
    let output = run.wait_with_output().expect("the run ends");
    assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    drop(stdin);
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(stderr.contains("interrupted: "), "{stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn rows(place: &Path, file: &str) -> Vec<String> {
    let text = fs::read_to_string(place.join("r").join(file)).expect("a file of the run");
    text.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn a_pipe_that_pauses_keeps_the_rows_of_what_came_out_of_it() {
    let place = tempfile::tempdir().expect("a temporary folder");
    // The last line has not come to its end.
    let input = format!("{}{}", format!("{PUZZLE}\n").repeat(100), &PUZZLE[..40]);
    let printed = interrupted(start(place.path(), &["-"], &[]), input.as_bytes());
    assert_eq!(rows(place.path(), "runs.csv").len(), 100);
    assert_eq!(rows(place.path(), "rejected.csv").len(), 0);
    assert!(printed.contains("partial run") && printed.contains("next: dokubench chart r"));
    let summary = dokubench(place.path(), &["summary", "r"]);
    assert!(summary.contains("cannot go on") && !summary.contains("--resume"), "{summary}");
}

/// What a command printed on standard error.
fn dokubench(place: &Path, args: &[&str]) -> String {
    let ran = crate::command::dokubench(place, args).code(0);
    ran.stderr
}

#[test]
fn compressed_bytes_that_pause_are_kept_as_far_as_they_are_whole() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut packed = Vec::new();
    let mut encoder = zstd::stream::write::Encoder::new(&mut packed, 1).expect("an encoder");
    encoder.write_all(format!("{PUZZLE}\n").repeat(5000).as_bytes()).expect("memory");
    // A block ends here, the data do not.
    encoder.flush().expect("memory");
    let run = start(place.path(), &["-"], &["--node-limit", "100"]);
    drop(encoder);
    let _ = interrupted(run, &packed);
    assert_eq!(rows(place.path(), "runs.csv").len(), 5000);
}

#[test]
fn corpora_before_and_behind_a_silent_pipe_are_kept_and_left() {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (name, puzzles) in [("a.txt", 3), ("b.txt", 4)] {
        let text = format!("{PUZZLE}\n").repeat(puzzles);
        fs::write(place.path().join(name), text).expect("writable");
    }
    let run = start(place.path(), &["a.txt", "-", "b.txt"], &[]);
    let _ = interrupted(run, format!("{PUZZLE}\n").repeat(2).as_bytes());
    let corpora: Vec<_> = rows(place.path(), "runs.csv")
        .iter()
        .map(|row| row.split(',').next().expect("a field").to_owned())
        .collect();
    assert_eq!(corpora, ["a.txt", "a.txt", "a.txt", "-", "-"]);
}

#[test]
fn a_pipe_that_never_pauses_ends_too() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let mut run = start(place.path(), &["-"], &["--node-limit", "100"]);
    let mut stdin = run.stdin.take().expect("a pipe");
    let feeding = std::thread::spawn(move || {
        let many = format!("{PUZZLE}\n").repeat(1000);
        while stdin.write_all(many.as_bytes()).is_ok() {}
    });
    std::thread::sleep(Duration::from_millis(400));
    let pid = run.id().to_string();
    let _ = Command::new("kill").args(["-INT", &pid]).status().expect("kill starts");
    let output = run.wait_with_output().expect("the run ends");
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    feeding.join().expect("the feeding ends");
    let rows = rows(place.path(), "runs.csv");
    let last = rows.last().expect("rows").split(',').nth(1).expect("an index");
    assert_eq!(last, (rows.len() - 1).to_string());
}
