//! `convert` and the duplicates of `check`: round trips, filters, isomorphs.

use crate::command::{dokubench, dokubench_with};
use crate::support::{puzzles_of, shared};
use dokubench::corpus::{Source, Window, Writer};
use dokubench::grid::{Puzzle, Symmetry};
use dokubench::random::{Choices, Chooser};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// A puzzle, its number of solutions and its solution as stored, its label.
type Read = (Puzzle, Option<u64>, Option<String>, String);

/// All puzzles of a source; none if it is refused.
fn read(source: &Source) -> Option<Vec<Read>> {
    let members = source.clone().expand().ok()?;
    let mut window = Window::new();
    assert_eq!(members.corpora.len(), 1);
    let mut reader = members.corpora[0].open().ok()?;
    assert!(!reader.read_window(1 << 20, &mut window).expect("it is read"));
    let entry = |position| {
        let stored = window.stored(position);
        let solution = stored.and_then(|stored| stored.solution).map(|grid| grid.to_string());
        let label = String::from_utf8_lossy(window.label(position)).into_owned();
        (window.puzzles()[position], stored.and_then(|stored| stored.solutions), solution, label)
    };
    Some((0..window.len()).map(entry).collect())
}

/// What a source is when written in a format.
fn written(source: &Source, writer: &Writer) -> Source {
    let mut window = Window::new();
    let corpus = &source.clone().expand().expect("it is read").corpora[0];
    let mut reader = corpus.open().expect("it opens");
    let _ = reader.read_window(1 << 20, &mut window).expect("it is read");
    let mut bytes = Vec::new();
    writer.begin(&mut bytes).expect("memory takes it");
    for position in 0..window.len() {
        writer.write(position as u64 + 1, &window, position, &mut bytes).expect("memory takes it");
    }
    Source::Memory("written".to_owned(), Arc::from(bytes))
}

/// Asserts that a corpus is the same when written in each format and read again; returns whether it
/// could be read at all.
fn round_trip(source: &Source) -> bool {
    let Some(original) = read(source).filter(|puzzles| !puzzles.is_empty()) else { return false };
    for writer in Writer::all() {
        let again = written(source, writer);
        let back = read(&again).expect("what is written is read");
        let name = format!("{} as {}", source.display(), writer.name);
        assert_eq!(again.open().expect("it opens").format().name, writer.name, "{name}");
        assert_eq!(back.len(), original.len(), "{name}");
        for (back, original) in back.iter().zip(&original) {
            assert_eq!(back.0, original.0, "{name}");
            if writer.name != "grids" {
                assert_eq!((back.1, &back.2), (original.1, &original.2), "{name}");
            }
        }
    }
    true
}

#[test]
fn small_corpora_of_every_format_survive_every_written_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds/formats");
    let files = fs::read_dir(folder).expect("the seeds are committed");
    let readable = files
        .filter(|file| round_trip(&Source::of(&file.as_ref().expect("a seed").path())))
        .count();
    assert!(readable >= 15, "{readable}");
}

#[test]
fn files_from_the_wild_survive_every_written_format() {
    let Some(folder) = shared() else { return };
    let files = fs::read_dir(folder.join("inputs/formats")).expect("a folder");
    let is_corpus = |path: &Path| path.file_name().is_some_and(|name| name != "EXPECTED.tsv");
    let paths = files.map(|file| file.expect("a file").path()).filter(|path| is_corpus(path));
    let readable = paths.filter(|path| round_trip(&Source::of(path))).count();
    assert_eq!(readable, 29);
}

#[test]
fn labels_that_could_be_mistaken_are_harmless() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for label in
        ["12 34 5", "123456789", "::7", ":1:x", "a,\"b\"\nc", puzzle, "# x", "1", "9.0;8.1", "|"]
    {
        let text = format!("id,puzzle,note\n1,{puzzle},\"{}\"\n", label.replace('"', "\"\""));
        assert!(round_trip(&Source::Memory("made".to_owned(), Arc::from(text.into_bytes()))));
    }
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// Bundled puzzles, some of them twice, and isomorphs of some.
fn mixed() -> (Vec<Puzzle>, String) {
    let minimal = Source::bundled().into_iter().find(|source| source.name() == "minimal.txt");
    let puzzles: Vec<_> = read(&minimal.expect("it is bundled"))
        .expect("it is read")
        .into_iter()
        .map(|entry| entry.0)
        .collect();
    let mut text: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    let mut choices = Choices::new(7, Chooser::Isomorph);
    for puzzle in &puzzles[..50] {
        let symmetry = Symmetry::random(|n| choices.choose(n));
        text += &format!("{}\n", symmetry.apply(puzzle));
    }
    for puzzle in &puzzles[10..30] {
        text += &format!("{puzzle}\n");
    }
    (puzzles, text)
}

#[test]
fn duplicates_and_isomorphs_are_counted_and_left_out() {
    let (puzzles, text) = mixed();
    let run = |args: &[&str]| dokubench_with(folder(), args, text.as_bytes());
    let check = run(&["check", "-", "--isomorphs", "--output-format", "csv"]).code(0);
    let row = check.stdout.lines().nth(1).expect("a row");
    assert!(row.ends_with(",470,0,0,0,0,20,70,"), "{row}");
    let without = run(&["check", "-", "--output-format", "csv"]).code(0);
    assert!(without.stdout.lines().nth(1).expect("a row").ends_with(",0,20,,"));
    let lines = |args: &[&str]| run(args).code(0).stdout;
    assert_eq!(lines(&["convert"]), text);
    let expected: String = text.lines().take(450).map(|line| format!("{line}\n")).collect();
    assert_eq!(lines(&["convert", "--dedup"]), expected);
    let expected: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    assert_eq!(lines(&["convert", "--dedup-isomorphs", "--threads", "3"]), expected);
}

#[test]
fn filters_keep_what_they_say_in_order() {
    let folder = folder();
    let several = Source::bundled().into_iter().find(|source| source.name() == "several.txt");
    let several = read(&several.expect("it is bundled")).expect("it is read");
    let (puzzles, _) = mixed();
    let mut text = String::new();
    for (one, other) in puzzles.iter().zip(&several) {
        text += &format!("{one} a\n{} b\n", other.0);
    }
    let lines = |args: &[&str]| {
        let all = [&["convert", "-"], args].concat();
        let ran = dokubench_with(folder, &all, text.as_bytes()).code(0);
        ran.stdout.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let expected: Vec<_> = text.lines().filter(|line| line.ends_with('a')).collect();
    assert_eq!(lines(&["--unique"]), expected);
    let clues = |line: &str| line[..81].bytes().filter(u8::is_ascii_digit).count();
    let expected: Vec<_> = text.lines().filter(|line| (23..=24).contains(&clues(line))).collect();
    assert_eq!(lines(&["--clues", "23..24"]), expected);
    let sample = lines(&["--unique", "--sample", "30", "--seed", "5"]);
    assert_eq!(sample, lines(&["--unique", "--sample", "30", "--seed", "5", "--threads", "1"]));
    assert_ne!(sample, lines(&["--unique", "--sample", "30", "--seed", "6"]));
    assert_eq!(sample.len(), 30);
    let mut rest = text.lines();
    assert!(sample.iter().all(|line| line.ends_with('a') && rest.any(|other| other == line)));
}

#[test]
fn stored_answers_that_are_wrong_are_found() {
    let puzzle =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let right = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let wrong = right.replacen("534", "543", 1);
    let fewer = puzzle.replacen("53", "..", 1);
    let text = format!(
        "{puzzle}:1:{right}\n{puzzle}:2\n{puzzle}:1:{wrong}\n{fewer}:1\n{fewer}:3\n{fewer}:900\n{puzzle} {right}\n"
    );
    let ran = dokubench_with(folder(), &["check", "-", "--output-format", "csv"], text.as_bytes())
        .code(1);
    let row = ran.stdout.lines().nth(1).expect("a row");
    assert!(row.ends_with(",5,5,,"), "{row}\n{}", ran.stderr);
    assert!(ran.stderr.contains("line 2: the stored number of solutions is 2, found 1\n"));
    assert!(ran.stderr.contains("line 3: the stored solution breaks"));
}

#[test]
fn a_format_that_is_named_is_used() {
    let (a, b) = ("1".repeat(40) + &".".repeat(41), ".".repeat(81));
    let folded = format!("{}\n{}\n{}\n{}\n", &a[..40], &a[40..], &b[..50], &b[50..]);
    let convert = |args: &[&str]| {
        let all = [&["convert"], args].concat();
        dokubench_with(folder(), &all, folded.as_bytes())
    };
    let _ = convert(&[]).code(1);
    for option in ["--format", "--input-format"] {
        assert_eq!(convert(&[option, "symbols"]).code(0).stdout, format!("{a}\n{b}\n"));
    }
    fs::write(folder().join("folded.txt"), &folded).expect("a scratch file");
    for args in [
        &["check", "folded.txt", "--input-format", "symbols"][..],
        &["check", "folded.txt", "--format", "symbols", "--output-format", "csv"],
        &["solve", "folded.txt", "--input-format", "symbols", "--goal", "first"],
        &["solve", "folded.txt", "--format", "symbols", "--goal", "first"],
    ] {
        let _ = dokubench(folder(), args).code(0);
    }
    let out = tempfile::tempdir().expect("a folder");
    let out = out.path().join("run");
    let args = ["run", "folded.txt", "--format", "symbols", "--passes", "0", "--out"];
    let args =
        [&args[..], &[out.to_str().expect("a path"), "--config", "first_fail/indomain_min/naked"]];
    let ran = dokubench(folder(), &args.concat()).code(0);
    assert!(ran.stdout.contains("2 puzzles"), "{}", ran.stdout);
    let error = |args: &[&str]| dokubench(folder(), args).code(2).error().to_owned();
    let unknown = error(&["convert", "folded.txt", "--format", "json"]);
    assert!(unknown.contains("known: hodoku, csv"), "{unknown}");
    for option in ["--to", "--output-format"] {
        let unknown = error(&["convert", "folded.txt", option, "numbers"]);
        assert!(unknown.ends_with("known: lines, grids, csv"), "{unknown}");
    }
}

/// The complete list of 17-clue puzzles, and 1,000 scrambled copies among them.
#[test]
fn seventeen_clues_have_no_isomorphs_but_those_added() {
    let Some(shared) = shared() else { return };
    let corpus = shared.join("corpora/17_clue.txt");
    let puzzles = puzzles_of(&corpus);
    let mut text = String::new();
    let mut choices = Choices::new(9, Chooser::Isomorph);
    for (at, puzzle) in puzzles.iter().enumerate() {
        text += &format!("{puzzle}\n");
        if at % 49 == 0 && at / 49 < 1000 {
            let symmetry = Symmetry::random(|n| choices.choose(n));
            text += &format!("{}\n", symmetry.apply(puzzle));
        }
    }
    for (input, copies) in [(fs::read(&corpus).expect("a corpus"), 0), (text.into_bytes(), 1000)] {
        let args = ["check", "-", "--isomorphs", "--output-format", "csv"];
        let ran = dokubench_with(folder(), &args, &input).code(0);
        let row = ran.stdout.lines().nth(1).expect("a row").to_owned();
        let all = 49_158 + copies;
        assert_eq!(row, format!("-,{all},0,17,17.00,17,{all},0,0,0,0,0,{copies},"));
    }
}
