//! The harness with engines made for the purpose: what it does with those that panic, lie, forget
//! or are too quick for the clock, and what it keeps when a run is cut short.

use dokubench::bench::{
    BenchError, Contestant, Ending, Execution, Finished, Observer, Plan, ResumeOptions, Silent,
};
use dokubench::bench::{read_meta, resume, run};
use dokubench::corpus::Source;
use dokubench::engine::{
    Ended, Engine, Identity, Job, Limits, Outcome, StartError, Timing, Worker,
};
use dokubench::goal::Found;
use dokubench::grid::{Digit, Puzzle, Solution};
use dokubench::identity::EngineName;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

/// What a mock answers: it is given the puzzle and how often it was called before.
type Answer = Arc<dyn Fn(&Puzzle, usize) -> Outcome + Send + Sync>;

/// An engine with given answers.
struct Mock {
    identity: Identity,
    timing: Timing,
    answer: Answer,
    calls: Arc<AtomicUsize>,
    blocks: Arc<Mutex<Vec<usize>>>,
}

impl std::fmt::Debug for Mock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.identity.config)
    }
}

impl Engine for Mock {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        self.timing
    }

    fn start(&self, _: &Job) -> Result<Box<dyn Worker>, StartError> {
        Ok(Box::new(MockWorker {
            answer: Arc::clone(&self.answer),
            calls: Arc::clone(&self.calls),
            blocks: Arc::clone(&self.blocks),
        }))
    }
}

struct MockWorker {
    answer: Answer,
    calls: Arc<AtomicUsize>,
    blocks: Arc<Mutex<Vec<usize>>>,
}

impl Worker for MockWorker {
    fn solve(&mut self, puzzles: &[Puzzle], _: &Limits<'_>, outcomes: &mut [Outcome]) {
        self.blocks.lock().expect("no panic while locked").push(puzzles.len());
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            *outcome = (self.answer)(puzzle, self.calls.fetch_add(1, Ordering::SeqCst));
        }
    }
}

fn mock_with(
    name: &str,
    timing: Timing,
    answer: impl Fn(&Puzzle, usize) -> Outcome + Send + Sync + 'static,
) -> (Contestant, Arc<Mutex<Vec<usize>>>) {
    let blocks = Arc::new(Mutex::new(Vec::new()));
    let engine = Mock {
        identity: Identity::whole(name, ""),
        timing,
        answer: Arc::new(answer),
        calls: Arc::default(),
        blocks: Arc::clone(&blocks),
    };
    (Contestant::new(Arc::new(engine)), blocks)
}

fn mock(
    name: &str,
    answer: impl Fn(&Puzzle, usize) -> Outcome + Send + Sync + 'static,
) -> Contestant {
    mock_with(name, Timing::PerPuzzle, answer).0
}

/// The grid that solves every puzzle here.
fn grid() -> Solution {
    Solution::from_digits(|cell| {
        let shift = 3 * (cell.row() % 3) + cell.row() / 3;
        Digit::from_index((cell.column() + shift) % 9)
    })
}

fn outcome(solutions: u64, nodes: u64) -> Outcome {
    let solution = (solutions > 0).then(grid);
    let ended = if solutions < 2 { Ended::Exhausted } else { Ended::AtGoal };
    let mut outcome = Outcome { ended, ..Outcome::NOT_RUN };
    outcome.found = Found { solutions, solution, score: None };
    outcome.counts.nodes = Some(nodes);
    outcome
}

fn solved(puzzle: &Puzzle) -> Outcome {
    outcome(1, 1 + puzzle.clue_count() as u64)
}

/// A corpus of puzzles that differ in the number of clues: 1, 2, ... 80, and again.
struct Place {
    folder: tempfile::TempDir,
    source: Source,
}

impl Place {
    fn new(puzzles: usize) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let line = grid().to_string();
        let text: String = (0..puzzles)
            .map(|at| format!("{}{}\n", &line[..1 + at % 80], ".".repeat(80 - at % 80)))
            .collect();
        let path = folder.path().join("corpus.txt");
        fs::write(&path, text).expect("a writable folder");
        Self { folder, source: Source::of(&path) }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn start(
        &self,
        name: &str,
        plan: &Plan,
        contestants: &[Contestant],
        observer: &dyn Observer,
        stop: &AtomicBool,
    ) -> Result<Finished, BenchError> {
        let sources = [self.source.clone()];
        let out = self.out(name);
        let execution = Execution::new(&out, &sources, contestants);
        run(plan.clone(), Execution { observer, stop, ..execution })
    }

    fn run(&self, name: &str, plan: &Plan, contestants: &[Contestant]) -> Finished {
        let stop = AtomicBool::new(false);
        self.start(name, plan, contestants, &Silent, &stop).expect("it runs")
    }

    /// Columns of `runs.csv`, by row.
    fn columns(&self, name: &str, columns: &[&str]) -> Vec<Vec<String>> {
        columns_of(&self.out(name).join("runs.csv"), columns)
    }
}

fn columns_of(file: &Path, columns: &[&str]) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(file).expect("a readable file");
    let header = reader.headers().expect("a header").clone();
    let at = |name: &&str| header.iter().position(|column| column == *name).expect("a column");
    let at: Vec<_> = columns.iter().map(at).collect();
    let row = |row: Result<csv::StringRecord, _>| {
        let row = row.expect("a row");
        at.iter().map(|&at| row[at].to_owned()).collect()
    };
    reader.records().map(row).collect()
}

fn plan(passes: u32, threads: usize) -> Plan {
    let plan = Plan {
        corpora: vec!["corpus.txt".into()],
        engines: vec![EngineName::new("mock")],
        passes,
        node_limit: NonZero::new(1000),
        seed: 1,
        ..Plan::default()
    };
    plan.with_threads(threads)
}

#[test]
fn a_panic_fails_one_puzzle_and_no_other() {
    let place = Place::new(100);
    let answer = |puzzle: &Puzzle, _| {
        assert!(puzzle.clue_count() != 7, "seven clues");
        solved(puzzle)
    };
    for (name, timing) in [("each", Timing::PerPuzzle), ("block", Timing::PerBlock)] {
        let (bad, _) = mock_with("bad", timing, answer);
        let good = mock("good", |puzzle, _| solved(puzzle));
        let finished = place.run(name, &plan(2, 2), &[bad, good]);
        assert_eq!(finished.ending, Ending::Complete);
        for (index, row) in place.columns(name, &["config", "status", "error"]).iter().enumerate() {
            let is_bad = index % 2 == 0 && (index / 2) % 80 == 6;
            assert_eq!(row[1], if is_bad { "error" } else { "unique" }, "{name} {row:?}");
            assert_eq!(row[2].contains("panicked: seven clues"), is_bad, "{name} {row:?}");
        }
    }
}

#[test]
fn a_pass_that_differs_is_an_error() {
    let place = Place::new(10);
    // The first ten calls are those of pass 0.
    let forgetful = mock("forgetful", |puzzle, call| {
        outcome(1, 5 + u64::from(call >= 10 && puzzle.clue_count() == 3))
    });
    let _ = place.run("a", &plan(1, 1), &[forgetful]);
    let rows = place.columns("a", &["status", "error", "nodes", "solutions", "time_ns_median"]);
    for (index, row) in rows.iter().enumerate() {
        if index == 2 {
            assert_eq!(row[..], ["error", "pass 1: nodes 6, was 5", "5", "", ""]);
        } else {
            assert_eq!(row[..4], ["unique", "", "5", "1"]);
        }
    }
}

#[test]
fn answers_are_verified_and_set_against_each_other() {
    let place = Place::new(4);
    let wrong = Solution::from_digits(|_| Digit::from_index(0));
    let contestants = [
        mock("one", |puzzle, _| solved(puzzle)),
        mock("broken", move |puzzle, _| {
            let mut outcome = solved(puzzle);
            outcome.found.solution = Some(if puzzle.clue_count() == 1 { wrong } else { grid() });
            outcome
        }),
        mock("none", |puzzle, _| outcome(u64::from(puzzle.clue_count() != 2), 1)),
        mock("two", |puzzle, _| outcome(1 + u64::from(puzzle.clue_count() == 3), 1)),
    ];
    let _ = place.run("a", &plan(0, 1), &contestants);
    let rows = place.columns("a", &["config", "status", "error"]);
    let row = |puzzle: usize, contestant: usize| rows[4 * puzzle + contestant].clone();
    assert_eq!(row(0, 1)[1], "wrong");
    assert!(row(0, 1)[2].ends_with("breaks the rules or the clues"), "{:?}", row(0, 1));
    assert_eq!(row(1, 2)[1..], ["wrong", "no solution, but two has one"]);
    assert_eq!(row(2, 3)[1..], ["error", "2 solutions, but one has 1"]);
    assert_eq!(row(2, 0)[1..], ["error", "1 solutions, but two has 2"]);
    let fine = |puzzle: usize, contestant: usize| row(puzzle, contestant)[1] == "unique";
    assert!((0..4).all(|contestant| fine(3, contestant)));
    assert!(fine(0, 0) && fine(1, 0) && fine(1, 3));
}

#[test]
fn an_engine_too_quick_for_the_clock_has_only_blocks() {
    let place = Place::new(100);
    let slow = mock("slow", |puzzle, _| {
        std::thread::sleep(std::time::Duration::from_micros(20));
        solved(puzzle)
    });
    let quick = mock("quick", |puzzle, _| solved(puzzle));
    let _ = place.run("a", &plan(2, 1), &[slow, quick]);
    for row in place.columns("a", &["config", "time_ns_min", "time_ns_median", "passes"]) {
        assert_eq!(row[1].is_empty(), row[0] == "quick", "{row:?}");
        assert_eq!(row[2].is_empty(), row[0] == "quick", "{row:?}");
        assert_eq!(row[3], "2");
    }
    let blocks = columns_of(&place.out("a").join("blocks.csv"), &["config", "puzzles"]);
    for config in ["slow", "quick"] {
        let of = blocks.iter().filter(|row| row[0] == config);
        let puzzles: u32 = of.map(|row| row[1].parse::<u32>().expect("a number")).sum();
        assert_eq!(puzzles, 2 * 100, "{config}");
    }
}

#[test]
fn an_engine_that_solves_in_blocks_gets_a_threads_whole_share() {
    let place = Place::new(100);
    let (batch, blocks) = mock_with("batch", Timing::PerBlock, |puzzle, _| solved(puzzle));
    let single = mock("single", |puzzle, _| solved(puzzle));
    let _ = place.run("a", &plan(1, 2), &[batch, single]);
    assert_eq!(*blocks.lock().expect("unlocked"), [50; 4]);
}

#[test]
fn a_pilot_sizes_the_first_window_of_what_is_timed() {
    let place = Place::new(3000);
    for (name, passes, first) in [("timed", 1, 2048), ("counted", 0, 256)] {
        let stop = AtomicBool::new(false);
        let contestants = [mock("a", |puzzle, _| solved(puzzle))];
        let _ = place
            .start(name, &plan(passes, 2), &contestants, &StopAt(&stop), &stop)
            .expect("it runs");
        assert_eq!(place.columns(name, &["puzzle_index"]).len(), first, "{name}");
    }
}

/// Sets a flag at the first window.
struct StopAt<'a>(&'a AtomicBool);

impl Observer for StopAt<'_> {
    fn progress(&self, _: usize, _: u64, _: u64) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[test]
fn an_interrupted_run_goes_on_where_it_was() {
    let place = Place::new(3000);
    let contestants =
        || [mock("a", |puzzle, _| solved(puzzle)), mock("b", |puzzle, _| solved(puzzle))];
    let _ = place.run("whole", &plan(0, 2), &contestants());
    let stop = AtomicBool::new(false);
    let finished =
        place.start("cut", &plan(0, 2), &contestants(), &StopAt(&stop), &stop).expect("it runs");
    assert_eq!(finished.ending, Ending::Interrupted);
    let out = place.out("cut");
    let rows = || place.columns("cut", &["puzzle_index"]).len();
    assert_eq!(rows(), 2 * 256, "the first window");
    for windows in 2.. {
        let stop = AtomicBool::new(false);
        let meta = read_meta(&out).expect("meta.json");
        let sources = [place.source.clone()];
        let observer = StopAt(&stop);
        let contestants = contestants();
        let execution = Execution::new(&out, &sources, &contestants);
        let execution = Execution { observer: &observer, stop: &stop, ..execution };
        let finished = resume(meta, execution, ResumeOptions::default());
        assert!(windows < 20, "a resumed run goes on");
        if finished.expect("it goes on").ending == Ending::Complete {
            break;
        }
    }
    for file in ["runs.csv", "puzzles.csv", "rejected.csv", "summary.csv"] {
        let read = |name: &str| fs::read_to_string(place.out(name).join(file)).expect(file);
        assert!(read("cut") == read("whole"), "{file} differs");
    }
}

/// Removes a folder at the first window.
struct Remove(PathBuf);

impl Observer for Remove {
    fn progress(&self, _: usize, _: u64, _: u64) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_that_is_removed_ends_the_run() {
    let place = Place::new(3000);
    let (stop, out) = (AtomicBool::new(false), place.out("a"));
    let contestants = [mock("a", |puzzle, _| solved(puzzle))];
    let error = place
        .start("a", &plan(0, 1), &contestants, &Remove(out.clone()), &stop)
        .expect_err("nowhere to write");
    assert!(matches!(&error, BenchError::File { path, .. } if path.starts_with(&out)), "{error}");
}

#[test]
fn two_runs_do_not_share_a_folder() {
    let place = Place::new(3000);
    let contestants = || [mock("a", |puzzle, _| solved(puzzle))];
    let (out, source) = (place.out("a"), place.source.clone());
    /// Tries to resume the run while it is at work.
    struct Caller(Mutex<Option<Result<Finished, BenchError>>>, PathBuf, Source);
    impl Observer for Caller {
        fn progress(&self, _: usize, puzzles: u64, _: u64) {
            if puzzles < 3000 {
                return;
            }
            // The folder appears with the rows of the first window.
            while !self.1.join("meta.json").exists() {
                std::thread::yield_now();
            }
            let contestants = [mock("a", |puzzle, _| solved(puzzle))];
            let meta = read_meta(&self.1).expect("meta.json");
            let sources = [self.2.clone()];
            let execution = Execution::new(&self.1, &sources, &contestants);
            let second = resume(meta, execution, ResumeOptions::default());
            *self.0.lock().expect("unlocked") = Some(second);
        }
    }
    let caller = Caller(Mutex::new(None), out, source);
    let stop = AtomicBool::new(false);
    let first = place.start("a", &plan(0, 1), &contestants(), &caller, &stop);
    assert!(first.is_ok_and(|finished| finished.ending == Ending::Complete));
    let second = caller.0.into_inner().expect("unlocked").expect("it was tried");
    let error = second.expect_err("the folder is taken").to_string();
    assert!(error.contains("another process is at work"), "{error}");
}
