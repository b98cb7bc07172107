//! A chart as lines of text, for a terminal: curves in dots of braille, the legend below.
//! Curves have the letters of the legend.

use super::draw::Chart;
use super::letters::{self, Curves};
use super::style;
use crate::text::{fitted, printable, width};
use kuva::backend::terminal::TerminalBackend;
use kuva::plot::LinePlot;
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;

/// The number of points of a line. More points would merge its dots into bars.
const POINTS: usize = 40;
/// The fewest columns of the name of a corpus.
const SHORTEST_NAME: usize = 12;

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
        let curves = Curves::of(&self.plots, &self.legend);
        for plot in &mut self.plots {
            if let Plot::Line(line) = plot {
                thin(line);
            }
        }
        if curves.is_some() {
            self.legend = letters::lettered(&self.legend);
        }
        let mut legend = String::new();
        for entry in &self.legend {
            let (r, g, b) = style::rgb(shade(&entry.color));
            legend += &format!("\x1b[38;2;{r};{g};{b}m━━\x1b[0m {}\n", printable(&entry.label));
        }
        let rows = (self.frame.height / 22.0).ceil().clamp(20.0, 60.0) as usize;
        let layout = style::of_terminal(self.layout, columns, rows, self.frame);
        let mut scene = render_multiple(self.plots, layout);
        if let Some(curves) = curves {
            let places = curves.places(&scene);
            scene.elements.extend(letters::plain(&places));
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
