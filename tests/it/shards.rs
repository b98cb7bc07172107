//! `run --shard` and `merge`: the merged run is that without shards, and nothing else is merged.

use crate::command::{Ran, dokubench};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const CONFIGS: [&str; 4] =
    ["--config", "first_fail/indomain_min/singles,input_order/indomain_max/naked", "--passes", "0"];

/// Two corpora, one with a name that CSV quotes, lines that are rejected and a puzzle that is invalid.
fn corpora(place: &Path) {
    let out = dokubench(place, &["convert", "bundled:minimal.txt"]).code(0).stdout;
    fs::write(place.join("a, \"b\".txt"), &out).expect("a writable folder");
    let mut lines: Vec<_> = out.lines().take(77).map(str::to_owned).collect();
    lines.insert(50, "no puzzle".to_owned());
    lines.insert(3, format!("11{}", ".".repeat(79)));
    lines.push("1".repeat(80));
    fs::write(place.join("c.txt"), lines.join("\n")).expect("a writable folder");
}

const CORPORA: [&str; 2] = ["a, \"b\".txt", "c.txt"];

fn run(place: &Path, args: &[&str]) -> Ran {
    dokubench(place, &[&["run"], &CORPORA[..], &CONFIGS, args].concat())
}

/// Runs all shards, each into `parts/K`.
fn shards(place: &Path, of: u32, args: &[&str]) {
    for number in 0..of {
        let (shard, out) = (format!("{number}/{of}"), format!("parts/{number}"));
        let _ = run(place, &[args, &["--shard", &shard, "--out", &out]].concat()).code(0);
    }
}

fn merge(place: &Path, args: &[&str]) -> Ran {
    dokubench(place, &[&["merge"], args].concat())
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn meta(folder: &Path) -> Value {
    serde_json::from_slice(&read(&folder.join("meta.json"))).expect("JSON")
}

/// Asserts that a merged run has the rows of one without shards.
#[track_caller]
fn assert_same(place: &Path, files: &[&str]) {
    for file in files {
        let [whole, merged] =
            ["whole", "merged"].map(|folder| read(&place.join(folder).join(file)));
        assert!(whole == merged, "{file}");
    }
}

fn fresh() -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    corpora(place.path());
    place
}

const FILES: [&str; 4] = ["runs.csv", "puzzles.csv", "rejected.csv", "summary.csv"];

#[test]
fn a_merged_run_is_that_without_shards() {
    for (of, args) in [
        (1, &[][..]),
        (2, &["--take", "100", "--node-limit", "40"]),
        (3, &["--isomorphs", "3", "--solutions"]),
        (3, &["--sample", "60", "--seed", "9"]),
        (3, &["--summary-only"]),
        // Most shards are empty.
        (64, &["--take", "70", "--goal", "count:3"]),
    ] {
        let place = fresh();
        let place = place.path();
        let _ = run(place, &[args, &["--out", "whole"]].concat()).code(0);
        shards(place, of, args);
        let ran = merge(place, &["parts", "--out", "merged"]).code(0);
        assert!(ran.stdout.contains("next: dokubench "), "{}", ran.stdout);
        assert_same(place, &FILES);
        let _ = dokubench(place, &["check", "merged"]).code(0);
        let meta = meta(&place.join("merged"));
        assert_eq!(meta["shards"].as_array().map(Vec::len), Some(of as usize));
        assert!(meta["finished"].is_string() && meta.get("shard").is_none(), "{meta}");
    }
}

#[test]
fn times_and_rules_are_merged() {
    let place = fresh();
    let place = place.path();
    let args = ["--passes", "2", "--engine", "lanes", "--rule-costs", "--take", "40"];
    let configs = ["--config", "first_fail/indomain_min/singles"];
    let run = |more: &[&str]| {
        let args = [&["run"], &CORPORA[..], &configs, &args, more].concat();
        let _ = dokubench(place, &args).code(0);
    };
    run(&["--out", "whole"]);
    run(&["--shard", "0/2", "--out", "parts/0"]);
    run(&["--shard", "1/2", "--out", "parts/1"]);
    let _ = merge(place, &["parts/1", "parts/0", "--out", "merged"]).code(0);
    assert_same(place, &["puzzles.csv", "rejected.csv"]);
    let column = |folder: &str, file: &str, name: &str| -> Vec<String> {
        let mut file = csv::Reader::from_path(place.join(folder).join(file)).expect("a file");
        let at = file.headers().expect("a header").iter().position(|column| column == name);
        let at = at.expect("a column");
        file.records().map(|row| row.expect("a row")[at].to_owned()).collect()
    };
    for (file, name) in [
        ("runs.csv", "nodes"),
        ("runs.csv", "passes"),
        ("rules.csv", "calls"),
        ("rules.csv", "rule"),
    ] {
        assert_eq!(column("merged", file, name), column("whole", file, name), "{file} {name}");
    }
    let sum = |folder| {
        let puzzles = column(folder, "blocks.csv", "puzzles");
        puzzles.iter().map(|count| count.parse::<u64>().expect("a number")).sum::<u64>()
    };
    assert_eq!(sum("merged"), sum("whole"));
    for command in ["compare", "chart", "report", "summary"] {
        let _ = dokubench(place, &[command, "merged"]).code(0);
    }
    let report = String::from_utf8(read(&place.join("merged/report.html"))).expect("UTF-8");
    assert!(report.contains("puzzles a second"), "the report names the nodes");
}

#[test]
fn compressed_rows_are_merged() {
    let place = fresh();
    let place = place.path();
    let _ = run(place, &["--out", "whole"]).code(0);
    shards(place, 3, &["--compress", "zstd"]);
    let _ = merge(place, &["parts", "--out", "merged"]).code(0);
    for file in ["runs.csv", "puzzles.csv"] {
        let packed = fs::File::open(place.join(format!("merged/{file}.zst"))).expect("a file");
        assert!(zstd::decode_all(packed).expect("zstd") == read(&place.join("whole").join(file)));
    }
    let _ = dokubench(place, &["check", "merged"]).code(0);
}

#[test]
fn a_shard_that_is_there_is_done_and_another_is_not_touched() {
    let place = fresh();
    let place = place.path();
    let shard = |args: &[&str]| run(place, &[args, &["--out", "parts/1"]].concat());
    let _ = shard(&["--shard", "1/3"]).code(0);
    let before = read(&place.join("parts/1/meta.json"));
    let again = shard(&["--shard", "1/3"]).code(0);
    assert!(again.stdout.contains("shard 1/3: parts/1 (it was there)"), "{}", again.stdout);
    for (args, part) in [
        (&["--shard", "1/3", "--seed", "1"][..], "plan.seed is 0, not 1"),
        (&["--shard", "0/3"], "it is shard 1/3"),
        (&["--shard", "1/4"], "it is shard 1/3"),
        (&["--shard", "1/3", "--engine", "dlx"], "2 contestants, not 3"),
    ] {
        let error = shard(args).code(2);
        assert!(error.error().contains(part), "{}", error.stderr);
    }
    fs::write(place.join("c.txt"), "2".repeat(81)).expect("a writable folder");
    assert!(shard(&["--shard", "1/3"]).code(2).error().contains("the corpora differ: c.txt of"));
    assert_eq!(read(&place.join("parts/1/meta.json")), before);
}

#[test]
fn what_cannot_be_a_shard_is_refused() {
    let place = fresh();
    let place = place.path();
    for (args, part) in [
        (&["--shard", "3/3", "--out", "p"][..], "expected K/N"),
        (&["--shard", "0/2"], "--out"),
        (&["--shard", "0/2", "--out", "p", "--budget", "5s"], "--budget"),
    ] {
        let error = run(place, args).code(2);
        assert!(error.error().contains(part), "{}", error.stderr);
    }
    let stdin = dokubench(place, &["run", "-", "--shard", "0/2", "--out", "p"]).code(2);
    assert!(stdin.error().contains("a pipe"), "{}", stdin.stderr);
    assert!(!place.join("p").exists());
}

#[test]
fn only_whole_shards_of_one_run_are_merged() {
    let place = fresh();
    let place = place.path();
    shards(place, 3, &[]);
    let _ = run(place, &["--out", "whole"]).code(0);
    let _ = run(place, &["--shard", "0/3", "--seed", "1", "--out", "seed"]).code(0);
    let _ = run(place, &["--shard", "0/2", "--out", "half"]).code(0);
    let [zero, one, two] = ["parts/0", "parts/1", "parts/2"];
    for (folders, part) in [
        (&[zero, two][..], "1 of 3 shards are missing; run them with --array=1,"),
        (&[two], "2 of 3 shards are missing; run them with --array=0-1,"),
        (&[zero, one, two, one], "are both shard 1/3"),
        (&["seed", one, two], "not of the run of seed: plan.seed is 0, not 1"),
        (&["half", one, two], "the number of shards is 3, not 2"),
        (&["whole", one, two], "whole: no shard"),
        (&["nothing", one, two], "nothing"),
    ] {
        let error = merge(place, &[folders, &["--out", "merged"]].concat());
        assert!(matches!(error.code, 1 | 2) && error.error().contains(part), "{}", error.stderr);
        assert!(!place.join("merged").exists());
    }
    let partial = merge(place, &[zero, two, "--partial", "--out", "partial"]).code(0);
    assert!(partial.stderr.contains("1 of 3 shards are missing: 1"), "{}", partial.stderr);
    assert!(partial.stdout.contains("partial run: shards are missing"), "{}", partial.stdout);
    let compare = dokubench(place, &["compare", "partial"]).code(0);
    assert!(compare.stderr.contains("1 of 3 shards are missing: 1"), "{}", compare.stderr);
    assert_eq!(meta(&place.join("partial"))["finished"], Value::Null);
}

#[test]
fn a_damaged_shard_is_not_merged() {
    let place = fresh();
    let place = place.path();
    shards(place, 2, &[]);
    type Damage = (&'static str, fn(&mut Vec<u8>));
    let damages: [Damage; 5] = [
        ("runs.csv", |bytes| bytes[200] ^= 1),
        ("runs.csv", |bytes| bytes.truncate(300)),
        ("puzzles.csv", |bytes| bytes[100] ^= 1),
        ("meta.json", |bytes| bytes[50] ^= 1),
        ("checkpoint.json", |bytes| bytes[20] ^= 1),
    ];
    for (file, damage) in damages {
        let path = place.join("parts/1").join(file);
        let sound = read(&path);
        let mut bytes = sound.clone();
        damage(&mut bytes);
        fs::write(&path, bytes).expect("a writable folder");
        let error = merge(place, &["parts", "--out", "merged"]).code(2);
        assert!(error.error().contains("parts/1"), "{}", error.stderr);
        assert!(!place.join("merged").exists());
        fs::write(&path, sound).expect("a writable folder");
    }
    let _ = merge(place, &["parts", "--out", "merged"]).code(0);
}

#[test]
fn times_of_mixed_processors_are_merged_only_on_request() {
    let place = fresh();
    let place = place.path();
    for passes in ["0", "1"] {
        let parts = format!("parts{passes}");
        for number in ["0", "1"] {
            let (shard, out) = (format!("{number}/2"), format!("{parts}/{number}"));
            let args = ["--passes", passes, "--take", "20", "--shard", &shard, "--out", &out];
            let configs = ["run", "c.txt", "--config", "first_fail/indomain_min/singles"];
            let _ = dokubench(place, &[&configs[..], &args].concat()).code(0);
        }
        // A shard of another machine, whose file has no checksum.
        let path = place.join(&parts).join("1/meta.json");
        let mut other = meta(&place.join(&parts).join("1"));
        other["environment"]["cpu"] = "another CPU".into();
        let _ = other.as_object_mut().expect("an object").remove("checksum");
        fs::write(&path, other.to_string()).expect("a writable folder");
        let out = format!("merged{passes}");
        if passes == "1" {
            let error = merge(place, &[&parts, "--out", &out]).code(2);
            assert!(error.error().contains("the CPU is another CPU"), "{}", error.stderr);
            assert!(error.error().contains("--mixed-cpus"), "{}", error.stderr);
            let ran = merge(place, &[&parts, "--out", &out, "--mixed-cpus"]).code(0);
            assert!(ran.stdout.contains("times are of different processors"), "{}", ran.stdout);
        } else {
            let _ = merge(place, &[&parts, "--out", &out]).code(0);
        }
    }
}

/// A shard of a quick corpus, then of one that takes minutes.
fn slow_shard(place: &Path) -> Child {
    fs::write(place.join("quick.txt"), "1".to_owned() + &".".repeat(80))
        .expect("a writable folder");
    Command::new(env!("CARGO_BIN_EXE_dokubench"))
        .args([
            "run",
            "quick.txt",
            "bundled:minimal.txt",
            "--config",
            "input_order/indomain_min/none",
        ])
        .args(["--node-limit", "none", "--passes", "9", "--goal", "first", "--threads", "1"])
        .args(["--shard", "0/1", "--out", "parts/0"])
        .current_dir(place)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

fn attempts(place: &Path) -> Vec<String> {
    let entries = fs::read_dir(place.join("parts")).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_killed_attempt_leaves_no_shard_and_is_cleaned_up() {
    let place = fresh();
    let place = place.path();
    let mut killed = slow_shard(place);
    let mut tries = 0;
    while !attempts(place)
        .iter()
        .any(|name| place.join("parts").join(name).join("meta.json").exists())
    {
        tries += 1;
        assert!(tries < 600, "no attempt: {:?}", attempts(place));
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut at_work = slow_shard(place);
    killed.kill().expect("a process");
    let _ = killed.wait().expect("a process");
    assert!(!place.join("parts/0").exists());
    shards(place, 2, &[]);
    let left_over = attempts(place).len() - 2;
    assert!(left_over >= 1, "{:?}", attempts(place));
    let ran = merge(place, &["parts", "--out", "merged"]).code(0);
    assert!(ran.stderr.contains("--clean removes"), "{}", ran.stderr);
    at_work.kill().expect("a process");
    let _ = at_work.wait().expect("a process");
    let ran = merge(place, &["parts", "--out", "merged2", "--clean"]).code(0);
    assert!(ran.stderr.contains(".attempt: removed"), "{}", ran.stderr);
    assert_eq!(attempts(place).len(), 2, "{:?}", attempts(place));
}

#[test]
fn of_two_attempts_the_first_whole_one_wins() {
    let place = fresh();
    let place = place.path();
    std::thread::scope(|scope| {
        let attempts: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| run(place, &["--shard", "1/2", "--out", "parts/1"]).code(0)))
            .collect();
        for attempt in attempts {
            let ran = attempt.join().expect("an attempt");
            assert!(ran.stdout.contains("shard 1/2: parts/1"), "{}", ran.stdout);
        }
    });
    assert_eq!(attempts(place), ["1"]);
    let _ = run(place, &["--shard", "0/2", "--out", "parts/0"]).code(0);
    let _ = run(place, &["--out", "whole"]).code(0);
    let _ = merge(place, &["parts", "--out", "merged"]).code(0);
    assert_same(place, &FILES);
}
