//! A seeded random sample of a corpus, in one pass and in the memory of the sample.
//!
//! Reservoir sampling (Vitter 1985, algorithm R): the puzzle of index i >= n replaces one of the n
//! kept with probability n / (i + 1). The generator is xoshiro256++ seeded through SplitMix64, so
//! the same seed takes the same puzzles of the same corpus anywhere.

use super::error::CorpusError;
use super::reader::Reader;
use super::window::{Stored, Window};
use crate::grid::Puzzle;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Reads the rest of the corpus and keeps `count` of its puzzles, in the order of the corpus and
/// with their indices. `on_window` sees every window read, for its rejected lines.
///
/// # Errors
/// As [`Reader::read_window`].
pub fn sample(
    reader: &mut Reader,
    count: usize,
    seed: u64,
    mut on_window: impl FnMut(&Window),
) -> Result<Window, CorpusError> {
    let (mut reservoir, mut window) = (Reservoir::new(count, seed), Window::new());
    loop {
        let more = reader.read_window(WINDOW, &mut window)?;
        on_window(&window);
        (0..window.len()).for_each(|position| reservoir.offer(&window, position));
        if !more {
            return Ok(reservoir.into_window());
        }
    }
}

/// A sample of the puzzles offered so far.
#[derive(Debug)]
pub struct Reservoir {
    count: usize,
    random: Xoshiro256PlusPlus,
    kept: Vec<Kept>,
    offered: u64,
}

impl Reservoir {
    /// A sample of `count` puzzles.
    #[must_use]
    pub fn new(count: usize, seed: u64) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { count, random, kept: Vec::new(), offered: 0 }
    }

    /// Offers the puzzle at a position of a window.
    pub fn offer(&mut self, window: &Window, position: usize) {
        if self.kept.len() < self.count {
            self.kept.push(Kept::of(self.offered, window, position));
        } else if let Ok(drawn) = usize::try_from(self.random.next_u64() % (self.offered + 1))
            && drawn < self.count
        {
            self.kept[drawn] = Kept::of(self.offered, window, position);
        }
        self.offered += 1;
    }

    /// The sample, in the order in which its puzzles were offered.
    #[must_use]
    pub fn into_window(mut self) -> Window {
        self.kept.sort_unstable_by_key(|kept| kept.turn);
        let mut sample = Window::new();
        for Kept { index, line, puzzle, label, stored, .. } in self.kept {
            sample.start_at(index);
            sample.push(line, &puzzle, &[&label]);
            if let Some(stored) = stored {
                sample.store(stored);
            }
        }
        sample
    }
}

#[derive(Debug)]
struct Kept {
    /// How many were offered before.
    turn: u64,
    index: u64,
    line: u64,
    puzzle: Puzzle,
    label: Vec<u8>,
    stored: Option<Stored>,
}

impl Kept {
    fn of(turn: u64, window: &Window, position: usize) -> Self {
        Self {
            turn,
            index: window.indices()[position],
            line: window.lines()[position],
            puzzle: window.puzzles()[position],
            label: window.label(position).to_vec(),
            stored: window.stored(position).copied(),
        }
    }
}

const WINDOW: usize = 4096;
