//! The harness: corpora through engines, in windows and passes, into the files of a run.
//!
//! ```text
//! feed (reads the next window) -> solver threads (solve this one) -> writer (writes the one before)
//! ```
//!
//! A window of a corpus is solved once untimed (pass 0: every answer is verified, and the caches
//! and clocks get warm), then in timed passes, all pairs of block and contestant in seeded random
//! order. Then its rows are written in key order. A window is the unit of resuming, and memory is
//! bounded by it. METHODOLOGY.md gives the reasons.

mod block_results;
mod budget;
mod clock;
mod closing_files;
mod contestant;
mod corpus_names;
mod crosscheck;
mod driver;
mod error;
mod execution;
mod feed;
pub(crate) mod folder;
mod gauge;
mod hidden_copy;
mod inflation;
pub(crate) mod new_folder;
mod observer;
mod panics;
mod pilot;
mod pinning;
mod record;
mod shard;
mod solver_threads;
mod tasks;
mod thread_workers;
mod unchanged;
mod window_loop;
mod window_size;
mod writer;

pub use crate::run_files::environment::{Environment, physical_cores};
pub use crate::run_files::meta::{CorpusMeta, META_FILE, Meta, read_meta};
pub use crate::run_files::plan::{Label, Plan};
pub use clock::clock_cost;
pub use contestant::Contestant;
pub use driver::{resume, run};
pub use error::BenchError;
pub use execution::{Ending, Execution, Finished, ResumeOptions};
pub use gauge::{Gauge, WindowState};
pub use observer::{Observer, Silent};
pub use pilot::Estimate;
