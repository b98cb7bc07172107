//! Puzzles per second of the crate `sudoku` and of configs and engines of dokubench, with
//! uniqueness proved: one thread, the same puzzles, in turn, medians of several rounds.

use dokubench::corpus::{Source, Window};
use dokubench::engine::{Engine, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use dokubench::registry::{self, ENGINES, Settings};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const CONFIGS: [&str; 4] = [
    "first_fail:lowest/indomain_min/locked",
    "first_fail:ddeg/indomain_min/locked",
    "first_fail:ddeg/indomain_min/triads",
    "first_fail:lowest/indomain_min/gac",
];

/// Solves all puzzles and says how many have exactly one solution.
type Contestant = (String, Box<dyn Fn(&[Puzzle]) -> usize>);

fn ours(engine: Arc<dyn Engine>) -> Option<Contestant> {
    let name = engine.identity().config.clone();
    drop(engine.worker(Goal::Unique, Isa::best()).ok()?);
    let solve = move |puzzles: &[Puzzle]| {
        let mut worker = engine.worker(Goal::Unique, Isa::best()).expect("it was made before");
        let mut outcomes = vec![Outcome::NONE; puzzles.len()];
        worker.solve(puzzles, &Limits::default(), &mut outcomes);
        outcomes.iter().filter(|outcome| outcome.status(Goal::Unique) == Status::Unique).count()
    };
    Some((name, Box::new(solve)))
}

fn crate_sudoku() -> Contestant {
    let solve = |puzzles: &[Puzzle]| {
        let is_unique = |puzzle: &&Puzzle| {
            let sudoku = sudoku::Sudoku::from_bytes(*puzzle.numbers()).expect("81 numbers 0..=9");
            sudoku.solutions_count_up_to(2) == 1
        };
        puzzles.iter().filter(is_unique).count()
    };
    ("sudoku 0.8 (crate)".to_owned(), Box::new(solve))
}

fn main() {
    let mut args = std::env::args().skip(1);
    let corpus = args.next().expect("usage: dokubench-peers CORPUS [ROUNDS]");
    let rounds: usize = args.next().map_or(5, |rounds| rounds.parse().expect("a number"));
    let mut window = Window::new();
    let mut reader = Source::of(Path::new(&corpus)).open().unwrap_or_else(|error| panic!("{error}"));
    let _ = reader.read_window(usize::MAX, &mut window).unwrap_or_else(|error| panic!("{error}"));
    let puzzles = window.puzzles();

    let settings = Settings::default();
    let mut contestants = vec![crate_sudoku()];
    let configs = CONFIGS.iter().map(|config| registry::search(&config.parse().expect("a config"), &settings));
    contestants.extend(configs.filter_map(ours));
    let engines = ENGINES.iter().flat_map(|entry| entry.engines(&settings));
    contestants.extend(engines.filter_map(ours));

    let mut times = vec![Vec::new(); contestants.len()];
    let mut unique = Vec::new();
    for round in 0..=rounds {
        for ((_, solve), times) in contestants.iter().zip(&mut times) {
            let start = Instant::now();
            unique.push(solve(puzzles));
            // The first round is the warm-up.
            if round > 0 {
                times.push(start.elapsed().as_secs_f64());
            }
        }
    }
    assert!(unique.iter().all(|&count| count == unique[0]), "contestants differ: {unique:?}");
    println!("{corpus}: {} puzzles, {} unique, {rounds} rounds", puzzles.len(), unique[0]);
    let median = |times: &[f64]| {
        let mut times = times.to_vec();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let peer = median(&times[0]);
    for ((name, _), times) in contestants.iter().zip(&times) {
        let time = median(times);
        println!("{name:<40} {:>10.0} puzzles/s {:>6.2} x", puzzles.len() as f64 / time, peer / time);
    }
}
