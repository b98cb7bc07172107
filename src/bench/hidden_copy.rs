//! A hidden copy of one cheap contestant, which measures the noise floor of a run.
//!
//! The copy has workers of its own and is timed in the same squares as all contestants, but on some
//! blocks only: at most a twentieth of the timed work. It is in no file; what it differs from its
//! original is noise.

use crate::stats::noise_floor::{TimedTwice, noise_floor};
use std::collections::BTreeMap;
use std::time::Duration;

/// The greatest share of the timed work.
const SHARE: f64 = 0.05;

/// The most blocks that are kept: more would not change the noise floor.
const MOST_BLOCKS: usize = 20_000;

/// Which contestant is copied, and on which blocks the copy is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HiddenCopy {
    /// The contestant.
    pub(super) of: usize,
    /// The copy is timed on every n-th block of each thread.
    stride: usize,
}

impl HiddenCopy {
    /// The copy of the cheapest of the contestants that may be copied. `elapsed` has the time of
    /// each contestant for the same puzzles.
    pub(super) fn choose(elapsed: &[Duration], may_be: impl Fn(usize) -> bool) -> Option<Self> {
        let total: f64 = elapsed.iter().map(Duration::as_secs_f64).sum();
        let candidates = (0..elapsed.len()).filter(|&at| may_be(at) && !elapsed[at].is_zero());
        let of = candidates.min_by_key(|&at| elapsed[at])?;
        let share = elapsed[of].as_secs_f64() / total;
        Some(Self { of, stride: (share / SHARE).ceil() as usize })
    }

    /// Whether the copy is timed on a block, given the number of threads.
    pub(super) const fn has(&self, block: usize, threads: usize) -> bool {
        (block / threads).is_multiple_of(self.stride)
    }
}

/// A time of a block: the number of the worker, and nanoseconds.
type Time = (u32, f64);

/// The times of the original and of the copy.
#[derive(Debug, Default)]
pub(super) struct CopyTimes {
    /// By window, pass and block.
    times: BTreeMap<(u64, u32, usize), [Option<Time>; 2]>,
}

impl CopyTimes {
    /// Adds a time of the copy, or of the original.
    pub(super) fn add(
        &mut self,
        (window, pass, block): (u64, u32, usize),
        is_copy: bool,
        worker: u32,
        elapsed: Duration,
    ) {
        let key = (window, pass, block);
        if self.times.len() < MOST_BLOCKS || self.times.contains_key(&key) {
            let nanoseconds = elapsed.as_nanos().max(1) as f64;
            let times = self.times.entry(key).or_default();
            times[usize::from(is_copy)] = Some((worker, nanoseconds));
        }
    }

    /// The share by which the two differ, if enough was timed.
    pub(super) fn noise_floor(&self) -> Option<f64> {
        let twice = |times: &[Option<Time>; 2]| {
            let [(worker, time), (copy_worker, copy_time)] = [times[0]?, times[1]?];
            Some(TimedTwice { logarithm: (time / copy_time).ln(), worker, copy_worker })
        };
        noise_floor(&self.times.values().filter_map(twice).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_takes_a_twentieth_of_the_work_at_most() {
        let ms = Duration::from_millis;
        let chosen = HiddenCopy::choose(&[ms(50), ms(5), ms(945)], |_| true).expect("a copy");
        assert_eq!(chosen, HiddenCopy { of: 1, stride: 1 });
        let elapsed = [ms(100), ms(110), ms(5)];
        let chosen = HiddenCopy::choose(&elapsed, |at| at < 2).expect("a copy");
        // 100 of 215 is 46.5 %: a tenth of the blocks.
        assert_eq!(chosen, HiddenCopy { of: 0, stride: 10 });
        let timed = (0..200).filter(|&block| chosen.has(block, 2)).collect::<Vec<_>>();
        assert_eq!((timed.len(), &timed[..4]), (20, &[0, 1, 20, 21][..]));
        assert_eq!(HiddenCopy::choose(&elapsed, |_| false), None);
    }

    #[test]
    fn only_blocks_that_both_were_timed_on_count() {
        let mut times = CopyTimes::default();
        for block in 0..100 {
            for is_copy in [false, true] {
                if block < 40 || !is_copy {
                    let noise = (block * 37 + usize::from(is_copy) * 11) % 20;
                    let elapsed = Duration::from_nanos(1000 + noise as u64);
                    times.add((0, 1, block), is_copy, block as u32 % 8, elapsed);
                }
            }
        }
        let floor = times.noise_floor().expect("forty blocks");
        assert!((0.0005..0.02).contains(&floor), "{floor}");
    }
}
