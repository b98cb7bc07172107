//! Shards: one of N parts of a run, each made by a process of its own, on any machine.
//!
//! The puzzles that a plan takes from a corpus are dealt in blocks of [`BLOCK`], round-robin, because the hard
//! puzzles of a sorted corpus are next to each other. All contestants solve a puzzle in the same shard, so every
//! comparison of two contestants stays within one machine.

use super::error::Invalid;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

/// The number of puzzles that are dealt together.
pub const BLOCK: u64 = 16;

/// A part of a run: number K of N, written `K/N`, with K from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Its number, from 0.
    pub number: u32,
    /// How many shards the run has.
    pub of: u32,
}

impl Shard {
    /// The most shards of a run.
    pub const MOST: u32 = 1_000_000;

    /// Whether the puzzle at a position of those that the plan takes is in this shard.
    #[must_use]
    pub const fn has(self, position: u64) -> bool {
        (position / BLOCK) % self.of as u64 == self.number as u64
    }

    /// How many of this number of puzzles are in this shard.
    #[must_use]
    pub const fn share(self, puzzles: u64) -> u64 {
        let (round, number) = (BLOCK * self.of as u64, BLOCK * self.number as u64);
        let (rounds, rest) = (puzzles / round, puzzles % round);
        let of_rest = rest.saturating_sub(number);
        rounds * BLOCK + if of_rest < BLOCK { of_rest } else { BLOCK }
    }

    /// Whether there can be a shard of this number.
    ///
    /// # Errors
    /// [`Invalid`] names the value and what would be accepted.
    pub fn check(self) -> Result<(), Invalid> {
        if self.number < self.of && self.of <= Self::MOST {
            return Ok(());
        }
        Err(Invalid::new("shard", self, ParseShardError::EXPECTED))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A text names no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no shard; expected {EXPECTED}", EXPECTED = Self::EXPECTED)]
pub struct ParseShardError(String);

impl ParseShardError {
    const EXPECTED: &str = "K/N with K from 0 to N - 1 and N up to 1000000, e.g. 0/8";
}

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let error = || ParseShardError(text.to_owned());
        let whole = |part: &str| -> Option<u32> {
            let is_plain = part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_plain)
        };
        let parts = text.split_once('/').and_then(|(number, of)| whole(number).zip(whole(of)));
        let (number, of) = parts.ok_or_else(error)?;
        let shard = Self { number, of };
        shard.check().map_err(|_| error())?;
        Ok(shard)
    }
}

/// A shard of a run as it was made: which, where, by which job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardMeta {
    /// Which part of the run it is.
    pub shard: Shard,
    /// The name of the host.
    pub host: String,
    /// The job of the scheduler, if one started it.
    pub job_id: Option<String>,
    /// How many times the scheduler had started it before.
    pub attempt: u32,
    /// The wall time that it took, in milliseconds; 0 until it ends.
    pub elapsed_ms: u64,
}

impl ShardMeta {
    /// A shard that this process makes. The environment of Slurm names the job and the attempt.
    #[must_use]
    pub fn here(shard: Shard) -> Self {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let host = sysinfo::System::host_name().ok();
        let array = variable("SLURM_ARRAY_JOB_ID").zip(variable("SLURM_ARRAY_TASK_ID"));
        let job = array.map(|(job, task)| format!("{job}_{task}"));
        Self {
            shard,
            host: variable("SLURMD_NODENAME").or(host).unwrap_or_else(|| "unknown".to_owned()),
            job_id: job.or_else(|| variable("SLURM_JOB_ID")),
            attempt: variable("SLURM_RESTART_COUNT")
                .and_then(|count| count.parse().ok())
                .unwrap_or(0),
            elapsed_ms: 0,
        }
    }
}

/// A shard of a run that was merged: what it was and what it came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MergedShard {
    /// Which part of the run it is, and where it was made.
    pub made: ShardMeta,
    /// The processor.
    pub cpu: String,
    /// Puzzles, each with all its contestants.
    pub puzzles: u64,
    /// What made its figures worth less than they seem.
    pub warnings: Vec<String>,
}

impl MergedShard {
    /// Puzzles in a second of wall time, each solved by all contestants.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let is_known = self.puzzles > 0 && self.made.elapsed_ms > 0;
        is_known.then(|| self.puzzles as f64 * 1e3 / self.made.elapsed_ms as f64)
    }
}

/// The shards that one machine made.
#[derive(Clone, Debug, Default)]
pub struct Node<'a> {
    /// The name of the host.
    pub host: &'a str,
    /// The processor.
    pub cpu: &'a str,
    /// How many shards it made.
    pub shards: usize,
    /// The puzzles of its shards.
    pub puzzles: u64,
    /// Puzzles a second of each shard whose rate is known, ascending.
    pub rates: Vec<f64>,
    /// What limits the value of its times.
    pub warnings: BTreeSet<&'a str>,
}

impl<'a> Node<'a> {
    /// The machines that made shards, the fastest first.
    #[must_use]
    pub fn of(shards: &'a [MergedShard]) -> Vec<Self> {
        let mut nodes = BTreeMap::<_, Self>::new();
        for shard in shards {
            let (host, cpu) = (&*shard.made.host, &*shard.cpu);
            let node = nodes.entry((host, cpu)).or_default();
            (node.host, node.cpu) = (host, cpu);
            node.shards += 1;
            node.puzzles += shard.puzzles;
            node.rates.extend(shard.rate());
            node.warnings.extend(shard.warnings.iter().map(String::as_str));
        }
        let mut nodes: Vec<_> = nodes.into_values().collect();
        nodes.iter_mut().for_each(|node| node.rates.sort_by(f64::total_cmp));
        let rate = |node: &Self| node.median().unwrap_or(0.0);
        nodes.sort_by(|a, b| rate(b).total_cmp(&rate(a)));
        nodes
    }

    /// The median of the rates of its shards.
    #[must_use]
    pub fn median(&self) -> Option<f64> {
        let middle = self.rates.len() / 2;
        match self.rates.len() {
            0 => None,
            odd if odd % 2 == 1 => Some(self.rates[middle]),
            _ => Some(f64::midpoint(self.rates[middle - 1], self.rates[middle])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read_as_they_are_written() {
        for text in ["0/1", "7/8", "999999/1000000"] {
            assert_eq!(text.parse::<Shard>().map(|shard| shard.to_string()).as_deref(), Ok(text));
        }
        for text in ["", "1", "/", "1/", "/1", "1/1", "8/8", "-1/8", "+1/8", "1/0", "0/0", "1/2/3"]
            .into_iter()
            .chain(["0/1000001", "0/99999999999", " 0/1", "0 / 1", "1.0/2"])
        {
            let error = text.parse::<Shard>().expect_err(text).to_string();
            assert!(error.contains("expected K/N"), "{error}");
        }
    }

    #[test]
    fn every_puzzle_is_in_one_shard_and_shares_add_up() {
        for of in [1, 2, 3, 7, 64] {
            for puzzles in [0, 1, 15, 16, 17, 33, 1000] {
                let mut sum = 0;
                for number in 0..of {
                    let shard = Shard { number, of };
                    let has = (0..puzzles).filter(|&at| shard.has(at)).count() as u64;
                    assert_eq!(shard.share(puzzles), has, "{shard} of {puzzles}");
                    sum += has;
                }
                assert_eq!(sum, puzzles);
            }
        }
    }
}
