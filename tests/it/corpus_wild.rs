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

#[test]
fn answers_are_never_read_in_place_of_puzzles() {
    let masked = PUZZLE.replace('0', "?");
    let link = format!("example.org/sudoku.htm?bd={PUZZLE}");
    for header in [
        "unsolved_grid,solution",
        "Sudoku Puzzle,Solution",
        "puzzle_str,solution_str",
        "start_grid,final_grid",
        "quiz,key",
        "initial,final",
        "p,s",
        "Rätsel,Lösung",
    ] {
        for cell in [&masked[..], &link, "", "nan"] {
            let text = format!("{header}\n{}", format!("{cell},{SOLUTION}\n").repeat(3));
            let ran = check(&text).code(1);
            assert_eq!(counts(&ran).0, 0, "{text}");
        }
        let text = format!("{header}\n{PUZZLE},{SOLUTION}\n");
        assert_eq!(counts(&check(&text).code(0)), (1, 0, 1), "{text}");
    }
    for separator in [" ", ",", ":", ";"] {
        for cell in [&masked[..], &link, &PUZZLE.replace('0', " "), &PUZZLE.replace('0', "O")] {
            let ran = check(&format!("{cell}{separator}{SOLUTION}\n").repeat(3)).code(1);
            assert_eq!(counts(&ran).0, 0, "{cell}{separator}");
        }
    }
}

#[test]
fn notes_of_many_lines_before_the_puzzle() {
    let note = (0..40).map(|line| format!("line {line}, with a comma\n")).collect::<String>();
    let row = |id: u32| format!("{id},\"{}\",{PUZZLE},{SOLUTION}\n", note.trim_end());
    let text = format!("id,note,puzzle,solution\n{}{}{}", row(1), row(2), row(3));
    assert_eq!(counts(&check(&text).code(0)), (3, 0, 3));
}

/// Grids of unusual form between two usual ones.
#[test]
fn unusual_grids_among_others_are_read_or_reported() {
    let grid = rows(|_, row| row.replace('0', "."));
    let blank = |row: &str, sign: &str| row.replace('0', sign);
    let cells = |row: &str, gap: &str, sign: &str| apart(row, gap).replace('0', sign);
    let read = [
        rows(|at, row| format!("R{} {}", at + 1, cells(row, " ", "."))),
        rows(|at, row| format!("r{}: {}", at + 1, cells(row, " ", "?"))),
        rows(|at, row| format!("Row {}: {}", at + 1, blank(row, "_"))),
        rows(|at, row| format!("[{}] {}", at + 1, cells(row, " ", "?"))),
        rows(|at, row| format!("{}. {}", at + 1, cells(row, " ", "*"))),
        rows(|at, row| format!("{} {}", &"ABCDEFGHJ"[at..=at], cells(row, " ", "."))),
        rows(|_, row| format!("\"{}\"", apart(row, "\",\""))),
        rows(|_, row| format!("[{}],", apart(row, ", "))),
        rows(|_, row| apart(row, "\u{a0}")),
        format!("2024-11-30\n{grid}"),
    ];
    for text in &read {
        let ran = check(&format!("{grid}\n{text}\n{grid}")).code(0);
        assert_eq!(counts(&ran), (3, 0, 3), "{text}{}", ran.stderr);
    }
    let reported = [
        rows(|_, row| blank(row, "O")),
        rows(|_, row| blank(row, "\u{ff10}")),
        rows(|_, row| blank(row, "#")),
        rows(|at, row| if at % 3 == 0 { blank(row, "#") } else { "#########".to_owned() }),
        rows(|at, row| format!("R{}C1 {}", at + 1, cells(row, " ", "?"))),
        rows(|_, row| format!("['{}']", apart(row, "', '"))),
        format!("{}{}\n", PUZZLE, PUZZLE.replace('0', "a")),
        format!("\"{}\"\n", blank(PUZZLE, " ")),
        format!("{grid}.........\n"),
        format!(".........\n{grid}"),
        grid.lines().take(8).map(|row| format!("{row}\n")).collect(),
    ];
    for text in &reported {
        let ran = check(&format!("{grid}\n{text}\n{grid}")).code(1);
        let (puzzles, rejected, _) = counts(&ran);
        assert!(puzzles == 2 && rejected > 0, "{puzzles} {rejected} {text}{}", ran.stderr);
    }
    // A row of blanks with commas is no line of names.
    for blank in ["_", "x", "X", "*"] {
        let of = |row: &str| apart(row, ",").replace('0', blank);
        let first = format!("{}\n", of("000000000"));
        let rest = rows(|_, row| of(row))
            .lines()
            .skip(1)
            .map(|row| format!("{row}\n"))
            .collect::<String>();
        let text = format!("{first}{rest}\n{}{PUZZLE}\n\n{}", PUZZLE, rows(|_, row| of(row)));
        let ran = check(&text);
        assert!(counts(&ran).0 == 2 && counts(&ran).1 == 1, "{text}{}", ran.stderr);
    }
    // A caption that looks like a bad row costs no grid.
    for caption in ["*** 5 ***", "--- 5 ---", "000000001:", "Nr.000000001"] {
        let text = format!("{grid}\n{caption}\n{grid}\n{caption}\n{grid}\n{grid}");
        let ran = check(&text);
        assert_eq!(counts(&ran).0, 4, "{text}{}", ran.stderr);
    }
    // A link in a caption is no puzzle.
    let text = format!("{grid}\nfrom https://example.org/sudoku\n{grid}");
    assert_eq!(counts(&check(&text).code(0)), (2, 0, 2));
}

#[test]
fn rows_of_spaces_are_blanks_in_files_with_gaps() {
    let full = "285716439";
    let grid = rows(|_, row| row.replace('0', " "));
    let blank = " ".repeat(9);
    let late = format!(
        "{full}\n{blank}\n{blank}\n    7    \n{blank}\n        1\n{blank}\n{blank}\n5   24 9 \n"
    );
    let early = format!("{blank}\n{}", grid.split_once('\n').expect("rows").1);
    let text = format!("{grid}\n{late}\n{early}\n{grid}");
    let ran = check(&text);
    let (puzzles, rejected, _) = counts(&ran);
    assert_eq!((puzzles, rejected), (4, 0), "{text}{}", ran.stderr);
}

#[test]
fn a_row_missing_without_a_gap_fabricates_nothing() {
    let grid = rows(|_, row| row.replace('0', "."));
    let short = |missing: usize| {
        let kept = grid.lines().enumerate().filter(|(at, _)| *at != missing);
        kept.map(|(_, row)| format!("{row}\n")).collect::<String>()
    };
    for missing in 0..9 {
        let text = format!("{}{}{}", grid.repeat(5), short(missing), grid.repeat(5));
        let ran = check(&text).code(1);
        let (puzzles, rejected, unique) = counts(&ran);
        assert!(puzzles == unique && puzzles >= 4, "{missing}: {puzzles} {}", ran.stderr);
        assert!(rejected >= 11 - puzzles, "{missing}: {puzzles} {rejected}");
    }
    // A puzzle that contradicts itself is one where the number of rows is right.
    let invalid = grid.replacen("8.6", "886", 1);
    let ran = check(&format!("{grid}{invalid}{grid}{invalid}"));
    assert_eq!(counts(&ran).0, 4, "{}", ran.stderr);
}

#[test]
fn other_files_and_digits_from_0_in_all_forms() {
    let mut tar = vec![0; 1024];
    tar[..5].copy_from_slice(b"p.txt");
    tar[124..135].copy_from_slice(b"00000000122");
    tar[148..156].copy_from_slice(b"        ");
    let sum: u32 = tar[..512].iter().map(|&byte| u32::from(byte)).sum();
    tar[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    tar[512..512 + 81].copy_from_slice(PUZZLE.as_bytes());
    let wide: Vec<u8> = PUZZLE.bytes().flat_map(|byte| [byte, 0, 0, 0]).collect();
    for (bytes, named) in [
        (tar, "a tar archive"),
        (format!("(lp0\nV{PUZZLE}\np1\na.").into_bytes(), "a Python pickle"),
        ([b"]q\0(X", PUZZLE.as_bytes()].concat(), "a Python pickle"),
        ([b"\xff\xfe\0\0", &wide[..]].concat(), "UTF-32"),
    ] {
        let ran = dokubench_with(here(), &["check", "-"], &bytes).code(1);
        assert!(ran.stderr.contains(named), "{named}: {}", ran.stderr);
    }
    let shifted = PUZZLE.chars().map(|c| match c {
        '0' => '_',
        digit => char::from(digit as u8 - 1),
    });
    let shifted: String = shifted.collect();
    let grid: String = (0..9).map(|at| apart(&shifted[9 * at..9 * at + 9], " ") + "\n").collect();
    for text in [
        format!("{shifted}\n"),
        format!("{}\n", apart(&shifted, " ")),
        format!("id,puzzle\n1,{shifted}\n"),
        grid,
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("p.txt"), &text).expect("a scratch file");
        let run = ["run", "p.txt", "--prune", "singles", "--passes", "0", "--out", "r"];
        for args in [&["check", "p.txt"][..], &["solve", "p.txt"], &run] {
            let ran = dokubench(folder.path(), args);
            assert!(ran.stderr.contains("0 to 8"), "{args:?} {text}{}", ran.stderr);
        }
    }
}
