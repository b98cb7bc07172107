//! The runs of a config in ascending order, as drawn by `ecdf` and `cactus`.

use crate::stats::run_table::{Column, Metric, Row};

/// The maximum number of steps of a curve.
pub(super) const STEPS: usize = 250;
/// The maximum number of hover values of a curve.
pub(super) const MARKS: usize = 40;

/// One curve: the number of puzzles decided within each value.
pub(super) struct Curve {
    /// The config's index in its corpus, which determines colour and line style.
    pub(super) place: usize,
    pub(super) label: String,
    pub(super) config: String,
    pub(super) engine: String,
    pub(super) puzzles: usize,
    /// Ascending values, each with the number of puzzles decided within it.
    pub(super) steps: Vec<(u64, usize)>,
}

impl Curve {
    /// The curve of a config, if it has the metric. Censored runs never count as decided.
    /// Puzzles that were not searched are left out.
    pub(super) fn new(place: usize, column: &Column, metric: Metric) -> Option<Self> {
        if !column.knows(metric) {
            return None;
        }
        let searched = || column.rows().filter(Row::was_searched);
        let mut values: Vec<_> = searched()
            .filter(|row| row.status.is_decided())
            .filter_map(|row| row.value(metric))
            .collect();
        values.sort_unstable();
        let mut steps: Vec<_> = values
            .chunk_by(|a, b| a == b)
            .scan(0, |decided, equal| {
                *decided += equal.len();
                Some((equal[0], *decided))
            })
            .collect();
        thin(&mut steps);
        Some(Self {
            place,
            label: column.label(),
            config: column.config.clone(),
            engine: column.engine.to_string(),
            puzzles: searched().count(),
            steps,
        })
    }

    pub(super) fn share(&self, decided: usize) -> f64 {
        decided as f64 / self.puzzles.max(1) as f64
    }

    /// A sample of the steps, evenly spaced, including the last.
    pub(super) fn sample(&self) -> impl Iterator<Item = &(u64, usize)> {
        sample(&self.steps)
    }
}

/// A sample of at most [`MARKS`] elements, evenly spaced, including the last.
pub(super) fn sample<T>(all: &[T]) -> impl Iterator<Item = &T> {
    sample_of(all, MARKS)
}

/// A sample of at most `most` elements, evenly spaced, including the last.
pub(super) fn sample_of<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    let stride = all.len().div_ceil(most).max(1);
    all.iter().rev().step_by(stride)
}

/// Keeps the first and the last step, and steps between them that are evenly spaced in the share.
pub(super) fn thin<T: Copy>(steps: &mut Vec<(T, usize)>) {
    let Some(&(_, most)) = steps.last() else { return };
    if steps.len() <= STEPS {
        return;
    }
    let last = steps.len() - 1;
    let (mut at, mut due) = (0, 0);
    steps.retain(|&(_, decided)| {
        let is_kept = at == 0 || at == last || decided * STEPS >= due * most;
        if is_kept {
            due = decided * STEPS / most + 1;
        }
        at += 1;
        is_kept
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Status;
    use crate::run_files::runs::PuzzleKey;

    fn column(runs: &[(u64, Status)]) -> Column {
        let row = |(index, &(nodes, status)): (usize, &(u64, Status))| {
            let key = PuzzleKey { puzzle_index: index as u64, isomorph: 0 };
            Row::new(key, status, [Some(nodes), None, None, None])
        };
        Column::with_rows("x", "search", runs.iter().enumerate().map(row))
    }

    #[test]
    fn censored_runs_never_count_and_invalid_puzzles_are_left_out() {
        use Status::{Invalid, NodeLimit, Unique, Unsolvable};
        let runs = [(5, Unique), (2, Unsolvable), (100, NodeLimit), (5, Unique), (0, Invalid)];
        let curve = Curve::new(0, &column(&runs), Metric::Nodes).expect("nodes are known");
        assert_eq!((curve.puzzles, &curve.steps[..]), (4, &[(2, 1), (5, 3)][..]));
        assert!(Curve::new(0, &column(&runs), Metric::Time).is_none());
    }

    #[test]
    fn long_curves_are_thinned_and_keep_their_ends() {
        let runs: Vec<_> = (1..=100_000).map(|nodes| (nodes, Status::Unique)).collect();
        let curve = Curve::new(0, &column(&runs), Metric::Nodes).expect("nodes are known");
        assert!(curve.steps.len() <= STEPS + 2, "{}", curve.steps.len());
        assert_eq!(curve.steps.first(), Some(&(1, 1)));
        assert_eq!(curve.steps.last(), Some(&(100_000, 100_000)));
        assert!(curve.sample().count() <= MARKS);
    }
}
