//! `performance_profile`: the share of puzzles on which a config needs at most a given multiple of the
//! minimum (Dolan & Moré, Mathematical Programming 91, 2002).
//!
//! The minimum is taken over the drawn configs, so a profile of many configs shows little about two of
//! them (Gould & Scott, ACM TOMS 43, 2016). A second chart therefore shows each config against the
//! baseline, pair by pair. It draws the distribution of the ratio to the baseline. At a ratio of t,
//! right of 1, the value is the config's profile in the pair. At 1/t, left of 1, it is 1 minus
//! the baseline's profile. A censored run is not within any ratio. Puzzles with several isomorphs are
//! averaged first. The CSV contains the drawn steps.

use super::csv_table::{CsvTable, decimal};
use super::curve::{sample, thin};
use super::draw::{Chart, Mark};
use super::input::ChartInput;
use super::style;
use crate::run_files::column::{self, ColumnSpec};
use crate::stats::comparison::pairing::{Work, WorkColumn, work};
use crate::stats::run_table::{CorpusTable, Metric};
use crate::text::counted;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;

/// The profiles of nodes and of time of every corpus: of all configs, and of pairs.
pub(super) fn charts(input: &ChartInput<'_>) -> Vec<Chart> {
    input.each(of_corpus)
}

/// The share of puzzles within each ratio, for one config.
struct Profile {
    place: usize,
    label: String,
    /// Ascending ratios, each with the number of puzzles within it.
    steps: Vec<(f64, usize)>,
}

impl Profile {
    fn new(place: usize, label: String, mut ratios: Vec<f64>) -> Self {
        ratios.sort_unstable_by(f64::total_cmp);
        let mut steps: Vec<_> = ratios
            .chunk_by(|a, b| a == b)
            .scan(0, |within, equal| {
                *within += equal.len();
                Some((equal[0], *within))
            })
            .collect();
        thin(&mut steps);
        Self { place, label, steps }
    }
}

fn of_corpus(input: &ChartInput<'_>, corpus: &CorpusTable, metric: Metric) -> Vec<Chart> {
    let columns: Vec<_> = corpus.columns.iter().collect();
    let known: Vec<usize> = (0..columns.len()).filter(|&c| columns[c].knows(metric)).collect();
    let works = work(&columns, metric);
    // The work of all configs on each puzzle that all configs have.
    let puzzles: Vec<Vec<Work>> = (0..works.first().map_or(0, WorkColumn::len))
        .filter_map(|puzzle| known.iter().map(|&config| works[config].get(puzzle)).collect())
        .collect();
    if known.len() < 2 || puzzles.is_empty() {
        return Vec::new();
    }
    let label = |at: usize| columns[known[at]].label();
    let least = |works: &[Work]| {
        let decided = works.iter().filter(|work| !work.is_censored);
        decided.map(|work| work.mean).fold(f64::INFINITY, f64::min)
    };
    let all = |at: usize| {
        let ratio = |works: &Vec<Work>| ratio(works[at], least(works));
        let ratios = puzzles.iter().filter_map(ratio).collect();
        Profile::new(known[at], label(at), ratios)
    };
    let view = View { input, corpus, metric, puzzles: puzzles.len() };
    let mut charts = vec![view.of_all((0..known.len()).map(all).collect())];
    let baseline = input.baseline(corpus, metric);
    if let Some(base) = baseline.and_then(|base| known.iter().position(|&c| c == base)) {
        let against = |at: usize| {
            let ratio = |works: &Vec<Work>| match works[base] {
                cut if cut.is_censored => (!works[at].is_censored).then_some(0.0),
                base => ratio(works[at], base.mean),
            };
            Profile::new(known[at], label(at), puzzles.iter().filter_map(ratio).collect())
        };
        let others = (0..known.len()).filter(|&at| at != base).map(against).collect();
        charts.push(view.of_pairs(others, &label(base)));
    }
    charts
}

/// The ratio of decided work to other work; `None` for a censored run.
fn ratio(work: Work, other: f64) -> Option<f64> {
    // A search has at least one node. A time may be zero only because of the clock's resolution.
    (!work.is_censored).then(|| work.mean.max(1.0) / other.max(1.0))
}

struct View<'a> {
    input: &'a ChartInput<'a>,
    corpus: &'a CorpusTable,
    metric: Metric,
    puzzles: usize,
}

impl View<'_> {
    fn of_all(&self, profiles: Vec<Profile>) -> Chart {
        let most = greatest(&profiles);
        self.chart(
            &profiles,
            (1.0, most.max(1.1)),
            Words {
                kind: "performance_profile",
                title: "performance profile",
                axis: "ratio to the least of all configs",
                than: "the least",
            },
        )
    }

    fn of_pairs(&self, profiles: Vec<Profile>, baseline: &str) -> Chart {
        let most = greatest(&profiles).max(1.1);
        let steps = profiles.iter().flat_map(|profile| &profile.steps);
        let least = steps.map(|step| step.0).filter(|&ratio| ratio > 0.0).fold(1.0, f64::min);
        let axis = format!("ratio to {baseline}");
        self.chart(
            &profiles,
            (least.min(1.0 / 1.1), most),
            Words {
                kind: "performance_profile_pairs",
                title: "performance profiles of pairs",
                axis: &axis,
                than: "the baseline",
            },
        )
    }

    fn chart(&self, profiles: &[Profile], ends: (f64, f64), words: Words<'_>) -> Chart {
        let Self { input, corpus, metric, puzzles } = self;
        let share = |within: usize| within as f64 / *puzzles as f64;
        let line = |profile: &Profile| {
            let mut points = vec![(ends.0, 0.0)];
            // If the baseline was censored, any ratio beats it: the curve begins above zero.
            let step = |&(ratio, within): &(f64, usize)| (ratio.max(ends.0), share(within));
            points.extend(profile.steps.iter().map(step));
            points.push((ends.1, points.last().map_or(0.0, |point| point.1)));
            Plot::Line(style::line(profile.place).with_data(points).with_step())
        };
        let plots: Vec<_> = profiles.iter().map(line).collect();
        let layout = Layout::auto_from_plots(&plots)
            .with_x_label(style::plain(words.axis))
            .with_y_label("puzzles within the ratio")
            .with_log_x()
            .with_x_tick_format(style::counts())
            .with_y_axis_min(0.0)
            .with_y_axis_max(1.0)
            .with_y_tick_format(style::percents());
        let layout = if ends.0 < 1.0 { style::mark_one(layout) } else { layout };
        let noun = if metric.is_time() { "time" } else { metric.name() };
        let marks = profiles.iter().flat_map(|profile| {
            sample(&profile.steps).map(move |&(ratio, within)| {
                let (x, y) = (ratio.max(ends.0), share(within));
                let text = format!("{:.1} % within {ratio:.2} x {}", 100.0 * y, words.than);
                Mark { x, y, name: profile.label.clone(), text }
            })
        });
        Chart {
            corpus: corpus.name.clone(),
            stem: format!("{}_{}_{}", words.kind, metric.name(), style::corpus_stem(&corpus.name)),
            title: format!("{}: {} ({noun})", corpus.name, words.title),
            subtitle: format!(
                "{}, {}",
                counted(*puzzles as u64, "puzzle"),
                input.goal_and_limits()
            ),
            csv: self.csv(profiles),
            marks: marks.collect(),
            plots,
            layout,
            legend: profiles.iter().map(|one| style::key(one.place, &one.label)).collect(),
            text: None,
            frame: style::Frame::PAGE,
        }
    }

    fn csv(&self, profiles: &[Profile]) -> Vec<u8> {
        let mut table = CsvTable::new(&SPECS);
        for profile in profiles {
            for &(ratio, within) in &profile.steps {
                table.push([
                    self.corpus.name.clone(),
                    profile.label.clone(),
                    decimal(ratio),
                    within.to_string(),
                    self.puzzles.to_string(),
                ]);
            }
        }
        table.into_bytes()
    }
}

/// What the columns of the CSV hold.
pub(super) const SPECS: [ColumnSpec; 5] = [
    column::CORPUS,
    column::LABEL,
    ColumnSpec::decimal(
        "ratio",
        "a multiple of the minimum, or in the second chart of the baseline",
    ),
    ColumnSpec::integer("within", "the puzzles on which the config needs at most that multiple"),
    ColumnSpec::integer("puzzles", "the puzzles that were searched"),
];

#[derive(Clone, Copy)]
struct Words<'a> {
    kind: &'a str,
    title: &'a str,
    axis: &'a str,
    than: &'a str,
}

fn greatest(profiles: &[Profile]) -> f64 {
    let last = profiles.iter().filter_map(|profile| profile.steps.last());
    last.map(|step| step.0).fold(1.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::input::tests::{LIMIT, Sample};

    fn rows(chart: &Chart) -> Vec<String> {
        let csv = String::from_utf8(chart.csv.clone()).expect("UTF-8");
        csv.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn ratios_are_to_the_least_and_to_the_baseline() {
        let sample = Sample::new("c", &[("a", &[2, 8, LIMIT, 10]), ("b", &[4, 4, 40, LIMIT])]);
        let mut input = sample.input();
        input.baseline = Some("b".to_owned());
        let [all, pairs] = &charts(&input)[..] else { panic!("two charts of nodes") };
        assert_eq!(rows(all), ["c,a,1,2,4", "c,a,2,3,4", "c,b,1,2,4", "c,b,2,3,4"]);
        // The baseline was censored on the last puzzle, so a is within any ratio there.
        assert_eq!(rows(pairs), ["c,a,0,1,4", "c,a,0.5,2,4", "c,a,2,3,4"]);
    }

    #[test]
    fn one_config_has_no_profile() {
        assert!(charts(&Sample::new("c", &[("a", &[2, 3])]).input()).is_empty());
    }
}
