//! A parallel batch benchmark harness for sudoku search.
//!
//! The modules in order of dependency, each using only those before it:
//!
//! - [`grid`]: cells, digits, units, puzzles, solutions.
//! - [`state`]: what a node of the search knows.
//! - [`pruning`], [`variable_ordering`], [`value_ordering`], [`goal`]: the parts of a config.
//! - [`counters`]: what is counted.
//! - [`search`]: the depth-first loop, generic over the above.
//! - [`engine`]: whatever solves whole puzzles; the search is one.
//! - [`registry`] and [`config`]: every name and its constructor.
//! - [`judge`]: the four problems that the project grew from, as an online judge asks them.
//! - [`corpus`]: files of puzzles, read as streams; it needs only [`grid`].
//! - [`generate`]: corpora made to order, from a seed.
//! - [`mod@bench`]: windows, passes, clock, files of a run; it names no ordering.
//! - [`report`]: the files of a run and what is made of them; it reads records, never engines.
//! - `cli`: the command line, with the feature of that name.

pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod config;
pub mod corpus;
pub mod counters;
pub mod engine;
pub mod generate;
pub mod goal;
pub mod grid;
pub mod isa;
pub mod judge;
pub mod pruning;
pub mod random;
pub mod registry;
pub mod report;
pub mod search;
pub mod state;
pub mod value_ordering;
pub mod variable_ordering;
