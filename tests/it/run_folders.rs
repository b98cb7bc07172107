//! The folder of a run under attack: what is refused before anything is solved, what appears whole
//! or not at all, and what is noticed afterwards.

use crate::command::{Ran, dokubench};
use std::fs;
use std::path::{Path, PathBuf};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn place(files: &[&str]) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    for file in files {
        fs::write(place.path().join(file), format!("{PUZZLE}\n").repeat(20)).expect("writable");
    }
    place
}

/// Runs over corpora without timed passes, into a folder.
fn run(place: &Path, corpora: &[&str], out: &str) -> Ran {
    let args = ["--order", "first_fail", "--threads", "1", "--passes", "0", "--out", out];
    dokubench(place, &[&["run"], corpora, &args].concat())
}

fn entries(folder: &Path) -> Vec<String> {
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> =
        entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn names(place: &Path, out: &str) -> Vec<String> {
    let meta = fs::read(place.join(out).join("meta.json")).expect("meta.json");
    let meta: serde_json::Value = serde_json::from_slice(&meta).expect("JSON");
    let corpora = meta["corpora"].as_array().expect("corpora").iter();
    corpora.map(|corpus| corpus["name"].as_str().expect("a name").to_owned()).collect()
}

#[test]
fn what_can_be_refused_is_refused_before_a_folder_is_made() {
    let place = place(&["a.txt"]);
    fs::create_dir(place.path().join("folder")).expect("writable");
    fs::write(place.path().join("none.txt"), "no puzzle here\n").expect("writable");
    for (corpora, cause) in [
        (&["a.txt", "folder"][..], "folder: is a folder"),
        (&["a.txt", "missing.txt"], "missing.txt: cannot be opened"),
        (&["none.txt"], "none.txt: no puzzle"),
    ] {
        let ran = run(place.path(), corpora, "r").code(1);
        assert!(ran.error().starts_with(cause), "{}", ran.error());
        assert_eq!(entries(place.path()), ["a.txt", "folder", "none.txt"]);
    }
    fs::write(place.path().join("file"), "").expect("writable");
    let _ = run(place.path(), &["a.txt"], "file/r").code(1);
    let _ = run(place.path(), &["a.txt"], "file").code(1);
    assert_eq!(entries(place.path()), ["a.txt", "file", "folder", "none.txt"]);
}

#[test]
fn a_corpus_without_a_puzzle_does_not_cost_the_others() {
    let place = place(&["a.txt", "b.txt"]);
    fs::write(place.path().join("none.txt"), "no puzzle here\n").expect("writable");
    fs::write(place.path().join("x.png"), b"\x89PNG\r\n\x1a\n\0\0\0").expect("writable");
    let ran = run(place.path(), &["none.txt", "a.txt", "x.png", "b.txt"], "r").code(1);
    assert_eq!(names(place.path(), "r"), ["a.txt", "b.txt"]);
    assert!(ran.stderr.contains("none.txt") && ran.stderr.contains("x.png"), "{}", ran.stderr);
    assert!(ran.stdout.contains("a.txt") && ran.stdout.contains("b.txt"), "{}", ran.stdout);
    let _ = dokubench(place.path(), &["run", "--resume", "r"]).code(0);
}

#[test]
fn runs_of_one_second_get_numbers() {
    let place = place(&["a.txt"]);
    let args = ["run", "a.txt", "--order", "first_fail", "--passes", "0", "--threads", "1"];
    std::thread::scope(|scope| {
        for _ in 0..6 {
            let _ = scope.spawn(|| dokubench(place.path(), &args).code(0));
        }
    });
    let folders = entries(&place.path().join("results"));
    assert_eq!(folders.len(), 6, "{folders:?}");
    assert!(folders.iter().all(|folder| !folder.starts_with('.')), "{folders:?}");
}

#[test]
fn two_corpora_never_share_a_name() {
    let place = place(&["x.txt", "x.txt#2"]);
    fs::create_dir(place.path().join("d")).expect("writable");
    let _ = fs::copy(place.path().join("x.txt"), place.path().join("d/x.txt")).expect("writable");
    let _ = run(place.path(), &["x.txt", "d/x.txt", "x.txt#2"], "r").code(0);
    assert_eq!(names(place.path(), "r"), ["x.txt", "x.txt#3", "x.txt#2"]);
    let _ = dokubench(place.path(), &["run", "--resume", "r"]).code(0);
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text_are_run_and_resumed_from_anywhere() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::process::Command;
    let place = place(&[]);
    for name in [&b"puzz\xe9.txt"[..], b"a\x1b[31mb.txt", b"a\nb.txt", "\u{202e}x.txt".as_bytes()] {
        let name = OsStr::from_bytes(name);
        fs::write(place.path().join(name), format!("{PUZZLE}\n")).expect("writable");
        let output = Command::new(env!("CARGO_BIN_EXE_dokubench"))
            .arg("run")
            .arg(name)
            .args(["--order", "first_fail", "--threads", "1", "--passes", "0", "--out", "r"])
            .current_dir(place.path())
            .output()
            .expect("the program starts");
        let stdout = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let is_hidden = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!stdout.contains(is_hidden), "{stdout:?}");
        let elsewhere = tempfile::tempdir().expect("a temporary folder");
        let folder = place.path().join("r");
        let folder = folder.to_str().expect("UTF-8");
        let _ = dokubench(elsewhere.path(), &["run", "--resume", folder]).code(0);
        fs::remove_dir_all(place.path().join("r")).expect("writable");
    }
}

/// The files of a finished run, and the commands that read it.
fn finished() -> (tempfile::TempDir, PathBuf) {
    let place = place(&["a.txt"]);
    let _ = run(place.path(), &["a.txt"], "r").code(0);
    let folder = place.path().join("r");
    (place, folder)
}

#[test]
fn damage_is_noticed() {
    let (place, folder) = finished();
    let _ = dokubench(place.path(), &["check", "r"]).code(0);
    for file in ["meta.json", "checkpoint.json", "runs.csv", "puzzles.csv", "windows.csv"] {
        let path = folder.join(file);
        let good = fs::read(&path).expect("a file");
        let digits = good.iter().rposition(u8::is_ascii_digit).expect("a digit");
        let mut changed = good.clone();
        changed[digits] ^= 1;
        for damaged in [&changed[..], &good[..good.len() - 1], &[]] {
            fs::write(&path, damaged).expect("writable");
            for args in [&["check", "r"][..], &["run", "--resume", "r"]] {
                let ran = dokubench(place.path(), args);
                assert!(matches!(ran.code, 1 | 2), "{file} {args:?}: {}", ran.stdout);
                assert!(ran.error().starts_with("r"), "{}", ran.error());
            }
            fs::write(&path, &good).expect("writable");
        }
    }
    let _ = dokubench(place.path(), &["check", "r"]).code(0);
}

#[test]
fn rows_behind_the_checkpoint_are_not_read() {
    let (place, folder) = finished();
    let before = dokubench(place.path(), &["compare", "r"]).code(0).stdout;
    for file in ["runs.csv", "blocks.csv", "puzzles.csv"] {
        let mut rows = fs::read(folder.join(file)).expect("a file");
        rows.extend_from_slice(b"a.txt,torn");
        fs::write(folder.join(file), rows).expect("writable");
    }
    for args in [&["compare", "r"][..], &["report", "r"], &["chart", "r"]] {
        let _ = dokubench(place.path(), args).code(0);
    }
    assert_eq!(dokubench(place.path(), &["compare", "r"]).code(0).stdout, before);
}

#[test]
fn an_unfinished_run_is_named_and_used() {
    let (place, folder) = finished();
    let path = folder.join("meta.json");
    let meta = fs::read(&path).expect("meta.json");
    let mut meta: serde_json::Value = serde_json::from_slice(&meta).expect("JSON");
    meta["finished"] = serde_json::Value::Null;
    let _ = meta.as_object_mut().expect("an object").remove("checksum");
    fs::write(path, meta.to_string()).expect("writable");
    fs::remove_file(folder.join("summary.csv")).expect("a file");
    for command in ["compare", "chart", "report"] {
        let ran = dokubench(place.path(), &[command, "r"]).code(0);
        assert!(ran.stderr.contains("r: not finished"), "{command}: {}", ran.stderr);
        assert!(ran.stderr.contains("dokubench run --resume r"), "{command}: {}", ran.stderr);
    }
}

#[test]
fn the_newest_run_with_rows_is_taken_and_named() {
    let place = place(&["a.txt"]);
    let _ = run(place.path(), &["a.txt"], "results/good").code(0);
    for name in ["dead", "torn", "empty"] {
        fs::create_dir(place.path().join("results").join(name)).expect("writable");
    }
    fs::write(place.path().join("results/torn/runs.csv"), "corpus\n").expect("writable");
    fs::write(place.path().join("results/torn/meta.json"), "{").expect("writable");
    let ran = dokubench(place.path(), &["compare"]).code(0);
    assert!(ran.stderr.contains("results/good"), "{}", ran.stderr);
}

/// A file that reaches its greatest size stops the run as a full disk does.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_whole_windows() {
    use std::process::Command;
    let place = place(&[]);
    fs::write(place.path().join("a.txt"), format!("{PUZZLE}\n").repeat(6000)).expect("writable");
    let program = env!("CARGO_BIN_EXE_dokubench");
    let run = "run a.txt --order first_fail --threads 1 --passes 0";
    for (kilobytes, has_folder) in [(1, false), (16, false), (100, true), (300, true)] {
        let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec {program} {run} --out r");
        let output = Command::new("bash").args(["-c", &script]).current_dir(place.path()).output();
        let output = output.expect("bash starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{kilobytes} KB: {error}");
        assert!(error.lines().count() == 1 && error.contains("File too large"), "{error}");
        assert_eq!(place.path().join("r").exists(), has_folder, "{kilobytes} KB");
        if has_folder {
            let checked = dokubench(place.path(), &["check", "r"]).code(0).stdout;
            assert!(checked.contains("not finished"), "{checked}");
            let _ = dokubench(place.path(), &["run", "--resume", "r"]).code(0);
            let rows = fs::read_to_string(place.path().join("r/runs.csv")).expect("rows");
            assert_eq!(rows.lines().count(), 1 + 6000);
            let _ = dokubench(place.path(), &["check", "r"]).code(0);
            fs::remove_dir_all(place.path().join("r")).expect("writable");
        }
    }
}
