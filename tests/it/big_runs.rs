//! `--compress zstd` and `--summary-only`: runs of many puzzles.

use crate::command::dokubench;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::Path;

const CORPORA: [&str; 3] = ["run", "bundled:minimal.txt", "bundled:easy.txt"];

/// Runs over two bundled corpora into a folder of this name.
fn run(place: &Path, out: &str, args: &[&str]) -> String {
    dokubench(place, &[&CORPORA[..], &["--out", out], args].concat()).code(0).stdout
}

/// The content of a file, decompressed where its name says so.
fn content(path: &Path) -> String {
    let mut file = fs::File::open(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let mut text = String::new();
    let _ = if path.extension().is_some_and(|extension| extension == "zst") {
        zstd::stream::read::Decoder::new(file).expect("a decoder").read_to_string(&mut text)
    } else {
        file.read_to_string(&mut text)
    }
    .expect("text");
    text
}

/// Cuts a run with these arguments by a budget, and resumes it to its end.
fn cut_and_resumed(place: &Path, out: &str, args: &[&str]) {
    let mut budget = 60;
    while !place.join(out).exists() {
        let time = format!("{budget}ms");
        let args = [args, &["--budget", &time]].concat();
        let _ = dokubench(place, &[&CORPORA[..], &["--out", out], &args].concat());
        budget *= 2;
    }
    for _ in 0..2 {
        let _ = dokubench(place, &["run", "--resume", out, "--budget", "90ms"]).code(0);
    }
    let _ = dokubench(place, &["run", "--resume", out]).code(0);
}

#[test]
fn compressed_files_hold_the_same_rows_and_every_command_reads_them() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let args = ["--order", "first_fail,input_order", "--passes", "0", "--solutions"];
    let _ = run(place.path(), "plain", &args);
    let _ = run(place.path(), "packed", &[&args[..], &["--compress", "zstd"]].concat());
    let [plain, packed] = ["plain", "packed"].map(|name| place.path().join(name));
    for name in ["runs.csv", "puzzles.csv"] {
        let stored = packed.join(format!("{name}.zst"));
        assert!(!packed.join(name).exists() && content(&stored) == content(&plain.join(name)));
        let size = |path: &Path| fs::metadata(path).expect("a file").len();
        assert!(2 * size(&stored) < size(&plain.join(name)), "{name}");
    }
    let all = |args: &[&str]| {
        let ran = |folder| {
            let printed = dokubench(place.path(), &[args, &[folder]].concat()).code(0).stdout;
            // The load of the machine is that of each run.
            let is_kept = |line: &&str| !line.starts_with("warning: ");
            printed.lines().filter(is_kept).map(|line| line.to_owned() + "\n").collect::<String>()
        };
        (ran("plain"), ran("packed"))
    };
    for args in [&["compare", "--all"][..], &["summary"], &["compare", "--json"]] {
        let (plain, packed) = all(args);
        assert_eq!(plain, packed);
    }
    let hardest = ["hardest", "--config", "input_order/indomain_min/singles"];
    let (of_plain, of_packed) = all(&hardest);
    assert!(of_plain == of_packed && of_plain.lines().count() == 50);
    let (_, checked) = all(&["check"]);
    assert!(checked.contains("as written"), "{checked}");
    let _ = (all(&["chart", "--kind=all"]), all(&["report"]));
    let between = dokubench(place.path(), &["compare", "plain", "packed"]).code(0);
    assert!(between.stdout.contains("all counts are equal"), "{}", between.stdout);
    let mut bytes = fs::read(packed.join("runs.csv.zst")).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(packed.join("runs.csv.zst"), bytes).expect("a writable file");
    let damaged = dokubench(place.path(), &["check", "packed"]);
    assert!(damaged.code != 0 && damaged.error().contains("checksum"), "{}", damaged.stderr);
}

#[test]
fn a_compressed_run_resumes_with_the_rows_of_an_unbroken_one() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let args = ["--order", "first_fail,input_order", "--passes", "1", "--threads", "1"];
    let args = [&args[..], &["--compress", "zstd", "--shuffle", "--seed", "3"]].concat();
    let _ = run(place.path(), "whole", &args);
    cut_and_resumed(place.path(), "cut", &args);
    let rows = |name: &str| {
        let text = content(&place.path().join(name).join("runs.csv.zst"));
        let fields = |line: &str| line.split(',').take(17).collect::<Vec<_>>().join(",");
        let mut rows: Vec<_> = text.lines().map(fields).collect();
        rows.sort();
        rows
    };
    assert!(rows("whole").len() > 1000 && rows("whole") == rows("cut"));
    let checked = dokubench(place.path(), &["check", "cut"]).code(0).stdout;
    assert!(checked.contains("finished"), "{checked}");
}

/// The rows of `summary.csv` without what depends on times.
fn summary(folder: &Path) -> Vec<BTreeMap<String, String>> {
    let mut file = csv::Reader::from_path(folder.join("summary.csv")).expect("summary.csv");
    let rows = file.deserialize().map(|row: Result<BTreeMap<String, String>, _>| {
        let mut row = row.expect("a row");
        row.retain(|name, _| !name.contains("time_ns") && !name.ends_with("_per_s"));
        row
    });
    rows.collect()
}

#[test]
fn a_summary_alone_is_that_of_all_rows_also_after_resuming() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let args = ["--order", "first_fail,input_order", "--passes", "1", "--threads", "1"];
    let args = [&args[..], &["--node-limit", "20000", "--shuffle", "--seed", "3"]].concat();
    let _ = run(place.path(), "rows", &args);
    let only = [&args[..], &["--summary-only"]].concat();
    let printed = run(place.path(), "only", &only);
    assert!(printed.contains("next: dokubench summary only"), "{printed}");
    cut_and_resumed(place.path(), "cut", &only);
    let expected = summary(&place.path().join("rows"));
    assert_eq!(expected.len(), 4);
    for name in ["only", "cut"] {
        let folder = place.path().join(name);
        assert_eq!(summary(&folder), expected, "{name}");
        for file in ["runs.csv", "blocks.csv", "puzzles.csv"] {
            assert_eq!(content(&folder.join(file)).lines().count(), 1, "{file}: only its header");
        }
        let tables = dokubench(place.path(), &["summary", name]).code(0).stdout;
        assert!(tables.starts_with("minimal.txt   400 puzzles"), "{tables}");
        assert_eq!(
            dokubench(place.path(), &["summary", name, "--json"]).code(0).stdout.lines().count(),
            4
        );
        let checked = dokubench(place.path(), &["check", name]).code(0).stdout;
        assert!(checked.contains("; finished"), "{checked}");
        for command in ["compare", "chart", "report", "hardest"] {
            let refused = dokubench(place.path(), &[command, name]).code(2);
            assert!(refused.error().contains("--summary-only"), "{}", refused.error());
        }
    }
    let both = dokubench(place.path(), &["run", "--summary-only", "--solutions"]).code(2);
    assert!(both.error().contains("cannot be used with"), "{}", both.error());
}
