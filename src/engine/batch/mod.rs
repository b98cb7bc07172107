//! The machine of the engines `lanes` and `sliced`: a batch of puzzles, one in each bit of 256-bit vectors.
//!
//! Other engines store a puzzle in vectors; this machine stores a vector for each candidate. 729 vectors
//! hold which of 256 puzzles may have a digit in a cell ([`layout`]). A rule of sudoku is then a
//! formula of and, or, xor on whole vectors, without shifts, masks or unused bits, and one *sweep*
//! applies all rules to all puzzles:
//!
//! ```text
//!    puzzles      256 lanes        sweep until      settled      choose, lift        exchange
//!   ─────────► ┌───────────┐ ◄──────────────────┐  ─────────►  ┌───────────────┐  ─────────────┐
//!              │ 729 x 256 │ ────────────────────┘  lanes      │ 256 x 12 words│   frames      │
//!              └───────────┘      enough lanes are settled     └───────────────┘               │
//!                    ▲                                                                         │
//!                    └───────── lower: children, untried children, fresh puzzles ◄─────────────┘
//! ```
//!
//! A lane whose sweep changed nothing is solved or must branch. A lane with a contradiction is dead.
//! When enough lanes are settled, the machine computes the choices of all lanes at once and
//! transposes bit matrices ([`transpose`](super::simd::transpose)), so that a lane becomes a
//! frame of 12 words ([`frame`], [`frames`]). Each settled lane then gets another frame: the first
//! child of its node, with the others kept on the lane's own stack; the next child of the top of that
//! stack; or the next puzzle ([`worker`]). Every puzzle thus has its own depth-first search and its own
//! counters, independent of the other lanes.
//!
//! A sweep costs the same for any number of busy lanes. When no puzzle is left to start, idle lanes
//! therefore visit nodes of other lanes' searches ([`sharing`]).
//!
//! What an engine adds is its [`Rules`]: the sweep, the choice, and the children of a node.
//! [`chutes`] has the rules that both engines have.
//!
//! One puzzle per bit is "bit slicing" (Biham, "A fast new DES implementation in software", 1997).
//! All instruction sets share one source of the rules ([`vector`]).
#![expect(clippy::needless_range_loop, reason = "rules name lines, boxes and digits by number")]

mod block;
pub(super) mod chutes;
pub(super) mod frame;
pub(super) mod frames;
pub(super) mod layout;
pub(super) mod rules;
mod sharing;
mod state;
pub(super) mod vector;
mod worker;

pub(super) use rules::Rules;
pub(super) use worker::BatchWorker;
pub use worker::Refill;

/// The number of puzzles solved at once.
pub(super) const LANES: usize = 256;
