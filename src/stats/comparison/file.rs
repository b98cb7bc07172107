//! `compare.csv`: one row per corpus x metric x pair of configs.

use super::Comparison;
use crate::run_files::column::{self, ColumnSpec, names};
use crate::run_files::field::push_text;

/// The file's name.
pub const FILE: &str = "compare.csv";

/// What the columns hold.
pub const SPECS: [ColumnSpec; 20] = [
    column::CORPUS,
    ColumnSpec::text(
        "metric",
        "nodes, branches, guesses, time_ns, or block_time_ns where a config was timed by block; \
         between runs also choices, fails and max_depth",
    ),
    ColumnSpec::text("a", "the first config; with the engine in parentheses where it is not plain"),
    ColumnSpec::text("b", "the second config"),
    ColumnSpec::integer("pairs", "puzzles of which both are known; of block_time_ns stretches"),
    ColumnSpec::integer("wins", "pairs in which a needs less"),
    ColumnSpec::integer("ties", "pairs in which both need the same, or a limit cut both"),
    ColumnSpec::integer("losses", "pairs in which b needs less"),
    ColumnSpec::integer("both_censored", "pairs in which a limit cut both"),
    ColumnSpec::decimal("gm_ratio", "the geometric mean of the ratios a/b").empty(NO_RATIO),
    ColumnSpec::decimal("ci_low", "the lower end of its 95 % interval").empty(NO_INTERVAL),
    ColumnSpec::decimal("ci_high", "the upper end of its 95 % interval").empty(NO_INTERVAL),
    ColumnSpec::decimal("ratio_of_sums", "the sum of a / the sum of b").empty(NO_RATIO),
    ColumnSpec::decimal("median_ratio", "the median of the ratios a/b of all pairs")
        .empty("limits leave it unknown"),
    ColumnSpec::decimal(
        "rank_biserial",
        "the rank-biserial correlation: -1 where a always needs less, 1 where it always needs more",
    )
    .empty("all pairs tie"),
    ColumnSpec::decimal("wilcoxon_p", "the p of Wilcoxon's signed-rank test").empty(NO_TEST),
    ColumnSpec::decimal("sign_p", "the p of the sign test").empty(NO_TEST),
    ColumnSpec::decimal(
        "holm_p",
        "wilcoxon_p, corrected by Holm for all pairs of the corpus and metric",
    )
    .empty(NO_TEST),
    column::BOUND,
    ColumnSpec::text(
        "verdict",
        "better: a needs less; worse: a needs more; equivalent: the difference is within the margin; \
         inconclusive",
    ),
];

const NO_RATIO: &str = "limits leave no pair on which it can rest";
const NO_INTERVAL: &str = "fewer than 20 pairs differ";
const NO_TEST: &str = "there is no pair to test";

/// The columns.
pub const COLUMNS: [&str; SPECS.len()] = names(&SPECS);

/// The file of these comparisons.
#[must_use]
pub fn csv(comparisons: &[Comparison]) -> Vec<u8> {
    let mut csv = crate::run_files::field::header(&COLUMNS);
    for comparison in comparisons {
        push_row(&mut csv, comparison);
    }
    csv
}

fn push_row(csv: &mut Vec<u8>, comparison: &Comparison) {
    for text in [&comparison.corpus, comparison.metric.name(), &comparison.a, &comparison.b] {
        push_text(csv, text.as_bytes());
        csv.push(b',');
    }
    let Comparison { pairs, wins, ties, losses, both_censored, .. } = comparison;
    for count in [pairs, wins, ties, losses, both_censored] {
        csv.extend_from_slice(format!("{count},").as_bytes());
    }
    for decimal in [
        comparison.gm_ratio,
        comparison.interval.map(|interval| interval.0),
        comparison.interval.map(|interval| interval.1),
        comparison.ratio_of_sums,
        comparison.median_ratio,
        comparison.rank_biserial,
        comparison.wilcoxon_p,
        comparison.sign_p,
        comparison.holm_p,
    ] {
        csv.extend_from_slice(decimal.map_or_else(String::new, nine_digits).as_bytes());
        csv.push(b',');
    }
    let bound = u8::from(comparison.basis.is_bound());
    csv.extend_from_slice(format!("{bound},{}\n", comparison.verdict).as_bytes());
}

/// The number with nine significant digits; with an exponent where it is very small.
#[must_use]
pub fn nine_digits(number: f64) -> String {
    let rounded: f64 = format!("{number:.8e}").parse().unwrap_or(number);
    if rounded != 0.0 && rounded.abs() < 1e-6 {
        format!("{rounded:e}")
    } else {
        rounded.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_exact_where_they_can_be() {
        assert_eq!(nine_digits(1.0), "1");
        assert_eq!(nine_digits(2.0 / 3.0), "0.666666667");
        assert_eq!(nine_digits(1.234e-200), "1.234e-200");
        assert_eq!(nine_digits(0.0), "0");
    }
}
