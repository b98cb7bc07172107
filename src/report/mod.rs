//! The files of a run: one file here for each format, and what is made of them.
//!
//! Reports read records, never engines. UTF-8, RFC 4180, one header, fixed columns; integers for
//! counts and nanoseconds, `.` for decimals, empty for "not known".

pub mod block_table;
pub mod blocks;
pub mod chart;
pub mod closing_table;
pub mod compare;
pub mod field;
pub mod html;
pub mod puzzles;
pub mod ranking;
pub mod rejected;
pub mod rule_table;
pub mod rules;
pub mod run_table;
pub mod runs;
pub mod summary;
pub mod summary_table;

/// The version of the files' columns and of `meta.json`.
pub const SCHEMA: u32 = 1;
