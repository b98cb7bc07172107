//! Contestants check each other: two that decided the same puzzle must agree.
//!
//! A verified solution refutes "no solution", and a verified score refutes a lower "best". The refuted
//! answers are `wrong`. If two numbers of solutions differ, at least one is wrong, and both are an `error`.

use super::block_results::BlockResults;
use super::contestant::Contestant;
use super::record::Record;
use crate::goal::{Goal, Status};

/// Compares the answers of all contestants, puzzle by puzzle.
pub(super) fn compare(
    results: &mut [Vec<BlockResults>],
    contestants: &[Contestant],
    puzzles: usize,
    goal: Goal,
) {
    if contestants.len() < 2 {
        return;
    }
    let mut cursors = vec![(0, 0); contestants.len()];
    for _ in 0..puzzles {
        if !agree(results, &cursors, goal) {
            judge(results, &cursors, contestants, goal);
        }
        for (results, (block, at)) in results.iter().zip(&mut cursors) {
            *at += 1;
            if *at == results[*block].records.len() {
                (*block, *at) = (*block + 1, 0);
            }
        }
    }
}

/// The answer on which contestants must agree; `None` if a run was not decided.
fn answer(record: &Record, goal: Goal) -> Option<u64> {
    match goal {
        // With a bound, the number of solutions found is not an answer.
        Goal::MaxScore => record.status.is_decided().then(|| record.score().map_or(0, u64::from)),
        _ => record.solutions(),
    }
}

fn agree(results: &[Vec<BlockResults>], cursors: &[(usize, usize)], goal: Goal) -> bool {
    let mut answers = results
        .iter()
        .zip(cursors)
        .filter_map(|(results, &(block, at))| answer(&results[block].records[at], goal));
    answers.next().is_none_or(|first| answers.all(|answer| answer == first))
}

#[cold]
fn judge(
    results: &mut [Vec<BlockResults>],
    cursors: &[(usize, usize)],
    contestants: &[Contestant],
    goal: Goal,
) {
    let answers: Vec<Option<u64>> = results
        .iter()
        .zip(cursors)
        .map(|(results, &(block, at))| answer(&results[block].records[at], goal))
        .collect();
    let name = |contestant: usize| &contestants[contestant].identity.config;
    let most = (0..answers.len()).filter(|&c| answers[c].is_some()).max_by_key(|&c| answers[c]);
    let least = (0..answers.len()).filter(|&c| answers[c].is_some()).min_by_key(|&c| answers[c]);
    let (Some(most), Some(least)) = (most, least) else { return };
    let is_disputed = goal != Goal::MaxScore
        && answers.iter().flatten().any(|&n| n > 0 && Some(n) != answers[most]);
    for (contestant, answer) in answers.iter().enumerate() {
        let Some(answer) = *answer else { continue };
        let (block, at) = cursors[contestant];
        let block = &mut results[contestant][block];
        let best = answers[most].unwrap_or(0);
        if answer == 0 {
            block.fail(at, Status::Wrong, format!("no solution, but {} has one", name(most)));
        } else if goal == Goal::MaxScore && answer < best {
            let error = format!("the best is {answer}, but {} has {best}", name(most));
            block.fail(at, Status::Wrong, error);
        } else if is_disputed {
            let other = if answer == best { least } else { most };
            let theirs = answers[other].unwrap_or(0);
            let error = format!("{answer} solutions, but {} has {theirs}", name(other));
            block.fail(at, Status::Error, error);
        }
    }
}
