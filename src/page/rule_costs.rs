//! The cost and effect of each pruning rule of a config, if the run measured them.

use super::table::{Cell, Column, Table};
use crate::run_files::rules::RuleRow;

/// The rules of all configs over a corpus; `None` if the run did not measure them.
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
        note: "Measured in a separate pass. Every call is timed, so the times of short calls \
               include the cost of the clock.",
        is_open: true,
        columns: vec![
            Column::words("config", "variable ordering : tie-break / value ordering / pruning"),
            Column::words("rule", "in the order in which they are tried"),
            Column::number("calls", "the number of times the rule was applied to a state"),
            Column::number("eliminations", "candidates struck by calls without a conflict"),
            Column::number("of all", "share of the config's eliminations"),
            Column::number("placements", "cells filled by calls without a conflict"),
            Column::number("conflicts", "calls that ended in a conflict"),
            Column::number("time (ms)", "of all calls"),
            Column::number("of all", "share of the time of the config's rules"),
            Column::number("time per call (ns)", "the mean"),
        ],
        rows,
    };
    (!table.rows.is_empty()).then_some(table)
}
