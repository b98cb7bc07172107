//! `serve`: the line protocol, for every engine and several configs.

use crate::command::{dokubench, dokubench_with};
use crate::support::{bundled, count_to, mixed_puzzles, solve_job};
use dokubench::catalogue::{self, ENGINES};
use dokubench::counters::COUNTERS;
use dokubench::engine::{Ended, Engine, Job, Limits, Outcome};
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// `dokubench serve` with arguments and environment variables.
fn serve(args: &[&str], environment: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dokubench"));
    let _ = command.arg("serve").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    for (name, value) in environment {
        let _ = command.env(format!("DOKUBENCH_{name}"), value);
    }
    command
}

/// What it prints for an input that ends.
fn answers(args: &[&str], environment: &[(&str, &str)], input: String) -> Vec<String> {
    let mut child = serve(args, environment).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends").expect("all is read");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines().map(str::to_owned).collect()
}

/// The answer that the protocol gives for an outcome.
fn answer(outcome: &Outcome) -> String {
    if outcome.ended == Ended::AtNodeLimit {
        return "unknown node_limit".to_owned();
    }
    let found = &outcome.found;
    let solution = found.solution.map_or("-".to_owned(), |solution| solution.to_string());
    let counts = COUNTERS.iter().zip(outcome.counts.values());
    let counts =
        counts.filter_map(|(counter, value)| Some(format!(" {}={}", counter.name, value?)));
    format!("{} {solution}{}", found.solutions, counts.collect::<String>())
}

/// Every engine with the arguments that name it, and three configs.
fn solvers() -> Vec<(Vec<String>, std::sync::Arc<dyn Engine>)> {
    let configs = ["first_fail/indomain_min/none", "random/lcv/singles", "brelaz/indomain_min/gac"];
    let mut solvers = Vec::new();
    for config in configs {
        let engine = catalogue::search(&config.parse().expect("a config"));
        solvers.push((vec![format!("--config={config}")], engine));
    }
    for entry in ENGINES.iter() {
        let engines = entry.engines();
        let is_one = engines.len() == 1;
        for engine in engines {
            let mut args = vec![format!("--engine={}", entry.name)];
            if !is_one {
                args.push(format!("--config={}", engine.identity().config));
            }
            solvers.push((args, engine));
        }
    }
    solvers
}

#[test]
fn every_engine_answers_as_it_does_inside() {
    let puzzles: Vec<Puzzle> = mixed_puzzles(12);
    let input: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
    for (args, engine) in solvers() {
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        for (name, limit, goal) in [
            ("first", "1", Goal::First),
            ("unique", "2", Goal::Unique),
            ("count", "9", count_to(9)),
        ] {
            let job = Job { seed: 5, ..Job::new(goal) };
            let Ok(_) = engine.start(&job) else { continue };
            let expected = solve_job(&*engine, &job, &puzzles, &Limits::default());
            let environment = [("PROTOCOL", "1"), ("GOAL", name), ("LIMIT", limit), ("SEED", "5")];
            let answers = answers(&args, &environment, input.clone());
            let expected: Vec<_> = expected.iter().map(answer).collect();
            assert_eq!(answers, expected, "{args:?} {goal}");
        }
    }
}

#[test]
fn blocks_are_answered_at_their_empty_line() {
    for args in [["--engine", "lanes"], ["--config", "brelaz/indomain_min/singles"]] {
        let mut child = serve(&args, &[]).spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let lines = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
        let (send, received) = channel();
        let reader =
            std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|l| send.send(l)));
        let puzzles = bundled();
        for size in [1, 2, 100] {
            for puzzle in &puzzles[..size] {
                writeln!(stdin, "{puzzle}").expect("it reads");
            }
            writeln!(stdin, "# a comment\n").expect("it reads");
            for _ in 0..size {
                let answer = received.recv_timeout(Duration::from_secs(60)).expect("an answer");
                assert!(answer.starts_with("1 "), "{answer}");
            }
        }
        drop(stdin);
        assert!(child.wait().expect("it ends").success());
        reader.join().expect("the reader ends").expect("all is received");
    }
}

#[test]
fn limits_and_contradictions_are_answers() {
    let [hard, contradicting] = [".".repeat(81), format!("11{}", ".".repeat(79))];
    let input = format!("{contradicting}\r\n{hard}\n{contradicting}\n");
    let environment = [("GOAL", "count"), ("LIMIT", "1000000"), ("NODE_LIMIT", "500")];
    let args = ["--config", "first_fail/indomain_min/none"];
    assert_eq!(answers(&args, &environment, input), ["0", "unknown node_limit", "0"]);
}

#[test]
fn what_cannot_be_served_is_refused() {
    let here = Path::new(".");
    for (args, expected) in [
        (&["serve"][..], "required"),
        (
            &["serve", "--engine", "kernel"],
            "kernel has several forms; expected --config with one of",
        ),
        (
            &["serve", "--engine", "dlx", "--config", "brelaz/lcv/fc"],
            "dlx has no form first_fail:ddeg/lcv/fc; expected dlx",
        ),
        (&["serve", "--engine", "warp"], "unknown engine"),
    ] {
        let ran = dokubench(here, args).code(2);
        assert!(ran.error().contains(expected), "{}", ran.error());
    }
    let short = dokubench_with(here, &["serve", "--engine", "dlx"], b"# x\n12.\n").code(1);
    assert_eq!(short.error(), "standard input:2: expected 81 symbols, found 3");
}
