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
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (mut kept, mut window) = (Vec::new(), Window::new());
    let mut seen: u64 = 0;
    loop {
        let more = reader.read_window(WINDOW, &mut window)?;
        on_window(&window);
        for position in 0..window.len() {
            if kept.len() < count {
                kept.push(Kept::of(&window, position));
            } else if let Ok(drawn) = usize::try_from(random.next_u64() % (seen + 1))
                && drawn < count
            {
                kept[drawn] = Kept::of(&window, position);
            }
            seen += 1;
        }
        if !more {
            break;
        }
    }
    kept.sort_unstable_by_key(|kept| kept.index);
    let mut sample = Window::new();
    for Kept { index, line, puzzle, label, stored } in kept {
        sample.start_at(index);
        sample.push(line, &puzzle, &[&label]);
        if let Some(stored) = stored {
            sample.store(stored);
        }
    }
    Ok(sample)
}

struct Kept {
    index: u64,
    line: u64,
    puzzle: Puzzle,
    label: Vec<u8>,
    stored: Option<Stored>,
}

impl Kept {
    fn of(window: &Window, position: usize) -> Self {
        Self {
            index: window.indices()[position],
            line: window.lines()[position],
            puzzle: window.puzzles()[position],
            label: window.label(position).to_vec(),
            stored: window.stored(position).copied(),
        }
    }
}

const WINDOW: usize = 4096;
