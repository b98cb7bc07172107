//! Compressed corpora: whole ones are read, and what is truncated or damaged is an error that names
//! the file; what follows them is reported.

use dokubench::corpus::{Cause, CorpusError, ErrorKind, Source, Window};
use niffler::{Level, compression::Format};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

const FORMATS: [Format; 4] = [Format::Gzip, Format::Bzip, Format::Lzma, Format::Zstd];

fn compressed(format: Format, text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    {
        let mut writer = niffler::get_writer(Box::new(&mut bytes), format, Level::Five)
            .expect("all formats are built in");
        writer.write_all(text).expect("memory takes it");
    }
    bytes
}

/// Puzzles with numbers that do not compress well, so that there is something to truncate.
fn corpus(puzzles: usize) -> String {
    let mut state = 1u64;
    let mut symbol = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        char::from(b'0' + (state >> 33) as u8 % 10)
    };
    (0..puzzles).map(|_| (0..81).map(|_| symbol()).chain(['\n']).collect::<String>()).collect()
}

/// A file of the test's own.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The number of puzzles and rejected lines in a file of these bytes.
fn count(path: &Path, bytes: &[u8]) -> Result<u64, CorpusError> {
    fs::write(path, bytes).expect("the target folder can be written");
    let mut reader = Source::of(path).open()?;
    let mut window = Window::new();
    while reader.read_window(64, &mut window)? {}
    assert_eq!(reader.bytes(), bytes.len() as u64);
    Ok(reader.puzzles() + reader.rejected())
}

#[test]
fn members_frames_and_streams_are_read_to_the_last() {
    let path = path("several-members");
    let text = corpus(300);
    for format in FORMATS {
        let one = compressed(format, text.as_bytes());
        assert_eq!(count(&path, &one).expect("whole"), 300, "{format:?}");
        let half = text.len() / 2 + 7;
        let mut several = compressed(format, &text.as_bytes()[..half]);
        several.extend(compressed(format, b""));
        several.extend(compressed(format, &text.as_bytes()[half..]));
        assert_eq!(count(&path, &several).expect("whole"), 300, "{format:?}");
        assert_eq!(count(&path, &compressed(format, b"")).expect("whole"), 0, "{format:?}");
    }
}

#[test]
fn truncated_files_are_errors() {
    let path = path("truncated");
    let text = corpus(300);
    for format in FORMATS {
        let mut whole = compressed(format, text.as_bytes());
        let first = whole.len();
        whole.extend(compressed(format, text.as_bytes()));
        for length in (8..whole.len()).step_by(997).chain([first - 1, first + 1, whole.len() - 1]) {
            // What is shorter than a magic number may be other data: all puzzles are read.
            if length == first + 1 {
                assert_eq!(count(&path, &whole[..length]).expect("it is reported"), 301);
            }
            if (first..=first + 1).contains(&length) {
                continue;
            }
            let error = count(&path, &whole[..length]).expect_err("truncated");
            assert!(error.to_string().contains("truncated"), "the path names the file: {error}");
            // Three bytes of a second gzip member may be anything; a part of one is truncated.
            let is_truncated = matches!(error.kind, ErrorKind::Truncated(_));
            let is_corrupt = matches!(error.kind, ErrorKind::Corrupt(..));
            assert!(
                is_truncated || is_corrupt && length > first && length < first + 12,
                "{format:?} {length} of {first}: {error}"
            );
        }
    }
}

#[test]
fn zeros_behind_the_data_are_padding_and_anything_else_is_reported() {
    let path = path("trailing");
    for format in FORMATS {
        let whole = compressed(format, corpus(300).as_bytes());
        let padded = [&whole[..], &[0; 7], &whole, &[0; 600]].concat();
        assert_eq!(count(&path, &padded).expect("padded"), 600, "{format:?}");
        for (trailing, what) in [
            (&b"\n"[..], "1 bytes of text"),
            (b"# comment\n", "10 bytes of text"),
            (b"\0\0x", "1 bytes of text"),
            (&[0xff; 100_000], "100000 bytes of other data"),
            (b"PK\x03\x04", "4 bytes of a zip archive"),
            (b"\x1f", "1 bytes of "),
            (b"B", "1 bytes of "),
            (b"\xfd7", "2 bytes of "),
            (b"(", "1 bytes of "),
        ] {
            fs::write(&path, [&whole, trailing].concat()).expect("a scratch file");
            let mut reader = Source::of(&path).open().expect("it opens");
            let mut window = Window::new();
            assert!(!reader.read_window(1000, &mut window).expect("it reads"), "{format:?}");
            assert_eq!((window.len(), window.rejected().len()), (300, 1), "{format:?}");
            let cause = window.rejected()[0].cause;
            assert!(matches!(cause, Cause::Trailing(_)) && cause.to_string().contains(what));
        }
    }
}

#[test]
fn damaged_files_are_errors() {
    let path = path("damaged");
    for format in FORMATS {
        let whole = compressed(format, corpus(300).as_bytes());
        for at in (12..whole.len()).step_by(331).chain([whole.len() - 2]) {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x10;
            // The checksum of zstd is optional and absent here: damage may pass as other symbols.
            match count(&path, &damaged) {
                Ok(_) => assert_eq!(format, Format::Zstd, "{at}"),
                Err(error) => assert!(
                    matches!(error.kind, ErrorKind::Corrupt(..) | ErrorKind::Truncated(_)),
                    "{format:?} {at}: {error}"
                ),
            }
        }
    }
}
