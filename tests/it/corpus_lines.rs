//! The reader of lines with 81 symbols: small files of every kind that people keep, and the
//! files of `../shared/inputs/bugs` beside the project.

use crate::support::shared;
use dokubench::corpus::{Cause, CorpusError, ErrorKind, Reader, Source, Window};
use std::fs;
use std::path::{Path, PathBuf};

const A: &str = "...95..2.........69...2.87..6.8.....7..4..5..1.........7.6.3...5...7.9.1..9.8...2";
const B: &str = ".8...9..294..81...1...4.6..43....7..........8..1...2....7.........7..1...932...5.";

/// Everything in a corpus, read in windows of a size.
#[derive(Debug, Default, PartialEq)]
struct All {
    /// Index, line, puzzle, label.
    puzzles: Vec<(u64, u64, String, String)>,
    rejected: Vec<(u64, Cause, String)>,
}

fn read_all(mut reader: Reader, size: usize) -> Result<All, CorpusError> {
    let (mut all, mut window) = (All::default(), Window::new());
    loop {
        let more = reader.read_window(size, &mut window)?;
        assert!(window.len() <= size);
        for at in 0..window.len() {
            let label = String::from_utf8_lossy(window.label(at)).into_owned();
            let puzzle = window.puzzles()[at].to_string();
            all.puzzles.push((window.indices()[at], window.lines()[at], puzzle, label));
        }
        for rejected in window.rejected() {
            all.rejected.push((rejected.line, rejected.cause, rejected.printable()));
        }
        if !more {
            assert_eq!(reader.puzzles(), all.puzzles.len() as u64);
            assert_eq!(reader.rejected(), all.rejected.len() as u64);
            return Ok(all);
        }
    }
}

/// A file in the tests' own folder, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, bytes).expect("the target folder can be written");
        Self(path)
    }

    fn source(&self) -> Source {
        Source::of(&self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Reads bytes as a corpus, and checks that windows of any size give the same result.
fn read(name: &str, bytes: &[u8]) -> All {
    let file = Scratch::new(name, bytes);
    let all = |size| read_all(file.source().open().expect("it opens"), size).expect("it reads");
    let whole = all(usize::MAX);
    for size in [1, 2, 3, 256] {
        assert_eq!(all(size), whole, "windows of {size}");
    }
    whole
}

#[test]
fn line_ends_blanks_and_comments() {
    let text = format!("\u{feff}# a comment\r\n{A}\r\n\r\n \t{B}  \r{A}\n; another\n   \n{B}");
    let all = read("ends.txt", text.as_bytes());
    assert_eq!(all.rejected, []);
    let expected = [(0, 2, A), (1, 4, B), (2, 5, A), (3, 8, B)];
    let found: Vec<_> = all.puzzles.iter().map(|(i, line, p, _)| (*i, *line, &p[..])).collect();
    assert_eq!(found, expected);
}

/// The reader reads lines with only a puzzle without a search for their ends, also across its
/// buffers, and among other lines.
#[test]
fn plain_lines_among_others_are_all_read() {
    let (mut text, mut expected) = (String::new(), Vec::new());
    let mut state = 1u64;
    let mut line = 1;
    for number in 1..=20_000 {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        let kind = if number > 1000 { state >> 60 } else { 0 };
        let puzzle = if state >> 40 & 1 == 0 { A } else { B };
        let (before, behind) = match kind {
            13 => ("# ", ""),
            14 => (" ", ""),
            15 => ("", " label"),
            _ => ("", ""),
        };
        let end = ["\n", "\n", "\n\n", "\r\n", "\n", "\r"][(state >> 45) as usize % 6];
        text += &format!("{before}{puzzle}{behind}{end}");
        if kind != 13 {
            expected.push((line, puzzle));
        }
        line += if end == "\n\n" { 2 } else { 1 };
    }
    let all = read("plain.txt", text.as_bytes());
    assert_eq!(all.rejected, []);
    let found: Vec<_> = all.puzzles.iter().map(|(_, line, p, _)| (*line, &p[..])).collect();
    assert!(found == expected);
}

#[test]
fn labels_stand_behind_a_separator() {
    for (behind, label) in [
        ("", ""),
        ("  ", ""),
        (" (10.3/1.2/1.2)", "(10.3/1.2/1.2)"),
        ("\t11.7/1.2\tx ", "11.7/1.2\tx"),
        (",1,2", "1,2"),
        (":1:617958324", "1:617958324"),
        (" ; comment", "comment"),
        (";", ""),
    ] {
        let all = read("labels.txt", format!("{A}{behind}\n").as_bytes());
        assert_eq!(all.rejected, [], "{behind:?}");
        assert_eq!(all.puzzles, [(0, 1, A.to_owned(), label.to_owned())], "{behind:?}");
    }
}

#[test]
fn what_is_no_puzzle_is_reported() {
    for (line, cause) in [
        (&A[1..], Cause::Length(80)),
        (&format!("{A}."), Cause::Length(82)),
        (&format!("{A}|x"), Cause::Length(83)),
        (&A.replace('9', "O"), Cause::Symbol(4, b'O')),
        (&A.replace('9', "\0"), Cause::Symbol(4, 0)),
        (&A.replace('.', " "), Cause::Spaces),
        ("a header", Cause::Length(1)),
        (&"9".repeat(70_000), Cause::LongLine),
    ] {
        let all = read("rejected.txt", format!("{B}\n{line}\n{B}\n").as_bytes());
        assert_eq!(all.puzzles.len(), 2, "{line:?}");
        assert_eq!(all.rejected.len(), 1, "{line:?}");
        assert_eq!((all.rejected[0].0, all.rejected[0].1), (2, cause), "{line:?}");
        assert!(all.rejected[0].2.chars().count() <= 100 + 5);
    }
}

#[test]
fn what_cannot_be_opened_is_an_error() {
    let missing = Source::of(Path::new("no/such/file.txt"));
    let error = missing.open().expect_err("there is no such file");
    assert!(matches!(error.kind, ErrorKind::Open(_)), "{error}");
    assert!(error.to_string().starts_with("no/such/file.txt: cannot be opened: no such file"));
    assert!(missing.digest().is_err());
    let folder = Source::of(Path::new(env!("CARGO_TARGET_TMPDIR")));
    assert!(matches!(folder.open().expect_err("a folder").kind, ErrorKind::Folder));
}

#[test]
fn no_puzzle_is_no_error_of_the_reader() {
    for text in ["", "\n", "# only\n; comments\n\r\n   \n", "\u{feff}"] {
        assert_eq!(read("none.txt", text.as_bytes()), All::default());
    }
}

#[test]
fn the_hash_is_of_the_stored_bytes() {
    // printf abc | sha256sum
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let file = Scratch::new("abc.txt", b"abc");
    let digest = file.source().digest().expect("it reads").expect("a file has one");
    assert_eq!(digest.sha256, abc);
    assert_eq!(digest.crc32, 0x3524_41c2, "printf abc | gzip | tail -c8 | od -tx4");
    let options = dokubench::corpus::ReadOptions { checksum: true, ..Default::default() };
    let mut reader = file.source().open_with(&options).expect("it opens");
    let _ = reader.read_window(1, &mut Window::new()).expect("it reads");
    assert_eq!(reader.crc32(), Some(digest.crc32));
    assert_eq!(reader.bytes(), 3);
}

#[test]
fn a_sample_keeps_order_and_indices_and_needs_a_seed_only() {
    let text: String = (0..10_000).map(|number| format!("{A} {number}\n")).collect();
    let file = Scratch::new("sample.txt", text.as_bytes());
    let sample = |count, seed| {
        let mut reader = file.source().open().expect("it opens");
        dokubench::corpus::sample(&mut reader, count, seed, |_| {}).expect("it reads")
    };
    let some = sample(100, 7);
    assert_eq!(some.len(), 100);
    assert!(some.indices().is_sorted());
    for (at, index) in some.indices().iter().enumerate() {
        assert_eq!(some.label(at), index.to_string().as_bytes());
    }
    let mean = some.indices().iter().sum::<u64>() / 100;
    assert!((4_000..6_000).contains(&mean), "{mean}");
    assert_eq!(sample(100, 7).indices(), some.indices());
    assert_ne!(sample(100, 8).indices(), some.indices());
    assert_eq!(sample(20_000, 7).len(), 10_000);
}

/// File, puzzles, rejected lines.
const BUGS: &[(&str, usize, &[u64])] = &[
    ("01-norvig-unsolvable.txt", 5, &[]),
    ("02-hard1-17-clues-many.txt", 2, &[]),
    ("05-timeout-unique.txt", 1, &[]),
    ("06-empty-grid.txt", 2, &[]),
    ("07-two-clues.txt", 1, &[]),
    ("10-27-cells-rest-empty.txt", 2, &[]),
    ("11-sixteen-clues-10106.txt", 2, &[]),
    ("12-last-cell-essential.txt", 6, &[]),
    ("15-box-check.txt", 2, &[]),
    ("16-one-wrong-digit-4-solutions.txt", 1, &[]),
    ("17-generator-not-unique.txt", 1, &[]),
    ("25-mixed-line-ends.txt", 5, &[]),
    ("26-invalid-utf8-mid-file.txt", 5, &[]),
    ("27-nul-bytes.txt", 2, &[2, 3]),
    ("30-one-very-long-line.txt", 2, &[2]),
    ("33d-plain-text-named.txt.gz", 2, &[]),
    ("36b-only-comments.txt", 0, &[]),
    ("36c-one-trivial-puzzle.txt", 1, &[]),
    ("42-blank-symbols-and-letters.txt", 7, &[1, 8, 10, 11, 12, 13]),
];

#[test]
fn the_files_that_broke_other_loaders() {
    let Some(shared) = shared() else { return };
    let folder = shared.join("inputs/bugs");
    for (name, puzzles, rejected) in BUGS {
        let reader = Source::of(&folder.join(name)).open().expect("it opens");
        let all = read_all(reader, 256).expect("it reads");
        assert_eq!(all.puzzles.len(), *puzzles, "{name}");
        let lines: Vec<_> = all.rejected.iter().map(|rejected| rejected.0).collect();
        assert_eq!(lines, *rejected, "{name}");
    }
    let reader = Source::of(&folder.join("33c-truncated.txt.gz")).open();
    let error = reader.and_then(|reader| read_all(reader, 256)).expect_err("it is truncated");
    assert!(error.to_string().contains("unexpected end of file"), "{error}");
}
