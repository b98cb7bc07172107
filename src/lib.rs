//! A parallel batch benchmark harness for sudoku search.
//!
//! The modules in order of dependency, each using only those before it:
//!
//! - [`text`]: names and paths as they are printed.
//! - [`named`]: entries that a name selects, and the error for an unknown name.
//! - [`number`]: whole numbers as people type them.
//! - [`isa`]: the instruction sets of the CPU.
//! - [`grid`]: cells, digits, units, puzzles, solutions.
//! - [`random`]: choices from a seed.
//! - [`state`]: the state of a search node.
//! - [`counters`]: the counters and their definitions.
//! - [`pruning`], [`value_ordering`], [`variable_ordering`], [`goal`]: the parts of a config.
//! - [`search`]: the depth-first loop, generic over the above.
//! - [`identity`]: the names of a contestant in files.
//! - [`engine`]: complete puzzle solvers; the search is one.
//! - [`catalogue`]: every name and its constructor.
//! - [`corpus`]: files of puzzles, read and written as streams; of the modules above it needs only [`text`], [`named`] and [`grid`].
//! - [`run_files`]: the files of a run, one module for each format; it knows no engine.
//! - [`solve`]: batch solving, one answer per puzzle in input order.
//! - [`laws`]: what every config and engine keeps, for tests.
//! - [`judge`]: the four problems that the project grew from, with an online judge's input and output.
//! - [`generate`]: generated corpora, from a seed.
//! - [`stats`]: summaries, comparisons and rankings, computed from the files of a run.
//! - [`mod@bench`]: windows, passes, clock; it names no ordering.
//! - [`merge`]: shards of a run merged into the run.
//! - [`tables`], [`charts`], [`page`]: what is drawn from the statistics.
//! - `cli`: the command line, with the feature of that name.

pub mod bench;
pub mod catalogue;
pub mod charts;
#[cfg(feature = "cli")]
pub mod cli;
pub mod corpus;
pub mod counters;
pub mod engine;
pub mod generate;
pub mod goal;
pub mod grid;
pub mod identity;
pub mod isa;
pub mod judge;
pub mod laws;
pub mod merge;
pub mod named;
pub mod number;
pub mod page;
pub mod pruning;
pub mod random;
pub mod run_files;
pub mod search;
pub mod solve;
pub mod state;
pub mod stats;
pub mod tables;
pub mod text;
pub mod value_ordering;
pub mod variable_ordering;
