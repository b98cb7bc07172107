//! A generator of files that are almost right: a table, lines or grids of known puzzles with one
//! change of a kind that people's tools make; and the check that what is read and what is reported add
//! up to what is there, and that no puzzle is invented. Shared by a fuzz target and
//! `tests/it/corpus_near_misses.rs`.

use dokubench::corpus::{ReadOptions, Source, Window};
use std::collections::HashSet;
use std::sync::Arc;

/// A file with one change.
pub(crate) struct NearMiss {
    pub(crate) bytes: Vec<u8>,
    /// The puzzles in it, in order, also those that the change may cost.
    pub(crate) puzzles: Vec<String>,
    /// How many puzzles the change may cost at most.
    pub(crate) lost: usize,
    /// How many lines must be reported at least.
    pub(crate) reported: usize,
    pub(crate) change: &'static str,
}

const SOLUTION: &str =
    "285716439196437528734285619847961352652873941319542786921358674463197825578624193";

/// A near miss, from random numbers.
pub(crate) fn near_miss(random: &mut dyn FnMut() -> u64) -> NearMiss {
    let mut maker = Maker { random };
    let count = 3 + maker.below(5);
    let puzzles: Vec<String> = (0..count).map(|_| maker.puzzle()).collect();
    match maker.below(3) {
        0 => maker.table(puzzles),
        1 => maker.lines(puzzles),
        _ => maker.grids(puzzles),
    }
}

/// Reads a near miss and checks it against what is in it.
///
/// # Panics
/// If a puzzle is missing and not reported, or invented.
pub(crate) fn check(case: &NearMiss) {
    let source = Source::Memory("near miss".to_owned(), Arc::from(&case.bytes[..]));
    let text = String::from_utf8_lossy(&case.bytes);
    let mut reader = source.open_with(&ReadOptions::default()).unwrap_or_else(|error| {
        panic!("{}: {error}\n{text}", case.change);
    });
    let mut window = Window::new();
    assert!(!reader.read_window(1 << 20, &mut window).expect("memory can be read"));
    let rejected: Vec<_> =
        window.rejected().iter().map(|line| (line.line, line.cause.to_string())).collect();
    let known: HashSet<&String> = case.puzzles.iter().collect();
    for puzzle in window.puzzles() {
        let puzzle = puzzle.to_string();
        assert!(known.contains(&puzzle), "{}: {puzzle} is invented\n{text}", case.change);
    }
    let least = case.puzzles.len() - case.lost;
    assert!(
        window.len() >= least,
        "{}: {} of {least} puzzles, {rejected:?}\n{text}",
        case.change,
        window.len(),
    );
    let missing = case.puzzles.len() - window.len();
    assert!(rejected.len() >= missing.max(case.reported), "{}: {rejected:?}\n{text}", case.change);
    if case.lost == 0 && case.reported == 0 {
        assert!(rejected.is_empty(), "{}: {rejected:?}\n{text}", case.change);
    }
}

struct Maker<'a> {
    random: &'a mut dyn FnMut() -> u64,
}

impl Maker<'_> {
    fn below(&mut self, bound: usize) -> usize {
        ((self.random)() >> 16) as usize % bound
    }

    /// About 27 clues of a solution.
    fn puzzle(&mut self) -> String {
        SOLUTION.chars().map(|digit| if self.below(3) == 0 { digit } else { '.' }).collect()
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    fn table(&mut self, puzzles: Vec<String>) -> NearMiss {
        let d = self.pick(&[",", ";", "\t"]);
        let name = self.pick(&[
            "puzzle",
            "Puzzles",
            "quizzes",
            "\"question\"",
            " unsolved ",
            "\u{feff}quiz",
        ]);
        let zeros = |puzzle: &str| puzzle.replace('.', "0");
        let mut rows: Vec<String> =
            puzzles.iter().map(|puzzle| format!("{}{d}{SOLUTION}{d}note", zeros(puzzle))).collect();
        let at = self.below(rows.len());
        let (mut lost, mut reported) = (0, 0);
        let mut first = String::new();
        let each = |change: &dyn Fn(&str) -> String| -> Vec<String> {
            let row = |p: &String| format!("{}{d}{SOLUTION}{d}note", change(&zeros(p)));
            puzzles.iter().map(row).collect()
        };
        let change = match self.below(12) {
            0 => {
                rows = each(&|puzzle| format!("=\"{puzzle}\""));
                "Excel formulas"
            }
            1 => {
                rows = each(&|puzzle| puzzle.trim_start_matches('0').to_owned());
                let kept = puzzles.iter().filter(|puzzle| !puzzle.starts_with('.')).count();
                lost = puzzles.len() - kept;
                reported = lost;
                "leading zeros"
            }
            2 => {
                rows = each(&|puzzle| puzzle.chars().map(|c| format!("{c} ")).collect());
                "digits apart"
            }
            3 => {
                rows = each(&|puzzle| format!("'{puzzle}"));
                "leading apostrophes"
            }
            4 => {
                rows[at] = format!("4.1E+78{d}{SOLUTION}{d}note");
                (lost, reported) = (1, 1);
                "scientific notation"
            }
            5 => {
                rows[at] = format!("\"{}", rows[at]);
                (lost, reported) = (1, 1);
                "a stray quote"
            }
            6 => {
                let note = self.pick(&["\"a\nb\"\"c\"\"\nd\"", "\"\n\n\"", "\"line\r\nline\""]);
                rows[at] = format!("{}{d}{SOLUTION}{d}{note}", zeros(&puzzles[at]));
                "a note of several lines"
            }
            7 => {
                rows = each(&|puzzle| {
                    let rows: Vec<_> = (0..9).map(|row| &puzzle[9 * row..9 * row + 9]).collect();
                    format!("\"{}\"", rows.join("\n"))
                });
                "grids in cells"
            }
            8 => {
                first = format!("\"sep={d}\"\n");
                "a quoted delimiter"
            }
            9 => {
                rows.insert(at, format!("puzzle{d}solution{d}note"));
                reported = 1;
                "a second header"
            }
            10 => {
                rows = each(&|puzzle| puzzle.replace('0', "?"));
                (lost, reported) = (puzzles.len(), puzzles.len());
                "a column that cannot be read"
            }
            _ => "nothing",
        };
        let end = self.pick(&["\n", "\r\n", "\r\r\n"]);
        let mark = self.pick(&["", "\x1a", "\x1a\x1a\x1a"]);
        let text = format!("{first}{name}{d}solution{d}note\n{}\n{mark}", rows.join("\n"));
        // A byte order mark is the first of a file.
        let text = match text.split_once('\u{feff}') {
            Some((before, behind)) => format!("\u{feff}{before}{behind}"),
            None => text,
        };
        let bytes = text.replace("\r\n", "\n").replace('\n', end).into_bytes();
        NearMiss { bytes, puzzles, lost, reported, change }
    }

    fn lines(&mut self, puzzles: Vec<String>) -> NearMiss {
        let mut lines = puzzles.clone();
        let at = self.below(lines.len());
        let (mut lost, mut reported) = (1, 1);
        let change = match self.below(6) {
            0 => {
                let _ = lines[at].pop();
                "80 symbols"
            }
            1 => {
                lines[at] += ".";
                "82 symbols"
            }
            2 => {
                lines[at] = lines[at].repeat(2);
                "162 symbols"
            }
            3 => {
                lines[at] = format!("https://example.org/sudoku.htm?bd={}", lines[at]);
                "a link"
            }
            4 => {
                lines[at] = lines[at].chars().map(|c| format!("{c} ")).collect::<String>();
                lines[at] = lines[at].replace('.', "-1");
                "-1 as blanks"
            }
            _ => {
                (lost, reported) = (0, 0);
                "nothing"
            }
        };
        let mark = self.pick(&["", "\n", "\x1a", "\n\x1a"]);
        let bytes = (lines.join("\n") + mark).into_bytes();
        NearMiss { bytes, puzzles, lost, reported, change }
    }

    fn grids(&mut self, puzzles: Vec<String>) -> NearMiss {
        let symbol = self.pick(&[".", "0", "_", "*"]);
        let style = self.below(4);
        let written = |puzzle: &String| -> Vec<String> {
            let rows = (0..9).map(|row| puzzle[9 * row..9 * row + 9].replace('.', symbol));
            let between = ["", " ", ",", "|"][style];
            rows.map(|row| {
                row.split("").filter(|c| !c.is_empty()).collect::<Vec<_>>().join(between)
            })
            .collect()
        };
        let mut grids: Vec<Vec<String>> = puzzles.iter().map(written).collect();
        let at = self.below(grids.len());
        let row = self.below(9);
        let (mut lost, mut reported) = (0, 0);
        let change = match self.below(17) {
            0 => {
                let _ = grids[at][row].pop();
                (lost, reported) = (1, 1);
                "a symbol missing"
            }
            1 => {
                let _ = grids[at].remove(row);
                (lost, reported) = (1, 1);
                "a row missing"
            }
            2 => {
                grids.insert(at, ["1.3.", ".4.2", "2.4.", ".3.1"].map(str::to_owned).to_vec());
                reported = 1;
                "a grid of 4x4"
            }
            3 => {
                let row = ".8B.0E7153BF7C.3".to_owned();
                grids.insert(at, vec![row; 16]);
                reported = 1;
                "a grid of 16x16"
            }
            4 => {
                grids.insert(at, vec![puzzles[at][1..].to_owned()]);
                reported = 1;
                "a line of 80 symbols"
            }
            5 => {
                let rows = (0..9).map(|row| puzzles[at][9 * row..9 * row + 9].replace('.', "?"));
                grids[at] = rows.collect();
                "? as blanks"
            }
            // Nothing shows that a grid without a clue is there.
            6 if puzzles.iter().all(|puzzle| puzzle.contains(|c: char| c != '.')) => {
                for (grid, puzzle) in grids.iter_mut().zip(&puzzles) {
                    let rows = (0..9).map(|row| &puzzle[9 * row..9 * row + 9]);
                    *grid = rows.map(|row| row.replace('.', " ")).collect();
                }
                // An empty line ends a grid that has no rows yet; five numbers are no first row.
                let is_lost = |puzzle: &&String| {
                    let is_digit: Vec<_> = puzzle[..9].chars().map(|c| c != '.').collect();
                    is_digit == [false; 9]
                        || (0..9).all(|at: usize| is_digit[at] == at.is_multiple_of(2))
                };
                lost = puzzles.iter().filter(is_lost).count();
                "spaces as blanks"
            }
            7 if style > 0 => {
                let numbers = self.pick(&["012345678", "123456789"]);
                let gap = ["", " ", ",", "|"][style];
                let header =
                    numbers.split("").filter(|c| !c.is_empty()).collect::<Vec<_>>().join(gap);
                grids.iter_mut().for_each(|grid| grid.insert(0, header.clone()));
                "numbers of columns"
            }
            8 if style > 0 => {
                let first = self.pick(&[b"0", b"1", b"A", b"a"])[0];
                for grid in &mut grids {
                    for (label, row) in (first..).zip(grid) {
                        *row = format!("{}{}{row}", char::from(label), [" ", " ", ",", "|"][style]);
                    }
                }
                "labels of rows"
            }
            9 => {
                grids.insert(at, vec![format!("https://example.org/?bd={}", puzzles[at])]);
                reported = 1;
                "a link"
            }
            10 => {
                let rows = (0..9).map(|row| &puzzles[at][9 * row..9 * row + 9]);
                let each = |cell: char| format!("\"{cell}\"");
                let row = |row: &str| row.chars().map(each).collect::<Vec<_>>().join(",");
                grids[at] = rows.map(row).collect();
                "quoted cells"
            }
            11 if style > 0 => {
                let word = self.pick(&["R", "r", "row ", "Row "]);
                for (number, row) in (1..).zip(&mut grids[at]) {
                    *row = format!("{word}{number}: {row}");
                }
                "words and numbers before rows"
            }
            12 => {
                let sign = self.pick(&["O", "#", "~", "\u{ff10}"]);
                let rows = (0..9).map(|row| puzzles[at][9 * row..9 * row + 9].replace('.', sign));
                grids[at] = rows.collect();
                (lost, reported) = (1, 0);
                "unknown blanks"
            }
            13 => {
                let first = grids[at][0].clone();
                grids[at].insert(0, first);
                (lost, reported) = (1, 1);
                "ten rows"
            }
            14 => {
                grids[at].insert(0, "2024-11-30".to_owned());
                "a date"
            }
            15 => {
                let jigsaw = puzzles[at].replace('.', "0") + &SOLUTION.replace('2', "a");
                grids.insert(at, vec![jigsaw]);
                reported = 1;
                "a jigsaw puzzle on a line"
            }
            _ => "nothing",
        };
        let caption = self.pick(&["", "Grid\n", "No. 7\n", "12.\n"]);
        let grids: Vec<String> =
            grids.iter().map(|grid| format!("{caption}{}\n", grid.join("\n"))).collect();
        // A caption of a line that is no grid is one of the next grid, or alone.
        let bytes = grids.join("\n").into_bytes();
        NearMiss { bytes, puzzles, lost, reported, change }
    }
}
