//! A chart, ready to be drawn: as SVG, as PNG, or with values to hover over.

use super::letters::{self, Curves, Key};
use super::style::{self, Frame};
use super::{compact, dash};
use crate::text::{fitted, printable};
use kuva::backend::png::PngBackend;
use kuva::backend::svg::SvgBackend;
use kuva::plot::legend::LegendEntry;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use kuva::render::render::{AxisMeta, Scene, render_multiple};
use std::fmt;

/// A value shown on hover, at a position in the units of the axes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) x: f64,
    pub(super) y: f64,
    /// The first line: usually the config.
    pub(super) name: String,
    pub(super) text: String,
}

/// A chart, ready to be drawn.
pub struct Chart {
    /// The name of its files, without extension.
    pub stem: String,
    /// The corpus.
    pub corpus: String,
    /// The title.
    pub title: String,
    /// The drawn data as CSV.
    pub csv: Vec<u8>,
    pub(super) subtitle: String,
    pub(super) plots: Vec<Plot>,
    pub(super) layout: Layout,
    pub(super) legend: Vec<LegendEntry>,
    pub(super) marks: Vec<Mark>,
    /// The text for a terminal, if the chart is not drawn there.
    pub(super) text: Option<String>,
    pub(super) frame: Frame,
}

impl fmt::Debug for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Chart").field("stem", &self.stem).finish_non_exhaustive()
    }
}

/// The most columns of the name of a corpus in a title.
const LONGEST_NAME: usize = 60;

/// A chart as SVG, with the positions of its values in pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Hover {
    /// The picture, which scales to any width.
    pub svg: String,
    /// Each value: x and y in pixels of the picture, its name and its text.
    pub marks: Vec<(f64, f64, String, String)>,
    /// The legend, if the picture has groups for its curves; otherwise the picture holds it.
    pub keys: Vec<Key>,
}

impl Chart {
    /// The chart as an SVG picture.
    #[must_use]
    pub fn into_svg(self) -> String {
        let mut scene = self.into_picture();
        compact::make(&mut scene);
        SvgBackend::new().render_scene(&scene)
    }

    /// The chart as a PNG picture.
    ///
    /// # Errors
    /// A one-line message if it cannot be encoded.
    pub fn into_png(self) -> Result<Vec<u8>, String> {
        let mut scene = self.into_picture();
        dash::cut(&mut scene);
        PngBackend::new().render_scene(&scene)
    }

    /// The chart as SVG, with its values.
    #[must_use]
    pub fn into_hover(mut self) -> Hover {
        let marks = std::mem::take(&mut self.marks);
        let curves = Curves::of(&self.plots, &self.legend);
        let keys = match curves {
            Some(_) => Curves::keys(&std::mem::take(&mut self.legend)),
            None => Vec::new(),
        };
        let (mut scene, axes) = self.into_scene(curves);
        compact::make(&mut scene);
        let place = |mark: Mark| {
            let (x, y) = axes.as_ref().map(|axes| pixels(axes, mark.x, mark.y))?;
            Some((x, y, mark.name, mark.text))
        };
        let marks = marks.into_iter().filter_map(place).collect();
        let size = format!(r#"width="{}" height="{}""#, scene.width, scene.height);
        let any_size = format!(r#"viewBox="0 0 {} {}""#, scene.width, scene.height);
        let svg = SvgBackend::new().render_scene(&scene).replacen(&size, &any_size, 1);
        Hover { svg, marks, keys }
    }

    /// The scene of a picture that holds its legend.
    fn into_picture(mut self) -> Scene {
        let curves = Curves::of(&self.plots, &self.legend);
        if curves.is_some() {
            self.legend = letters::lettered(&self.legend);
        }
        self.into_scene(curves).0
    }

    fn into_scene(self, curves: Option<Curves>) -> (Scene, Option<AxisMeta>) {
        // Words wrap; a name is one word.
        let name = fitted(&printable(&self.corpus), LONGEST_NAME);
        let title = self.title.replacen(&self.corpus, &name, 1);
        let layout = style::of_page(self.layout, self.legend, self.frame)
            .with_title(style::plain(&title))
            .with_subtitle(style::plain(&self.subtitle))
            // For the positions of the axes; the picture itself has no script.
            .with_interactive();
        let mut scene = render_multiple(self.plots, layout);
        scene.interactive = false;
        if let Some(curves) = curves {
            curves.mark(&mut scene);
        }
        let axes = scene.axis_meta.take();
        (scene, axes)
    }
}

/// The pixel of a position on the axes.
pub(super) fn pixels(axes: &AxisMeta, x: f64, y: f64) -> (f64, f64) {
    let share = |value: f64, least: f64, most: f64, is_log: bool| {
        if is_log {
            (value / least).ln() / (most / least).ln()
        } else {
            (value - least) / (most - least)
        }
    };
    let x = share(x, axes.x_min, axes.x_max, axes.log_x);
    let y = share(y, axes.y_min, axes.y_max, axes.log_y);
    let round = |pixel: f64| (10.0 * pixel).round() / 10.0;
    (
        round(axes.plot_left + x * (axes.plot_right - axes.plot_left)),
        round(axes.plot_bottom - y * (axes.plot_bottom - axes.plot_top)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_pixels() {
        let axes = AxisMeta {
            x_min: 1.0,
            x_max: 100.0,
            y_min: 0.0,
            y_max: 1.0,
            plot_left: 50.0,
            plot_top: 20.0,
            plot_right: 250.0,
            plot_bottom: 120.0,
            log_x: true,
            log_y: false,
        };
        assert_eq!(pixels(&axes, 10.0, 0.25), (150.0, 95.0));
    }
}
