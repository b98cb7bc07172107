//! The files of a run: one module for each format, with its columns, its writer and its reader.
//!
//! UTF-8, RFC 4180, one header, fixed columns; integers for counts and nanoseconds, `.` for
//! decimals, empty for "not known".

pub mod blocks;
pub mod checkpoint;
pub mod column;
pub mod compress;
pub mod cpu_quota;
pub mod environment;
pub mod error;
pub mod experiment;
pub mod field;
pub mod meta;
pub mod plan;
pub mod puzzles;
pub mod rejected;
pub mod replace;
pub mod rules;
pub mod runs;
pub mod same_run;
mod seal;
pub mod shard;
pub mod stored_path;
pub mod summary;
pub mod verify;
pub mod windows;

/// The version of the files' columns and of `meta.json`.
pub const SCHEMA: u32 = 1;
