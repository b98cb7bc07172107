//! The table that a run ends with: one per corpus, the best config first.

use super::aligned::{Side, aligned, folded};
use super::shortened::shortened;
use crate::identity::Identity;
use crate::stats::summary::ConfigSummary;
use crate::text::counted;
pub use crate::text::grouped;
use crate::text::width as width_of;

/// The line above the rows.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The corpus.
    pub corpus: &'a str,
    /// Runs per config: puzzles, or puzzles x isomorphs.
    pub puzzles: u64,
    /// How many a run that ended before its end would have, if that is known.
    pub of: Option<u64>,
    /// The goal.
    pub goal: &'a str,
    /// The node limit.
    pub node_limit: Option<u64>,
    /// The time limit.
    pub time_limit: Option<std::time::Duration>,
    /// Threads of the timed passes.
    pub threads: usize,
    /// Timed passes.
    pub passes: u32,
}

/// The fewest columns of a shortened name.
const SHORTEST_NAME: usize = 12;

/// The table as text, with a line break at the end of each line. Rows wider than `width` get
/// shorter names, which are listed in full below.
#[must_use]
pub fn table(
    heading: &Heading<'_>,
    configs: &[(&Identity, &ConfigSummary)],
    width: Option<usize>,
) -> String {
    let mut ranked: Vec<_> = configs.to_vec();
    ranked.sort_by(|(_, a), (_, b)| {
        let nodes = |s: &ConfigSummary| {
            let recorded = || s.mean_nodes().map_or(f64::INFINITY, |(nodes, _)| nodes);
            s.geometric_mean_nodes().unwrap_or_else(recorded)
        };
        b.decided().cmp(&a.decided()).then(nodes(a).total_cmp(&nodes(b)))
    });
    // The ratio of `compare`, forest and heatmap: that of geometric means.
    let best = ranked
        .iter()
        .filter_map(|(_, summary)| summary.geometric_mean_nodes())
        .min_by(f64::total_cmp);
    let header = ["config", "decided", "nodes/puzzle", "x best", "time/puzzle"].map(str::to_owned);
    let rows = ranked.iter().map(|(identity, summary)| row(identity, summary, best));
    let mut rows: Vec<_> = std::iter::once(header).chain(rows).collect();
    let names: Vec<_> = rows.iter().map(|row| row[0].clone()).collect();
    let full = aligned(&rows, Side::Right, 3);
    let excess = full.lines().map(width_of).max().unwrap_or(0);
    let excess = width.map_or(0, |width| excess.saturating_sub(width));
    if excess == 0 {
        return heading.text(width) + &full;
    }
    let longest = names.iter().map(|name| width_of(name)).max().unwrap_or(0);
    let short = shortened(&names, longest.saturating_sub(excess).max(SHORTEST_NAME));
    for (row, short) in rows.iter_mut().zip(&short) {
        row[0].clone_from(short);
    }
    let cut = short.iter().zip(&names).filter(|(short, name)| short != name);
    let legend = aligned(cut.map(|(short, name)| [short, name]), Side::Left, 2);
    heading.text(width) + &aligned(&rows, Side::Right, 3) + &legend
}

impl Heading<'_> {
    /// The line, folded where it is wider than `width`.
    fn text(&self, width: Option<usize>) -> String {
        let puzzles = match self.of {
            Some(of) => format!("{} of {}", grouped(self.puzzles), counted(of, "puzzle")),
            None => counted(self.puzzles, "puzzle"),
        };
        let nodes = self.node_limit.map(|nodes| counted(nodes, "node"));
        let time = self.time_limit.map(|time| duration(time.as_nanos() as f64));
        let limits: Vec<String> = nodes.into_iter().chain(time).collect();
        let limit = match &limits[..] {
            [] => "no limit".to_owned(),
            limits => format!("limit {}", limits.join(" and ")),
        };
        let parts = [
            self.corpus.to_owned(),
            puzzles,
            self.goal.to_owned(),
            limit,
            counted(self.threads as u64, "thread"),
            counted(self.passes.into(), "pass"),
        ];
        folded(parts.iter().map(String::as_str), "   ", width)
    }
}

fn row(identity: &Identity, summary: &ConfigSummary, best: Option<f64>) -> [String; 5] {
    let bound = |is_bound: bool| if is_bound { ">" } else { "" };
    let none = || "-".to_owned();
    let nodes = summary.mean_nodes();
    let ratio = match (summary.geometric_mean_nodes(), best) {
        (Some(nodes), Some(best)) => format!("{:.1}", nodes / best),
        _ => none(),
    };
    let (time, is_of_block) = match (summary.mean_time_ns(), summary.block_time_ns()) {
        (Some((time, true)), _) => (format!("> {}", duration(time)), false),
        (Some((time, false)), _) => (duration(time), false),
        (None, Some(time)) => (duration(time), true),
        (None, None) => (none(), false),
    };
    let nodes =
        nodes.map_or_else(none, |(nodes, is_bound)| format!("{}{}", bound(is_bound), count(nodes)));
    [
        label(identity, is_of_block),
        percent(summary.decided(), summary.searched()),
        nodes,
        ratio,
        time,
    ]
}

/// The config, and what it does not tell: an engine that searches as a config says, but is not the
/// search, and that a time is one of whole blocks.
fn label(identity: &Identity, is_of_block: bool) -> String {
    let Identity { config, engine, .. } = identity;
    let engine = (!engine.is_told_by(config)).then_some(engine.as_str());
    let remarks: Vec<_> =
        engine.into_iter().chain(is_of_block.then_some("per puzzle of a block")).collect();
    if remarks.is_empty() { config.clone() } else { format!("{config} ({})", remarks.join(", ")) }
}

/// A share in percent that says 100 only of all, and 0 only of none.
fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    let percent = 100.0 * part as f64 / whole as f64;
    match percent.round() as u64 {
        0 if part > 0 => "<1%".to_owned(),
        100 if part < whole => ">99%".to_owned(),
        rounded => format!("{rounded}%"),
    }
}

/// A mean count: decimals where they matter.
fn count(value: f64) -> String {
    if value < 1000.0 { format!("{value:.1}") } else { grouped(value.round() as u64) }
}

/// A duration in the unit that suits it.
#[must_use]
pub fn duration(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ns if ns < 99.95 => (ns, "ns"),
        ns if ns < 999_950.0 => (ns / 1e3, "us"),
        ns if ns < 999_950_000.0 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{value:.1} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::Counts;
    use crate::goal::Status;
    use crate::identity::EngineName;
    use crate::run_files::runs::Run;
    use crate::stats::summary::SummaryLimits;

    fn summary(runs: &[(Status, u64, Option<u64>)]) -> ConfigSummary {
        let mut summary = ConfigSummary::new(SummaryLimits::default());
        for &(status, nodes, time) in runs {
            summary.add(&Run {
                status,
                solutions: None,
                score: None,
                counts: Counts { nodes: (nodes > 0).then_some(nodes), ..Counts::default() },
                passes: 5,
                time_ns_min: time,
                time_ns_median: time,
            });
        }
        summary
    }

    #[test]
    fn the_best_config_stands_first() {
        let censored = summary(&[
            (Status::Unique, 50_000, Some(1_000_000)),
            (Status::NodeLimit, 100_000, Some(2_000_000)),
        ]);
        let quick =
            summary(&[(Status::Unique, 31, Some(8_000)), (Status::Unique, 32, Some(8_200))]);
        let mut lanes = summary(&[(Status::Unique, 0, None), (Status::Unique, 0, None)]);
        lanes.add_block(2, vec![800, 760, 9_000]);
        let mut kernel = summary(&[(Status::Unique, 40, None), (Status::Unique, 42, None)]);
        kernel.add_block(2, vec![4000]);
        let heading = Heading {
            corpus: "minimal.txt",
            puzzles: 2,
            of: None,
            goal: "unique",
            node_limit: Some(100_000),
            time_limit: None,
            threads: 2,
            passes: 5,
        };
        let identity = |config: &str, engine: &str| Identity {
            engine: EngineName::new(engine),
            ..Identity::whole(config, "")
        };
        let configs = [
            (&identity("slow", "search"), &censored),
            (&identity("lanes", "lanes"), &lanes),
            (&identity("quick", "search"), &quick),
            (&identity("quick", "kernel"), &kernel),
        ];
        let expected = "\
minimal.txt   2 puzzles   unique   limit 100,000 nodes   2 threads   5 passes
config                                  decided   nodes/puzzle   x best   time/puzzle
quick                                      100%           31.5      1.0        8.1 us
quick (kernel, per puzzle of a block)      100%           41.0      1.3        2.0 us
lanes (per puzzle of a block)              100%              -        -        0.4 us
slow                                        50%        >75,000        -      > 1.5 ms
";
        assert_eq!(table(&heading, &configs, None), expected);
        let narrow = table(&heading, &configs, Some(70));
        let rows: Vec<&str> = narrow.lines().collect();
        assert!(rows.iter().all(|row| row.chars().count() <= 70), "{narrow}");
        assert!(
            narrow.starts_with(
                "minimal.txt   2 puzzles   unique   limit 100,000 nodes   2 threads\n  5 passes\n"
            ),
            "{narrow}"
        );
        let full = "quick (ker..f a block)  quick (kernel, per puzzle of a block)\n";
        assert!(narrow.contains(full), "{narrow}");
    }

    #[test]
    fn shares_are_not_rounded_to_all_or_none() {
        assert_eq!(percent(999, 1000), ">99%");
        assert_eq!(percent(1, 1000), "<1%");
        assert_eq!(percent(0, 1000), "0%");
        assert_eq!(percent(1000, 1000), "100%");
    }

    #[test]
    fn figures_are_written_for_people() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(duration(400.0), "0.4 us");
        assert_eq!(duration(25.0), "25.0 ns");
        assert_eq!(duration(1.5e9), "1.5 s");
    }
}
