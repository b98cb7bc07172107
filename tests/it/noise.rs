//! `noise` and the end of `run --aa`: a plain sentence on what differences of times mean.

use crate::command::{Ran, dokubench};
use std::fs;

/// The shares that the first and the last line name, in percent.
fn shares(text: &str) -> (f64, f64, f64) {
    let lines: Vec<_> = text.lines().collect();
    let [first, load, last] = lines[..] else { panic!("three lines: {text}") };
    let number = |text: &str, before: &str| -> f64 {
        let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before:?}: {text}")).1;
        rest.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    assert!(load.starts_with("the machine was "), "{load}");
    assert!(last.ends_with(" % mean nothing here"), "{last}");
    let measured = number(first, "two identical configs differed by ");
    (measured, number(first, "at most "), number(last, "differences below "))
}

fn check(text: &str) {
    let (measured, most, floor) = shares(text);
    assert!(measured >= 0.0 && measured <= most && most == floor, "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn identical_configs_are_timed_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Ran { stdout, .. } =
        dokubench(folder.path(), &["noise", "--threads=1", "--passes=3"]).code(0);
    check(&stdout);
    let corpus = dokubench(folder.path(), &["generate", "minimal", "--count=300"]).code(0).stdout;
    fs::write(folder.path().join("a.txt"), corpus).expect("a corpus");
    let args = ["noise", "a.txt", "--threads=1", "--config=brelaz/indomain_min/naked"];
    check(&dokubench(folder.path(), &args).code(0).stdout);
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "only the corpus");
    let _ = dokubench(folder.path(), &["noise", "nowhere.txt"]).code(1);
}

#[test]
fn a_run_of_identical_configs_ends_with_the_sentence() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let args = ["run", "bundled:minimal.txt", "--order=first_fail", "--aa", "--threads=1"];
    let ran = dokubench(folder.path(), &[&args[..], &["--out=r"]].concat()).code(0);
    let from = ran.stdout.find("two identical configs").expect("the sentence");
    let lines: Vec<_> = ran.stdout[from..].lines().take(3).collect();
    check(&lines.join("\n"));
}
