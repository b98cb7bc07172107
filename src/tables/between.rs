//! A run against an earlier one, in words.

use crate::stats::comparison::drift::{Change, Drift};
use crate::stats::comparison::{Basis, Comparison, Settings};
use crate::text::{counted, printable};

/// The content of a comparison between runs.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// Each config against itself: a is old, b is new.
    pub comparisons: &'a [Comparison],
    /// The changes of time.
    pub drifts: &'a [Drift],
    /// How changes are judged.
    pub settings: &'a Settings,
    /// The number of old and of new runs.
    pub runs: [usize; 2],
    /// Why times are not judged in any corpus, if they are not.
    pub why_not_judged: Option<&'a str>,
}

/// The most configs of a corpus that are named.
const NAMED: usize = 5;

/// The columns of a line, where names allow it.
const COLUMNS: usize = 80;

/// The report as text.
#[must_use]
pub fn text(report: &Report<'_>) -> String {
    let [old, new] = report.runs;
    let runs = |count: usize, name: &str, side: &str| {
        format!("{side} = {name} ({})", counted(count as u64, "run"))
    };
    let mut lines = vec![format!("{}, {}", runs(old, "OLD", "a"), runs(new, "NEW", "b"))];
    let of_corpora = report.comparisons.chunk_by(|x, y| x.corpus == y.corpus);
    for comparisons in of_corpora {
        let corpus = &comparisons[0].corpus;
        lines.push(format!("{corpus}: {}", counts(comparisons)));
        lines.extend(changed_counts(comparisons));
        if let Some(drift) = report.drifts.iter().find(|drift| drift.corpus == *corpus) {
            lines.extend(times(drift, report));
        }
    }
    if let Some(why) = report.why_not_judged {
        lines.push(format!("time is not judged: {why}"));
    }
    let margin = 100.0 * report.settings.margin;
    lines.push(format!(
        "margin {margin:.1} %; all metrics of all configs: --all; NEW's folder has the CSV"
    ));
    lines.iter().map(|line| printable(line) + "\n").collect()
}

fn counts(comparisons: &[Comparison]) -> String {
    let counted = || comparisons.iter().filter(|comparison| !comparison.metric.is_time());
    let differing = counted().filter(|one| one.ties < one.pairs).count();
    match (counted().count(), differing) {
        (0, _) => "no counts in common".to_owned(),
        (_, 0) => "all counts are equal".to_owned(),
        (all, differing) => format!("{differing} of {all} counts differ"),
    }
}

/// The metrics that changed, config by config.
fn changed_counts(comparisons: &[Comparison]) -> Vec<String> {
    let changed: Vec<_> =
        comparisons.iter().filter(|one| !one.metric.is_time() && one.ties < one.pairs).collect();
    let line = |one: &&Comparison| {
        let ratio = one.ratio_of_sums.map_or_else(
            || "no puzzle was decided by both".to_owned(),
            |ratio| format!("NEW needs {}", change(1.0 / ratio)),
        );
        let part = if one.basis == Basis::Exact { "" } else { " (runs were cut)" };
        let config = one.b.strip_suffix(" (new)").unwrap_or(&one.b);
        format!("  {}  {config}: {ratio}{part}", one.metric.name())
    };
    let mut lines: Vec<_> = changed.iter().take(NAMED).map(line).collect();
    if changed.len() > NAMED {
        lines.push(format!("  and {} more", changed.len() - NAMED));
    }
    lines
}

fn times(drift: &Drift, report: &Report<'_>) -> Vec<String> {
    let count = drift.configs.len();
    let all = if count == 1 { "the config".to_owned() } else { format!("all {count} configs") };
    let mut lines = vec![format!("  time  {all}: {}", with_interval(&drift.shift))];
    let why = drift.why_not_judged(report.settings);
    let is_judged = report.why_not_judged.is_none() && why.is_none();
    if let Some(why) = why.filter(|_| report.why_not_judged.is_none()) {
        lines.push(format!("        not judged: {why}"));
    }
    let most = 1.0 + report.settings.margin.max(report.settings.noise_floor);
    let is_changed = |change: &Change| {
        change.interval.is_some_and(|(low, high)| low > most || high < 1.0 / most)
    };
    let changed: Vec<_> =
        drift.configs.iter().filter(|config| is_changed(&config.beyond)).collect();
    for config in changed.iter().take(NAMED) {
        let beyond = with_interval(&config.beyond);
        let line = format!("        beyond that {}: {beyond}", config.config);
        match line.chars().count() <= COLUMNS {
            true => lines.push(line),
            false => lines.extend([
                format!("        beyond that {}:", config.config),
                format!("          {beyond}"),
            ]),
        }
    }
    if changed.len() > NAMED {
        lines.push(format!("        and {} more", changed.len() - NAMED));
    }
    if changed.is_empty() && is_judged {
        lines.push("        beyond that no config differs by more than the margin".to_owned());
    }
    lines
}

fn with_interval(change_of: &Change) -> String {
    let bounds = change_of.interval.map_or_else(String::new, |(low, high)| {
        let percent = |ratio: f64| 100.0 * (ratio - 1.0);
        format!(" ({:+.1} to {:+.1} %)", percent(low), percent(high))
    });
    let ratio = change_of.ratio;
    let percent = 100.0 * (ratio - 1.0).abs();
    let word = if ratio < 1.0 { "faster" } else { "slower" };
    format!("NEW is {word} by {percent:.1} %{bounds}")
}

fn change(ratio: f64) -> String {
    let percent = 100.0 * (ratio - 1.0).abs();
    let word = if ratio < 1.0 { "less" } else { "more" };
    format!("{percent:.1} % {word}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::comparison::drift::ConfigChange;
    use crate::stats::run_table::Metric;

    #[test]
    fn old_and_new_are_named_in_words() {
        let nodes = Comparison {
            pairs: 30,
            ties: 10,
            losses: 20,
            ratio_of_sums: Some(0.8),
            ..Comparison::unknown("c.txt", Metric::Nodes, "x (old)", "x (new)")
        };
        let slower = Change { ratio: 1.25, interval: Some((1.2, 1.3)) };
        let own = ConfigChange { config: "x".to_owned(), measured: 1.3, beyond: slower };
        let rest = ConfigChange { beyond: Change { ratio: 1.0, interval: None }, ..own.clone() };
        let shift = Change { ratio: 0.96, interval: None };
        let configs = vec![own, rest.clone(), rest.clone(), rest];
        let drift = Drift { corpus: "c.txt".to_owned(), shift, configs };
        let report = Report {
            comparisons: &[nodes],
            drifts: &[drift],
            settings: &Settings { margin: 0.02, noise_floor: 0.03, ..Settings::default() },
            runs: [1, 1],
            why_not_judged: None,
        };
        let expected = "\
a = OLD (1 run), b = NEW (1 run)
c.txt: 1 of 1 counts differ
  nodes  x: NEW needs 25.0 % more
  time  all 4 configs: NEW is faster by 4.0 %
        beyond that x: NEW is slower by 25.0 % (+20.0 to +30.0 %)
margin 2.0 %; all metrics of all configs: --all; NEW's folder has the CSV
";
        assert_eq!(text(&report), expected);
    }
}
