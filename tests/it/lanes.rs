//! The engine `lanes` against the engines `search` and `bitboard`, and against itself: other blocks,
//! other moments of refilling, other instruction sets.

use crate::support::{
    SharedCorpus, assert_as_expected, assert_as_search, bundled, count_to, mixed_puzzles, mutated,
    mutated_corpora, shared_corpora, solve_with,
};
use dokubench::engine::{Bitboard, Ended, Engine, Interrupt, Job, Lanes, Limits, Outcome, Refill};
use dokubench::goal::{Goal, Status};
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use std::num::NonZero;
use std::sync::atomic::{AtomicU32, Ordering};

const SCHEDULES: [Refill; 4] =
    [Refill::BEST, Refill::EverySweep, Refill::AllSettled, Refill::AfterIdling(7)];

fn nodes(limit: u64) -> Limits<'static> {
    Limits { nodes: NonZero::new(limit), interrupt: None }
}

fn lanes(goal: Goal, puzzles: &[Puzzle]) -> Vec<Outcome> {
    solve_with(&Lanes::with_refill(Refill::BEST), goal, Isa::best(), puzzles, &Limits::default())
}

#[test]
fn bundled_corpora_are_answered_as_by_search() {
    let puzzles = bundled();
    for goal in [Goal::First, Goal::Unique, count_to(100)] {
        assert_as_search(goal, &puzzles, &lanes(goal, &puzzles));
    }
}

#[test]
fn mutated_puzzles_are_answered_as_by_search_whatever_the_schedule() {
    let from = bundled();
    let puzzles = mutated(&from, 30_000);
    let goal = count_to(20);
    let outcomes = lanes(goal, &puzzles);
    assert_as_search(goal, &puzzles, &outcomes);
    let solutions = |wanted: fn(u64) -> bool| {
        outcomes.iter().filter(|outcome| wanted(outcome.found.solutions)).count()
    };
    for kind in [|n| n == 0, |n| n == 1, |n| n > 1] as [fn(u64) -> bool; 3] {
        assert!(solutions(kind) > 1000, "few of a kind: {}", solutions(kind));
    }
    for schedule in SCHEDULES {
        for isa in Isa::available() {
            let engine = Lanes::with_refill(schedule);
            let others = solve_with(&engine, goal, *isa, &puzzles, &Limits::default());
            assert!(others == outcomes, "{schedule:?} {isa}");
        }
    }
}

#[test]
fn blocks_and_limits_change_no_outcome() {
    let mut puzzles = mixed_puzzles(33);
    puzzles.push(Puzzle::EMPTY);
    puzzles.extend(mutated(&bundled(), 9_900));
    for (goal, limit) in [(Goal::Unique, 1000), (Goal::First, 3), (count_to(9), 1)] {
        let limits = nodes(limit);
        let of = |refill, block: usize, isa: Isa| -> Vec<Outcome> {
            // A block of few puzzles takes as long as one of hundreds.
            let puzzles = &puzzles[..puzzles.len().min(1000 * block)];
            let engine = Lanes::with_refill(refill);
            let mut worker =
                engine.start(&Job { isa, ..Job::new(goal) }).expect("a supported goal");
            let mut outcomes = vec![Outcome::NOT_RUN; puzzles.len()];
            for (puzzles, outcomes) in puzzles.chunks(block).zip(outcomes.chunks_mut(block)) {
                worker.solve(puzzles, &limits, outcomes);
            }
            outcomes
        };
        let expected = of(Refill::BEST, puzzles.len(), Isa::best());
        for outcome in &expected {
            assert!(outcome.counts.branches.expect("counted") < limit);
            assert_eq!(outcome.ended.is_censored(), outcome.ended == Ended::AtNodeLimit);
        }
        assert_eq!(expected.iter().any(|o| o.ended == Ended::AtNodeLimit), limit < 1000);
        for schedule in SCHEDULES {
            for block in [1, 2, 255, 256, 257, 10_000] {
                let outcomes = of(schedule, block, Isa::best());
                assert!(outcomes == expected[..outcomes.len()], "{schedule:?} {block}");
            }
        }
        for isa in Isa::available() {
            assert!(of(Refill::BEST, 10_000, *isa) == expected, "{isa}");
        }
    }
}

#[test]
fn bitboard_has_the_same_tree() {
    let mut puzzles = mutated(&bundled(), 20_000);
    puzzles.extend(mixed_puzzles(300));
    for shared in shared_corpora() {
        puzzles.extend(mutated(&shared.puzzles, 2_500));
        puzzles.extend(&shared.puzzles);
    }
    for (goal, limit) in [(Goal::Unique, None), (Goal::First, None), (count_to(50), Some(12))] {
        let limits = Limits { nodes: limit.and_then(NonZero::new), interrupt: None };
        for isa in Isa::available() {
            let one = solve_with(&Bitboard::new(), goal, *isa, &puzzles, &limits);
            let many = solve_with(&Lanes::with_refill(Refill::BEST), goal, *isa, &puzzles, &limits);
            for ((puzzle, one), many) in puzzles.iter().zip(one).zip(many) {
                assert_eq!(one, many, "{puzzle} {goal} {isa}");
            }
        }
    }
}

#[test]
fn an_interrupt_leaves_the_undecided_censored() {
    #[derive(Debug)]
    struct DueAfter(AtomicU32);
    impl Interrupt for DueAfter {
        fn is_due(&self) -> bool {
            self.0.fetch_sub(1, Ordering::Relaxed) == 1
        }
    }
    let mut puzzles = vec![Puzzle::EMPTY];
    puzzles.extend(mixed_puzzles(400));
    let due = DueAfter(AtomicU32::new(5));
    let limits = Limits { nodes: None, interrupt: Some(&due) };
    let goal = count_to(u64::MAX);
    let outcomes =
        solve_with(&Lanes::with_refill(Refill::BEST), goal, Isa::best(), &puzzles, &limits);
    assert_eq!(outcomes[0].status(goal), Status::TimeLimit);
    assert_eq!(outcomes[1200].status(goal), Status::TimeLimit);
    assert_eq!(outcomes[1200].counts.branches, Some(0));
    assert_eq!(outcomes[1200].counts.search_free, Some(false));
    let decided = outcomes.iter().filter(|outcome| !outcome.ended.is_censored()).count();
    assert!(decided > 10 && decided < 1000, "{decided}");
    // The worker is as good as new.
    let mut worker =
        Lanes::with_refill(Refill::BEST).start(&Job::new(Goal::Unique)).expect("a supported goal");
    let mut again = vec![Outcome::NOT_RUN; puzzles.len()];
    let due = DueAfter(AtomicU32::new(2));
    worker.solve(&puzzles, &Limits { nodes: None, interrupt: Some(&due) }, &mut again);
    worker.solve(&puzzles, &Limits::default(), &mut again);
    assert_eq!(again, lanes(Goal::Unique, &puzzles));
}

#[test]
fn blocks_without_puzzles_are_solved() {
    assert_eq!(lanes(Goal::Unique, &[]), []);
}

#[test]
fn every_shared_corpus_is_answered_as_by_search() {
    for SharedCorpus { goal, puzzles, expected, .. } in shared_corpora() {
        assert_as_expected(*goal, puzzles, &lanes(*goal, puzzles), expected);
    }
    for SharedCorpus { name, goal, puzzles, expected } in mutated_corpora() {
        let outcomes = lanes(*goal, puzzles);
        assert_as_expected(*goal, puzzles, &outcomes, expected);
        for schedule in SCHEDULES {
            let engine = Lanes::with_refill(schedule);
            let others = solve_with(&engine, *goal, Isa::best(), puzzles, &Limits::default());
            assert!(others == outcomes, "{name} {schedule:?}");
        }
    }
}
