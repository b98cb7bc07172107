//! Names of files are anything that a file system takes. What is printed shows them, and they reach
//! neither the terminal nor a shell nor the markup of a page.
#![cfg(unix)]

use crate::command::{Ran, dokubench};
use dokubench::text::width;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Names that try to break lines, terminals, shells, markup and tables.
fn names() -> [String; 9] {
    [
        "new\nline".to_owned(),
        "esc\x1b[31mred\x1b[0m\u{9b}1m".to_owned(),
        "\u{202e}right\u{2066}\u{200b}".to_owned(),
        "q'uo\"te".to_owned(),
        "<&>]]>--|\\".to_owned(),
        "$(touch x)`y`;z&".to_owned(),
        "\u{1f600} e\u{301} \u{6570}\u{72ec}".to_owned(),
        "n".repeat(200),
        "\u{6570}".repeat(60),
    ]
}

/// A folder with a corpus `NAME.txt` of minimal puzzles and a rejected line.
fn place(name: &str) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    let generate = ["generate", "minimal", "--count", "25"];
    let mut corpus = dokubench(place.path(), &generate).code(0).stdout;
    corpus += "no puzzle \x1b[31m\u{202e}\n";
    fs::write(place.path().join(format!("{name}.txt")), corpus).expect("the name is allowed");
    place
}

/// Runs a command; what it prints has no character that a terminal would not show as itself.
#[track_caller]
fn shown(place: &Path, args: &[&str]) -> Ran {
    let ran = dokubench(place, args);
    for text in [&ran.stdout, &ran.stderr] {
        assert_shown(text, args);
    }
    ran
}

#[track_caller]
fn assert_shown(text: &str, about: impl std::fmt::Debug) {
    let is_hidden = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}' | '\u{2028}' | '\u{202e}' | '\u{2066}' | '\u{feff}')
    };
    let hidden: Vec<char> = text.chars().filter(|&c| is_hidden(c)).collect();
    assert!(hidden.is_empty(), "{about:?}: {hidden:?}");
}

/// The commands that read the folder of a run of two configs.
fn commands(folder: &str) -> Vec<Vec<&str>> {
    let hardest = ["hardest", folder, "--config", "first_fail/indomain_min/none", "--count", "3"];
    vec![
        vec!["compare", folder],
        vec!["compare", folder, "--all"],
        vec!["compare", folder, "--all", "--output-format", "markdown"],
        vec!["compare", folder, folder],
        vec!["chart", folder, "--kind", "all"],
        vec!["chart", folder, "--kind", "all", "--terminal"],
        vec!["report", folder],
        vec!["summary", folder],
        hardest.to_vec(),
    ]
}

const CONFIGS: [&str; 4] = ["--order", "first_fail", "--prune", "none,singles"];

/// The pictures and the page of a run are well-formed and show what they hold.
fn assert_drawn(folder: &Path) {
    let mut pictures = 0;
    for entry in fs::read_dir(folder.join("charts")).expect("charts") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        assert_shown(&name, "the name of a chart");
        if path.extension().is_some_and(|extension| extension == "svg") {
            let svg = fs::read_to_string(&path).expect("a picture");
            let parsed = roxmltree::Document::parse(&svg);
            assert!(parsed.is_ok(), "{}: {parsed:?}", path.display());
            assert_shown(&svg, &path);
            pictures += 1;
        }
    }
    assert!(pictures > 5, "{pictures}");
    let page = fs::read_to_string(folder.join("report.html")).expect("a page");
    assert_shown(&page, "the page");
    assert!(!page.contains("<&>"), "names are no markup");
}

#[test]
fn names_of_files_are_shown_and_do_nothing() {
    for name in names() {
        let place = place(&name);
        let (corpus, folder) = (format!("{name}.txt"), format!("./{name}.run"));
        let args = ["--passes", "1", "--threads", "1", "--out", &folder];
        let ran = shown(place.path(), &[&["run", &corpus], &CONFIGS[..], &args].concat()).code(0);
        for args in commands(&folder) {
            let ran = shown(place.path(), &args).code(0);
            let is_table = args[0] == "compare" && args.len() == 2;
            if is_table || args.contains(&"--terminal") {
                let wide: Vec<_> = ran.stdout.lines().filter(|line| width(line) > 80).collect();
                assert!(wide.is_empty(), "{args:?}: {wide:#?}");
            }
            if args[0] == "hardest" {
                assert_eq!(ran.stdout.lines().count(), 3, "{}", ran.stdout);
            }
        }
        assert_drawn(&place.path().join(&folder));
        let _ = shown(place.path(), &["check", &corpus]).code(1);
        let _ = shown(place.path(), &["check", &folder]).code(0);
        let _ = shown(place.path(), &["run", &corpus, "--out", &folder]).code(2);
        let _ = shown(place.path(), &["compare", &corpus]).code(1);
        let rejected = fs::read_to_string(place.path().join(&folder).join("rejected.csv"));
        assert_shown(&rejected.expect("rejected lines"), "rejected.csv");
        // A shell takes the commands that are suggested as they are meant.
        let next = ran.stdout.split_once("next: ").expect("a suggestion").1;
        let next = next.replace("dokubench", env!("CARGO_BIN_EXE_dokubench"));
        let shell = Command::new("bash").args(["-ec", &next]).current_dir(place.path()).output();
        let shell = shell.expect("bash starts");
        assert!(shell.status.success(), "{next}: {}", String::from_utf8_lossy(&shell.stderr));
        assert!(!place.path().join("x").exists(), "{next}");
    }
}

#[test]
fn noise_shows_the_name_of_its_corpus() {
    let place = place("esc\x1b[31m");
    let corpus = "esc\x1b[31m.txt";
    let _ = shown(place.path(), &["noise", corpus, "--threads", "1", "--budget", "400ms"]);
    let _ = shown(place.path(), &["noise", "none\x1b[31m.txt"]).code(1);
}

/// An earlier build or another program may have written names as they are.
#[test]
fn names_in_the_files_of_a_run_are_shown_and_do_nothing() {
    for name in &names()[..5] {
        let place = place("AAAA");
        let args = ["--passes", "1", "--threads", "1", "--out", "r"];
        let _ = dokubench(place.path(), &[&["run", "AAAA.txt"], &CONFIGS[..], &args].concat());
        let folder = place.path().join("r");
        rename_corpus(&folder, name);
        for args in commands("r") {
            let _ = shown(place.path(), &args).code(0);
        }
        assert_drawn(&folder);
    }
}

/// Gives the corpus of a run another name, without checksums and lengths.
fn rename_corpus(folder: &Path, name: &str) {
    let quoted = format!("\"{}\"", name.replace('"', "\"\""));
    for file in ["runs.csv", "blocks.csv", "puzzles.csv", "rejected.csv", "summary.csv"] {
        let path = folder.join(file);
        let text = fs::read_to_string(&path).expect("a file of the run");
        fs::write(&path, text.replace("AAAA.txt", &quoted)).expect("writable");
    }
    let edit = |file: &str, change: &dyn Fn(&mut serde_json::Value)| {
        let path = folder.join(file);
        let text = fs::read(&path).expect("a file of the run");
        let mut json: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        let _ = json.as_object_mut().expect("an object").remove("checksum");
        change(&mut json);
        fs::write(&path, json.to_string()).expect("writable");
    };
    edit("meta.json", &|meta| {
        meta["corpora"][0]["name"] = name.into();
        meta["corpora"][0]["problem"] = name.into();
        meta["warnings"] = vec![name].into();
    });
    edit("checkpoint.json", &|checkpoint| {
        let files = ["runs.csv", "blocks.csv", "puzzles.csv", "rejected.csv", "windows.csv"];
        let length = |file: &&str| fs::metadata(folder.join(file)).expect("a file").len();
        checkpoint["lengths"] = files.iter().map(length).collect::<Vec<_>>().into();
    });
}

#[test]
fn wide_names_are_aligned() {
    let place = place("a");
    let puzzle = fs::read(place.path().join("a.txt")).expect("the corpus");
    let names = ["a.txt", "\u{6570}\u{72ec}\u{6570}\u{72ec}.txt", "\u{1f600}.txt", "e\u{301}.txt"];
    for name in names {
        fs::write(place.path().join(name), &puzzle).expect("writable");
    }
    let table = dokubench(place.path(), &[&["check"], &names[..]].concat()).stdout;
    let widths: Vec<_> = table.lines().take(1 + names.len()).map(width).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{widths:?}: {table}");
}

/// A run in `r`, and files of other kinds in the places of what is written beside it.
fn run() -> (tempfile::TempDir, PathBuf) {
    let place = place("a");
    let args = ["--passes", "1", "--threads", "1", "--out", "r"];
    let _ = dokubench(place.path(), &[&["run", "a.txt"], &CONFIGS[..], &args].concat()).code(0);
    let folder = place.path().join("r");
    (place, folder)
}

#[test]
fn files_of_other_kinds_are_not_replaced() {
    let (place, _) = run();
    let here = place.path();
    fs::create_dir_all(here.join("r/charts")).expect("writable");
    fs::create_dir_all(here.join("man1")).expect("writable");
    for (file, args) in [
        ("notes.txt", &["report", "r", "--out", "notes.txt"][..]),
        ("r/report.html", &["report", "r"]),
        ("a.txt", &["report", "r", "--out", "a.txt"]),
        ("r/compare.csv", &["compare", "r"]),
        ("r/compare_earlier.csv", &["compare", "r", "r"]),
        ("r/charts/ecdf_nodes_a.txt.svg", &["chart", "r"]),
        ("r/charts/ecdf_nodes_a.txt.csv", &["chart", "r"]),
        ("man1/dokubench-run.1", &["man", "man1"]),
    ] {
        fs::write(here.join(file), "my own notes\n").expect("writable");
        let ran = dokubench(here, args).code(2);
        assert!(ran.error().contains("so it is not replaced"), "{file}: {}", ran.error());
        assert_eq!(fs::read_to_string(here.join(file)).expect(file), "my own notes\n");
        fs::remove_file(here.join(file)).expect("writable");
        let _ = dokubench(here, args).code(0);
        assert!(here.join(file).exists(), "{file}");
        let _ = dokubench(here, args).code(0);
    }
}

#[test]
fn comparisons_are_printed_although_they_cannot_be_written() {
    let (place, folder) = run();
    for file in ["compare.csv", "ranking.csv"] {
        fs::create_dir(folder.join(file)).expect("writable");
    }
    let ran = dokubench(place.path(), &["compare", "r"]).code(0);
    assert!(ran.stdout.starts_with("a.txt: 25 puzzles"), "{}", ran.stdout);
    let warnings: Vec<_> = ran.stderr.lines().filter(|line| line.contains("not written")).collect();
    assert_eq!(warnings.len(), 2, "{}", ran.stderr);
    assert!(warnings[0].starts_with("dokubench: warning: not written: r/compare.csv: "));
}

/// A clock that ticks in a millisecond says nothing of blocks that take less.
#[test]
fn a_coarse_clock_gives_no_times() {
    let (place, folder) = run();
    let path = folder.join("meta.json");
    let text = fs::read(&path).expect("meta.json");
    let mut meta: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let _ = meta.as_object_mut().expect("an object").remove("checksum");
    meta["coarse_tick_ns"] = 1_000_000_000_u64.into();
    meta["finished"] = serde_json::Value::Null;
    fs::write(&path, meta.to_string()).expect("writable");
    // No times of puzzles: the run of such a clock has none.
    let runs = folder.join("runs.csv");
    let mut rows = String::new();
    for (number, row) in fs::read_to_string(&runs).expect("rows").lines().enumerate() {
        let mut fields: Vec<_> = row.split(',').collect();
        if number > 0 {
            (fields[17], fields[18]) = ("", "");
        }
        rows += &(fields.join(",") + "\n");
    }
    let removed = fs::metadata(&runs).expect("rows").len() - rows.len() as u64;
    fs::write(&runs, rows).expect("writable");
    let path = folder.join("checkpoint.json");
    let text = fs::read(&path).expect("checkpoint.json");
    let mut checkpoint: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
    let _ = checkpoint.as_object_mut().expect("an object").remove("checksum");
    let length = checkpoint["lengths"][0].as_u64().expect("a length");
    checkpoint["lengths"][0] = (length - removed).into();
    fs::write(&path, checkpoint.to_string()).expect("writable");
    let summary = dokubench(place.path(), &["summary", "r"]).code(0).stdout;
    let rows: Vec<_> = summary.lines().filter(|line| line.starts_with("first_fail")).collect();
    assert_eq!(rows.len(), 2, "{summary}");
    assert!(rows.iter().all(|row| row.ends_with(" -")), "{summary}");
    let compared = dokubench(place.path(), &["compare", "r"]).code(0);
    assert!(compared.stdout.contains("time   not measured"), "{}", compared.stdout);
    assert!(!compared.stderr.contains("inf times"), "{}", compared.stderr);
    let all = dokubench(place.path(), &["compare", "r", "--all"]).code(0).stdout;
    assert!(all.contains(": nodes, ") && !all.contains("time_ns"), "{all}");
    let csv = dokubench(place.path(), &["summary", "r", "--output-format", "csv"]).code(0).stdout;
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let at = csv.headers().expect("a header").iter().position(|name| name == "puzzles_per_s");
    for row in csv.records() {
        assert_eq!(&row.expect("a row")[at.expect("a column")], "");
    }
}
