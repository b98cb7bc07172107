//! Cuts dashed lines into dashes.
//!
//! The drawing crate's raster restarts a pattern at every point of a line, so lines with
//! many points look solid, and it adds round ends to dashes. Here the pattern continues along the whole
//! line, and dashes are shortened by their round ends.

use kuva::render::render::{PathData, Primitive, Scene};

/// Cuts all dashed lines of a scene.
pub(super) fn cut(scene: &mut Scene) {
    for element in &mut scene.elements {
        let (points, pattern, stroke, width) = match element {
            Primitive::Line { x1, y1, x2, y2, stroke, stroke_width, stroke_dasharray } => {
                (vec![(*x1, *y1), (*x2, *y2)], stroke_dasharray, stroke.clone(), *stroke_width)
            }
            Primitive::PolyLine { points, stroke, stroke_width, stroke_dasharray } => {
                (points.clone(), stroke_dasharray, stroke.clone(), *stroke_width)
            }
            Primitive::Path(path) if path.fill.is_none() => {
                let points = points(&path.d).unwrap_or_default();
                let PathData { stroke, stroke_width, stroke_dasharray, .. } = &mut **path;
                (points, stroke_dasharray, stroke.clone(), *stroke_width)
            }
            _ => continue,
        };
        let Some(pattern) = pattern.as_deref().map(lengths).filter(|p| !p.is_empty()) else {
            continue;
        };
        if points.len() < 2 {
            continue;
        }
        *element = Primitive::Path(Box::new(PathData {
            d: dashes(&points, &pattern, width),
            fill: None,
            stroke,
            stroke_width: width,
            opacity: None,
            stroke_dasharray: None,
        }));
    }
}

fn lengths(pattern: &str) -> Vec<f64> {
    let parts = pattern.split([' ', ',']).filter_map(|part| part.parse().ok());
    parts.filter(|&length: &f64| length > 0.0).collect()
}

/// The points of a path of straight lines; `None` if it has other segments.
fn points(path: &str) -> Option<Vec<(f64, f64)>> {
    let mut numbers = Vec::new();
    for part in path.split([' ', ',']).filter(|part| !part.is_empty()) {
        let number = part.trim_start_matches(['M', 'L']);
        if !number.is_empty() {
            numbers.push(number.parse().ok()?);
        }
    }
    Some(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
}

/// A path of the dashes along a line.
fn dashes(points: &[(f64, f64)], pattern: &[f64], width: f64) -> String {
    let mut path = String::new();
    // The current part of the pattern, and its remaining length.
    let (mut part, mut left) = (0, pattern[0]);
    let mut is_down = false;
    for pair in points.windows(2) {
        let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
        let length = (to_x - x).hypot(to_y - y);
        let at = |along: f64| (x + (to_x - x) * along / length, y + (to_y - y) * along / length);
        let mut along = 0.0;
        while along < length {
            let end = (along + left).min(length);
            if part % 2 == 0 {
                // The round end of a stroke is half its width.
                let shorter = if left > width { width / 2.0 } else { 0.0 };
                if !is_down {
                    let (x, y) = at((along + shorter).min(end));
                    path += &format!("M {x:.2} {y:.2} ");
                    is_down = true;
                }
                let is_last = end < length || end - along == left;
                let stop = if is_last { (end - shorter).max(along) } else { end };
                let (x, y) = at(stop);
                path += &format!("L {x:.2} {y:.2} ");
            }
            left -= end - along;
            along = end;
            if left <= 1e-9 {
                part += 1;
                left = pattern[part % pattern.len()];
                is_down = false;
            }
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_runs_on_along_the_line() {
        let line = [(0.0, 0.0), (3.0, 0.0), (3.0, 5.0)];
        assert_eq!(
            dashes(&line, &[4.0, 2.0], 0.0),
            "M 0.00 0.00 L 3.00 0.00 L 3.00 1.00 M 3.00 3.00 L 3.00 5.00 "
        );
        assert_eq!(dashes(&line[..2], &[2.0, 1.0], 0.5), "M 0.25 0.00 L 1.75 0.00 ");
    }

    #[test]
    fn paths_of_straight_lines_are_read() {
        assert_eq!(points("M 1 2.5 L 3 4"), Some(vec![(1.0, 2.5), (3.0, 4.0)]));
        assert_eq!(points("M1,2 L3,4"), Some(vec![(1.0, 2.0), (3.0, 4.0)]));
        assert_eq!(points("M 1 2 C 3 4 5 6 7 8"), None);
        assert_eq!(lengths("6 2.5,1"), [6.0, 2.5, 1.0]);
    }
}
