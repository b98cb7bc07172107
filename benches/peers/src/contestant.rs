//! What is measured.

use dokubench::grid::Puzzle;
use std::thread;

/// A solver under the clock.
pub trait Contestant {
    /// Its name.
    fn name(&self) -> String;

    /// The instruction set it was told to use, if it can be told.
    fn isa(&self) -> String {
        String::new()
    }

    /// How many puzzles it is handed at once; none if it is all.
    fn block(&self) -> Option<usize> {
        None
    }

    /// How many threads share the puzzles.
    fn threads(&self) -> usize;

    /// Puts the puzzles into a form of its own, outside the clock.
    fn prepare(&mut self, puzzles: &[Puzzle]);

    /// Solves the first `count` puzzles, under the clock.
    fn solve(&mut self, count: usize);

    /// Which of the first `count` puzzles had exactly one solution, outside the clock.
    fn is_unique(&self, count: usize) -> Vec<bool>;
}

/// Gives each thread a share of the puzzles, room for as many answers, and a tool of its own.
pub fn share_out<T: Send, P: Sync, A: Send>(
    tools: &mut [T],
    puzzles: &[P],
    answers: &mut [A],
    solve: impl Fn(&mut T, &[P], &mut [A]) + Sync,
) {
    if let [tool] = tools {
        return solve(tool, puzzles, answers);
    }
    let share = puzzles.len().div_ceil(tools.len()).max(1);
    thread::scope(|scope| {
        let shares = puzzles.chunks(share).zip(answers.chunks_mut(share));
        for (tool, (puzzles, answers)) in tools.iter_mut().zip(shares) {
            let solve = &solve;
            let _ = scope.spawn(move || solve(tool, puzzles, answers));
        }
    });
}
