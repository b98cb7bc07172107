//! Comparisons as tables that a person reads, on the terminal or as Markdown.

use super::aligned::{Side, aligned};
use super::shortened::letter;
use crate::stats::comparison::{Basis, Comparison, Verdict};
use crate::stats::run_table::Metric;
use crate::text::printable;
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

/// What the columns and verdicts mean.
const LEGEND: [&str; 6] = [
    "a/b: geometric mean of the ratios; wins: puzzles on which a needs less",
    "p: Wilcoxon's signed-rank test, corrected by Holm for all pairs of the table",
    "a or b needs less: the interval is beyond the margin, p < 0.05, ranks agree",
    "equivalent: the interval is within the margin, or at least 300 puzzles all tie",
    "inconclusive: the data do not decide, few puzzles differ, or a limit cut runs",
    "interval: none where fewer than 20 puzzles (10 stretches) differ",
];

/// What the signs of ratios mean.
const BOUNDS: [&str; 3] = [
    "> at least: a limit cut runs of a only",
    "< at most: a limit cut runs of b only",
    "* over the puzzles that both decided: a limit cut runs of both",
];

/// One table for each corpus and metric, each below a line that says which. If a line is wider than
/// `width`, letters stand for the configs, and a list says for which.
#[must_use]
pub fn tables(comparisons: &[Comparison], style: Style, width: Option<usize>) -> String {
    let text = as_named(comparisons, style);
    let is_wide = |width| text.lines().any(|line| line.chars().count() > width);
    if !width.is_some_and(is_wide) {
        return text;
    }
    let mut names: Vec<&str> = Vec::new();
    for name in comparisons.iter().flat_map(|comparison| [&comparison.a, &comparison.b]) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let letter_of = |name: &str| letter(names.iter().position(|&n| n == name).unwrap_or(0));
    let lettered = |comparison: &Comparison| Comparison {
        a: letter_of(&comparison.a),
        b: letter_of(&comparison.b),
        ..comparison.clone()
    };
    let lettered: Vec<_> = comparisons.iter().map(lettered).collect();
    let meanings = names.iter().enumerate().map(|(at, name)| [letter(at), plain(name, style)]);
    as_named(&lettered, style) + &aligned(meanings, Side::Left, 2)
}

fn as_named(comparisons: &[Comparison], style: Style) -> String {
    let mut text = String::new();
    for family in comparisons.chunk_by(|x, y| (&x.corpus, x.metric) == (&y.corpus, y.metric)) {
        if !text.is_empty() {
            text.push('\n');
        }
        let mark = if style == Style::Markdown { "### " } else { "" };
        let (corpus, metric) = (plain(&family[0].corpus, style), family[0].metric.ratio_name());
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
    if !comparisons.is_empty() {
        text.push('\n');
    }
    let is_any_cut = comparisons.iter().any(|comparison| comparison.basis != Basis::Exact);
    let bounds = BOUNDS.iter().filter(|_| is_any_cut);
    for line in LEGEND.iter().filter(|_| !comparisons.is_empty()).chain(bounds) {
        let mark = if style == Style::Markdown { "- " } else { "" };
        text.push_str(&format!("{mark}{line}\n"));
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
    let sign = match comparison.basis {
        Basis::BothDecided => "*",
        basis => basis.sign(),
    };
    let ratio = |ratio: f64| format!("{ratio:.3}");
    let verdict = match comparison.verdict {
        Verdict::Better => "a needs less",
        Verdict::Worse => "b needs less",
        Verdict::Equivalent => "equivalent",
        Verdict::Inconclusive => "inconclusive",
    };
    [
        plain(&comparison.a, style),
        plain(&comparison.b, style),
        comparison.gm_ratio.map_or_else(String::new, |gm| format!("{sign}{}", ratio(gm))),
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

/// Text from files: printable, and in Markdown nothing that ends a cell or is a mark.
fn plain(text: &str, style: Style) -> String {
    let text = printable(text);
    if style == Style::Plain {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '|' | '<' | '&' | '`' | '*' | '[' | '\\') {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_corpus_metric_and_verdict() {
        let comparison = Comparison {
            pairs: 12,
            wins: 10,
            ties: 1,
            losses: 1,
            basis: Basis::AtMost,
            gm_ratio: Some(0.5),
            interval: Some((0.4, 0.6)),
            holm_p: Some(0.0001),
            verdict: Verdict::Better,
            ..Comparison::unknown("a|b.txt", Metric::Nodes, "x", "y")
        };
        let text = tables(std::slice::from_ref(&comparison), Style::Plain, None);
        assert!(text.starts_with("a|b.txt: nodes, 12 pairs\n"), "{text}");
        for part in [
            "<0.500",
            "< at most: ",
            "equivalent: ",
            "inconclusive: ",
            "0.400 to 0.600",
            "10/1/1",
            "<0.001",
            "a needs less",
        ] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
        let text = tables(&[comparison], Style::Markdown, None);
        assert!(text.starts_with("### a\\|b.txt: nodes, 12 pairs\n\n|"), "{text}");
    }

    #[test]
    fn letters_stand_for_configs_where_names_do_not_fit() {
        let names =
            ["first_fail:lowest/indomain_min/locked", "first_fail:ddeg/indomain_min/locked"];
        let comparison = Comparison {
            pairs: 49_158,
            ties: 49_158,
            gm_ratio: Some(12.345),
            interval: Some((12.345, 123.456)),
            holm_p: Some(0.0001),
            ..Comparison::unknown("c.txt", Metric::Nodes, names[0], names[1])
        };
        let text = tables(&[comparison], Style::Plain, Some(80));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(text.ends_with(&format!("\nA  {}\nB  {}\n", names[0], names[1])), "{text}");
    }
}
