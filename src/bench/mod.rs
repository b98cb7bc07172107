//! The harness: corpora through engines, in windows and passes, into the files of a run.
//!
//! ```text
//! feed (reads the next window) -> crew (solves this one) -> folder (writes the one before)
//! ```
//!
//! A window of a corpus is solved once untimed (pass 0: every answer is verified, and the caches
//! and clocks get warm), then in timed passes, all pairs of block and contestant in seeded random
//! order. Then its rows are written in key order. A window is the unit of resuming, and memory is
//! bounded by it. METHODOLOGY.md gives the reasons.

mod checkpoint;
mod clock;
mod crew;
mod crosscheck;
mod driver;
mod environment;
mod error;
mod feed;
mod folder;
mod hand;
mod inflation;
mod meta;
mod panics;
mod part;
mod pilot;
mod pinning;
mod plan;
mod record;
mod tasks;
mod verify;
mod window_size;
mod writer;

pub use clock::clock_cost;
pub use driver::{Ending, Finished, Observer, Silent, resume, run};
pub use environment::{Environment, physical_cores};
pub use error::BenchError;
pub use meta::{CorpusMeta, META_FILE, Meta, read_meta};
pub use plan::{Contestant, Plan};
