//! The letters on the curves of a chart, and what the legend says of each.
//!
//! Seven colours are not enough for fifteen curves, and text has no colours. So each curve has a
//! letter in the legend, drawn where it is furthest from other curves and letters.

use super::style::{self, GUIDE};
use crate::tables::shortened::letter;
use kuva::plot::legend::{LegendEntry, LegendShape};
use kuva::render::plots::Plot;
use kuva::render::render::{Primitive, Scene, TextAnchor};

/// A position in pixels.
type Place = (f64, f64);

/// The positions on a curve that are tried for its letter.
const TRIED: usize = 40;

/// An entry of a chart's legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The letter of its curve; empty for guide lines.
    pub letter: String,
    /// The config.
    pub label: String,
    /// The colour, `#rrggbb`.
    pub color: String,
    /// The line style, as SVG has it; empty for a solid line.
    pub dash: String,
}

/// The curves of a chart that have letters.
#[derive(Clone, Debug)]
pub(super) struct Curves {
    /// For each line that is drawn, the index of its curve; none for guide lines.
    drawn: Vec<Option<usize>>,
}

impl Curves {
    /// The curves, if there are several and each has its entry in the legend, in the same order.
    pub(super) fn of(plots: &[Plot], legend: &[LegendEntry]) -> Option<Self> {
        let mut curves = 0;
        let mut drawn = Vec::new();
        for plot in plots {
            let Plot::Line(line) = plot else { continue };
            let curve = (line.color != GUIDE).then_some(curves);
            curves += usize::from(curve.is_some());
            // A single point is not drawn.
            if line.data.len() > 1 {
                drawn.push(curve);
            }
        }
        let is_key =
            |entry: &&LegendEntry| matches!(entry.shape, LegendShape::Line) && entry.color != GUIDE;
        let keys = legend.iter().filter(is_key).count();
        (curves > 1 && curves == keys).then_some(Self { drawn })
    }

    /// The entries of the legend, with letters.
    pub(super) fn keys(legend: &[LegendEntry]) -> Vec<Key> {
        let mut curves = 0;
        let key = |entry: &LegendEntry| {
            let is_curve = entry.color != GUIDE;
            curves += usize::from(is_curve);
            Key {
                letter: if is_curve { letter(curves - 1) } else { String::new() },
                label: entry.label.clone(),
                color: entry.color.clone(),
                dash: entry.dasharray.clone().unwrap_or_default(),
            }
        };
        legend.iter().map(key).collect()
    }

    /// Each curve of a scene: the number of its element, its letter, and the letter's place.
    pub(super) fn places(&self, scene: &Scene) -> Vec<(usize, String, Place)> {
        let lines = scene.elements.iter().enumerate().filter_map(|(at, element)| match element {
            Primitive::PolyLine { points, .. } => Some((at, points)),
            _ => None,
        });
        let curves: Vec<(usize, usize, Vec<Place>)> = lines
            .zip(&self.drawn)
            .filter_map(|((at, points), curve)| Some((at, (*curve)?, walk(points))))
            .collect();
        let mut taken: Vec<Place> = Vec::new();
        let mut places = Vec::new();
        for (at, curve, own) in &curves {
            // Curves that coincide with this one entirely are ignored.
            let others: Vec<Place> = curves
                .iter()
                .filter(|(_, _, other)| other != own)
                .flat_map(|(_, _, other)| other.iter().copied())
                .collect();
            let free = |place: &&Place| room(**place, &others) + room(**place, &taken);
            let best = own.iter().max_by(|a, b| free(a).total_cmp(&free(b)));
            let Some(&place) = best else { continue };
            taken.push(place);
            places.push((*at, letter(*curve), place));
        }
        places
    }

    /// Draws the letters on white disks, and puts each curve and its letter into groups that a
    /// page can select: `<g class="curve" data-curve="A">`.
    pub(super) fn mark(&self, scene: &mut Scene) {
        let places = self.places(scene);
        let mut marks = Vec::new();
        for (at, letter, (x, y)) in places.into_iter().rev() {
            let Primitive::PolyLine { stroke, .. } = &scene.elements[at] else { continue };
            let color = stroke.clone();
            let group = || Primitive::GroupStart {
                transform: None,
                title: None,
                extra_attrs: Some(format!(r#"{CURVE} data-curve="{letter}""#)),
            };
            let disk = Primitive::Circle {
                cx: x,
                cy: y,
                r: 7.0,
                fill: "#ffffff".into(),
                fill_opacity: Some(0.9),
                stroke: None,
                stroke_width: None,
            };
            let text = Primitive::Text {
                x,
                y: y + style::LETTER_FOOT,
                content: letter.clone(),
                size: 12,
                anchor: TextAnchor::Middle,
                rotate: None,
                bold: true,
                color: Some(color),
            };
            marks.extend([group(), disk, text, Primitive::GroupEnd]);
            scene.elements.insert(at + 1, Primitive::GroupEnd);
            scene.elements.insert(at, group());
        }
        scene.elements.extend(marks);
    }
}

/// The class of the groups that hold a curve or its letter.
pub(super) const CURVE: &str = r#"class="curve""#;

/// The entries of a legend with their letters before the names.
pub(super) fn lettered(legend: &[LegendEntry]) -> Vec<LegendEntry> {
    let keys = Curves::keys(legend).into_iter().zip(legend);
    let labelled = keys.map(|(key, entry)| match key.letter.as_str() {
        "" => entry.clone(),
        letter => LegendEntry { label: format!("{letter}  {}", entry.label), ..entry.clone() },
    });
    labelled.collect()
}

/// The letters of a scene in a terminal, in no colour.
pub(super) fn plain(places: &[(usize, String, Place)]) -> impl Iterator<Item = Primitive> {
    places.iter().map(|(_, letter, (x, y))| Primitive::Text {
        x: *x,
        y: y + style::LETTER_FOOT,
        content: letter.clone(),
        size: 12,
        anchor: TextAnchor::Start,
        rotate: None,
        bold: false,
        color: None,
    })
}

/// Positions along a line, evenly spaced, without its ends.
fn walk(line: &[Place]) -> Vec<Place> {
    (1..TRIED).filter_map(|at| along(line, at as f64 / TRIED as f64)).collect()
}

/// The distance of a position from the nearest of others, at most `ENOUGH`.
fn room(place: (f64, f64), others: &[(f64, f64)]) -> f64 {
    const ENOUGH: f64 = 40.0;
    others.iter().map(|at| (at.0 - place.0).hypot(at.1 - place.1)).fold(ENOUGH, f64::min)
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
    use kuva::plot::LinePlot;

    #[test]
    fn a_share_of_a_line_is_measured_along_it() {
        let line = [(0.0, 0.0), (3.0, 4.0), (3.0, 4.0), (3.0, 9.0)];
        assert_eq!(along(&line, 0.25), Some((1.5, 2.0)));
        assert_eq!(along(&line, 0.8), Some((3.0, 7.0)));
        assert_eq!(along(&line[..1], 0.5), Some((0.0, 0.0)));
        assert_eq!(along(&[], 0.5), None);
    }

    #[test]
    fn curves_with_a_key_each_have_letters_and_guides_have_none() {
        let line = |color: &str, points: &[Place]| {
            Plot::Line(LinePlot::new().with_color(color).with_data(points.to_vec()))
        };
        let ends = [(0.0, 0.0), (1.0, 1.0)];
        let plots = [
            line("#000000", &ends),
            line(GUIDE, &ends),
            line("#0072B2", &ends[..1]),
            line("#D55E00", &ends),
        ];
        let legend =
            [style::key(0, "a"), style::guide_key("g"), style::key(1, "b"), style::key(2, "c")];
        let curves = Curves::of(&plots, &legend).expect("letters");
        assert_eq!(curves.drawn, [Some(0), None, Some(2)]);
        let labels: Vec<_> = lettered(&legend).into_iter().map(|entry| entry.label).collect();
        assert_eq!(labels, ["A  a", "g", "B  b", "C  c"]);
        assert!(Curves::of(&plots[..2], &legend[..1]).is_none(), "one curve needs no letter");
    }
}
