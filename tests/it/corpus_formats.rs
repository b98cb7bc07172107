//! The formats in which people keep puzzles: small files of each kind, and those of
//! `../shared`.

use crate::support::shared;
use dokubench::catalogue;
use dokubench::corpus::{
    Cause, Compression, CorpusError, ErrorKind, Format, Reader, Source, Window,
};
use dokubench::engine::{Job, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::named::Named as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A puzzle with one solution, as its rows.
const ROWS: [&str; 9] = [
    "....1..3.",
    "..64...2.",
    "7.4.85.1.",
    ".4.9....2",
    ".5..739.1",
    "31..42.86",
    "...3.8...",
    "...1.78.5",
    "5.8..4.9.",
];

fn line() -> String {
    ROWS.concat()
}

const SOLUTION: &str =
    "285716439196437528734285619847961352652873941319542786921358674463197825578624193";

fn open(text: &[u8]) -> Result<Reader, CorpusError> {
    Source::Memory("test".to_owned(), Arc::from(text)).open()
}

/// All of a corpus in one window, and its format.
fn read(text: &str) -> (&'static str, Window) {
    let mut reader = open(text.as_bytes()).expect("it is read");
    let mut window = Window::new();
    assert!(!reader.read_window(1 << 20, &mut window).expect("it is read"));
    (reader.format().name, window)
}

/// Reads a corpus that contains only this puzzle, a given number of times.
fn read_copies(text: &str, format: &str, count: usize) -> Window {
    let (found, window) = read(text);
    assert_eq!(window.rejected(), [], "{text}");
    assert_eq!((found, window.len()), (format, count), "{text}");
    let puzzle: Puzzle = line().parse().expect("a puzzle");
    assert!(window.puzzles().iter().all(|found| *found == puzzle), "{text}");
    window
}

fn label(window: &Window, position: usize) -> &str {
    std::str::from_utf8(window.label(position)).expect("a label of this file")
}

#[test]
fn lines_with_labels_before_and_behind() {
    let line = line();
    let window = read_copies(&format!("4bc4019aa41d {line}  9.0\n{line} # 5\nend\n"), "lines", 2);
    assert_eq!(label(&window, 0), "4bc4019aa41d 9.0");
    assert_eq!(label(&window, 1), "# 5");
}

#[test]
fn answers_behind_the_puzzle_are_kept() {
    let line = line();
    let text = format!("{line}:1:{SOLUTION}\n{line}:633\n{line}\n{line} {SOLUTION}\n{line} 9.0\n");
    let window = read_copies(&text, "lines", 5);
    let stored = |at| {
        let stored = window.stored(at)?;
        Some((stored.solutions, stored.solution.map(|solution| solution.to_string())))
    };
    assert_eq!(stored(0), Some((Some(1), Some(SOLUTION.to_owned()))));
    assert_eq!(stored(1), Some((Some(633), None)));
    assert_eq!(stored(2), None);
    assert_eq!(stored(3), Some((None, Some(SOLUTION.to_owned()))));
    assert_eq!(stored(4), None);
    let mut rest = window.clone();
    let front = rest.take_front(1);
    assert!(front.stored(0).is_some() && rest.stored(0).is_some() && rest.stored(1).is_none());
    rest.retain(|at| at == 2);
    assert_eq!(rest.stored(0).and_then(|stored| stored.solutions), None);
    assert!(rest.stored(0).is_some_and(|stored| stored.solution.is_some()));
}

#[test]
fn a_second_puzzle_on_a_line_is_reported() {
    let line = line();
    let text = format!("{line} {line}\nid {line} 9.0 {line}\n{line} {SOLUTION}\n{line}\n");
    let (format, window) = read(&text);
    assert_eq!((format, window.len()), ("lines", 4));
    let rejected: Vec<_> = window.rejected().iter().map(|r| (r.line, r.cause)).collect();
    assert_eq!(rejected, [(1, Cause::Second), (2, Cause::Second)]);
}

#[test]
fn csv_with_and_without_header() {
    let line = line();
    let zeros = line.replace('.', "0");
    for (text, count, first_label) in [
        (format!("quizzes,solutions\n{zeros},{SOLUTION}\n"), 1, ""),
        (format!("\u{feff}puzzle,solution\r\n{zeros},{SOLUTION}\r\n"), 1, ""),
        (format!(",puzzle,solution\n0,{zeros},{SOLUTION}\n1,{zeros},{SOLUTION}\n"), 2, "0"),
        (format!("{zeros};{SOLUTION};\n{zeros};{SOLUTION};\n"), 2, ""),
        (format!("sep=;\nid;puzzle\n7;{line}\n8;{line}\n"), 2, "7"),
        (format!("\"{line}\"\n\"{line}\"\n"), 2, ""),
        (format!("Puzzle\n{line}\n"), 1, ""),
        (format!("\"puzzle\"\n\"{line}\"\n"), 1, ""),
        (format!("id\tpuzzle\tnote\n7\t{line}\tplain\n"), 1, "7,plain"),
        (format!("7,{line},2.0\n8,{line},2.1\n"), 2, "7,2.0"),
        (
            format!("id,puzzle,note\n1,\"{line}\",\"a, \"\"b\"\"\nc\"\n2,{line},\n"),
            2,
            "1,a, \"b\"\nc",
        ),
    ] {
        let window = read_copies(&text, "csv", count);
        assert_eq!(label(&window, 0), first_label, "{text}");
        let stored = window.stored(0).and_then(|stored| stored.solution);
        assert_eq!(stored.is_some(), text.contains(SOLUTION), "{text}");
    }
    // Nothing is lost if this is read as lines, and more separators are known there.
    let _ = read_copies(&format!("{line},a\n{line},b\n"), "lines", 2);
}

#[test]
fn csv_records_without_a_puzzle_are_reported_where_they_begin() {
    let line = line();
    let text = format!("puzzle,solution\n{},x\n4.1E+78,x\n{line},\"x\ny\"\n,x\n", &line[4..]);
    let (format, window) = read(&text);
    assert_eq!((format, window.len(), window.lines()), ("csv", 1, &[4][..]));
    let causes: Vec<_> = window.rejected().iter().map(|r| (r.line, r.cause)).collect();
    assert_eq!(causes, [(2, Cause::Length(77)), (3, Cause::Scientific), (6, Cause::Length(0))]);
    // A stored solution that is none costs no puzzle.
    let text = format!("puzzle,solution\n{line},{SOLUTION}\n{line},{}\n{line},\n", &SOLUTION[1..]);
    let (_, window) = read(&text);
    let rejected: Vec<_> = window.rejected().iter().map(|r| (r.line, r.cause)).collect();
    assert_eq!((window.len(), rejected), (3, vec![(3, Cause::Answer)]));
    // A broken first record is no header.
    let (_, window) = read(&format!("1,{},x\n2,{line},y\n3,{line},y\n", &line[1..]));
    assert_eq!((window.len(), window.rejected().len()), (2, 1));
    // A quote that is never closed does not swallow the rest in silence.
    let (_, window) = read(&format!("id,puzzle\n1,{line}\n2,\"{line}\n3,{line}\n"));
    let rejected: Vec<_> = window.rejected().iter().map(|r| (r.line, r.cause)).collect();
    assert_eq!((window.len(), rejected), (2, vec![(3, Cause::OpenQuote)]));
}

#[test]
fn grids_however_they_are_drawn() {
    let spaced = |row: &str| row.chars().map(|c| format!(" {c}")).collect::<String>();
    let boxed = |row: &str| format!("|{}|{}|{}|", &row[..3], &row[3..6], &row[6..]);
    let ruled = |row: fn(&str) -> String, ruler: &str| {
        let mut text = format!("{ruler}\n");
        for band in ROWS.chunks(3) {
            band.iter().for_each(|line| text += &format!("{}\n", row(line)));
            text += &format!("{ruler}\n");
        }
        text
    };
    let plain = ROWS.join("\n");
    let dashes = plain.replace('.', "-");
    for (text, count) in [
        (plain.clone(), 1),
        (format!("{plain}\n\n{plain}\r\n\r\n{plain}\n"), 3),
        (format!("{plain}\n{plain}\n"), 2),
        (format!("Grid 01\n{plain}\nGrid 02\n{plain}\n"), 2),
        (format!("2\n{plain}\n{plain}\n"), 2),
        (ROWS.map(spaced).join("\n"), 1),
        (ROWS.map(|row| spaced(row).replace('.', "0").replace(' ', "\t")).join("\n"), 1),
        (ROWS.map(|row| spaced(row).replace(' ', ",")[1..].to_owned()).join("\n"), 1),
        (ROWS.map(boxed).join("\n"), 1),
        (ruled(boxed, "*-----------*"), 1),
        (ruled(boxed, "|---+---+---|"), 1),
        (ruled(spaced, "-------+-------+------"), 1),
        (ruled(|row| row.to_owned(), "---------"), 1),
        (ruled(|row| row.to_owned(), "---------").repeat(2), 2),
        (ruled(|row| row.to_owned(), "==========="), 1),
        (ruled(boxed, "├───┼───┼───┤").replace('|', "│"), 1),
        (format!("#Aauthor\n#B2025-06-08\n[Puzzle]\n{plain}\n[State]\n{plain}\n"), 1),
        (dashes.clone(), 1),
        (format!("{}\nSimple Sudoku\n", ruled(boxed, "*-----------*")), 1),
        (format!("{plain}\n{}\n{plain}\n", line()), 3),
    ] {
        let _ = read_copies(&text, "grids", count);
    }
    // An empty line between bands: with two between grids, with one, with captions.
    let banded = [&ROWS[..3], &ROWS[3..6], &ROWS[6..]].map(|band| band.join("\n")).join("\n\n");
    for gap in ["\n\n", "\n\n\n", "\nGrid 02\n\n", "\n"] {
        let _ = read_copies(&format!("{banded}{gap}{banded}\n"), "grids", 2);
    }
    let window = read_copies(&format!("Grid 01\n{plain}\nGrid 02\n{plain}\n{plain}\n"), "grids", 3);
    assert_eq!((label(&window, 0), label(&window, 2)), ("Grid 01", ""));
    assert_eq!(window.lines(), [2, 12, 21]);
}

#[test]
fn a_row_of_dashes_is_a_row_where_the_blank_is_a_dash() {
    let text = "-4-9--8--\n6-3--1---\n-92--73--\n--47---13\n---------\n2-----9-4\n-8-3----2\n--65----9\n-19--4-7-\n";
    let (format, window) = read(text);
    assert_eq!((format, window.len(), window.rejected().len()), ("grids", 1, 0));
    assert_eq!(window.puzzles()[0].to_string()[36..45], *".........");
    // In front of the first row, too.
    let (_, window) = read(&format!("---------\n{}", "1--------\n".repeat(8)));
    assert_eq!(window.puzzles()[0].clue_count(), 8);
}

#[test]
fn a_bad_row_costs_its_grid_and_no_other() {
    let plain = ROWS.join("\n");
    let short = plain.replacen("7.4.85.1.", "7.4.85.1", 1);
    let letter = plain.replacen("....1..3.", "O...1..3.", 1);
    let missing = ROWS[..8].join("\n");
    for (bad, cause) in [
        (&short, Cause::Row(3, 8)),
        (&letter, Cause::RowSymbol(1)),
        (&missing, Cause::Rows(8)),
        (&plain.replacen("7.4.85.1.", "something else", 1), Cause::RowSymbol(3)),
        (&plain.replacen("7.4.85.1.", "7 24 4 56 8 5 12 1 39", 1), Cause::Candidates),
    ] {
        let gap = if *bad == missing { "\n\n" } else { "\n" };
        let (format, window) = read(&format!("{plain}\n{bad}{gap}{plain}\n{plain}\n"));
        assert_eq!((format, window.len()), ("grids", 3), "{bad}");
        let causes: Vec<_> = window.rejected().iter().map(|rejected| rejected.cause).collect();
        assert_eq!(causes, [cause], "{bad}");
        assert!(window.puzzles().iter().all(|puzzle| puzzle.to_string() == line()));
    }
    // If empty lines separate bands, a lost band also costs one grid.
    let band = |rows: &[&str]| rows.join("\n") + "\n\n";
    let banded = band(&ROWS[..3]) + &band(&ROWS[3..6]) + &band(&ROWS[6..]);
    let lost = band(&ROWS[..3]) + &band(&ROWS[3..6]);
    let short = banded.replacen("7.4.85.1.", "7.4.85.1", 1);
    for (bad, cause) in [
        (lost.clone() + "\n", Cause::Rows(6)),
        (lost + "Grid\n", Cause::Rows(6)),
        (short, Cause::Row(3, 8)),
    ] {
        let (_, window) = read(&format!("{banded}{bad}{banded}"));
        let causes: Vec<_> = window.rejected().iter().map(|rejected| rejected.cause).collect();
        assert_eq!((window.len(), causes), (2, vec![cause]), "{bad}");
        assert!(window.puzzles().iter().all(|puzzle| puzzle.to_string() == line()));
    }
    let (_, window) = read(&format!("3\n{plain}\n{plain}\n"));
    assert_eq!(window.rejected()[0].cause, Cause::Count(3, 2));
}

#[test]
fn numbers_hodoku_and_symbols() {
    let numbers = line().replace('.', "0").chars().map(|c| format!("{c} ")).collect::<String>();
    let _ = read_copies(&format!("8960 9\n{numbers}\n{numbers}\n"), "numbers", 2);
    let names: Vec<_> = (0..81).map(|cell| format!("c{cell}")).collect();
    let _ = read_copies(
        &format!("{}\n{}", names.join(","), numbers.trim_end().replace(' ', ",")),
        "numbers",
        1,
    );
    let marked = line().replacen('3', "+3", 2);
    // A line of 100 symbols that is no grid of 10x10.
    let hundred = format!(":0100:3:{}::\n", line().replace('1', "+1").replace('3', "+3"));
    assert_eq!(hundred.trim_end().len(), 100);
    let _ = read_copies(&hundred, "hodoku", 1);
    let hodoku = format!("# library\n:0100:3:{marked}:611:389 399::\n:0000:1:{marked}:::182:\n");
    let window = read_copies(&hodoku, "hodoku", 2);
    assert_eq!(label(&window, 0), "0100:3 611:389 399::");
    let folded =
        line().as_bytes().chunks(27).map(|c| String::from_utf8_lossy(c) + "\n").collect::<String>();
    let options = dokubench::corpus::ReadOptions {
        format: Format::named("symbols").ok(),
        ..Default::default()
    };
    let source =
        Source::Memory("judge".to_owned(), format!("{folded}{folded}end\n").into_bytes().into());
    let (mut reader, mut window) = (source.open_with(&options).expect("it opens"), Window::new());
    assert!(!reader.read_window(10, &mut window).expect("it reads"));
    assert_eq!((window.len(), window.rejected().len(), window.lines()), (2, 0, &[1, 4][..]));
}

#[test]
fn utf16_is_read_by_its_mark() {
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let text = format!("\u{feff}# é\r\n{}\r\n{}\r\n", line(), line());
        let bytes: Vec<u8> = text.encode_utf16().flat_map(order).collect();
        let (mut reader, mut window) = (open(&bytes).expect("it opens"), Window::new());
        let _ = reader.read_window(10, &mut window).expect("it reads");
        assert_eq!((window.len(), window.rejected().len(), window.lines()), (2, 0, &[2, 3][..]));
    }
}

#[test]
fn what_is_not_read_is_named() {
    let marks = ["123456789", "1........"].concat().repeat(41)[..729].to_owned();
    for (bytes, named) in [
        (&b"7z\xbc\xaf\x27\x1c\0\x04"[..], "7z"),
        (b"PK\x03\x04....", "zip"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 1\n", "Git LFS"),
        (b"{\n \"puzzle\": \"1\"}", "JSON"),
        (b"[[0,0,3],\n", "JSON"),
        (b"<?xml version='1.0'?>", "XML"),
        (b"<!DOCTYPE html>", "HTML"),
        (marks.as_bytes(), "729"),
        (b"2..1.5..\n.54...71\n.1.2.3.8\n6.28.73.\n........\n", "another size"),
        (b"1.3.\n..2.\n.4..\n...1\n", "another size"),
        (&[b'.'; 256], "another size"),
        ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n".repeat(16).as_bytes(), "another size"),
        (b"4\n4 4 1\n12\n4 0 1 2 3\n", "KSudoku"),
        (&[0; 70_000], "binary"),
        (b"\x04\x22\x4d\x18", "lz4"),
        (b"%PDF-1.4\n%", "PDF"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", "ELF"),
        (b"PAR1\x15\0", "Parquet"),
        (b"ARROW1\0\0\xff\xff\xff\xff", "Arrow"),
        (b"SQLite format 3\0", "SQLite"),
        (b"\x89PNG\r\n\x1a\n", "PNG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
        (b"GIF89a", "GIF"),
        (b"\x93NUMPY\x01\0v\0{'descr': '|u1'}", "NumPy"),
        (b"\x80\x04\x95\x10\0\0\0\0\0\0\0]\x94.", "pickle"),
        (b"\x80\x02]q\0(K\x01K\x02e.", "pickle"),
        (b"\x89HDF\r\n\x1a\n", "HDF5"),
        (b"Rar!\x1a\x07\x01\0", "RAR"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "xls"),
        (b"PK\x03\x04\x14\0xl/workbook.xml", "xlsx"),
        (b"PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "ods"),
    ] {
        let error = open(bytes).expect_err("it is not read");
        assert!(matches!(error.kind, ErrorKind::Refused { .. }), "{error}");
        assert!(error.to_string().contains(named), "{named}: {error}");
        // It can be read all the same if a format is named.
        let lines = dokubench::corpus::ReadOptions {
            format: Format::named("lines").ok(),
            ..Default::default()
        };
        let source = Source::Memory("test".to_owned(), Arc::from(bytes));
        assert!(source.open_with(&lines).is_ok());
    }
    assert!(Format::named("json").expect_err("no").to_string().contains("known: hodoku, csv"));
}

/// A zip archive of these members, deflated.
fn archive(name: &str, members: &[(&str, &str)]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut writer = zip::ZipWriter::new(fs::File::create(&path).expect("a scratch file"));
    for (name, text) in members {
        let options = zip::write::SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated);
        writer.start_file(*name, options).expect("a member");
        writer.write_all(text.as_bytes()).expect("a member");
    }
    let _ = writer.finish().expect("an archive");
    path
}

#[test]
fn members_of_zip_archives_are_corpora() {
    let late = "no puzzle\n".repeat(70_000) + &line() + "\n";
    let (line, csv) = (line(), format!("puzzle,solution\n{},{SOLUTION}\n", line()));
    let many = format!("{line}\n").repeat(1000);
    let path = archive(
        "members.zip",
        &[
            ("data/", ""),
            ("data/lines", &many),
            ("a.csv", &csv),
            ("late.txt", &late),
            ("README.txt", "hello\n"),
            ("__MACOSX/._a.csv", "x"),
            (".hidden", &many),
            ("b.json", "{\"a\": 1}"),
            ("inner.zip", "PK\u{3}\u{4}"),
        ],
    );
    let members = Source::of(&path).expand().expect("it is read");
    let passed_over: Vec<_> = members.passed_over.iter().map(|(name, _)| &name[..]).collect();
    assert_eq!(passed_over, ["README.txt", "b.json", "inner.zip"]);
    assert!(members.passed_over[1].1.starts_with("JSON: "), "{:?}", members.passed_over);
    assert!(members.passed_over[2].1.starts_with("a zip archive in"), "{:?}", members.passed_over);
    let names: Vec<_> = members.corpora.iter().map(Source::name).collect();
    assert_eq!(names, ["lines", "a.csv", "late.txt"]);
    let mut window = Window::new();
    for (corpus, count) in members.corpora.iter().zip([1000, 1]) {
        let mut reader = corpus.open().expect("it opens");
        assert!(!reader.read_window(2000, &mut window).expect("it reads"));
        assert_eq!(window.len(), count);
    }
    assert_eq!(members.corpora[0].size(), Some(many.len() as u64));
    let hash = Source::Memory(String::new(), Arc::from(many.as_bytes())).digest();
    assert_eq!(members.corpora[0].digest().expect("it reads"), hash.expect("it reads"));
    // A damaged member is found out at its end, an archive cut short at once.
    let mut bytes = fs::read(&path).expect("it was written");
    fs::write(&path, &bytes[..bytes.len() - 30]).expect("a scratch file");
    let error = Source::of(&path).expand().expect_err("no directory");
    assert!(matches!(error.kind, ErrorKind::Corrupt(Compression::Zip, _)), "{error}");
    let text = bytes.windows(5).position(|bytes| bytes == b"lines").expect("the member's name");
    bytes[text + 20] ^= 0x55;
    fs::write(&path, &bytes).expect("a scratch file");
    let error = Source::of(&path).expand().and_then(|members| {
        let mut reader = members.corpora[0].open()?;
        reader.read_window(2000, &mut window)
    });
    let error = error.expect_err("it is damaged");
    assert!(matches!(error.kind, ErrorKind::Corrupt(..) | ErrorKind::Truncated(_)), "{error}");
}

/// How many of the puzzles have one, several and no solution.
fn verdicts(window: &Window) -> [usize; 3] {
    let config = "first_fail:ddeg/indomain_min/singles".parse().expect("a config");
    let engine = catalogue::search(&config);
    let mut worker = engine.start(&Job::new(Goal::Unique)).expect("a search");
    let mut outcomes = vec![Outcome::NOT_RUN; window.len()];
    worker.solve(window.puzzles(), &Limits { nodes: None, interrupt: None }, &mut outcomes);
    let count = |status| outcomes.iter().filter(|o| o.status(Goal::Unique) == status).count();
    [count(Status::Unique), count(Status::Multiple), count(Status::Unsolvable)]
}

/// The files that are refused, and what the refusal names.
const REFUSED: &[(&str, &str)] = &[
    ("git-lfs-pointer-puzzles.csv", "Git LFS"),
    ("hardest-1106-head.txt.7z", "7z"),
    ("json-null-blanks-2d.json", "JSON"),
    ("ksudoku-custompuzzle.txt", "KSudoku"),
    ("opensudoku-gs6-medium.opensudoku", "XML"),
    ("pencilmark-729-made.txt", "729"),
    ("sdk-lesscol-invalid.sdk", "another size"),
];

#[test]
fn files_from_the_wild() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("inputs/formats");
    let expected = fs::read_to_string(folder.join("EXPECTED.tsv")).expect("what is expected");
    for row in expected.lines().skip(1) {
        let cells: Vec<_> = row.split('\t').collect();
        let [name, puzzles, counts @ ..] = &cells[..5] else { panic!("{row}") };
        let source = Source::of(&folder.join(name));
        if let Some((_, named)) = REFUSED.iter().find(|(refused, _)| refused == name) {
            let error = source.open().expect_err("it is refused").to_string();
            assert!(error.contains(named), "{error}");
            continue;
        }
        let members = source.expand().expect("it is read");
        assert_eq!(members.corpora.len(), 1, "{name}");
        let (mut reader, mut window) =
            (members.corpora[0].open().expect("it opens"), Window::new());
        assert!(!reader.read_window(100_000, &mut window).expect("it is read"), "{name}");
        assert_eq!(window.len().to_string(), *puzzles, "{name}");
        assert_eq!(verdicts(&window).map(|count| count.to_string())[..], *counts, "{name}");
        let header = usize::from(*name == "hardestdatabase110626-header-crlf.txt");
        assert_eq!(window.rejected().len(), header, "{name}: {:?}", window.rejected());
        for position in 0..window.len() {
            let solution = window.stored(position).and_then(|stored| stored.solution);
            assert!(solution.is_none_or(|solution| solution.solves(&window.puzzles()[position])));
        }
    }
}

#[test]
fn grids_and_tables_that_broke_other_loaders() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("inputs/bugs");
    for (name, puzzles, rejected) in [
        ("20-five-grid-layouts.txt", 5, &[][..]),
        ("21-dash-row-looks-like-separator.txt", 1, &[]),
        ("22-candidate-grid.txt", 0, &[2]),
        ("31-leading-zeros-lost.csv", 1, &[2, 3, 4]),
        ("32-csv-quoting.csv", 5, &[]),
    ] {
        let mut reader = Source::of(&folder.join(name)).open().expect("it opens");
        let mut window = Window::new();
        assert!(!reader.read_window(100, &mut window).expect("it reads"));
        assert_eq!(window.len(), puzzles, "{name}");
        let lines: Vec<_> = window.rejected().iter().map(|rejected| rejected.line).collect();
        assert_eq!(lines, rejected, "{name}");
        assert_eq!(verdicts(&window), [puzzles, 0, 0], "{name}");
        if name.starts_with("20") {
            assert!(window.puzzles().iter().all(|puzzle| *puzzle == window.puzzles()[0]));
        }
    }
}
