//! What a run's folder holds, and what is refused when the run is read or resumed.

use crate::command::{Ran, dokubench};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A finished run of a small corpus.
fn finished(passes: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    fs::write(place.path().join("c.txt"), format!("{puzzle}\n").repeat(20)).expect("writable");
    let args = ["run", "c.txt", "--order", "first_fail,input_order", "--threads", "1"];
    let _ =
        dokubench(place.path(), &[&args[..], &["--passes", passes, "--out", "a"]].concat()).code(0);
    place
}

/// Changes a JSON file of the run `a`.
fn change(place: &Path, file: &str, pointer: &str, value: Value) {
    let path = place.join("a").join(file);
    let mut json: Value = serde_json::from_slice(&fs::read(&path).expect(file)).expect("JSON");
    *json.pointer_mut(pointer).expect(pointer) = value;
    // An earlier build wrote no checksum. With one, every change by hand is refused.
    let _ = json.as_object_mut().expect("an object").remove("checksum");
    fs::write(path, json.to_string()).expect("writable");
}

fn resume(place: &Path, args: &[&str]) -> Ran {
    dokubench(place, &[&["run", "--resume", "a"], args].concat())
}

#[test]
fn every_command_refuses_a_wrong_meta_json_in_the_same_way() {
    let place = finished("0");
    let commands: [&[&str]; 4] =
        [&["compare", "a"], &["chart", "a"], &["report", "a"], &["run", "--resume", "a"]];
    let path = place.path().join("a/meta.json");
    let good = fs::read(&path).expect("meta.json");
    for (pointer, value, key) in [
        ("/plan/goal", json!("uniqe"), "plan.goal: "),
        ("/plan/format", json!("xml"), "plan.format: "),
        ("/plan/isa", json!("sse"), "plan.isa: "),
        ("/plan/configs/0", json!("first_fial/indomain_min/none"), "plan.configs[0]: unknown "),
        ("/plan/engines", json!(["warp"]), "plan.engines[0]: unknown engine"),
        ("/plan/threads", json!(0), "plan.threads: 0"),
        ("/plan/timing_threads", json!(2), "plan.timing_threads: 2"),
        ("/plan/node_limit", json!("many"), "plan.node_limit: "),
        ("/configs", json!([]), "configs: "),
        ("/schema", json!(9), "schema: 9"),
    ] {
        change(place.path(), "meta.json", pointer, value);
        for args in commands {
            let ran = dokubench(place.path(), args).code(2);
            let error = ran.error();
            assert!(error.starts_with(&format!("a/meta.json: {key}")), "{args:?}: {error}");
        }
        fs::write(&path, &good).expect("writable");
    }
}

#[test]
fn a_wrong_checkpoint_is_refused() {
    let place = finished("0");
    let path = place.path().join("a/checkpoint.json");
    let good = fs::read(&path).expect("checkpoint.json");
    for (pointer, value, key) in [
        ("/progress/corpus", json!(7), "progress.corpus: 7"),
        ("/progress/puzzles", json!(u64::MAX), "progress.puzzles: "),
        ("/window_size", json!(0), "window_size: 0"),
        ("/lengths", json!([1]), "lengths: a list of 1"),
        ("/counts", json!([]).clone(), ""),
        ("/clocked", json!([[true], null]), "clocked: a list of 2"),
        ("/rule_costs", json!([[], []]), "rule_costs: a list of 2"),
        ("/windows", json!("one"), "windows: "),
    ] {
        change(place.path(), "checkpoint.json", pointer, value);
        if key.is_empty() {
            let _ = resume(place.path(), &[]).code(0);
        } else {
            let ran = resume(place.path(), &[]).code(2);
            let error = ran.error();
            assert!(error.starts_with(&format!("a/checkpoint.json: {key}")), "{error}");
        }
        fs::write(&path, &good).expect("writable");
    }
}

#[test]
fn a_timed_run_is_resumed_by_the_same_build_on_the_same_machine() {
    let place = finished("1");
    let meta = || fs::read_to_string(place.path().join("a/meta.json")).expect("meta.json");
    let good = meta();
    for (pointer, name) in [
        ("/environment/git_revision", "git revision"),
        ("/environment/rustc", "compiler"),
        ("/environment/cpu", "CPU"),
    ] {
        change(place.path(), "meta.json", pointer, json!("another"));
        let ran = resume(place.path(), &[]).code(2);
        assert!(ran.error().contains(&format!("{name} another, now ")), "{}", ran.error());
        assert!(ran.error().contains("--allow-other-build"), "{}", ran.error());
        let _ = resume(place.path(), &["--allow-other-build"]).code(0);
        let warning = format!("resumed with another build or machine: {name} another, now ");
        assert!(meta().contains(&warning), "{}", meta());
        let _ = resume(place.path(), &["--allow-other-build"]).code(0);
        assert_eq!(meta().matches(&warning).count(), 1, "the warning is kept once");
        fs::write(place.path().join("a/meta.json"), &good).expect("writable");
    }
    let ran = resume(place.path(), &["--threads", "2"]).code(2);
    assert!(ran.error().contains("its threads cannot change"), "{}", ran.error());
}

#[test]
fn counts_are_resumed_by_any_build_with_any_threads() {
    let place = finished("0");
    change(place.path(), "meta.json", "/environment/git_revision", json!("another"));
    let _ = resume(place.path(), &["--threads", "2", "--budget", "10m"]).code(0);
    let meta = fs::read_to_string(place.path().join("a/meta.json")).expect("meta.json");
    assert!(meta.contains("\"threads\": 2") && !meta.contains("another build"), "{meta}");
}

#[test]
fn resume_takes_no_option_of_a_new_run() {
    let place = finished("0");
    for args in [&["--passes", "3"][..], &["--bound"], &["c.txt"], &["--seed", "1"]] {
        let ran = resume(place.path(), args).code(2);
        assert!(ran.error().contains("cannot be used with"), "{}", ran.error());
    }
    let ran = dokubench(place.path(), &["run", "--allow-other-build"]).code(2);
    assert!(ran.error().contains("--resume"), "{}", ran.error());
}

#[test]
fn leftover_temporary_files_do_not_break_a_resume() {
    let place = finished("0");
    for name in [".checkpoint.json.x1", ".meta.json.x2", "checkpoint.new"] {
        fs::write(place.path().join("a").join(name), "torn").expect("writable");
    }
    let _ = resume(place.path(), &[]).code(0);
    let _ = dokubench(place.path(), &["compare", "a"]).code(0);
}
