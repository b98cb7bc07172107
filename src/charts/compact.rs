//! Makes scenes compact for SVG: a report contains dozens of them.
//!
//! It rounds positions on lines to a tenth of a pixel and writes the steps of a curve as steps (`H` and
//! `V`). It removes the groups in which a script of the drawing crate would look for values.

use super::letters::CURVE;
use kuva::render::render::{PathData, Primitive, Scene};
use std::fmt::Write as _;

/// Makes a scene compact without changing its appearance.
pub(super) fn make(scene: &mut Scene) {
    let mut is_kept = Vec::new();
    scene.elements.retain(|element| match element {
        Primitive::GroupStart { transform, extra_attrs, .. } => {
            let is_curve = extra_attrs.as_ref().is_some_and(|attrs| attrs.starts_with(CURVE));
            is_kept.push(transform.is_some() || is_curve);
            transform.is_some() || is_curve
        }
        Primitive::GroupEnd => is_kept.pop().unwrap_or(true),
        _ => true,
    });
    for element in &mut scene.elements {
        if let Primitive::PolyLine { points, stroke, stroke_width, stroke_dasharray } = element {
            *element = Primitive::Path(Box::new(PathData {
                d: steps(points),
                fill: None,
                stroke: stroke.clone(),
                stroke_width: *stroke_width,
                opacity: None,
                stroke_dasharray: stroke_dasharray.take(),
            }));
        }
    }
}

/// A path of straight lines.
fn steps(points: &[(f64, f64)]) -> String {
    let tenth = |value: f64| (10.0 * value).round() / 10.0;
    let mut points = points.iter().map(|&(x, y)| (tenth(x), tenth(y)));
    let Some(mut at) = points.next() else { return String::new() };
    let mut path = format!("M{} {}", at.0, at.1);
    for (x, y) in points {
        let _ = match (x == at.0, y == at.1) {
            (true, true) => continue,
            (false, true) => write!(path, "H{x}"),
            (true, false) => write!(path, "V{y}"),
            (false, false) => write!(path, "L{x} {y}"),
        };
        at = (x, y);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_written_as_steps() {
        let points = [(1.04, 2.0), (3.0, 2.04), (3.0, 5.5), (3.01, 5.5), (4.0, 6.0)];
        assert_eq!(steps(&points), "M1 2H3V5.5L4 6");
        assert_eq!(steps(&[]), "");
    }
}
