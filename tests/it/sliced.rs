//! The engine `sliced` against `search`: the same trees, counter by counter.

use crate::support::{bundled, count_to, mixed_puzzles, mutated, shared_corpora, solve_with};
use dokubench::catalogue::{
    self, Config, PRUNINGS, TIE_BREAKS, VALUE_ORDERINGS, VARIABLE_ORDERINGS,
};
use dokubench::engine::{Ended, Job, Limits, Outcome, Refill};
use dokubench::goal::Goal;
use dokubench::grid::Puzzle;
use dokubench::isa::Isa;
use std::num::NonZero;

const SCHEDULES: [Refill; 3] = [Refill::BEST, Refill::EverySweep, Refill::AllSettled];

fn nodes(limit: Option<u64>) -> Limits<'static> {
    Limits { nodes: limit.and_then(NonZero::new), interrupt: None }
}

fn config(name: &str) -> Config {
    name.parse().expect("a known config")
}

fn search(config: &Config, goal: Goal, puzzles: &[Puzzle], limits: &Limits<'_>) -> Vec<Outcome> {
    solve_with(&*catalogue::search(config), goal, Isa::best(), puzzles, limits)
}

/// Compares all outcomes of `sliced` with those of `search`.
fn assert_same_tree(config: &Config, goal: Goal, puzzles: &[Puzzle], limits: &Limits<'_>) {
    let expected = search(config, goal, puzzles, limits);
    let sliced = catalogue::sliced(config).expect("a sliced form");
    let outcomes = solve_with(&sliced, goal, Isa::best(), puzzles, limits);
    assert_same(config, puzzles, &expected, &outcomes);
}

fn assert_same(config: &Config, puzzles: &[Puzzle], expected: &[Outcome], found: &[Outcome]) {
    for ((puzzle, expected), found) in puzzles.iter().zip(expected).zip(found) {
        assert_eq!(found, expected, "{config} {puzzle}");
    }
}

/// Every config with a sliced form.
fn all_configs() -> Vec<Config> {
    let mut configs = Vec::new();
    for variable in &VARIABLE_ORDERINGS {
        for tie in &TIE_BREAKS {
            for value in &VALUE_ORDERINGS {
                for pruning in &PRUNINGS {
                    let order = match variable.takes_tie {
                        true => format!("{}:{}", variable.name, tie.name),
                        false if tie == &TIE_BREAKS[0] => variable.name.to_owned(),
                        false => continue,
                    };
                    let config = config(&format!("{order}/{}/{}", value.name, pruning.name));
                    configs.extend(catalogue::sliced(&config).is_ok().then_some(config));
                }
            }
        }
    }
    configs
}

#[test]
fn every_config_has_the_tree_of_its_search() {
    let puzzles = mutated(&bundled(), 600);
    let configs = all_configs();
    assert!(configs.len() > 200, "{}", configs.len());
    for config in configs {
        assert_same_tree(&config, Goal::Unique, &puzzles, &nodes(Some(200)));
    }
}

/// A config for each level.
fn levels() -> Vec<Config> {
    ["naked", "singles", "all_different", "locked", "triads", "pairs", "gac"]
        .map(|level| config(&format!("first_fail:ddeg/indomain_min/{level}")))
        .to_vec()
}

#[test]
fn mutated_puzzles_have_the_same_tree_at_every_level() {
    let mut puzzles = mutated(&bundled(), 5_000);
    puzzles.extend(mixed_puzzles(100));
    puzzles.push(Puzzle::EMPTY);
    for config in levels() {
        for (goal, limit) in
            [(Goal::Unique, Some(5_000)), (Goal::First, None), (count_to(50), Some(1_000))]
        {
            assert_same_tree(&config, goal, &puzzles, &nodes(limit));
        }
    }
}

#[test]
fn shared_corpora_have_the_same_tree_at_every_level() {
    for shared in shared_corpora() {
        let puzzles = &shared.puzzles[..shared.puzzles.len().min(1_500)];
        for config in levels() {
            assert_same_tree(&config, Goal::Unique, puzzles, &nodes(Some(10_000)));
        }
    }
}

#[test]
fn schedules_blocks_limits_and_instruction_sets_change_nothing() {
    let mut puzzles = mutated(&bundled(), 1_200);
    puzzles.extend(mixed_puzzles(30));
    for config in levels() {
        for limit in [Some(1), Some(2), Some(17), Some(149), Some(1_000)] {
            let limits = nodes(limit);
            let expected = search(&config, Goal::Unique, &puzzles, &limits);
            for (number, schedule) in SCHEDULES.into_iter().enumerate() {
                let sliced = || catalogue::sliced(&config).expect("a form").with_refill(schedule);
                for isa in Isa::available() {
                    let outcomes = solve_with(&sliced(), Goal::Unique, *isa, &puzzles, &limits);
                    assert_same(&config, &puzzles, &expected, &outcomes);
                }
                let job = Job::new(Goal::Unique);
                let engine: &dyn dokubench::engine::Engine = &sliced();
                let mut worker = engine.start(&job).expect("a supported goal");
                for block in [[1, 255, 10_000], [2, 256, 10_000], [7, 257, 10_000]][number] {
                    let some = &puzzles[..puzzles.len().min(300 * block)];
                    let mut outcomes = vec![Outcome::NOT_RUN; some.len()];
                    for (puzzles, outcomes) in some.chunks(block).zip(outcomes.chunks_mut(block)) {
                        worker.solve(puzzles, &limits, outcomes);
                    }
                    assert!(outcomes.iter().all(|outcome| outcome.ended != Ended::NotRun));
                    assert_same(&config, some, &expected, &outcomes);
                }
            }
        }
    }
}
