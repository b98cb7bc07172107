//! Kernels compared with the loop on one thread; both search the same nodes. Each config with a
//! kernel is measured by the number of puzzles that it searches in turn. `row_fewest_blanks`, the search
//! of target sudoku, enumerates the solutions of the bundled target puzzles to find the best
//! score. The others search for the first solution of the bundled minimal puzzles. The limit is 100,000
//! nodes per puzzle; items are nodes.

use divan::Bencher;
use divan::counter::ItemsCount;
use dokubench::catalogue;
use dokubench::engine::{Engine, Job, Kernel, Limits, Outcome};
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use std::num::NonZero;

fn main() {
    divan::main();
}

const FIRST_FAIL: &str = "first_fail:lowest/indomain_min/none";
const INPUT_ORDER: &str = "input_order/indomain_min/none";
const TARGET: &str = "row_fewest_blanks/indomain_min/none";
const CONFIGS: [&str; 3] = [FIRST_FAIL, INPUT_ORDER, TARGET];

fn puzzles(corpus: &str) -> Vec<Puzzle> {
    corpus
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Puzzle::try_from(&line.as_bytes()[..81]).expect("a bundled puzzle"))
        .collect()
}

fn measure(bencher: Bencher<'_, '_>, engine: &dyn Engine) {
    let (goal, corpus) = if engine.identity().config == TARGET {
        (Goal::MaxScore, include_str!("../data/several.txt"))
    } else {
        (Goal::First, include_str!("../data/minimal.txt"))
    };
    let puzzles = puzzles(corpus);
    let limits = Limits { nodes: NonZero::new(100_000), interrupt: None };
    let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
    let mut worker = engine.start(&Job::new(goal)).expect("a supported goal");
    worker.solve(&puzzles, &limits, &mut outcomes);
    let nodes: u64 = outcomes.iter().filter_map(|outcome| outcome.counts.nodes).sum();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| worker.solve(&puzzles, &limits, &mut outcomes));
}

#[divan::bench(args = CONFIGS)]
fn search(bencher: Bencher<'_, '_>, config: &str) {
    let config = config.parse().expect("a config");
    measure(bencher, &*catalogue::search(&config));
}

#[divan::bench(args = CONFIGS, consts = [1, 2, 3, 4, 6, 8])]
fn kernel<const LANES: usize>(bencher: Bencher<'_, '_>, config: &str) {
    let kernels = Kernel::all(LANES);
    let kernel = kernels.iter().find(|kernel| kernel.identity().config == config);
    measure(bencher, kernel.expect("a kernel"));
}
