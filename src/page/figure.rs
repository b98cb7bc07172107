//! Charts on the page, with values to hover over.

use crate::charts::{Chart, ChartInput, Hover, KINDS, Key};
use std::collections::BTreeMap;

/// The charts of one kind about one corpus.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) kind: &'static str,
    pub(super) summary: &'static str,
    pub(super) is_open: bool,
    pub(super) figures: Vec<Figure>,
}

/// A chart.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) title: String,
    /// Markup; the drawing crate has escaped its text.
    pub(super) svg: String,
    /// The names of values, one per line.
    pub(super) names: String,
    /// Values, one per line: x and y in pixels, the number of the name, the text.
    pub(super) marks: String,
    /// The legend; empty if the picture holds it.
    pub(super) keys: Vec<Key>,
}

/// All charts of a run, by corpus and kind.
pub(super) fn figures(input: &ChartInput<'_>) -> BTreeMap<String, Vec<Group>> {
    let mut corpora: BTreeMap<String, Vec<Group>> = BTreeMap::new();
    for (at, kind) in KINDS.iter().enumerate() {
        for chart in kind.draw(input) {
            let groups = corpora.entry(chart.corpus.clone()).or_default();
            if groups.last().is_none_or(|group| group.kind != kind.name) {
                let (kind, summary, is_open) = (kind.name, kind.summary, at == 0);
                groups.push(Group { kind, summary, is_open, figures: Vec::new() });
            }
            groups.last_mut().expect("one was pushed").figures.push(figure(chart));
        }
    }
    corpora
}

fn figure(chart: Chart) -> Figure {
    let title = chart.title.clone();
    let Hover { svg, marks, keys } = chart.into_hover();
    let mut names: Vec<String> = Vec::new();
    let mut lines = String::new();
    for (x, y, name, text) in marks {
        let name = name.replace('\n', " ");
        let number = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        lines += &format!("{x} {y} {number} {}\n", text.replace('\n', " "));
    }
    Figure { title, svg, names: names.join("\n"), marks: lines, keys }
}
