//! `solve --judge` as a user types it.

use crate::command::{dokubench, dokubench_with};
use std::path::Path;

/// Two grids that differ in the last cell, which is blank in the first and wrong in the second.
const LINES: &str = "\
    12345678945678912378912345623156489756489723189723156431264597864597831297831264.\n\
    123456789456789123789123456231564897564897231897231564312645978645978312978312641\n";
const ANSWERED: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645\n";

#[test]
fn a_problem_is_answered_from_standard_input_or_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("lines.in"), LINES).expect("a file");
    let wrong = LINES.lines().nth(1).expect("two lines");
    let expected = format!("{ANSWERED}{wrong}\n");
    let judge = ["solve", "--judge", "acwing166"];
    let ran = dokubench_with(folder.path(), &judge, format!("{LINES}end\n").as_bytes()).code(0);
    assert_eq!((ran.stdout, ran.stderr), (expected.clone(), String::new()));
    let ran = dokubench(folder.path(), &["solve", "--judge", "acwing166", "lines.in"]).code(0);
    assert_eq!((ran.stdout, ran.stderr), (expected, String::new()));
    let ran = dokubench_with(folder.path(), &judge, b"").code(0);
    assert_eq!((ran.stdout, ran.stderr), (String::new(), String::new()));
}

#[test]
fn faults_are_one_line_with_the_file_behind_the_answers() {
    let folder = Path::new(".");
    let input = format!("{LINES}1.2\n");
    let ran = dokubench_with(folder, &["solve", "--judge", "poj3074"], input.as_bytes()).code(1);
    assert_eq!(ran.stdout, format!("{ANSWERED}>>>>>>>>>>>WA\n"));
    assert_eq!(
        ran.error(),
        "standard input: line 4: the input ends within a grid: expected 81 symbols, found 3"
    );
    let ran = dokubench(folder, &["solve", "--judge", "poj2676", "no/such/file"]).code(1);
    assert!(ran.error().starts_with("no/such/file: "), "{}", ran.stderr);
    let ran = dokubench(folder, &["solve", "--judge", "poj2767"]).code(2);
    assert!(ran.error().contains("nearest is poj2676"), "{}", ran.stderr);
    let ran = dokubench(folder, &["solve", "--judge", "p1074", "--goal", "first"]).code(2);
    assert!(ran.error().contains("--goal"), "{}", ran.stderr);
}
