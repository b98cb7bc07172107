//! Comparisons as tables that a person reads, on the terminal or as Markdown.

use crate::stats::comparison::{Comparison, Verdict};
use crate::stats::run_table::Metric;
use comfy_table::{CellAlignment, Table, presets};

/// How a table is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Columns apart by blanks.
    Plain,
    /// A Markdown table.
    Markdown,
}

const HEADER: [&str; 7] = ["a", "b", "a/b", "95 % interval", "wins/ties/losses", "p", "verdict"];

/// One table for each corpus and metric, each below a line that says which.
#[must_use]
pub fn tables(comparisons: &[Comparison], style: Style) -> String {
    let mut text = String::new();
    for family in comparisons.chunk_by(|x, y| (&x.corpus, x.metric) == (&y.corpus, y.metric)) {
        if !text.is_empty() {
            text.push('\n');
        }
        let mark = if style == Style::Markdown { "### " } else { "" };
        let (corpus, metric) = (plain(&family[0].corpus, style), family[0].metric.name());
        let unit = if family[0].metric == Metric::BlockTime { "stretches" } else { "pairs" };
        text.push_str(&format!("{mark}{corpus}: {metric}, {} {unit}\n", most_pairs(family)));
        if style == Style::Markdown {
            text.push('\n');
        }
        for line in table(family, style).to_string().lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    if comparisons.iter().any(|comparison| comparison.is_bound) {
        text.push_str("\n~ a limit cut runs: the ratio is a bound, and never equivalent\n");
    }
    text
}

fn most_pairs(family: &[Comparison]) -> u64 {
    family.iter().map(|comparison| comparison.pairs).max().unwrap_or(0)
}

fn table(family: &[Comparison], style: Style) -> Table {
    let mut table = Table::new();
    let _ = table
        .load_style(match style {
            Style::Plain => presets::NOTHING,
            Style::Markdown => presets::ASCII_MARKDOWN,
        })
        .set_header(HEADER);
    for comparison in family {
        let _ = table.add_row(row(comparison, style));
    }
    for column in 2..6 {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn row(comparison: &Comparison, style: Style) -> [String; 7] {
    let bound = if comparison.is_bound { "~" } else { "" };
    let ratio = |ratio: f64| format!("{ratio:.3}");
    let verdict = match comparison.verdict {
        Verdict::Better => "a needs less",
        Verdict::Worse => "b needs less",
        Verdict::Equivalent => "equivalent",
        Verdict::Inconclusive => "-",
    };
    [
        plain(&comparison.a, style),
        plain(&comparison.b, style),
        comparison.gm_ratio.map_or_else(String::new, |gm| format!("{bound}{}", ratio(gm))),
        comparison
            .interval
            .map_or_else(String::new, |(low, high)| format!("{} to {}", ratio(low), ratio(high))),
        format!("{}/{}/{}", comparison.wins, comparison.ties, comparison.losses),
        comparison.holm_p.map_or_else(String::new, p_value),
        verdict.to_owned(),
    ]
}

fn p_value(p: f64) -> String {
    if p < 0.001 { "<0.001".to_owned() } else { format!("{p:.3}") }
}

/// Text from files: no control characters, and nothing that ends a cell.
fn plain(text: &str, style: Style) -> String {
    let text = text.replace(char::is_control, "?");
    if style == Style::Markdown { text.replace('|', "\\|") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_corpus_metric_and_verdict() {
        let comparison = Comparison {
            corpus: "a|b.txt".into(),
            metric: Metric::Nodes,
            a: "x".into(),
            b: "y".into(),
            pairs: 12,
            wins: 10,
            ties: 1,
            losses: 1,
            both_censored: 0,
            gm_ratio: Some(0.5),
            interval: Some((0.4, 0.6)),
            ratio_of_sums: None,
            median_ratio: None,
            rank_biserial: None,
            wilcoxon_p: None,
            sign_p: None,
            holm_p: Some(0.0001),
            is_bound: true,
            verdict: Verdict::Better,
        };
        let text = tables(std::slice::from_ref(&comparison), Style::Plain);
        assert!(text.starts_with("a|b.txt: nodes, 12 pairs\n"), "{text}");
        for part in ["~0.500", "0.400 to 0.600", "10/1/1", "<0.001", "a needs less"] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        let text = tables(&[comparison], Style::Markdown);
        assert!(text.starts_with("### a\\|b.txt: nodes, 12 pairs\n\n|"), "{text}");
    }
}
