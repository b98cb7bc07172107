//! Metrics on axes: their names, units and limits.

use super::input::Context;
use super::style::thousands;
use crate::stats::run_table::Metric;

/// A metric on an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    /// The title, with the unit.
    pub(super) title: &'static str,
    /// The name in a sentence.
    pub(super) noun: &'static str,
    /// The same after "within a given".
    pub(super) amount: &'static str,
    /// The value of one unit on the axis.
    unit: f64,
    /// The limit, on the axis.
    pub(super) limit: Option<f64>,
}

impl Axis {
    pub(super) fn new(metric: Metric, context: &Context) -> Self {
        let (title, noun, amount, unit, limit) = if metric.is_time() {
            ("time per puzzle (\u{b5}s)", "time", "time", 1e3, context.time_limit_ns)
        } else {
            (metric.name(), metric.name(), "number of nodes", 1.0, context.node_limit)
        };
        Self { title, noun, amount, unit, limit: limit.map(|limit| limit as f64 / unit) }
    }

    /// The position of a value. A logarithmic axis has no zero.
    pub(super) fn place(&self, value: f64) -> f64 {
        value.max(1.0) / self.unit
    }

    /// A position as text.
    pub(super) fn words(&self, place: f64) -> String {
        let text = match place {
            place if place >= 1000.0 => thousands(place.round() as u64),
            place if place >= 100.0 || place.fract() == 0.0 => format!("{place:.0}"),
            place => format!("{place:.2}"),
        };
        if self.unit == 1.0 { format!("{text} {}", self.noun) } else { format!("{text} \u{b5}s") }
    }
}
