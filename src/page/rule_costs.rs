//! What each pruning rule of a config cost and brought, where a run has looked.

use super::table::{Cell, Column, Table};
use crate::run_files::rules::RuleRow;

/// The rules of all configs over a corpus; nothing if their costs were not asked for.
pub(super) fn rule_costs<'a>(rules: impl Iterator<Item = &'a RuleRow> + Clone) -> Option<Table> {
    let row = |row: &RuleRow| {
        let of_config = rules.clone().filter(|other| other.config == row.config);
        let (mut time, mut eliminations) = (0, 0);
        for rule in of_config {
            time += rule.time_ns;
            eliminations += rule.eliminations;
        }
        let share = |part: u64, whole: u64| Cell::share(part as f64 / whole.max(1) as f64);
        vec![
            Cell::name(&row.config),
            Cell::name(&row.rule),
            Cell::count(Some(row.calls)),
            Cell::count(Some(row.eliminations)),
            share(row.eliminations, eliminations),
            Cell::count(Some(row.placements)),
            Cell::count(Some(row.conflicts)),
            Cell::decimal(Some(row.time_ns as f64 / 1e6)),
            share(row.time_ns, time),
            Cell::decimal(Some(row.time_ns as f64 / row.calls.max(1) as f64)),
        ]
    };
    let rows: Vec<_> = rules.clone().map(row).collect();
    let table = Table {
        caption: "Pruning rules".to_owned(),
        note: "Of a pass of its own. A rule's calls are timed one by one, so short ones hold the \
               cost of the clock.",
        is_open: true,
        columns: vec![
            Column::words("config", "variable ordering : tie-break / value ordering / pruning"),
            Column::words("rule", "in the order in which they are tried"),
            Column::number("calls", "how often the rule was applied to a state"),
            Column::number("eliminations", "candidates struck by calls that saw no conflict"),
            Column::number("of all", "share of the config's eliminations"),
            Column::number("placements", "cells filled by calls that saw no conflict"),
            Column::number("conflicts", "calls that ended in a conflict"),
            Column::number("time (ms)", "of all calls"),
            Column::number("of all", "share of the time of the config's rules"),
            Column::number("time per call (ns)", "the mean"),
        ],
        rows,
    };
    (!table.rows.is_empty()).then_some(table)
}
