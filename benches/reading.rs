//! The speed of reading corpora, compared with `wc -l` on the same cached file. Compare each time of
//! reading with the time of `wc` above it.

use divan::Bencher;
use divan::counter::BytesCount;
use dokubench::corpus::{ReadOptions, Source, Window};
use dokubench::grid::{Digit, Solution};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn main() {
    divan::main();
}

/// The size of a file, roughly.
const BYTES: usize = 240_000_000;

/// Puzzles read at a time.
const WINDOW: usize = 4096;

/// The content of a file.
#[derive(Clone, Copy, Debug)]
enum Content {
    /// 81 symbols per line.
    Lines,
    /// 81 symbols and a rating per line.
    Labels,
    /// `quizzes,solutions`, with 0 for blanks.
    Csv,
}

const CONTENTS: [Content; 3] = [Content::Lines, Content::Labels, Content::Csv];

/// A file of distinct puzzles that share one solution grid.
fn corpus(folder: &tempfile::TempDir, content: Content) -> PathBuf {
    let path = folder.path().join("corpus.txt");
    let mut out = BufWriter::new(File::create(&path).expect("a writable folder"));
    let grid = Solution::from_digits(|cell| {
        let shift = 3 * (cell.row() % 3) + cell.row() / 3;
        Digit::from_index((cell.column() + shift) % 9)
    })
    .to_line();
    let (blank, behind) = match content {
        Content::Lines => (b'.', String::new()),
        Content::Labels => (b'.', " 9.0".to_owned()),
        Content::Csv => (b'0', format!(",{}", String::from_utf8_lossy(&grid))),
    };
    if matches!(content, Content::Csv) {
        writeln!(out, "quizzes,solutions").expect("a file can be written");
    }
    let mut line = grid.to_vec();
    line.extend_from_slice(behind.as_bytes());
    line.push(b'\n');
    for seed in 0..BYTES / line.len() {
        let mut bits = (seed as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for (symbol, digit) in line.iter_mut().zip(grid) {
            bits = bits.rotate_left(2);
            *symbol = if bits & 3 == 0 { digit } else { blank };
        }
        out.write_all(&line).expect("a file can be written");
    }
    out.flush().expect("a file can be written");
    path
}

/// `wc -l`, including its process start.
#[divan::bench(args = CONTENTS, sample_count = 10, sample_size = 1)]
fn a_wc(bencher: Bencher<'_, '_>, content: Content) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = corpus(&folder, content);
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| {
        let status = Command::new("wc").arg("-l").arg(&path).stdout(Stdio::null()).status();
        assert!(status.expect("wc is installed").success());
    });
}

fn read(bencher: Bencher<'_, '_>, content: Content, checksum: bool) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = Source::File(corpus(&folder, content));
    let mut window = Window::new();
    bencher.counter(BytesCount::new(BYTES)).bench_local(|| {
        let options = ReadOptions { checksum, ..ReadOptions::default() };
        let mut reader = source.open_with(&options).expect("it opens");
        while reader.read_window(WINDOW, &mut window).expect("it is read") {}
        assert!(reader.puzzles() > 1_000_000 && reader.rejected() == 0);
    });
}

/// All windows, one after the other.
#[divan::bench(args = CONTENTS, sample_count = 10, sample_size = 1)]
fn b_read(bencher: Bencher<'_, '_>, content: Content) {
    read(bencher, content, false);
}

/// The same, and the file's CRC-32.
#[divan::bench(args = CONTENTS, sample_count = 10, sample_size = 1)]
fn c_read_and_sum(bencher: Bencher<'_, '_>, content: Content) {
    read(bencher, content, true);
}
