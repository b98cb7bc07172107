//! Near misses of every kind: one change costs one report and invents nothing.

#[path = "../../fuzz/near_misses.rs"]
mod near_misses;

use near_misses::{check, near_miss};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

#[test]
fn one_change_costs_one_report_and_invents_nothing() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(16);
    for _ in 0..20_000 {
        check(&near_miss(&mut || random.next_u64()));
    }
}
