//! `heatmap`: orderings by pruning levels and branchings, each as a ratio to the best.
//!
//! A cell is the geometric mean over the puzzles that all drawn configs have, divided by that of the
//! best config. The best is the least of the configs that decide most. `>` marks a bound: a run was
//! censored. `~` marks a cell where a run of the best config was also censored. The chart needs at
//! least two orderings, levels or branchings. Only the engine `search` has orderings.

use super::csv_table::{CsvTable, decimal};
use super::draw::{Chart, Mark};
use super::input::ChartInput;
use super::style::{self, Frame};
use crate::run_files::column::{self, ColumnSpec};
use crate::stats::comparison::pairing::{Work, WorkColumn, work};
use crate::stats::run_table::{Column, CorpusTable, Metric};
use crate::text::counted;
use comfy_table::{CellAlignment, Table, presets};
use kuva::plot::colormap::ColorMap;
use kuva::plot::heatmap::Heatmap;
use kuva::render::annotations::TextAnnotation;
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use std::sync::Arc;

/// The charts of nodes and of time of every corpus.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    input.each(chart)
}

struct Cell {
    config: String,
    row: usize,
    column: usize,
    ratio: f64,
    /// Puzzles that no limit cut.
    decided: usize,
    is_bound: bool,
}

impl Cell {
    /// The ratio, with a mark if it is a bound.
    fn words(&self, is_best_bound: bool) -> String {
        let bound = match (self.is_bound, is_best_bound) {
            (_, true) => "~",
            (true, false) => ">",
            (false, false) => "",
        };
        format!("{bound}{}", style::ratio(self.ratio))
    }
}

struct Cells {
    orderings: Vec<String>,
    levels: Vec<String>,
    cells: Vec<Cell>,
    puzzles: usize,
}

fn place(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

fn cells(input: &ChartInput<'_>, corpus: &CorpusTable, metric: Metric) -> Cells {
    let drawn: Vec<&Column> =
        corpus.columns.iter().filter(|c| c.engine.is_search() && c.knows(metric)).collect();
    let works = work(&drawn, metric);
    let puzzles: Vec<Vec<Work>> = (0..works.first().map_or(0, WorkColumn::len))
        .filter_map(|puzzle| works.iter().map(|works| works.get(puzzle)).collect())
        .collect();
    let (mut orderings, mut levels, mut cells) = (Vec::new(), Vec::new(), Vec::new());
    for (at, config) in drawn.iter().enumerate() {
        let Some(parts) = input.parts.get(&config.config) else { continue };
        let logarithms: f64 = puzzles.iter().map(|works| works[at].geometric.ln()).sum();
        cells.push(Cell {
            config: config.label(),
            row: place(&mut orderings, &parts.orderings()),
            column: place(&mut levels, &parts.level_and_branching()),
            ratio: (logarithms / puzzles.len() as f64).exp(),
            decided: puzzles.iter().filter(|works| !works[at].is_censored).count(),
            is_bound: puzzles.iter().any(|works| works[at].is_censored),
        });
    }
    // A config whose runs were cut looks cheap: the best is one of those that decide most.
    let most = cells.iter().map(|cell| cell.decided).max();
    let best = cells.iter().filter(|cell| Some(cell.decided) == most);
    let best = best.map(|cell| cell.ratio).fold(f64::INFINITY, f64::min);
    cells.iter_mut().for_each(|cell| cell.ratio /= best);
    Cells { orderings, levels, cells, puzzles: puzzles.len() }
}

fn chart(input: &ChartInput<'_>, corpus: &CorpusTable, metric: Metric) -> Option<Chart> {
    let Cells { orderings, levels, cells, puzzles } = cells(input, corpus, metric);
    if puzzles == 0 || cells.len() < 2 {
        return None;
    }
    // Rows are drawn from the bottom.
    let height = |row: usize| orderings.len() - row;
    let mut grid = vec![vec![f64::NAN; levels.len()]; orderings.len()];
    for cell in &cells {
        grid[height(cell.row) - 1][cell.column] = cell.ratio.log2();
    }
    let plots = vec![Plot::Heatmap(Heatmap::new().with_data(grid).with_color_map(color_map()))];
    let mut layout = Layout::auto_from_plots(&plots)
        .with_x_categories(levels.clone())
        .with_y_categories(orderings.iter().rev().cloned().collect())
        .with_x_label("pruning level")
        .with_y_label("")
        .with_colorbar_tick_format(TickFormat::Custom(Arc::new(|log| style::short(log.exp2()))));
    let is_best_bound = cells.iter().any(|cell| cell.ratio == 1.0 && cell.is_bound);
    let mut marks = Vec::new();
    let mut grid = vec![vec![String::new(); orderings.len()]; levels.len()];
    for cell in &cells {
        let words = cell.words(is_best_bound);
        let (x, y) = (cell.column as f64 + 1.0, height(cell.row) as f64);
        layout = layout.with_annotation(TextAnnotation::new(words.clone(), x, y - 0.24));
        marks.push(Mark { x, y, name: cell.config.clone(), text: format!("{words} x the best") });
        grid[cell.column][cell.row] = words;
    }
    let text = text(&orderings, &levels, &grid);
    let frame = Frame::of_rows(orderings.len(), orderings.iter().map(String::as_str));
    let noun = if metric.is_time() { "time" } else { metric.name() };
    Some(Chart {
        corpus: corpus.name.clone(),
        stem: format!("heatmap_{}_{}", metric.name(), style::corpus_stem(&corpus.name)),
        title: format!("{}: {noun} as a ratio to the best", corpus.name),
        subtitle: format!(
            "geometric means of {}, {}",
            counted(puzzles as u64, "puzzle"),
            input.goal_and_limits()
        ),
        csv: csv(corpus, metric, &orderings, &levels, &cells),
        marks,
        plots,
        layout,
        legend: Vec::new(),
        text: Some(text),
        frame: Frame { right: 110.0, height: 130.0 + 40.0 * orderings.len() as f64, ..frame },
    })
}

/// The number of orderings side by side on a terminal.
const ABREAST: usize = 8;

/// The cells as tables, orderings by their numbers, with their names below.
fn text(orderings: &[String], levels: &[String], grid: &[Vec<String>]) -> String {
    let mut text = String::new();
    let numbers: Vec<usize> = (0..orderings.len()).collect();
    for abreast in numbers.chunks(ABREAST) {
        let mut table = Table::new();
        let heads = abreast.iter().map(|number| format!("[{}]", number + 1));
        let _ = table
            .load_style(presets::NOTHING)
            .set_header(std::iter::once("level".to_owned()).chain(heads));
        for (level, row) in levels.iter().zip(grid) {
            let cells = abreast.iter().map(|&number| row[number].clone());
            let _ = table.add_row(std::iter::once(level.clone()).chain(cells));
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for line in table.to_string().lines() {
            text += &format!("{}\n", line.trim_end());
        }
    }
    for (number, ordering) in orderings.iter().enumerate() {
        text += &format!("[{}] {ordering}\n", number + 1);
    }
    text
}

/// From nearly white to an orange on which black is readable; grey for an empty cell.
fn color_map() -> ColorMap {
    ColorMap::Custom(Arc::new(|share| {
        if share.is_nan() {
            return "#f1f1f1".to_owned();
        }
        let part = |from: f64, to: f64| (from + share.clamp(0.0, 1.0) * (to - from)) as u8;
        format!("#{:02x}{:02x}{:02x}", part(240.0, 230.0), part(247.0, 139.0), part(255.0, 30.0))
    }))
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 7] = [
    column::CORPUS,
    column::METRIC,
    column::CONFIG,
    ColumnSpec::text("ordering", "the row: ordering, tie-break and value ordering"),
    ColumnSpec::text(
        "level",
        "the column: the pruning level, and the branching if it is not d_way",
    ),
    ColumnSpec::decimal("ratio_to_best", "the geometric mean of the ratios to the best config")
        .empty("it is not known"),
    column::BOUND,
];

fn csv(
    corpus: &CorpusTable,
    metric: Metric,
    orderings: &[String],
    levels: &[String],
    cells: &[Cell],
) -> Vec<u8> {
    let mut table = CsvTable::new(&SPECS);
    for cell in cells {
        table.push([
            corpus.name.clone(),
            metric.name().to_owned(),
            cell.config.clone(),
            orderings[cell.row].clone(),
            levels[cell.column].clone(),
            decimal(cell.ratio),
            u8::from(cell.is_bound).to_string(),
        ]);
    }
    table.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::input::tests::{LIMIT, Sample};

    #[test]
    fn cells_are_ratios_to_the_best() {
        let configs: [(&str, &[u64]); 3] =
            [("x/none", &[9, 99]), ("x/fc", &[4, 9]), ("y/none", &[9, LIMIT])];
        let chart = charts(&Sample::new("c", &configs).input()).remove(0);
        let csv = String::from_utf8(chart.csv.clone()).expect("UTF-8");
        let rows: Vec<_> = csv.lines().skip(1).collect();
        // sqrt(9 * 99) / sqrt(4 * 9)
        assert_eq!(rows[0], "c,nodes,x/none,x/v,none,4.97494,0");
        assert_eq!(rows[1], "c,nodes,x/fc,x/v,fc,1,0");
        assert!(rows[2].starts_with("c,nodes,y/none,y/v,none,15.81") && rows[2].ends_with(",1"));
        let lines: Vec<_> = chart.text.as_deref().unwrap_or_default().lines().collect();
        assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["none", "4.97", ">15.8"]);
        assert_eq!(lines[4], "[2] y/v");
        let svg = chart.into_svg();
        assert!(svg.contains(">4.97<") && svg.contains(">&gt;15.8<"), "cells hold their ratios");
    }
}
