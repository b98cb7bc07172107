//! The measured solvers.

use dokubench::grid::Puzzle;
use std::thread;

/// A solver under the clock.
pub trait Contestant {
    /// Its name.
    fn name(&self) -> String;

    /// The instruction set it uses, if it can be chosen.
    fn isa(&self) -> String {
        String::new()
    }

    /// The number of puzzles per call; `None`: all puzzles in one call.
    fn block(&self) -> Option<usize> {
        None
    }

    /// The number of threads that share the puzzles.
    fn threads(&self) -> usize;

    /// Converts the puzzles to its own form, outside the clock.
    fn prepare(&mut self, puzzles: &[Puzzle]);

    /// Solves the first `count` puzzles, under the clock.
    fn solve(&mut self, count: usize);

    /// Which of the first `count` puzzles had exactly one solution, outside the clock.
    fn is_unique(&self, count: usize) -> Vec<bool>;
}

/// Gives each thread a share of the puzzles, space for its answers, and its own tool.
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
