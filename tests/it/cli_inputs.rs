//! Inputs that are wrong, as a user would give them: one clear line each, the right exit code.

use crate::command::{Ran, dokubench};
use std::fs;
use std::path::Path;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A folder with the inputs that users come with.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect(name);
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    write("empty.txt", b"");
    write("comments.txt", b"# nothing\n\n# but comments\n");
    let mut nul = PUZZLE.as_bytes().to_vec();
    nul[40] = 0;
    write("nul.txt", &nul);
    write("long.txt", &[b'.'; 256 << 10]);
    write("good.txt", format!("{PUZZLE}\n").as_bytes());
    folder
}

#[track_caller]
fn assert_mentions(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in {text:?}");
    }
}

/// Runs a subcommand that reads a corpus.
fn read(folder: &Path, subcommand: &str, corpus: &str) -> Ran {
    match subcommand {
        "run" => {
            let out = format!("out-{corpus}");
            let config = "first_fail/indomain_min/singles";
            dokubench(folder, &["run", corpus, "--config", config, "--passes", "0", "--out", &out])
        }
        subcommand => dokubench(folder, &[subcommand, corpus]),
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_cause() {
    let folder = folder();
    for subcommand in ["run", "solve", "check"] {
        for (corpus, cause) in [
            ("missing.txt", "no such file"),
            ("folder", "is a folder"),
            ("empty.txt", "no puzzle"),
            ("comments.txt", "no puzzle"),
        ] {
            let ran = read(folder.path(), subcommand, corpus).code(1);
            assert_mentions(ran.error(), &[corpus, cause]);
        }
    }
}

#[test]
fn lines_that_are_no_puzzles_are_named_and_nothing_else_is_left() {
    let folder = folder();
    for (corpus, cause) in [("nul.txt", "symbol 41"), ("long.txt", "longer than")] {
        let solved = dokubench(folder.path(), &["solve", corpus]).code(1);
        assert_mentions(&solved.stderr, &[corpus, "line 1", cause, "no puzzle"]);
        assert!(!solved.stderr.contains('\0'), "control characters are escaped");
        let checked = dokubench(folder.path(), &["check", corpus]).code(1);
        assert_mentions(&checked.stdout, &["1 line rejected: "]);
    }
}

#[test]
fn an_unreadable_corpus_does_not_hide_the_others() {
    let folder = folder();
    let ran = dokubench(folder.path(), &["check", "missing.txt", "good.txt"]).code(1);
    assert_mentions(ran.error(), &["missing.txt"]);
    assert_mentions(&ran.stdout, &["good.txt", "total"]);
}

#[test]
fn unknown_names_are_told_with_the_known_ones_and_the_nearest() {
    let folder = folder();
    let solve = |config: &str| {
        let args = ["solve", "good.txt", "--config", config];
        dokubench(folder.path(), &args).code(2).error().to_owned()
    };
    let unknown = solve("first_fial/indomain_min/none");
    assert_mentions(&unknown, &["first_fial", "nearest is first_fail", "input_order", "brelaz"]);
    assert_mentions(&solve("first_fail:low/indomain_min/none"), &["tie-break", "lowest, highest"]);
    assert_mentions(&solve("first_fail/min/none"), &["value ordering", "indomain_min"]);
    assert_mentions(&solve("first_fail/indomain_min/all"), &["pruning level", "singles"]);
    assert_mentions(&solve("first_fail"), &["ORDER[:TIE]/VALUE/PRUNING"]);
    assert_mentions(
        &solve("input_order:lowest/indomain_min/none"),
        &["input_order", "takes no tie-break"],
    );
    let goal = dokubench(folder.path(), &["solve", "good.txt", "--goal", "count:0"]).code(2);
    assert_mentions(goal.error(), &["count:0", "unique", "max_score"]);
}

#[test]
fn numbers_out_of_range_are_refused() {
    let folder = folder();
    for subcommand in ["run", "solve", "check"] {
        for number in ["0", "-1", "1.5", "99999999999999999999", "many", ""] {
            let argument = format!("--threads={number}");
            let ran = dokubench(folder.path(), &[subcommand, "good.txt", &argument]).code(2);
            assert_mentions(ran.error(), &["--threads"]);
        }
    }
}

#[test]
fn what_is_mistyped_is_one_line() {
    let folder = folder();
    let error = |args: &[&str]| dokubench(folder.path(), args).code(2).error().to_owned();
    assert_mentions(&error(&["lisp"]), &["lisp", "list"]);
    assert_mentions(&error(&["solve", "--formt", "csv"]), &["--formt", "--format"]);
    let error_of = |option| error(&["solve", option, "grids!"]);
    assert_mentions(&error_of("--output-format"), &["grids!", "line, grid, csv"]);
    assert_mentions(&error_of("--format"), &["grids!", "known: hodoku", "--output-format"]);
    assert_mentions(&error(&["list", "\x1b[31mred"]), &["red", "orderings"]);
    assert_mentions(&error(&["completions"]), &["SHELL"]);
}
