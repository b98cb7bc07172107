//! `compare.csv`: one row per corpus x metric x pair of configs.

use super::Comparison;
use crate::run_files::field::push_text;

/// The file's name.
pub const FILE: &str = "compare.csv";

/// The columns.
pub const COLUMNS: [&str; 20] = [
    "corpus",
    "metric",
    "a",
    "b",
    "pairs",
    "wins",
    "ties",
    "losses",
    "both_censored",
    "gm_ratio",
    "ci_low",
    "ci_high",
    "ratio_of_sums",
    "median_ratio",
    "rank_biserial",
    "wilcoxon_p",
    "sign_p",
    "holm_p",
    "bound",
    "verdict",
];

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
