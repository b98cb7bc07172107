//! Batch solving: every puzzle of a corpus answered in its order, on all cores.

mod batch;

pub use batch::{Answer, Choice, Chunk, Crew, SolveError, pool};
