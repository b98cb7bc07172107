//! Workers that fail: at the start, on a puzzle, by leaving a puzzle out, by answering another
//! puzzle, by panicking; and what the commands do with a wrong answer.

use dokubench::bench::{BenchError, Contestant, Execution, Finished, Plan, run};
use dokubench::corpus::Source;
use dokubench::engine::{
    Ended, Engine, Identity, Job, Limits, Outcome, StartError, Timing, Worker,
};
use dokubench::goal::{Found, Goal};
use dokubench::grid::{Digit, Puzzle, Solution};
use dokubench::identity::EngineName;
use dokubench::judge::{Form, JudgeError, Problem, judge_with};
use dokubench::solve::{BatchSolver, Solver};
use std::fmt;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a worker does with a block: writes outcomes, and returns the reasons of its failures.
type Solve = fn(&[Puzzle], &mut [Outcome]) -> Vec<String>;

/// An engine whose workers do one thing.
struct Faulty {
    identity: Identity,
    timing: Timing,
    is_external: bool,
    /// How many workers may be started.
    starts: usize,
    solve: Solve,
    calls: Arc<Calls>,
}

/// How often the methods were called, over all workers.
#[derive(Default)]
struct Calls {
    starts: AtomicUsize,
    stops: AtomicUsize,
    puzzles: AtomicUsize,
}

impl fmt::Debug for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.identity.config)
    }
}

impl Faulty {
    fn new(timing: Timing, solve: Solve) -> Self {
        let identity = Identity::whole("faulty", "");
        let calls = Arc::default();
        Self { identity, timing, is_external: false, starts: usize::MAX, solve, calls }
    }

    fn contestant(self) -> Contestant {
        Contestant::new(Arc::new(self))
    }
}

impl Engine for Faulty {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        self.timing
    }

    fn start(&self, _: &Job) -> Result<Box<dyn Worker>, StartError> {
        if self.calls.starts.fetch_add(1, Ordering::SeqCst) >= self.starts {
            let engine = self.identity.config.clone();
            return Err(StartError::Failed { engine, reason: "no such file".to_owned() });
        }
        let calls = Arc::clone(&self.calls);
        Ok(Box::new(FaultyWorker { solve: self.solve, failures: Vec::new(), calls }))
    }

    fn is_external(&self) -> bool {
        self.is_external
    }
}

struct FaultyWorker {
    solve: Solve,
    failures: Vec<String>,
    calls: Arc<Calls>,
}

impl Worker for FaultyWorker {
    fn solve(&mut self, puzzles: &[Puzzle], _: &Limits<'_>, outcomes: &mut [Outcome]) {
        let _ = self.calls.puzzles.fetch_add(puzzles.len(), Ordering::SeqCst);
        self.failures.extend((self.solve)(puzzles, outcomes));
    }

    fn take_failures(&mut self) -> Vec<String> {
        std::mem::take(&mut self.failures)
    }

    fn stop(&mut self) {
        let _ = self.calls.stops.fetch_add(1, Ordering::SeqCst);
    }
}

/// The grid that solves every puzzle here.
fn grid() -> Solution {
    Solution::from_digits(|cell| {
        let shift = 3 * (cell.row() % 3) + cell.row() / 3;
        Digit::from_index((cell.column() + shift) % 9)
    })
}

/// The same grid with other digits: it solves none of the puzzles.
fn other_grid() -> Solution {
    Solution::from_digits(|cell| Digit::from_index((grid().digit(cell).index() + 1) % 9))
}

fn solved_by(solution: Solution) -> Outcome {
    let found = Found { solutions: 1, solution: Some(solution), score: None };
    Outcome { ended: Ended::Exhausted, found, ..Outcome::NOT_RUN }
}

fn right(puzzles: &[Puzzle], outcomes: &mut [Outcome]) -> Vec<String> {
    outcomes[..puzzles.len()].fill(solved_by(grid()));
    Vec::new()
}

fn lie(puzzles: &[Puzzle], outcomes: &mut [Outcome]) -> Vec<String> {
    outcomes[..puzzles.len()].fill(solved_by(other_grid()));
    Vec::new()
}

/// Right, but for the puzzles with three clues.
fn right_but_for_three(
    puzzles: &[Puzzle],
    outcomes: &mut [Outcome],
    mut three: impl FnMut(&mut Outcome),
) {
    for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
        if puzzle.clue_count() == 3 {
            three(outcome);
        } else {
            *outcome = solved_by(grid());
        }
    }
}

fn skip(puzzles: &[Puzzle], outcomes: &mut [Outcome]) -> Vec<String> {
    right_but_for_three(puzzles, outcomes, |_| ());
    Vec::new()
}

fn fail(puzzles: &[Puzzle], outcomes: &mut [Outcome]) -> Vec<String> {
    let mut reasons = Vec::new();
    right_but_for_three(puzzles, outcomes, |outcome| {
        *outcome = Outcome::FAILED;
        reasons.push("exit code 7".to_owned());
    });
    reasons
}

fn panic(puzzles: &[Puzzle], outcomes: &mut [Outcome]) -> Vec<String> {
    right_but_for_three(puzzles, outcomes, |_| panic!("three clues"));
    Vec::new()
}

/// A folder with a corpus of six puzzles with 1 to 6 clues.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("corpus.txt"), lines()).expect("a writable folder");
        Self(folder)
    }

    fn source(&self) -> Source {
        Source::of(&self.0.path().join("corpus.txt"))
    }

    fn out(&self) -> PathBuf {
        self.0.path().join("out")
    }

    fn try_run(&self, passes: u32, contestants: &[Contestant]) -> Result<Finished, BenchError> {
        let plan = Plan {
            corpora: vec!["corpus.txt".into()],
            engines: vec![EngineName::new("faulty")],
            passes,
            ..Plan::default()
        };
        let (out, sources) = (self.out(), [self.source()]);
        run(plan.with_threads(1), Execution::new(&out, &sources, contestants))
    }

    /// The statuses and errors of the last contestant, by puzzle.
    fn run(&self, passes: u32, contestants: &[Contestant]) -> Vec<[String; 2]> {
        let _ = self.try_run(passes, contestants).expect("it runs");
        let mut reader = csv::Reader::from_path(self.out().join("runs.csv")).expect("a file");
        let header = reader.headers().expect("a header").clone();
        let at = |name| header.iter().position(|column| column == name).expect("a column");
        let (status, error) = (at("status"), at("error"));
        let rows = reader.records().map(|row| {
            let row = row.expect("a row");
            [row[status].to_owned(), row[error].to_owned()]
        });
        let last = contestants.len() - 1;
        rows.skip(last).step_by(contestants.len()).collect()
    }
}

fn lines() -> String {
    let line = grid().to_string();
    (1..=6).map(|clues| format!("{}{}\n", &line[..clues], ".".repeat(81 - clues))).collect()
}

fn puzzles() -> Vec<Puzzle> {
    let line = |line: &str| Puzzle::try_from(line.as_bytes()).expect("81 symbols");
    lines().lines().map(line).collect()
}

const TIMINGS: [Timing; 2] = [Timing::PerPuzzle, Timing::PerBlock];

#[test]
fn a_worker_that_cannot_start_ends_the_run_before_it_begins() {
    let place = Place::new();
    let contestant = Faulty { starts: 0, ..Faulty::new(Timing::PerPuzzle, right) }.contestant();
    let error = place.try_run(0, &[contestant]).expect_err("it cannot start");
    assert_eq!(error.to_string(), "faulty cannot be started: no such file");
    assert!(!place.out().exists());
}

#[test]
fn failing_on_a_puzzle_is_an_error_row_with_the_reason() {
    for timing in TIMINGS {
        for passes in [0, 2] {
            let rows = Place::new().run(passes, &[Faulty::new(timing, fail).contestant()]);
            for (index, [status, error]) in rows.iter().enumerate() {
                let expected = if index == 2 { ["error", "exit code 7"] } else { ["unique", ""] };
                assert_eq!([&**status, &**error], expected, "{timing:?} {passes}");
            }
        }
    }
}

#[test]
fn a_puzzle_left_out_is_an_error_and_inherits_no_answer() {
    for timing in TIMINGS {
        let contestants =
            [right as Solve, skip].map(|solve| Faulty::new(timing, solve).contestant());
        let rows = Place::new().run(0, &contestants);
        for (index, [status, error]) in rows.iter().enumerate() {
            let missing = ["error", "the engine gave no answer"];
            let expected = if index == 2 { missing } else { ["unique", ""] };
            assert_eq!([&**status, &**error], expected, "{timing:?}");
        }
    }
}

#[test]
fn an_answer_in_the_wrong_place_is_wrong_and_the_place_without_one_an_error() {
    // The second puzzle's answer replaces the first's.
    let solve: Solve = |puzzles, outcomes| {
        let _ = right(puzzles, outcomes);
        let first = puzzles[0].clue_count() == 1 && puzzles.len() > 1;
        if first {
            outcomes[0] = solved_by(other_grid());
            outcomes[1].ended = Ended::NotRun;
        }
        Vec::new()
    };
    let rows = Place::new().run(0, &[Faulty::new(Timing::PerBlock, solve).contestant()]);
    assert_eq!(rows[0][0], "wrong");
    assert!(rows[0][1].ends_with("breaks the rules or the clues"), "{}", rows[0][1]);
    assert_eq!(rows[1], ["error", "the engine gave no answer"]);
    assert!(rows[2..].iter().all(|[status, _]| status == "unique"));
}

#[test]
fn answers_beyond_the_block_are_a_panic_of_the_engine() {
    let solve: Solve = |puzzles, outcomes| {
        let _ = right(puzzles, outcomes);
        outcomes[puzzles.len()] = solved_by(grid());
        Vec::new()
    };
    let contestants =
        [right as Solve, solve].map(|s| Faulty::new(Timing::PerBlock, s).contestant());
    let rows = Place::new().run(0, &contestants);
    assert!(rows.iter().all(|[status, _]| status == "error"), "{rows:?}");
}

#[test]
fn a_worker_that_cannot_be_restarted_fails_on_the_other_puzzles() {
    // The first restart is after the block, the second after the puzzle.
    let faulty = Faulty { starts: 2, ..Faulty::new(Timing::PerPuzzle, panic) };
    let rows = Place::new().run(0, &[faulty.contestant()]);
    assert!(rows[..2].iter().all(|[status, _]| status == "unique"), "{rows:?}");
    assert_eq!(rows[2], ["error", "the engine panicked: three clues"]);
    let after = ["error", "faulty cannot be started: no such file"];
    assert!(rows[3..].iter().all(|row| *row == after), "{rows:?}");
}

#[test]
fn every_worker_is_stopped_once() {
    for timing in TIMINGS {
        let faulty = Faulty::new(timing, right);
        let calls = Arc::clone(&faulty.calls);
        let _ = Place::new().run(2, &[faulty.contestant()]);
        let count = |calls: &AtomicUsize| calls.load(Ordering::SeqCst);
        assert!(count(&calls.starts) > 0);
        assert_eq!(count(&calls.starts), count(&calls.stops), "{timing:?}");
    }
}

#[test]
fn an_external_engine_has_one_worker_and_solves_each_puzzle_once_in_a_pass() {
    let faulty = Faulty { is_external: true, ..Faulty::new(Timing::PerPuzzle, right) };
    let calls = Arc::clone(&faulty.calls);
    let _ = Place::new().run(3, &[faulty.contestant()]);
    assert_eq!(calls.starts.load(Ordering::SeqCst), 1);
    assert_eq!(calls.puzzles.load(Ordering::SeqCst), 6 * (1 + 3));
}

#[test]
fn a_solver_reports_wrong_missing_and_failed_answers() {
    for (solve, reason) in [
        (lie as Solve, "breaks the rules or the clues"),
        (skip, "the engine gave no answer"),
        (fail, "exit code 7"),
    ] {
        let engine = Faulty::new(Timing::PerPuzzle, solve);
        let mut solver = Solver::start(&engine, Job::new(Goal::Unique)).expect("it starts");
        let error = solver.solve_all(&puzzles(), &Limits::default()).expect_err("it is wrong");
        assert!(error.to_string().starts_with("faulty gave a wrong answer to "), "{error}");
        assert!(error.reason.ends_with(reason), "{error}");
    }
}

#[test]
fn a_batch_reports_wrong_answers() {
    let engine: Arc<dyn Engine> = Arc::new(Faulty::new(Timing::PerPuzzle, lie));
    let choice = Box::new(move |_| Arc::clone(&engine));
    let solver = BatchSolver::new(choice, Job::new(Goal::Unique), None).expect("threads");
    let mut reader = Place::new().source().open().expect("a corpus");
    let mut faults = 0;
    solver
        .answer(
            &mut reader,
            |chunk| chunk.answers.iter().filter(|answer| answer.fault.is_some()).count(),
            |_, chunks| {
                faults += chunks.iter().sum::<usize>();
                Ok::<_, dokubench::solve::SolveError>(())
            },
        )
        .expect("a readable corpus");
    assert_eq!(faults, 6);
}

#[test]
fn the_judge_reports_wrong_answers() {
    let engine: Arc<dyn Engine> = Arc::new(Faulty::new(Timing::PerPuzzle, lie));
    let choice = move |_: Goal, _: usize| Arc::clone(&engine);
    let input = format!("{}end\n", lines());
    let mut output = Vec::new();
    let judged = judge_with(
        &choice,
        Problem::Acwing166,
        Form::default(),
        &mut input.as_bytes(),
        &mut output,
    );
    assert!(matches!(judged, Err(JudgeError::Wrong(_))), "{judged:?}");
    assert!(output.is_empty());
}
