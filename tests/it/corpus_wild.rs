//! Files as people's tools write them, through the command line: never a column in place of another,
//! never a line lost. `tests/inputs/wild` holds files made after public reports.

use crate::command::{Ran, dokubench, dokubench_with};
use std::path::Path;

const PUZZLE: &str =
    "806000090009000700004013500023091000910760000000300000090200000700104080300800007";
const SOLUTION: &str =
    "856427391139685742274913568423591876915768234687342159598276413762134985341859627";

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn check(text: &str) -> Ran {
    dokubench_with(here(), &["check", "-", "--output-format", "csv"], text.as_bytes())
}

/// The number of puzzles and of rejected lines, and of the puzzles with one solution.
fn counts(ran: &Ran) -> (u64, u64, u64) {
    let row = ran.stdout.lines().nth(1).unwrap_or_else(|| panic!("no row: {}", ran.stderr));
    let cell = |at| row.split(',').nth(at).and_then(|cell| cell.parse().ok()).unwrap_or(0);
    (cell(1), cell(2), cell(6))
}

/// The rows of the puzzle, each by a function.
fn rows(row: impl Fn(usize, &str) -> String) -> String {
    (0..9).map(|at| row(at, &PUZZLE[9 * at..9 * at + 9]) + "\n").collect()
}

fn apart(row: &str, gap: &str) -> String {
    row.split("").filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(gap)
}

#[test]
fn files_made_after_public_reports() {
    for (name, puzzles, rejected, code) in [
        ("excel-formula.csv", 3, &[][..], 0),
        ("grids-with-4x4-16x16.txt", 3, &["line 11", "line 16"], 1),
        ("grids-with-question.txt", 3, &[], 0),
        ("pandas-grid-noindex.csv", 1, &[], 0),
        ("hf-multiline.csv", 5, &[], 0),
        ("stray-quote.csv", 299, &["line 6"], 1),
        ("ctrl-z.txt", 3, &[], 0),
        ("sep-quoted.csv", 3, &[], 0),
        ("ok-extreme.csv", 4, &[], 0),
        ("ok-cat-two-csv.csv", 6, &["line 5"], 1),
        ("ok-crcrlf-grids.txt", 3, &[], 0),
    ] {
        let path = format!("tests/inputs/wild/{name}");
        let ran = dokubench(here(), &["check", &path, "--output-format", "csv"]).code(code);
        let found = counts(&ran);
        assert_eq!((found.0, found.1), (puzzles, rejected.len() as u64), "{name}: {}", ran.stderr);
        assert_eq!(found.0, found.2, "{name}: all have one solution");
        for line in rejected {
            assert!(ran.stderr.contains(line), "{name}: {}", ran.stderr);
        }
    }
    let ran = dokubench(here(), &["check", "tests/inputs/wild/ok-jigsaw-162.txt"]).code(1);
    assert!(ran.stderr.contains("162: a jigsaw"), "{}", ran.stderr);
    let solved = dokubench(here(), &["solve", "tests/inputs/wild/pandas-grid-noindex.csv"]).code(0);
    assert_eq!(solved.stdout, format!("{SOLUTION}\n"));
    let path = "tests/inputs/wild/hf-multiline.csv";
    let converted = dokubench(here(), &["convert", "--to", "csv", path]).code(0);
    let again = check(&converted.stdout).code(0);
    assert_eq!(counts(&again), (5, 0, 5));
}

#[test]
fn a_named_column_is_never_replaced_by_another() {
    let lost = PUZZLE.replacen("806", "006", 1);
    for name in ["puzzle", "Puzzles", "QUIZ", "quizzes", "question", "unsolved", "sudoku", "grid"] {
        for header in [
            format!("{name},solution"),
            format!("\u{feff}{name},solution"),
            format!("\"{name}\",\"solution\""),
            format!(" {name} , solution "),
        ] {
            for cell in [&lost[2..], "8.06E+80", "?", "", "https://example.org/?bd=8", "n/a"] {
                let text = format!("{header}\n{}", format!("{cell},{SOLUTION}\n").repeat(3));
                let ran = check(&text).code(1);
                assert_eq!(counts(&ran).0, 0, "{text}");
                assert!(ran.stderr.contains("line 2"), "{text}{}", ran.stderr);
            }
            let text = format!("{header}\n{},{SOLUTION}\n", apart(PUZZLE, " "));
            assert_eq!(counts(&check(&text).code(0)), (1, 0, 1), "{text}");
        }
    }
    // Without a header, and with a header that names only the answers.
    for text in [
        format!("{},{SOLUTION}\n", &lost[2..]).repeat(3),
        format!("{} {SOLUTION}\n", &lost[2..]).repeat(3),
        format!("id,solution\n{}", format!("1,{SOLUTION}\n").repeat(3)),
    ] {
        assert_eq!(counts(&check(&text).code(1)).0, 0, "{text}");
    }
    // A first column of line numbers, named #.
    let text = format!("#,puzzle,solution\n1,{PUZZLE},{SOLUTION}\n#2,{PUZZLE},{SOLUTION}\n");
    assert_eq!(counts(&check(&text).code(0)).0, 2);
    // Rows that begin with a delimiter.
    let text = format!(";puzzle;solution\n;{PUZZLE};{SOLUTION}\n;{PUZZLE};{SOLUTION}\n");
    assert_eq!(counts(&check(&text).code(0)).0, 2);
}

#[test]
fn labels_of_grids_are_no_cells() {
    let ruler = "+-------+-------+-------+\n";
    let drawn = |label: &dyn Fn(usize) -> String| {
        let row = |at: usize, row: &str| {
            let bands: Vec<_> = [0, 3, 6].map(|at| apart(&row[at..at + 3], " ")).to_vec();
            let above = if at.is_multiple_of(3) { ruler } else { "" };
            format!("{above}{}| {} |", label(at), bands.join(" | "))
        };
        rows(row) + ruler
    };
    let letters = |at: usize| format!("{} ", char::from(b'A' + at as u8));
    let plain = |_: usize| String::new();
    let numbered = rows(|at, row| format!("{at},{}", apart(row, ",")));
    for text in [
        "0,1,2,3,4,5,6,7,8\n".to_owned() + &rows(|_, row| apart(row, ",")),
        "1,2,3,4,5,6,7,8,9\n".to_owned() + &rows(|_, row| apart(row, ",")),
        format!(",0,1,2,3,4,5,6,7,8\n{numbered}"),
        numbered.clone(),
        rows(|at, row| format!("{}{}", letters(at), apart(row, " "))),
        format!("  1 2 3   4 5 6   7 8 9\n{}", drawn(&plain)),
        format!("    1 2 3   4 5 6   7 8 9\n{}", drawn(&letters)),
        format!("    A B C   D E F   G H I\n{}", drawn(&|at| format!("{} ", at + 1))),
    ] {
        let ran = check(&text).code(0);
        assert_eq!(counts(&ran), (1, 0, 1), "{text}{}", ran.stderr);
        let twice = check(&format!("{text}\n{text}")).code(0);
        assert_eq!(counts(&twice), (2, 0, 2), "{text}{}", twice.stderr);
    }
}

#[test]
fn lines_of_cells_outside_grids_are_reported() {
    let grid = rows(|_, row| row.to_owned());
    for stray in [
        "1.3.\n.4.2\n2.4.\n.3.1\n",
        "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
        &"ABCDEFGHIJKLMNOPQRSTUVWXY\n".repeat(25),
        &"A.C..F.H.JK...OP\n".repeat(16),
        &format!("{}\n", &PUZZLE[1..]),
        &format!("{PUZZLE}.\n"),
        &format!("https://example.org/sudoku.htm?bd={PUZZLE}\n"),
        &rows(|_, row| apart(row, " ").replace('0', "-1")),
        &rows(|_, row| row.replace('0', " ").trim_end().to_owned()),
    ] {
        let ran = check(&format!("{grid}\n{stray}\n{grid}")).code(1);
        let (puzzles, rejected, _) = counts(&ran);
        assert!(puzzles == 2 && rejected > 0, "{stray}{}", ran.stderr);
    }
    let spaced = rows(|_, row| row.replace('0', " "));
    assert_eq!(counts(&check(&spaced).code(0)), (1, 0, 1));
}

#[test]
fn digits_from_0_to_8_are_a_warning() {
    let shifted: String =
        PUZZLE.chars().map(|c| if c == '0' { '.' } else { char::from(c as u8 - 1) }).collect();
    let ran = dokubench_with(here(), &["check", "-"], format!("{shifted}\n").as_bytes());
    assert!(ran.stderr.contains("0 to 8"), "{}", ran.stderr);
    let ran = dokubench_with(here(), &["check", "-"], format!("{PUZZLE}\n").as_bytes());
    assert!(!ran.stderr.contains("0 to 8"), "{}", ran.stderr);
}
