//! Generated corpora: the properties of each kind, and the same bytes for any number of threads.

use dokubench::catalogue;
use dokubench::engine::{Ended, Job, Limits, Outcome, Worker};
use dokubench::generate::{
    Aim, Climb, ClueOptions, CorpusSpec, Effort, KINDS, Kind, Objective, PATTERNS, Pattern,
};
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use dokubench::named::Named as _;
use std::num::NonZeroU64;
use std::ops::ControlFlow;

fn worker(config: &str, goal: Goal) -> Box<dyn Worker> {
    let config = config.parse().expect("a config");
    catalogue::search(&config).start(&Job::new(goal)).expect("a search")
}

fn solve(puzzle: &Puzzle, nodes: Option<u64>) -> Outcome {
    let mut outcome = [Outcome::NOT_RUN];
    let limits = Limits { nodes: nodes.and_then(NonZeroU64::new), interrupt: None };
    worker("first_fail/indomain_min/singles", Goal::Unique).solve(
        &[*puzzle],
        &limits,
        &mut outcome,
    );
    outcome[0]
}

fn solutions(puzzle: &Puzzle) -> u64 {
    solve(puzzle, None).found.solutions
}

fn is_search_free(puzzle: &Puzzle) -> bool {
    solve(puzzle, Some(1)).ended == Ended::Exhausted
}

fn make(kind: &str, count: u64, seed: u64) -> Vec<Puzzle> {
    let kind = Kind::named(kind).expect("a kind");
    let mut puzzles = Vec::new();
    let spec = CorpusSpec { kind, clue_options: ClueOptions::default(), count, seed };
    let made = spec.make(|index, puzzle| {
        assert_eq!(index, puzzles.len() as u64);
        puzzles.push(*puzzle);
        ControlFlow::Continue(())
    });
    made.expect("right answers");
    assert_eq!(puzzles.len() as u64, count);
    puzzles
}

#[test]
fn the_same_seed_makes_the_same_puzzles_on_any_number_of_threads() {
    for kind in KINDS {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("a pool").install(|| make(kind.name, 70, 5))
        };
        let one = on(1);
        assert_eq!(on(2), one, "{}", kind.name);
        assert_eq!(on(7), one, "{}", kind.name);
        assert_eq!(make(kind.name, 10, 5), one[..10], "a longer corpus begins with the shorter");
        assert_ne!(make(kind.name, 10, 6), one[..10]);
        let mut distinct = one.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), one.len(), "{}", kind.name);
    }
}

#[test]
fn full_grids_are_full() {
    for grid in make("full", 50, 1) {
        assert_eq!(grid.clue_count(), 81);
        assert!(grid.is_consistent());
    }
}

#[test]
fn easy_puzzles_need_no_search() {
    for puzzle in make("easy", 50, 1) {
        assert_eq!(solutions(&puzzle), 1);
        assert!(is_search_free(&puzzle));
        assert_eq!(puzzle.clue_count(), 34);
    }
}

#[test]
fn minimal_puzzles_can_spare_no_clue() {
    for puzzle in make("minimal", 20, 1) {
        assert_eq!(solutions(&puzzle), 1);
        for (cell, _) in puzzle.clues() {
            let mut less = puzzle;
            less.set(cell, None);
            assert_eq!(solutions(&less), 2, "{puzzle} without {cell:?}");
        }
    }
}

#[test]
fn puzzles_with_several_solutions_have_several() {
    for puzzle in make("several", 50, 1) {
        assert_eq!(solutions(&puzzle), 2);
    }
}

#[test]
fn unsolvable_puzzles_show_no_contradiction() {
    for puzzle in make("unsolvable", 50, 1) {
        assert!(puzzle.is_consistent());
        assert_eq!(solutions(&puzzle), 0);
        assert!(!is_search_free(&puzzle));
    }
}

#[test]
fn unknown_kinds_are_named_with_the_known_ones() {
    let error = Kind::named("hard").expect_err("not yet").to_string();
    assert!(error.contains("\"hard\"") && error.contains("minimal"), "{error}");
}

#[test]
fn unique_puzzles_have_the_clues_and_the_symmetry_asked_for() {
    let make = |clues, symmetry, count| {
        let kind = Kind::named("unique").expect("a kind");
        let mut puzzles = Vec::new();
        let clue_options = ClueOptions { clues, symmetry };
        let made = CorpusSpec { kind, clue_options, count, seed: 3 }.make(|_, puzzle| {
            puzzles.push(*puzzle);
            ControlFlow::Continue(())
        });
        made.expect("right answers");
        puzzles
    };
    for clues in [24, 27, 45, 81] {
        for puzzle in make(Some(clues), None, 8) {
            assert_eq!((solutions(&puzzle), puzzle.clue_count()), (1, clues));
        }
    }
    for pattern in PATTERNS {
        for puzzle in make(Some(36), Some(pattern), 4).iter().chain(&make(None, Some(pattern), 4)) {
            assert_eq!(solutions(puzzle), 1);
            for orbit in pattern.orbits() {
                let clues = orbit.iter().filter(|&&cell| puzzle.clue(cell).is_some()).count();
                assert!(clues == 0 || clues == orbit.len(), "{puzzle} {}", pattern.name);
            }
        }
        assert_eq!(make(Some(36), Some(pattern), 4)[0].clue_count(), 36);
    }
    let error = Pattern::named("round").expect_err("no symmetry").to_string();
    assert!(error.contains("half_turn, quarter_turn"), "{error}");
}

#[test]
fn target_puzzles_leave_a_choice() {
    for puzzle in make("target", 20, 1) {
        assert_eq!((solutions(&puzzle), puzzle.clue_count()), (2, 28));
    }
}

fn objective(aim: Aim, effort: Effort) -> Objective {
    Objective { aim, effort, node_limit: NonZeroU64::new(100_000).expect("it is not 0") }
}

#[test]
fn a_climb_makes_minimal_puzzles_harder_on_any_number_of_threads() {
    let config = "first_fail/indomain_min/singles".parse().expect("a config");
    let objective = objective(Aim::HardFor(config), Effort::Guesses);
    let climb = |threads, rounds| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut climb = Climb::new(objective, 20, 4).expect("right answers");
            (0..rounds).for_each(|_| climb.round().expect("right answers"));
            climb.pool().to_vec()
        })
    };
    let (start, end) = (climb(2, 0), climb(3, 4));
    assert_eq!(climb(1, 4), end);
    let median = |pool: &[dokubench::generate::Climber]| pool[pool.len() / 2].score.value;
    assert!(median(&end) >= 2 * median(&start), "{} from {}", median(&end), median(&start));
    for climber in &end {
        assert_eq!(solutions(&climber.puzzle), 1);
        assert_eq!(solve(&climber.puzzle, None).counts.guesses, Some(climber.score.value));
        for (cell, _) in climber.puzzle.clues() {
            let mut less = climber.puzzle;
            less.set(cell, None);
            assert_eq!(solutions(&less), 2);
        }
    }
}

#[test]
fn a_climb_tells_two_configs_apart() {
    let config = |text: &str| text.parse().expect("a config");
    let easy = config("first_fail:lowest/indomain_min/singles");
    let hard = config("first_fail:highest/indomain_min/singles");
    let climb = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let objective = objective(Aim::Separate(easy, hard), Effort::Nodes);
            let mut climb = Climb::new(objective, 10, 1).expect("right answers");
            (0..4).for_each(|_| climb.round().expect("right answers"));
            climb.pool()[..10].to_vec()
        })
    };
    let found = climb(2);
    assert_eq!(climb(1), found);
    for climber in found {
        let [few, many] = climber.score.counts;
        assert!(many >= 10 * few, "{few} and {many}");
        assert_eq!(climber.score.value, 1000 * (many + 1) / (few + 1));
        assert_eq!(solutions(&climber.puzzle), 1);
    }
}
