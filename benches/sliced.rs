//! The engine `sliced` against `search`: the same trees, in alternating rounds on one thread. For each
//! level the ratio of the medians, with the smallest and largest ratio of a round.
//!
//! `cargo bench --bench sliced [-- CORPUS...]`; without a corpus the bundled `hard.txt`.

use dokubench::catalogue::{self, Config};
use dokubench::corpus::{Source, Window};
use dokubench::engine::{Engine, Job, Limits, Outcome};
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use std::path::Path;
use std::time::{Duration, Instant};

/// Each corpus is repeated or cut to this number of puzzles.
const PUZZLES: usize = 10_000;
const ROUNDS: usize = 5;
const LEVELS: [&str; 7] = ["naked", "singles", "locked", "triads", "pairs", "all_different", "gac"];

fn puzzles(source: &Source) -> Vec<Puzzle> {
    let mut window = Window::new();
    let mut reader = source.open().expect("it can be opened");
    let _ = reader.read_window(usize::MAX, &mut window).expect("it can be read");
    // Evenly, because a corpus may be sorted.
    let step = window.len().div_ceil(PUZZLES).max(1);
    let some = window.puzzles().iter().step_by(step);
    some.copied().filter(Puzzle::is_consistent).cycle().take(PUZZLES).collect()
}

/// The time of a block, and its outcomes.
fn time(engine: &dyn Engine, puzzles: &[Puzzle]) -> (Duration, Vec<Outcome>) {
    let mut worker = engine.start(&Job::new(Goal::Unique)).expect("a supported goal");
    let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
    let start = Instant::now();
    worker.solve(puzzles, &Limits::default(), &mut outcomes);
    (start.elapsed(), outcomes)
}

fn main() {
    let mut sources: Vec<_> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with("--"))
        .map(|path| Source::of(Path::new(&path)))
        .collect();
    if sources.is_empty() {
        sources = Source::bundled().into_iter().filter(|of| of.name() == "hard.txt").collect();
    }
    for source in sources {
        let puzzles = puzzles(&source);
        println!("{}: {} puzzles, {ROUNDS} rounds", source.name(), puzzles.len());
        println!("{:40}{:>12}{:>12}{:>8}  rounds", "", "search/s", "sliced/s", "ratio");
        for level in LEVELS {
            for order in ["first_fail:lowest", "first_fail:ddeg"] {
                let config: Config =
                    format!("{order}/indomain_min/{level}").parse().expect("a config");
                let (search, sliced) = (
                    catalogue::search(&config),
                    catalogue::sliced(&config).expect("a sliced form"),
                );
                let mut rounds = [(0.0, 0.0); ROUNDS];
                for round in &mut rounds {
                    let (slow, expected) = time(&*search, &puzzles);
                    let (fast, found) = time(&sliced, &puzzles);
                    assert!(expected == found, "{config} has another tree");
                    *round = (slow.as_secs_f64(), fast.as_secs_f64());
                }
                let median = |of: fn(&(f64, f64)) -> f64| {
                    let mut values = rounds.map(|round| of(&round));
                    values.sort_by(f64::total_cmp);
                    (values[0], values[ROUNDS / 2], values[ROUNDS - 1])
                };
                let (slow, fast) = (median(|of| of.0).1, median(|of| of.1).1);
                let (least, _, most) = median(|of| of.0 / of.1);
                println!(
                    "{:40}{:12.0}{:12.0}{:8.1}  {least:.1} to {most:.1}",
                    config.to_string(),
                    puzzles.len() as f64 / slow,
                    puzzles.len() as f64 / fast,
                    slow / fast
                );
            }
        }
    }
}
