//! `rules.csv`: one row per corpus, config and pruning rule, over the whole run.

use super::field::{push_number, push_text};
use crate::counters::RuleCost;

/// The file's name.
pub const FILE: &str = "rules.csv";

/// The columns; [`RuleCost::DEFINITIONS`] says what the figures are.
pub const COLUMNS: [&str; 8] =
    ["corpus", "config", "rule", "calls", "eliminations", "placements", "conflicts", "time_ns"];

/// Appends a row.
pub fn push_row(rows: &mut Vec<u8>, corpus: &str, config: &str, cost: &RuleCost) {
    let RuleCost { rule, calls, eliminations, placements, conflicts, time_ns } = cost;
    push_text(rows, corpus.as_bytes());
    for text in [config, rule] {
        rows.push(b',');
        push_text(rows, text.as_bytes());
    }
    for &number in [calls, eliminations, placements, conflicts, time_ns] {
        rows.push(b',');
        push_number(rows, number);
    }
    rows.push(b'\n');
}
