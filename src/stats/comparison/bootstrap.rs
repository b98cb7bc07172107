//! Bootstrap means: puzzles drawn with replacement, one draw of weights for everything compared.
//!
//! All that is compared are means of columns over puzzles, so a resample is a vector of weights
//! (how often each puzzle was drawn) times a matrix of columns. A column may lack some puzzles:
//! its mean is over those that it has. Each resample has a random stream of its own, so the
//! result does not depend on threads.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// The number of resamples.
pub const RESAMPLES: usize = 10_000;

/// Columns that are summed together: as many as stay in registers.
const TILE: usize = 8;

/// Columns of one value per puzzle, whose means are resampled together.
#[derive(Clone, Debug)]
pub struct Columns {
    puzzles: usize,
    columns: usize,
    /// By tile of columns, puzzle by puzzle: the values, 0 where there is none.
    values: Vec<Vec<[f64; TILE]>>,
    /// Which puzzles a column has: an index into `masks`.
    mask_of: Vec<usize>,
    /// 1 where the puzzle is there, else 0.
    masks: Vec<Vec<f64>>,
}

impl Columns {
    /// No columns, of so many puzzles.
    #[must_use]
    pub fn new(puzzles: usize) -> Self {
        Self { puzzles, columns: 0, values: Vec::new(), mask_of: Vec::new(), masks: Vec::new() }
    }

    /// Adds a column, none where a puzzle has no value, and returns its index.
    ///
    /// # Panics
    /// If there are more or fewer values than puzzles.
    pub fn push(&mut self, values: impl IntoIterator<Item = Option<f64>>) -> usize {
        let (index, lane) = (self.columns, self.columns % TILE);
        if lane == 0 {
            self.values.push(vec![[0.0; TILE]; self.puzzles]);
        }
        let tile = self.values.last_mut().expect("a tile was pushed");
        let mut mask = Vec::with_capacity(self.puzzles);
        for value in values {
            tile[mask.len()][lane] = value.unwrap_or(0.0);
            mask.push(if value.is_some() { 1.0 } else { 0.0 });
        }
        assert_eq!(mask.len(), self.puzzles, "a column has a value or a gap for every puzzle");
        self.mask_of.push(self.masks.iter().position(|known| *known == mask).unwrap_or_else(
            || {
                self.masks.push(mask);
                self.masks.len() - 1
            },
        ));
        self.columns += 1;
        index
    }

    /// The means of all columns in each resample: `[resample][column]`; not a number where a
    /// resample has none of a column's puzzles.
    #[must_use]
    pub fn resampled_means(&self, resamples: usize, seed: u64) -> Vec<Vec<f64>> {
        (0..resamples)
            .into_par_iter()
            .map_with(Vec::new(), |weights, resample| {
                draw(weights, self.puzzles, seed, resample as u64);
                self.means(weights)
            })
            .collect()
    }

    fn means(&self, weights: &[f64]) -> Vec<f64> {
        let totals: Vec<f64> = self
            .masks
            .iter()
            .map(|mask| mask.iter().zip(weights).map(|(known, weight)| known * weight).sum())
            .collect();
        let sums = self.values.iter().flat_map(|tile| weighted_sums(tile, weights));
        sums.zip(&self.mask_of).map(|(sum, &mask)| sum / totals[mask]).collect()
    }
}

fn weighted_sums(tile: &[[f64; TILE]], weights: &[f64]) -> [f64; TILE] {
    let mut sums = [0.0; TILE];
    for (values, weight) in tile.iter().zip(weights) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value * weight;
        }
    }
    sums
}

/// Makes `weights` the number of times that each puzzle is drawn in a resample.
fn draw(weights: &mut Vec<f64>, puzzles: usize, seed: u64, resample: u64) {
    // An odd factor spreads the seeds; the generator mixes them further.
    let seed = seed ^ resample.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    weights.clear();
    weights.resize(puzzles, 0.0);
    for _ in 0..puzzles {
        let drawn = (u128::from(random.next_u64()) * puzzles as u128) >> 64;
        weights[drawn as usize] += 1.0;
    }
}

/// The interval that holds the middle 95 % of the values, or none if one is not a number.
#[must_use]
pub fn percentile_interval(mut values: Vec<f64>) -> Option<(f64, f64)> {
    if values.is_empty() || values.iter().any(|value| value.is_nan()) {
        return None;
    }
    values.sort_unstable_by(f64::total_cmp);
    Some((quantile(&values, 0.025), quantile(&values, 0.975)))
}

/// The quantile of sorted values, interpolated between neighbours.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let at = q * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    // Not a sum of products: equal neighbours must give themselves exactly.
    below + (above - below) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_over_the_puzzles_that_a_column_has() {
        let mut columns = Columns::new(3);
        let whole = columns.push([Some(1.0), Some(2.0), Some(3.0)]);
        let gap = columns.push([Some(5.0), None, Some(7.0)]);
        let means = columns.means(&[2.0, 1.0, 0.0]);
        assert_eq!((means[whole], means[gap]), (4.0 / 3.0, 5.0));
        assert!(columns.means(&[0.0, 3.0, 0.0])[gap].is_nan());
    }

    #[test]
    fn intervals_are_as_wide_as_theory_says_and_the_same_for_a_seed() {
        let n = 400;
        let mut columns = Columns::new(n);
        let zigzag = columns.push((0..n).map(|i| Some(if i % 2 == 0 { 1.0 } else { -1.0 })));
        let shifted = columns.push((0..n).map(|i| Some(if i % 2 == 0 { 2.0 } else { 0.0 })));
        let means = columns.resampled_means(4000, 7);
        let column = |index: usize| means.iter().map(|row| row[index]).collect::<Vec<_>>();
        // The standard error of the mean is 1 / sqrt(400).
        let (low, high) = percentile_interval(column(zigzag)).expect("numbers");
        assert!((low + 1.96 * 0.05).abs() < 0.006 && (high - 1.96 * 0.05).abs() < 0.006);
        // One draw of weights for both: their difference does not vary.
        let apart = means.iter().map(|row| row[shifted] - row[zigzag]).collect();
        let (low, high) = percentile_interval(apart).expect("numbers");
        assert!((low - 1.0).abs() < 1e-12 && (high - 1.0).abs() < 1e-12);
        assert_eq!(means, columns.resampled_means(4000, 7));
        assert_ne!(means, columns.resampled_means(4000, 8));
    }

    #[test]
    fn many_columns_keep_their_order() {
        let mut columns = Columns::new(2);
        for index in 0..20 {
            assert_eq!(columns.push([Some(f64::from(index)); 2]), index as usize);
        }
        let means = columns.means(&[1.0, 1.0]);
        assert_eq!(means, (0..20).map(f64::from).collect::<Vec<_>>());
    }

    #[test]
    fn quantiles_interpolate() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert_eq!(percentile_interval(vec![0.0; 5]), Some((0.0, 0.0)));
        assert_eq!(percentile_interval(vec![f64::NAN]), None);
    }
}
