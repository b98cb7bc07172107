//! Puzzles per second of dokubench's engines and of other solvers, with uniqueness proved: the same
//! puzzles, in turn, medians of several rounds.
//!
//! Every round times each contestant once, so drift affects all alike. The puzzles are those
//! of a corpus without contradictory clues, repeated up to `--puzzles`. A contestant that
//! needs longer than `--at-most` for all gets only the first ones; the CSV has their number. Verdicts are
//! compared outside the clock.

mod contestant;
mod library;
mod ours;
mod sudoku_crate;
mod table;

use clap::Parser;
use contestant::Contestant;
use dokubench::corpus::{Source, Window};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use table::Row;

#[derive(Debug, Parser)]
#[command(about = "Measures solvers on corpora: puzzles per second, uniqueness proved")]
struct Args {
    /// Corpora: files, or bundled:NAME
    #[arg(required = true)]
    corpora: Vec<PathBuf>,
    /// Engines of dokubench (`all` for every one), its configs, and `crate:sudoku`
    #[arg(long, value_delimiter = ',', default_value = "crate:sudoku,dlx,lanes")]
    engine: Vec<String>,
    /// A shared library with tdoku's interface, as another contestant: PATH, or NAME=PATH
    #[arg(long)]
    library: Vec<String>,
    /// Instruction sets of dokubench's engines
    #[arg(long, value_delimiter = ',')]
    isa: Vec<String>,
    /// Puzzles per call
    #[arg(long, value_delimiter = ',')]
    block: Vec<usize>,
    /// Threads that share the puzzles
    #[arg(long, value_delimiter = ',', default_value = "1")]
    threads: Vec<usize>,
    /// Puzzles of a corpus, repeated as often as needed
    #[arg(long, default_value_t = 50_000)]
    puzzles: usize,
    /// Rounds, in addition to one warm-up round
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// The maximum duration of one contestant's round, in seconds
    #[arg(long, default_value_t = 1.0)]
    at_most: f64,
    /// Write CSV
    #[arg(long)]
    csv: bool,
}

fn main() -> Result<(), String> {
    let args = Args::parse();
    table::begin(args.csv);
    for corpus in &args.corpora {
        let puzzles = puzzles(corpus, args.puzzles)?;
        let name = Source::of(corpus).name();
        for row in measure(&args, &name, &puzzles)? {
            table::print(&row, args.csv);
        }
    }
    Ok(())
}

/// The puzzles of a corpus, repeated.
fn puzzles(corpus: &Path, count: usize) -> Result<Vec<Puzzle>, String> {
    let mut window = Window::new();
    let mut reader = Source::of(corpus).open().map_err(|error| error.to_string())?;
    let _ = reader.read_window(usize::MAX, &mut window).map_err(|error| error.to_string())?;
    let sound = window.puzzles().iter().filter(|puzzle| puzzle.is_consistent());
    let puzzles: Vec<_> = sound.cycle().take(count).copied().collect();
    if puzzles.is_empty() { Err(format!("{}: no puzzle", corpus.display())) } else { Ok(puzzles) }
}

fn contestants(args: &Args) -> Result<Vec<Box<dyn Contestant>>, String> {
    let mut all: Vec<Box<dyn Contestant>> = Vec::new();
    let isas = match &args.isa[..] {
        [] => vec![Isa::best()],
        names => names.iter().map(|name| isa(name)).collect::<Result<_, _>>()?,
    };
    let blocks: Vec<_> = match &args.block[..] {
        [] => vec![None],
        sizes => sizes.iter().copied().map(Some).collect(),
    };
    for &threads in &args.threads {
        for library in &args.library {
            all.push(Box::new(library::Library::open(library, threads)?));
        }
        for name in &args.engine {
            if name == "crate:sudoku" {
                all.push(Box::new(sudoku_crate::SudokuCrate::new(threads)));
                continue;
            }
            for engine in ours::engines(name)? {
                for &isa in &isas {
                    for &block in &blocks {
                        let engine = std::sync::Arc::clone(&engine);
                        all.push(Box::new(ours::Ours::new(engine, isa, block, threads)?));
                    }
                }
            }
        }
    }
    Ok(all)
}

fn isa(name: &str) -> Result<Isa, String> {
    let known = Isa::available().iter().copied().find(|isa| isa.name() == name);
    known.ok_or_else(|| format!("this CPU has no {name}"))
}

/// A contestant, its share of the puzzles, and its times.
struct Lane {
    contestant: Box<dyn Contestant>,
    count: usize,
    times: Vec<Duration>,
}

/// Measures all contestants on the puzzles, round by round.
fn measure(args: &Args, corpus: &str, puzzles: &[Puzzle]) -> Result<Vec<Row>, String> {
    let mut verdicts: Vec<Option<bool>> = vec![None; puzzles.len()];
    let mut lanes = Vec::new();
    for mut contestant in contestants(args)? {
        contestant.prepare(puzzles);
        let count = share(&mut *contestant, puzzles.len(), args.at_most);
        for (at, (known, is)) in verdicts.iter_mut().zip(contestant.is_unique(count)).enumerate() {
            if *known.get_or_insert(is) != is {
                let name = contestant.name();
                return Err(format!("{corpus}: {name} differs from another on {}", puzzles[at]));
            }
        }
        lanes.push(Lane { contestant, count, times: Vec::new() });
    }
    for _ in 0..args.rounds {
        for Lane { contestant, count, times } in &mut lanes {
            let start = Instant::now();
            contestant.solve(*count);
            times.push(start.elapsed());
        }
    }
    let row = |mut lane: Lane| {
        lane.times.sort_unstable();
        let unique = verdicts[..lane.count].iter().filter(|known| **known == Some(true)).count();
        Row::new(corpus, &*lane.contestant, lane.count, unique, &lane.times)
    };
    Ok(lanes.into_iter().map(row).collect())
}

/// Warms up, and finds the number of puzzles that fit into the time of a round.
fn share(contestant: &mut dyn Contestant, puzzles: usize, at_most: f64) -> usize {
    let mut count = puzzles.min(16);
    loop {
        let start = Instant::now();
        contestant.solve(count);
        let elapsed = start.elapsed().as_secs_f64();
        if count == puzzles || elapsed > at_most / 2.0 {
            return count;
        }
        count = puzzles.min(2 * count);
    }
}
