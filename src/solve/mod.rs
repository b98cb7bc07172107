//! Solving for an answer: every puzzle of a corpus in its order, on all cores, or single blocks;
//! and the verifier, through which every answer of an engine passes.

mod batch;
pub mod description;
pub mod filter;
mod solver;
pub mod stored_answers;
mod verify;

pub use batch::{BatchSolver, Choice, Chunk, SolveError, pool, start_shared_threads};
pub use solver::{Answer, Solver, WrongAnswer};
pub use verify::{Fault, verify};
