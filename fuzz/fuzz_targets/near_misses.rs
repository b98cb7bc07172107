//! Files that are almost right, made from the bytes.
#![no_main]

#[path = "../near_misses.rs"]
mod near_misses;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut numbers = bytes.chunks(4).map(|chunk| {
        // The generator uses the bits from 16 on.
        chunk.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)) << 16
    });
    let mut next = || numbers.next().unwrap_or(0);
    near_misses::check(&near_misses::near_miss(&mut next));
});
