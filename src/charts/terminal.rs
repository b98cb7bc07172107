//! A chart as lines of text, for a terminal: curves in dots of braille, the legend below.
//!
//! Seven colours are not enough for fifteen curves, and output to a file has no colours. So each curve
//! is marked with its letter in the legend.

use super::draw::{Chart, pixels};
use super::style;
use crate::text::{fitted, printable, width};
use kuva::backend::terminal::TerminalBackend;
use kuva::plot::LinePlot;
use kuva::plot::legend::LegendShape;
use kuva::render::plots::Plot;
use kuva::render::render::{AxisMeta, Primitive, TextAnchor, render_multiple};

/// The number of points of a line. More points would merge its dots into bars.
const POINTS: usize = 40;
/// The fewest columns of the name of a corpus.
const SHORTEST_NAME: usize = 12;
/// The letter on a line: its size in pixels, and the distance of its foot below its middle.
const LETTER: (u32, f64) = (12, 4.2);
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl Chart {
    /// The chart as lines of text, with colours as escape sequences.
    #[must_use]
    pub fn into_terminal(mut self, columns: usize) -> String {
        let rest = self.title.strip_prefix(&*self.corpus).unwrap_or(&self.title);
        let name = if rest == self.title { "" } else { &*self.corpus };
        let room = columns.saturating_sub(width(rest)).max(SHORTEST_NAME);
        let mut text = format!("{}{}\n", fitted(&printable(name), room), printable(rest));
        match width(&self.subtitle) > columns {
            true => text += &self.subtitle.replace("; ", "\n"),
            false => text += &self.subtitle,
        }
        text.push('\n');
        if let Some(shown) = self.text {
            return text + &shown.lines().map(|line| printable(line) + "\n").collect::<String>();
        }
        // Vertical words are hard to read in a terminal, and so are long words below a narrow picture.
        let labels = [self.layout.x_label.take(), self.layout.y_label.take()];
        for (way, label) in ["across", "upright"].into_iter().zip(labels) {
            if let Some(label) = label.filter(|label| !label.is_empty()) {
                text += &format!("{way}: {label}\n");
            }
        }
        for plot in &mut self.plots {
            if let Plot::Line(line) = plot {
                thin(line);
            }
        }
        let lines: Vec<_> = self.plots.iter().filter_map(points).collect();
        let is_line = |shape: &LegendShape| matches!(shape, LegendShape::Line);
        let has_letters = lines.len() == self.legend.len()
            && self.legend.iter().all(|entry| is_line(&entry.shape));
        let mut legend = String::new();
        for (index, entry) in self.legend.iter().enumerate() {
            let (r, g, b) = style::rgb(shade(&entry.color));
            legend += &format!("\x1b[38;2;{r};{g};{b}m━━\x1b[0m ");
            if let Some(letter) = LETTERS.chars().nth(index).filter(|_| has_letters) {
                legend += &format!("{letter} ");
            }
            legend += &format!("{}\n", printable(&entry.label));
        }
        let rows = (self.frame.height / 22.0).ceil().clamp(20.0, 60.0) as usize;
        let layout = style::of_terminal(self.layout, columns, rows, self.frame);
        // For the positions of the axes.
        let mut scene = render_multiple(self.plots, layout.with_interactive());
        scene.interactive = false;
        if let Some(axes) = scene.axis_meta.take().filter(|_| has_letters) {
            scene.elements.extend(letters(&lines, &axes));
        }
        text += TerminalBackend::new(columns, rows).render_scene(&scene).trim_end();
        text + "\n" + &legend
    }
}

/// Draws diagonal lines in dots, which are finer than steps in characters.
fn thin(line: &mut LinePlot) {
    line.step = false;
    line.color = shade(&line.color).to_owned();
    let stride = line.data.len().div_ceil(POINTS).max(1);
    let last = line.data.len().saturating_sub(1);
    let mut at = 0;
    line.data.retain(|_| {
        at += 1;
        (at - 1) % stride == 0 || at - 1 == last
    });
}

/// Replaces black, which is invisible on a black background.
fn shade(color: &str) -> &str {
    if color == "#000000" { style::GUIDE } else { color }
}

fn points(plot: &Plot) -> Option<Vec<(f64, f64)>> {
    match plot {
        Plot::Line(line) => Some(line.data.iter().map(|point| (point.x, point.y)).collect()),
        _ => None,
    }
}

/// A letter on each line, placed where it is furthest from other lines and letters.
fn letters(lines: &[Vec<(f64, f64)>], axes: &AxisMeta) -> Vec<Primitive> {
    let walk_of = |line: &Vec<(f64, f64)>| -> Vec<_> {
        let line: Vec<_> = line.iter().map(|&(x, y)| pixels(axes, x, y)).collect();
        (1..POINTS).filter_map(|at| along(&line, at as f64 / POINTS as f64)).collect()
    };
    let walks: Vec<_> = lines.iter().map(walk_of).collect();
    let mut places: Vec<(f64, f64)> = Vec::new();
    let mut letters = Vec::new();
    for (walk, letter) in walks.iter().zip(LETTERS.chars()) {
        // Lines that coincide with this one entirely are ignored.
        let others: Vec<_> =
            walks.iter().filter(|&other| other != walk).flatten().copied().collect();
        let room = |place: &&(f64, f64)| room(**place, &others) + room(**place, &places);
        let best = walk.iter().max_by(|a, b| room(a).total_cmp(&room(b)));
        let Some(&(x, y)) = best else { continue };
        places.push((x, y));
        letters.push(letter_at(letter, x, y));
    }
    letters
}

/// The distance of a position from the nearest of others, at most `ENOUGH`.
fn room(place: (f64, f64), others: &[(f64, f64)]) -> f64 {
    const ENOUGH: f64 = 40.0;
    others.iter().map(|at| (at.0 - place.0).hypot(at.1 - place.1)).fold(ENOUGH, f64::min)
}

fn letter_at(letter: char, x: f64, y: f64) -> Primitive {
    let (size, foot) = LETTER;
    Primitive::Text {
        x,
        y: y + foot,
        content: letter.to_string(),
        size,
        anchor: TextAnchor::Start,
        rotate: None,
        bold: false,
        color: None,
    }
}

/// The position at a share of a line's length.
fn along(line: &[(f64, f64)], share: f64) -> Option<(f64, f64)> {
    let length = |pair: &[(f64, f64)]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
    let mut left = share * line.windows(2).map(length).sum::<f64>();
    for pair in line.windows(2) {
        let length = length(pair);
        if length >= left && length > 0.0 {
            let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
            return Some((x + (to_x - x) * left / length, y + (to_y - y) * left / length));
        }
        left -= length;
    }
    line.last().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_a_line_is_measured_along_it() {
        let line = [(0.0, 0.0), (3.0, 4.0), (3.0, 4.0), (3.0, 9.0)];
        assert_eq!(along(&line, 0.25), Some((1.5, 2.0)));
        assert_eq!(along(&line, 0.8), Some((3.0, 7.0)));
        assert_eq!(along(&line[..1], 0.5), Some((0.0, 0.0)));
        assert_eq!(along(&[], 0.5), None);
    }
}
