//! The noise floor of a run: how much the times of two identical configs differ.
//!
//! A run times a cheap config twice, under its name and as a hidden copy, block by block. The two
//! differ by noise alone. Some of it is shared by all blocks that one worker solves, because a
//! worker's memory address changes its time. So the variance of the mean difference is clustered
//! both by the worker of the config and by that of the copy (A. C. Cameron, J. B. Gelbach & D. L.
//! Miller, Journal of Business & Economic Statistics 29, 2011).
//!
//! The noise floor is the half width of the 95 % interval of the difference, or the difference
//! itself if that is larger.

use super::comparison::interval::student;
use std::collections::BTreeMap;

/// One block, timed under a config and under its copy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedTwice {
    /// The logarithm of the ratio of the two times.
    pub logarithm: f64,
    /// The number of the worker that solved it under the config.
    pub worker: u32,
    /// The number of the worker that solved it as the copy.
    pub copy_worker: u32,
}

/// Fewer blocks or workers say nothing about the noise.
const LEAST_BLOCKS: usize = 20;
const LEAST_WORKERS: usize = 4;

/// Differences beyond this many standard deviations from the median are cut to that: an interrupt
/// hits single blocks.
const OUTLYING: f64 = 4.0;

/// The share by which identical configs differ; none if too little was timed.
#[must_use]
pub fn noise_floor(blocks: &[TimedTwice]) -> Option<f64> {
    let logarithms = without_outliers(blocks.iter().map(|block| block.logarithm).collect())?;
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let rests: Vec<_> = logarithms.iter().map(|logarithm| logarithm - mean).collect();
    let variance = |key: &dyn Fn(&TimedTwice) -> (u32, u32)| {
        let mut sums: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        for (block, rest) in blocks.iter().zip(&rests) {
            *sums.entry(key(block)).or_default() += rest;
        }
        let clusters = sums.len() as f64;
        let squares: f64 = sums.values().map(|sum| sum * sum).sum();
        (squares / (count * count) * clusters / (clusters - 1.0), sums.len())
    };
    let (of_worker, workers) = variance(&|block| (block.worker, 0));
    let (of_copy, copy_workers) = variance(&|block| (block.copy_worker, 0));
    let (of_both, _) = variance(&|block| (block.worker, block.copy_worker));
    let fewest = workers.min(copy_workers);
    if blocks.len() < LEAST_BLOCKS || fewest < LEAST_WORKERS {
        return None;
    }
    let variance = (of_worker + of_copy - of_both).max(of_worker).max(of_copy);
    let half = student(fewest as u64 - 1) * variance.sqrt();
    Some(half.max(mean.abs()).exp_m1())
}

/// The values, those that lie far out cut to the end of the usual range; none if there are none.
fn without_outliers(values: Vec<f64>) -> Option<Vec<f64>> {
    let middle = median(values.clone())?;
    let spread = 1.4826 * median(values.iter().map(|value| (value - middle).abs()).collect())?;
    let most = OUTLYING * spread;
    Some(values.iter().map(|value| value.clamp(middle - most, middle + most)).collect())
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    let middle = values.len().checked_sub(1)?;
    Some(values[middle / 2].midpoint(values[middle.div_ceil(2)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const WORKERS: u32 = 16;

    /// A normal number, nearly: the sum of twelve uniform ones.
    fn normal(random: &mut Xoshiro256PlusPlus) -> f64 {
        (0..12).map(|_| (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64).sum::<f64>() - 6.0
    }

    /// Blocks of workers that differ by 1 %, with 2 % of noise of their own.
    fn blocks(random: &mut Xoshiro256PlusPlus, count: u32) -> Vec<TimedTwice> {
        let shifts: Vec<_> = (0..2 * WORKERS).map(|_| 0.01 * normal(random)).collect();
        let block = |at: u32| {
            let (worker, copy_worker) = (at % WORKERS, (at * 7 + at / 16) % WORKERS);
            let shared = shifts[worker as usize] - shifts[(WORKERS + copy_worker) as usize];
            let logarithm = shared + 0.02 * normal(random);
            TimedTwice { logarithm, worker, copy_worker }
        };
        (0..count).map(block).collect()
    }

    #[test]
    fn the_floor_contains_the_noise_that_workers_share() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        // The mean of 16 workers a side: 1 % * sqrt(2 / 16), and the noise of the blocks.
        let deviation = 0.01 * (2.0f64 / 16.0).sqrt();
        let mut within = 0;
        for _ in 0..400 {
            let floor = noise_floor(&blocks(&mut random, 800)).expect("many blocks");
            let other = deviation * normal(&mut random);
            within += u32::from(other.abs() <= floor.ln_1p());
        }
        assert!((368..=400).contains(&within), "{within} of 400 within the floor");
    }

    #[test]
    fn an_interrupt_does_not_move_the_floor() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut blocks = blocks(&mut random, 800);
        let before = noise_floor(&blocks).expect("many blocks");
        blocks[5].logarithm = 9.0;
        let after = noise_floor(&blocks).expect("many blocks");
        assert!((after / before - 1.0).abs() < 0.05, "{before} {after}");
    }

    #[test]
    fn few_blocks_or_workers_say_nothing() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        assert_eq!(noise_floor(&blocks(&mut random, 19)), None);
        assert_eq!(noise_floor(&[]), None);
        let mut few = blocks(&mut random, 100);
        few.iter_mut().for_each(|block| block.worker %= 3);
        assert_eq!(noise_floor(&few), None);
    }
}
