//! What several tests share: engines by config, puzzles made here, and the corpora beside the
//! project where they are present.

use dokubench::catalogue;
use dokubench::catalogue::Config;
use dokubench::corpus::{Source, Window};
use dokubench::engine::{Ended, Engine, Job, Limits, Outcome};
use dokubench::goal::{Goal, Status};
use dokubench::grid::{Cell, Digit, Puzzle, Solution};
use dokubench::isa::Isa;
use dokubench::random::{Choices, Chooser};
use dokubench::solve::verify;
use rayon::prelude::*;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The engine of a config.
pub(crate) fn engine(config: &str) -> Arc<dyn Engine> {
    let config: Config = config.parse().expect("a config");
    catalogue::search(&config)
}

/// The outcomes of a config on puzzles, at the best instruction set, up to a number of nodes.
pub(crate) fn solve(
    config: &str,
    goal: Goal,
    puzzles: &[Puzzle],
    nodes: Option<u64>,
) -> Vec<Outcome> {
    let limits = Limits { nodes: nodes.and_then(std::num::NonZero::new), interrupt: None };
    solve_with(&*engine(config), goal, Isa::best(), puzzles, &limits)
}

/// The outcomes of an engine on puzzles.
pub(crate) fn solve_with(
    engine: &dyn Engine,
    goal: Goal,
    isa: Isa,
    puzzles: &[Puzzle],
    limits: &Limits<'_>,
) -> Vec<Outcome> {
    solve_job(engine, &Job { isa, ..Job::new(goal) }, puzzles, limits)
}

/// The outcomes of an engine on puzzles, for a job.
pub(crate) fn solve_job(
    engine: &dyn Engine,
    job: &Job,
    puzzles: &[Puzzle],
    limits: &Limits<'_>,
) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
    engine.start(job).expect("a supported goal").solve(puzzles, limits, &mut outcomes);
    for (puzzle, outcome) in puzzles.iter().zip(&outcomes) {
        if let Err(fault) = verify(puzzle, outcome, job.goal) {
            panic!("{puzzle}: {fault}");
        }
    }
    outcomes
}

/// The goal of counting to a number.
pub(crate) fn count_to(k: u64) -> Goal {
    Goal::Count(std::num::NonZero::new(k).expect("a count is above 0"))
}

/// A full grid, by a random search of the empty puzzle.
pub(crate) fn random_grid(seed: u64) -> Solution {
    let config = "first_fail:random/indomain_random/singles".parse().expect("a config");
    let job = Job { seed, ..Job::new(Goal::First) };
    let engine = catalogue::search(&config);
    let outcomes = solve_job(&*engine, &job, &[Puzzle::EMPTY], &Limits::default());
    outcomes[0].found.solution.expect("the empty puzzle has solutions")
}

/// The clues of a random grid in a number of random cells: few clues, many solutions.
pub(crate) fn random_puzzle(seed: u64, clues: usize) -> Puzzle {
    let grid = random_grid(seed);
    let mut choices = Choices::new(seed, Chooser::Variable);
    let mut cells: Vec<Cell> = Cell::all().collect();
    let mut puzzle = Puzzle::EMPTY;
    for _ in 0..clues {
        let cell = cells.swap_remove(choices.choose(cells.len() as u32) as usize);
        puzzle.set(cell, Some(grid.digit(cell)));
    }
    puzzle
}

/// A puzzle with one solution none of whose clues can go: a random grid without as many clues as
/// possible, tried in random order.
pub(crate) fn minimal_puzzle(seed: u64) -> Puzzle {
    let mut puzzle = random_puzzle(seed, Cell::COUNT);
    let mut choices = Choices::new(!seed, Chooser::Variable);
    let mut cells: Vec<Cell> = Cell::all().collect();
    while !cells.is_empty() {
        let cell = cells.swap_remove(choices.choose(cells.len() as u32) as usize);
        let clue = puzzle.clue(cell);
        puzzle.set(cell, None);
        let outcome =
            solve("first_fail:ddeg/indomain_min/locked", Goal::Unique, &[puzzle], None)[0];
        if outcome.status(Goal::Unique) != Status::Unique {
            puzzle.set(cell, clue);
        }
    }
    puzzle
}

/// A puzzle without solution whose clues do not contradict each other: a minimal puzzle with one
/// clue changed.
pub(crate) fn unsolvable_puzzle(seed: u64) -> Puzzle {
    let puzzle = minimal_puzzle(seed);
    let changed = Cell::all().flat_map(|cell| {
        Digit::all().map(move |digit| {
            let mut changed = puzzle;
            changed.set(cell, puzzle.clue(cell).map(|_| digit));
            changed
        })
    });
    let is_unsolvable = |puzzle: &Puzzle| {
        puzzle.is_consistent()
            && solve("first_fail:ddeg/indomain_min/locked", Goal::First, &[*puzzle], None)[0]
                .status(Goal::First)
                == Status::Unsolvable
    };
    changed.into_iter().find(is_unsolvable).expect("some change leaves no solution")
}

/// Puzzles of every kind: one, many and no solution.
pub(crate) fn mixed_puzzles(each: u64) -> Vec<Puzzle> {
    (0..each)
        .flat_map(|seed| [minimal_puzzle(seed), random_puzzle(seed, 27), unsolvable_puzzle(seed)])
        .collect()
}

/// Says on stderr, past the capture of the test runner, that this test is skipped and why. Fails
/// instead where the environment variable is set, as `.ci/run` sets it.
#[track_caller]
pub(crate) fn skip(variable: &str, reason: &str) {
    assert!(std::env::var_os(variable).is_none(), "{variable} is set, but {reason}");
    let thread = std::thread::current();
    let _ = writeln!(std::io::stderr(), "skipped {}: {reason}", thread.name().unwrap_or("a test"));
}

/// The folder of corpora and known answers beside the project. Where it is absent, the test is
/// skipped; with `REQUIRE_SHARED` it fails.
#[track_caller]
pub(crate) fn shared() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared");
    if folder.is_dir() {
        return Some(folder);
    }
    skip("REQUIRE_SHARED", "the folder ../shared is absent");
    None
}

/// The puzzles of a file of lines in that folder.
pub(crate) fn puzzles_of(path: &std::path::Path) -> Vec<Puzzle> {
    let text = std::fs::read(path).expect("a readable corpus");
    text.split(|&byte| byte == b'\n')
        .filter(|line| line.len() >= Cell::COUNT && line[0] != b'#')
        .map(|line| Puzzle::try_from(&line[..Cell::COUNT]).expect("81 symbols"))
        .collect()
}

/// A well-known corpus of that folder, what to ask of it, and what `search` answers.
pub(crate) struct SharedCorpus {
    pub(crate) name: &'static str,
    pub(crate) goal: Goal,
    pub(crate) puzzles: Vec<Puzzle>,
    pub(crate) expected: Vec<Outcome>,
}

impl SharedCorpus {
    fn solved(name: &'static str, goal: Goal, puzzles: Vec<Puzzle>) -> Self {
        let expected = puzzles.par_chunks(1000).flat_map(|part| by_search(goal, part)).collect();
        Self { name, goal, puzzles, expected }
    }
}

/// The well-known corpora, solved once for all tests. None where the folder is absent.
#[track_caller]
pub(crate) fn shared_corpora() -> &'static [SharedCorpus] {
    static CORPORA: OnceLock<Vec<SharedCorpus>> = OnceLock::new();
    let asked = [
        ("17_clue.txt", Goal::Unique),
        ("magictour_top1465.txt", Goal::Unique),
        ("hardest_1905_11plus_a.txt", Goal::Unique),
        ("serg_multiple_a.txt", count_to(1000)),
    ];
    let Some(folder) = shared() else { return &[] };
    CORPORA.get_or_init(|| {
        let path = |name| folder.join("corpora").join(name);
        let solved = |(name, goal)| SharedCorpus::solved(name, goal, puzzles_of(&path(name)));
        asked.map(solved).into()
    })
}

/// Mutations of the well-known corpora, solved once for all tests.
#[track_caller]
pub(crate) fn mutated_corpora() -> &'static [SharedCorpus] {
    static CORPORA: OnceLock<Vec<SharedCorpus>> = OnceLock::new();
    let corpora = shared_corpora();
    let solved = |corpus: &SharedCorpus| {
        SharedCorpus::solved(corpus.name, Goal::Unique, mutated(&corpus.puzzles, 12_500))
    };
    CORPORA.get_or_init(|| corpora.iter().map(solved).collect())
}

/// The puzzles of all bundled corpora.
pub(crate) fn bundled() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for source in Source::bundled() {
        let mut window = Window::new();
        let mut reader = source.open().expect("it can be opened");
        let _ = reader.read_window(usize::MAX, &mut window).expect("it can be read");
        puzzles.extend_from_slice(window.puzzles());
    }
    puzzles
}

/// Puzzles with clues added, removed or changed, as long as they do not contradict each other at
/// once: with no, one or several solutions.
pub(crate) fn mutated(from: &[Puzzle], count: usize) -> Vec<Puzzle> {
    let mut choices = Choices::new(count as u64, Chooser::Variable);
    let mut puzzles = Vec::with_capacity(count);
    while puzzles.len() < count {
        let mut puzzle = from[choices.choose(from.len() as u32) as usize];
        for _ in 0..=choices.choose(3) {
            let clues: Vec<Cell> = puzzle.clues().map(|(cell, _)| cell).collect();
            let clue = clues[choices.choose(clues.len() as u32) as usize];
            let any = Cell::new(choices.choose(81) as usize);
            let digit = Digit::from_index(choices.choose(9) as usize);
            match choices.choose(4) {
                0 => puzzle.set(any, Some(digit)),
                1 => puzzle.set(clue, Some(digit)),
                _ => puzzle.set(clue, None),
            }
        }
        if puzzle.is_consistent() {
            puzzles.push(puzzle);
        }
    }
    puzzles
}

/// The outcomes of an engine that branches in two say the same as those of `search`, and obey the law
/// of exhausted trees.
pub(crate) fn assert_as_search(goal: Goal, puzzles: &[Puzzle], outcomes: &[Outcome]) {
    assert_as_expected(goal, puzzles, outcomes, &by_search(goal, puzzles));
}

/// The answers of `search`, by a config that is quick on every corpus.
pub(crate) fn by_search(goal: Goal, puzzles: &[Puzzle]) -> Vec<Outcome> {
    solve("first_fail:ddeg/indomain_min/locked", goal, puzzles, None)
}

/// As [`assert_as_search`], where the outcomes of `search` are at hand.
pub(crate) fn assert_as_expected(
    goal: Goal,
    puzzles: &[Puzzle],
    outcomes: &[Outcome],
    expected: &[Outcome],
) {
    for ((puzzle, outcome), expected) in puzzles.iter().zip(outcomes).zip(expected) {
        assert_eq!(outcome.status(goal), expected.status(goal), "{puzzle}");
        assert_eq!(outcome.found.solutions, expected.found.solutions, "{puzzle}");
        assert_eq!(outcome.found.solution.is_some(), outcome.found.solutions > 0, "{puzzle}");
        let counts = outcome.counts;
        assert_eq!(counts.search_free, counts.branches.map(|branches| branches == 0), "{puzzle}");
        if outcome.ended == Ended::Exhausted {
            let leaves = counts.fails.expect("counted") + outcome.found.solutions;
            assert_eq!(counts.guesses.expect("counted") + 1, leaves, "{puzzle}");
            assert_eq!(counts.branches.expect("counted") + 2, 2 * leaves, "{puzzle}");
        }
    }
}
