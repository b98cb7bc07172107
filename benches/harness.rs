//! The cost of the harness itself: an engine returns the solution immediately, every answer is
//! verified, and all files are written. Items are puzzles x contestants x passes, including the untimed pass.

use divan::Bencher;
use divan::counter::ItemsCount;
use dokubench::bench::{Contestant, Execution, Plan, run};
use dokubench::corpus::Source;
use dokubench::engine::{
    Ended, Engine, Identity, Job, Limits, Outcome, StartError, Timing, Worker,
};
use dokubench::goal::Found;
use dokubench::grid::{Digit, Puzzle, Solution};
use dokubench::identity::EngineName;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

const PUZZLES: usize = 500_000;

fn main() {
    divan::main();
}

/// Answers without reading the puzzle.
#[derive(Clone, Debug)]
struct Known {
    identity: Identity,
    timing: Timing,
    outcome: Outcome,
}

impl Engine for Known {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn timing(&self) -> Timing {
        self.timing
    }

    fn start(&self, _: &Job) -> Result<Box<dyn Worker>, StartError> {
        Ok(Box::new(self.clone()))
    }
}

impl Worker for Known {
    fn solve(&mut self, puzzles: &[Puzzle], _: &Limits<'_>, outcomes: &mut [Outcome]) {
        outcomes[..puzzles.len()].fill(self.outcome);
    }
}

fn grid() -> Solution {
    Solution::from_digits(|cell| {
        let shift = 3 * (cell.row() % 3) + cell.row() / 3;
        Digit::from_index((cell.column() + shift) % 9)
    })
}

fn contestant(name: &str, timing: Timing) -> Contestant {
    let mut outcome = Outcome { ended: Ended::Exhausted, ..Outcome::NOT_RUN };
    outcome.found = Found { solutions: 1, solution: Some(grid()), score: None };
    outcome.counts.nodes = Some(12_345);
    outcome.counts.guesses = Some(123);
    outcome.counts.fails = Some(123);
    outcome.counts.search_free = Some(false);
    let identity = Identity { engine: EngineName::new("known"), ..Identity::whole(name, "") };
    Contestant::new(Arc::new(Known { identity, timing, outcome }))
}

/// A corpus of puzzles that share one solution, so that the engine needs no lookup.
fn corpus(folder: &tempfile::TempDir) -> PathBuf {
    let mut text = String::with_capacity(82 * PUZZLES);
    for seed in 0..PUZZLES {
        let mut bits = (seed as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        for digit in grid().to_line() {
            bits = bits.rotate_left(2);
            text.push(if bits & 3 == 0 { digit as char } else { '.' });
        }
        writeln!(text).expect("writing to a string succeeds");
    }
    let path = folder.path().join("corpus.txt");
    std::fs::write(&path, text).expect("a writable folder");
    path
}

fn plan(passes: u32, threads: usize) -> Plan {
    let plan = Plan {
        corpora: vec!["corpus.txt".into()],
        engines: vec![EngineName::new("known")],
        passes,
        node_limit: None,
        ..Plan::default()
    };
    plan.with_threads(threads)
}

fn measure(bencher: Bencher<'_, '_>, contestants: &[Contestant], passes: u32, threads: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [Source::of(&corpus(&folder))];
    let items = PUZZLES * contestants.len() * (1 + passes as usize);
    let out = folder.path().join("run");
    bencher.counter(ItemsCount::new(items)).bench_local(|| {
        let execution = Execution::new(&out, &sources, contestants);
        let finished = run(plan(passes, threads), execution);
        drop(finished.expect("it runs"));
        std::fs::remove_dir_all(&out).expect("it can be removed");
    });
}

#[divan::bench(args = [1, 3], sample_count = 5, sample_size = 1)]
fn puzzle_by_puzzle(bencher: Bencher<'_, '_>, configs: usize) {
    let names = ["a", "b", "c"].into_iter().take(configs);
    let contestants: Vec<_> = names.map(|name| contestant(name, Timing::PerPuzzle)).collect();
    measure(bencher, &contestants, 0, 1);
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn five_timed_passes(bencher: Bencher<'_, '_>) {
    measure(bencher, &[contestant("a", Timing::PerPuzzle)], 5, 1);
}

#[divan::bench(args = [1, 2], sample_count = 5, sample_size = 1)]
fn in_blocks(bencher: Bencher<'_, '_>, threads: usize) {
    measure(bencher, &[contestant("a", Timing::PerBlock)], 0, threads);
}
