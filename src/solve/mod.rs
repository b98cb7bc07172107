//! Batch solving: answers every puzzle of a corpus in order, on all cores.

mod batch;

pub use batch::{Answer, Choice, Chunk, Crew, SolveError, pool};
