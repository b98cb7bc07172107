//! Statistics of a run, computed from its files: summaries, comparisons, rankings.

pub mod answer;
pub mod block_table;
pub mod comparison;
pub mod hardest;
pub mod identical;
pub mod noise_floor;
pub mod packed;
pub mod ranking;
pub mod run;
pub mod run_table;
pub mod summary;
