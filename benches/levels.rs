//! `first_fail:lowest` at each pruning level, uniqueness proved, on the bundled minimal puzzles.

use divan::Bencher;
use divan::counter::ItemsCount;
use dokubench::catalogue::{self, PRUNINGS};
use dokubench::corpus::{Source, Window};
use dokubench::engine::{Job, Limits, Outcome};
use dokubench::goal::Goal;
use std::num::NonZero;

fn main() {
    divan::main();
}

#[divan::bench(args = PRUNINGS.iter().map(|level| level.name))]
fn first_fail(bencher: Bencher<'_, '_>, level: &str) {
    let minimal = Source::bundled().into_iter().find(|source| source.name() == "minimal.txt");
    let mut window = Window::new();
    let mut reader = minimal.expect("a bundled corpus").open().expect("it can be opened");
    let _ = reader.read_window(usize::MAX, &mut window).expect("it can be read");
    let config = format!("first_fail/indomain_min/{level}").parse().expect("a config");
    let engine = catalogue::search(&config);
    let mut worker = engine.start(&Job::new(Goal::Unique)).expect("a supported goal");
    let mut outcomes = vec![Outcome::NOT_RUN; window.len()];
    let limits = Limits { nodes: NonZero::new(100_000), interrupt: None };
    bencher
        .counter(ItemsCount::new(window.len()))
        .bench_local(|| worker.solve(window.puzzles(), &limits, &mut outcomes));
}
