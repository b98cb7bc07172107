//! The engine `lanes` on the bundled corpora, and on those in `../shared/corpora` where they are
//! present: uniqueness proved, 50,000 puzzles, each instruction set; and by size of the block.

use divan::Bencher;
use divan::counter::ItemsCount;
use dokubench::catalogue::EngineEntry;
use dokubench::corpus::{Source, Window};
use dokubench::engine::{Job, Limits, Outcome};
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use dokubench::named::Named as _;
use std::path::Path;

fn main() {
    divan::main();
}

/// Each corpus is repeated up to this number of puzzles.
const PUZZLES: usize = 50_000;

fn corpora() -> Vec<String> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpora");
    let mut names: Vec<_> = Source::bundled().iter().map(Source::name).collect();
    for entry in shared.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            names.push(path.display().to_string());
        }
    }
    names.sort();
    names
}

fn puzzles(corpus: &str) -> Vec<Puzzle> {
    let bundled = Source::bundled().into_iter().find(|source| source.name() == corpus);
    let source = bundled.unwrap_or_else(|| Source::of(Path::new(corpus)));
    let mut window = Window::new();
    let mut reader = source.open().expect("it can be opened");
    let _ = reader.read_window(usize::MAX, &mut window).expect("it can be read");
    window.puzzles().iter().copied().cycle().take(PUZZLES).collect()
}

fn measure(bencher: Bencher<'_, '_>, puzzles: &[Puzzle], isa: Isa) {
    let engine = EngineEntry::named("lanes").expect("a known engine").engines();
    let mut worker =
        engine[0].start(&Job { isa, ..Job::new(Goal::Unique) }).expect("a supported goal");
    let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
    bencher
        .counter(ItemsCount::new(puzzles.len()))
        .bench_local(|| worker.solve(puzzles, &Limits::default(), &mut outcomes));
}

#[divan::bench(args = corpora(), sample_count = 9, sample_size = 1)]
fn best(bencher: Bencher<'_, '_>, corpus: &str) {
    measure(bencher, &puzzles(corpus), Isa::best());
}

#[divan::bench(args = Isa::available(), sample_count = 5, sample_size = 1)]
fn minimal(bencher: Bencher<'_, '_>, isa: &Isa) {
    measure(bencher, &puzzles("minimal.txt"), *isa);
}

#[divan::bench(args = [64, 256, 1000, 4000, 16_000], sample_count = 9)]
fn minimal_by_block(bencher: Bencher<'_, '_>, block: usize) {
    measure(bencher, &puzzles("minimal.txt")[..block], Isa::best());
}
