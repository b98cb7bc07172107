//! What subcommands print: answers, tables, names, completions; and how they end.

use crate::command::{dokubench, dokubench_with};
use std::path::Path;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn here() -> &'static Path {
    Path::new(".")
}

/// A puzzle with one solution, one with two equal clues, one with many solutions, and one that
/// breaks no rule but has no solution.
fn mixed() -> String {
    let invalid = format!("11{}", ".".repeat(79));
    let many = ".".repeat(81);
    // Row 1 lacks only the 9, which column 9 has already.
    let unsolvable = format!("12345678.{}9{}", ".".repeat(8), ".".repeat(63));
    format!("{PUZZLE} label\r\n{invalid}\n# comment\n{many}\n{unsolvable}")
}

#[test]
fn answers_come_one_per_puzzle_in_input_order() {
    let ran = dokubench_with(here(), &["solve"], mixed().as_bytes()).code(0);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, SOLUTION));
    assert_eq!((lines[1], lines[3]), ("invalid", "unsolvable"));
    assert!(lines[2].len() == 90 && lines[2].ends_with(" multiple"), "{}", lines[2]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn answers_do_not_depend_on_threads_and_many_puzzles_stay_in_order() {
    let input: String = (0..3000)
        .map(|index| {
            let mut puzzle = PUZZLE.to_owned();
            let blank = index % 2;
            puzzle.replace_range(blank..=blank, ".");
            puzzle + "\n"
        })
        .collect();
    let one = dokubench_with(here(), &["solve", "--threads", "1"], input.as_bytes()).code(0);
    let three = dokubench_with(here(), &["solve", "-", "--threads=3"], input.as_bytes()).code(0);
    assert_eq!(one.stdout.lines().count(), 3000);
    assert_eq!(one.stdout, three.stdout);
    let args = ["solve", "--config", "first_fail/indomain_min/singles"];
    let searched = dokubench_with(here(), &args, input.as_bytes()).code(0);
    assert_eq!(one.stdout, searched.stdout);
}

#[test]
fn goals_say_what_they_were_asked_for() {
    let solve = |goal: &str, puzzle: &str| {
        let args = ["solve", "--goal", goal];
        dokubench_with(here(), &args, puzzle.as_bytes()).code(0).stdout.trim_end().to_owned()
    };
    let many = ".".repeat(81);
    assert_eq!(solve("first", PUZZLE), SOLUTION);
    assert_eq!(solve("count:5", PUZZLE), format!("{SOLUTION} 1"));
    assert!(solve("count:5", &many).ends_with(" 5 or more"));
    assert_eq!(solve("first", &many).len(), 81);
    assert!(solve("max_score", PUZZLE).starts_with(&format!("{SOLUTION} ")));
}

#[test]
fn a_limit_leaves_a_puzzle_undecided() {
    let args = ["solve", "--config", "input_order/indomain_min/none", "--node-limit", "10"];
    let ran = dokubench_with(here(), &args, PUZZLE.as_bytes()).code(0);
    assert_eq!(ran.stdout, "node_limit\n");
}

#[test]
fn answers_are_written_as_grids_and_as_csv() {
    let grid =
        dokubench_with(here(), &["solve", "--output-format", "grid"], mixed().as_bytes()).code(0);
    assert!(grid.stdout.starts_with("puzzle 0: unique\n5 3 4 | 6 7 8 | 9 1 2\n"));
    assert!(grid.stdout.contains("\n\npuzzle 1: invalid\n\npuzzle 2: multiple\n"));
    let csv =
        dokubench_with(here(), &["solve", "--output-format", "csv"], mixed().as_bytes()).code(0);
    let lines: Vec<_> = csv.stdout.lines().collect();
    assert_eq!(lines[0], "puzzle_index,line,puzzle,status,solutions,score,solution");
    assert_eq!(lines[1], format!("0,1,{PUZZLE},unique,1,,{SOLUTION}"));
    assert!(lines[2].starts_with("1,2,11") && lines[2].ends_with(",invalid,,,"));
    assert!(lines[4].starts_with("3,5,1234") && lines[4].ends_with(",unsolvable,0,,"));
}

#[test]
fn rejected_lines_are_warned_of_and_count_under_strict() {
    let input = format!("nonsense\n{PUZZLE}\n");
    let ran = dokubench_with(here(), &["solve"], input.as_bytes()).code(0);
    assert_eq!(ran.stdout, format!("{SOLUTION}\n"));
    assert!(ran.stderr.starts_with("dokubench: warning: stdin: line 1: expected 81 symbols"));
    let _ = dokubench_with(here(), &["solve", "--strict"], input.as_bytes()).code(1);
}

#[test]
fn check_describes_a_corpus() {
    let ran = dokubench_with(here(), &["check", "-"], mixed().as_bytes()).code(0);
    let row: Vec<_> = ran.stdout.lines().nth(1).expect("a row").split_whitespace().collect();
    assert_eq!(row, ["-", "4", "0", "0", "10.25", "30", "1", "1", "1", "1", "0", "0"]);
    let input = format!("{}\nnonsense\n", mixed());
    let args = ["check", "-", "--output-format", "csv"];
    let ran = dokubench_with(here(), &args, input.as_bytes()).code(1);
    assert_eq!(ran.stdout.lines().nth(1), Some("-,4,1,0,10.25,30,1,1,1,1,0,0,,not 81 symbols: 1"));
}

#[test]
fn generate_makes_the_bundled_corpora() {
    for (kind, seed) in [("easy", "1"), ("minimal", "2")] {
        let args = ["generate", kind, "--count", "400", "--seed", seed, "--threads", "3"];
        let ran = dokubench(here(), &args).code(0);
        let file = format!("{}/data/{kind}.txt", env!("CARGO_MANIFEST_DIR"));
        assert!(ran.stdout == std::fs::read_to_string(file).expect("a bundled corpus"), "{kind}");
    }
    let unknown = dokubench(here(), &["generate", "hard"]).code(2);
    assert!(unknown.error().contains("minimal, several"), "{}", unknown.error());
}

#[test]
fn list_can_be_pasted() {
    let all = dokubench(here(), &["list"]).code(0).stdout;
    for name in ["first_fail", "ddeg", "indomain_min", "singles", "max_score", "poj3074"] {
        assert!(all.lines().any(|line| line.trim_start().starts_with(name)), "{name}");
    }
    let orderings = dokubench(here(), &["list", "orderings", "--names"]).code(0).stdout;
    for ordering in orderings.lines() {
        let config = format!("{ordering}/indomain_min/singles");
        let args = ["solve", "--config", &config];
        let ran = dokubench_with(here(), &args, PUZZLE.as_bytes()).code(0);
        assert_eq!(ran.stdout, format!("{SOLUTION}\n"), "{config}");
    }
}

#[test]
fn completions_know_the_names() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = dokubench(here(), &["completions", shell]).code(0).stdout;
        for word in ["solve", "check", "generate"] {
            assert!(script.contains(word), "{word} is missing for {shell}");
        }
    }
    let bash = dokubench(here(), &["completions", "bash"]).code(0).stdout;
    assert!(bash.contains("first_fail/indomain_min/singles"), "configs are completed");
}

#[test]
fn help_defines_the_counters() {
    for args in [&["--help"][..], &["run", "--help"]] {
        let help = dokubench(here(), args).code(0).stdout;
        for counter in ["nodes:", "guesses:", "max_depth:", "search_free:"] {
            assert!(help.contains(counter), "{counter} is missing");
        }
        assert!(!help.contains('\x1b'), "no colours in redirected output");
    }
    assert!(dokubench(here(), &["--version"]).code(0).stdout.starts_with("dokubench 0."));
    assert!(dokubench(here(), &[]).code(2).stderr.contains("Usage"));
}

/// The help of `run` shows the axes of a config once, not every config.
#[test]
fn help_of_run_shows_the_grammar_and_each_name_once() {
    for help in ["-h", "--help"] {
        let text = dokubench(here(), &["run", help]).code(0).stdout;
        assert!(text.contains("ORDER[:TIE]/VALUE/PRUNING"), "{help}: the grammar is missing");
        for name in ["dom_wdeg", "min_ddeg", "digit_scarce", "all_different", "poj3074", "brelaz"] {
            assert_eq!(text.matches(name).count(), 1, "{help}: {name}");
        }
        assert!(text.contains("dokubench list"), "{help}: where the names are explained");
    }
    let short = dokubench(here(), &["run", "-h"]).code(0).stdout;
    assert!(short.lines().count() < 100, "{} lines", short.lines().count());
}

#[test]
fn man_pages_cover_every_subcommand() {
    let folder = tempfile::tempdir().expect("a folder");
    let _ = dokubench(folder.path(), &["man", "pages/man1"]).code(0);
    for page in ["dokubench.1", "dokubench-run.1", "dokubench-compare.1", "dokubench-man.1"] {
        let page = folder.path().join("pages/man1").join(page);
        let text = std::fs::read_to_string(&page).expect("the page is there");
        let title = text.lines().find(|line| line.starts_with(".TH ")).expect("a title");
        let name = page.file_stem().expect("a name").to_string_lossy().to_uppercase();
        let version = concat!("\"dokubench ", env!("CARGO_PKG_VERSION"), "\"");
        assert!(title.starts_with(&format!(".TH {name} 1 ")), "{title}");
        assert!(title.contains(version) && title.ends_with("\"dokubench manual\""), "{title}");
    }
    let error = dokubench(here(), &["man", "Cargo.toml"]).code(1);
    assert!(error.error().starts_with("Cargo.toml: "));
}

#[test]
fn what_would_mislead_is_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str]| {
        let fixed = ["run", "bundled:minimal.txt", "--take=3", "--passes=0", "--out=out"];
        let ran = dokubench(folder.path(), &[&fixed, args].concat()).code(0);
        ran.stderr
    };
    let said = run(&["--value=indomain_min,lcv,mcv", "--threads=1"]);
    assert_eq!(said.matches("have equal counts").count(), 1, "{said}");
    std::fs::remove_dir_all(folder.path().join("out")).expect("the run is there");
    let said = run(&["--config=first_fail/indomain_min/singles", "--threads=1000"]);
    assert!(said.contains("1000 threads share"), "{said}");
    let said = dokubench(folder.path(), &["compare", "out", "--all"]).code(0).stderr;
    assert!(said.contains("out: one config, nothing to compare"), "{said}");
    let answer = dokubench(folder.path(), &["compare", "out"]).code(0).stdout;
    assert!(answer.contains("one config: nothing to compare") && !answer.contains("  sure"));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::process::{Command, Stdio};

    fn shell(script: &str) -> std::process::Output {
        let script = script.replace("dokubench", env!("CARGO_BIN_EXE_dokubench"));
        Command::new("bash")
            .args(["-c", &script])
            .stdin(Stdio::null())
            .output()
            .expect("bash starts")
    }

    #[test]
    fn a_closed_pipe_ends_quietly() {
        for command in ["dokubench list", "yes '{}' | head -300000 | dokubench solve"] {
            let command = command.replace("{}", PUZZLE);
            let output = shell(&format!("{command} | head -1; echo ${{PIPESTATUS[-2]}}"));
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(text.ends_with("\n0\n"), "{text}");
            assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_device_is_told() {
        for command in ["dokubench list", "dokubench --help", "dokubench completions bash"] {
            let output = shell(&format!("{command} > /dev/full"));
            assert_eq!(output.status.code(), Some(1), "{command}");
            let error = String::from_utf8(output.stderr).expect("UTF-8");
            assert!(error.starts_with("dokubench: error: standard output: "), "{error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
