//! The style of all charts: colours, line styles, sizes, numbers on axes.
//!
//! The colours are those of Okabe & Ito (2008), which readers with any colour vision can distinguish,
//! without the yellow, which is faint on white. Line styles change with the colours, so two
//! configs differ in both or are far apart in the legend.

pub(super) use crate::tables::closing::grouped as thousands;
use crate::text::{hexadecimal, printable, width};
use kuva::plot::LinePlot;
use kuva::plot::legend::{LegendEntry, LegendPosition, LegendShape};
use kuva::plot::line::LineStyle;
use kuva::render::annotations::ReferenceLine;
use kuva::render::layout::{Layout, TickFormat};
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The size of a chart without its legend, and its margins, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) left: f64,
    pub(super) right: f64,
}

impl Frame {
    /// The frame of most charts; its margins fit the numbers at the axes.
    pub(super) const PAGE: Self = Self { width: 900.0, height: 500.0, left: 74.0, right: 26.0 };

    /// A chart of rows with labels on the left.
    pub(super) fn of_rows<'a>(rows: usize, words: impl Iterator<Item = &'a str>) -> Self {
        let widest = words.map(width).max().unwrap_or(0);
        let height = 130.0 + 30.0 * rows.max(3) as f64;
        Self { height, left: 30.0 + LETTER * widest as f64, ..Self::PAGE }
    }
}

/// The width of a letter at an axis.
const LETTER: f64 = 7.1;
const LEGEND_ROW: f64 = 18.0;
const LEGEND_COLUMNS: usize = 2;

/// The distance of a letter's foot below its middle, at the size of letters on curves.
pub(super) const LETTER_FOOT: f64 = 4.2;

/// The colour of guide lines.
pub(super) const GUIDE: &str = "#8a8a8a";

const COLORS: [&str; 7] =
    ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9"];

/// Gaps are short, so that no step of a curve falls into one: two thirds of a line are drawn. Each
/// pattern is repeated to fill the sample line of a legend, because the legend draws a pattern only
/// once.
const DASHES: [Option<&str>; 4] =
    [None, Some("7 2 7 2"), Some("3 1.5 3 1.5 3 1.5 3 1.5"), Some("10 2 3 2")];

/// The colour of the config of an index.
pub(super) fn color(index: usize) -> &'static str {
    COLORS[index % COLORS.len()]
}

/// The line style of the config of an index: 28 combinations with the colour.
pub(super) fn line_style(index: usize) -> LineStyle {
    DASHES[(index + 2 * (index / COLORS.len())) % DASHES.len()]
        .map_or(LineStyle::Solid, |dash| LineStyle::Custom(dash.to_owned()))
}

/// The line of the config of an index.
pub(super) fn line(index: usize) -> LinePlot {
    LinePlot::new()
        .with_color(color(index))
        .with_line_style(line_style(index))
        .with_stroke_width(1.8)
}

/// The legend's entry of the config of an index.
pub(super) fn key(index: usize, label: &str) -> LegendEntry {
    LegendEntry {
        label: label.to_owned(),
        color: color(index).to_owned(),
        shape: LegendShape::Line,
        dasharray: line_style(index).dasharray(),
    }
}

/// The legend's entry of guide lines.
pub(super) fn guide_key(label: &str) -> LegendEntry {
    LegendEntry {
        label: label.to_owned(),
        color: GUIDE.to_owned(),
        shape: LegendShape::Line,
        dasharray: DASHES[1].map(str::to_owned),
    }
}

/// The size and type of a chart in a file, with its legend in two columns below it.
pub(super) fn of_page(layout: Layout, legend: Vec<LegendEntry>, frame: Frame) -> Layout {
    let rows = legend.len().div_ceil(LEGEND_COLUMNS);
    let layout = layout
        .with_width(frame.width)
        .with_height(frame.height + LEGEND_ROW * rows as f64)
        .with_title_size(17)
        .with_label_size(14)
        .with_tick_size(12)
        .with_body_size(12)
        .with_title_wrap(((frame.width - frame.left - frame.right) / 8.5) as usize)
        .with_force_margins(frame.left, frame.right);
    if legend.is_empty() {
        return layout;
    }
    let plain = |entry: LegendEntry| LegendEntry { label: plain(&entry.label), ..entry };
    layout
        .with_legend_entries(legend.into_iter().map(plain).collect())
        .with_legend_position(LegendPosition::OutsideBottomColumns)
        .with_legend_col_limit(LEGEND_COLUMNS)
        .with_legend_box(false)
}

/// The size of a chart in columns and rows of text, without title and legend.
pub(super) fn of_terminal(layout: Layout, columns: usize, rows: usize, frame: Frame) -> Layout {
    // A character is about the size of a letter at the axes.
    let (letter, height) = (8.0, 18.0);
    let width = letter * columns as f64;
    let left = (frame.left * letter / LETTER).min(0.6 * width);
    layout
        .with_width(width)
        .with_height(height * rows as f64)
        .with_tick_size(12)
        .with_label_size(12)
        .with_term_rows(rows as u32)
        .with_show_grid(false)
        .with_force_margins(left, frame.right)
}

/// The nearest of 1, 2 and 5 times a power of ten that is not above a value.
pub(super) fn round_below(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [5.0, 2.0, 1.0].map(|digit| digit * power).into_iter().find(|&at| at <= value).unwrap_or(power)
}

/// The nearest of 1, 2 and 5 times a power of ten that is not below a value.
pub(super) fn round_above(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    let ticks = [1.0, 2.0, 5.0].map(|digit| digit * power);
    ticks.into_iter().find(|&at| at >= value).unwrap_or(10.0 * power)
}

/// A line at the limit, if there was one.
pub(super) fn limit_line(layout: Layout, limit: Option<f64>) -> Layout {
    let line = |limit| ReferenceLine::horizontal(limit).with_color(GUIDE).with_label("limit");
    match limit {
        Some(limit) => layout.with_reference_line(line(limit)),
        None => layout,
    }
}

/// A line at ratio 1.
pub(super) fn mark_one(layout: Layout) -> Layout {
    layout.with_reference_line(ReferenceLine::vertical(1.0).with_color(GUIDE))
}

/// The parts of a colour `#rrggbb`.
pub(super) fn rgb(color: &str) -> (u8, u8, u8) {
    let part = |at: usize| {
        let digits = color.get(at..at + 2).unwrap_or("80");
        u8::from_str_radix(digits, 16).unwrap_or(128)
    };
    (part(1), part(3), part(5))
}

/// Escapes a text for the drawing crate and for XML, which allows no control characters. An unescaped dollar would start a formula.
pub(super) fn plain(text: &str) -> String {
    printable(text).replace('$', "\\$")
}

/// Powers of ten and their multiples with unit letters: 1, 10, 1k, 1M.
pub(super) fn counts() -> TickFormat {
    TickFormat::Custom(Arc::new(|value| match value {
        value if value >= 1e9 => format!("{}G", short(value / 1e9)),
        value if value >= 1e6 => format!("{}M", short(value / 1e6)),
        value if value >= 1e3 => format!("{}k", short(value / 1e3)),
        value => short(value),
    }))
}

/// Three significant digits at most.
pub(super) fn short(value: f64) -> String {
    let rounded: f64 = format!("{value:.2e}").parse().unwrap_or(value);
    rounded.to_string()
}

/// A ratio with three significant digits.
pub(super) fn ratio(value: f64) -> String {
    let rounded: f64 = format!("{value:.2e}").parse().unwrap_or(value);
    let decimals = 2 - rounded.abs().log10().floor().clamp(-6.0, 2.0) as i32;
    match decimals {
        0 => thousands(rounded as u64),
        _ => format!("{rounded:.*}", decimals as usize),
    }
}

/// Shares as whole percents.
pub(super) fn percents() -> TickFormat {
    TickFormat::Custom(Arc::new(|share| format!("{:.0}%", share * 100.0)))
}

/// A part of a file name made of any text: letters, digits, `.`, `-` and `_` stay.
pub(super) fn stem(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '_' })
        .collect()
}

/// The same of the name of a corpus. Different names give different parts: a name that is not kept
/// as it is, or is cut because it is long, ends with a hash.
pub(super) fn corpus_stem(name: &str) -> String {
    let mut stem = stem(name);
    if stem != name || stem.len() > LONGEST_STEM {
        stem.truncate(LONGEST_STEM);
        stem += &format!("-{}", hexadecimal(&Sha256::digest(name)[..4]));
    }
    stem
}

/// The most letters of the name of a corpus in the name of a chart. With a kind, a metric and the
/// names of two configs it fits in the 255 bytes that file systems allow.
const LONGEST_STEM: usize = 80;

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
    fn names_of_corpora_differ_in_file_names() {
        let long = |last: &str| "n".repeat(250) + last;
        let names = ["a b.txt", "a_b.txt", "a#b.txt", "\u{e4}b", "\u{f6}b", &long("1"), &long("2")];
        let stems = names.map(corpus_stem);
        for (at, stem) in stems.iter().enumerate() {
            assert!(stem.len() <= LONGEST_STEM + 9 && stem.is_ascii(), "{stem}");
            assert!(!stems[..at].contains(stem), "{stem}");
        }
    }

    #[test]
    fn numbers_and_names_are_readable() {
        let ratios = [1.0, 2.0, 0.997, 1.7, 9.999, 35.94, 241.2, 22_790.0, 1e-9].map(ratio);
        let written = ["1.00", "2.00", "0.997", "1.70", "10.0", "35.9", "241", "22,800"];
        assert_eq!(ratios[..8], written);
        assert_eq!(stem("<a b>#2.txt"), "_a_b__2.txt");
        assert_eq!(corpus_stem("a_b.txt"), "a_b.txt");
        assert_eq!(counts().format(20_000.0), "20k");
        assert_eq!(counts().format(0.1 + 0.2), "0.3");
        assert_eq!((round_below(30.0), round_above(30.0)), (20.0, 50.0));
        assert_eq!((round_below(0.2), round_above(0.7)), (0.2, 1.0));
        assert_eq!(rgb("#0072B2"), (0, 0x72, 0xb2));
    }
}
