//! The kernel against the loop, node for node the same search: `first_fail:lowest/indomain_min/none`
//! on the bundled minimal puzzles, first solution, one thread, by the number of puzzles that the
//! kernel searches in turn. Items are nodes.

use divan::Bencher;
use divan::counter::ItemsCount;
use dokubench::engine::{Engine, Kernel, Limits, Outcome};
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use dokubench::registry::{self, Settings};

fn main() {
    divan::main();
}

fn puzzles() -> Vec<Puzzle> {
    include_str!("../data/minimal.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Puzzle::try_from(&line.as_bytes()[..81]).expect("a bundled puzzle"))
        .collect()
}

fn measure(bencher: Bencher<'_, '_>, engine: &dyn Engine) {
    let puzzles = puzzles();
    let mut outcomes = vec![Outcome::NONE; puzzles.len()];
    let mut worker = engine.worker(Goal::First, Isa::best()).expect("a supported goal");
    worker.solve(&puzzles, &Limits::default(), &mut outcomes);
    let nodes: u64 = outcomes.iter().filter_map(|outcome| outcome.counts.nodes).sum();
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| worker.solve(&puzzles, &Limits::default(), &mut outcomes));
}

#[divan::bench]
fn search(bencher: Bencher<'_, '_>) {
    let config = "first_fail:lowest/indomain_min/none".parse().expect("a config");
    measure(bencher, &*registry::search(&config, &Settings::default()));
}

#[divan::bench(args = [1, 2, 3, 4, 6, 8])]
fn kernel(bencher: Bencher<'_, '_>, lanes: usize) {
    measure(bencher, &Kernel::with_lanes(lanes));
}
