//! Any bytes as a corpus: compression, UTF-16, refusals and the format are detected.
#![no_main]

#[path = "../check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| check::check(bytes, None));
