//! Plain implementations of the four original searches, compared with the generic loop on the same puzzles
//! and nodes (checked). Read the ratio of the two, not the times.

mod plain;

use divan::Bencher;
use divan::counter::ItemsCount;
use dokubench::catalogue;
use dokubench::corpus::{Source, Window};
use dokubench::engine::{Job, Limits, Outcome};
use dokubench::goal::{Goal, WEIGHTS};
use dokubench::grid::Puzzle;
use plain::Plain;
use std::num::NonZero;

const LIMIT: u64 = 100_000;
const PUZZLES: usize = 50;

fn main() {
    divan::main();
}

fn puzzles() -> Vec<Puzzle> {
    let minimal = Source::bundled().into_iter().find(|source| source.name() == "minimal.txt");
    let mut window = Window::new();
    let mut reader = minimal.expect("a bundled corpus").open().expect("it can be opened");
    let _ = reader.read_window(PUZZLES, &mut window).expect("it can be read");
    window.puzzles().to_vec()
}

/// The nodes of a config on the puzzles.
fn nodes_of(config: &str, goal: Goal, puzzles: &[Puzzle]) -> u64 {
    let config = config.parse().expect("a config");
    let engine = catalogue::search(&config);
    let mut worker = engine.start(&Job::new(goal)).expect("a supported goal");
    let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
    let limits = Limits { nodes: NonZero::new(LIMIT), interrupt: None };
    worker.solve(puzzles, &limits, &mut outcomes);
    outcomes.iter().filter_map(|outcome| outcome.counts.nodes).sum()
}

fn blanks(puzzle: &Puzzle) -> Vec<usize> {
    puzzle.blanks().into_iter().map(|cell| cell.index()).collect()
}

fn first_fail(puzzles: &[Puzzle]) -> u64 {
    let nodes = |puzzle: &Puzzle| {
        let mut plain = Plain::new(puzzle, LIMIT);
        let _ = plain.fewest_digits(81 - puzzle.clue_count());
        plain.nodes
    };
    puzzles.iter().map(nodes).sum()
}

fn input_order(puzzles: &[Puzzle]) -> u64 {
    let nodes = |puzzle: &Puzzle| {
        let mut plain = Plain::new(puzzle, LIMIT);
        let _ = plain.in_order(&blanks(puzzle));
        plain.nodes
    };
    puzzles.iter().map(nodes).sum()
}

fn target(puzzles: &[Puzzle]) -> u64 {
    let nodes = |puzzle: &Puzzle| {
        let mut order = blanks(puzzle);
        let row_blanks = |cell: usize| order_key(puzzle, cell);
        order.sort_by_key(|&cell| row_blanks(cell));
        let weighted: Vec<_> = order.into_iter().map(|cell| (cell, WEIGHTS[cell])).collect();
        let mut plain = Plain::new(puzzle, LIMIT);
        plain.best_sum(&weighted, 0, &mut 0);
        plain.nodes
    };
    puzzles.iter().map(nodes).sum()
}

fn order_key(puzzle: &Puzzle, cell: usize) -> (usize, usize) {
    let row = cell / 9;
    let blanks = puzzle.numbers()[9 * row..9 * row + 9].iter().filter(|&&number| number == 0);
    (blanks.count(), row)
}

/// A plain search and the config with the same nodes.
type Pair = (fn(&[Puzzle]) -> u64, &'static str, Goal);
const PAIRS: [(&str, Pair); 3] = [
    ("acwing166_poj3074", (first_fail, "first_fail:lowest/indomain_min/none", Goal::First)),
    ("poj2676", (input_order, "input_order/indomain_min/none", Goal::First)),
    ("p1074", (target, "row_fewest_blanks/indomain_min/none", Goal::MaxScore)),
];

fn pair(name: &str) -> Pair {
    PAIRS.iter().find(|pair| pair.0 == name).expect("a known pair").1
}

#[divan::bench(args = PAIRS.map(|pair| pair.0))]
fn plain_form(bencher: Bencher<'_, '_>, name: &str) {
    let (plain, config, goal) = pair(name);
    let puzzles = puzzles();
    let nodes = plain(&puzzles);
    assert_eq!(nodes, nodes_of(config, goal, &puzzles), "{name}: the nodes of both are the same");
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| plain(&puzzles));
}

#[divan::bench(args = PAIRS.map(|pair| pair.0))]
fn generic_loop(bencher: Bencher<'_, '_>, name: &str) {
    let (plain, config, goal) = pair(name);
    let puzzles = puzzles();
    let nodes = plain(&puzzles);
    bencher.counter(ItemsCount::new(nodes)).bench_local(|| nodes_of(config, goal, &puzzles));
}
