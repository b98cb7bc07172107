//! What all charts share: colours, line styles, sizes, numbers on axes.
//!
//! Colours are those of Okabe & Ito (2008), which readers with any colour vision tell apart,
//! without the yellow, which is faint on white. Line styles change with the colours, so that two
//! configs differ in both or stand far apart in the legend.

use kuva::plot::legend::{LegendEntry, LegendPosition, LegendShape};
use kuva::plot::line::LineStyle;
use kuva::render::layout::{Layout, TickFormat};
use std::sync::Arc;

/// Pixels of a chart without its legend, and of a row of the legend.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 500.0;
/// Margins wide enough for the numbers at the axes.
const LEFT: f64 = 74.0;
const RIGHT: f64 = 26.0;
const LEGEND_ROW: f64 = 18.0;
const LEGEND_COLUMNS: usize = 2;

const COLORS: [&str; 7] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9"];

/// Each pattern is written as often as it fits into the sample line of a legend, which shows a
/// pattern once.
const DASHES: [Option<&str>; 4] =
    [None, Some("6 2.5 6 2.5"), Some("1.6 2 1.6 2 1.6 2 1.6 2"), Some("9 2.5 1.6 2.5")];

/// The colour of the config of an index.
pub(super) fn color(index: usize) -> &'static str {
    COLORS[index % COLORS.len()]
}

/// The line style of the config of an index: 28 combinations with the colour.
pub(super) fn line_style(index: usize) -> LineStyle {
    DASHES[(index + 2 * (index / COLORS.len())) % DASHES.len()]
        .map_or(LineStyle::Solid, |dash| LineStyle::Custom(dash.to_owned()))
}

/// The size and type of every chart, with a legend of labels in two columns below it.
pub(super) fn sized(layout: Layout, labels: &[String]) -> Layout {
    let entries: Vec<_> = labels
        .iter()
        .enumerate()
        .map(|(index, label)| LegendEntry {
            label: plain(label),
            color: color(index).to_owned(),
            shape: LegendShape::Line,
            dasharray: line_style(index).dasharray(),
        })
        .collect();
    let rows = labels.len().div_ceil(LEGEND_COLUMNS);
    layout
        .with_width(WIDTH)
        .with_height(HEIGHT + LEGEND_ROW * rows as f64)
        .with_title_size(17)
        .with_label_size(14)
        .with_tick_size(12)
        .with_body_size(12)
        .with_legend_entries(entries)
        .with_legend_position(LegendPosition::OutsideBottomColumns)
        .with_legend_col_limit(LEGEND_COLUMNS)
        .with_legend_box(false)
        .with_force_margins(LEFT, RIGHT)
}

/// Text that the drawing crate takes as it is: a dollar would begin a formula.
pub(super) fn plain(text: &str) -> String {
    text.replace('$', "\\$")
}

/// Powers of ten and their multiples with unit letters: 1, 10, 1k, 1M.
pub(super) fn counts() -> TickFormat {
    TickFormat::Custom(Arc::new(|value| match value {
        value if value >= 1e9 => format!("{}G", value / 1e9),
        value if value >= 1e6 => format!("{}M", value / 1e6),
        value if value >= 1e3 => format!("{}k", value / 1e3),
        value => format!("{value}"),
    }))
}

/// Shares as whole percents.
pub(super) fn percents() -> TickFormat {
    TickFormat::Custom(Arc::new(|share| format!("{:.0}%", share * 100.0)))
}

/// A number with commas between thousands.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A file name made of any text: letters, digits, `.`, `-` and `_` stay.
pub(super) fn stem(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_eight_configs_differ_in_colour_or_line() {
        let style = |index| (color(index), line_style(index).dasharray());
        for a in 0..28 {
            for b in 0..a {
                assert_ne!(style(a), style(b));
            }
        }
    }

    #[test]
    fn numbers_and_names_are_readable() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(stem("<a b>#2.txt"), "_a_b__2.txt");
        assert_eq!(counts().format(20_000.0), "20k");
    }
}
