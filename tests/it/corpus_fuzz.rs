//! The committed seeds and seeded mutations of them through the readers: nothing panics, and what
//! is read depends on no window and no chance. `FUZZ_SECONDS` sets how long (2 s; 30 s in CI).

#[path = "../../fuzz/check.rs"]
mod check;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// All files under `fuzz/seeds`, by name.
fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let mut paths = Vec::new();
    for kind in fs::read_dir(folder).expect("the seeds are committed") {
        let kind = kind.expect("a folder of seeds").path();
        for seed in fs::read_dir(kind).expect("a folder of seeds") {
            paths.push(seed.expect("a seed").path());
        }
    }
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a seed")).collect()
}

fn duration() -> Duration {
    let seconds = std::env::var("FUZZ_SECONDS").unwrap_or_else(|_| "2".to_owned());
    Duration::from_secs(seconds.parse().expect("FUZZ_SECONDS is a whole number of seconds"))
}

/// Pieces that are likely to mean something.
const PIECES: &[&[u8]] = &[
    b"\n",
    b"\r",
    b"\r\n",
    b"\0",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    b"\xfe\xff",
    b"#",
    b";",
    b" ",
    b"\t",
    b",",
    b":",
    b"|",
    b"\"",
    b"+-------+",
    b"---------",
    b".",
    b"x",
    b"0",
    b"9",
    b"Grid 01\n",
    b"puzzle,solution\n",
    b"\x1f\x8b\x08",
    b"PK\x03\x04",
    b"{",
    b"<",
    b"[Puzzle]\n",
    b"version https://git-lfs",
    b".................................................................................",
];

struct Mutator {
    random: Xoshiro256PlusPlus,
    seeds: Vec<Vec<u8>>,
}

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        self.random.next_u64() as usize % bound.max(1)
    }

    fn next(&mut self) -> Vec<u8> {
        let at = self.below(self.seeds.len());
        let mut bytes = self.seeds[at].clone();
        for _ in 0..=self.below(6) {
            self.mutate(&mut bytes);
        }
        bytes.truncate(1 << 20);
        bytes
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        let end = (at + self.below(120)).min(bytes.len());
        match self.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
            1 if at < bytes.len() => bytes[at] = self.below(256) as u8,
            2 => drop(bytes.drain(at..end)),
            3 => bytes.truncate(at),
            4 => {
                let copy = bytes[at..end].to_vec();
                let times = 1 + self.below(4);
                for _ in 0..times {
                    drop(bytes.splice(at..at, copy.iter().copied()));
                }
            }
            5 => {
                let other = self.below(self.seeds.len());
                let other = self.seeds[other].clone();
                let from = self.below(other.len());
                drop(bytes.splice(at.., other[from..].iter().copied()));
            }
            6 if self.below(200) == 0 => {
                let filler = PIECES[self.below(PIECES.len())];
                let long = filler.repeat(80_000 / filler.len());
                drop(bytes.splice(at..at, long));
            }
            _ => {
                let piece = PIECES[self.below(PIECES.len())];
                drop(bytes.splice(at..at, piece.iter().copied()));
            }
        }
    }
}

#[test]
fn seeds_and_their_mutations() {
    let seeds = seeds();
    for seed in &seeds {
        check::check_lines(seed);
        check::check_all(seed);
    }
    let mut mutator = Mutator { random: Xoshiro256PlusPlus::seed_from_u64(1), seeds };
    let end = Instant::now() + duration();
    let mut count = 0;
    while count < 100 || Instant::now() < end {
        let bytes = mutator.next();
        check::check_lines(&bytes);
        check::check_all(&bytes);
        count += 1;
    }
    println!("{count} mutations");
}
